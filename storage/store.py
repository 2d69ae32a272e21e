"""The store: every read, and the door to every write."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

from storage.database import Database, open_database, to_the_end
from storage.errors import StoreUnusable
from storage.inspection import CANNOT, damaged_text, one_line
from storage.lock import hold
from storage.migrate import migrate, shipped_migrations
from storage.rows import LogRow, MessageRow, OutageRow, OutboxRow, PersonRow, SeatRow, SnapshotRow, TableRow
from storage.writer import Writer

T = TypeVar("T")
S = TypeVar("S", bound="Store")

# A table with its seats in one statement: both are of the same moment, and a round to the reading thread costs
# more than the query.
_TABLE = """SELECT t.id, t.guild_id, t.channel_id, t.host_id, t.state, t.settings, t.version,
            t.board_wanted, t.board_shown, t.aside, t.clock, t.due_at, t.suspended, t.created_at,
            (SELECT json_group_array(json_array(s.table_id, s.place, s.user_id, s.commune, s.agrees, s.steward,
                                                s.orders, s.offered_to, s.offered_by, s.looked, COALESCE(p.name, '')))
             FROM seat AS s LEFT JOIN person AS p ON p.user_id = s.user_id WHERE s.table_id = t.id)
            FROM game_table AS t """


class Store:
    """One open database. Reads see committed data and never wait for a write; close it in `finally`.

    Raises StoreClosed after `close`, and sqlite3.Error when the disk or the file fails.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def table(self, table_id: int) -> TableRow | None:
        """The table with that id."""
        return _first(await self._tables("WHERE t.id = ?", table_id))

    async def open_table(self, channel_id: int) -> TableRow | None:
        """The one table in lobby or running in the channel."""
        where = "WHERE t.channel_id = ? AND t.state IN ('lobby', 'running')"
        return _first(await self._tables(where, channel_id))

    async def last_table(self, channel_id: int) -> TableRow | None:
        """The open table of the channel, else its newest one."""
        where = "WHERE t.channel_id = ? ORDER BY t.state IN ('lobby', 'running') DESC, t.id DESC LIMIT 1"
        return _first(await self._tables(where, channel_id))

    async def tables_of(self, user_id: int) -> list[TableRow]:
        """The tables, in any state, where the person holds a seat; newest first."""
        where = "JOIN seat ON seat.table_id = t.id WHERE seat.user_id = ? ORDER BY t.id DESC"
        return await self._tables(where, user_id)

    async def open_tables_of_guild(self, guild_id: int) -> list[TableRow]:
        """The tables of a server in lobby or running; oldest first."""
        where = "WHERE t.guild_id = ? AND t.state IN ('lobby', 'running') ORDER BY t.id"
        return await self._tables(where, guild_id)

    async def tables_offered_to(self, user_id: int) -> list[TableRow]:
        """The tables in the state running where a seat is offered to the person, each once; newest first."""
        where = """WHERE t.id IN (SELECT table_id FROM seat WHERE offered_to = ?) AND t.state = 'running'
                   ORDER BY t.id DESC"""
        return await self._tables(where, user_id)

    async def every_table(self) -> list[TableRow]:
        """The tables in any state; oldest first."""
        return await self._tables("ORDER BY t.id")

    async def running_tables(self) -> list[TableRow]:
        """The tables in the state running, set aside or not; oldest first."""
        return await self._tables("WHERE t.state = 'running' ORDER BY t.id")

    async def due_tables(self, at: str) -> list[int]:
        """The ids of tables, in any state, not set aside, where something falls due by `at`; the earliest first."""
        sql = "SELECT id FROM game_table WHERE due_at <= ? AND aside IS NULL ORDER BY due_at, id"
        rows = await self._database.read(sql, at)
        return [int(table_id) for (table_id,) in rows]

    async def next_due(self, after: str) -> str | None:
        """When something of any table falls due for the first time after `after`."""
        rows = await self._database.read("SELECT MIN(due_at) FROM game_table WHERE due_at > ?", after)
        return None if rows[0][0] is None else str(rows[0][0])

    async def heartbeat(self) -> str | None:
        """The last minute in which the program was there; None before the first."""
        rows = await self._database.read("SELECT at FROM heartbeat")
        return _first([str(at) for (at,) in rows])

    async def outages(self) -> list[OutageRow]:
        """When the program was not there; the oldest first."""
        rows = await self._database.read("SELECT began_at, ended_at FROM outage ORDER BY began_at, id")
        return [OutageRow(*row) for row in rows]

    async def unsettled_tables(self) -> list[int]:
        """The ids of tables with something to tell or a board to draw; oldest first."""
        rows = await self._database.read(
            """SELECT id FROM game_table WHERE board_wanted <> board_shown
               UNION SELECT table_id FROM outbox ORDER BY 1"""
        )
        return [int(table_id) for (table_id,) in rows]

    async def log(self, table_id: int, since: int = 0) -> list[LogRow]:
        """The log of a table by number (law 1), from row number `since` on."""
        sql = """SELECT number, kind, author, at, body, reason FROM log
                 WHERE table_id = ? AND number >= ? ORDER BY number"""
        rows = await self._database.read(sql, table_id, since)
        return [LogRow(*row) for row in rows]

    async def snapshot(self, table_id: int) -> SnapshotRow | None:
        """The cached state of a table."""
        rows = await self._database.read(
            "SELECT version, rules_version, body FROM snapshot WHERE table_id = ?", table_id
        )
        return _first([SnapshotRow(*row) for row in rows])

    async def outbox(self, table_id: int) -> list[OutboxRow]:
        """What is to be told of a table, by id."""
        rows = await self._database.read(
            """SELECT id, table_id, kind, seat, prompt, created_at FROM outbox
               WHERE table_id = ? ORDER BY id""",
            table_id,
        )
        return [OutboxRow(*row) for row in rows]

    async def message(self, table_id: int, kind: str) -> MessageRow | None:
        """The newest message of that kind posted for a table."""
        rows = await self._database.read(
            """SELECT table_id, kind, channel_id, message_id, posted_at, turn_key FROM message
               WHERE table_id = ? AND kind = ?""",
            table_id,
            kind,
        )
        return _first([MessageRow(*row) for row in rows])

    async def people(self, user_ids: Iterable[int]) -> dict[int, PersonRow]:
        """Those of the people who are known, by user id."""
        rows = await self._database.read(
            """SELECT user_id, name, locale, dm_channel_id, pings FROM person
               WHERE user_id IN (SELECT value FROM json_each(?))""",
            json.dumps(list(user_ids)),
        )
        return {row[0]: PersonRow(*row) for row in rows}

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Writer]:
        """One transaction behind the one writer's lock: all of it is saved when the block ends, or nothing.

        Any exception rolls it back; it is StoreFailed where the disk does not take it. A cancelled task leaves none
        open; cancelled during COMMIT, all is saved and the cancellation is raised after it. Not reentrant.
        """
        async with self._database.transaction() as transaction:
            yield Writer(transaction)

    async def close(self) -> None:
        """Wait for a running write, then give back connections, threads and lock; twice is harmless."""
        await self._database.close()

    async def _tables(self, rest: str, *values: int) -> list[TableRow]:
        rows = await self._database.read(_TABLE + rest, *values)
        return [TableRow(*(*row, _seats(seats))) for *row, seats in rows]


