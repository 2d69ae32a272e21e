"""What one change does to a game: an action, and after it whatever standing orders make of what is then asked."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.game.actions import Action
from bot.game.components import Seat
from bot.game.events import Event
from bot.game.observation import observe
from bot.game.rules import legal, waiting
from bot.tables.model import Table
from bot.tables.orders import OrderKind, Orders, asked_for, carry_out, used_up
from bot.tables.snapshot import Snapshot, advance


@dataclass(frozen=True, slots=True)
class Step:
    """An action that was accepted, between two snapshots; `author` None: a computer player, for a `reason`."""

    action: Action
    author: int | None
    before: Snapshot
    after: Snapshot
    events: tuple[Event, ...]
    reason: str | None = None
    order: OrderKind | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """The steps of one change, at least one snapshot long, and what is left of the orders of the seats."""

    start: Snapshot
    steps: tuple[Step, ...]
    orders: Mapping[Seat, Orders]

    @property
    def end(self) -> Snapshot:
        """Where it leads."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened."""
        return tuple(event for step in self.steps for event in step.events)


def course(table: Table, start: Snapshot, first: Step | None, orders: Mapping[Seat, Orders]) -> Course:
    """The first step, then every order that fits what is asked, one after the other; each order at most once a prompt.

    `orders` are those of all seats that have any. What was asked before is not answered by an order that its seat had
    then: it did not fit, or was taken back.
    """
    found = Course(start, () if first is None else (first,), orders)
    asked = {(seat, start.prompt(seat)) for seat in waiting(start.state) if not _is_new(table, start, seat, orders)}
    while (seat := next(_ordered(found, asked), None)) is not None:
        asked.add((seat, found.end.prompt(seat)))
        found = _followed(table, found, seat)
    return found


def _is_new(table: Table, start: Snapshot, seat: Seat, orders: Mapping[Seat, Orders]) -> bool:
    """Whether an order for what a seat is asked already has just been given."""
    kind = asked_for(start.state.phase)
    given = orders.get(seat, Orders())
    return kind is not None and given.of(kind) != table.holder(seat).orders.of(kind)


def _ordered(found: Course, asked: set[tuple[Seat, int | None]]) -> Iterator[Seat]:
    """The seats that hold the game up and have an order for that, not yet looked at."""
    kind = asked_for(found.end.state.phase)
    for seat in waiting(found.end.state):
        given = seat in found.orders and kind in found.orders[seat].given
        if given and (seat, found.end.prompt(seat)) not in asked:
            yield seat


def _followed(table: Table, found: Course, seat: Seat) -> Course:
    before, orders = found.end, found.orders[seat]
    action = carry_out(orders, observe(before.state, seat), legal(before.state, seat))
    left = {**found.orders, seat: used_up(orders, before.state.phase)}
    if action is None:
        return Course(found.start, found.steps, left)
    after, events = advance(before, action)
    kind = asked_for(before.state.phase)
    step = Step(action, table.holder(seat).user_id, before, after, events, order=kind)
    return Course(found.start, (*found.steps, step), left)
