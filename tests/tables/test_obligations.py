"""Whatever one seat is asked by itself: it acts in time, its time runs out, or its person goes away."""

from typing import Any

import pytest

from bot.game.state import Phase
from bot.tables.table_clock import Stage
from bot.tables.timing import Asked, Timing
from tests.tables.hosting import BEA, CARLO, HOST, seeded
from tests.tables.timed import DAY, MINUTE, SHORT, Timed, by_whom

KINDS = [Phase.PROJECTS, Phase.OUTBID, Phase.CONSTRUCTION, Phase.REPAIR]
PACE, BANK = SHORT * MINUTE, SHORT * MINUTE / 2
REMINDED = PACE * 0.8

every_kind = pytest.mark.parametrize("kind", KINDS)
with_or_without_a_draft = pytest.mark.parametrize("draft", [False, True], ids=["nothing", "draft"])
every_time_out = pytest.mark.parametrize("time_out", ["steward", "host", "wait"])


async def asked(timed: Timed, kind: Phase, *, draft: bool, **clock: Any) -> int:
    """A table of three where Bea is asked, and no time has passed since."""
    table_id = await timed.begin(3, **clock)
    await timed.reach_phase(table_id, kind, BEA)
    if draft:
        await look_at_panels(timed, table_id)
    return table_id


async def look_at_panels(timed: Timed, table_id: int) -> None:
    """What choosing on a panel comes to here: the panel is drawn anew, again and again."""
    for _ in range(3):
        sight = await timed.tables.reader.sight(table_id, BEA.user_id)
        assert sight.prompt is not None
    assert await timed.tables.reader.events(await timed.table(table_id), BEA.user_id)


async def runs(timed: Timed, table_id: int) -> Timing:
    """What is shown now: Bea's time runs, and all the rest is as at the start."""
    timing, seat = await timed.timing(table_id), await timed.seat(table_id, BEA)
    assert timing.asked == Asked(seat, Stage.RUNNING, timed.now + PACE, timed.now + PACE + BANK)
    assert (timing.paused, timing.pause_wishes, timing.away) == (False, (), ())
    assert [seconds for _, seconds in timing.banks] == [BANK.seconds] * 3
    return timing


@every_kind
@with_or_without_a_draft
@every_time_out
async def test_who_acts_within_the_pace_is_charged_nothing_and_told_nothing(
    timed: Timed, kind: Phase, draft: bool, time_out: str
) -> None:
    table_id = await asked(timed, kind, draft=draft, time_out=time_out)
    before, version = await runs(timed, table_id), (await timed.table(table_id)).version
    await timed.live(REMINDED - MINUTE)
    await timed.tick()
    assert await timed.timing(table_id) == before  # a draft is nothing, and minutes change nothing
    await timed.act(table_id, BEA, seeded(kind))
    await timed.tick()
    assert by_whom(timed.path, table_id, version) == [(BEA.user_id, False)]
    assert await timed.bank(table_id, BEA) == BANK
    assert {"reminder", "time out"}.isdisjoint(await timed.told(table_id, BEA))
    await timed.wholly_consistent(table_id)


async def time_runs_out(timed: Timed, table_id: int) -> None:
    """Past the reminder and the pace to the end of the bank; nothing is rung at that instant yet."""
    shown = await runs(timed, table_id)
    await timed.live(REMINDED)
    await timed.tick()
    assert await timed.told(table_id, BEA) == ["reminder"]
    await timed.settle(table_id)
    await timed.live(PACE - REMINDED + BANK - MINUTE)
    await timed.tick()
    assert await timed.timing(table_id) == shown  # the bank is in use, and shown whole until it is charged
    assert await timed.told(table_id, BEA) == []
    assert not await timed.board_due(table_id)
    await timed.live(MINUTE)
    assert await timed.due(table_id) == timed.now


@every_kind
@with_or_without_a_draft
async def test_when_time_is_out_a_steward_acts_and_the_person_is_told(timed: Timed, kind: Phase, draft: bool) -> None:
    table_id = await asked(timed, kind, draft=draft)
    version = (await timed.table(table_id)).version
    await time_runs_out(timed, table_id)
    await timed.ring()
    assert await timed.stage(table_id, BEA) is Stage.TIMED_OUT
    assert await timed.board_due(table_id)
    assert await timed.told(table_id, BEA) == []  # nothing has happened yet
    await timed.tables.stewarding.play(table_id)
    rows = by_whom(timed.path, table_id, version)
    assert rows == [(None, True)] * len(rows) != []
    assert await timed.bank(table_id, BEA) == 0 * MINUTE
    assert (await timed.told(table_id, BEA)).count("time out") == 1
    assert [kind for kind, _ in await timed.owed(table_id)].count("time out") == 1
    await timed.wholly_consistent(table_id)


