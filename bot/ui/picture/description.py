"""The alternative text of the picture: what a person who cannot see it should know; the board's text has the rest."""

from bot.game.components import DECKS
from bot.game.observation import CityFront, Observation
from bot.game.state import Phase
from bot.locale import Translator
from bot.ui.people import People, commune_name, plain
from bot.ui.words import SEPARATOR, invader_name, loot_points, number, points


def describe(observation: Observation, people: People, t: Translator) -> str:
    """The alt text of the picture of a spectator's observation; with five names of 32 characters below 1024."""
    lines = [t("The board of Comuni, drawn as an old map."), _stage(observation, people, t)]
    lines += [_city(observation, city, people, t) for city in observation.cities]
    return "\n".join(lines)


def _stage(observation: Observation, people: People, t: Translator) -> str:
    if observation.phase is Phase.OVER:
        assert observation.winner is not None
        return t("The game is over; {seat} has won.", seat=_label(observation.winner, people))
    turn = t("It is the turn of {seat}.", seat=_label(observation.active, people))
    return " ".join(filter(None, (turn, _next_invasion(observation, t))))


def _next_invasion(observation: Observation, t: Translator) -> str:
    invasion = observation.invasion
    if invasion is None:
        return ""
    name = invader_name(invasion.deck, t)
    if observation.phase is Phase.INVASION:
        return t("Invasion: {invader}, strength {strength}.", invader=name, strength=invasion.strength)
    if observation.deck is None:
        return t("Next: {invader}, strength {strength}.", invader=name, strength=invasion.strength)
    left = observation.deck_sizes[DECKS.index(invasion.deck)]
    return t.plural(
        "Next: {invader}, strength {strength}, in {count} card.",
        "Next: {invader}, strength {strength}, in {count} cards.",
        left,
        invader=name,
        strength=invasion.strength,
    )


def _city(observation: Observation, city: CityFront, people: People, t: Translator) -> str:
    parts = [points(city.vp, t), loot_points(city.loot, t)]
    if observation.scores:
        total = observation.scores[observation.communes.index(city.seat)].total
        parts = [t.plural("{points} point in all", "{points} points in all", total, points=number(total))]
    parts.append(t.plural("{count} building", "{count} buildings", len(city.buildings)))
    parts.append(t.plural("{count} wall section", "{count} wall sections", len(city.walls)))
    return t("{seat}: {facts}", seat=_label(city.seat, people), facts=SEPARATOR.join(parts))


def _label(seat: str, people: People) -> str:
    """The commune and its person; alt text is no markdown."""
    name = people.names.get(seat)
    return commune_name(seat) if name is None else f"{commune_name(seat)} ({plain(name)})"
