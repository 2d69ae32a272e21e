"""Rules 5.10 and 5.11: income, fixed and of choice."""

import pytest

from bot.game.actions import Income
from bot.game.components import COMMUNES, BuildingType, Seat
from bot.game.events import IncomeDue, ResourcesChosen, ResourcesLost
from bot.game.resources import NOTHING, Resources
from bot.game.rules import legal
from bot.game.state import Phase, State
from tests.game.builders import (
    begin,
    city_with,
    events_of,
    first,
    found,
    hold,
    notable_of,
    play,
    refused,
    reserve_of,
    stand,
    turn_of,
)


def gained(state: State, seat: Seat, *choice: str) -> Resources:
    """What claiming income adds to a seat."""
    before = state.city(seat).resources
    return play(state, Income(seat=seat, choice=choice)).city(seat).resources.minus(before)


@pytest.mark.parametrize("seat", COMMUNES)
def test_5_10_a_commune_gives_its_base_income(seat: Seat) -> None:
    state = turn_of(first(5), seat)
    choice = ("soldiers",) * COMMUNES[seat].choices
    assert gained(state, seat, *choice) == COMMUNES[seat].income.plus(Resources(soldiers=len(choice)))


TYPES: list[tuple[BuildingType, Resources]] = [
    ("economic", Resources(coins=1)),
    ("military", Resources(soldiers=1)),
    ("cultural", Resources(artisans=1)),
    ("religious", Resources(believers=1)),
]


@pytest.mark.parametrize(("kind", "one"), TYPES)
def test_5_10_an_active_card_gives_as_many_as_the_highest_level_of_its_type(kind: BuildingType, one: Resources) -> None:
    state = turn_of(begin("lucca", "milano"), "milano")
    state = city_with(found(found(state, "milano", kind, 2), "milano", kind, 1), "milano", active=(kind,))
    assert gained(state, "milano", "coins", "coins") == one.plus(one).plus(Resources(coins=2))


def test_5_10_buildings_without_an_active_card_give_nothing() -> None:
    state = found(begin(), "lucca", "economic", 3)
    assert gained(state, "lucca", "coins") == Resources(coins=1, believers=1)


def test_5_10_all_active_cards_are_flipped_to_inactive() -> None:
    state = found(found(begin(), "lucca", "economic"), "lucca", "military")
    state = city_with(state, "lucca", active=("economic", "military"))
    assert play(state, Income(seat="lucca", choice=("coins",))).city("lucca").active == ()


@pytest.mark.parametrize(("kind", "one"), TYPES)
def test_5_10_each_notable_gives_one_resource_of_its_type(kind: BuildingType, one: Resources) -> None:
    state = notable_of(turn_of(begin("lucca", "milano"), "milano"), kind, "milano")
    assert gained(state, "milano", "coins", "coins") == one.plus(Resources(coins=2))


def test_5_10_a_notable_of_another_seat_gives_nothing() -> None:
    state = notable_of(begin(), "economic", "siena")
    assert gained(state, "lucca", "coins") == Resources(coins=1, believers=1)


def test_5_10_income_is_allowed_with_two_envoys_out() -> None:
    state = stand(stand(begin(), 1, "lucca"), 2, "lucca")
    assert play(state, Income(seat="lucca", choice=("coins",))).envoys("lucca") == 1


def test_5_10_the_log_names_what_was_due_by_its_source() -> None:
    state = city_with(found(begin(), "lucca", "military", 2), "lucca", active=("military",))
    state = notable_of(state, "religious", "lucca")
    expected = IncomeDue(
        seat="lucca",
        commune=Resources(believers=1),
        buildings=Resources(soldiers=2),
        notables=Resources(believers=1),
        choices=1,
        flipped=("military",),
    )
    assert events_of(state, Income(seat="lucca", choice=("coins",)))[:2] == (
        expected,
        ResourcesChosen("lucca", ("coins",)),
    )