@every_kind
@with_or_without_a_draft
async def test_when_time_is_out_the_host_is_asked(timed: Timed, kind: Phase, draft: bool) -> None:
    table_id = await asked(timed, kind, draft=draft, time_out="host")
    version = (await timed.table(table_id)).version
    await time_runs_out(timed, table_id)
    await timed.tick()
    assert by_whom(timed.path, table_id, version) == []
    seat, shown = await timed.seat(table_id, BEA), await timed.timing(table_id)
    assert shown.asked == Asked(seat, Stage.HOST, timed.now + PACE, timed.now + PACE)
    assert await timed.owed(table_id) == [("ask host", seat)]
    assert await timed.board_due(table_id)
    assert await timed.bank(table_id, BEA) == 0 * MINUTE
    await timed.wholly_consistent(table_id)


@every_kind
@with_or_without_a_draft
async def test_when_time_is_out_the_table_waits(timed: Timed, kind: Phase, draft: bool) -> None:
    table_id = await asked(timed, kind, draft=draft, time_out="wait")
    version = (await timed.table(table_id)).version
    shown = (await runs(timed, table_id)).asked
    assert shown is not None
    await time_runs_out(timed, table_id)
    await timed.tick()
    waits = (await timed.timing(table_id)).asked
    assert waits == Asked(shown.seat, Stage.WAITING, shown.until, shown.until)
    assert await timed.bank(table_id, BEA) == 0 * MINUTE
    assert await timed.owed(table_id) == []
    assert await timed.board_due(table_id)
    await timed.wholly_consistent(table_id)
    await timed.pass_by(7 * DAY)
    assert by_whom(timed.path, table_id, version) == []
    await timed.act(table_id, BEA, seeded(kind))
    assert await timed.bank(table_id, BEA) == 0 * MINUTE
    assert by_whom(timed.path, table_id, version) == [(BEA.user_id, False)]


@every_kind
@with_or_without_a_draft
@every_time_out
async def test_when_the_person_goes_away_a_steward_acts_at_once(
    timed: Timed, kind: Phase, draft: bool, time_out: str
) -> None:
    table_id = await asked(timed, kind, draft=draft, time_out=time_out)
    version = (await timed.table(table_id)).version
    await timed.live(REMINDED - MINUTE)
    until = await timed.tables.timekeeping.away(table_id, BEA.user_id, "2026-03-20")
    seat, shown = await timed.seat(table_id, BEA), await timed.timing(table_id)
    assert shown.asked == Asked(seat, Stage.AWAY, None, None)
    assert shown.away == ((seat, until),)
    await timed.tick()
    rows = by_whom(timed.path, table_id, version)
    assert rows == [(None, True)] * len(rows) != []
    assert await timed.bank(table_id, BEA) == BANK
    assert {"reminder", "time out"}.isdisjoint(await timed.told(table_id, BEA))
    await timed.wholly_consistent(table_id)


@every_kind
@every_time_out
async def test_who_acts_before_the_steward_that_was_called_is_told_of_none(
    timed: Timed, kind: Phase, time_out: str
) -> None:
    table_id = await asked(timed, kind, draft=False, time_out=time_out)
    version = (await timed.table(table_id)).version
    await time_runs_out(timed, table_id)
    await timed.ring()
    await timed.act(table_id, BEA, seeded(kind))
    await timed.tick()
    assert by_whom(timed.path, table_id, version) == [(BEA.user_id, False)]
    assert "time out" not in await timed.told(table_id, BEA)
    await timed.wholly_consistent(table_id)


@every_kind
async def test_nobody_else_loses_time_or_bank_by_it(timed: Timed, kind: Phase) -> None:
    table_id = await asked(timed, kind, draft=False)
    await timed.live(PACE + BANK)
    await timed.tick()
    assert [await timed.bank(table_id, person) for person in (HOST, CARLO)] == [BANK, BANK]
