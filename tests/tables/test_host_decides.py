"""The host is asked about a seat whose time ran out: a steward acts, or the seat has all its time again."""

from typing import Any

import pytest

from bot.game.actions import Finish
from bot.game.rules import legal
from bot.game.state import Phase
from bot.tables.errors import NothingToDecide, NotHost, NotRunning, OutOfDate, TableEnded
from bot.tables.model import Person
from bot.tables.notices import Kind
from bot.tables.table_clock import Stage
from bot.tables.timing import Asked
from tests.tables.hosting import BEA, CARLO, HOST, STRANGER, seeded
from tests.tables.timed import MINUTE, SHORT, Timed, by_whom

PACE, BANK = SHORT * MINUTE, SHORT * MINUTE / 2


async def host_asked(timed: Timed, phase: Phase = Phase.PROJECTS, **clock: Any) -> int:
    """Bea was reminded, her time ran out just now, and Ada is asked."""
    table_id = await timed.begin(3, **{"time_out": "host", **clock})
    await timed.reach_phase(table_id, phase, BEA)
    await timed.pass_by(PACE + BANK)
    return table_id


async def decide(timed: Timed, table_id: int, *, steward: bool, by: Person = HOST, prompt: int | None = None) -> None:
    """A button of the question about Bea is pressed."""
    seat = await timed.seat(table_id, BEA)
    number = (await timed.snapshot(table_id)).prompt(seat) if prompt is None else prompt
    await timed.tables.timekeeping.decide(table_id, by.user_id, seat, number or 0, steward=steward)


async def test_the_question_names_the_asking_and_is_void_once_the_person_has_acted(timed: Timed) -> None:
    table_id = await host_asked(timed)
    (owed,) = [row for row in await timed.tables.outbox.pending(table_id) if row.notice.kind is Kind.ASK_HOST]
    table, seat = await timed.table(table_id), await timed.seat(table_id, BEA)
    assert (owed.notice.seat, owed.notice.prompt) == (seat, (await timed.snapshot(table_id)).prompt(seat))
    assert await timed.tables.outbox.applies(table, owed.notice)
    await timed.act(table_id, BEA, seeded(1))
    assert not await timed.tables.outbox.applies(await timed.table(table_id), owed.notice)
    with pytest.raises(NothingToDecide):
        await decide(timed, table_id, steward=True, prompt=owed.notice.prompt)


@pytest.mark.parametrize("phase", [Phase.PROJECTS, Phase.OUTBID, Phase.CONSTRUCTION, Phase.REPAIR])
async def test_the_host_has_a_steward_act(timed: Timed, phase: Phase) -> None:
    table_id = await host_asked(timed, phase)
    version = (await timed.table(table_id)).version
    await decide(timed, table_id, steward=True)
    assert await timed.stage(table_id, BEA) is Stage.TIMED_OUT
    assert await timed.board_due(table_id)
    await timed.tick()
    rows = by_whom(timed.path, table_id, version)
    assert rows == [(None, True)] * len(rows) != []
    assert "time out" in await timed.told(table_id, BEA)
    await timed.wholly_consistent(table_id)


async def test_the_host_gives_all_the_time_again_with_a_reminder_and_a_question_of_its_own(timed: Timed) -> None:
    table_id = await host_asked(timed)
    await timed.live(10 * MINUTE)
    await timed.settle(table_id)
    await decide(timed, table_id, steward=False)
    seat = await timed.seat(table_id, BEA)
    assert (await timed.timing(table_id)).asked == Asked(seat, Stage.RUNNING, timed.now + PACE, timed.now + PACE)
    await timed.wholly_consistent(table_id)
    await timed.pass_by(PACE - MINUTE)
    assert await timed.owed(table_id) == [("reminder", seat)]
    await timed.pass_by(MINUTE)
    assert [kind for kind, _ in await timed.owed(table_id)] == ["reminder", "ask host"]
    assert await timed.stage(table_id, BEA) is Stage.HOST


async def test_a_host_who_does_not_answer_within_the_pace_leaves_it_to_a_steward(timed: Timed) -> None:
    table_id = await host_asked(timed)
    version = (await timed.table(table_id)).version
    assert await timed.due(table_id) == timed.now + PACE
    await timed.pass_by(PACE - MINUTE)
    assert by_whom(timed.path, table_id, version) == []
    await timed.pass_by(MINUTE)
    assert (None, True) in by_whom(timed.path, table_id, version)
    assert "time out" in await timed.told(table_id, BEA)
    with pytest.raises(NothingToDecide):
        await decide(timed, table_id, steward=True)


async def test_a_host_whose_own_time_ran_out_is_not_asked(timed: Timed) -> None:
    table_id = await timed.begin(3, time_out="host")
    await timed.reach_phase(table_id, Phase.PROJECTS, HOST)
    version = (await timed.table(table_id)).version
    await timed.pass_by(PACE + BANK)
    assert (None, True) in by_whom(timed.path, table_id, version)
    assert "ask host" not in [kind for kind, _ in await timed.owed(table_id)]


