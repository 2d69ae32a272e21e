"""One position for each phase, where most rows of the refusal table can be met."""

from bot.game.actions import Bid, Defend
from bot.game.resources import Resources
from bot.game.state import Phase, State
from tests.game.builders import (
    begin,
    city_with,
    deal,
    empty_column,
    first,
    fortify,
    found,
    hold,
    hold_alike,
    invaded,
    play,
    reserve_of,
    stand,
    turn_of,
)


def projects() -> State:
    """Siena bid 1 on column 2, Lucca stands on 3, column 4 is empty; Lucca holds 2 coins and 3 believers."""
    state = empty_column(stand(stand(first(5), 2, "siena", coins=1), 3, "lucca"), 4)
    return hold(state, "lucca", Resources(coins=2, believers=3))


def all_out() -> State:
    """Lucca's three envoys stand on 1, 3 and 4 (bonus); Siena bid 1 on 2; column 6 is empty."""
    state = stand(stand(stand(first(5), 1, "lucca"), 4, "lucca"), 3, "lucca")
    return empty_column(stand(state, 2, "siena", coins=1), 6)


def poor_reserve() -> State:
    """Lucca stands on both bonus columns; the reserve holds one coin, one soldier and one believer."""
    state = stand(stand(first(5), 4, "lucca"), 7, "lucca")
    return reserve_of(state, Resources(coins=1, soldiers=1, believers=1), "milano")


def outbid() -> State:
    """Siena's 1 was outbid on column 1; it stands on 2, Firenze bid 1 on 3, column 4 is empty."""
    state = stand(stand(stand(first(5), 1, "siena", coins=1), 2, "siena"), 3, "firenze", coins=1)
    state = hold(empty_column(state, 4), "lucca", Resources(coins=2))
    return play(hold(state, "siena", Resources(believers=1)), Bid(seat="lucca", column=1, coins=2))


def outbid_without_believer() -> State:
    """The same, and Siena holds only coins."""
    return hold(outbid(), "siena", Resources(coins=9))


def construction() -> State:
    """Lucca holds D01 and D02 (economic 3, 4), D03 (military 3), D08 (religious 2), D12 (wild 2).

    Its buildings are an economic one of level 4 and a religious one of 2; its sections have 4 and 3 cards.
    """
    state = deal(turn_of(first(5), "lucca", Phase.CONSTRUCTION), "lucca", "D01", "D02", "D03", "D08", "D12")
    state = fortify(found(found(state, "lucca", "economic", 4), "lucca", "religious", 2), "lucca", 4, 3)
    return hold(state, "lucca", Resources(artisans=1, believers=3))


def repair() -> State:
    """Lucca has two loot points and two believers."""
    state = city_with(turn_of(begin(), "lucca", Phase.REPAIR), "lucca", loot=2)
    return hold(state, "lucca", Resources(believers=2))


def invasion() -> State:
    """Every seat holds 3 of each kind; Firenze has sealed."""
    state = invaded(hold_alike(first(5), Resources(3, 3, 3, 3)))
    return play(state, Defend(seat="firenze"))


def over() -> State:
    """The Emperor has come and gone."""
    state = invaded(first(2), 3)
    return play(state, Defend(seat="lucca"), Defend(seat="firenze"))
