"""What a change to a game writes, in one transaction: log rows, snapshot, clock, and what is owed (laws 1, 2)."""

from dataclasses import replace

from bot.game.components import Seat
from bot.game.observation import observe
from bot.game.state import Phase
from bot.tables.absences import found
from bot.tables.clocks import Clocks
from bot.tables.door import Door
from bot.tables.history import History
from bot.tables.log import ACTION, UNDO, action_body, order_body, undo_body, without_last
from bot.tables.model import Table, TableState
from bot.tables.moments import Moment
from bot.tables.notices import Kind, Notice, after_action
from bot.tables.obligations import acted, stood_in_for, undone
from bot.tables.ports import Writer
from bot.tables.snapshot import RULES_VERSION, encode
from bot.tables.stepping import Course, Step
from bot.tables.table_clock import TableClock


class Commits:
    """Writes what was done at a table whose game has begun."""

    def __init__(self, door: Door, clocks: Clocks) -> None:
        self._door = door
        self._clocks = clocks

    async def course(
        self, writer: Writer, table: Table, course: Course, moment: Moment, *, present: int | None
    ) -> None:
        """The steps of a course, the orders that are left, and what everybody is told of it at its end.

        `present` is the person who is there and brings it about; None: a computer player does.
        """
        await self._orders(writer, table, course)
        if not course.steps:
            return
        for number, step in enumerate(course.steps, start=table.version):
            await self._row(writer, table, number, step)
        version = table.version + len(course.steps)
        await writer.save_snapshot(table.id, version, RULES_VERSION, encode(course.end))
        if observe(course.start.state, None) != observe(course.end.state, None):  # else an edit would tell of a seal
            await writer.want_board(table.id)
        state = TableState.OVER if course.end.state.phase is Phase.OVER else table.state
        if state is not table.state:
            await writer.set_state(table.id, state)
        clock, stood_in = _followed(table.clock, course, moment, present)
        await self._clocks.save(writer, table, clock, moment, state)
        notices = after_action(course.start, course.end, _reading(course, present), course.events)
        timed_out = [Notice(Kind.TIMED_OUT, seat) for seat in stood_in]
        await self._door.owe(writer, table.id, replace(table, clock=clock).for_people([*timed_out, *notices]))

    async def undo(self, writer: Writer, table: Table, user_id: int, history: History, moment: Moment) -> None:
        """The last action taken back."""
        seat, before, after = history.standing[-1].seat, history.snapshot, without_last(history)
        clock = found(table.clock, seat, before.state.phase, moment)
        await writer.append_log(table.id, table.version, UNDO, user_id, self._door.now(), undo_body(seat))
        await writer.save_snapshot(table.id, table.version + 1, RULES_VERSION, encode(after))
        await self._clocks.save(writer, table, undone(clock, before, after, moment), moment)
        await writer.want_board(table.id)

    async def end(self, writer: Writer, table: Table, state: TableState, moment: Moment) -> None:
        """The table leaves its state before the end of its game; its clock rings no more."""
        await writer.set_state(table.id, state)
        await self._clocks.save(writer, table, replace(table.clock, obligations=()), moment, state)
        await writer.want_board(table.id)

    async def _row(self, writer: Writer, table: Table, number: int, step: Step) -> None:
        reason = step.reason if step.order is None else order_body(step.order)
        body = action_body(step.action)
        await writer.append_log(table.id, number, ACTION, step.author, self._door.now(), body, reason=reason)

    async def _orders(self, writer: Writer, table: Table, course: Course) -> None:
        for seat, orders in course.orders.items():
            holder = table.holder(seat)
            if orders != holder.orders:
                await writer.save_orders(table.id, holder.user_id, orders.model_dump_json(exclude_defaults=True))


def _followed(
    clock: TableClock, course: Course, moment: Moment, present: int | None
) -> tuple[TableClock, tuple[Seat, ...]]:
    """The clock after a course, and the seats for which a steward has just acted. Who is absent has only ordered."""
    stood_in: list[Seat] = []
    for step in course.steps:
        by = step.author if step.author == present else None
        before = clock if by is None else found(clock, step.action.seat, step.before.state.phase, moment)
        clock = acted(before, step.action.seat, step.before, step.after, moment, by=by)
        own = step.action.seat if step.author is not None else None
        stood_in += [seat for seat in stood_in_for(before, clock) if seat != own]
    return clock, tuple(stood_in)


def _reading(course: Course, present: int | None) -> Seat | None:
    """The seat that needs no ping for what it is asked: its person reads the answer."""
    return None if present is None else course.steps[0].action.seat
