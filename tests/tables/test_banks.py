"""The bank behind the pace: used after it, charged at the end, refilled turn by turn, never more than full."""

from datetime import timedelta

from bot.game.state import Phase
from bot.tables.model import Person
from bot.tables.snapshot import Snapshot
from tests.tables.hosting import BEA, HOST, seeded
from tests.tables.timed import MINUTE, SHORT, Timed

PACE, BANK = SHORT * MINUTE, SHORT * MINUTE / 2
QUARTER = BANK / 4


async def turn_of(timed: Timed, table_id: int, person: Person) -> None:
    """A turn of this person begins."""
    seat, turn = await timed.seat(table_id, person), (await timed.state(table_id)).turn

    def begins(snapshot: Snapshot) -> bool:
        state = snapshot.state
        return state.turn > turn and state.phase is Phase.PROJECTS and state.active == seat

    await timed.reach(table_id, begins, seeded("turn"))


async def late(timed: Timed, table_id: int, by: timedelta) -> None:
    """Bea acts so long after the pace."""
    await timed.live(PACE + by)
    await timed.act(table_id, BEA, seeded(1))


async def test_the_bank_is_used_after_the_pace_and_charged_when_the_person_acts(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await turn_of(timed, table_id, BEA)
    await late(timed, table_id, 10 * MINUTE)
    assert await timed.bank(table_id, BEA) == BANK - 10 * MINUTE
    assert await timed.bank(table_id, HOST) == BANK
    await timed.wholly_consistent(table_id)


async def test_who_acts_as_the_pace_ends_has_used_nothing_of_the_bank(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await turn_of(timed, table_id, BEA)
    await late(timed, table_id, timedelta())
    assert await timed.bank(table_id, BEA) == BANK


async def test_who_acts_after_the_end_but_before_it_is_noticed_has_used_the_bank_and_no_more(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await turn_of(timed, table_id, BEA)
    await late(timed, table_id, BANK + PACE)
    assert await timed.bank(table_id, BEA) == timedelta()
    await timed.wholly_consistent(table_id)


async def test_a_turn_of_one_s_own_gives_a_quarter_back_until_the_bank_is_full(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await turn_of(timed, table_id, BEA)
    await late(timed, table_id, BANK - MINUTE)
    seen = [await timed.bank(table_id, BEA)]
    for _ in range(5):
        await turn_of(timed, table_id, BEA)
        seen.append(await timed.bank(table_id, BEA))
        assert await timed.bank(table_id, HOST) == BANK
    assert seen == [MINUTE + min(turn, 4) * QUARTER if turn < 4 else BANK for turn in range(6)]
    await timed.wholly_consistent(table_id)


async def test_another_s_turn_gives_nothing_back(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await turn_of(timed, table_id, BEA)
    await late(timed, table_id, 20 * MINUTE)
    await turn_of(timed, table_id, HOST)
    assert await timed.bank(table_id, BEA) == BANK - 20 * MINUTE


async def test_the_end_is_that_of_what_is_left_in_the_bank(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await turn_of(timed, table_id, BEA)
    await late(timed, table_id, 20 * MINUTE)
    await turn_of(timed, table_id, BEA)
    asked = (await timed.timing(table_id)).asked
    assert asked is not None
    assert asked.bank_until == timed.now + PACE + 10 * MINUTE + QUARTER


async def test_without_a_bank_time_is_out_with_the_pace(timed: Timed) -> None:
    table_id = await timed.begin(2, bank=0)
    await turn_of(timed, table_id, BEA)
    asked = (await timed.timing(table_id)).asked
    assert asked is not None
    assert asked.bank_until == asked.until == timed.now + PACE
    await timed.pass_by(PACE)
    assert "time out" in await timed.told(table_id, BEA)


async def test_who_goes_away_has_used_the_bank_until_then(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await turn_of(timed, table_id, BEA)
    await timed.live(PACE + 10 * MINUTE)
    await timed.tables.timekeeping.away(table_id, BEA.user_id, "2026-03-20")
    await timed.tables.timekeeping.back(table_id, BEA.user_id)
    await timed.live(MINUTE)
    await timed.act(table_id, BEA, seeded(1))
    assert await timed.bank(table_id, BEA) == BANK - 10 * MINUTE
