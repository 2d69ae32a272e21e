"""The outbox: what is owed stays owed until it is settled, in order, and what is void is known to be (law 2)."""

from bot.game.rules import waiting
from bot.game.state import Phase
from bot.tables.notices import Kind, Notice
from tests.tables.hosting import CHANNEL, HOST, NOW, Hosting, query, seeded


async def test_what_is_owed_is_pending_in_order_until_it_is_settled(hosting: Hosting) -> None:
    table_id = await hosting.lobby(3)
    await hosting.tables.lobby.start(table_id, HOST.user_id)
    outbox = hosting.tables.outbox
    pending = await outbox.pending(table_id)
    assert [row.notice.kind for row in pending] == [Kind.COMMITMENT, Kind.STARTED, Kind.STARTED, Kind.STARTED]
    assert [row.id for row in pending] == sorted({row.id for row in pending})
    await outbox.settle(pending[1])
    assert await outbox.pending(table_id) == [pending[0], *pending[2:]]
    assert await hosting.restarted().outbox.pending(table_id) == [pending[0], *pending[2:]]


async def test_tables_that_owe_something_are_unsettled(hosting: Hosting) -> None:
    first, second = await hosting.started(channel=1), await hosting.started(channel=2)
    outbox = hosting.tables.outbox
    assert await outbox.unsettled() == []
    await hosting.step(second, seeded(1))
    assert await outbox.unsettled() == [second]
    await outbox.want_board(first)
    assert await outbox.unsettled() == [first, second]
    await hosting.settle(first)
    await hosting.settle(second)
    assert await outbox.unsettled() == []


async def test_an_asking_applies_until_its_seat_has_acted(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    await hosting.step(table_id, seeded(1))
    [row] = await hosting.tables.outbox.pending(table_id)
    assert row.notice.kind is Kind.TURN
    assert await hosting.tables.outbox.applies(await hosting.table(table_id), row.notice)
    await hosting.step(table_id, seeded(2))
    assert not await hosting.tables.outbox.applies(await hosting.table(table_id), row.notice)


async def test_the_asking_of_an_invasion_applies_to_all_alike_until_the_last_seal(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    await hosting.play_until(table_id, Phase.INVASION, seeded(1))
    pending = [row.notice for row in await hosting.tables.outbox.pending(table_id)]
    asked = [notice for notice in pending if notice.kind is Kind.INVASION]
    assert len(asked) == 3
    while waiting(await hosting.state(table_id)) and (await hosting.state(table_id)).phase is Phase.INVASION:
        table = await hosting.table(table_id)
        assert [await hosting.tables.outbox.applies(table, notice) for notice in asked] == [True] * 3
        user_id = await hosting.holder(table_id, waiting(await hosting.state(table_id))[0])
        await hosting.tables.playing.act(table_id, user_id, {"type": "defend"})
    table = await hosting.table(table_id)
    assert [await hosting.tables.outbox.applies(table, notice) for notice in asked] == [False] * 3


async def test_what_asks_nothing_always_applies(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    seat = (await hosting.table(table_id)).people[0].seat
    for notice in (Notice(Kind.COMMITMENT), Notice(Kind.STARTED, seat), Notice(Kind.REPORT_A), Notice(Kind.STOPPED)):
        assert await hosting.tables.outbox.applies(await hosting.table(table_id), notice)


async def test_rows_hold_kind_table_seat_and_prompt_and_nothing_of_the_game(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    await hosting.play_until(table_id, Phase.INVASION, seeded(1))
    communes = (await hosting.state(table_id)).communes
    for kind, seat, prompt in query(hosting.path, "SELECT kind, seat, prompt FROM outbox"):
        assert kind in set(Kind)
        assert seat in (*communes, None)
        assert prompt is None or isinstance(prompt, int)


async def test_a_board_is_due_until_the_newest_wish_is_shown(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    outbox = hosting.tables.outbox
    await outbox.want_board(table_id)
    wanted = await outbox.board_due(table_id)
    assert wanted is not None
    await outbox.want_board(table_id)
    await outbox.board_shown(table_id, wanted)
    newer = await outbox.board_due(table_id)
    assert newer == wanted + 1
    await outbox.board_shown(table_id, newer)
    assert await outbox.board_due(table_id) is None


async def test_an_older_drawing_that_arrives_late_takes_nothing_back(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    outbox = hosting.tables.outbox
    await outbox.want_board(table_id)
    wanted = await outbox.board_due(table_id)
    assert wanted is not None
    await outbox.board_shown(table_id, wanted)
    await outbox.board_shown(table_id, wanted - 1)
    assert await outbox.board_due(table_id) is None


async def test_a_table_that_is_not_there_has_no_board(hosting: Hosting) -> None:
    assert await hosting.tables.outbox.board_due(5) is None


async def test_where_the_board_stands_is_kept_and_asking_for_it_makes_it_belong_to_no_turn(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    outbox = hosting.tables.outbox
    assert await outbox.board_message(table_id) is None
    await outbox.want_board(table_id)
    await outbox.board_posted(table_id, CHANNEL, 777, "turn 1")
    posted = await outbox.board_message(table_id)
    assert posted is not None
    assert (posted.channel_id, posted.message_id, posted.posted_at, posted.turn_key) == (CHANNEL, 777, NOW, "turn 1")
    await outbox.want_board(table_id)
    asked = await outbox.board_message(table_id)
    assert asked is not None
    assert (asked.message_id, asked.turn_key) == (777, "")
