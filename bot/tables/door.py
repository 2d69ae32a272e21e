"""The one door: lock the table, load, check, commit, release; then announce (law 2)."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

from bot.tables.model import Table
from bot.tables.notices import Notice
from bot.tables.ports import Announcer, Clock, Store, Writer
from bot.tables.reading import Reader

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Change(Generic[T]):
    """A change that was checked: what to write in its one transaction, and what to answer."""

    write: Callable[[Writer], Awaitable[None]]
    answer: T


class Door:
    """Lets changes to tables through, one at a time for each table; different tables do not wait for each other."""

    def __init__(self, store: Store, reader: Reader, announcer: Announcer, clock: Clock) -> None:
        self._store = store
        self._reader = reader
        self._announcer = announcer
        self._clock = clock
        self._locks: WeakValueDictionary[object, asyncio.Lock] = WeakValueDictionary()
        self._under_way: set[asyncio.Task[Any]] = set()

    async def change(self, table_id: int, plan: Callable[[Table], Awaitable[Change[T]]]) -> T:
        """Plan a change to the table as it is now, commit it, and have it announced.

        `plan` raises whatever refuses the change; nothing is written then. A cancelled caller cancels nothing.
        """
        return await self._to_the_end(self._change(table_id, plan))

    async def open(self, channel_id: int, create: Callable[[], Awaitable[int]]) -> int:
        """Make a table in a channel, one at a time for each channel; gives the table's id."""
        return await self._to_the_end(self._open(channel_id, create))

    async def drain(self) -> None:
        """Wait for the changes under way."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    def now(self) -> str:
        """The present instant as the store keeps it: ISO 8601, UTC, whole seconds."""
        return self._clock.now().isoformat(timespec="seconds")

    async def owe(self, writer: Writer, table_id: int, notices: Iterable[Notice]) -> None:
        """Put notices into the outbox, within the change's transaction."""
        for notice in notices:
            await writer.add_outbox(table_id, notice.kind, notice.seat, notice.prompt, self.now())

    async def _change(self, table_id: int, plan: Callable[[Table], Awaitable[Change[T]]]) -> T:
        async with self._lock(table_id):
            change = await plan(await self._reader.table(table_id))
            async with self._store.write() as writer:
                await change.write(writer)
        self._announcer.wake(table_id)
        return change.answer

    async def _open(self, channel_id: int, create: Callable[[], Awaitable[int]]) -> int:
        async with self._lock(("channel", channel_id)):
            table_id = await create()
        self._announcer.wake(table_id)
        return table_id

    async def _to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await asyncio.shield(task)

    def _lock(self, key: object) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())
