"""People come and go during a game: seats are handed over or given up, and tables move with their people."""

from dataclasses import replace

from bot.game.components import Seat
from bot.game.state import Phase
from bot.stewards import Character
from bot.tables.absences import given_up, gone, handed_over
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
from bot.tables.moments import FOR_GOOD, Moment, paused, resumed
from bot.tables.notices import Kind, Notice, askings
from bot.tables.obligations import settled
from bot.tables.playing import require_running
from bot.tables.ports import Store, Writer
from bot.tables.powers import has_power
from bot.tables.reading import Reader
from bot.tables.snapshot import Snapshot
from bot.tables.table_clock import Stage, TableClock

LATE = frozenset({Stage.HOST, Stage.WAITING, Stage.TIMED_OUT, Stage.STAND_IN})
STOOD_IN = frozenset({Stage.TIMED_OUT, Stage.STAND_IN})
PAIR = 2  # seats
LEFT_BY_ONE = (TableState.ARCHIVED, [Notice(Kind.RESIGNED)])
LEFT_BY_ALL = (TableState.STOPPED, [Notice(Kind.STOPPED), Notice(Kind.OPENED)])  # nobody is left who must agree


class Seating:
    """Every change of who sits where once a game has begun."""

    def __init__(self, door: Door, store: Store, reader: Reader, clocks: Clocks) -> None:
        self._door = door
        self._store = store
        self._reader = reader
        self._clocks = clocks
        self._commits = Commits(door, clocks)

    async def offer(
        self, table_id: int, user_id: int, to: Person, *, seat: Seat | None = None, manages: bool = False
    ) -> None:
        """A person offers their seat to another; the host, or who `manages` the channel, one that is late.

        An offer ends with another one of that seat, and with the game; the host's rests while the seat is not late.
        Nothing of it is shown yet.
        Raises CannotOffer, or NotToThem where the other sits there already.
        """

        async def plan(table: Table) -> Change[None]:
            offered = _offered(table, user_id, seat, manages=manages)
            if table.sits(to.user_id):
                raise NotToThem

            async def write(writer: Writer) -> None:
                if (offered.offered_to, offered.offered_by) == (to.user_id, user_id):
                    return
                await self._meet(writer, to)
                await writer.drop_told(table_id, _dealt(offered), Kind.OFFERED)
                await writer.offer_seat(table_id, offered.user_id, to.user_id, by=user_id)
                await self._door.owe(writer, table_id, [Notice(Kind.OFFERED, offered.seat)])

            return Change(write, None)

        await self._door.change(table_id, plan)

    async def decline(self, table_id: int, user_id: int, *, seat: Seat | None = None) -> None:
        """An offer is taken back by who made it or whose seat it is, or refused by whom it was made to.

        It is that of `seat`, else the first. Raises NothingOffered.
        """

        async def plan(table: Table) -> Change[None]:
            theirs = [
                each for each in _offers(table, seat) if user_id in (each.user_id, each.offered_by, each.offered_to)
            ]
            if not theirs:
                raise NothingOffered
            return Change(lambda writer: writer.end_offer(table_id, theirs[0].user_id), None)

        await self._door.change(table_id, plan)

    async def accept(self, table_id: int, person: Person, *, seat: Seat | None = None) -> Seat:
        """A person takes `seat`, else the first that is offered to them; gives it. Their time begins anew.

        Raises NothingOffered.
        """

        async def plan(table: Table) -> Change[Seat]:
            require_running(table)
            theirs = [each for each in _offers(table, seat) if each.offered_to == person.user_id]
            standing = [each for each in theirs if _stands(table, each)]
            if not standing:
                raise NothingOffered
            snapshot, moment = await self._reader.snapshot(table), await self._clocks.moment(table.settings)
            holder = standing[0]
            return Change(lambda writer: self._hand(writer, table, holder, person, snapshot, moment), _dealt(holder))

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
            part = None if seat is None else table.clock.of(seat)

            async def write(writer: Writer) -> None:
                if table.state is TableState.RUNNING and part is not None and part.away_until != FOR_GOOD:
                    await self._clocks.save(writer, table, gone(table.clock, part.seat, FOR_GOOD, moment), moment)
                    await writer.want_board(table_id)

            return Change(write, None)

        await self._door.change(table_id, plan)

    async def suspend(self, table_id: int, reason: str) -> None:
        """Nothing can be posted in the table's channel: its clock stands still until that is mended, or it moves.

        Its people are told; of an ended one only what it owes to the channel waits.
        """

        async def plan(table: Table) -> Change[None]:
            moment = await self._clocks.moment(table.settings)

            async def write(writer: Writer) -> None:
                over = table.state in ENDED
                if table.suspended is not None or (over and table.version == 0):
                    return
                await writer.suspend(table_id, reason)
                if over:
                    return
                await self._door.owe(writer, table_id, _told_of_loss(table))
                if table.clock.paused_at is None and table.aside is None:  # else its clock may not be the saved one
                    await self._clocks.save(writer, table, replace(paused(table.clock, moment), lost=True), moment)

            return Change(write, None)

        await self._door.change(table_id, plan)

    async def move(self, table_id: int, user_id: int, guild_id: int, channel_id: int, *, manages: bool = False) -> None:
        """The table goes on in another channel: the host moves it, or anybody who sits there once its own is lost.

        Who `manages` its channel may at all times too.
        One that was paused by its people stays so; one that ended while it could not be told is told there.
        Raises NotSuspended, or ChannelHasTable.
        """

        async def plan(table: Table) -> Change[None]:
            if table.state in ENDED and table.suspended is None:
                raise TableEnded
            powerful = has_power(table, user_id, manages=manages)
            if not powerful and not table.sits(user_id):
                raise NotSeated
            if not powerful and table.suspended is None:
                raise NotSuspended
            moment = await self._clocks.moment(table.settings)
            return Change(lambda writer: self._move(writer, table, guild_id, channel_id, moment), None)

        await self._door.change(table_id, plan)

    async def _move(self, writer: Writer, table: Table, guild_id: int, channel_id: int, moment: Moment) -> None:
        if await self._store.open_table(channel_id) is not None:  # nobody else writes now
            raise ChannelHasTable
        await writer.move_table(table.id, guild_id, channel_id)
        if table.clock.lost:
            await self._clocks.save(writer, table, resumed(table.clock, moment), moment)
        await writer.want_board(table.id)

    async def _meet(self, writer: Writer, person: Person) -> None:
        """Whoever is known already is called as they were when they last acted, not as others see them."""
        known = (await self._store.people([person.user_id])).get(person.user_id)
        if known is None or not known.name:
            await writer.save_person(person.user_id, person.name, person.locale)

    async def _hand(
        self, writer: Writer, table: Table, holder: Seated, to: Person, snapshot: Snapshot, moment: Moment
    ) -> None:
        seat = _dealt(holder)
        await self._meet(writer, to)
        await writer.hand_seat(table.id, holder.user_id, to.user_id)
        for other in _offers(table):
            if other.offered_to == to.user_id and other != holder:
                await writer.end_offer(table.id, other.user_id)
        clock = replace(handed_over(table.clock, seat, snapshot), active_at=moment.now)
        clock = settled(clock, snapshot, moment)
        await self._clocks.save(writer, table, clock, moment)
        await writer.want_board(table.id)
        await writer.drop_told(table.id, seat)
        asked = [notice for notice in askings(snapshot) if notice.seat == seat]
        await self._door.owe(writer, table.id, [Notice(Kind.TAKEN_OVER, seat), *asked])
        if holder.user_id == table.host_id:
            await writer.set_host(table.id, to.user_id)
            await self._ask_host(writer, table, clock, snapshot)

    async def _resign(
        self, writer: Writer, table: Table, user_id: int, seat: Seat, snapshot: Snapshot, moment: Moment
    ) -> None:
        await writer.seat_steward(table.id, user_id, Character.STEWARD)
        await writer.drop_told(table.id, seat)
        others = [person.user_id for person in table.humans if person.user_id != user_id]
        clock = settled(given_up(table.clock, seat, snapshot), snapshot, moment)
        if others and user_id == table.host_id:
            await writer.set_host(table.id, others[0])
        if not others or len(table.people) == PAIR:
            state, told = LEFT_BY_ONE if others else LEFT_BY_ALL
            await self._commits.end(writer, replace(table, clock=clock), state, moment)
            await self._door.owe(writer, table.id, told)
            return
        await self._clocks.save(writer, table, clock, moment)
        await writer.want_board(table.id)
        if user_id == table.host_id:
            await self._ask_host(writer, table, clock, snapshot)

    async def _ask_host(self, writer: Writer, table: Table, clock: TableClock, snapshot: Snapshot) -> None:
        """A new host is asked what the host before was."""
        for owed in clock.obligations:
            if owed.stage is Stage.HOST:
                await writer.drop_told(table.id, owed.seat, Kind.ASK_HOST)
                await self._door.owe(writer, table.id, [Notice(Kind.ASK_HOST, owed.seat, snapshot.prompt(owed.seat))])