def _seats(found: str) -> tuple[SeatRow, ...]:
    """SQLite promises no order within a JSON array, and has no booleans."""
    rows = [
        SeatRow(table, place, user, commune, bool(agrees), *rest)
        for table, place, user, commune, agrees, *rest in json.loads(found)
    ]
    return tuple(sorted(rows, key=lambda row: row.place))


def _first(rows: list[T]) -> T | None:
    return rows[0] if rows else None


async def open_store(path: Path | str, *, backup_dir: Path | str | None = None, at: str | None = None) -> Store:
    """Open the database, made where there is none, at the newest schema; close the store in `finally`.

    A backup of older data goes to `backup_dir`, else beside the file, named after `at` (the time now). Raises
    StoreInUse (another process holds it), StoreTooNew (a newer release wrote it), or StoreUnusable.
    """
    return await open_store_as(Store, path, backup_dir=backup_dir, at=at)


async def open_store_as(
    kind: type[S], path: Path | str, *, backup_dir: Path | str | None = None, at: str | None = None
) -> S:
    """The same, as a subclass of Store."""
    try:
        database = _locate(Path(path))
        return kind(await _open(database, Path(backup_dir or database.parent), at))
    except (*CANNOT, ValueError) as error:  # no name that a file can have is a ValueError
        damaged = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_CORRUPT
        why = one_line(error)
        said = damaged_text(Path(path), why) if damaged else f"The database {path} cannot be used: {why}."
        raise StoreUnusable(said) from error


def _locate(path: Path) -> Path:
    path = path.resolve()  # two links to one file share one lock
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


async def _open(path: Path, backup_dir: Path, at: str | None) -> Database:
    def bring_up_to_date() -> None:
        migrate(path, shipped_migrations(), backup_dir=backup_dir, at=at)

    async with AsyncExitStack() as held:
        held.enter_context(hold(path))
        await to_the_end(asyncio.get_running_loop().run_in_executor(None, bring_up_to_date))
        return await open_database(path, held.pop_all())
