"""The log only grows, one row a version; the snapshot follows it."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from storage import LogRow, SnapshotRow, StaleVersion, Store
from tests.storage.helpers import AT, LATER, alter, new_table, saved_table


async def test_the_log_counts_the_version_up(store: Store) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        await writer.append_log(table_id, 1, "action", 31, LATER, '{"type":"bid"}')
        await writer.append_log(table_id, 2, "undo", 32, LATER, "{}")
        await writer.append_log(table_id, 3, "correction", None, LATER, "{}")
    table = await store.table(table_id)
    assert table is not None
    assert table.version == 4
    assert await store.log(table_id) == [
        LogRow(0, "setup", None, AT, "{}"),
        LogRow(1, "action", 31, LATER, '{"type":"bid"}'),
        LogRow(2, "undo", 32, LATER, "{}"),
        LogRow(3, "correction", None, LATER, "{}"),
    ]


@pytest.mark.parametrize("version", [0, 2, -1])
async def test_a_row_for_another_version_is_refused_and_changes_nothing(store: Store, version: int) -> None:
    table_id = await saved_table(store)

    async def append() -> None:
        async with store.write() as writer:
            await writer.want_board(table_id)
            await writer.append_log(table_id, version, "action", 31, AT, "{}")

    with pytest.raises(StaleVersion) as refused:
        await append()
    assert (refused.value.table_id, refused.value.version) == (table_id, version)
    table = await store.table(table_id)
    assert table is not None
    assert (table.version, table.board_wanted, len(await store.log(table_id))) == (1, 0, 1)


async def test_a_row_for_an_unknown_table_is_stale(store: Store) -> None:
    with pytest.raises(StaleVersion):
        async with store.write() as writer:
            await writer.append_log(99, 0, "setup", None, AT, "{}")


async def test_of_two_who_saw_the_same_version_the_second_is_refused(store: Store) -> None:
    table_id = await saved_table(store)

    async def append(author: int) -> None:
        async with store.write() as writer:
            await writer.append_log(table_id, 1, "action", author, AT, "{}")

    results = await asyncio.gather(append(31), append(32), return_exceptions=True)
    assert results[0] is None
    assert isinstance(results[1], StaleVersion)
    assert [row.author for row in await store.log(table_id)] == [None, 31]


@pytest.mark.parametrize(("version", "kind"), [(0, "action"), (1, "setup"), (1, "move")])
async def test_row_0_is_the_setup_and_no_other_is(store: Store, version: int, kind: str) -> None:
    if version == 0:
        async with store.write() as writer:
            table_id = await new_table(writer)
    else:
        table_id = await saved_table(store)
    with pytest.raises(sqlite3.IntegrityError):
        async with store.write() as writer:
            await writer.append_log(table_id, version, kind, None, AT, "{}")


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE log SET body = '[]'",
        "UPDATE log SET number = number + 10",
        "DELETE FROM log",
        "DELETE FROM log WHERE number = 1",
        "REPLACE INTO log VALUES (1, 1, 'action', 31, 'then', '[]', NULL)",
        "INSERT INTO log VALUES (1, 3, 'action', 31, 'then', '[]', NULL)",
        "INSERT INTO log VALUES (99, 0, 'setup', 31, 'then', '[]', NULL)",
        "DELETE FROM game_table",
    ],
)
async def test_the_log_cannot_be_changed_not_even_from_outside(store: Store, path: Path, sql: str) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        await writer.append_log(table_id, 1, "action", 31, AT, "{}")
    before = await store.log(table_id)
    with pytest.raises(sqlite3.IntegrityError):
        alter(path, sql)
    assert await store.log(table_id) == before


async def test_one_snapshot_a_table_is_kept(store: Store) -> None:
    table_id = await saved_table(store)
    for version in (1, 2):
        async with store.write() as writer:
            await writer.save_snapshot(table_id, version, 7, f"[{version}]")
    assert await store.snapshot(table_id) == SnapshotRow(2, 7, "[2]")


async def test_a_row_keeps_why_a_steward_acted(store: Store) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        await writer.append_log(table_id, 1, "action", None, AT, "{}", reason='{"motive":"bid"}')
        await writer.append_log(table_id, 2, "action", 31, AT, "{}")
    assert [row.reason for row in await store.log(table_id)] == [None, '{"motive":"bid"}', None]
