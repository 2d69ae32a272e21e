"""All or nothing, one at a time, whatever becomes of the task."""

import asyncio
import sqlite3
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path

import pytest

from storage import ChannelTaken, StaleVersion, Store, StoreClosed, StoreFailed, open_store
from storage.database import SAFETY, open_database
from tests.storage.helpers import AT, alter, content, new_table, saved_table, was_cancelled


async def play(store: Store, table_id: int) -> None:
    """A whole commit of the door: log row, snapshot, board and outbox."""
    async with store.write() as writer:
        await writer.append_log(table_id, 1, "action", 31, AT, "{}")
        await writer.save_snapshot(table_id, 2, 1, "{}")
        await writer.want_board(table_id)
        await writer.add_outbox(table_id, "turn", "siena", 3, AT)


async def saved(store: Store, table_id: int) -> tuple[int, int, bool, int, int]:
    """What `play` has saved, part by part."""
    table = await store.table(table_id)
    assert table is not None
    parts = (await store.log(table_id), await store.snapshot(table_id), await store.outbox(table_id))
    return table.version, len(parts[0]), parts[1] is not None, table.board_wanted, len(parts[2])


NOTHING = (1, 1, False, 0, 0)
ALL = (2, 2, True, 1, 1)


async def test_all_of_a_write_is_saved_when_its_block_ends(store: Store) -> None:
    table_id = await saved_table(store)
    await play(store, table_id)
    assert await saved(store, table_id) == ALL


async def test_an_exception_rolls_all_of_a_write_back(store: Store, path: Path) -> None:
    table_id = await saved_table(store)
    before = content(path)

    async def fail() -> None:
        async with store.write() as writer:
            await writer.append_log(table_id, 1, "action", 31, AT, "{}")
            await writer.save_person(31, "Ada", "it")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert content(path) == before
    await play(store, table_id)
    assert await saved(store, table_id) == ALL


@pytest.mark.parametrize("late", [False, True], ids=["while waiting", "when answered"])
@pytest.mark.parametrize("again", [False, True], ids=["once", "again and again"])
async def test_a_task_cancelled_at_any_await_saves_all_or_nothing_and_leaves_nothing_open(
    path: Path, late: bool, again: bool
) -> None:
    outcomes = []
    store = await open_store(path)
    try:
        for step in count(1):
            table_id = await saved_table(store, channel_id=step)
            if not await was_cancelled(play(store, table_id), step, late=late, again=again):
                break
            alter(path, "INSERT INTO person (user_id) VALUES (1)")  # no transaction is open
            alter(path, "DELETE FROM person")
            outcomes.append(await saved(store, table_id))
    finally:
        await store.close()
    # BEGIN, the five statements of `play`, COMMIT: saved only when the last of all had begun
    assert outcomes == [NOTHING] * 6 + [ALL]


async def test_a_task_cancelled_while_it_waits_for_the_writer_takes_nothing(store: Store) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        waiting = asyncio.create_task(play(store, table_id))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait({waiting})
        await writer.want_board(table_id)
    assert waiting.cancelled()
    assert await saved(store, table_id) == (1, 1, False, 1, 0)
    await play(store, table_id)


async def test_a_write_that_runs_out_of_time_is_not_saved(store: Store) -> None:
    table_id = await saved_table(store)

    async def hang() -> None:
        async with asyncio.timeout(0), store.write() as writer:
            await writer.want_board(table_id)

    with pytest.raises(TimeoutError):
        await hang()
    assert await saved(store, table_id) == NOTHING


async def test_writers_take_turns_in_the_order_of_asking(store: Store) -> None:
    table_id = await saved_table(store)

    async def append(author: int) -> None:
        async with store.write() as writer:
            version = len(await store.log(table_id))
            await asyncio.sleep(0)
            await writer.append_log(table_id, version, "action", author, AT, "{}")

    await asyncio.gather(*(append(author) for author in range(20)))
    assert [row.author for row in await store.log(table_id)] == [None, *range(20)]


