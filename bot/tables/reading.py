"""Reading tables: what one person sees, and what has happened; never waits for a table's lock."""

from contextlib import suppress
from typing import TypeVar

from bot.game.actions import Defend
from bot.game.components import COMMUNES
from bot.game.events import Event
from bot.game.observation import observe
from bot.game.rules import legal, may_act
from bot.stewards import Reason
from bot.tables.checking import character_of, clock_of, settings_of, unreadable_parts
from bot.tables.errors import GameGoesOn, NoTable, NothingPlayed, RecordClosed, TableAside, UnknownRules
from bot.tables.history import Entry, History
from bot.tables.log import LogUnreadable, RulesUnknown, read_log, read_on
from bot.tables.model import ENDED, Seated, Sight, Table, TableSettings, TableState
from bot.tables.orders import decode_orders
from bot.tables.ports import SeatRow, Store, TableRow
from bot.tables.snapshot import RULES_VERSION, Snapshot, SnapshotUnreadable, decode
from bot.tables.table_clock import TableClock
from bot.tables.telling import Told, told

TABLES_KEPT = 64
UNREADABLE, OTHER_RULES = "unreadable", "rules"  # why a table is set aside

T = TypeVar("T")


class Reader:
    """Tables as the database has them at this moment; their states and histories are kept as a cache by version."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._histories: dict[int, History] = {}
        self._snapshots: dict[int, tuple[int, Snapshot]] = {}
        self._compared: set[int] = set()

    async def table(self, table_id: int) -> Table:
        """A table's public data. Raises NoTable."""
        row = await self._store.table(table_id)
        if row is None:
            raise NoTable
        return _table(row)

    async def table_of_channel(self, channel_id: int) -> Table:
        """The open table of a channel, else its last one. Raises NoTable."""
        row = await self._store.last_table(channel_id)
        if row is None:
            raise NoTable
        return _table(row)

    async def tables_of(self, user_id: int) -> list[Table]:
        """The tables where a person sits, newest first."""
        return [_table(row) for row in await self._store.tables_of(user_id)]

    async def open_in_guild(self, guild_id: int) -> list[Table]:
        """The open tables of a server."""
        return [_table(row) for row in await self._store.open_tables_of_guild(guild_id)]

    async def offered_to(self, user_id: int) -> list[Table]:
        """The tables where a seat is offered to a person, newest first."""
        return [_table(row) for row in await self._store.tables_offered_to(user_id)]

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
            raise aside_refusal(table.aside)
        version, kept = self._snapshots.get(table.id, (0, None))
        if kept is None or version != table.version:
            kept = await self._read_snapshot(table)
        _keep(self._snapshots, table.id, (table.version, kept))
        return kept

    async def trouble(self, table: Table) -> str | None:
        """Why a table cannot be played on, whatever its snapshot: the log is the truth (law 1). None where it can."""
        for kept in (self._histories, self._snapshots):
            kept.pop(table.id, None)  # what the database says counts, not what it once said
        self._compared.discard(table.id)
        row = await self._store.table(table.id)
        try:
            history = await self.history(table)
        except UnknownRules:  # that is the answer; who asked sets the table aside and says so
            return OTHER_RULES
        except TableAside:  # likewise
            return UNREADABLE
        sound = row is not None and not any(unreadable_parts(row)) and history.version == table.version
        return None if sound else UNREADABLE

    async def history(self, table: Table) -> History:
        """All that happened at a started table. Raises TableAside where the log cannot be read or is of other rules."""
        kept = self._histories.pop(table.id, None)
        if kept is None or kept.version < table.version:
            kept = await self._read_on(table.id, kept)
        if {seated.seat for seated in table.people} != set(kept.setup.communes):
            raise TableAside
        _keep(self._histories, table.id, kept)
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
        for row, items in reversed(list(told(await self.history(table), table, None))):
            count += sum(not isinstance(item, Reason) for item in items)
            if isinstance(row, Entry) and row.author is not None and not isinstance(row.action, Defend):
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

    async def _read_on(self, table_id: int, kept: History | None) -> History:
        rows = list(await self._store.log(table_id, 0 if kept is None else kept.version))
        try:
            return read_log(rows) if kept is None else read_on(kept, rows)
        except RulesUnknown as error:
            raise UnknownRules from error
        except LogUnreadable as error:
            raise TableAside from error

    async def _read_snapshot(self, table: Table) -> Snapshot:
        saved = await self._saved_snapshot(table)
        if saved is not None and table.id in self._compared:
            return saved
        told = (await self.history(table)).snapshot
        if saved == told:
            self._compared.add(table.id)
        return told

    async def _saved_snapshot(self, table: Table) -> Snapshot | None:
        saved = await self._store.snapshot(table.id)
        if saved is not None and (saved.version, saved.rules_version) == (table.version, RULES_VERSION):
            with suppress(SnapshotUnreadable):  # the log tells the same
                return decode(saved.body)
        return None


def aside_refusal(reason: str | None) -> TableAside:
    """What people are told at a table that was set aside."""
    return UnknownRules() if reason == OTHER_RULES else TableAside()


def _keep(cache: dict[int, T], table_id: int, value: T) -> None:
    """Keep something of a table, and of the tables that were not asked for the longest nothing."""
    cache.pop(table_id, None)
    cache[table_id] = value
    if len(cache) > TABLES_KEPT:
        del cache[next(iter(cache))]


def _table(row: TableRow) -> Table:
    unreadable = any(unreadable_parts(row))
    return Table(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        host_id=row.host_id,
        state=TableState(row.state),
        settings=settings_of(row) or TableSettings(),
        people=tuple(_seated(seat, TableState(row.state)) for seat in row.seats),
        aside=row.aside or (UNREADABLE if unreadable else None),
        version=row.version,
        clock=clock_of(row) or TableClock(),
        suspended=row.suspended,
    )


def _seated(row: SeatRow, state: TableState) -> Seated:
    ended = state in ENDED  # offers end with the game
    return Seated(
        user_id=row.user_id,
        name=row.name,
        seat=row.commune if row.commune in COMMUNES else None,
        agrees=row.agrees,
        steward=character_of(row),
        orders=decode_orders(row.orders),
        offered_to=None if ended else row.offered_to,
        offered_by=None if ended else row.offered_by,
        looked=row.looked,
    )
