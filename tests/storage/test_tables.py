"""Tables and seats: every read and write, and what is refused."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable

import pytest

from storage import ChannelTaken, NoSuchRow, Store, TableRow, Writer
from tests.storage.helpers import AT, LATER, new_table, saved_table, seat_row, seats_of


async def test_a_new_table_is_in_lobby_with_nothing_to_show(store: Store) -> None:
    async with store.write() as writer:
        table_id = await new_table(writer)
    assert await store.table(table_id) == TableRow(
        id=table_id,
        guild_id=10,
        channel_id=20,
        host_id=30,
        state="lobby",
        settings='{"seats":5}',
        version=0,
        board_wanted=0,
        board_shown=0,
        aside=None,
        clock="{}",
        due_at=None,
        suspended=None,
        created_at=AT,
    )


async def test_what_is_not_there_reads_as_nothing(store: Store) -> None:
    assert await store.table(1) is None
    assert await store.open_table(20) is None
    assert await store.last_table(20) is None
    assert await store.snapshot(1) is None
    assert await store.message(1, "board") is None
    assert await store.people([1, 2]) == {}
    assert await store.people([]) == {}
    lists = (
        store.log,
        store.outbox,
        store.tables_of,
        store.tables_offered_to,
        store.open_tables_of_guild,
    )
    assert [await read(1) for read in lists] == [[]] * 5
    assert await store.running_tables() == []
    assert await store.unsettled_tables() == []
    assert await store.due_tables(LATER) == []
    assert await store.next_due("") is None
    assert await store.heartbeat() is None
    assert await store.outages() == []


async def test_discord_ids_of_64_bits_come_back_whole(store: Store) -> None:
    largest = 2**63 - 1
    async with store.write() as writer:
        table_id = await writer.create_table(
            guild_id=largest, channel_id=largest - 1, host_id=largest - 2, settings="{}", at=AT
        )
        await writer.save_person(largest, "A", None)
    table = await store.table(table_id)
    assert table is not None
    assert (table.guild_id, table.channel_id, table.host_id) == (largest, largest - 1, largest - 2)
    assert list(await store.people([largest])) == [largest]


@pytest.mark.parametrize("state", ["lobby", "running"])
async def test_a_channel_has_one_open_table(store: Store, state: str) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        await writer.set_state(table_id, state)
    with pytest.raises(ChannelTaken):
        async with store.write() as writer:
            await new_table(writer)
    async with store.write() as writer:
        assert await new_table(writer, channel_id=21) != table_id


@pytest.mark.parametrize("state", ["over", "stopped", "archived"])
async def test_a_channel_is_free_again_after_its_table(store: Store, state: str) -> None:
    first = await saved_table(store)
    async with store.write() as writer:
        await writer.set_state(first, state)
        second = await new_table(writer)
    found = await store.open_table(20)
    assert found is not None
    assert found.id == second
    with pytest.raises(ChannelTaken):
        async with store.write() as writer:
            await writer.set_state(first, "running")
    unchanged = await store.table(first)
    assert unchanged is not None
    assert unchanged.state == state


async def test_of_two_tables_made_at_once_in_one_channel_one_is_refused(store: Store) -> None:
    async def make() -> int:
        async with store.write() as writer:
            return await new_table(writer)

    first, second = await asyncio.gather(make(), make(), return_exceptions=True)
    assert isinstance(first, int)
    assert isinstance(second, ChannelTaken)


async def test_an_unknown_state_is_no_taken_channel(store: Store) -> None:
    table_id = await saved_table(store)
    with pytest.raises(sqlite3.IntegrityError):
        async with store.write() as writer:
            await writer.set_state(table_id, "paused")


async def test_the_last_table_of_a_channel_is_the_open_one_else_the_newest(store: Store) -> None:
    ids = []
    for _ in range(3):
        async with store.write() as writer:
            ids.append(await new_table(writer))
            await writer.set_state(ids[-1], "over")
    newest = await store.last_table(20)
    async with store.write() as writer:
        await writer.set_state(ids[0], "running")
    reopened = await store.last_table(20)
    assert newest is not None
    assert reopened is not None
    assert (newest.id, reopened.id) == (ids[2], ids[0])


async def test_an_archived_table_is_played_on_unless_its_channel_has_another(store: Store) -> None:
    first = await saved_table(store)
    async with store.write() as writer:
        await writer.set_state(first, "archived")
        await writer.set_state(first, "running")
        await writer.set_state(first, "archived")
        await new_table(writer)
    with pytest.raises(ChannelTaken):
        async with store.write() as writer:
            await writer.set_state(first, "running")
    unchanged = await store.table(first)
    assert unchanged is not None
    assert unchanged.state == "archived"


async def test_settings_are_replaced(store: Store) -> None:
    table_id, other = await saved_table(store), await saved_table(store, 21)
    async with store.write() as writer:
        await writer.save_settings(table_id, '{"seats":4}')
    tables = [await store.table(table_id), await store.table(other)]
    assert [table.settings for table in tables if table] == ['{"seats":4}', '{"seats":5}']


async def test_host_and_setting_aside_are_replaced(store: Store) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        await writer.set_host(table_id, 31)
        await writer.set_aside(table_id, "unreadable")
    table = await store.table(table_id)
    assert table is not None
    assert (table.host_id, table.aside) == (31, "unreadable")
    async with store.write() as writer:
        await writer.set_aside(table_id, None)
    table = await store.table(table_id)
    assert table is not None
    assert table.aside is None


async def test_seats_stand_in_the_order_of_joining(store: Store) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        for user_id in (33, 31, 32):
            await writer.add_seat(table_id, user_id)
        await writer.remove_seat(table_id, 31)
        await writer.remove_seat(table_id, 99)
        await writer.add_seat(table_id, 31)
        await writer.set_commune(table_id, 33, "siena")
        await writer.set_agrees(table_id, 32)
    assert await seats_of(store, table_id) == [
        seat_row(table_id, 1, 33, "siena"),
        seat_row(table_id, 3, 32, agrees=True),
        seat_row(table_id, 4, 31),
    ]


async def test_nobody_sits_twice_at_a_table_and_no_commune_is_held_twice(store: Store) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        await writer.add_seat(table_id, 31)
        await writer.add_seat(table_id, 32)
        await writer.set_commune(table_id, 31, "siena")
    with pytest.raises(sqlite3.IntegrityError):
        async with store.write() as writer:
            await writer.add_seat(table_id, 31)
    with pytest.raises(sqlite3.IntegrityError):
        async with store.write() as writer:
            await writer.set_commune(table_id, 32, "siena")


async def test_a_person_finds_their_tables_newest_first(store: Store) -> None:
    ids = [await saved_table(store, channel_id) for channel_id in (20, 21, 22)]
    async with store.write() as writer:
        for table_id in (ids[2], ids[0]):
            await writer.add_seat(table_id, 31)
        await writer.add_seat(ids[1], 32)
    assert [table.id for table in await store.tables_of(31)] == [ids[2], ids[0]]


async def test_running_tables_are_those_in_play(store: Store) -> None:
    ids = [await saved_table(store, channel_id) for channel_id in (20, 21, 22, 23, 24)]
    async with store.write() as writer:
        for table_id, state in zip(ids, ("running", "over", "stopped", "running", "archived"), strict=True):
            await writer.set_state(table_id, state)
        await writer.set_aside(ids[3], "unreadable")
    assert [table.id for table in await store.running_tables()] == [ids[0], ids[3]]


async def test_a_write_to_a_table_that_is_not_there_is_refused(store: Store) -> None:
    async with store.write() as writer:
        for write in (
            writer.set_state(9, "over"),
            writer.set_host(9, 31),
            writer.set_aside(9, None),
            writer.set_commune(9, 31, "siena"),
            writer.set_agrees(9, 31),
            writer.want_board(9),
            writer.board_shown(9, 0),
            writer.save_settings(9, "{}"),
            writer.save_clock(9, "{}", None),
            writer.suspend(9, None),
            writer.move_table(9, 10, 20),
        ):
            with pytest.raises(NoSuchRow):
                await write


@pytest.mark.parametrize(
    "write",
    [
        lambda writer: writer.add_seat(9, 31),
        lambda writer: writer.save_snapshot(9, 1, 1, "{}"),
        lambda writer: writer.add_outbox(9, "turn", None, None, AT),
        lambda writer: writer.save_message(9, "board", 20, 500, AT, ""),
    ],
    ids=["seat", "snapshot", "outbox", "message"],
)
async def test_nothing_hangs_on_a_table_that_is_not_there(
    store: Store, write: Callable[[Writer], Awaitable[object]]
) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        async with store.write() as writer:
            await write(writer)


async def test_a_steward_sits_behind_all_others_under_an_id_that_names_nobody(store: Store) -> None:
    async with store.write() as writer:
        table_id = await new_table(writer)
        await writer.add_seat(table_id, 31)
        await writer.add_steward(table_id, "novice")
        await writer.add_seat(table_id, 32)
        await writer.add_steward(table_id, "steward")
    assert await seats_of(store, table_id) == [
        seat_row(table_id, 1, 31),
        seat_row(table_id, 2, -2, steward="novice"),
        seat_row(table_id, 3, 32),
        seat_row(table_id, 4, -4, steward="steward"),
    ]


async def test_a_steward_may_go_and_another_come(store: Store) -> None:
    async with store.write() as writer:
        table_id = await new_table(writer)
        for _ in range(2):
            await writer.add_steward(table_id, "steward")
        await writer.remove_seat(table_id, -1)
        await writer.add_steward(table_id, "novice")
    seats = await seats_of(store, table_id)
    assert [(seat.user_id, seat.steward) for seat in seats] == [(-2, "steward"), (-3, "novice")]