async def test_a_read_neither_waits_for_a_write_nor_sees_half_of_it(store: Store) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        await writer.append_log(table_id, 1, "action", 31, AT, "{}")
        await writer.set_state(table_id, "running")
        during = await store.table(table_id)
        assert await store.running_tables() == []
    after = await store.table(table_id)
    assert during is not None
    assert after is not None
    assert [(row.version, row.state) for row in (during, after)] == [(1, "lobby"), (2, "running")]


async def test_a_cancelled_read_harms_nobody(store: Store, path: Path) -> None:
    table_id = await saved_table(store)

    async def read() -> None:
        await store.log(table_id)

    for late in (False, True):
        assert await was_cancelled(read(), 1, late=late)
    await play(store, table_id)
    assert await saved(store, table_id) == ALL


async def test_reads_cannot_write(store: Store, path: Path) -> None:
    async with AsyncExitStack() as held:
        database = await open_database(path, held.pop_all())
        held.push_async_callback(database.close)
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            await database.read("DELETE FROM person")


async def test_a_writer_is_dead_once_its_block_has_ended(store: Store) -> None:
    table_id = await saved_table(store)
    async with store.write() as first:
        await first.want_board(table_id)
    with pytest.raises(StoreClosed):
        await first.want_board(table_id)
    async with store.write():
        with pytest.raises(StoreClosed):
            await first.want_board(table_id)
    table = await store.table(table_id)
    assert table is not None
    assert table.board_wanted == 1


async def test_a_write_is_lost_whole_even_where_a_refused_part_is_swallowed(store: Store) -> None:
    table_id = await saved_table(store)

    async def swallow() -> None:
        async with store.write() as writer:
            await writer.want_board(table_id)
            with pytest.raises(ChannelTaken):
                await new_table(writer)
            with pytest.raises(StoreClosed):
                await writer.want_board(table_id)

    with pytest.raises(StoreClosed):
        await swallow()
    assert await saved(store, table_id) == NOTHING


async def test_no_version_is_counted_up_without_its_row(store: Store) -> None:
    table_id = await saved_table(store)

    async def swallow() -> None:
        async with store.write() as writer:
            with pytest.raises(sqlite3.IntegrityError):
                await writer.append_log(table_id, 1, "setup", None, AT, "{}")

    with pytest.raises(StoreClosed):
        await swallow()
    assert await saved(store, table_id) == NOTHING


async def test_a_refused_version_leaves_the_rest_of_a_write_alive(store: Store) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        with pytest.raises(StaleVersion):
            await writer.append_log(table_id, 7, "action", 31, AT, "{}")
        await writer.append_log(table_id, 1, "action", 31, AT, "{}")
    assert len(await store.log(table_id)) == 2


async def test_a_full_disk_loses_the_write_and_nothing_else(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.database.SAFETY", (*SAFETY, "PRAGMA max_page_count = 40"))
    store = await open_store(path)

    async def fill() -> None:
        async with store.write() as writer:
            await writer.want_board(table_id)
            await writer.save_snapshot(table_id, 1, 1, "x" * 1_000_000)

    try:
        table_id = await saved_table(store)
        with pytest.raises(StoreFailed, match=r"^The database cannot be written: database or disk is full\.$"):
            await fill()
        assert await saved(store, table_id) == NOTHING
        await play(store, table_id)
        assert await saved(store, table_id) == ALL
    finally:
        await store.close()


async def test_a_close_cancelled_while_it_waits_for_the_writer_still_closes(store: Store) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        closing.cancel()
        await asyncio.sleep(0)
        await writer.want_board(table_id)
    await asyncio.wait({closing})
    assert closing.cancelled()
    with pytest.raises(StoreClosed):
        await store.table(table_id)


async def test_closing_waits_for_the_writer_and_refuses_those_behind(store: Store, path: Path) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        behind = asyncio.create_task(play(store, table_id))
        await asyncio.sleep(0)
        await writer.want_board(table_id)
    await closing
    with pytest.raises(StoreClosed):
        await behind
    with pytest.raises(StoreClosed):
        await store.table(table_id)
    again = await open_store(path)
    try:
        assert await saved(again, table_id) == (1, 1, False, 1, 0)
    finally:
        await again.close()
