"""A file of version 1, as people have them, comes whole to version 2."""

import json
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from storage import LogRow, StoreUnusable, TableRow, open_store
from storage.migrate import migrate, shipped_migrations
from tests.storage.helpers import AT, LATER, alter, content, new_table, run_python, seat_row
from tests.storage.test_migrations import broken, each_statement

FIRST, CLOCK = shipped_migrations()[:2]
HANGING = {  # the tables that refer to game_table, each with a row that hangs on nothing
    "seat": "INSERT INTO seat VALUES (99, 1, 31, NULL, 0, NULL)",
    "log": "INSERT INTO log VALUES (99, 0, 'setup', NULL, 'then', '{}', NULL)",
    "snapshot": "INSERT INTO snapshot VALUES (99, 1, 1, '[]')",
    "outbox": "INSERT INTO outbox VALUES (NULL, 99, 'turn', NULL, NULL, 'then')",
    "message": "INSERT INTO message VALUES (99, 'board', 20, 500, 'then', '')",
}
ROWS = """
    INSERT INTO game_table VALUES
        (1, 10, 20, 30, 'over', '{"seats":5,"picture":true}', 3, 7, 7, NULL, '2026-01-01T12:00:00+00:00'),
        (2, 10, 20, 31, 'running', '{"seats":2}', 1, 4, 2, NULL, '2026-01-02T12:00:00+00:00'),
        (3, 10, 21, 9223372036854775807, 'lobby', '{"language":"日本語"}', 0, 1, 1, NULL, '2026-01-03T12:00:00+00:00'),
        (4, 11, 22, 30, 'stopped', 'no JSON', 1, 0, 0, NULL, '2026-01-04T12:00:00+00:00'),
        (5, 11, 23, 30, 'running', '{"seats":4,', 1, 0, 0, 'unreadable', '2026-01-05T12:00:00+00:00'),
        (9, 11, 24, 30, 'lobby', '{}', 0, 0, 0, NULL, '2026-01-09T12:00:00+00:00');
    INSERT INTO seat VALUES
        (1, 1, 30, 'siena', 0, NULL), (1, 3, -3, 'pisa', 0, 'novice'), (2, 1, 31, NULL, 0, NULL),
        (4, 1, 30, NULL, 1, NULL);
    INSERT INTO log VALUES
        (1, 0, 'setup', NULL, '2026-01-01T12:01:00+00:00', '{"salt":"0"}', NULL),
        (1, 1, 'action', 30, '2026-01-01T12:02:00+00:00', '[1]', 'why'),
        (1, 2, 'undo', 30, '2026-01-01T12:03:00+00:00', '{}', NULL),
        (2, 0, 'setup', NULL, '2026-01-02T12:01:00+00:00', '{}', NULL),
        (4, 0, 'setup', NULL, '2026-01-04T12:01:00+00:00', '{}', NULL),
        (5, 0, 'setup', NULL, '2026-01-05T12:01:00+00:00', '{}', NULL);
    INSERT INTO snapshot VALUES (1, 3, 1, '[]'), (2, 1, 1, '[2]');
    INSERT INTO outbox VALUES
        (1, 1, 'turn', 'siena', 4, '2026-01-01T12:02:00+00:00'),
        (8, 2, 'over', NULL, NULL, '2026-01-02T12:02:00+00:00');
    INSERT INTO message VALUES
        (1, 'board', 20, 500, '2026-01-01T12:02:00+00:00', 'siena/1'),
        (2, 'board', 20, 501, '2026-01-02T12:02:00+00:00', '');
    INSERT INTO person VALUES (30, 'Ada', 'it', 700, 'none'), (31, '', NULL, NULL, 'dm');
"""
ALL = (
    """SELECT id, guild_id, channel_id, host_id, state, version, board_wanted, board_shown, aside, created_at
       FROM game_table""",
    "SELECT * FROM seat",
    "SELECT * FROM log",
    "SELECT * FROM snapshot",
    "SELECT * FROM outbox",
    "SELECT * FROM message",
    "SELECT * FROM person",
)
ONE_TABLE = "INSERT INTO game_table VALUES (5, 10, 20, 30, 'over', '{}', 0, 0, 0, NULL, 'then')"
BEGAN = "2026-01-02T12:00:00+00:00"
DIE = """
import asyncio, os, signal, storage, storage.migrate, sys
def die(connection):  # in place of the last look before COMMIT
    assert connection.execute("SELECT count(*) FROM heartbeat").fetchone() == (0,)
    os.kill(os.getpid(), signal.SIGKILL)
storage.migrate._check_references = die
asyncio.run(storage.open_store(sys.argv[1]))
"""


def rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def up_to_date(path: Path) -> Path:
    """The file, brought to version 2; its backup is left beside it."""
    migrate(path, (FIRST, CLOCK), backup_dir=path.parent, at=AT)
    return path


@pytest.fixture
def empty(path: Path) -> Path:
    """A file of version 1 in which there is nothing yet."""
    migrate(path, (FIRST,), backup_dir=path.parent, at=AT)
    return path


