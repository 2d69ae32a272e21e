"""All that is said whatever the position: refusals of the rules, and what a table says of itself."""

import inspect
from collections.abc import Callable, Iterator, Sequence
from itertools import product

from bot.game import errors
from bot.game.errors import Refusal
from bot.locale import Translator
from bot.ui import table_texts
from bot.ui.people import People
from bot.ui.reasons import REASONS, Thought, thought_text
from bot.ui.refusals import ACTIONS, PHASES, TEMPLATES, refusal_text

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
SOME_OF_ALL = {name: value if isinstance(value, str) else 2 for name, value in ONE_OF_ALL.items()}
TABLE_DATA = {"tables": 3, "seats": 5, "agreed": 2}
NAMED: dict[str, Sequence[object]] = {
    "count": [0, 1, 2],
    "how": list(table_texts.PINGS),
    "key": list(table_texts.TEXTS),
    "data": [TABLE_DATA],
    "name": ["Ада"],
    "code": ["123456"],
    "lines": [[], ["…"]],
}


def refusals(people: People, t: Translator) -> Iterator[str]:
    """The sentence of each refusal; of a wrong phase for each phase and each action."""
    for kind in TEMPLATES:
        yield refusal_text(_refusal(kind), people, t)
    for phase in PHASES:
        for action in ACTIONS:
            yield refusal_text(errors.WrongPhase(phase=phase, action=action), people, t)


def table_sayings(t: Translator) -> Iterator[str]:
    """What each function of `table_texts` gives, for each value of its first parameter; and the states of a table."""
    for _, say in inspect.getmembers(table_texts, inspect.isfunction):
        if say.__module__ == table_texts.__name__ and say is not table_texts.log_embed:
            yield from (say(**given, t=t) for given in _given(say))
    yield from map(t, table_texts.STATE_NAMES.values())


def thoughts(t: Translator) -> Iterator[str | None]:
    """The reason of each motive, about one and about several."""
    for motive, about in product(REASONS, (ONE_OF_ALL, SOME_OF_ALL)):
        yield thought_text(Thought(motive, about), t)


def _given(say: Callable[..., str]) -> Iterator[dict[str, object]]:
    """Values for all parameters but the translator."""
    names = [name for name in inspect.signature(say).parameters if name != "t"]
    for values in product(*(NAMED[name] for name in names)):
        yield dict(zip(names, values, strict=True))


def _refusal(kind: type[Refusal]) -> Refusal:
    held_and_asked = {"asked": 2} if kind is errors.NotHeld else {}
    return kind(rule=kind.rule or "11.2", **{**DATA, **held_and_asked})
