"""A running game: actions through the door, stopping, and opening what was hidden."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from bot.game.actions import parse_action
from bot.game.components import Seat
from bot.game.events import Event, visible_to
from bot.tables.clocks import Clocks
from bot.tables.committing import Commits
from bot.tables.door import Change, Door
from bot.tables.errors import (
    NothingToOpen,
    NotRunning,
    NotSeated,
    OutOfDate,
    TableArchived,
    TableAside,
    TableEnded,
)
from bot.tables.history import Entry
from bot.tables.model import ENDED, Table, TableState
from bot.tables.moments import Moment
from bot.tables.notices import Kind, Notice
from bot.tables.obligations import reopened
from bot.tables.orders import Orders
from bot.tables.ports import Store, Writer
from bot.tables.powers import require_power
from bot.tables.reading import Reader, aside_refusal
from bot.tables.snapshot import Snapshot, advance
from bot.tables.stepping import Course, Step, course
from bot.tables.table_clock import TableClock
from bot.tables.undoing import undo_refusal

T = TypeVar("T")
log = logging.getLogger(__name__)


class Playing:
    """Every change to a table once its game has begun."""

    def __init__(self, door: Door, store: Store, reader: Reader, clocks: Clocks) -> None:
        self._door = door
        self._store = store
        self._reader = reader
        self._clocks = clocks
        self._commits = Commits(door, clocks)

    async def act(
        self,
        table_id: int,
        user_id: int,
        data: Mapping[str, object],
        *,
        prompt: int | None = None,
        reason: str | None = None,
    ) -> tuple[Event, ...]:
        """A person's action, as record.md writes it but for the seat; gives what its seat may know of what happened.

        With a prompt it counts only as the answer to that asking: pressed twice, it is played once (law 6). A steward
        gives a `reason`, which the log keeps.

        Raises NotRunning, NotSeated, TableAside, or the Refusal of the rules.
        """

        async def plan(table: Table) -> Change[tuple[Event, ...]]:
            seat = _seat(table, user_id)
            before = await self._reader.snapshot(table)
            if prompt is not None and before.prompt(seat) != prompt:
                raise OutOfDate
            if reason is not None and table.acting_steward(seat) is None:
                raise OutOfDate  # the person has acted, or is back
            action = parse_action({**data, "seat": seat}, before.state.communes)
            after, events = advance(before, action)
            present = user_id if reason is None and table.steward_of(seat) is None else None
            step = Step(action, present, before, after, events, reason)
            return await self._taken(table, seat, course(table, before, step, table.orders), present)

        return await self._change(table_id, plan)

    async def order(self, table_id: int, user_id: int, change: Callable[[Orders], Orders]) -> tuple[Event, ...]:
        """A person changes their standing orders; what they fit already is done at once, as `act` gives it."""

        async def plan(table: Table) -> Change[tuple[Event, ...]]:
            seat = _seat(table, user_id)
            before = await self._reader.snapshot(table)
            orders = change(table.holder(seat).orders)
            done = course(table, before, None, {**table.orders, seat: orders})
            return await self._taken(table, seat, done, user_id)

        return await self._change(table_id, plan)

    async def undo(self, table_id: int, user_id: int, *, own: int | None = None) -> Entry:
        """A person takes back the last action; gives it. With `own`, only while their seat has so many rows in the log.

        Raises NothingToUndo, ActedSince, RevealedSince or SealAgain, and OutOfDate where it is another by now.
        """

        async def plan(table: Table) -> Change[Entry]:
            seat = _seat(table, user_id)
            history = await self._reader.history(table)
            if own is not None and own != history.own_rows(seat):
                raise OutOfDate
            refusal = undo_refusal(history, seat, user_id)
            if refusal is not None:
                raise refusal
            moment, last = await self._clocks.moment(table.settings), history.standing[-1]
            return Change(lambda writer: self._commits.undo(writer, table, user_id, history, moment), last)

        return await self._change(table_id, plan)

    async def stop(self, table_id: int, user_id: int, *, manages: bool) -> None:
        """End a table before its time; the host, or who `manages` the channel. Nothing hidden is opened."""

        async def plan(table: Table) -> Change[None]:
            if table.state in ENDED:
                raise TableEnded
            require_power(table, user_id, manages=manages)
            moment = await self._clocks.moment(table.settings)
            return Change(lambda writer: self._stop(writer, table, moment), None)

        await self._door.change(table_id, plan)

    async def agree(self, table_id: int, user_id: int) -> None:
        """A person agrees to open a stopped game; it is opened when all its people have."""

        async def plan(table: Table) -> Change[None]:
            seat = table.seat_of(user_id)
            if table.state is not TableState.STOPPED or table.version == 0 or table.opened:
                raise NothingToOpen
            if seat is None:
                raise NotSeated
            last = all(person.agrees or person.user_id == user_id for person in table.humans)
            return Change(lambda writer: self._agree(writer, table_id, user_id, last=last), None)

        await self._door.change(table_id, plan)

    async def check_all(self) -> None:
        """Set aside each running table that cannot be read, with a notice, and take back what can be again."""
        for row in await self._store.running_tables():
            try:
                await self.check(row.id)
            except Exception:
                log.exception("table %s could not be checked; the others go on", row.id)

    async def check(self, table_id: int) -> None:
        """Set a running table aside that cannot be read, with a notice, or take it back."""
        await self._door.change(table_id, self._checked)

    async def _change(self, table_id: int, plan: Callable[[Table], Awaitable[Change[T]]]) -> T:
        """A change to a game; a table whose game cannot be read is set aside."""
        try:
            return await self._door.change(table_id, plan)
        except TableAside:
            await self.check(table_id)
            raise

    async def _taken(self, table: Table, seat: Seat, done: Course, present: int | None) -> Change[tuple[Event, ...]]:
        moment = await self._clocks.moment(table.settings)
        return Change(
            lambda writer: self._commits.course(writer, table, done, moment, present=present),
            seen_by(seat, done.start, done.events),
        )

    async def _checked(self, table: Table) -> Change[None]:
        trouble, row = await self._reader.trouble(table), await self._store.table(table.id)
        aside = None if row is None else row.aside

        mended = replace(table, aside=None)
        back = await self._taken_back(mended) if trouble is None and aside is not None else None

        async def write(writer: Writer) -> None:
            if back is not None:
                clock, moment = back
                await writer.set_aside(table.id, None)
                await self._clocks.save(writer, mended, clock, moment)
                await writer.want_board(table.id)
            if trouble not in (None, aside):
                await writer.set_aside(table.id, trouble)
                await self._door.owe(writer, table.id, [Notice(Kind.ASIDE)])

        return Change(write, None)

    async def _taken_back(self, table: Table) -> tuple[TableClock, Moment]:
        """The clock of a table that was aside: nobody could act, so what is asked has all its time again."""
        moment, clock = await self._clocks.moment(table.settings), table.clock
        if clock.paused_at is not None:
            return clock, moment
        return reopened(replace(clock, active_at=moment.now), await self._reader.snapshot(table), moment), moment

    async def _stop(self, writer: Writer, table: Table, moment: Moment) -> None:
        await self._commits.end(writer, table, TableState.STOPPED, moment)
        if table.state is TableState.RUNNING:  # of a lobby the board itself says that it is closed
            await self._door.owe(writer, table.id, [Notice(Kind.STOPPED)])

    async def _agree(self, writer: Writer, table_id: int, user_id: int, *, last: bool) -> None:
        await writer.set_agrees(table_id, user_id)
        if last:
            await self._door.owe(writer, table_id, [Notice(Kind.OPENED)])


def seen_by(seat: Seat, before: Snapshot, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """What a seat may know of what happened."""
    open_screens = before.state.open_screens
    return tuple(event for event in events if visible_to(event, seat, open_screens=open_screens))


def require_running(table: Table) -> None:
    """Raise what says why a table's game does not go on now."""
    if table.state in ENDED:
        raise TableEnded
    if table.state is TableState.ARCHIVED:
        raise TableArchived
    if table.state is not TableState.RUNNING:
        raise NotRunning
    if table.aside is not None:
        raise aside_refusal(table.aside)


def _seat(table: Table, user_id: int) -> Seat:
    require_running(table)
    seat = table.seat_of(user_id)
    if seat is None:
        raise NotSeated
    return seat
