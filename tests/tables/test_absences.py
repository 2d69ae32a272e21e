"""People who are away until a date: a steward plays, or the table waits, until they are back."""

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.game.actions import Defend, Finish
from bot.game.rules import legal, waiting
from bot.game.state import Phase
from bot.tables.errors import NotAway, NotRunning, NotSeated, TableEnded
from bot.tables.table_clock import Stage
from bot.tables.timing import Asked
from tests.tables.hosting import BEA, CARLO, HOST, STRANGER, seeded
from tests.tables.timed import DAY, HOUR, MINUTE, SHORT, Timed, by_whom

PACE, BANK = SHORT * MINUTE, SHORT * MINUTE / 2
UNTIL = datetime(2026, 3, 5, tzinfo=UTC)  # three days from the start, less twelve hours
KINDS = [Phase.PROJECTS, Phase.OUTBID, Phase.CONSTRUCTION, Phase.REPAIR]


async def asked(timed: Timed, phase: Phase = Phase.PROJECTS, **clock: Any) -> int:
    """Bea is asked just now, at a table of three."""
    table_id = await timed.begin(3, **clock)
    await timed.reach_phase(table_id, phase, BEA)
    return table_id


async def go_away(timed: Timed, table_id: int, date: str = "2026-03-05") -> datetime:
    return await timed.tables.timekeeping.away(table_id, BEA.user_id, date)


async def away_of(timed: Timed, table_id: int) -> list[datetime]:
    """Until when Bea is shown to be away."""
    seat = await timed.seat(table_id, BEA)
    return [until for whom, until in (await timed.timing(table_id)).away if whom == seat]


# A steward plays.


async def test_a_steward_plays_on_for_who_is_away_and_the_others_for_themselves(timed: Timed) -> None:
    table_id = await asked(timed)
    version = (await timed.table(table_id)).version
    assert await go_away(timed, table_id) == UNTIL
    assert await timed.board_due(table_id)
    assert await away_of(timed, table_id) == [UNTIL]
    rng = seeded("away")
    for _ in range(40):
        await timed.tick()
        await timed.wholly_consistent(table_id)
        seats = waiting(await timed.state(table_id))
        assert await timed.seat(table_id, BEA) not in seats
        await timed.act(table_id, HOST if await timed.seat(table_id, HOST) in seats else CARLO, rng)
    authors = {author for author, _ in by_whom(timed.path, table_id, version)}
    assert authors == {None, HOST.user_id, CARLO.user_id}
    assert await timed.bank(table_id, BEA) == BANK


async def test_a_steward_goes_on_with_the_construction_of_who_goes_away(timed: Timed) -> None:
    table_id = await asked(timed, Phase.CONSTRUCTION)
    seat = await timed.seat(table_id, BEA)
    steps = [action for action in legal(await timed.state(table_id), seat) if not isinstance(action, Finish)]
    await timed.play(table_id, steps[0])
    version = (await timed.table(table_id)).version
    await go_away(timed, table_id)
    await timed.tick()
    assert by_whom(timed.path, table_id, version)[0] == (None, True)


async def test_an_action_of_one_s_own_comes_first_but_is_no_return(timed: Timed) -> None:
    table_id = await asked(timed, Phase.CONSTRUCTION)
    version, seat = (await timed.table(table_id)).version, await timed.seat(table_id, BEA)
    await go_away(timed, table_id)
    steps = [action for action in legal(await timed.state(table_id), seat) if not isinstance(action, Finish)]
    await timed.play(table_id, steps[0])
    assert by_whom(timed.path, table_id, version) == [(BEA.user_id, False)]
    assert await timed.stage(table_id, BEA) is Stage.AWAY
    assert await away_of(timed, table_id) == [UNTIL]
    await timed.tick()
    assert (None, True) in by_whom(timed.path, table_id, version)


