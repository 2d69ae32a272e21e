"""Rule 11.8: who receives the heroism tokens, and every tie for them."""

import pytest

from bot.game.actions import Defend, Force
from bot.game.components import Seat
from bot.game.events import InvasionResolved
from bot.game.resources import Resources
from bot.game.rules import apply
from bot.game.state import State
from tests.game.builders import FIVE, city_with, first, hold_alike, invaded

HELD = Resources(coins=60, soldiers=60, believers=60)


def outcome(state: State, sent: dict[Seat, Force], walls: int = 40) -> tuple[State, InvasionResolved]:
    """All seats send this to the League and plenty to their walls."""
    events: tuple[object, ...] = ()
    for seat in state.communes:
        defend = Defend(seat=seat, league=sent.get(seat, Force()), walls=Force(soldiers=walls))
        state, events = apply(state, defend)
    return state, next(event for event in events if isinstance(event, InvasionResolved))


def tokens(seats: int, league: list[int], vp: list[int] | None = None, invasions: int = 0) -> list[tuple[int, ...]]:
    """The heroism tokens of each seat after an invasion that nobody suffers from."""
    state = invaded(hold_alike(first(seats), HELD), invasions)
    for seat, points in zip(state.communes, vp or [0] * seats, strict=True):
        state = city_with(state, seat, vp=points)
    sent = {seat: Force(soldiers=n) for seat, n in zip(state.communes, league, strict=True)}
    after, _ = outcome(state, sent)
    return [city.heroism for city in after.cities]


@pytest.mark.parametrize(("invasions", "higher", "lower"), [(0, 3, 1), (1, 4, 2), (2, 5, 3), (3, 6, 4)])
def test_11_8_first_takes_the_higher_token_and_second_the_lower(invasions: int, higher: int, lower: int) -> None:
    assert tokens(3, [1, 3, 2], invasions=invasions) == [(), (higher,), (lower,)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_11_8_a_tie_of_all_goes_to_the_lowest_commune_numbers(seats: int) -> None:
    assert tokens(seats, [2] * seats) == [(3,), (1,)] + [()] * (seats - 2)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_11_8_a_tie_of_all_goes_to_those_with_fewer_vp(seats: int) -> None:
    vp = list(range(seats, 0, -1))
    assert tokens(seats, [2] * seats, vp) == [()] * (seats - 2) + [(1,), (3,)]


@pytest.mark.parametrize("tied", [2, 3, 4])
def test_11_8_a_tie_for_second_place_goes_to_fewer_vp_then_to_the_lower_number(tied: int) -> None:
    seats = tied + 1
    assert tokens(seats, [2] * tied + [5]) == [(1,)] + [()] * (tied - 1) + [(3,)]
    assert tokens(seats, [2] * tied + [5], [1] * (tied - 1) + [0, 9]) == [()] * (tied - 1) + [(1,), (3,)]


def test_11_8_fewer_vp_come_before_the_lower_number() -> None:
    assert tokens(3, [2, 2, 2], [1, 0, 1]) == [(1,), (3,), ()]


def test_11_8_more_soldiers_come_before_fewer_vp() -> None:
    assert tokens(3, [1, 2, 3], [0, 1, 9]) == [(), (1,), (3,)]


def test_11_8_a_seat_that_sent_nothing_is_not_ranked() -> None:
    assert tokens(3, [0, 1, 0]) == [(), (3,), ()]
    assert tokens(3, [0, 0, 0]) == [(), (), ()]


def test_11_8_substitutes_count_as_soldiers_sent() -> None:
    state = invaded(hold_alike(first(3), HELD))
    sent = {
        "lucca": Force(soldiers=2),
        "firenze": Force(coins=2, believers=4),
        "siena": Force(soldiers=1, coins=2, believers=4),
    }
    after, _ = outcome(state, sent)
    assert [city.heroism for city in after.cities] == [(), (1,), (3,)]


def with_loot(looter: Seat, league: list[int]) -> tuple[State, InvasionResolved]:
    """One seat stands far in the lead without walls and takes loot; the others hold."""
    state = invaded(hold_alike(first(3), HELD))
    state = city_with(state, looter, vp=90)
    sent = {seat: Force(soldiers=n) for seat, n in zip(state.communes, league, strict=True)}
    return outcome(state, sent)


def test_11_8_the_token_of_a_first_who_took_loot_leaves_the_game_and_nobody_moves_up() -> None:
    after, resolved = with_loot("siena", [1, 2, 3])
    assert [city.heroism for city in after.cities] == [(), (1,), ()]
    assert resolved.lost == (3,)


def test_11_8_the_token_of_a_second_who_took_loot_leaves_the_game_and_nobody_moves_up() -> None:
    after, resolved = with_loot("siena", [1, 3, 2])
    assert [city.heroism for city in after.cities] == [(), (3,), ()]
    assert resolved.lost == (1,)


def test_11_8_the_loot_of_a_third_costs_no_token() -> None:
    after, resolved = with_loot("siena", [2, 3, 1])
    assert [city.heroism for city in after.cities] == [(1,), (3,), ()]
    assert resolved.lost == ()


def test_11_8_loot_of_earlier_invasions_is_no_matter() -> None:
    state = city_with(invaded(hold_alike(first(2), HELD)), "lucca", loot=5)
    after, _ = outcome(state, {"lucca": Force(soldiers=1)})
    assert after.city("lucca").heroism == (3,)


def test_11_8_tokens_of_several_invasions_add_up() -> None:
    state = city_with(invaded(hold_alike(first(2), HELD), 1), "lucca", heroism=(3,))
    after, _ = outcome(state, {"lucca": Force(soldiers=1)})
    assert after.city("lucca").heroism == (3, 4)


def test_3_7_the_report_names_who_received_which_token() -> None:
    state = invaded(hold_alike(first(5), HELD))
    _, resolved = outcome(state, {"siena": Force(soldiers=2), "milano": Force(soldiers=1)})
    assert {report.seat: report.heroism for report in resolved.defences} == {
        **dict.fromkeys(FIVE, None),
        "siena": 3,
        "milano": 1,
    }
