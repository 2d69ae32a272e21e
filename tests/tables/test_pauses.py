"""A pause: the clock of a table stands still, the game does not; the host begins it, or two seats, anybody ends it."""

from typing import Any

import pytest

from bot.game.actions import Defend
from bot.game.state import Phase
from bot.tables.errors import NotPaused, NotRunning, NotSeated, PausedAlready, PauseWanted, TableEnded
from bot.tables.model import Person, TableState
from bot.tables.table_clock import Stage
from bot.tables.timing import Asked
from tests.tables.hosting import BEA, CARLO, HOST, STRANGER, seeded
from tests.tables.timed import DAY, HOUR, MINUTE, SHORT, Timed, by_whom

PACE, BANK = SHORT * MINUTE, SHORT * MINUTE / 2


async def asked(timed: Timed, phase: Phase = Phase.PROJECTS, **clock: Any) -> int:
    """Bea is asked, and twenty minutes have passed since."""
    table_id = await timed.begin(3, **clock)
    await timed.reach_phase(table_id, phase, BEA)
    await timed.live(20 * MINUTE)
    return table_id


async def pause(timed: Timed, table_id: int, person: Person = HOST) -> bool:
    return await timed.tables.timekeeping.pause(table_id, person.user_id)


async def resume(timed: Timed, table_id: int, person: Person = HOST) -> None:
    await timed.tables.timekeeping.resume(table_id, person.user_id)


async def is_paused(timed: Timed, table_id: int) -> bool:
    return (await timed.timing(table_id)).paused


async def wishes(timed: Timed, table_id: int) -> int:
    return len((await timed.timing(table_id)).pause_wishes)


async def test_the_host_pauses_alone(timed: Timed) -> None:
    table_id = await asked(timed)
    assert await pause(timed, table_id)
    assert await is_paused(timed, table_id)
    assert await timed.board_due(table_id)
    with pytest.raises(PausedAlready):
        await pause(timed, table_id, BEA)


async def test_any_two_seats_pause_together(timed: Timed) -> None:
    table_id = await asked(timed)
    assert not await pause(timed, table_id, CARLO)
    assert not await is_paused(timed, table_id)
    assert (await timed.timing(table_id)).pause_wishes == (await timed.seat(table_id, CARLO),)
    assert await timed.board_due(table_id)
    assert await pause(timed, table_id, BEA)
    assert await is_paused(timed, table_id)


async def test_one_wish_stops_nothing_however_often_it_is_made(timed: Timed) -> None:
    table_id = await asked(timed)
    await pause(timed, table_id, CARLO)
    with pytest.raises(PauseWanted):
        await pause(timed, table_id, CARLO)
    await timed.pass_by(PACE - 20 * MINUTE + BANK)
    assert "time out" in await timed.told(table_id, BEA)
    assert await wishes(timed, table_id) == 1


async def test_the_host_who_wished_for_a_pause_may_still_make_one(timed: Timed) -> None:
    table_id = await asked(timed)
    await pause(timed, table_id, CARLO)
    assert await pause(timed, table_id)
    await resume(timed, table_id)
    assert await wishes(timed, table_id) == 0
    assert not await pause(timed, table_id, CARLO)  # from the beginning


@pytest.mark.parametrize("person", [HOST, BEA, CARLO])
async def test_anybody_at_the_table_ends_it(timed: Timed, person: Person) -> None:
    table_id = await asked(timed)
    await pause(timed, table_id)
    await timed.settle(table_id)
    await resume(timed, table_id, person)
    assert not await is_paused(timed, table_id)
    assert await timed.board_due(table_id)
    with pytest.raises(NotPaused):
        await resume(timed, table_id, person)


@pytest.mark.parametrize("minutes", [20, 70])
async def test_time_goes_on_with_what_was_left(timed: Timed, minutes: int) -> None:
    """In the pace, and in the bank behind it."""
    table_id = await asked(timed)
    await timed.live((minutes - 20) * MINUTE)
    await timed.tick()
    await timed.settle(table_id)
    before = (await timed.timing(table_id)).asked
    assert before is not None
    assert before.bank_until is not None
    await pause(timed, table_id)
    version = (await timed.table(table_id)).version
    await timed.pass_by(5 * DAY)
    assert by_whom(timed.path, table_id, version) == []
    assert await timed.owed(table_id) == []
    timed.restart()
    await resume(timed, table_id)
    after = (await timed.timing(table_id)).asked
    assert after is not None
    assert after.bank_until == before.bank_until + 5 * DAY
    await timed.wholly_consistent(table_id)
    await timed.live(15 * MINUTE)
    await timed.act(table_id, BEA, seeded(1))
    assert await timed.bank(table_id, BEA) == (BANK if minutes == 20 else BANK - 25 * MINUTE)


async def test_the_clock_of_a_table_may_stop_often(timed: Timed) -> None:
    table_id = await asked(timed)
    for hours in (1, 10, 2):
        await pause(timed, table_id)
        await timed.pass_by(hours * HOUR)
        await resume(timed, table_id)
        await timed.live(10 * MINUTE)
    until = timed.now + PACE - 50 * MINUTE
    assert (await timed.timing(table_id)).asked == Asked(
        await timed.seat(table_id, BEA), Stage.RUNNING, until, until + BANK
    )


