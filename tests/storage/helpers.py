"""What the tests of the store share: a table, an interrupted task, another process, a look at the file."""

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Generator
from contextlib import closing
from pathlib import Path
from typing import Any

import storage
from storage import SeatRow, Store, Writer

AT = "2026-01-31T12:00:00Z"
LATER = "2026-02-01T08:30:00Z"


async def new_table(writer: Writer, channel_id: int = 20, host_id: int = 30) -> int:
    """A table in lobby, nobody seated."""
    return await writer.create_table(guild_id=10, channel_id=channel_id, host_id=host_id, settings='{"seats":5}', at=AT)


def seat_row(
    table_id: int, place: int, user_id: int, commune: str | None = None, *, agrees: bool = False, **told: Any
) -> SeatRow:
    """A seat of which nothing else is known than what is said."""
    rest = {"steward": None, "orders": "{}", "offered_to": None, "offered_by": None, "looked": 0, **told}
    return SeatRow(table_id, place, user_id, commune, agrees, **rest)


async def seats_of(store: Store, table_id: int) -> list[SeatRow]:
    """The seats of a table by place; none where there is no table."""
    row = await store.table(table_id)
    return [] if row is None else list(row.seats)


async def saved_table(store: Store, channel_id: int = 20) -> int:
    """A committed table whose log has its setup."""
    async with store.write() as writer:
        table_id = await new_table(writer, channel_id)
        await writer.append_log(table_id, 0, "setup", None, AT, "{}")
    return table_id


class Interrupted:
    """Runs a coroutine and cancels the task once at its n-th suspension, and at the next two if `again`.

    `late` cancels when the answer awaited has arrived but the task has not yet seen it.
    """

    def __init__(self, work: Coroutine[Any, Any, None], at: int, *, late: bool, again: bool) -> None:
        self._work = work
        self._at = at
        self._late = late
        self._again = again
        self._cancels = 0

    def __await__(self) -> Generator[Any, Any, None]:
        steps, count = self._work.__await__(), 0
        resume = _send(steps, None)
        while True:
            try:
                awaited = resume()
            except StopIteration:  # the work is done
                return
            count += 1
            if count == self._at or (self._again and self._at < count <= self._at + 2):
                self._cancel(awaited)
            try:
                sent = yield awaited
            except BaseException as error:  # noqa: BLE001 - handed on to the coroutine, whatever it is
                resume = _throw(steps, error)
            else:
                resume = _send(steps, sent)

    def _cancel(self, awaited: asyncio.Future[Any] | None) -> None:
        task = asyncio.current_task()
        assert task is not None
        if self._late and awaited is not None:
            awaited.add_done_callback(lambda _: task.cancel())
        else:
            task.cancel()


def _throw(steps: Generator[Any, Any, None], error: BaseException) -> Callable[[], Any]:
    return lambda: steps.throw(error)


def _send(steps: Generator[Any, Any, None], value: Any) -> Callable[[], Any]:
    return lambda: steps.send(value)


async def was_cancelled(work: Coroutine[Any, Any, None], at: int, *, late: bool = False, again: bool = False) -> bool:
    """Run the work as a task, cancelled at its n-th suspension; False when it had fewer."""

    async def run() -> None:
        await Interrupted(work, at, late=late, again=again)

    task = asyncio.create_task(run())
    await asyncio.wait({task})
    if not task.cancelled():
        task.result()
    return task.cancelled()


def run_python(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run code in another process that can import the storage package; the timeout only ends a hang."""
    root = Path(storage.__file__).parents[1]
    command = [sys.executable, "-W", "error", "-c", code, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    return subprocess.run(  # noqa: S603 - our own interpreter and code
        command, env=environment, capture_output=True, text=True, timeout=60, check=False
    )


def content(path: Path) -> list[str]:
    """Everything in a database: its marks, its schema and its rows, as SQL."""
    with closing(sqlite3.connect(path)) as connection:
        connection.text_factory = lambda kept: kept.decode("utf-8", "replace")
        marks = [connection.execute(f"PRAGMA {name}").fetchone() for name in ("user_version", "application_id")]
        return [*map(str, marks), *connection.iterdump()]


def alter(path: Path, sql: str) -> None:
    """Run one statement from outside the store; fails at once where a transaction is open."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(sql)


def threads_of_sqlite() -> list[threading.Thread]:
    """The threads of connections, one each."""
    return [thread for thread in threading.enumerate() if "_connection_worker_thread" in thread.name]


def threads_that_do_not_end() -> list[threading.Thread]:
    """The threads of connections that are still there after a while; the wait only ends a hang."""
    threads = threads_of_sqlite()
    for thread in threads:
        thread.join(timeout=5)
    return [thread for thread in threads if thread.is_alive()]
