"""Positions in which one answer is plainly right."""

from dataclasses import replace
from random import Random

import pytest

from bot.game.actions import Acquire, Action, Bid, Build, Defend, Finish, Income, Repair, Withdraw
from bot.game.phases.defence import wall_defence
from bot.game.resources import NOTHING, Resources
from bot.game.state import Defence, Phase, State
from bot.stewards import STEWARDS, Character
from tests.game import stages
from tests.game.builders import (
    city_with,
    deal,
    decks_of,
    first,
    fortify,
    found,
    hold,
    hold_alike,
    invaded,
    stand,
    turn_of,
)
from tests.stewards.matches import decided


def answer(state: State, seat: str = "lucca") -> Action:
    """What the steward does."""
    return decided(STEWARDS[Character.STEWARD], state, seat, Random(0)).action


def building(*cards: str) -> State:
    """Lucca, one of two and behind in points, has cards to build with."""
    state = city_with(turn_of(first(2), "lucca", Phase.CONSTRUCTION), "firenze", vp=30)
    return deal(hold(state, "firenze"), "lucca", *cards)


def last_turn(state: State) -> State:
    """It is the last turn, and only the Emperor comes after it."""
    return replace(decks_of(state, 0, 0, 0, 0), invasions=3, final_turns=1)


def test_nobody_can_outbid_it_so_it_bids_the_least() -> None:
    state = first(2)
    for column in (1, 2, 3):
        state = stand(state, column, "firenze", coins=1)
    action = answer(hold(state, "lucca", Resources(coins=9, believers=8)))
    assert isinstance(action, Bid)
    assert 2 * action.coins + action.believers == (0 if action.column == 4 else 4)  # whole coins: believers are dearer


def test_a_contested_column_is_not_bought_with_all_it_has() -> None:
    action = answer(hold(stand(first(2), 1, "firenze", coins=1), "lucca", Resources(coins=9, believers=8)))
    assert not isinstance(action, Bid) or 2 * action.coins + action.believers <= 8


def test_what_it_cannot_acquire_any_more_it_does_not_bid_for() -> None:
    action = answer(last_turn(hold(first(2), "lucca", Resources(coins=5))))
    assert isinstance(action, Income)


def test_cards_are_acquired_in_the_last_turn_while_they_can_be_built() -> None:
    state = stand(stand(found(first(2), "lucca", "economic", 3), 1, "lucca"), 2, "lucca")
    action = answer(last_turn(hold(state, "lucca", Resources(artisans=9))))
    assert isinstance(action, Acquire)


def test_income_waits_for_cards_when_nothing_is_active_and_three_envoys_could_stand() -> None:
    state = stand(stand(first(2), 1, "lucca"), 2, "lucca")
    assert not isinstance(answer(hold(state, "lucca", Resources(3, 3, 3, 3))), Income)


def test_income_is_claimed_when_all_is_active_and_nothing_is_left() -> None:
    state = first(2)
    for kind in ("economic", "military", "cultural", "religious"):
        state = found(state, "lucca", kind, 3)
    state = city_with(state, "lucca", active=("economic", "military", "cultural", "religious"))
    assert isinstance(answer(hold(state, "lucca")), Income)


def test_a_step_that_costs_nothing_is_taken_for_its_points() -> None:
    state = last_turn(found(building("D04"), "lucca", "military", 3))
    assert answer(state) == Build(seat="lucca", card="D04", building=1)


def test_the_highest_step_comes_first() -> None:
    state = last_turn(found(found(building("D02", "D05"), "lucca", "economic", 3), "lucca", "cultural", 4))
    assert answer(hold(state, "lucca")) == Build(seat="lucca", card="D02", building=1)


def test_the_last_artisans_are_spent_on_points() -> None:
    state = last_turn(found(building("D08"), "lucca", "religious", 3))
    action = answer(hold(state, "lucca", Resources(artisans=2)))
    assert action == Build(seat="lucca", card="D08", building=1, artisans=2)


def test_a_missing_type_is_founded_before_a_second_building_of_another() -> None:
    state = building("D12")
    for kind in ("economic", "military", "cultural"):
        state = found(state, "lucca", kind, 4)
    assert answer(last_turn(hold(state, "lucca"))) == Build(seat="lucca", card="D12", declared="religious")


def test_the_least_useful_card_is_discarded() -> None:
    state = found(building("D05", "D02", "D04"), "lucca", "economic", 3)
    state = replace(hold(found(state, "lucca", "military", 3), "lucca"), building_steps=1, wall_steps=1)
    assert answer(state) == Finish(seat="lucca", discard=("D05",))


def test_loot_is_bought_off_at_the_end() -> None:
    state = city_with(turn_of(last_turn(first(2)), "lucca", Phase.REPAIR), "lucca", loot=1)
    assert answer(hold(state, "lucca", Resources(believers=5))) == Repair(seat="lucca", loot=1)


def test_loot_stays_where_nothing_can_buy_it_off() -> None:
    assert answer(hold(stages.repair(), "lucca")) == Repair(seat="lucca", loot=0)


def defence(state: State) -> Defence:
    """What the steward seals."""
    action = answer(state)
    assert isinstance(action, Defend)
    return Defence(action.league, action.walls)


@pytest.mark.parametrize("invasions", [0, 3])
def test_it_holds_where_that_is_cheap(invasions: int) -> None:
    state = invaded(fortify(hold_alike(first(2)), "lucca", 4, 4), invasions)
    sealed = defence(hold(turn_of(state, "firenze", Phase.INVASION), "lucca", Resources(soldiers=9)))
    strength = (4, 8, 12, 16)[invasions] - sealed.league.strength
    assert wall_defence((4, 4), sealed.walls.strength) >= strength


def test_a_hero_sends_at_least_one_soldier_to_the_league() -> None:
    state = fortify(invaded(hold_alike(first(2))), "lucca", 4)
    assert defence(hold(state, "lucca", Resources(soldiers=6))).league.strength


def test_it_does_not_throw_soldiers_into_walls_that_hold_without_them() -> None:
    state = fortify(invaded(hold_alike(first(2))), "lucca", 4, 4)
    sealed = defence(hold(state, "lucca", Resources(soldiers=20)))
    assert sealed.walls.strength <= 1


def test_substitutes_serve_last() -> None:
    state = fortify(invaded(hold_alike(first(2))), "lucca", 4)
    sealed = defence(hold(state, "lucca", Resources(coins=8, soldiers=6, believers=8)))
    assert not sealed.tokens.coins
    assert not sealed.tokens.believers


def test_substitutes_serve_against_the_emperor() -> None:
    state = invaded(fortify(hold_alike(first(2)), "lucca", 4, 4), 3)
    assert defence(hold(state, "lucca", Resources(coins=9, believers=9))).walls.strength >= 3


def test_who_holds_nothing_seals_nothing() -> None:
    assert defence(invaded(hold_alike(first(3)))).tokens == NOTHING


def test_who_has_no_believer_withdraws() -> None:
    assert answer(stages.outbid_without_believer(), "siena") == Withdraw(seat="siena")