def test_5_11_fixed_income_that_is_not_there_is_lost() -> None:
    state = reserve_of(begin(), Resources(coins=1), "siena")
    assert gained(state, "lucca", "coins") == Resources(coins=1)
    events = events_of(state, Income(seat="lucca", choice=("coins",)))
    assert ResourcesLost("lucca", Resources(believers=1), 0) in events


def test_5_11_fixed_income_is_taken_in_part_where_the_reserve_holds_fewer() -> None:
    state = city_with(found(begin(), "lucca", "economic", 3), "lucca", active=("economic",))
    state = reserve_of(state, Resources(coins=2, soldiers=1), "siena")
    events = events_of(state, Income(seat="lucca", choice=("soldiers",)))
    assert gained(state, "lucca", "soldiers") == Resources(coins=2, soldiers=1)
    assert ResourcesLost("lucca", Resources(coins=1, believers=1), 0) in events


def test_5_11_the_choice_comes_after_the_fixed_income() -> None:
    state = reserve_of(begin(), Resources(believers=1, artisans=1), "siena")
    assert refused(state, Income(seat="lucca", choice=("believers",))).rule == "5.11"
    assert gained(state, "lucca", "artisans") == Resources(believers=1, artisans=1)


def test_5_11_when_the_reserve_is_empty_of_all_four_the_choice_is_lost() -> None:
    state = reserve_of(begin(), Resources(believers=1), "siena")
    assert list(legal(state, "lucca").of(Income)) == [Income(seat="lucca")]
    assert gained(state, "lucca") == Resources(believers=1)
    assert refused(state, Income(seat="lucca", choice=("coins",))).rule == "5.11"
    assert ResourcesLost("lucca", NOTHING, 1) in events_of(state, Income(seat="lucca"))


def test_5_11_an_empty_reserve_loses_fixed_income_and_choices_alike() -> None:
    state = turn_of(reserve_of(begin("lucca", "milano"), NOTHING, "lucca"), "milano")
    assert gained(state, "milano") == NOTHING
    assert ResourcesLost("milano", NOTHING, 2) in events_of(state, Income(seat="milano"))


def test_5_11_with_one_token_left_milano_names_one_of_its_two() -> None:
    state = turn_of(reserve_of(begin("lucca", "milano"), Resources(soldiers=1), "lucca"), "milano")
    assert list(legal(state, "milano").of(Income)) == [Income(seat="milano", choice=("soldiers",))]
    assert refused(state, Income(seat="milano", choice=("soldiers", "soldiers"))).rule == "5.11"
    assert ResourcesLost("milano", NOTHING, 1) in events_of(state, Income(seat="milano", choice=("soldiers",)))


def test_5_11_exactly_as_many_as_are_owed_are_named() -> None:
    state = turn_of(first(5), "milano")
    for wrong in ((), ("coins",), ("coins",) * 3):
        assert refused(state, Income(seat="milano", choice=wrong)).rule == "5.11"


def test_5_11_two_of_a_kind_need_two_in_the_reserve() -> None:
    state = turn_of(reserve_of(begin("lucca", "milano"), Resources(coins=1, artisans=5), "lucca"), "milano")
    assert refused(state, Income(seat="milano", choice=("coins", "coins"))).rule == "5.11"
    assert gained(state, "milano", "coins", "artisans") == Resources(coins=1, artisans=1)


def test_5_11_an_unknown_resource_is_refused() -> None:
    assert refused(begin(), Income(seat="lucca", choice=("gold",))).rule == "5.11"


def test_nothing_is_reported_lost_where_nothing_is() -> None:
    events = events_of(begin(), Income(seat="lucca", choice=("coins",)))
    assert not any(isinstance(event, ResourcesLost) for event in events)


def test_income_ends_phase_1() -> None:
    state = city_with(begin(), "lucca", hand=("D01",))
    assert play(hold(state, "lucca"), Income(seat="lucca", choice=("coins",))).phase is Phase.CONSTRUCTION
