"""Rules 12.5-12.9: the final score, part by part, and the winner."""

import pytest

from bot.game.components import BUILDING_TYPES
from bot.game.resources import RESOURCES, Resource, Resources
from bot.game.scoring import Score, score, scores, winner
from bot.game.state import State
from tests.game.builders import FIVE, begin, city_with, first, found, hold, hold_alike, notable_of


def bare(seats: int = 3) -> State:
    """Nobody has anything."""
    return hold_alike(first(seats))


def majorities(state: State) -> list[int]:
    return [part.majorities for part in scores(state).values()]


def test_12_5_nothing_scores_nothing() -> None:
    assert list(scores(bare()).values()) == [Score(0, 0, 0, 0, 0, 0)] * 3


def test_12_5_each_part_is_added() -> None:
    state = hold(bare(), "siena", Resources(coins=1))
    for kind in BUILDING_TYPES:
        state = found(state, "siena", kind, 2)
    state = notable_of(notable_of(state, "economic", "siena"), "military", "siena")
    state = city_with(state, "siena", loot=4, heroism=(1, 5))
    part = score(state, state.city("siena"))
    assert part == Score(vp=12, notables=6, majorities=2, heroism=6, loot=-4, lowest=3)
    assert part.total == 25


def test_12_5_a_total_may_be_negative() -> None:
    assert scores(city_with(bare(), "lucca", loot=9))["lucca"].total == -9


@pytest.mark.parametrize("kind", RESOURCES)
def test_12_6_the_most_of_a_resource_gives_2(kind: Resource) -> None:
    state = hold(hold(bare(), "firenze", Resources(**{kind: 2})), "lucca", Resources(**{kind: 1}))
    assert majorities(state) == [0, 2, 0]


@pytest.mark.parametrize("kind", RESOURCES)
@pytest.mark.parametrize("tied", [2, 3, 4, 5])
def test_12_6_tied_seats_have_1_each(tied: int, kind: Resource) -> None:
    state = bare(5)
    for seat in FIVE[:tied]:
        state = hold(state, seat, Resources(**{kind: 2}))
    assert majorities(state) == [1] * tied + [0] * (5 - tied)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_12_6_every_seat_tied_in_everything_has_4(seats: int) -> None:
    assert majorities(hold_alike(first(seats), Resources(1, 1, 1, 1))) == [4] * seats


def test_12_6_one_seat_may_have_all_four() -> None:
    assert majorities(hold(bare(), "siena", Resources(1, 1, 1, 1))) == [0, 0, 8]


def test_12_7_nobody_scores_a_resource_of_which_nobody_has_any() -> None:
    assert majorities(bare(5)) == [0] * 5


def test_4_1_there_is_no_substitution_in_the_final_scoring() -> None:
    state = hold(hold(bare(), "lucca", Resources(believers=6)), "siena", Resources(soldiers=1))
    assert majorities(state) == [2, 0, 2]


def test_12_8_the_lowest_type_scores_its_vp() -> None:
    state = bare(5)
    for kind, level in zip(BUILDING_TYPES, (3, 2, 1, 4), strict=True):
        state = found(state, "milano", kind, level)
    assert scores(state)["milano"].lowest == 1
    assert scores(found(state, "milano", "cultural", 1))["milano"].lowest == 2


def test_12_8_a_missing_type_scores_nothing() -> None:
    state = found(found(found(bare(), "siena", "economic", 2), "siena", "military", 2), "siena", "cultural", 2)
    assert scores(state)["siena"].lowest == 0


def test_12_9_most_points_win() -> None:
    assert winner(city_with(bare(), "siena", vp=1)) == "siena"


@pytest.mark.parametrize(("seats", "tied"), [(n, tied) for n in (2, 3, 4, 5) for tied in range(2, n + 1)])
def test_12_9_tied_the_lowest_commune_number_wins(seats: int, tied: int) -> None:
    state = bare(seats)
    for seat in FIVE[seats - tied : seats]:
        state = city_with(state, seat, vp=7)
    assert winner(state) == FIVE[seats - tied]


def test_12_9_the_number_counts_and_not_the_vp_or_who_began() -> None:
    state = begin("firenze", "bologna", "milano")
    state = city_with(city_with(hold_alike(state), "milano", vp=5), "bologna", vp=6, loot=1)
    assert winner(state) == "bologna"


def test_12_9_the_least_negative_total_wins() -> None:
    state = bare(2)
    assert winner(city_with(city_with(state, "lucca", loot=5), "firenze", loot=4)) == "firenze"
