"""Rule 10: buying off loot points, and the end of a turn."""

import pytest

from bot.game.actions import Finish, Income, Repair
from bot.game.events import LootRemoved, TurnBegan
from bot.game.resources import Resources
from bot.game.rules import legal, waiting
from bot.game.state import Phase, State
from tests.game.builders import begin, city_with, deal, events_of, hold, play, refused, turn_of


def looted(loot: int, believers: int) -> State:
    """Lucca may repair."""
    state = city_with(turn_of(begin(), "lucca", Phase.REPAIR), "lucca", loot=loot)
    return hold(state, "lucca", Resources(coins=9, believers=believers))


@pytest.mark.parametrize(("loot", "price"), [(0, 0), (1, 1), (2, 3)])
def test_10_1_one_loot_point_costs_1_believer_and_two_cost_3(loot: int, price: int) -> None:
    state = looted(4, 5)
    after = play(state, Repair(seat="lucca", loot=loot))
    assert after.city("lucca").loot == 4 - loot
    assert after.city("lucca").resources.believers == 5 - price
    assert after.reserve.believers == state.reserve.believers + price


def test_10_1_at_most_two_are_removed_a_turn() -> None:
    assert refused(looted(4, 9), Repair(seat="lucca", loot=3)).rule == "10.1"
    after = play(looted(4, 9), Repair(seat="lucca", loot=2))
    assert (after.active, after.phase) == ("firenze", Phase.PROJECTS)


def test_10_1_one_purchase_a_turn_so_two_believers_do_not_buy_two() -> None:
    assert refused(looted(4, 2), Repair(seat="lucca", loot=2)).rule == "10.1"
    assert list(legal(looted(4, 2), "lucca")) == [Repair(seat="lucca"), Repair(seat="lucca", loot=1)]
    after = play(looted(4, 2), Repair(seat="lucca", loot=1))
    assert refused(after, Repair(seat="lucca", loot=1)).rule == "phase"


def test_10_1_no_more_than_the_seat_has() -> None:
    assert refused(looted(1, 9), Repair(seat="lucca", loot=2)).rule == "10.1"


def test_4_1_coins_do_not_stand_for_believers() -> None:
    assert refused(looted(1, 0), Repair(seat="lucca", loot=1)).rule == "10.1"


def test_10_1_the_removal_is_public_and_declining_is_silent() -> None:
    assert events_of(looted(2, 3), Repair(seat="lucca", loot=2))[0] == LootRemoved("lucca", 2, 3)
    assert events_of(looted(2, 3), Repair(seat="lucca")) == (TurnBegan("firenze", 2),)


def test_10_2_a_seat_without_loot_is_not_asked() -> None:
    assert play(begin(), Income(seat="lucca", choice=("coins",))).active == "firenze"


def test_10_2_a_seat_with_loot_and_no_believer_is_asked_and_can_only_decline() -> None:
    state = looted(1, 0)
    assert waiting(state) == ("lucca",)
    assert list(legal(state, "lucca")) == [Repair(seat="lucca")]


def test_10_2_a_seat_with_loot_is_asked_after_construction() -> None:
    state = city_with(deal(turn_of(begin(), "lucca", Phase.CONSTRUCTION), "lucca", "D01"), "lucca", loot=1)
    assert play(state, Finish(seat="lucca")).phase is Phase.REPAIR


def test_10_2_the_loot_of_another_seat_asks_nobody() -> None:
    state = city_with(begin(), "siena", loot=1)
    assert play(state, Income(seat="lucca", choice=("coins",))).active == "firenze"


def test_10_3_the_marker_and_the_turn_go_to_the_next_seat() -> None:
    after = play(looted(1, 1), Repair(seat="lucca"))
    assert (after.active, after.first_defender, after.turn) == ("firenze", "firenze", 2)