def _offered(table: Table, user_id: int, seat: Seat | None, *, manages: bool) -> Seated:
    """The seat that a person means to offer: their own, or as host one that is late."""
    require_running(table)
    own = table.seat_of(user_id)
    if seat is None or seat == own:
        if own is None:
            raise NotSeated
        return table.holder(own)
    if not has_power(table, user_id, manages=manages) or not is_late(table, seat):
        raise CannotOffer
    return table.holder(seat)


def _told_of_loss(table: Table) -> list[Notice]:
    """To everybody who has a seat; of a lobby, where there are none, to the host."""
    if table.version == 0:
        return [Notice(Kind.SUSPENDED)]
    return [Notice(Kind.SUSPENDED, person.seat) for person in table.humans]


def _offers(table: Table, seat: Seat | None = None) -> list[Seated]:
    """Those whose seats are offered to somebody: of all seats, or of one."""
    return [each for each in table.people if each.offered_to is not None and seat in (None, each.seat)]


def _stands(table: Table, offered: Seated) -> bool:
    """Whether an offer can be accepted: a person who has come back keeps a seat that the host had offered."""
    return offered.offered_by == offered.user_id or is_late(table, _dealt(offered))


def is_late(table: Table, seat: Seat) -> bool:
    """Whether a seat's time has run out, its person has not acted since a steward did instead, or is gone for good.

    In an invasion only what is the same for all seats counts, who is to seal still is secret (3.5).
    """
    part, owed = table.clock.of(seat), table.clock.obligation(seat)
    if part is None:
        return False
    if owed is not None and owed.stage in (LATE if owed.phase is not Phase.INVASION else {Stage.WAITING}):
        return True
    closed = part.closed
    stood_in = closed is not None and closed.phase is not Phase.INVASION and closed.stage in STOOD_IN
    return stood_in or part.away_until == FOR_GOOD


def _dealt(seated: Seated) -> Seat:
    """The seat of somebody at a table whose game has begun."""
    assert seated.seat is not None
    return seated.seat
