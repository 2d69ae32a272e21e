"""What is still to be told: boards, the outbox, and the messages posted."""

import sqlite3

import pytest

from storage import MessageRow, OutboxRow, Store
from tests.storage.helpers import AT, LATER, saved_table


async def test_a_board_is_unsettled_until_the_newest_wish_is_shown(store: Store) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        await writer.want_board(table_id)
        await writer.want_board(table_id)
    assert await store.unsettled_tables() == [table_id]
    for shown, left in ((1, [table_id]), (2, []), (1, [])):
        async with store.write() as writer:
            await writer.board_shown(table_id, shown)
        assert await store.unsettled_tables() == left


async def test_no_board_is_shown_that_was_never_wanted(store: Store) -> None:
    table_id = await saved_table(store)
    with pytest.raises(sqlite3.IntegrityError):
        async with store.write() as writer:
            await writer.board_shown(table_id, 1)


async def test_the_outbox_keeps_what_is_to_be_told_in_order(store: Store) -> None:
    table_id, other = await saved_table(store), await saved_table(store, 21)
    async with store.write() as writer:
        first = await writer.add_outbox(table_id, "turn", "siena", 4, AT)
        second = await writer.add_outbox(table_id, "over", None, None, LATER)
    assert await store.outbox(table_id) == [
        OutboxRow(first, table_id, "turn", "siena", 4, AT),
        OutboxRow(second, table_id, "over", None, None, LATER),
    ]
    assert await store.unsettled_tables() == [table_id]
    assert await store.outbox(other) == []


async def test_a_told_row_is_gone_and_its_id_never_comes_back(store: Store) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        first = await writer.add_outbox(table_id, "turn", "siena", 4, AT)
        await writer.drop_outbox(first)
        await writer.drop_outbox(first)
    assert await store.outbox(table_id) == []
    assert await store.unsettled_tables() == []
    async with store.write() as writer:
        assert await writer.add_outbox(table_id, "turn", "siena", 5, AT) > first


async def test_what_is_told_of_one_asking_is_forgotten_together(store: Store) -> None:
    table_id, other = await saved_table(store), await saved_table(store, 21)
    async with store.write() as writer:
        await writer.add_outbox(table_id, "turn", "siena", 4, AT)
        kept = [
            await writer.add_outbox(table_id, "turn", "siena", 5, AT),
            await writer.add_outbox(table_id, "turn", "milano", 4, AT),
            await writer.add_outbox(table_id, "final", None, None, AT),
            await writer.add_outbox(other, "turn", "siena", 4, AT),
        ]
        await writer.drop_asked(table_id, "siena", 4)
    left = [row.id for each in (table_id, other) for row in await store.outbox(each)]
    assert left == kept


@pytest.mark.parametrize(("kind", "left"), [(None, [2, 4]), ("offered", [0, 2, 3, 4])])
async def test_what_is_not_yet_told_to_a_seat_is_forgotten_whole_or_by_its_kind(
    store: Store, kind: str | None, left: list[int]
) -> None:
    table_id, other = await saved_table(store), await saved_table(store, 21)
    async with store.write() as writer:
        ids = [
            await writer.add_outbox(table_id, "turn", "siena", 4, AT),
            await writer.add_outbox(table_id, "offered", "siena", None, AT),
            await writer.add_outbox(table_id, "offered", "milano", None, AT),
            await writer.add_outbox(table_id, "started", "siena", None, AT),
            await writer.add_outbox(other, "offered", "siena", None, AT),
        ]
        await writer.drop_told(table_id, "siena", kind)
    rows = [row.id for each in (table_id, other) for row in await store.outbox(each)]
    assert rows == [ids[place] for place in left]


async def test_the_newest_message_of_each_kind_is_kept(store: Store) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        await writer.save_message(table_id, "board", 20, 500, AT, "siena/1")
        await writer.save_message(table_id, "board", 21, 501, LATER, "pisa/2")
        await writer.save_message(table_id, "report", 20, 502, AT, "")
    assert await store.message(table_id, "board") == MessageRow(table_id, "board", 21, 501, LATER, "pisa/2")
    assert await store.message(table_id, "report") is not None
