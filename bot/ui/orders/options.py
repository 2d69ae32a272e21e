"""What autocomplete offers while an order is typed; at most 25 of each."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.game.actions import Defend
from bot.game.components import COMMUNES
from bot.game.resources import RESOURCES
from bot.ui.cards import cards_row
from bot.ui.options import DefenceField, Option, defence_options
from bot.ui.options.option import matching
from bot.ui.orders.checks import bonus_of, columns_held, refused
from bot.ui.orders.codes import ALL
from bot.ui.orders.order import SealNext
from bot.ui.orders.ordering import Ordering
from bot.ui.orders.panel import CANCELS
from bot.ui.words import RESOURCE_EMOJI, resource_name


@dataclass(frozen=True, slots=True)
class _Affordable:
    """The defences for which a seat has the tokens now."""

    ordering: Ordering

    def contains(self, action: Defend) -> bool:
        return refused(SealNext(action.league, action.walls), self.ordering, None) is None


def move_options(ordering: Ordering, typed: str) -> list[Option]:
    """A list of columns to move to, its last one completed (5.5)."""
    return _columns(ordering, range(1, len(ordering.observation.columns) + 1), typed)


def held_options(ordering: Ordering, typed: str) -> list[Option]:
    """A list of columns where the seat's envoys stand, its last one completed (5.8)."""
    return _columns(ordering, columns_held(ordering.observation), typed)


def choice_options(ordering: Ordering, place: int, typed: str) -> list[Option]:
    """The n-th resource of choice of an income (5.11)."""
    return _resources(ordering, COMMUNES[ordering.seat].choices, place, typed)


def bonus_options(ordering: Ordering, place: int, typed: str) -> list[Option]:
    """The n-th resource of choice of the columns where the seat's envoys stand (5.9)."""
    owed = bonus_of(columns_held(ordering.observation), ordering.observation)
    return _resources(ordering, owed, place, typed)


def next_defence_options(
    ordering: Ordering, field: DefenceField, given: Mapping[DefenceField, int], typed: str
) -> list[Option]:
    """How many tokens to send in the next invasion, of those that are held now. `given` are the other fields."""
    return defence_options(_Affordable(ordering), ordering.observation, field, given, typed, ordering.t)


def cancel_options(ordering: Ordering, typed: str) -> list[Option]:
    """The orders that are given, and all of them."""
    t = ordering.t
    if not ordering.given:
        return []
    return matching([*(Option(t(CANCELS[kind]), kind) for kind in ordering.given), Option(t("Cancel all"), ALL)], typed)


def _columns(ordering: Ordering, columns: Iterable[int], typed: str) -> list[Option]:
    *named, last = re.split(r"[\s,]+", typed.lstrip(" ,"))
    left = [column for column in columns if str(column) not in named and str(column).startswith(last)]
    return [_column(ordering, [*named, str(column)], column) for column in left]


def _column(ordering: Ordering, named: list[str], column: int) -> Option:
    cards = cards_row(ordering.observation.columns[column - 1].cards) or ordering.t("empty")
    value = " ".join(named)
    return Option(f"{value}: {cards}", value)


def _resources(ordering: Ordering, owed: int, place: int, typed: str) -> list[Option]:
    if place > owed:
        return []
    names = ((kind, f"{RESOURCE_EMOJI[kind]} {resource_name(kind, ordering.t)}") for kind in RESOURCES)
    return matching([Option(name, kind) for kind, name in names], typed)
