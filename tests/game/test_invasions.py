"""Rules 11.1-11.7 and 11.9: an invasion, from the seals to the loot."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.actions import Defend, Force
from bot.game.components import Seat
from bot.game.events import DefenceReport, DefenceSealed, InvasionResolved
from bot.game.phases.defence import wall_defence
from bot.game.resources import NOTHING, Resources
from bot.game.rules import legal, waiting
from bot.game.state import Phase, State
from tests.game.builders import (
    city_with,
    events_of,
    first,
    fortify,
    hold,
    hold_alike,
    invaded,
    play,
    refused,
    spent_bonus_walls,
)

PLENTY = Resources(coins=8, soldiers=8, believers=8)


def under_attack(invasions: int = 0, seats: int = 3) -> State:
    """Everybody has plenty to send; Lucca holds the First Defender marker."""
    return invaded(hold_alike(first(seats), PLENTY), invasions)


def send(seat: Seat, league: int = 0, walls: int = 0) -> Defend:
    return Defend(seat=seat, league=Force(soldiers=league), walls=Force(soldiers=walls))


def resolve(state: State, **sent: tuple[int, int]) -> tuple[State, dict[Seat, DefenceReport]]:
    """All seats seal, nothing where nothing is said; the state after, and the reports by seat."""
    *early, last = (send(seat, *sent.get(seat, (0, 0))) for seat in state.communes)
    state = play(state, *early)
    resolved = next(event for event in events_of(state, last) if isinstance(event, InvasionResolved))
    return play(state, last), {report.seat: report for report in resolved.defences}


@pytest.mark.parametrize(("invasions", "strength"), [(0, 4), (1, 8), (2, 12), (3, 16)])
def test_11_1_each_invasion_has_its_strength(invasions: int, strength: int) -> None:
    _, reports = resolve(under_attack(invasions))
    assert reports["siena"].strength == strength


def test_11_1_a_seat_faces_its_lead_over_the_lowest_vp_on_top() -> None:
    state = city_with(city_with(under_attack(), "lucca", vp=3), "firenze", vp=10)
    state = city_with(state, "siena", vp=5)
    _, reports = resolve(state)
    assert [report.strength for report in reports.values()] == [4, 11, 6]


def test_11_2_all_seats_are_asked_at_the_same_time() -> None:
    state = under_attack()
    assert waiting(state) == ("lucca", "firenze", "siena")
    assert waiting(play(state, send("firenze", 1, 1))) == ("lucca", "siena")


def test_11_2_nothing_leaves_the_screens_before_the_last_seal() -> None:
    state = under_attack()
    sealed = play(state, send("firenze", 1, 1), send("siena", 2))
    assert [city.resources for city in sealed.cities] == [PLENTY] * 3
    assert events_of(state, send("siena", 2)) == (DefenceSealed("siena", Force(soldiers=2), Force()),)


def test_11_2_the_last_seal_opens_all_and_all_that_was_sent_is_discarded() -> None:
    state = under_attack()
    after, _ = resolve(state, lucca=(1, 2), firenze=(0, 5))
    assert after.phase is Phase.PROJECTS
    assert after.city("lucca").resources.soldiers == 5
    assert after.city("firenze").resources.soldiers == 3
    assert after.reserve == state.reserve.plus(Resources(soldiers=8))
    assert all(city.sealed is None for city in after.cities)
    assert after.invasions == 1


def test_11_2_pairs_of_coins_or_of_believers_serve_as_soldiers_on_either_side() -> None:
    state = under_attack()
    mixed = Defend(seat="lucca", league=Force(coins=4, believers=2), walls=Force(soldiers=1, coins=2, believers=4))
    state = play(state, mixed, send("firenze"))
    resolved = events_of(state, send("siena"))[1]
    assert isinstance(resolved, InvasionResolved)
    assert resolved.league == 3
    assert resolved.defences[0].defence == 4 + 1
    assert play(state, send("siena")).city("lucca").resources == Resources(coins=2, soldiers=7, believers=2)


def test_4_2_a_coin_and_a_believer_do_not_make_a_soldier() -> None:
    action = Defend(seat="lucca", league=Force(coins=1, believers=1))
    assert refused(under_attack(), action).rule == "11.2"


def test_4_2_a_pair_may_not_be_split_over_both_sides() -> None:
    action = Defend(seat="lucca", league=Force(coins=1), walls=Force(coins=1))
    assert refused(under_attack(), action).rule == "11.2"


def test_4_3_both_sides_together_are_no_more_than_held() -> None:
    assert legal(under_attack(), "lucca").contains(send("lucca", 4, 4))
    assert refused(under_attack(), send("lucca", 4, 5)).rule == "11.2"


def test_11_3_the_league_lowers_the_strength_against_every_seat() -> None:
    state = city_with(under_attack(), "siena", vp=2)
    _, reports = resolve(state, lucca=(1, 0), firenze=(2, 0))
    assert [report.strength for report in reports.values()] == [1, 1, 3]


def test_11_3_the_strength_is_never_below_zero() -> None:
    _, reports = resolve(city_with(under_attack(), "siena", vp=2), lucca=(5, 0))
    assert [report.strength for report in reports.values()] == [0, 0, 1]


def test_11_4_three_soldiers_on_a_level_3_section_make_nine() -> None:
    state = fortify(under_attack(), "siena", 3)
    _, reports = resolve(state, siena=(0, 3))
    assert reports["siena"].defence == 9


def test_11_4_a_soldier_without_a_wall_card_counts_1() -> None:
    _, reports = resolve(fortify(under_attack(), "siena", 2), siena=(0, 4))
    assert reports["siena"].defence == (1 + 2) + (1 + 1) + 1 + 1


def test_11_4_a_wall_card_without_a_soldier_counts_nothing() -> None:
    _, reports = resolve(fortify(under_attack(), "siena", 4, 4))
    assert reports["siena"].defence == 0


def test_11_4_a_bonus_wall_is_a_card_of_height_1() -> None:
    _, reports = resolve(spent_bonus_walls(under_attack(), "siena", 1), siena=(0, 1))
    assert reports["siena"].defence == 2


@given(st.lists(st.integers(1, 4), max_size=3), st.integers(0, 4))
def test_11_5_no_setting_of_the_soldiers_counts_more_than_the_automatic_one(levels: list[int], soldiers: int) -> None:
    cards = [height for level in levels for height in range(1, level + 1)]
    places = [*cards, *[0] * soldiers]
    settings = combinations(places, soldiers)
    assert wall_defence(tuple(levels), soldiers) == max(soldiers + sum(heights) for heights in settings)


def test_11_6_the_first_defender_has_one_more_also_without_a_soldier() -> None:
    _, reports = resolve(under_attack(), firenze=(0, 1))
    assert [reports[seat].defence for seat in ("lucca", "firenze", "siena")] == [1, 1, 0]


def test_11_7_a_defence_equal_to_the_strength_holds() -> None:
    after, reports = resolve(under_attack(), lucca=(0, 3), firenze=(0, 4), siena=(0, 5))
    assert [report.loot for report in reports.values()] == [0, 0, 0]
    assert all(city.loot == 0 for city in after.cities)


def test_11_7_otherwise_the_difference_is_taken_in_loot_points() -> None:
    state = city_with(under_attack(), "siena", loot=2)
    after, reports = resolve(state, lucca=(0, 1), siena=(0, 3))
    assert [report.loot for report in reports.values()] == [2, 4, 1]
    assert [city.loot for city in after.cities] == [2, 4, 3]


def test_11_7_vp_do_not_change() -> None:
    state = city_with(under_attack(), "siena", vp=7)
    after, _ = resolve(state)
    assert [city.vp for city in after.cities] == [0, 0, 7]


def test_11_9_a_seat_that_holds_nothing_must_still_seal() -> None:
    state = play(hold(under_attack(), "siena", NOTHING), send("lucca"), send("firenze"))
    assert waiting(state) == ("siena",)
    assert list(legal(state, "siena")) == [send("siena")]
    assert play(state, send("siena")).invasions == 1


def test_11_9_sealing_again_replaces_the_earlier_seal() -> None:
    state = play(under_attack(), send("siena", 5, 3), send("siena", 0, 4), send("lucca"))
    assert waiting(state) == ("firenze",)
    resolved = events_of(state, send("firenze"))[1]
    assert isinstance(resolved, InvasionResolved)
    assert (resolved.league, resolved.defences[2].defence) == (0, 4)


def test_11_9_what_is_sealed_may_all_be_sealed_again() -> None:
    state = play(under_attack(), send("siena", 8))
    assert legal(state, "siena").contains(send("siena", 0, 8))


def test_11_9_nobody_seals_again_after_the_last() -> None:
    after, _ = resolve(under_attack())
    assert refused(after, send("siena")).rule == "phase"


def test_the_choices_of_a_defence_are_every_split_of_what_is_held() -> None:
    state = hold(under_attack(), "lucca", Resources(coins=3, soldiers=1))
    sides = {
        (action.league.tokens[:2], action.walls.tokens[:2])
        for action in legal(state, "lucca")
        if isinstance(action, Defend)
    }
    assert len(sides) == 9
    assert ((2, 0), (0, 1)) in sides
    assert ((0, 0), (0, 0)) in sides


def test_two_seats_have_invasions_too() -> None:
    after, reports = resolve(under_attack(seats=2), lucca=(2, 0), firenze=(1, 1))
    assert [(report.strength, report.loot) for report in reports.values()] == [(1, 0), (1, 0)]
    assert [city.heroism for city in after.cities] == [(3,), (1,)]