@pytest.fixture
def old(empty: Path) -> Path:
    """A file of version 1 with rows in every table, as its program left it: in WAL."""
    with closing(sqlite3.connect(empty, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(ROWS)
    assert all(rows(empty, sql) for sql in ALL)
    return empty


def test_every_row_is_still_there(old: Path) -> None:
    before = [rows(old, sql) for sql in ALL]
    up_to_date(old)
    assert [rows(old, sql) for sql in ALL] == before


def test_no_table_has_a_clock(old: Path) -> None:
    assert set(rows(up_to_date(old), "SELECT clock, due_at FROM game_table")) == {("{}", None)}
    assert rows(old, "SELECT * FROM heartbeat UNION ALL SELECT id, began_at FROM outage") == []


def test_tables_that_began_without_a_clock_go_on_without_one(old: Path) -> None:
    ours = "SELECT settings FROM game_table WHERE json_valid(settings) ORDER BY id"
    before = [json.loads(settings) for (settings,) in rows(old, ours)]
    after = [json.loads(settings) for (settings,) in rows(up_to_date(old), ours)]
    assert len(after) == 4
    assert after == [{**settings, "pace": None} for settings in before]


def test_settings_that_are_no_json_stay_as_they_are(old: Path) -> None:
    broken_ones = "SELECT settings FROM game_table WHERE id IN (4, 5) ORDER BY id"
    assert rows(up_to_date(old), broken_ones) == [("no JSON",), ('{"seats":4,',)]


def test_the_indexes_are_all_there_and_one_more(old: Path) -> None:
    indexes = "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index'"
    before = set(rows(old, indexes))
    added = set(rows(up_to_date(old), indexes)) ^ before
    assert [(name, table) for name, table, _ in added] == [("due_tables", "game_table")]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE log SET body = '[]'",
        "DELETE FROM log WHERE number = 2",
        "REPLACE INTO log VALUES (1, 2, 'action', 31, 'then', '[]', NULL)",
        "INSERT INTO log VALUES (1, 4, 'action', 31, 'then', '[]', NULL)",
    ],
)
def test_the_log_still_cannot_be_changed(old: Path, sql: str) -> None:
    before = content(up_to_date(old))
    with pytest.raises(sqlite3.IntegrityError, match="the log "):
        alter(old, sql)
    assert content(old) == before


@pytest.mark.parametrize("name", HANGING)
def test_what_hangs_on_a_table_still_does(old: Path, name: str) -> None:
    ((_, _, parent, child_column, parent_column, *_),) = rows(up_to_date(old), f"PRAGMA foreign_key_list({name})")
    assert (parent, child_column, parent_column) == ("game_table", "table_id", "id")
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        alter(old, HANGING[name])


def test_no_table_goes_while_something_hangs_on_it(old: Path) -> None:
    up_to_date(old)
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        alter(old, "DELETE FROM game_table WHERE id = 5")


async def test_the_store_goes_on_where_it_stopped(old: Path) -> None:
    store = await open_store(old)
    try:
        async with store.write() as writer:
            await writer.append_log(2, 1, "action", 31, LATER, "{}")
            assert await writer.add_outbox(2, "turn", None, None, LATER) == 9
        settings = '{"seats":2,"pace":null}'
        running = TableRow(
            2, 10, 20, 31, "running", settings, 2, 4, 2, None, "{}", None, None, BEGAN, (seat_row(2, 1, 31),)
        )
        assert await store.table(2) == running
        assert (await store.log(2))[1] == LogRow(1, "action", 31, LATER, "{}")
        assert await store.unsettled_tables() == [1, 2]
    finally:
        await store.close()


async def test_ids_go_on_counting(old: Path) -> None:
    assert await next_table(old) == 10


async def test_ids_go_on_counting_where_the_newest_table_is_gone(old: Path) -> None:
    alter(old, "DELETE FROM game_table WHERE id = 9")
    assert await next_table(old) == 10


async def test_ids_go_on_counting_where_every_table_is_gone(empty: Path) -> None:
    alter(empty, ONE_TABLE)
    alter(empty, "DELETE FROM game_table")
    assert await next_table(empty) == 6


async def test_ids_begin_at_1_where_there_never_was_a_table(empty: Path) -> None:
    assert await next_table(empty) == 1
    assert rows(empty, "SELECT name, seq FROM sqlite_sequence") == [("game_table", 1)]


async def next_table(path: Path) -> int:
    """The id that the store gives to a new table."""
    store = await open_store(path)
    try:
        async with store.write() as writer:
            return await new_table(writer, channel_id=99)
    finally:
        await store.close()


@pytest.mark.parametrize("statement", [place for _, index, place in each_statement((FIRST, CLOCK)) if index == 1])
def test_a_failure_at_any_statement_leaves_version_1(old: Path, statement: int) -> None:
    before = content(old)
    with pytest.raises(StoreUnusable, match=r"Migration 2 \(clock\) failed and was undone"):
        migrate(old, (FIRST, broken(CLOCK, statement)), backup_dir=old.parent, at=AT)
    assert content(old) == before
    assert rows(up_to_date(old), "PRAGMA user_version") == [(2,)]


async def test_a_crash_in_the_middle_leaves_version_1(old: Path) -> None:
    before = content(old)
    died = run_python(DIE, old)
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert content(old) == before
    assert rows(old, "PRAGMA user_version") == [(1,)]
    assert await next_table(old) == 10  # and the next start does it all
