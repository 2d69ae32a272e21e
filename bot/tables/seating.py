"""People come and go during a game: seats are handed over or given up, and tables move with their people."""

from dataclasses import replace

from bot.game.components import Seat
from bot.stewards import Character
from bot.tables.absences import gone
from bot.tables.clocks import Clocks
from bot.tables.committing import Commits
from bot.tables.door import Change, Door
from bot.tables.errors import (
    CannotOffer,
    ChannelHasTable,
    NothingOffered,
    NotSeated,
    NotSuspended,
    NotToThem,
    TableEnded,
)
from bot.tables.model import ENDED, Person, Seated, Table, TableState
from bot.tables.notices import Kind, Notice, askings
from bot.tables.obligations import FOR_GOOD, Moment, given_up, handed_over, paused, resumed, settled
from bot.tables.playing import require_running
from bot.tables.ports import Store, Writer
from bot.tables.reading import Reader
from bot.tables.snapshot import Snapshot
from bot.tables.table_clock import Stage

LATE = frozenset({Stage.HOST, Stage.WAITING, Stage.TIMED_OUT, Stage.STAND_IN})
PAIR = 2  # seats


class Seating:
    """Every change of who sits where once a game has begun."""

    def __init__(self, door: Door, store: Store, reader: Reader, clocks: Clocks) -> None:
        self._door = door
        self._store = store
        self._reader = reader
        self._clocks = clocks
        self._commits = Commits(door, clocks)

    async def offer(self, table_id: int, user_id: int, to: Person, *, seat: Seat | None = None) -> None:
        """A person offers their seat to another, or the host one whose time has run out; nothing of it is shown yet.

        Raises CannotOffer, or NotToThem where the other sits there already.
        """

        async def plan(table: Table) -> Change[None]:
            offered = _offered(table, user_id, seat)
            if table.sits(to.user_id):
                raise NotToThem

            async def write(writer: Writer) -> None:
                await writer.save_person(to.user_id, to.name, to.locale)
                await writer.offer_seat(table_id, offered.user_id, to.user_id)
                await self._door.owe(writer, table_id, [Notice(Kind.OFFERED, offered.seat)])

            return Change(write, None)

        await self._door.change(table_id, plan)

    async def decline(self, table_id: int, user_id: int) -> None:
        """An offer is taken back by who made it, or refused by whom it was made to. Raises NothingOffered."""

        async def plan(table: Table) -> Change[None]:
            offers = (each for each in table.people if each.offered_to is not None)
            holder = next((each.user_id for each in offers if user_id in (each.user_id, each.offered_to)), None)
            if holder is None:
                raise NothingOffered
            return Change(lambda writer: writer.offer_seat(table_id, holder, None), None)

        await self._door.change(table_id, plan)

    async def accept(self, table_id: int, person: Person) -> Seat:
        """A person takes the seat that is offered to them; gives it. Their time begins anew. Raises NothingOffered."""

        async def plan(table: Table) -> Change[Seat]:
            require_running(table)
            seated = next((each for each in table.people if each.offered_to == person.user_id), None)
            if seated is None or seated.seat is None:
                raise NothingOffered
            snapshot, moment = await self._reader.snapshot(table), await self._clocks.moment(table.settings)
            holder, seat = seated, seated.seat
            return Change(lambda writer: self._hand(writer, table, holder, seat, person, snapshot, moment), seat)

        return await self._door.change(table_id, plan)

    async def resign(self, table_id: int, user_id: int) -> None:
        """A person gives up their seat, and a steward plays on.

        Of two seats the other may go on so, if they want (`Timekeeping.resume`); nobody left: the table is stopped.
        """

        async def plan(table: Table) -> Change[None]:
            require_running(table)
            seat = table.seat_of(user_id)
            if seat is None:
                raise NotSeated
            snapshot, moment = await self._reader.snapshot(table), await self._clocks.moment(table.settings)
            given = seat
            return Change(lambda writer: self._resign(writer, table, user_id, given, snapshot, moment), None)

        await self._door.change(table_id, plan)

    async def left(self, table_id: int, user_id: int) -> None:
        """A person cannot be found any more: they count as away until they act."""

        async def plan(table: Table) -> Change[None]:
            seat, moment = table.seat_of(user_id), await self._clocks.moment(table.settings)
            clock = table.clock if seat is None else gone(table.clock, seat, FOR_GOOD, moment)

            async def write(writer: Writer) -> None:
                if table.state is TableState.RUNNING and clock != table.clock:
                    await self._clocks.save(writer, table, clock, moment)
                    await writer.want_board(table_id)

            return Change(write, None)

        await self._door.change(table_id, plan)

    async def suspend(self, table_id: int, reason: str) -> None:
        """Nothing can be posted in the table's channel: its clock stands still until that is mended, or it moves."""

        async def plan(table: Table) -> Change[None]:
            moment = await self._clocks.moment(table.settings)

            async def write(writer: Writer) -> None:
                if table.state in ENDED or table.suspended is not None:
                    return
                await writer.suspend(table_id, reason)
                if table.clock.paused_at is None:
                    await self._clocks.save(writer, table, paused(table.clock, moment), moment)

            return Change(write, None)

        await self._door.change(table_id, plan)

    async def move(self, table_id: int, user_id: int, guild_id: int, channel_id: int) -> None:
        """The table goes on in another channel: the host moves it, or anybody who sits there once its own is lost.

        Raises NotSuspended, or ChannelHasTable.
        """

        async def plan(table: Table) -> Change[None]:
            if table.state in ENDED:
                raise TableEnded
            if not table.sits(user_id):
                raise NotSeated
            if user_id != table.host_id and table.suspended is None:
                raise NotSuspended
            if await self._store.open_table(channel_id) is not None:
                raise ChannelHasTable
            moment = await self._clocks.moment(table.settings)
            return Change(lambda writer: self._move(writer, table, guild_id, channel_id, moment), None)

        await self._door.change(table_id, plan)

    async def _move(self, writer: Writer, table: Table, guild_id: int, channel_id: int, moment: Moment) -> None:
        await writer.move_table(table.id, guild_id, channel_id)
        if table.suspended is not None:
            await self._clocks.save(writer, table, resumed(table.clock, moment), moment)
        await writer.want_board(table.id)

    async def _hand(
        self, writer: Writer, table: Table, holder: Seated, seat: Seat, to: Person, snapshot: Snapshot, moment: Moment
    ) -> None:
        await writer.save_person(to.user_id, to.name, to.locale)
        await writer.hand_seat(table.id, holder.user_id, to.user_id)
        if holder.user_id == table.host_id:
            await writer.set_host(table.id, to.user_id)
        clock = replace(handed_over(table.clock, seat), active_at=moment.now)
        await self._clocks.save(writer, table, settled(clock, snapshot, moment), moment)
        await writer.want_board(table.id)
        asked = [notice for notice in askings(snapshot) if notice.seat == seat]
        await self._door.owe(writer, table.id, [Notice(Kind.TAKEN_OVER, seat), *asked])

    async def _resign(
        self, writer: Writer, table: Table, user_id: int, seat: Seat, snapshot: Snapshot, moment: Moment
    ) -> None:
        await writer.seat_steward(table.id, user_id, Character.STEWARD)
        others = [person.user_id for person in table.humans if person.user_id != user_id]
        if user_id == table.host_id and others:
            await writer.set_host(table.id, others[0])
        clock = settled(given_up(table.clock, seat), snapshot, moment)
        table = replace(table, clock=clock)
        if not others:
            await self._commits.end(writer, table, TableState.STOPPED, moment)
        elif len(table.people) == PAIR:
            await self._commits.end(writer, table, TableState.ARCHIVED, moment)
            await self._door.owe(writer, table.id, [Notice(Kind.RESIGNED)])
        else:
            await self._clocks.save(writer, table, clock, moment)
            await writer.want_board(table.id)


def _offered(table: Table, user_id: int, seat: Seat | None) -> Seated:
    """The seat that a person means to offer: their own, or as host one that is late."""
    require_running(table)
    own = table.seat_of(user_id)
    if seat is None or seat == own:
        if own is None:
            raise NotSeated
        return table.holder(own)
    owed = table.clock.obligation(seat)
    if user_id != table.host_id or owed is None or owed.stage not in LATE:
        raise CannotOffer
    return table.holder(seat)
