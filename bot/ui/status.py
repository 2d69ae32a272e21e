"""Whose turn it is and what is awaited, in one sentence: the same for all, or for the one who reads it."""

from collections.abc import Mapping

from bot.game.components import ENVOYS
from bot.game.observation import Observation
from bot.game.state import Phase
from bot.locale import Translator, msgid
from bot.ui.people import People
from bot.ui.words import bid_text, invader_name

_FOR_ALL: Mapping[str, str] = {
    "projects": msgid("Waiting for {seat}: bid, acquire or claim income."),
    "start": msgid("Waiting for {seat}: bid or claim income."),
    "must acquire": msgid("Waiting for {seat}: all three envoys are placed, so acquire."),
    "outbid": msgid("Waiting for {seat}, outbid on column {column} ({bid}): withdraw the envoy or move it."),
    "construction": msgid("Waiting for {seat}: build, wall, or finish construction."),
    "repair": msgid("Waiting for {seat}: remove loot points, or keep them."),
}
_FOR_YOU: Mapping[str, str] = {
    "projects": msgid("Your turn: bid, acquire or claim income."),
    "start": msgid("Your turn: bid or claim income."),
    "must acquire": msgid("Your turn: all three of your envoys are placed, so you must acquire."),
    "outbid": msgid("{rival} outbid you on column {column}, where you bid {bid}: withdraw your envoy or move it."),
    "construction": msgid("Your turn: build, wall, or finish construction."),
    "repair": msgid("Your turn: remove loot points, or keep them."),
}


def status(observation: Observation, people: People, t: Translator) -> str:
    """What is awaited, for everybody; in an invasion only how many have sealed (3.5)."""
    if observation.phase is Phase.OVER:
        assert observation.winner is not None
        return t("The game is over. The winner is {seat}.", seat=people.marked(observation.winner))
    if observation.phase is Phase.INVASION:
        every = t("Every seat seals a defence in secret with `/act defend`.")
        return " ".join((_invasion(observation, t), every, _sealed(observation, t)))
    return _sentence(_FOR_ALL, observation, people, t)


def own_status(observation: Observation, people: People, t: Translator) -> str:
    """What is awaited, for the seat that reads it: "Your turn: ..." where it is asked."""
    if observation.phase is Phase.INVASION:
        own = (
            t("Your defence is sealed; until the last seat seals you may still change it.")
            if observation.defence
            else t("Seal your defence, even an empty one.")
        )
        return " ".join((_invasion(observation, t), own, _sealed(observation, t)))
    if observation.seat in observation.asked:
        return _sentence(_FOR_YOU, observation, people, t)
    return status(observation, people, t)


def stopped_status(t: Translator) -> str:
    """In place of what is awaited, where a game was stopped before its end."""
    return t("**The game was stopped before its end.**")


def asked_as(observation: Observation) -> str:
    """The key of what the asked seat is asked, finer than the phase where the board shows it."""
    if observation.phase is not Phase.PROJECTS:
        return observation.phase.value
    free = observation.city(observation.active).envoys
    return "must acquire" if free == 0 else "start" if free == ENVOYS else "projects"


def _sentence(sentences: Mapping[str, str], observation: Observation, people: People, t: Translator) -> str:
    asked = observation.asked[0]
    return t(sentences[asked_as(observation)], seat=people.marked(asked), **_outbid(observation, people, t))


def _outbid(observation: Observation, people: People, t: Translator) -> dict[str, object]:
    """Where the asked seat was outbid, and by whom: the bid that stands there now."""
    if observation.outbid is None:
        return {}
    column = observation.outbid.column
    standing = observation.columns[column - 1].bid
    assert standing is not None
    return {"column": column, "bid": bid_text(observation.outbid.bid, t), "rival": people.label(standing.seat)}


def _invasion(observation: Observation, t: Translator) -> str:
    invasion = observation.invasion
    assert invasion is not None
    return t(
        "Invasion: {invader}, strength {strength}.", invader=invader_name(invasion.deck, t), strength=invasion.strength
    )


def _sealed(observation: Observation, t: Translator) -> str:
    return t("{sealed} of {seats} seats have sealed.", sealed=observation.sealed, seats=len(observation.communes))
