"""Two connections to one file: one that writes, a transaction at a time, and one that reads.

aiosqlite runs the statements of a connection in its own thread, in the order they were asked for. To cancel a
task that awaits one does not stop it: a statement once asked for is run. All that follows leans on that.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from storage.errors import StoreClosed, StoreFailed, StoreUnusable
from storage.inspection import one_line

T = TypeVar("T")
Row = tuple[Any, ...]
Value = int | str | None

BUSY_MS = 5000  # another program (a shell, a backup) may hold the file for a moment
SAFETY = ("PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON", f"PRAGMA busy_timeout = {BUSY_MS}")

# What the machine does and not the program; a damaged file too is the operator's matter.
FAILURES = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
}


async def to_the_end(work: Awaitable[T]) -> T:
    """Wait until `work` is done, however often the waiting task is cancelled; then raise the cancellation."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled from (None if task.cancelled() else task.exception())
    return task.result()


async def _fetch(connection: aiosqlite.Connection, sql: str, values: tuple[Value, ...]) -> list[Row]:
    # One call that also fetches: a cursor left open by a cancelled reader would pin its snapshot of the file.
    return [tuple(row) for row in await connection.execute_fetchall(sql, values)]


class Transaction:
    """What may be run between BEGIN and COMMIT; dead once the block has ended or a statement has failed."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._ended = False

    async def run(self, sql: str, *values: Value) -> list[Row]:
        """Run one statement and give its rows; StoreClosed once the transaction is dead.

        A statement that failed, or whose task was cancelled, may be half of a write: nothing follows it, and
        what came before is not saved, even where the caller swallows the exception.
        """
        self.require_alive()
        try:
            return await _fetch(self._connection, sql, values)
        except BaseException:
            self.end()
            raise

    def require_alive(self) -> None:
        """StoreClosed where the transaction is dead."""
        if self._ended:
            raise StoreClosed("This transaction has ended or failed; it takes no more and will not be saved.")

    def end(self) -> None:
        """Take no more statements, not even from a task that still holds this object."""
        self._ended = True


class Database:
    """The two connections, the lock of the one writer, and what must be given back at the end."""

    def __init__(self, writing: aiosqlite.Connection, reading: aiosqlite.Connection, held: AsyncExitStack) -> None:
        self._writing = writing
        self._reading = reading
        self._held = held
        self._one_writer = asyncio.Lock()
        self._closed = False

    async def read(self, sql: str, *values: Value) -> list[Row]:
        """Run one query on committed data; never waits for a writer, never sees half of its work."""
        self._require_open()
        return await _fetch(self._reading, sql, values)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """One transaction, alone: committed when the block ends, rolled back on any exception.

        A cancelled task leaves none open. Cancelled before COMMIT, nothing is saved; during it, all is. Not
        reentrant: a task that asks for a second one inside waits for itself. Raises StoreFailed where the disk does.
        """
        async with self._one_writer:
            self._require_open()
            transaction = Transaction(self._writing)
            try:
                await _fetch(self._writing, "BEGIN IMMEDIATE", ())
                yield transaction
                transaction.require_alive()
                transaction.end()
                await to_the_end(_fetch(self._writing, "COMMIT", ()))
            except BaseException as error:
                transaction.end()
                await to_the_end(self._writing.rollback())  # does nothing where none is open
                if _is_failure(error):
                    raise StoreFailed(f"The database cannot be written: {one_line(error)}.") from error
                raise

    async def close(self) -> None:
        """Wait for the writer, then end both connections, their threads and the lock; twice is harmless."""
        await to_the_end(self._close())

    async def _close(self) -> None:
        async with self._one_writer:
            self._closed = True
            await self._held.aclose()

    def _require_open(self) -> None:
        if self._closed:
            raise StoreClosed("The store is closed.")


def _text(kept: bytes) -> str:
    """What is no text in a row is for its reader to refuse: it must not keep the other rows from being read."""
    return kept.decode("utf-8", "replace")


def _is_failure(error: BaseException) -> bool:
    """Whether it is one of FAILURES; what SQLite tells beyond the lowest byte only says more of it."""
    code = getattr(error, "sqlite_errorcode", None) if isinstance(error, sqlite3.Error) else None
    return code is not None and code & 0xFF in FAILURES


async def open_database(path: Path, held: AsyncExitStack) -> Database:
    """Open both connections to a migrated file; `held` is closed with them, and now if that fails.

    Raises StoreUnusable where the file system cannot do WAL, and sqlite3.Error.
    """
    async with held:
        writing = await _connect(path, held)
        if await _fetch(writing, "PRAGMA journal_mode = WAL", ()) != [("wal",)]:
            raise StoreUnusable(f"The database {path} is on a file system without write-ahead logging.")
        reading = await _connect(path, held)
        await _fetch(reading, "PRAGMA query_only = ON", ())
        return Database(writing, reading, held.pop_all())


async def _connect(path: Path, held: AsyncExitStack) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None)
    held.push_async_callback(_disconnect, connection)
    connection.text_factory = _text
    for pragma in SAFETY:
        await _fetch(connection, pragma, ())
    return connection


async def _disconnect(connection: aiosqlite.Connection) -> None:
    await to_the_end(connection.close())
