"""What falls due, when the program was there, and when it was not."""

import sqlite3

import pytest

from storage import OutageRow, Store
from storage.database import Database, Row, Value
from tests.storage.helpers import AT, LATER, new_table, saved_table

EARLIER = "2026-01-30T23:59:59Z"


async def due_tables_at(store: Store, *instants: str | None) -> list[int]:
    """A table for each instant, with something that falls due then."""
    ids = [await saved_table(store, channel_id) for channel_id in range(20, 20 + len(instants))]
    async with store.write() as writer:
        for table_id, due_at in zip(ids, instants, strict=True):
            await writer.save_clock(table_id, "{}", due_at)
    return ids


async def test_a_table_keeps_its_clock_and_when_it_falls_due(store: Store) -> None:
    table_id, other = await saved_table(store), await saved_table(store, 21)
    for clock, due_at in (('{"paused":false}', LATER), ('{"paused":true}', None)):
        async with store.write() as writer:
            await writer.save_clock(table_id, clock, due_at)
        table, untouched = await store.table(table_id), await store.table(other)
        assert table is not None
        assert untouched is not None
        assert (table.clock, table.due_at) == (clock, due_at)
        assert (untouched.clock, untouched.due_at) == ("{}", None)


async def test_what_has_fallen_due_comes_earliest_first_and_the_instant_itself_counts(store: Store) -> None:
    ids = await due_tables_at(store, AT, LATER, None, EARLIER, AT)
    assert await store.due_tables("2026-01-30T23:59:58Z") == []
    assert await store.due_tables(EARLIER) == [ids[3]]
    assert await store.due_tables(AT) == [ids[3], ids[0], ids[4]]
    assert await store.due_tables("9999") == [ids[3], ids[0], ids[4], ids[1]]


async def test_tables_fall_due_in_any_state(store: Store) -> None:
    ids = await due_tables_at(store, AT, AT, AT, AT, AT)
    async with store.write() as writer:
        for table_id, state in zip(ids, ("lobby", "running", "over", "stopped", "archived"), strict=True):
            await writer.set_state(table_id, state)
    assert await store.due_tables(AT) == ids


async def test_a_table_set_aside_falls_due_when_it_is_taken_back(store: Store) -> None:
    (table_id,) = await due_tables_at(store, AT)
    for reason, due in (("unreadable", []), (None, [table_id])):
        async with store.write() as writer:
            await writer.set_aside(table_id, reason)
        assert await store.due_tables(LATER) == due


async def test_the_next_instant_is_the_earliest_that_has_not_come(store: Store) -> None:
    await due_tables_at(store, LATER, AT, None, EARLIER)
    instants = ("", EARLIER, AT, LATER)
    assert [await store.next_due(after) for after in instants] == [EARLIER, AT, LATER, None]


async def test_what_falls_due_is_found_without_a_look_at_every_table(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[Row] = []
    read = Database.read

    async def explain(database: Database, sql: str, *values: Value) -> list[Row]:
        plans.extend(await read(database, f"EXPLAIN QUERY PLAN {sql}", *values))
        return await read(database, sql, *values)

    monkeypatch.setattr(Database, "read", explain)
    await store.due_tables(AT)
    await store.next_due(AT)
    assert [detail for *_, detail in plans] == [
        "SEARCH game_table USING INDEX due_tables (due_at<?)",
        "SEARCH game_table USING COVERING INDEX due_tables (due_at>?)",
    ]


async def test_the_last_beat_is_the_one_that_counts(store: Store) -> None:
    for at in (AT, LATER, EARLIER):  # the clock of a machine may be set back
        async with store.write() as writer:
            await writer.beat(at)
        assert await store.heartbeat() == at


async def test_outages_are_kept_oldest_first(store: Store) -> None:
    async with store.write() as writer:
        await writer.add_outage(AT, LATER)
        await writer.add_outage(EARLIER, AT)
    assert await store.outages() == [OutageRow(EARLIER, AT), OutageRow(AT, LATER)]


@pytest.mark.parametrize("ended_at", [AT, EARLIER])
async def test_an_outage_that_took_no_time_is_none(store: Store, ended_at: str) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        async with store.write() as writer:
            await writer.add_outage(AT, ended_at)
    assert await store.outages() == []


async def test_running_tables_with_something_due_want_their_boards(store: Store) -> None:
    ids = await due_tables_at(store, LATER, AT, None, AT, AT)
    async with store.write() as writer:
        for table_id, state in zip(ids, ("running", "running", "running", "lobby", "archived"), strict=True):
            await writer.set_state(table_id, state)
        assert await writer.want_running_boards() == ids[:2]
        assert await writer.want_running_boards() == ids[:2]
    assert await store.unsettled_tables() == ids[:2]
    tables = [await store.table(table_id) for table_id in ids]
    assert [table.board_wanted for table in tables if table] == [2, 2, 0, 0, 0]


async def test_where_no_table_runs_by_the_clock_no_board_is_wanted(store: Store) -> None:
    async with store.write() as writer:
        await writer.set_state(await new_table(writer), "running")
        assert await writer.want_running_boards() == []
    assert await store.unsettled_tables() == []
