"""Reading: each person sees what their seat may know, at any state of a table, without waiting (law 4)."""

import pytest

from bot.game.observation import observe
from bot.game.rules import may_act, waiting
from bot.game.state import Phase
from bot.tables.errors import NoTable
from bot.tables.model import TableState
from tests.tables.hosting import BEA, HOST, STRANGER, Hosting, seeded


async def test_in_the_lobby_there_is_nothing_to_see_yet(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2)
    for user_id in (HOST.user_id, STRANGER.user_id, None):
        sight = await hosting.tables.reader.sight(table_id, user_id)
        assert (sight.seat, sight.observation, sight.choices, sight.prompt) == (None, None, None, None)


@pytest.mark.parametrize("how", ["stopped", "left"])
async def test_a_table_that_was_given_up_before_its_start_has_nothing_to_see(hosting: Hosting, how: str) -> None:
    table_id = await hosting.lobby(1)
    if how == "stopped":
        await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    else:
        await hosting.tables.lobby.leave(table_id, HOST.user_id)
    sight = await hosting.tables.reader.sight(table_id, HOST.user_id)
    assert sight.table.state is TableState.STOPPED
    assert sight.observation is None


async def test_each_seat_sees_its_own_observation_and_choices_only_while_it_may_act(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    for number in range(12):
        snapshot = await hosting.snapshot(table_id)
        for person in (await hosting.table(table_id)).people:
            assert person.seat is not None
            sight = await hosting.tables.reader.sight(table_id, person.user_id)
            assert (sight.seat, sight.observation) == (person.seat, observe(snapshot.state, person.seat))
            assert (sight.choices is not None) == may_act(snapshot.state, person.seat)
            assert sight.prompt == snapshot.prompt(person.seat)
        await hosting.step(table_id, seeded(number))


async def test_a_stranger_and_a_spectator_see_what_everybody_may_see(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    public = observe(await hosting.state(table_id), None)
    for user_id in (STRANGER.user_id, None):
        sight = await hosting.tables.reader.sight(table_id, user_id)
        assert (sight.seat, sight.observation, sight.choices, sight.prompt) == (None, public, None, None)


async def test_after_the_stop_nobody_is_offered_anything_and_nothing_more_is_shown(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    user_id = await hosting.holder(table_id, waiting(await hosting.state(table_id))[0])
    before = await hosting.tables.reader.sight(table_id, user_id)
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    after = await hosting.tables.reader.sight(table_id, user_id)
    assert after.observation == before.observation
    assert (after.choices, after.prompt) == (None, None)


async def test_after_the_end_all_is_open(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    await hosting.play_until(table_id, Phase.OVER, seeded(1))
    sight = await hosting.tables.reader.sight(table_id, None)
    assert sight.observation is not None
    assert len(sight.observation.screens) == 2
    events = await hosting.tables.reader.events(await hosting.table(table_id), None)
    history = await hosting.tables.reader.history(await hosting.table(table_id))
    secret = {"DefenceSealed"}
    told = [type(event).__name__ for event in events]
    happened = [type(event).__name__ for entry in history.entries for event in entry.events]
    assert told == [name for name in happened if name not in secret]


async def test_events_are_those_that_the_person_may_know(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    await hosting.play_until(table_id, Phase.INVASION, seeded(2))
    for person in (HOST, BEA):
        await hosting.tables.playing.act(table_id, person.user_id, {"type": "defend"})
    table, events = await hosting.table(table_id), hosting.tables.reader.events
    public = await events(table, None)
    assert public == await events(table, STRANGER.user_id)
    for person in (HOST, BEA):
        own = [event for event in await events(table, person.user_id) if event not in public]
        assert own
        assert {event.seat for event in own} == {table.seat_of(person.user_id)}  # type: ignore[attr-defined]  # has one


async def test_histories_grow_with_the_log_and_a_restart_reads_the_same(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    for number in range(10):
        await hosting.step(table_id, seeded(number))
        table = await hosting.table(table_id)
        here = await hosting.tables.reader.history(table)
        assert here.version == table.version
        assert here == await hosting.restarted().reader.history(table)
        assert here.snapshot == await hosting.snapshot(table_id)


async def test_a_channel_shows_its_open_table_and_else_its_last_one(hosting: Hosting) -> None:
    reader = hosting.tables.reader
    with pytest.raises(NoTable):
        await reader.table_of_channel(1)
    first = await hosting.lobby(2, channel=1)
    await hosting.tables.playing.stop(first, HOST.user_id, manages=False)
    assert (await reader.table_of_channel(1)).id == first
    second = await hosting.lobby(2, channel=1)
    assert (await reader.table_of_channel(1)).id == second
    await hosting.tables.playing.stop(second, HOST.user_id, manages=False)
    assert (await reader.table_of_channel(1)).id == second


async def test_there_is_no_table_that_is_not_there(hosting: Hosting) -> None:
    for refused in (hosting.tables.reader.table(1), hosting.tables.reader.sight(1, None)):
        with pytest.raises(NoTable):
            await refused
    assert await hosting.tables.reader.tables_of(STRANGER.user_id) == []


async def test_reading_does_not_wait_for_a_change_under_way(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    before = await hosting.state(table_id)
    seen = []

    async def look(*_: object) -> None:
        seen.append((await hosting.restarted().reader.sight(table_id, HOST.user_id)).observation)

    hosting.store.before["commit"] = look
    await hosting.step(table_id, seeded(1))
    assert seen == [observe(before, (await hosting.table(table_id)).seat_of(HOST.user_id))]
