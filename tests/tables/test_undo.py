"""One's own last action taken back: a row of the log, and nobody learns anything by it."""

from random import Random

import pytest

from bot.game.components import Seat
from bot.game.events import ColumnFilled, InvasionResolved, InvasionStruck
from bot.game.observation import observe
from bot.game.rules import waiting
from bot.game.state import Phase
from bot.tables.errors import (
    ActedSince,
    NothingToUndo,
    NotRunning,
    NotSeated,
    OutOfDate,
    RevealedSince,
    SealAgain,
    TableEnded,
    TableRefusal,
)
from bot.tables.log import UNDO, read_log
from bot.tables.model import TableState
from bot.tables.telling import TakenBack
from tests.game.characters import RANDOM
from tests.tables.hosting import HOST, STRANGER, Hosting, bodies, query
from tests.tables.solo import begun

REVEALING = (ColumnFilled, InvasionStruck, InvasionResolved)


async def refused(hosting: Hosting, table_id: int, user_id: int, **options: int) -> type[TableRefusal]:
    """Why an undo is refused; nothing has changed by it."""
    before = query(hosting.path, "SELECT * FROM game_table"), bodies(hosting.path, table_id)
    with pytest.raises(TableRefusal) as caught:
        await hosting.tables.playing.undo(table_id, user_id, **options)
    assert (query(hosting.path, "SELECT * FROM game_table"), bodies(hosting.path, table_id)) == before
    return caught.type


async def take_back(hosting: Hosting, table_id: int, seat: Seat) -> None:
    await hosting.tables.playing.undo(table_id, await hosting.holder(table_id, seat))


@pytest.mark.parametrize("seats", [2, 3, 5])
async def test_an_undo_is_allowed_exactly_until_something_was_revealed(hosting: Hosting, seats: int) -> None:
    rng, table_id = Random(f"undo {seats}"), await hosting.started(seats)
    undone: set[Phase] = set()
    refusals: set[type[TableRefusal]] = set()
    while (before := await hosting.snapshot(table_id)).state.phase is not Phase.OVER:
        seat = rng.choice(waiting(before.state))
        await hosting.play(table_id, RANDOM.act(before.state, seat, rng))
        after = await hosting.snapshot(table_id)
        last = (await hosting.tables.reader.history(await hosting.table(table_id))).entries[-1]
        if after.state.phase is Phase.OVER:
            break
        if before.state.phase is Phase.INVASION or any(isinstance(event, REVEALING) for event in last.events):
            refusals.add(await refused(hosting, table_id, await hosting.holder(table_id, seat)))
            continue
        await take_back(hosting, table_id, seat)
        undone.add(before.state.phase)
        again = await hosting.snapshot(table_id)
        assert again.state == before.state
        assert all(new >= old for new, old in zip(again.prompts, after.prompts, strict=True))
        for asked in waiting(again.state):
            assert again.prompt(asked) > max(before.prompt(asked) or 0, after.prompt(asked) or 0)  # type: ignore[operator]  # it is asked
        await hosting.play(table_id, RANDOM.act(again.state, seat, rng))
    assert undone >= {Phase.PROJECTS, Phase.CONSTRUCTION, Phase.REPAIR}
    assert refusals == {RevealedSince, SealAgain}
    assert read_log(await hosting.store.log(table_id)).snapshot == await hosting.snapshot(table_id)


async def test_actions_are_taken_back_one_by_one(hosting: Hosting) -> None:
    table_id, rng = await hosting.started(2), Random("one by one")
    while True:
        await hosting.play_until(table_id, Phase.CONSTRUCTION, rng)
        start = await hosting.state(table_id)
        seat = start.active
        acted = 0
        while (state := await hosting.state(table_id)).phase is Phase.CONSTRUCTION and state.active == seat:
            await hosting.step(table_id, rng)
            acted += 1
        if acted > 2:
            break
    for _ in range(acted):
        await take_back(hosting, table_id, seat)
    assert await hosting.state(table_id) == start


