"""Seats with what their people keep there, and seats and tables that change hands or channels."""

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from storage import ChannelTaken, MessageRow, NoSuchRow, Store, Writer
from storage.database import Database, Row, Value
from tests.storage.helpers import AT, alter, new_table, saved_table, seat_row, seats_of


async def seated(store: Store, *user_ids: int, channel_id: int = 20) -> int:
    """A table where these people sit."""
    table_id = await saved_table(store, channel_id)
    async with store.write() as writer:
        for user_id in user_ids:
            await writer.add_seat(table_id, user_id)
    return table_id


async def used(store: Store, *user_ids: int) -> int:
    """A table where the first of these people has done with a seat whatever can be done with one."""
    table_id = await seated(store, *user_ids)
    async with store.write() as writer:
        await writer.set_commune(table_id, user_ids[0], "siena")
        await writer.set_agrees(table_id, user_ids[0])
        await writer.save_orders(table_id, user_ids[0], '{"finish":true}')
        await writer.save_looked(table_id, user_ids[0], 7)
        await writer.offer_seat(table_id, user_ids[0], 99, by=31)
    return table_id


async def test_a_seat_keeps_what_its_person_does_with_it_and_no_other_seat_does(store: Store) -> None:
    table_id = await used(store, 31, 32)
    told = {"orders": '{"finish":true}', "looked": 7, "offered_to": 99, "offered_by": 31}
    assert await seats_of(store, table_id) == [
        seat_row(table_id, 1, 31, "siena", agrees=True, **told),
        seat_row(table_id, 2, 32),
    ]


async def test_fewer_rows_than_noted_are_not_looked_at_again(store: Store) -> None:
    table_id = await seated(store, 31)
    for rows, looked in ((5, 5), (3, 5), (5, 5), (6, 6)):
        async with store.write() as writer:
            await writer.save_looked(table_id, 31, rows)
        assert await seats_of(store, table_id) == [seat_row(table_id, 1, 31, looked=looked)]


async def test_who_looks_when_their_seat_is_gone_harms_nobody(store: Store) -> None:
    table_id = await seated(store, 31)
    async with store.write() as writer:
        await writer.save_looked(table_id, 32, 5)
        await writer.save_looked(9, 31, 5)
    assert await seats_of(store, table_id) == [seat_row(table_id, 1, 31)]


async def test_no_fewer_rows_than_none_are_looked_at(store: Store, path: Path) -> None:
    await seated(store, 31)
    with pytest.raises(sqlite3.IntegrityError):
        alter(path, "UPDATE seat SET looked = -1")


async def test_the_newest_offer_of_a_seat_counts_until_it_is_ended(store: Store) -> None:
    table_id = await seated(store, 31, 32)
    for to, by in ((99, 31), (98, 31), (98, 32)):
        async with store.write() as writer:
            await writer.offer_seat(table_id, 31, to, by=by)
        seats = await seats_of(store, table_id)
        assert seats == [seat_row(table_id, 1, 31, offered_to=to, offered_by=by), seat_row(table_id, 2, 32)]
    for _ in range(2):
        async with store.write() as writer:
            await writer.end_offer(table_id, 31)
        assert await seats_of(store, table_id) == [seat_row(table_id, 1, 31), seat_row(table_id, 2, 32)]


async def test_a_person_finds_where_seats_are_offered_to_them_each_running_table_once(store: Store) -> None:
    ids = [await seated(store, 31, 32, channel_id=channel_id) for channel_id in range(20, 26)]
    states = ("running", "over", "running", "archived", "stopped", "running")
    async with store.write() as writer:
        for table_id, state in zip(ids, states, strict=True):
            await writer.set_state(table_id, state)
            await writer.offer_seat(table_id, 31, 99, by=31)
        await writer.offer_seat(ids[0], 32, 99, by=32)
        await writer.offer_seat(ids[5], 31, 98, by=31)
    assert [table.id for table in await store.tables_offered_to(99)] == [ids[2], ids[0]]
    assert [table.id for table in await store.tables_offered_to(98)] == [ids[5]]
    assert await store.tables_offered_to(31) == []


async def test_the_open_tables_of_a_server_are_found_oldest_first(store: Store) -> None:
    ids = [await saved_table(store, channel_id) for channel_id in range(20, 25)]
    async with store.write() as writer:
        for table_id, state in zip(ids, ("running", "over", "lobby", "archived", "stopped"), strict=True):
            await writer.set_state(table_id, state)
        await writer.create_table(guild_id=11, channel_id=30, host_id=30, settings="{}", at=AT)
    assert [table.id for table in await store.open_tables_of_guild(10)] == [ids[0], ids[2]]


async def test_a_seat_that_is_handed_on_keeps_its_place_and_commune_and_nothing_of_its_person(store: Store) -> None:
    table_id = await used(store, 31, 32)
    async with store.write() as writer:
        await writer.hand_seat(table_id, 31, 99)
    assert await seats_of(store, table_id) == [seat_row(table_id, 1, 99, "siena"), seat_row(table_id, 2, 32)]
    assert await store.tables_of(31) == await store.tables_offered_to(99) == []
    assert [table.id for table in await store.tables_of(99)] == [table_id]