async def test_in_an_invasion_the_host_is_not_asked(timed: Timed) -> None:
    table_id = await timed.begin(3, time_out="host")
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    await timed.pass_by(PACE + BANK)
    assert (await timed.state(table_id)).phase is not Phase.INVASION
    assert "ask host" not in [kind for kind, _ in await timed.owed(table_id)]


async def test_the_person_may_act_while_the_host_is_asked_and_nobody_does_it_for_them(timed: Timed) -> None:
    table_id = await host_asked(timed)
    version = (await timed.table(table_id)).version
    await timed.act(table_id, BEA, seeded(1))
    await timed.tick()
    assert by_whom(timed.path, table_id, version) == [(BEA.user_id, False)]
    assert "time out" not in await timed.told(table_id, BEA)


async def test_who_goes_on_with_a_construction_while_the_host_is_asked_is_no_longer_in_question(timed: Timed) -> None:
    table_id = await host_asked(timed, Phase.CONSTRUCTION)
    seat = await timed.seat(table_id, BEA)
    steps = [action for action in legal(await timed.state(table_id), seat) if not isinstance(action, Finish)]
    await timed.play(table_id, steps[0])
    assert (await timed.timing(table_id)).asked == Asked(seat, Stage.RUNNING, timed.now + PACE, timed.now + PACE)
    with pytest.raises(NothingToDecide):
        await decide(timed, table_id, steward=True)


@pytest.mark.parametrize("by", [BEA, CARLO, STRANGER])
async def test_nobody_but_the_host_decides(timed: Timed, by: Person) -> None:
    table_id = await host_asked(timed)
    with pytest.raises(NotHost):
        await decide(timed, table_id, steward=True, by=by)
    assert await timed.stage(table_id, BEA) is Stage.HOST


async def test_an_answer_to_an_old_question_is_out_of_date(timed: Timed) -> None:
    table_id = await host_asked(timed)
    prompt = (await timed.snapshot(table_id)).prompt(await timed.seat(table_id, BEA))
    assert prompt is not None
    with pytest.raises(OutOfDate):
        await decide(timed, table_id, steward=True, prompt=prompt - 1)
    assert await timed.stage(table_id, BEA) is Stage.HOST


async def test_there_is_nothing_to_decide_before_time_is_out_or_twice(timed: Timed) -> None:
    table_id = await timed.begin(3, time_out="host")
    await timed.reach_phase(table_id, Phase.PROJECTS, BEA)
    with pytest.raises(NothingToDecide):
        await decide(timed, table_id, steward=True)
    await timed.live(PACE + BANK)
    await timed.tick()
    await decide(timed, table_id, steward=False)
    with pytest.raises(NothingToDecide):
        await decide(timed, table_id, steward=True)


async def test_nothing_is_decided_about_a_table_that_does_not_run(timed: Timed) -> None:
    lobby = await timed.gather(channel=5)
    with pytest.raises(NotRunning):
        await timed.tables.timekeeping.decide(lobby, HOST.user_id, "siena", 1, steward=True)
    table_id = await host_asked(timed)
    prompt = (await timed.snapshot(table_id)).prompt(await timed.seat(table_id, BEA))
    await timed.tables.playing.stop(table_id, HOST.user_id, manages=False)
    with pytest.raises(TableEnded):
        await decide(timed, table_id, steward=True, prompt=prompt)


async def test_a_host_may_decide_during_a_pause_and_after_a_restart(timed: Timed) -> None:
    table_id = await host_asked(timed)
    await timed.live(30 * MINUTE)
    await timed.tables.timekeeping.pause(table_id, HOST.user_id)
    await timed.pass_by(10 * PACE)
    assert await timed.stage(table_id, BEA) is Stage.HOST  # nor does the time to answer run in a pause
    timed.restart()
    await decide(timed, table_id, steward=False)
    await timed.pass_by(10 * PACE)
    assert await timed.stage(table_id, BEA) is Stage.RUNNING
    await timed.tables.timekeeping.resume(table_id, CARLO.user_id)
    asked = (await timed.timing(table_id)).asked
    assert asked is not None
    assert asked.until == timed.now + PACE


async def test_a_host_who_is_silent_through_a_pause_has_what_was_left_to_answer(timed: Timed) -> None:
    table_id = await host_asked(timed)
    await timed.live(20 * MINUTE)
    await timed.tables.timekeeping.pause(table_id, HOST.user_id)
    await timed.pass_by(10 * PACE)
    await timed.tables.timekeeping.resume(table_id, HOST.user_id)
    assert await timed.due(table_id) == timed.now + PACE - 20 * MINUTE


async def test_a_person_about_whom_the_host_is_asked_and_who_goes_away_is_played_by_a_steward(timed: Timed) -> None:
    table_id = await host_asked(timed)
    (owed,) = [row for row in await timed.tables.outbox.pending(table_id) if row.notice.kind is Kind.ASK_HOST]
    await timed.tables.timekeeping.away(table_id, BEA.user_id, "2026-03-20")
    assert not await timed.tables.outbox.applies(await timed.table(table_id), owed.notice)
    with pytest.raises(NothingToDecide):
        await decide(timed, table_id, steward=False)
    await timed.tick()
    assert "time out" not in await timed.told(table_id, BEA)
