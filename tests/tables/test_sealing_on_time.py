"""An invasion and the clock: all seats have one time, whoever has sealed; what is in is never replaced (3.5, 11.2)."""

from datetime import timedelta
from typing import Any

import pytest

from bot.game.actions import Defend, Force
from bot.game.events import InvasionResolved
from bot.game.state import Phase
from bot.tables.model import Person
from bot.tables.table_clock import Stage
from bot.tables.timing import Asked
from tests.tables.hosting import BEA, CARLO, HOST, seeded
from tests.tables.timed import DAY, MINUTE, SHORT, Timed, by_whom

PACE, BANK = SHORT * MINUTE, SHORT * MINUTE / 2
REMINDED = PACE * 0.8
NOTHING = 0 * MINUTE
NO_FORCE, ONE = Force(), Force(soldiers=1)

every_state = pytest.mark.parametrize("state", ["nothing", "draft", "sealed zero", "sealed"])
every_time_out = pytest.mark.parametrize("time_out", ["steward", "host", "wait"])
a_steward_seals = pytest.mark.parametrize("time_out", ["steward", "host"])


async def invaded(timed: Timed, state: str = "nothing", **clock: Any) -> int:
    """All three seats are asked just now, and Bea has done so much."""
    table_id = await timed.begin(3, **clock)
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    if state == "draft":
        assert (await timed.tables.reader.sight(table_id, BEA.user_id)).prompt is not None  # a panel is drawn from it
    if state.startswith("sealed"):
        await seal(timed, table_id, BEA, ONE if state == "sealed" else NO_FORCE)
        await timed.settle(table_id)
    return table_id


async def seal(timed: Timed, table_id: int, person: Person, league: Force = NO_FORCE) -> None:
    await timed.play(table_id, Defend(seat=await timed.seat(table_id, person), league=league))


async def sent_by_bea(timed: Timed, table_id: int) -> Force | None:
    """What the report of the newest invasion says of her; None while it is not open."""
    if (await timed.state(table_id)).phase is Phase.INVASION:
        return None
    events = await timed.tables.reader.events(await timed.table(table_id), None)
    report = next(event for event in reversed(events) if isinstance(event, InvasionResolved))
    seat = await timed.seat(table_id, BEA)
    return next(city.league for city in report.defences if city.seat == seat)


async def banks(timed: Timed, table_id: int) -> list[timedelta]:
    """Those of Ada, Bea and Carlo, as everybody is shown them."""
    return [await timed.bank(table_id, person) for person in (HOST, BEA, CARLO)]


async def told_of_time(timed: Timed, table_id: int) -> list[list[str]]:
    """What Ada, Bea and Carlo are told of time."""
    told = [await timed.told(table_id, person) for person in (HOST, BEA, CARLO)]
    return [[kind for kind in kinds if kind in ("reminder", "time out", "ask host")] for kinds in told]


@every_state
@every_time_out
async def test_all_seal_in_time_and_nobody_is_charged(timed: Timed, state: str, time_out: str) -> None:
    table_id = await invaded(timed, state, time_out=time_out)
    version, shown = (await timed.table(table_id)).version, await timed.timing(table_id)
    assert shown.asked == Asked(None, Stage.RUNNING, timed.now + PACE, timed.now + PACE + BANK)
    await timed.live(PACE / 2)
    await timed.tick()
    await seal(timed, table_id, HOST)
    await seal(timed, table_id, CARLO)
    if not state.startswith("sealed"):
        await seal(timed, table_id, BEA, ONE)
    await timed.tick()
    assert await sent_by_bea(timed, table_id) == (NO_FORCE if state == "sealed zero" else ONE)
    assert {author for author, _ in by_whom(timed.path, table_id, version)} <= {11, 12, 13}
    assert await banks(timed, table_id) == [BANK] * 3
    assert await told_of_time(timed, table_id) == [[], [], []]
    await timed.wholly_consistent(table_id)


async def time_runs_out(timed: Timed, table_id: int) -> None:
    """Past the reminder of all and the pace to the common end; Ada seals in time, Carlo never does."""
    shown = await timed.timing(table_id)
    await timed.live(REMINDED)
    await timed.tick()
    assert await told_of_time(timed, table_id) == [["reminder"]] * 3
    await timed.settle(table_id)
    await timed.live(PACE - REMINDED)
    await seal(timed, table_id, HOST)
    await timed.settle(table_id)
    await timed.live(BANK - MINUTE)
    await timed.tick()
    assert await timed.timing(table_id) == shown
    assert await timed.owed(table_id) == []
    assert not await timed.board_due(table_id)
    await timed.live(MINUTE)
    assert await timed.due(table_id) == timed.now


