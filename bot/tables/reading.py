"""Reading tables: what one person sees, and what has happened; never waits for a table's lock."""

from contextlib import suppress

from bot.game.actions import Defend
from bot.game.components import COMMUNES
from bot.game.events import Event
from bot.game.observation import observe
from bot.game.rules import legal, may_act
from bot.stewards import Reason
from bot.tables.checking import character_of, clock_of, settings_of, unreadable_parts
from bot.tables.errors import GameGoesOn, NoTable, NothingPlayed, RecordClosed, TableAside
from bot.tables.log import History, LogUnreadable, read_log, read_row
from bot.tables.model import ENDED, Seated, Sight, Table, TableSettings, TableState
from bot.tables.orders import decode_orders
from bot.tables.ports import PersonRow, SeatRow, Store, TableRow
from bot.tables.snapshot import RULES_VERSION, Snapshot, SnapshotUnreadable, decode
from bot.tables.table_clock import TableClock
from bot.tables.telling import Told, told

HISTORIES_KEPT = 64
UNREADABLE = "unreadable"


class Reader:
    """Tables as the database has them at this moment, and their histories, kept as a cache by version."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._histories: dict[int, History] = {}
        self._compared: set[int] = set()

    async def table(self, table_id: int) -> Table:
        """A table's public data. Raises NoTable."""
        row = await self._store.table(table_id)
        if row is None:
            raise NoTable
        return await self._table(row)

    async def table_of_channel(self, channel_id: int) -> Table:
        """The open table of a channel, else its last one. Raises NoTable."""
        row = await self._store.last_table(channel_id)
        if row is None:
            raise NoTable
        return await self._table(row)

    async def tables_of(self, user_id: int) -> list[Table]:
        """The tables where a person sits, newest first."""
        return [await self._table(row) for row in await self._store.tables_of(user_id)]

    async def open_in_guild(self, guild_id: int) -> list[Table]:
        """The open tables of a server."""
        return [await self._table(row) for row in await self._store.open_tables_of_guild(guild_id)]

    async def offered_to(self, user_id: int) -> list[Table]:
        """The tables where a seat is offered to a person, newest first."""
        return [await self._table(row) for row in await self._store.tables_offered_to(user_id)]

    async def running(self) -> list[int]:
        """The ids of the tables whose game runs."""
        return [row.id for row in await self._store.running_tables()]

    async def sight(self, table_id: int, user_id: int | None) -> Sight:
        """What a person, or a spectator (None), sees of a table. Raises NoTable or TableAside."""
        table = await self.table(table_id)
        if table.version == 0:
            return Sight(table, None, None, None, None)
        snapshot = await self.snapshot(table)
        seat = None if user_id is None else table.seat_of(user_id)
        observation = observe(snapshot.state, seat)
        if seat is None or table.state is not TableState.RUNNING or not may_act(snapshot.state, seat):
            return Sight(table, seat, observation, None, None)
        return Sight(table, seat, observation, legal(snapshot.state, seat), snapshot.prompt(seat))

    async def snapshot(self, table: Table) -> Snapshot:
        """The newest state of a started table, from its snapshot or else its log. Raises TableAside.

        A snapshot is only a cache (law 1): it is trusted once one of the table has been compared with its log.
        """
        if table.aside is not None:
            raise TableAside
        saved = await self._saved(table)
        if saved is not None and table.id in self._compared:
            return saved
        told = (await self.history(table)).snapshot
        if saved == told:
            self._compared.add(table.id)
        return told

    async def readable(self, table: Table) -> bool:
        """Whether a table's settings and log make sense, whatever its snapshot: the log is the truth (law 1)."""
        row = await self._store.table(table.id)
        try:
            history = await self.history(table)
        except TableAside:  # that is the answer; who asked sets the table aside and says so
            return False
        sound = row is not None and not any(unreadable_parts(row, list(await self._store.seats(table.id))))
        return sound and history.version == table.version

    async def history(self, table: Table) -> History:
        """All that happened at a started table. Raises TableAside where the log cannot be read."""
        rows = list(await self._store.log(table.id))
        kept = self._histories.pop(table.id, None)
        try:
            if kept is None or kept.version > len(rows):
                kept = read_log(rows)
            for row in rows[kept.version :]:
                kept = read_row(kept, row)
        except LogUnreadable as error:
            raise TableAside from error
        if {seated.seat for seated in table.people} != set(kept.setup.communes):
            raise TableAside
        self._keep(table.id, kept)
        return kept

    async def events(self, table: Table, user_id: int | None) -> list[Event]:
        """What a person, or a spectator, may know of all that happened in the game, oldest first."""
        return [item for item in await self.told(table, user_id) if isinstance(item, Event)]

    async def told(self, table: Table, user_id: int | None) -> list[Told]:
        """The whole log as a person, or a spectator, may know it; once all is opened, why stewards acted too."""
        seat = None if user_id is None else table.seat_of(user_id)
        return [item for _, items in told(await self.history(table), table, seat) for item in items]

    async def news(self, table: Table, user_id: int) -> list[Told]:
        """What a person may know of what happened since they last looked."""
        seated = next((each for each in table.people if each.user_id == user_id), None)
        seen = 0 if seated is None else max(0, seated.looked - 1)
        every = told(await self.history(table), table, table.seat_of(user_id))
        return [item for number, (_, items) in enumerate(every) if number >= seen for item in items]

    async def since_person(self, table: Table) -> int:
        """How much of what a spectator is told came with or after the last action of a person.

        Seals are passed over: it would tell whether a person or a steward sealed last (3.5).
        """
        count = 0
        for entry, items in reversed(list(told(await self.history(table), table, None))):
            count += sum(not isinstance(item, Reason) for item in items)
            if entry.author is not None and not isinstance(entry.action, Defend):
                break
        return count

    async def record(self, table: Table) -> History:
        """The whole game, once it may be opened to everybody. Raises RecordClosed or TableAside."""
        if table.version == 0:
            raise NothingPlayed
        if table.state not in ENDED:
            raise GameGoesOn
        if not table.opened:
            raise RecordClosed(agreed=sum(person.agrees for person in table.humans), seats=len(table.humans))
        return await self.history(table)

    async def _saved(self, table: Table) -> Snapshot | None:
        saved = await self._store.snapshot(table.id)
        if saved is not None and (saved.version, saved.rules_version) == (table.version, RULES_VERSION):
            with suppress(SnapshotUnreadable):  # the log tells the same
                return decode(saved.body)
        return None

    def _keep(self, table_id: int, history: History) -> None:
        self._histories[table_id] = history
        if len(self._histories) > HISTORIES_KEPT:
            del self._histories[next(iter(self._histories))]

    async def _table(self, row: TableRow) -> Table:
        seats = list(await self._store.seats(row.id))
        known = await self._store.people(seat.user_id for seat in seats)
        people = tuple(_seated(seat, known.get(seat.user_id), TableState(row.state)) for seat in seats)
        unreadable = any(unreadable_parts(row, seats))
        return Table(
            id=row.id,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            host_id=row.host_id,
            state=TableState(row.state),
            settings=settings_of(row) or TableSettings(),
            people=people,
            aside=row.aside or (UNREADABLE if unreadable else None),
            version=row.version,
            clock=clock_of(row) or TableClock(),
            suspended=row.suspended,
        )


def _seated(row: SeatRow, known: PersonRow | None, state: TableState) -> Seated:
    ended = state in ENDED  # offers end with the game
    return Seated(
        user_id=row.user_id,
        name=known.name if known else "",
        seat=row.commune if row.commune in COMMUNES else None,
        agrees=row.agrees,
        steward=character_of(row),
        orders=decode_orders(row.orders),
        offered_to=None if ended else row.offered_to,
        offered_by=None if ended else row.offered_by,
        looked=row.looked,
    )
