"""All that is said whatever the position: refusals of the rules, what a table says of itself, and its clock."""

import inspect
from collections.abc import Callable, Iterator, Sequence
from itertools import product

from bot.game import errors
from bot.game.errors import Refusal
from bot.game.proof import GameUnfinished, NoProof, Proven, Unproven, WrongCommitment
from bot.game.record import ReplayRefused
from bot.locale import Translator
from bot.ui import clock_texts, people_texts, table_texts
from bot.ui.clock import running_text, time_text
from bot.ui.clock_menus import DAYS_OFF, menus
from bot.ui.clock_settings import TIME_OUTS, VACATIONS
from bot.ui.misfits import TAKES, changed_command_text, misfit_text
from bot.ui.notices import HOST_BUTTONS, host_question
from bot.ui.people import People
from bot.ui.reasons import REASONS, Thought, thought_text
from bot.ui.refusals import ACTIONS, PHASES, TEMPLATES, refusal_text
from bot.ui.verdicts import (
    Published,
    large_file_text,
    lost_file_text,
    no_record_text,
    other_game_text,
    published_text,
    same_game_text,
    verdict_text,
)
from tests.game.games import whole_game
from tests.ui.clocks import BANK_UNTIL, UNTIL, clocks, settings

DATA: dict[str, str | int] = {
    "action": "bid",
    "artisans": 1,
    "asked": "lucca, siena",
    "believers": 2,
    "buildings": 2,
    "card": "A01",
    "column": 3,
    "columns": 7,
    "count": 3,
    "deck": "A",
    "detail": "discard.0: Input should be a valid string",
    "due": 2,
    "excess": 1,
    "held": 1,
    "loot": 1,
    "named": 1,
    "phase": "over",
    "place": 1,
    "resource": "coins",
    "rival": "siena",
    "sections": 1,
    "standing": 5,
    "type": "military",
    "wanted": 2,
}
ONE_OF_ALL: dict[str, str | int] = {
    "card": "A01",
    "cards": 1,
    "column": 1,
    "defence": 0,
    "kind": "economic",
    "league": 1,
    "level": 1,
    "loot": 1,
    "rival": "siena",
    "strength": 1,
    "tokens": 1,
    "value": 1,
}
VERDICTS: Sequence[Proven | Unproven | ReplayRefused] = (
    Proven("ab" * 32, 140, whole_game(0, 2, "mixed").last),
    GameUnfinished("ab" * 32, 40),
    NoProof(),
    WrongCommitment(),
    ReplayRefused(None, errors.MalformedRecord(detail="communes: Field required")),
    ReplayRefused(None, errors.WrongCommunes()),
    ReplayRefused(None, errors.WrongDeck(deck="A")),
    ReplayRefused(0, errors.MalformedRecord(detail="type")),
    ReplayRefused(1, errors.WrongPhase(phase="projects", action="repair")),
    ReplayRefused(2, errors.NotAsked(asked="siena")),
    ReplayRefused(3, errors.OddTokens(rule="8.7", resource="coins", count=3)),
)
SOME_OF_ALL = {name: value if isinstance(value, str) else 2 for name, value in ONE_OF_ALL.items()}
TABLE_DATA = {"tables": 3, "seats": 5, "agreed": 2, "days": 90}
NAMED: dict[str, Sequence[object]] = {
    "count": [0, 1, 2],
    "how": list(table_texts.PINGS),
    "key": list(table_texts.TEXTS),
    "data": [TABLE_DATA],
    "name": ["Ада"],
    "code": ["123456"],
    "lines": [[], ["…"]],
    "stands_still": [False, True],
    "until": [UNTIL],
    "tables": [1, 3],
    "seconds": [1, 30],
    "steward": [False, True],
    "mention": ["<@123456789012345678>"],
    "seat": ["siena"],
    "where": ["<#123456789012345678>"],
    "table": [12],
    "why": list(people_texts.LOST),
    "choice": list(people_texts.OFFER_BUTTONS),
    "names": [list(people_texts.PERMISSIONS)],
    "humans": [1, 2],
    "seats": [2, 3],
}


def refusals(people: People, t: Translator) -> Iterator[str]:
    """The sentence of each refusal; of a wrong phase for each phase and each action."""
    for kind in TEMPLATES:
        yield refusal_text(_refusal(kind), people, t)
    for phase in PHASES:
        for action in ACTIONS:
            yield refusal_text(errors.WrongPhase(phase=phase, action=action), people, t)


def table_sayings(people: People, t: Translator) -> Iterator[str]:
    """What each function for texts of a table gives, for each value of its parameters; and the states of a table."""
    for module in (table_texts, clock_texts, people_texts):
        for _, say in inspect.getmembers(module, inspect.isfunction):
            if say.__module__ == module.__name__ and say is not table_texts.log_embed:
                yield from (say(**given, t=t) for given in _given(say, people))
    yield from map(t, table_texts.STATE_NAMES.values())
    yield from (misfit_text(why, "column", (0, 999), t) for why in TAKES)
    yield changed_command_text(t)


def clock_sayings(people: People, t: Translator) -> Iterator[str]:
    """What a clock says at every stage, to everybody and to one person; how it may be set, and by which menus."""
    yield from filter(None, (time_text(shown, people, t) for shown in clocks()))
    for bank_until in (UNTIL, BANK_UNTIL):
        yield from (running_text(UNTIL, bank_until, all_alike=alike, t=t) for alike in (False, True))
    yield from (host_question("siena", people, t, "<#123456789012345678>", until) for until in (None, UNTIL))
    yield from (t(name) for names in (TIME_OUTS, VACATIONS, DAYS_OFF, HOST_BUTTONS) for name in names.values())
    for chosen in settings():
        for menu in menus(chosen, t):
            yield from (menu.placeholder, *(label for label, _, _ in menu.options))


def verdicts_of_records(t: Translator) -> Iterator[str]:
    """What is said of records: sound, changed in every way, and files that are none."""
    yield from (verdict_text(found, t) for found in VERDICTS)
    yield from (published_text(published, "https://discord.com/channels/1/2/3", t) for published in Published)
    yield from (same_game_text(difference, t) for difference in (None, 17))
    yield from (say(t) for say in (other_game_text, no_record_text, lost_file_text))
    yield large_file_text(256, t)


def thoughts(t: Translator) -> Iterator[str | None]:
    """The reason of each motive, about one and about several."""
    for motive, about in product(REASONS, (ONE_OF_ALL, SOME_OF_ALL)):
        yield thought_text(Thought(motive, about), t)


def _given(say: Callable[..., str], people: People) -> Iterator[dict[str, object]]:
    """Values for all parameters but the translator."""
    names = [name for name in inspect.signature(say).parameters if name != "t"]
    for values in product(*([people] if name == "people" else NAMED[name] for name in names)):
        yield dict(zip(names, values, strict=True))


def _refusal(kind: type[Refusal]) -> Refusal:
    held_and_asked = {"asked": 2} if kind is errors.NotHeld else {}
    return kind(rule=kind.rule or "11.2", **{**DATA, **held_and_asked})
