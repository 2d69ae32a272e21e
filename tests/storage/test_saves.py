"""Databases of every schema, as the real bot of their time left them, open in the bot of today and are played on.

To a new migration belongs a new save: `python -m tests.storage.saving`, before anything is released that needs another.
"""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.game.record import export, replay
from bot.game.rules import waiting
from bot.game.state import Phase
from bot.tables.checking import problems
from bot.tables.model import TableState
from storage.migrate import shipped_migrations
from tests.game.characters import RANDOM
from tests.storage.helpers import content
from tests.storage.saving import SAVES, World, described, world
from tests.tables.hosting import Hosting, hosting_at, query, seeded

NEWEST = len(shipped_migrations())
SCHEMAS = range(1, NEWEST + 1)
LOG = "SELECT * FROM log ORDER BY table_id, number"
OUTBOX = "SELECT outbox.id FROM outbox JOIN game_table ON game_table.id = table_id"


@dataclass
class LaterClock:
    """Some time after a database was left."""

    instant: datetime

    def now(self) -> datetime:
        return self.instant


def restored(schema: int, folder: Path) -> Path:
    """A database as it was left."""
    path = folder / "comuni.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((SAVES / f"schema_{schema}.sql").read_text(encoding="utf-8"))
    assert query(path, "PRAGMA user_version") == [(schema,)]
    return path


def kept(schema: int) -> dict[str, Any]:
    """What the program that left it knew of its games."""
    found: dict[str, Any] = json.loads((SAVES / f"schema_{schema}.json").read_text(encoding="utf-8"))
    return found


def left_at(path: Path) -> datetime:
    """When a database was left: nothing in it is later."""
    found = query(path, "SELECT max(at) FROM (SELECT at FROM log UNION SELECT created_at FROM outbox)")
    return datetime.fromisoformat(found[0][0]).astimezone(UTC)


def suspended(path: Path) -> str:
    """What of the outbox waits for a channel; the first schemas knew of none."""
    columns = [name for _, name, *_ in query(path, "PRAGMA table_info(game_table)")]
    return f"{OUTBOX} WHERE suspended IS NULL" if "suspended" in columns else OUTBOX


def backups(folder: Path, schema: int) -> list[list[str]]:
    """What was copied before an update."""
    return [content(backup) for backup in folder.glob(f"comuni.sqlite3.v{schema}*.bak")]


async def opened(made: World) -> None:
    """An hour after it was left, the bot of today starts on it."""
    later = left_at(made.database) + timedelta(hours=1)
    await made.simulation.advance((later - made.simulation.now()).total_seconds())
    await made.open()


def times_posted(made: World) -> list[str]:
    """The nonces of what was posted."""
    return [str((sent.json or {}).get("nonce")) for sent in made.simulation.requests if sent.method == "POST"]


@pytest.mark.parametrize("schema", SCHEMAS)
async def test_a_database_of_each_schema_opens_with_every_game_as_it_was_and_tells_what_was_owed(
    tmp_path: Path, schema: int
) -> None:
    path = restored(schema, tmp_path)
    before, log, owed = content(path), query(path, LOG), [row for (row,) in query(path, suspended(path))]
    async with world(path) as made:
        await opened(made)
        ids = [table_id for (table_id,) in query(path, "SELECT id FROM game_table ORDER BY id")]
        assert await described(made.tables.reader, ids) == kept(schema)
        assert query(path, LOG) == log
        assert query(path, "SELECT id FROM game_table WHERE aside IS NOT NULL") == []
        nonces = times_posted(made)
        assert [nonces.count(f"comuni-{row}") for row in owed] == [1] * len(owed)
        assert query(path, suspended(path)) == []
    assert query(path, "PRAGMA integrity_check") == [("ok",)]
    assert backups(tmp_path, schema) == ([before] if schema < NEWEST else [])


async def play_on(hosting: Hosting, table_id: int) -> None:
    """Play a table to its end, whoever holds its seats; the record of the game is a legal one."""
    rng = seeded(table_id)
    while asked := waiting(state := await hosting.state(table_id)):
        await hosting.play(table_id, RANDOM.act(state, rng.choice(asked), rng))
    assert (await hosting.table(table_id)).state is TableState.OVER
    history = await hosting.tables.reader.history(await hosting.table(table_id))
    assert list(replay(export(history.setup, history.actions)))[-1].phase is Phase.OVER


@pytest.mark.parametrize("schema", SCHEMAS)
async def test_every_game_of_each_schema_is_played_on_to_its_end(tmp_path: Path, schema: int) -> None:
    path = restored(schema, tmp_path)
    async with hosting_at(path, clock=LaterClock(left_at(path) + timedelta(hours=1))) as hosting:
        await hosting.tables.clocks.beat()
        await hosting.tables.playing.check_all()
        for row in await hosting.store.every_table():
            if row.state == TableState.LOBBY:
                await hosting.tables.lobby.start(row.id, row.host_id)
                await hosting.step(row.id, seeded(schema))
            if row.state == TableState.ARCHIVED:
                await hosting.tables.timekeeping.resume(row.id, row.host_id)
                await hosting.step(row.id, seeded(schema))
            if row.state == TableState.RUNNING:
                await play_on(hosting, row.id)
            after, log = await hosting.store.table(row.id), await hosting.store.log(row.id)
            assert list(problems(after, log, await hosting.store.snapshot(row.id))) == []


def test_every_schema_has_a_save_and_so_has_the_newest_migration() -> None:
    assert {file.name for file in SAVES.glob("*.sql")} == {f"schema_{schema}.sql" for schema in SCHEMAS}
