"""A steward that was thinking in place of a person while they acted, or came back, does nothing any more."""

import pytest

from bot.game.actions import Defend, Force
from bot.game.state import Phase
from bot.tables.errors import OutOfDate
from tests.tables.hosting import BEA, HOST
from tests.tables.solo import decided
from tests.tables.timed import MINUTE, SHORT, Timed, by_whom

PACE, BANK = SHORT * MINUTE, SHORT * MINUTE / 2


async def go_away(timed: Timed, table_id: int) -> None:
    await timed.tables.timekeeping.away(table_id, BEA.user_id, "2026-03-20")


async def test_a_person_who_is_back_before_the_steward_acts_is_left_to_act(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await timed.reach_phase(table_id, Phase.PROJECTS, BEA)
    version = (await timed.table(table_id)).version
    await go_away(timed, table_id)
    act = await decided(timed, table_id)
    await timed.tables.timekeeping.back(table_id, BEA.user_id)
    with pytest.raises(OutOfDate):
        await act()
    await timed.tick()
    assert by_whom(timed.path, table_id, version) == []


@pytest.mark.parametrize("away", [False, True])
async def test_a_defence_that_a_person_seals_meanwhile_is_not_replaced(timed: Timed, away: bool) -> None:
    table_id = await timed.begin(3)
    if away:
        await go_away(timed, table_id)
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    bea, mine = await timed.seat(table_id, BEA), Force(soldiers=1)
    if not away:
        await timed.play(table_id, Defend(seat=await timed.seat(table_id, HOST)))
        await timed.live(PACE + BANK)
        await timed.ring()
    act = await decided(timed, table_id)
    await timed.play(table_id, Defend(seat=bea, league=mine))
    with pytest.raises(OutOfDate):
        await act()
    sealed = (await timed.state(table_id)).city(bea).sealed
    assert sealed is not None
    assert sealed.league == mine