async def test_nobody_is_handed_a_second_seat(store: Store) -> None:
    table_id = await seated(store, 31, 32)
    with pytest.raises(sqlite3.IntegrityError):
        async with store.write() as writer:
            await writer.hand_seat(table_id, 31, 32)


async def test_a_steward_takes_a_seat_over_under_an_id_that_names_nobody(store: Store) -> None:
    table_id = await used(store, 31)
    async with store.write() as writer:
        await writer.add_steward(table_id, "novice")
        await writer.add_seat(table_id, 33)
        await writer.seat_steward(table_id, 31, "steward")
        await writer.seat_steward(table_id, 33, "steward")
    assert await seats_of(store, table_id) == [
        seat_row(table_id, 1, -1, "siena", steward="steward"),
        seat_row(table_id, 2, -2, steward="novice"),
        seat_row(table_id, 3, -3, steward="steward"),
    ]


async def test_a_person_who_is_handed_a_steward_s_seat_is_none(store: Store) -> None:
    table_id = await seated(store, 31)
    async with store.write() as writer:
        await writer.seat_steward(table_id, 31, "steward")
        await writer.hand_seat(table_id, -1, 99)
    assert await seats_of(store, table_id) == [seat_row(table_id, 1, 99)]


@pytest.mark.parametrize(
    "write",
    [
        lambda writer, table_id: writer.save_orders(table_id, 98, "{}"),
        lambda writer, table_id: writer.offer_seat(table_id, 98, 99, by=98),
        lambda writer, table_id: writer.end_offer(table_id, 98),
        lambda writer, table_id: writer.hand_seat(table_id, 98, 99),
        lambda writer, table_id: writer.seat_steward(table_id, 98, "steward"),
    ],
    ids=["orders", "offer", "end", "hand", "steward"],
)
async def test_who_does_not_sit_there_has_no_seat_to_do_anything_with(
    store: Store, write: Callable[[Writer, int], Awaitable[None]]
) -> None:
    table_id = await seated(store, 31)
    async with store.write() as writer:
        with pytest.raises(NoSuchRow, match=f"Table {table_id} has no such row"):
            await write(writer, table_id)
    assert await seats_of(store, table_id) == [seat_row(table_id, 1, 31)]


async def test_a_table_is_suspended_for_a_reason_until_it_is_not(store: Store) -> None:
    table_id, other = await saved_table(store), await saved_table(store, 21)
    for reason in ("the channel is gone", None):
        async with store.write() as writer:
            await writer.suspend(table_id, reason)
        tables = [await store.table(each) for each in (table_id, other)]
        assert [table.suspended for table in tables if table] == [reason, None]


async def test_a_table_that_moves_is_suspended_no_more_and_its_board_is_posted_nowhere(store: Store) -> None:
    table_id, other = await saved_table(store), await saved_table(store, 21)
    async with store.write() as writer:
        for each in (table_id, other):
            await writer.save_message(each, "board", 20, 500, AT, "")
        await writer.save_message(table_id, "ping siena", 700, 501, AT, "")
        await writer.suspend(table_id, "the channel is gone")
        await writer.move_table(table_id, 11, 22)
    table = await store.table(table_id)
    assert table is not None
    assert (table.guild_id, table.channel_id, table.suspended) == (11, 22, None)
    assert await store.message(table_id, "board") is None
    assert await store.message(table_id, "ping siena") == MessageRow(table_id, "ping siena", 700, 501, AT, "")
    assert await store.message(other, "board") is not None


@pytest.mark.parametrize("state", ["lobby", "running"])
async def test_no_table_moves_where_another_is_open(store: Store, state: str) -> None:
    table_id, other = await saved_table(store), await saved_table(store, 21)
    async with store.write() as writer:
        await writer.set_state(other, state)
    with pytest.raises(ChannelTaken):
        async with store.write() as writer:
            await writer.move_table(table_id, 10, 21)
    unmoved = await store.table(table_id)
    assert unmoved is not None
    assert unmoved.channel_id == 20


async def test_a_table_may_move_where_another_has_ended_and_leaves_its_channel_free(store: Store) -> None:
    table_id, other = await saved_table(store), await saved_table(store, 21)
    async with store.write() as writer:
        await writer.set_state(other, "archived")
        await writer.move_table(table_id, 10, 21)
        await new_table(writer)
    found = await store.open_table(21)
    assert found is not None
    assert found.id == table_id


async def test_whom_seats_are_offered_to_and_what_a_server_has_is_found_without_a_look_at_every_row(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[Row] = []
    read = Database.read

    async def explain(database: Database, sql: str, *values: Value) -> list[Row]:
        plans.extend(await read(database, f"EXPLAIN QUERY PLAN {sql}", *values))
        return await read(database, sql, *values)

    monkeypatch.setattr(Database, "read", explain)
    await store.tables_offered_to(31)
    await store.open_tables_of_guild(10)
    await store.table(1)
    await store.tables_of(31)
    steps = [detail for *_, detail in plans]
    assert not [step for step in steps if step.startswith("SCAN")]
    assert "SEARCH seat USING INDEX seats_offered (offered_to=?)" in steps
    assert "SEARCH t USING INDEX open_tables_of_a_guild (guild_id=?)" in steps
