"""Changes to a table that its clock brings about, or that people make to its clock; all go through the door."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from bot.game.components import Seat
from bot.tables.absences import back, gone
from bot.tables.alarms import Rung, hand_over, ring
from bot.tables.clocks import Clocks
from bot.tables.door import Change, Door
from bot.tables.errors import (
    ChannelHasTable,
    NotAway,
    NothingToDecide,
    NotPaused,
    NotSeated,
    OutOfDate,
    PausedAlready,
    PauseWanted,
    TableAside,
    TableEnded,
    WrongDate,
)
from bot.tables.model import ENDED, Table, TableState
from bot.tables.moments import Moment, anew, paused, resumed
from bot.tables.notices import Kind, askings
from bot.tables.obligations import reopened
from bot.tables.playing import Playing, require_running
from bot.tables.ports import Store, Writer
from bot.tables.powers import has_power, require_power
from bot.tables.reading import Reader, aside_refusal
from bot.tables.table_clock import SeatClock, Stage, TableClock
from bot.tables.timing import Timing, timing

T = TypeVar("T")

SEATS_THAT_PAUSE = 2
LONGEST_AWAY = timedelta(days=90)


class Timekeeping:
    """Keeps the clocks of tables."""

    def __init__(self, door: Door, store: Store, reader: Reader, clocks: Clocks, playing: Playing) -> None:
        self._door = door
        self._store = store
        self._reader = reader
        self._playing = playing
        self._clocks = clocks

    async def timing(self, table: Table) -> Timing:
        """What everybody may know of a table's clock now."""
        return timing(table, await self._clocks.moment(table.settings))

    async def ring(self, table_id: int) -> None:
        """Do what is due at a table by its clock. One that cannot be read is set aside."""

        async def plan(table: Table) -> Change[None]:
            moment = await self._clocks.moment(table.settings)
            started = table.state is TableState.RUNNING
            rung = ring(table, await self._reader.snapshot(table) if started else None, moment)
            return Change(lambda writer: self._rung(writer, table, rung, moment), None)

        try:
            await self._door.change(table_id, plan)
        except TableAside:  # set aside with a notice, so that it rings no more
            await self._playing.check(table_id)

    async def pause(self, table_id: int, user_id: int, *, manages: bool = False) -> bool:
        """The host, who `manages` the channel, or any two seats stop the clock: whether it stands still now.

        Raises PausedAlready, or PauseWanted where the other seat is missing still.
        """

        async def plan(table: Table) -> Change[bool]:
            alone = has_power(table, user_id, manages=manages)
            clock = _running_clock(table) if alone else _wishing(table, user_id)
            stops = alone or sum(each.wants_pause for each in clock.seats) >= SEATS_THAT_PAUSE
            moment = await self._clocks.moment(table.settings)
            return self._change(table, paused(clock, moment) if stops else clock, moment, stops)

        return await self._door.change(table_id, plan)

    async def resume(self, table_id: int, user_id: int, *, manages: bool = False) -> None:
        """Anybody who sits there, or `manages` the channel, has a paused or suspended table go on, or an archived one.

        Raises NotPaused, or ChannelHasTable where another has taken the channel of an archived one.
        """

        async def plan(table: Table) -> Change[None]:
            if table.state in ENDED:
                raise TableEnded
            if not manages and not table.sits(user_id):
                raise NotSeated
            if table.aside is not None:
                raise aside_refusal(table.aside)
            moment = await self._clocks.moment(table.settings)
            if table.state is TableState.ARCHIVED:
                return await self._revival(table, moment)
            if table.clock.paused_at is None and table.suspended is None:
                raise NotPaused
            return self._resumption(table, moment)

        await self._door.change(table_id, plan)

    async def mended(self, table_id: int, channel_id: int, why: str) -> None:
        """A table that was suspended in this channel for this reason goes on, as far as its people have not paused it.

        Where it is elsewhere by now, or well, nothing happens.
        """

        async def plan(table: Table) -> Change[None]:
            moment = await self._clocks.moment(table.settings)

            async def write(writer: Writer) -> None:
                if (table.channel_id, table.suspended) != (channel_id, why):
                    return
                await writer.suspend(table_id, None)
                if table.clock.lost:
                    await self._clocks.save(writer, table, resumed(table.clock, moment), moment)
                await writer.want_board(table_id)

            return Change(write, None)

        await self._door.change(table_id, plan)

    async def away(self, table_id: int, user_id: int, typed: str) -> datetime:
        """A person is away until a date, YYYY-MM-DD in the table's time zone; gives the instant they are back.

        Raises WrongDate unless it lies from tomorrow to 90 days ahead.
        """

        async def plan(table: Table) -> Change[datetime]:
            part, moment = _own_part(table, user_id), await self._clocks.moment(table.settings)
            until = return_of(typed, table.settings.zone, moment.now)
            return self._change(table, gone(table.clock, part.seat, until, moment), moment, until)

        return await self._door.change(table_id, plan)

    async def back(self, table_id: int, user_id: int) -> None:
        """A person is here again. Raises NotAway."""

        async def plan(table: Table) -> Change[None]:
            part, moment = _own_part(table, user_id), await self._clocks.moment(table.settings)
            if part.away_until is None:
                raise NotAway
            return self._change(table, back(table.clock, part.seat, moment), moment, None)

        await self._door.change(table_id, plan)

    async def decide(
        self, table_id: int, user_id: int, seat: Seat, prompt: int, *, steward: bool, manages: bool = False
    ) -> None:
        """The host, asked about a seat whose time ran out, has a steward act, or gives it all its time again.

        Or who `manages` the channel does so.

        Raises NothingToDecide, or OutOfDate where the seat is asked something else by now.
        """

        async def plan(table: Table) -> Change[None]:
            require_running(table)
            require_power(table, user_id, manages=manages)
            moment, snapshot = await self._clocks.moment(table.settings), await self._reader.snapshot(table)
            owed = table.clock.obligation(seat)
            if owed is None or owed.stage is not Stage.HOST:
                raise NothingToDecide
            if snapshot.prompt(seat) != prompt:
                raise OutOfDate
            clock = table.clock.with_obligation(anew(table.clock, owed, moment))
            return self._change(table, hand_over(table.clock, owed, snapshot) if steward else clock, moment, None)

        await self._door.change(table_id, plan)

    def _change(self, table: Table, clock: TableClock, moment: Moment, answer: T) -> Change[T]:
        async def write(writer: Writer) -> None:
            await self._clocks.save(writer, table, clock, moment)
            await writer.want_board(table.id)

        return Change(write, answer)

    def _resumption(self, table: Table, moment: Moment) -> Change[None]:
        """A table that was suspended is tried in its channel once more."""

        async def write(writer: Writer) -> None:
            await writer.suspend(table.id, None)
            await self._clocks.save(writer, table, resumed(table.clock, moment), moment)
            await writer.want_board(table.id)

        return Change(write, None)

    async def _revival(self, table: Table, moment: Moment) -> Change[None]:
        snapshot = await self._reader.snapshot(table)
        clock = reopened(replace(table.clock, active_at=moment.now), snapshot, moment)

        async def write(writer: Writer) -> None:
            if await self._store.open_table(table.channel_id) is not None:  # nobody else writes now
                raise ChannelHasTable
            await writer.suspend(table.id, None)
            await writer.set_state(table.id, TableState.RUNNING)
            await self._clocks.save(writer, table, clock, moment, TableState.RUNNING)
            await writer.want_board(table.id)
            await self._door.owe(writer, table.id, replace(table, clock=clock).for_people(askings(snapshot)))

        return Change(write, None)

    async def _rung(self, writer: Writer, table: Table, rung: Rung, moment: Moment) -> None:
        if rung.state is not table.state:
            await writer.set_state(table.id, rung.state)
        await self._clocks.save(writer, table, rung.clock, moment, rung.state)
        if rung.board:
            await writer.want_board(table.id)
        for notice in rung.notices:
            if notice.kind is Kind.REMINDER and notice.seat and notice.prompt:
                await writer.drop_asked(table.id, notice.seat, notice.prompt)  # a ping not yet sent: one is enough
        await self._door.owe(writer, table.id, rung.notices)