async def test_an_undo_is_a_row_and_the_version_goes_on(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    action = await hosting.step(table_id, Random(0))
    version = (await hosting.table(table_id)).version
    await take_back(hosting, table_id, action.seat)
    assert (await hosting.table(table_id)).version == version + 1
    assert query(hosting.path, "SELECT kind, author FROM log ORDER BY number DESC LIMIT 1") == [
        (UNDO, await hosting.holder(table_id, action.seat))
    ]
    history = await hosting.tables.reader.history(await hosting.table(table_id))
    assert history.actions == ()
    assert TakenBack(action.seat) in await hosting.tables.reader.told(await hosting.table(table_id), None)


async def test_what_is_done_after_an_undo_is_the_game(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    first = await hosting.step(table_id, Random(0))
    await take_back(hosting, table_id, first.seat)
    second = await hosting.step(table_id, Random(1))
    history = await hosting.tables.reader.history(await hosting.table(table_id))
    assert history.actions == (second,)
    assert read_log(await hosting.store.log(table_id)) == history


async def test_nothing_is_undone_before_somebody_acted(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    assert await refused(hosting, table_id, HOST.user_id) is NothingToUndo


async def test_only_ones_own_last_action_is_undone(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    rng = Random(3)
    first = await hosting.step(table_id, rng)
    while (last := await hosting.step(table_id, rng)).seat == first.seat:
        pass
    assert last.seat != first.seat
    assert await refused(hosting, table_id, await hosting.holder(table_id, first.seat)) is ActedSince


async def test_what_a_steward_did_is_not_undone(hosting: Hosting) -> None:
    table_id, rng = await begun(hosting, 1), Random(2)
    while True:
        await hosting.tables.stewarding.play(table_id)
        seat = (await hosting.table(table_id)).seat_of(HOST.user_id)
        state = await hosting.state(table_id)
        assert seat is not None
        await hosting.play(table_id, RANDOM.act(state, seat, rng))
        if (await hosting.tables.stewarding.asked(await hosting.table(table_id))) is not None:
            break
    await hosting.tables.stewarding.play(table_id)
    assert await refused(hosting, table_id, HOST.user_id) in {ActedSince, RevealedSince, SealAgain}


async def test_a_seal_is_replaced_and_not_undone_whoever_else_has_sealed(hosting: Hosting) -> None:
    table_id, rng = await hosting.started(3), Random("seals")
    await hosting.play_until(table_id, Phase.INVASION, rng)
    people = {seat: await hosting.holder(table_id, seat) for seat in (await hosting.state(table_id)).communes}
    first, second, _ = people
    assert {await refused(hosting, table_id, user_id) for user_id in people.values()} == {RevealedSince}
    for seat in (first, second):
        await hosting.play(table_id, RANDOM.act(await hosting.state(table_id), seat, rng))
        assert await refused(hosting, table_id, people[first]) is SealAgain
    assert await refused(hosting, table_id, people[second]) is SealAgain


async def test_a_button_of_an_earlier_action_undoes_nothing(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    action = await hosting.step(table_id, Random(0))
    user_id = await hosting.holder(table_id, action.seat)
    assert await refused(hosting, table_id, user_id, own=2) is OutOfDate
    assert (await hosting.tables.playing.undo(table_id, user_id, own=1)).action == action
    assert await refused(hosting, table_id, user_id, own=1) is OutOfDate
    await hosting.step(table_id, Random(0))
    assert await refused(hosting, table_id, user_id, own=1) is OutOfDate


async def test_who_may_not_act_may_not_undo(hosting: Hosting) -> None:
    lobby = await hosting.lobby(2, channel=5)
    assert await refused(hosting, lobby, HOST.user_id) is NotRunning
    table_id = await hosting.started(2)
    assert await refused(hosting, table_id, STRANGER.user_id) is NotSeated
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    assert await refused(hosting, table_id, HOST.user_id) is TableEnded
    assert (await hosting.table(table_id)).state is TableState.STOPPED


async def test_what_others_see_after_an_undo_is_what_they_saw_before(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    before = await hosting.state(table_id)
    action = await hosting.step(table_id, Random(0))
    await take_back(hosting, table_id, action.seat)
    after = await hosting.state(table_id)
    for seat in (*before.communes, None):
        assert observe(after, seat) == observe(before, seat)