@every_state
@a_steward_seals
async def test_at_the_end_of_the_time_stewards_seal_for_those_who_have_not(
    timed: Timed, state: str, time_out: str
) -> None:
    table_id = await invaded(timed, state, time_out=time_out)
    version = (await timed.table(table_id)).version
    await time_runs_out(timed, table_id)
    shown = await timed.timing(table_id)
    await timed.ring()
    assert await timed.timing(table_id) == shown
    assert not await timed.board_due(table_id)  # else the board would tell who is missing
    assert await timed.owed(table_id) == []
    await timed.tick()
    missing = 1 if state.startswith("sealed") else 2
    assert by_whom(timed.path, table_id, version) == [(HOST.user_id, False), *[(None, True)] * missing]
    sealed = {"sealed zero": NO_FORCE, "sealed": ONE}
    assert await sent_by_bea(timed, table_id) == sealed.get(state, await sent_by_bea(timed, table_id)) is not None
    spared = BANK if state in sealed else NOTHING
    assert await banks(timed, table_id) == [BANK, spared, NOTHING]
    assert await told_of_time(timed, table_id) == [[], [] if state in sealed else ["time out"], ["time out"]]
    await timed.wholly_consistent(table_id)


@every_state
async def test_at_the_end_of_the_time_the_table_waits(timed: Timed, state: str) -> None:
    table_id = await invaded(timed, state, time_out="wait")
    version, end = (await timed.table(table_id)).version, timed.now + PACE
    await time_runs_out(timed, table_id)
    await timed.tick()
    assert (await timed.timing(table_id)).asked == Asked(None, Stage.WAITING, end, end + BANK)
    assert await timed.board_due(table_id)
    await timed.pass_by(DAY)
    assert by_whom(timed.path, table_id, version) == [(HOST.user_id, False)]
    assert await banks(timed, table_id) == [BANK] * 3  # shown and charged when it is open
    assert await told_of_time(timed, table_id) == [[], [], []]
    await timed.wholly_consistent(table_id)
    await seal(timed, table_id, CARLO)
    if not state.startswith("sealed"):
        await seal(timed, table_id, BEA, ONE)
    assert await sent_by_bea(timed, table_id) == (NO_FORCE if state == "sealed zero" else ONE)
    assert await banks(timed, table_id) == [BANK, BANK if state.startswith("sealed") else NOTHING, NOTHING]
    await timed.wholly_consistent(table_id)


@every_state
@a_steward_seals
async def test_who_goes_away_keeps_what_is_in_and_is_not_replaced_at_once(
    timed: Timed, state: str, time_out: str
) -> None:
    table_id = await invaded(timed, state, time_out=time_out)
    version = (await timed.table(table_id)).version
    await timed.live(PACE / 2)
    asked = (await timed.timing(table_id)).asked
    await timed.tables.timekeeping.away(table_id, BEA.user_id, "2026-03-20")
    await timed.tick()
    assert (await timed.timing(table_id)).asked == asked  # one seat's absence tells nothing of its seal
    assert by_whom(timed.path, table_id, version) == []
    await seal(timed, table_id, HOST)
    await seal(timed, table_id, CARLO)
    await timed.live(PACE / 2 + BANK)
    await timed.tick()
    if state.startswith("sealed"):
        assert await sent_by_bea(timed, table_id) == (NO_FORCE if state == "sealed zero" else ONE)
        assert await banks(timed, table_id) == [BANK] * 3
    else:
        assert (None, True) in by_whom(timed.path, table_id, version)
        assert await banks(timed, table_id) == [BANK, NOTHING, BANK]
    await timed.wholly_consistent(table_id)


async def test_who_goes_away_while_the_table_waits_at_an_invasion_is_waited_for(timed: Timed) -> None:
    table_id = await invaded(timed, time_out="wait")
    await time_runs_out(timed, table_id)
    await timed.tick()
    await timed.tables.timekeeping.away(table_id, BEA.user_id, "2026-03-20")
    await timed.tick()
    assert (await timed.state(table_id)).phase is Phase.INVASION
    assert await timed.stage(table_id, BEA) is Stage.WAITING


async def test_what_was_used_of_a_bank_is_shown_and_charged_when_all_is_open(timed: Timed) -> None:
    table_id = await invaded(timed)
    await timed.live(PACE + 10 * MINUTE)
    await seal(timed, table_id, BEA)
    assert await banks(timed, table_id) == [BANK] * 3
    await timed.live(5 * MINUTE)
    await seal(timed, table_id, BEA, ONE)  # to seal again costs nothing
    await seal(timed, table_id, HOST)
    assert await banks(timed, table_id) == [BANK] * 3
    await timed.live(5 * MINUTE)
    await seal(timed, table_id, CARLO)
    assert await banks(timed, table_id) == [BANK - 15 * MINUTE, BANK - 10 * MINUTE, BANK - 20 * MINUTE]
    await timed.wholly_consistent(table_id)


async def test_the_common_end_is_that_of_the_fullest_bank_and_no_bank_pays_more_than_it_holds(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await timed.reach_phase(table_id, Phase.CONSTRUCTION, BEA)
    await timed.live(PACE + 20 * MINUTE)
    await timed.act(table_id, BEA, seeded(1))
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    before = await banks(timed, table_id)
    assert before[1] < max(before)
    asked = (await timed.timing(table_id)).asked
    assert asked == Asked(None, Stage.RUNNING, timed.now + PACE, timed.now + PACE + max(before))
    await timed.live(PACE + before[1] + MINUTE)
    await timed.tick()
    await seal(timed, table_id, BEA)  # no time-out yet: that would tell whose bank is empty
    await seal(timed, table_id, HOST)
    await seal(timed, table_id, CARLO)
    assert await timed.bank(table_id, BEA) == NOTHING