def return_of(typed: str, zone: str, now: datetime) -> datetime:
    """The instant (UTC) when a date, YYYY-MM-DD, begins in a time zone. Raises WrongDate."""
    try:
        day = date.fromisoformat(typed.strip())
    except ValueError:
        raise WrongDate(days=LONGEST_AWAY.days) from None
    today = now.astimezone(ZoneInfo(zone)).date()
    if day.isoformat() != typed.strip() or not today < day <= today + LONGEST_AWAY:
        raise WrongDate(days=LONGEST_AWAY.days)
    return datetime.combine(day, time(), ZoneInfo(zone)).astimezone(UTC)


def _running_clock(table: Table) -> TableClock:
    """The clock of a running table. Raises PausedAlready."""
    require_running(table)
    if table.clock.paused_at is not None:
        raise PausedAlready
    return table.clock


def _wishing(table: Table, user_id: int) -> TableClock:
    """The clock with a person's wish that it stops. Raises PauseWanted."""
    part, clock = _own_part(table, user_id), _running_clock(table)
    if part.wants_pause:
        raise PauseWanted
    return clock.with_seat(replace(part, wants_pause=True))


def _own_part(table: Table, user_id: int) -> SeatClock:
    """A person's part of the clock of a running table."""
    require_running(table)
    seat = table.seat_of(user_id)
    part = None if seat is None else table.clock.of(seat)
    if part is None:
        raise NotSeated
    return part
