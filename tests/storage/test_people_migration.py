"""A file of version 2, as its program leaves it, comes whole to version 3."""

import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storage import OutageRow, StoreUnusable, TableRow, open_store
from storage.migrate import migrate, shipped_migrations
from tests.storage.helpers import AT, LATER, content, run_python, seat_row, seats_of
from tests.storage.test_migrations import broken, each_statement

FIRST, CLOCK, PEOPLE = shipped_migrations()[:3]
ROWS = """
    INSERT INTO game_table VALUES
        (1, 10, 20, 30, 'over', '{"seats":5}', 3, 7, 7, NULL, '{}', NULL, '2026-01-01T12:00:00+00:00'),
        (2, 10, 20, 31, 'running', '{"seats":2}', 2, 4, 2, NULL, '{"stand_in":3}', '2026-02-01T08:30:00+00:00',
            '2026-01-02T12:00:00+00:00'),
        (3, 10, 21, 30, 'archived', '{}', 1, 1, 1, NULL, '{}', NULL, '2026-01-03T12:00:00+00:00'),
        (4, 11, 22, 30, 'stopped', 'no JSON', 1, 0, 0, 'unreadable', '{', NULL, '2026-01-04T12:00:00+00:00'),
        (9, 11, 24, 30, 'lobby', '{}', 0, 0, 0, NULL, '{}', NULL, '2026-01-09T12:00:00+00:00');
    INSERT INTO seat VALUES
        (1, 1, 30, 'siena', 0, NULL), (1, 3, -3, 'pisa', 0, 'novice'), (2, 1, 31, 'lucca', 0, NULL),
        (2, 2, 9223372036854775807, 'milano', 0, NULL), (4, 1, 30, NULL, 1, NULL);
    INSERT INTO log VALUES
        (1, 0, 'setup', NULL, '2026-01-01T12:01:00+00:00', '{}', NULL),
        (1, 1, 'action', 30, '2026-01-01T12:02:00+00:00', '[1]', 'why'),
        (1, 2, 'action', NULL, '2026-01-01T12:03:00+00:00', '[2]', NULL),
        (2, 0, 'setup', NULL, '2026-01-02T12:01:00+00:00', '{}', NULL),
        (2, 1, 'action', 31, '2026-01-02T12:02:00+00:00', '[1]', NULL);
    INSERT INTO snapshot VALUES (1, 3, 1, '[]'), (2, 2, 1, '[2]');
    INSERT INTO outbox VALUES (8, 2, 'turn', 'lucca', 2, '2026-01-02T12:02:00+00:00');
    INSERT INTO message VALUES (2, 'board', 20, 501, '2026-01-02T12:02:00+00:00', '');
    INSERT INTO person VALUES (30, 'Ada', 'it', 700, 'none'), (31, '', NULL, NULL, 'dm');
    INSERT INTO heartbeat VALUES (1, '2026-01-31T12:00:00+00:00');
    INSERT INTO outage VALUES (4, '2026-01-10T12:00:00+00:00', '2026-01-10T12:30:00+00:00');
"""
ALL = (
    """SELECT id, guild_id, channel_id, host_id, state, settings, version, board_wanted, board_shown, aside, clock,
       due_at, created_at FROM game_table""",
    "SELECT table_id, place, user_id, commune, agrees, steward FROM seat",
    "SELECT * FROM log",
    "SELECT * FROM snapshot",
    "SELECT * FROM outbox",
    "SELECT * FROM message",
    "SELECT * FROM person",
    "SELECT * FROM heartbeat",
    "SELECT * FROM outage",
    "SELECT * FROM sqlite_sequence ORDER BY name",
)
DIE = """
import asyncio, os, signal, storage, storage.migrate, sys
def die(connection):  # in place of the last look before COMMIT
    assert connection.execute("SELECT max(looked) FROM seat").fetchone() == (0,)
    os.kill(os.getpid(), signal.SIGKILL)
storage.migrate._check_references = die
asyncio.run(storage.open_store(sys.argv[1]))
"""


def rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def up_to_date(path: Path) -> Path:
    """The file, brought to version 3; its backup is left beside it."""
    migrate(path, (FIRST, CLOCK, PEOPLE), backup_dir=path.parent, at=AT)
    return path


@pytest.fixture
def old(path: Path) -> Path:
    """A file of version 2 with rows in every table, as its program left it: in WAL."""
    migrate(path, (FIRST, CLOCK), backup_dir=path.parent, at=AT)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(ROWS)
    assert all(rows(path, sql) for sql in ALL)
    return path


def test_every_row_is_still_there(old: Path) -> None:
    before = [rows(old, sql) for sql in ALL]
    up_to_date(old)
    assert [rows(old, sql) for sql in ALL] == before


def test_nobody_has_ordered_offered_or_looked_and_no_table_is_suspended(old: Path) -> None:
    up_to_date(old)
    assert set(rows(old, "SELECT orders, offered_to, offered_by, looked FROM seat")) == {("{}", None, None, 0)}
    assert set(rows(old, "SELECT suspended FROM game_table")) == {(None,)}


def test_the_indexes_are_all_there_and_two_more(old: Path) -> None:
    indexes = "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger')"
    before = set(rows(old, indexes))
    added = set(rows(up_to_date(old), indexes)) ^ before
    assert sorted((name, table) for name, table, _ in added) == [
        ("open_tables_of_a_guild", "game_table"),
        ("seats_offered", "seat"),
    ]


def test_the_data_is_backed_up_as_it_was(old: Path) -> None:
    before = content(old)
    up_to_date(old)
    assert content(old.with_name("comuni.db.v2.2026-01-31T120000Z.bak")) == before


async def test_the_store_goes_on_where_it_stopped(old: Path) -> None:
    store = await open_store(old)
    try:
        due, began = "2026-02-01T08:30:00+00:00", "2026-01-02T12:00:00+00:00"
        running = TableRow(2, 10, 20, 31, "running", '{"seats":2}', 2, 4, 2, None, '{"stand_in":3}', due, None, began)
        found = await store.table(2)
        assert found is not None
        assert replace(found, seats=()) == running
        assert await store.outages() == [OutageRow("2026-01-10T12:00:00+00:00", "2026-01-10T12:30:00+00:00")]
        async with store.write() as writer:
            await writer.append_log(2, 2, "undo", 31, LATER, "{}")
            await writer.hand_seat(2, 2**63 - 1, 33)
        assert await seats_of(store, 2) == [seat_row(2, 1, 31, "lucca"), seat_row(2, 2, 33, "milano")]
    finally:
        await store.close()


@pytest.mark.parametrize(
    "statement", [place for _, index, place in each_statement((FIRST, CLOCK, PEOPLE)) if index == 2]
)
def test_a_failure_at_any_statement_leaves_version_2(old: Path, statement: int) -> None:
    before = content(old)
    with pytest.raises(StoreUnusable, match=r"Migration 3 \(people\) failed and was undone"):
        migrate(old, (FIRST, CLOCK, broken(PEOPLE, statement)), backup_dir=old.parent, at=AT)
    assert content(old) == before
    assert rows(up_to_date(old), "PRAGMA user_version") == [(3,)]


async def test_a_crash_in_the_middle_leaves_version_2(old: Path) -> None:
    before = content(old)
    died = run_python(DIE, old)
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert content(old) == before
    assert rows(old, "PRAGMA user_version") == [(2,)]
    store = await open_store(old)  # and the next start does it all
    try:
        assert await seats_of(store, 1) == [
            seat_row(1, 1, 30, "siena", name="Ada"),
            seat_row(1, 3, -3, "pisa", steward="novice"),
        ]
    finally:
        await store.close()
