"""What a log tells beside the events of the game, and all of it in one sequence."""

from collections.abc import Iterator
from dataclasses import dataclass

from bot.game.actions import Defend
from bot.game.components import Seat
from bot.game.events import Event, visible_to
from bot.stewards import Reason
from bot.tables.history import Correction, Entry, History, Row
from bot.tables.model import Table


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat took its last action back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A computer player acts in place of a seat's person: its time ran out, or the person is away."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ordered:
    """A standing order of a seat acts."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Corrected:
    """The operator took the game back by so many actions."""

    count: int


Told = Event | TakenBack | StoodIn | Ordered | Corrected | Reason


def told(history: History, table: Table, seat: Seat | None) -> Iterator[tuple[Row, list[Told]]]:
    """For each row what a seat, or a spectator (None), may know of it; once all is opened, why stewards acted too.

    What was taken back is told all the same: who has seen it has seen it.
    """
    opened = history.setup.open_screens or table.opened
    for row in history.rows:
        match row:
            case Entry():
                events: list[Told] = [each for each in row.events if visible_to(each, seat, open_screens=opened)]
                yield row, [*_before(row, table, seat), *events, *_behind(row, table)]
            case Correction():
                yield row, [Corrected(row.count)]
            case _:
                yield row, []


def _before(entry: Entry, table: Table, seat: Seat | None) -> Iterator[Told]:
    if entry.action is None:
        yield TakenBack(entry.seat)
    elif entry.author is None and table.steward_of(entry.seat) is None and _may_know(entry, table, seat):
        yield StoodIn(entry.seat)
    elif entry.order is not None and (entry.seat == seat or table.opened):  # else it is like a quick answer
        yield Ordered(entry.seat)


def _may_know(entry: Entry, table: Table, seat: Seat | None) -> bool:
    """Who had not sealed in time is shown to the seat alone until the game is open (3.5)."""
    return not isinstance(entry.action, Defend) or entry.seat == seat or table.opened


def _behind(entry: Entry, table: Table) -> Iterator[Told]:
    if table.opened and entry.reason is not None:
        yield entry.reason
