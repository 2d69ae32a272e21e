"""What the tests of tables share: hosted tables over a real store, with a clock and an announcer written by hand."""

import json
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from bot.game.actions import Action, dump_action
from bot.game.components import Seat
from bot.game.rules import waiting
from bot.game.state import Phase, State
from bot.tables.model import Person, Table, TableSettings
from bot.tables.ports import Clock
from bot.tables.service import Tables, host_tables
from bot.tables.snapshot import Snapshot
from storage import Store, open_store
from tests.game.characters import RANDOM

GUILD, CHANNEL = 1, 2
HOST, BEA, CARLO, DINA, ELIO = people = tuple(
    Person(user_id, name, "en-US") for user_id, name in enumerate(("Ada", "Bea", "Carlo", "Dina", "Elio"), start=11)
)
STRANGER = Person(99, "Zeno")


class FixedClock:
    """Always the same instant."""

    def now(self) -> datetime:
        return datetime(2026, 1, 31, 12, 0, 0, 987, tzinfo=UTC)


NOW = "2026-01-31T12:00:00+00:00"


class MovedClock:
    """Shows the instant to which a test has moved it: at first a Monday at noon."""

    def __init__(self) -> None:
        self.instant = datetime(2026, 3, 2, 12, 0, 0, 987, tzinfo=UTC)

    def now(self) -> datetime:
        return self.instant


@dataclass
class Heard:
    """An announcer that keeps which tables were woken, and what each had committed by then."""

    path: Path
    woken: list[int] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)

    def wake(self, table_id: int) -> None:
        self.woken.append(table_id)
        self.versions.append(query(self.path, "SELECT version FROM game_table WHERE id = ?", table_id)[0][0])


Hook = Callable[..., Awaitable[None]]


class Troubled:
    """A store that first does what a test wants, at any call by its name, with the call's arguments.

    "commit" comes at the end of a transaction, after all its writes.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.before: dict[str, Hook] = {}

    def __getattr__(self, name: str) -> Any:
        return _hooked(getattr(self._store, name), self.before.get(name))

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Any]:
        async with self._store.write() as writer:
            yield _TroubledWriter(writer, self.before)
            if "commit" in self.before:
                await self.before["commit"]()


class _TroubledWriter:
    def __init__(self, writer: Any, before: dict[str, Hook]) -> None:
        self._writer = writer
        self._before = before

    def __getattr__(self, name: str) -> Any:
        return _hooked(getattr(self._writer, name), self._before.get(name))


def _hooked(method: Any, hook: Hook | None) -> Any:
    async def call(*args: Any, **options: Any) -> Any:
        if hook is not None:
            await hook(*args)
        return await method(*args, **options)

    return call


@dataclass
class Hosting:
    """Hosted tables, and shortcuts for what people do at them."""

    path: Path
    store: Troubled
    heard: Heard
    tables: Tables
    clock: Clock = field(default_factory=FixedClock)

    async def lobby(self, seats: int = 2, *, channel: int = CHANNEL, room: int = 5, open_screens: bool = False) -> int:
        """A table in lobby with so many people, Ada its host."""
        settings = TableSettings(seats=room, open_screens=open_screens)
        table_id = await self.tables.lobby.open(GUILD, channel, HOST, settings)
        for person in people[1:seats]:
            await self.tables.lobby.join(table_id, person)
        return table_id

    async def started(self, seats: int = 2, *, channel: int = CHANNEL, open_screens: bool = False) -> int:
        """A running table; nothing is owed any more."""
        table_id = await self.lobby(seats, channel=channel, open_screens=open_screens)
        await self.tables.lobby.start(table_id, HOST.user_id)
        await self.settle(table_id)
        return table_id

    async def table(self, table_id: int) -> Table:
        return await self.tables.reader.table(table_id)

    async def snapshot(self, table_id: int) -> Snapshot:
        return await self.tables.reader.snapshot(await self.table(table_id))

    async def state(self, table_id: int) -> State:
        return (await self.snapshot(table_id)).state

    async def holder(self, table_id: int, seat: Seat) -> int:
        return (await self.table(table_id)).holder(seat).user_id

    async def play(self, table_id: int, action: Action) -> None:
        """An action of its own seat."""
        await self.tables.playing.act(table_id, await self.holder(table_id, action.seat), typed(action))

    async def play_until(self, table_id: int, phase: Phase, rng: Random) -> None:
        """Random actions until the game is in a phase, at least one."""
        await self.step(table_id, rng)
        while (await self.state(table_id)).phase is not phase:
            await self.step(table_id, rng)

    async def step(self, table_id: int, rng: Random) -> Action:
        """A random action of a seat that is asked."""
        state = await self.state(table_id)
        action = RANDOM.act(state, rng.choice(waiting(state)), rng)
        await self.play(table_id, action)
        return action

    async def owed(self, table_id: int) -> list[tuple[str, str | None]]:
        """Kind and seat of every row of the outbox, oldest first."""
        return [(row.kind, row.seat) for row in await self.store.outbox(table_id)]

    async def settle(self, table_id: int) -> None:
        """All notices are sent, and the board is shown."""
        for owed in await self.tables.outbox.pending(table_id):
            await self.tables.outbox.settle(owed)
        if wanted := await self.tables.outbox.board_due(table_id):
            await self.tables.outbox.board_shown(table_id, wanted)

    async def board_due(self, table_id: int) -> bool:
        return await self.tables.outbox.board_due(table_id) is not None

    def restarted(self, seed: int = 0) -> Tables:
        """The services anew, with nothing in memory, over the same store."""
        return host_tables(self.store, self.heard, self.clock, seeded(seed))


@asynccontextmanager
async def hosting_at(path: Path, seed: int = 0, clock: Clock | None = None) -> AsyncIterator[Hosting]:
    """Hosted tables in a file; closed at the end."""
    store, clock = await open_store(path), clock or FixedClock()
    try:
        troubled, heard = Troubled(store), Heard(path)
        tables = host_tables(troubled, heard, clock, seeded(seed))
        yield Hosting(path, troubled, heard, tables, clock)
        await tables.door.drain()
    finally:
        await store.close()


def seeded(seed: object) -> Random:
    """The same shuffles for the same seed."""
    return Random(str(seed))


def typed(action: Action) -> dict[str, Any]:
    """An action as a person submits it: without the seat."""
    return {name: value for name, value in dump_action(action).items() if name != "seat"}


def query(path: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Committed rows, read from outside the store."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql, values).fetchall()


def tamper(path: Path, *statements: str) -> None:
    """What a failing disk or an operator's hand does to the file, past the store and its triggers."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            connection.execute(statement)


def break_log(path: Path, table_id: int, number: int = 0) -> None:
    """A row of a log is no JSON any more, and the snapshot is gone."""
    tamper(
        path,
        f"UPDATE log SET body = '{{' WHERE table_id = {table_id} AND number = {number}",  # noqa: S608 - numbers
        f"DELETE FROM snapshot WHERE table_id = {table_id}",  # noqa: S608 - a number
    )


def bodies(path: Path, table_id: int) -> list[Any]:
    """The log of a table as JSON data."""
    rows = query(path, "SELECT body FROM log WHERE table_id = ? ORDER BY number", table_id)
    return [json.loads(body) for (body,) in rows]


def names(notices: Sequence[Any]) -> list[tuple[str, str | None]]:
    """Kind and seat of notices."""
    return [(notice.kind.value, notice.seat) for notice in notices]