@pytest.mark.parametrize("phase", [Phase.PROJECTS, Phase.INVASION])
async def test_who_is_away_is_charged_nothing_however_late_they_act_all_the_same(timed: Timed, phase: Phase) -> None:
    table_id = await timed.begin(2)
    await go_away(timed, table_id)
    await timed.reach_phase(table_id, phase, BEA)
    await timed.live(PACE + 10 * MINUTE)  # stewards are at fault
    await timed.act(table_id, BEA, seeded(1))
    if phase is Phase.INVASION:
        await timed.act(table_id, HOST, seeded(1))
        assert (await timed.state(table_id)).phase is not phase
    assert await timed.bank(table_id, BEA) == BANK


async def test_for_who_is_away_when_an_invasion_begins_a_steward_seals_at_once(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await go_away(timed, table_id)
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    assert await timed.told(table_id, BEA) == []
    shown = await timed.timing(table_id)
    assert shown.asked == Asked(None, Stage.RUNNING, timed.now + PACE, timed.now + PACE + BANK)
    version = (await timed.table(table_id)).version
    await timed.tick()
    assert by_whom(timed.path, table_id, version) == [(None, True)]
    assert await timed.timing(table_id) == shown
    await timed.live(PACE + 10 * MINUTE)
    await timed.tick()
    reminded = {seat for kind, seat in await timed.owed(table_id) if kind == "reminder"}
    assert reminded == {await timed.seat(table_id, HOST), await timed.seat(table_id, CARLO)}
    for person in (HOST, CARLO):
        await timed.play(table_id, Defend(seat=await timed.seat(table_id, person)))
    banks = [await timed.bank(table_id, person) for person in (HOST, BEA, CARLO)]
    assert banks == [BANK - 10 * MINUTE, BANK, BANK - 10 * MINUTE]


async def test_who_is_back_before_the_steward_seals_may_seal(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await go_away(timed, table_id)
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    version = (await timed.table(table_id)).version
    await timed.tables.timekeeping.back(table_id, BEA.user_id)
    await timed.play(table_id, Defend(seat=await timed.seat(table_id, BEA)))
    await timed.tick()
    assert by_whom(timed.path, table_id, version) == [(BEA.user_id, False)]


async def test_a_return_during_an_invasion_gives_nobody_more_time(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await go_away(timed, table_id)
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    await timed.tick()
    asked_before = (await timed.timing(table_id)).asked
    await timed.live(20 * MINUTE)
    await timed.tables.timekeeping.back(table_id, BEA.user_id)
    assert (await timed.timing(table_id)).asked == asked_before
    await timed.wholly_consistent(table_id)


async def test_a_game_whose_people_are_all_away_waits_for_the_first_to_be_back(timed: Timed) -> None:
    table_id = await asked(timed)
    version = (await timed.table(table_id)).version
    for person, date in ((HOST, "2026-03-06"), (CARLO, "2026-03-07"), (BEA, "2026-03-05")):
        await timed.tables.timekeeping.away(table_id, person.user_id, date)
    assert (await timed.timing(table_id)).away_waits
    await timed.live_until(UNTIL - HOUR)
    assert (await timed.table(table_id)).version == version
    await timed.live_until(UNTIL)
    await timed.tick()
    assert await timed.stage(table_id, BEA) is Stage.RUNNING
    assert not (await timed.timing(table_id)).away_waits
    await timed.wholly_consistent(table_id)


async def test_with_the_first_person_back_stewards_play_for_those_who_are_away(timed: Timed) -> None:
    table_id = await asked(timed)
    for person in (HOST, CARLO, BEA):
        await timed.tables.timekeeping.away(table_id, person.user_id, "2026-03-05")
    await timed.tick()
    version = (await timed.table(table_id)).version
    await timed.tables.timekeeping.back(table_id, HOST.user_id)
    await timed.tick()
    assert (await timed.table(table_id)).version > version
    assert {author for author, _ in by_whom(timed.path, table_id, version)} == {None}
    assert await timed.owes(table_id, HOST) is not None


async def test_a_person_alone_with_stewards_goes_away_and_the_game_waits(timed: Timed) -> None:
    table_id = await timed.begin(1, stewards=2)
    await timed.tick()
    version = (await timed.table(table_id)).version
    await timed.tables.timekeeping.away(table_id, HOST.user_id, "2026-03-05")
    await timed.live_until(UNTIL - HOUR)
    assert (await timed.table(table_id)).version == version


async def test_a_defence_asked_while_all_are_away_has_its_time_once_somebody_is_back(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    for person, date in ((HOST, "2026-03-20"), (BEA, "2026-03-05")):
        await timed.tables.timekeeping.away(table_id, person.user_id, date)
    await timed.tables.timekeeping.back(table_id, BEA.user_id)
    end = (await timed.timing(table_id)).asked
    assert end is not None
    assert end.bank_until is not None
    assert end.bank_until <= timed.clock.now() + PACE + BANK
    await timed.live_until(end.bank_until)
    await timed.tick()
    assert (await timed.state(table_id)).phase is not Phase.INVASION


@pytest.mark.parametrize("kind", KINDS)
async def test_who_is_back_before_the_steward_acts_has_all_the_time_again(timed: Timed, kind: Phase) -> None:
    table_id = await asked(timed, kind)
    version = (await timed.table(table_id)).version
    await go_away(timed, table_id)
    await timed.live(20 * MINUTE)
    await timed.tables.timekeeping.back(table_id, BEA.user_id)
    await timed.tick()
    assert by_whom(timed.path, table_id, version) == []
    seat, until = await timed.seat(table_id, BEA), timed.now + PACE
    assert (await timed.timing(table_id)).asked == Asked(seat, Stage.RUNNING, until, until + BANK)
    assert await away_of(timed, table_id) == []
    await timed.wholly_consistent(table_id)


# Back again.


@pytest.mark.parametrize("vacation", ["steward", "wait"])
@pytest.mark.parametrize("paused", [False, True])
async def test_who_is_away_is_back_by_itself_at_the_date(timed: Timed, vacation: str, paused: bool) -> None:
    table_id = await timed.begin(3, vacation=vacation)
    await go_away(timed, table_id)
    if paused:
        await timed.tables.timekeeping.pause(table_id, HOST.user_id)
    await timed.settle(table_id)
    await timed.skip_until(UNTIL - MINUTE)
    await timed.tick()
    assert await away_of(timed, table_id) == [UNTIL]
    await timed.settle(table_id)
    await timed.skip_until(UNTIL)
    await timed.tick()
    assert await away_of(timed, table_id) == []
    assert await timed.board_due(table_id)
    await timed.wholly_consistent(table_id)


async def test_after_an_outage_who_should_be_back_is_back(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await go_away(timed, table_id)
    timed.jump(5 * DAY)
    timed.restart()
    await timed.tables.clocks.beat()
    await timed.tick()
    assert await away_of(timed, table_id) == []
    await timed.reach_phase(table_id, Phase.PROJECTS, BEA)
    assert await timed.stage(table_id, BEA) is Stage.RUNNING


async def test_who_is_here_cannot_come_back(timed: Timed) -> None:
    table_id = await asked(timed)
    with pytest.raises(NotAway):
        await timed.tables.timekeeping.back(table_id, BEA.user_id)
    await go_away(timed, table_id)
    await timed.tables.timekeeping.back(table_id, BEA.user_id)
    with pytest.raises(NotAway):
        await timed.tables.timekeeping.back(table_id, BEA.user_id)


# The table waits.


@pytest.mark.parametrize("kind", KINDS)
async def test_a_table_that_waits_goes_on_with_what_was_left_when_the_person_is_back(timed: Timed, kind: Phase) -> None:
    table_id = await asked(timed, kind, vacation="wait")
    version, seat = (await timed.table(table_id)).version, await timed.seat(table_id, BEA)
    await timed.live(20 * MINUTE)
    await go_away(timed, table_id)
    left = PACE - 20 * MINUTE
    assert (await timed.timing(table_id)).asked == Asked(seat, Stage.RUNNING, UNTIL + left, UNTIL + left + BANK)
    await timed.pass_by(UNTIL + left - timed.now - MINUTE)
    assert by_whom(timed.path, table_id, version) == []
    assert await timed.told(table_id, BEA) == ["reminder"]
    await timed.pass_by(MINUTE + BANK)
    assert by_whom(timed.path, table_id, version)[0] == (None, True)


async def test_who_is_back_early_at_a_table_that_waits_has_what_was_left_from_then_on(timed: Timed) -> None:
    table_id = await asked(timed, vacation="wait")
    await timed.live(20 * MINUTE)
    await go_away(timed, table_id)
    await timed.live(6 * HOUR)
    await timed.tables.timekeeping.back(table_id, BEA.user_id)
    until = timed.now + PACE - 20 * MINUTE
    seat = await timed.seat(table_id, BEA)
    assert (await timed.timing(table_id)).asked == Asked(seat, Stage.RUNNING, until, until + BANK)
    await timed.wholly_consistent(table_id)


async def test_what_is_asked_at_a_table_that_waits_begins_when_the_person_is_back(timed: Timed) -> None:
    table_id = await timed.begin(3, vacation="wait")
    await go_away(timed, table_id)
    await timed.live(HOUR)
    await timed.reach_phase(table_id, Phase.PROJECTS, BEA)
    asked_now = (await timed.timing(table_id)).asked
    assert asked_now is not None
    assert asked_now.until == UNTIL + PACE
    await timed.act(table_id, BEA, seeded(1))  # who is away may act all the same
    assert await timed.bank(table_id, BEA) == BANK


async def test_an_invasion_at_a_table_that_waits_has_one_end_for_all_after_the_return(timed: Timed) -> None:
    table_id = await asked(timed, Phase.INVASION, vacation="wait")
    await timed.live(20 * MINUTE)
    await timed.play(table_id, Defend(seat=await timed.seat(table_id, BEA)))
    await go_away(timed, table_id)  # the same, though her defence is in
    until = UNTIL + PACE - 20 * MINUTE
    assert (await timed.timing(table_id)).asked == Asked(None, Stage.RUNNING, until, until + BANK)
    await timed.pass_by(UNTIL - timed.now)
    assert (await timed.state(table_id)).phase is Phase.INVASION
    await timed.pass_by(PACE + BANK)
    assert (await timed.state(table_id)).phase is not Phase.INVASION


async def test_the_newest_date_counts(timed: Timed) -> None:
    table_id = await asked(timed, vacation="wait")
    for date in ("2026-03-05", "2026-03-09", "2026-03-04"):
        until = await go_away(timed, table_id, date)
        assert await away_of(timed, table_id) == [until]
        asked_now = (await timed.timing(table_id)).asked
        assert asked_now is not None
        assert asked_now.until == until + PACE
        await timed.wholly_consistent(table_id)


async def test_only_who_plays_there_goes_away_or_comes_back(timed: Timed) -> None:
    keeping, lobby = timed.tables.timekeeping, await timed.gather(channel=5)
    with pytest.raises(NotRunning):
        await keeping.away(lobby, BEA.user_id, "2026-03-05")
    table_id = await timed.begin(2)
    for user_id in (STRANGER.user_id, CARLO.user_id, -1):
        with pytest.raises(NotSeated):
            await keeping.away(table_id, user_id, "2026-03-05")
        with pytest.raises(NotSeated):
            await keeping.back(table_id, user_id)
    await timed.tables.playing.stop(table_id, HOST.user_id, manages=False)
    with pytest.raises(TableEnded):
        await keeping.away(table_id, BEA.user_id, "2026-03-05")