async def test_people_act_during_it_and_what_is_asked_then_runs_from_its_end(timed: Timed) -> None:
    table_id = await asked(timed)
    await timed.live(PACE - 20 * MINUTE + 10 * MINUTE)
    await timed.tick()
    await pause(timed, table_id)
    await timed.live(2 * HOUR)
    await timed.act(table_id, BEA, seeded(1))
    assert await timed.bank(table_id, BEA) == BANK - 10 * MINUTE  # used before the pause
    await timed.wholly_consistent(table_id)
    await timed.pass_by(DAY)
    await resume(timed, table_id)
    shown = (await timed.timing(table_id)).asked
    assert shown is not None
    assert shown.until == timed.now + PACE


async def test_stewards_act_during_it(timed: Timed) -> None:
    table_id = await timed.begin(1, stewards=2)
    await timed.tick()
    await pause(timed, table_id)
    version = (await timed.table(table_id)).version
    rng = seeded("pause")
    for _ in range(6):
        await timed.act(table_id, HOST, rng)
        await timed.tick()
    assert (None, True) in by_whom(timed.path, table_id, version)
    assert await is_paused(timed, table_id)


async def test_an_invasion_is_paused_for_all_alike_and_charges_what_was_used_before_and_after(timed: Timed) -> None:
    table_id = await asked(timed, Phase.INVASION)
    await timed.live(PACE - 20 * MINUTE + 5 * MINUTE)
    await timed.play(table_id, Defend(seat=await timed.seat(table_id, CARLO)))
    before = (await timed.timing(table_id)).asked
    assert before is not None
    assert before.bank_until is not None
    await pause(timed, table_id)
    await timed.pass_by(DAY)
    await timed.play(table_id, Defend(seat=await timed.seat(table_id, HOST)))
    await timed.pass_by(DAY)
    await resume(timed, table_id, CARLO)
    after = (await timed.timing(table_id)).asked
    assert after is not None
    assert after.bank_until == before.bank_until + 2 * DAY
    await timed.live(5 * MINUTE)
    await timed.play(table_id, Defend(seat=await timed.seat(table_id, BEA)))
    banks = [await timed.bank(table_id, person) for person in (HOST, BEA, CARLO)]
    assert banks == [BANK - 5 * MINUTE, BANK - 10 * MINUTE, BANK - 5 * MINUTE]


async def test_a_paused_table_does_not_ring_but_falls_asleep(timed: Timed) -> None:
    table_id = await asked(timed)
    since = timed.now - 20 * MINUTE  # when somebody acted last
    await pause(timed, table_id)
    assert await timed.due(table_id) == since + 30 * DAY
    await timed.pass_by(since + 30 * DAY - timed.now)
    assert (await timed.table(table_id)).state is TableState.ARCHIVED


async def test_a_paused_table_rings_for_who_comes_back(timed: Timed) -> None:
    table_id = await asked(timed, vacation="wait")
    until = await timed.tables.timekeeping.away(table_id, BEA.user_id, "2026-03-05")
    await pause(timed, table_id)
    assert await timed.due(table_id) == until
    await timed.pass_by(until - timed.now + DAY)
    assert (await timed.timing(table_id)).away == ()
    await resume(timed, table_id)
    shown = (await timed.timing(table_id)).asked
    assert shown is not None
    assert shown.until == timed.now + PACE - 20 * MINUTE


async def test_who_goes_away_during_it_is_waited_for_after_it(timed: Timed) -> None:
    table_id = await asked(timed, vacation="wait")
    await pause(timed, table_id)
    until = await timed.tables.timekeeping.away(table_id, BEA.user_id, "2026-03-05")
    await timed.live(HOUR)
    await resume(timed, table_id)
    shown = (await timed.timing(table_id)).asked
    assert shown is not None
    assert shown.until == until + PACE - 20 * MINUTE
    await timed.wholly_consistent(table_id)


async def test_a_time_out_that_was_due_before_it_was_noticed_is_not_done_in_it(timed: Timed) -> None:
    table_id = await asked(timed)
    await timed.live(2 * HOUR)
    await pause(timed, table_id)
    await timed.tables.timekeeping.ring(table_id)
    assert await timed.stage(table_id, BEA) is Stage.RUNNING
    await resume(timed, table_id)
    await timed.tick()
    assert "time out" in await timed.told(table_id, BEA)


async def test_an_outage_during_it_changes_nothing(timed: Timed) -> None:
    table_id = await asked(timed)
    await pause(timed, table_id)
    await timed.live(HOUR)
    timed.jump(5 * HOUR)
    timed.restart()
    await timed.tables.clocks.beat()
    await timed.tick()
    await timed.live(HOUR)
    await resume(timed, table_id)
    shown = (await timed.timing(table_id)).asked
    assert shown is not None
    assert shown.until == timed.now + PACE - 20 * MINUTE
    await timed.wholly_consistent(table_id)


async def test_only_who_plays_there_pauses_and_resumes_and_only_a_game_that_runs(timed: Timed) -> None:
    lobby = await timed.gather(channel=5)
    with pytest.raises(NotRunning):
        await pause(timed, lobby)
    table_id = await asked(timed)
    for refused in (timed.tables.timekeeping.pause, timed.tables.timekeeping.resume):
        with pytest.raises(NotSeated):
            await refused(table_id, STRANGER.user_id)
    with pytest.raises(NotPaused):
        await resume(timed, table_id)
    await timed.tables.playing.stop(table_id, HOST.user_id, manages=False)
    with pytest.raises(TableEnded):
        await pause(timed, table_id)
    with pytest.raises(TableEnded):
        await resume(timed, table_id)


async def test_who_sits_in_a_lobby_is_told_that_it_is_not_paused_rather_than_that_they_do_not_sit_there(
    timed: Timed,
) -> None:
    lobby = await timed.gather()
    with pytest.raises(NotPaused):
        await resume(timed, lobby)
