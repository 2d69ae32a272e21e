"""A running game: who may act, what is saved and wanted, how it is stopped, opened and ended."""

import asyncio

import pytest

from bot.game.errors import MalformedRecord, NotAsked, WrongPhase
from bot.game.proof import commitment
from bot.game.record import replay
from bot.game.rules import waiting
from bot.game.state import Phase
from bot.tables.errors import (
    GameGoesOn,
    NothingPlayed,
    NothingToOpen,
    NotHost,
    NotRunning,
    NotSeated,
    RecordClosed,
    TableEnded,
)
from bot.tables.log import read_log
from bot.tables.model import TableState
from bot.tables.notices import Kind
from tests.storage.helpers import content
from tests.tables.hosting import BEA, CARLO, HOST, NOW, STRANGER, Hosting, bodies, query, seeded


async def holder_of_turn(hosting: Hosting, table_id: int) -> int:
    return await hosting.holder(table_id, (await hosting.state(table_id)).active)


async def play_to_the_end(hosting: Hosting, table_id: int, seed: int = 0) -> None:
    await hosting.play_until(table_id, Phase.OVER, seeded(seed))


async def test_an_action_is_saved_with_its_author_and_the_time(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    user_id = await holder_of_turn(hosting, table_id)
    await hosting.tables.playing.act(table_id, user_id, {"type": "bid", "column": 2, "coins": 1})
    assert query(hosting.path, "SELECT number, kind, author, at FROM log WHERE number > 0") == [
        (1, "action", user_id, NOW)
    ]
    seat = (await hosting.table(table_id)).seat_of(user_id)
    assert bodies(hosting.path, table_id)[1] == {
        "seat": seat,
        "type": "bid",
        "column": 2,
        "coins": 1,
        "believers": 0,
    }


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
async def test_a_game_is_played_to_its_end_and_its_log_is_the_game(hosting: Hosting, seats: int) -> None:
    table_id = await hosting.started(seats)
    await play_to_the_end(hosting, table_id, seats)
    state = await hosting.state(table_id)
    assert (await hosting.table(table_id)).state is TableState.OVER
    assert read_log(await hosting.store.log(table_id)).snapshot == await hosting.snapshot(table_id)
    setup, *actions = bodies(hosting.path, table_id)
    record = {"format": "comuni-record", "version": 1, "communes": setup["communes"], "decks": setup["decks"]}
    if not state.open_screens:
        assert list(replay({**record, "actions": actions}))[-1] == state


async def test_the_author_is_who_sits_there_whatever_seat_is_typed(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    user_id = await holder_of_turn(hosting, table_id)
    other = next(person for person in (await hosting.table(table_id)).people if person.user_id != user_id)
    data = {"type": "bid", "column": 1, "seat": other.seat}
    await hosting.tables.playing.act(table_id, user_id, data)
    assert bodies(hosting.path, table_id)[1]["seat"] == (await hosting.table(table_id)).seat_of(user_id)


async def test_a_stranger_cannot_act(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    with pytest.raises(NotSeated):
        await hosting.tables.playing.act(table_id, STRANGER.user_id, {"type": "bid", "column": 1})


async def test_nobody_acts_before_the_start_or_after_the_stop(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2)
    for user_id in (HOST.user_id, STRANGER.user_id):
        with pytest.raises(NotRunning):
            await hosting.tables.playing.act(table_id, user_id, {"type": "bid", "column": 1})
    await hosting.tables.lobby.start(table_id, HOST.user_id)
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    with pytest.raises(TableEnded):
        await hosting.tables.playing.act(table_id, HOST.user_id, {"type": "bid", "column": 1})


async def test_nobody_acts_after_the_end(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    await play_to_the_end(hosting, table_id)
    before = content(hosting.path)
    with pytest.raises(TableEnded):
        await hosting.tables.playing.act(table_id, HOST.user_id, {"type": "defend"})
    assert content(hosting.path) == before


async def test_the_rules_refuse_and_nothing_else_does(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    user_id = await holder_of_turn(hosting, table_id)
    other = BEA.user_id if user_id == HOST.user_id else HOST.user_id
    act = hosting.tables.playing.act
    with pytest.raises(NotAsked):
        await act(table_id, other, {"type": "bid", "column": 1})
    with pytest.raises(WrongPhase):
        await act(table_id, user_id, {"type": "finish"})
    for data in ({}, {"type": "bid"}, {"type": "bid", "column": "1"}, {"type": "bid", "column": True}, {"a": 1}):
        with pytest.raises(MalformedRecord):
            await act(table_id, user_id, data)


async def test_the_answer_holds_only_what_the_author_may_know(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    await hosting.play_until(table_id, Phase.INVASION, seeded(3))
    first, second = (person.user_id for person in (await hosting.table(table_id)).people)
    told = await hosting.tables.playing.act(table_id, first, {"type": "defend"})
    assert [type(event).__name__ for event in told] == ["DefenceSealed"]
    told = await hosting.tables.playing.act(table_id, second, {"type": "defend"})
    assert [type(event).__name__ for event in told][:2] == ["DefenceSealed", "InvasionResolved"]
    seat = (await hosting.table(table_id)).seat_of(second)
    assert all(event.seat == seat for event in told if type(event).__name__ == "DefenceSealed")  # type: ignore[attr-defined]  # has one


async def test_whatever_the_public_sees_anew_wants_a_board(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    rng = seeded(5)
    for _ in range(30):
        await hosting.settle(table_id)
        before = await hosting.tables.reader.sight(table_id, None)
        await hosting.step(table_id, rng)
        after = await hosting.tables.reader.sight(table_id, None)
        assert await hosting.board_due(table_id) == (before.observation != after.observation)


async def test_sealing_again_wants_no_board_so_that_no_edit_tells_of_it(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    await hosting.play_until(table_id, Phase.INVASION, seeded(4))
    await hosting.settle(table_id)
    user_id = await hosting.holder(table_id, waiting(await hosting.state(table_id))[0])
    await hosting.tables.playing.act(table_id, user_id, {"type": "defend"})
    assert await hosting.board_due(table_id)  # one more has sealed: a number that all may know (3.5)
    await hosting.settle(table_id)
    rows = len(bodies(hosting.path, table_id))
    await hosting.tables.playing.act(table_id, user_id, {"type": "defend"})
    assert len(bodies(hosting.path, table_id)) == rows + 1
    assert not await hosting.board_due(table_id)
    assert await hosting.owed(table_id) == []


async def test_seals_that_arrive_at_once_are_counted_once_each(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    await hosting.play_until(table_id, Phase.INVASION, seeded(4))
    user_id = await hosting.holder(table_id, waiting(await hosting.state(table_id))[0])
    seal = [hosting.tables.playing.act(table_id, user_id, {"type": "defend"}) for _ in range(3)]
    await asyncio.gather(*seal)
    sight = await hosting.tables.reader.sight(table_id, None)
    assert sight.observation is not None
    assert sight.observation.sealed == 1


@pytest.mark.parametrize("running", [False, True])
async def test_the_host_stops_a_table_and_of_a_game_the_channel_is_told(hosting: Hosting, running: bool) -> None:
    table_id = await (hosting.started() if running else hosting.lobby())
    await hosting.settle(table_id)
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    table = await hosting.table(table_id)
    assert (table.state, table.opened) == (TableState.STOPPED, False)
    assert await hosting.owed(table_id) == ([("stopped", None)] if running else [])
    assert await hosting.board_due(table_id)


async def test_who_manages_the_channel_stops_a_table_and_nobody_else_does(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    for user_id in (BEA.user_id, STRANGER.user_id):
        with pytest.raises(NotHost):
            await hosting.tables.playing.stop(table_id, user_id, manages=False)
    await hosting.tables.playing.stop(table_id, STRANGER.user_id, manages=True)
    assert (await hosting.table(table_id)).state is TableState.STOPPED


async def test_a_table_is_stopped_once_and_not_after_its_end(hosting: Hosting) -> None:
    stopped, over = await hosting.started(channel=1), await hosting.started(channel=2)
    await hosting.tables.playing.stop(stopped, HOST.user_id, manages=False)
    await play_to_the_end(hosting, over)
    for table_id in (stopped, over):
        with pytest.raises(TableEnded):
            await hosting.tables.playing.stop(table_id, HOST.user_id, manages=True)


async def test_stopping_voids_what_was_asked(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    await hosting.step(table_id, seeded(8))
    asked = [owed.notice for owed in await hosting.tables.outbox.pending(table_id) if owed.notice.prompt]
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    table = await hosting.table(table_id)
    assert asked
    assert [await hosting.tables.outbox.applies(table, notice) for notice in asked] == [False] * len(asked)


async def test_a_stopped_game_is_opened_once_all_seats_agree_and_that_is_told_once(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    await hosting.step(table_id, seeded(1))
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    await hosting.settle(table_id)
    agree, record = hosting.tables.playing.agree, hosting.tables.reader.record
    for agreed, person in enumerate((BEA, BEA, HOST)):
        await agree(table_id, person.user_id)
        with pytest.raises(RecordClosed) as caught:
            await record(await hosting.table(table_id))
        assert caught.value.data == {"agreed": max(1, agreed), "seats": 3}
        assert await hosting.owed(table_id) == []
    await agree(table_id, CARLO.user_id)
    assert await hosting.owed(table_id) == [("opened", None)]
    assert (await hosting.table(table_id)).opened
    assert len((await record(await hosting.table(table_id))).actions) == 1
    with pytest.raises(NothingToOpen):
        await agree(table_id, CARLO.user_id)


async def test_when_all_agree_at_once_it_is_told_once(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    await hosting.settle(table_id)
    await asyncio.gather(*(hosting.tables.playing.agree(table_id, p.user_id) for p in (HOST, BEA, CARLO)))
    assert await hosting.owed(table_id) == [("opened", None)]


async def test_only_who_sits_at_a_stopped_game_agrees(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    agree = hosting.tables.playing.agree
    with pytest.raises(NothingToOpen):
        await agree(table_id, HOST.user_id)
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    with pytest.raises(NotSeated):
        await agree(table_id, STRANGER.user_id)
    over = await hosting.started(2, channel=5)
    await play_to_the_end(hosting, over)
    with pytest.raises(NothingToOpen):
        await agree(over, HOST.user_id)


async def test_a_lobby_that_was_stopped_has_nothing_to_open(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2)
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    for person in (HOST, BEA, STRANGER):
        with pytest.raises(NothingToOpen):
            await hosting.tables.playing.agree(table_id, person.user_id)
    with pytest.raises(NothingPlayed):
        await hosting.tables.reader.record(await hosting.table(table_id))


async def test_the_record_is_closed_while_the_game_runs_and_open_when_it_is_over(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    with pytest.raises(GameGoesOn):
        await hosting.tables.reader.record(await hosting.table(table_id))
    await play_to_the_end(hosting, table_id)
    history = await hosting.tables.reader.record(await hosting.table(table_id))
    setup, *actions = bodies(hosting.path, table_id)
    assert len(history.actions) == len(actions)
    assert history.salt == setup["salt"]
    assert len(commitment(history.setup, history.salt)) == 64


async def test_the_end_is_owed_to_the_channel_and_to_everybody(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    await play_to_the_end(hosting, table_id)
    communes = (await hosting.state(table_id)).communes
    kinds = (await hosting.owed(table_id))[-4:]
    assert kinds == [
        (Kind.REPORT_D, None),
        (Kind.FINAL, None),
        (Kind.OVER, communes[0]),
        (Kind.OVER, communes[1]),
    ]
