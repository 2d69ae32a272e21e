"""Rules 12.1-12.4: the end of D, the extra round, the Emperor."""

from dataclasses import replace

import pytest

from bot.game.actions import Action, Bid, Defend, Income
from bot.game.components import COMMUNES, Seat
from bot.game.events import BidLost, FinalRoundBegan, GameEnded, InvasionStruck
from bot.game.resources import Resources
from bot.game.rules import apply, waiting
from bot.game.state import Phase, State
from tests.game.builders import (
    FIVE,
    decks_of,
    empty_column,
    events_of,
    first,
    hold_alike,
    invaded,
    play,
    refused,
    stand,
    turn_of,
)


def income(seat: Seat) -> Income:
    return Income(seat=seat, choice=("coins",) * COMMUNES[seat].choices)


def last_card(seats: int, seat: Seat = "lucca") -> State:
    """The next refill, in the turn of a seat, draws the last card of D."""
    state = decks_of(empty_column(first(seats), 4), 0, 0, 0, 1)
    return turn_of(replace(state, invasions=3), seat)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_12_1_the_turn_is_finished_without_an_invasion_and_the_marker_stays(seats: int) -> None:
    state = last_card(seats)
    assert FinalRoundBegan(seats) in events_of(state, income("lucca"))
    after = play(state, income("lucca"))
    assert (after.phase, after.active, after.first_defender) == (Phase.PROJECTS, "firenze", "lucca")
    assert after.final_turns == seats


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("last", range(2))
def test_12_2_every_seat_takes_one_more_turn_ending_with_the_one_that_drew(seats: int, last: int) -> None:
    drawer = FIVE[last * (seats - 1)]
    state = play(last_card(seats, drawer), income(drawer))
    for extra in range(1, seats + 1):
        seat = FIVE[(FIVE.index(drawer) + extra) % seats]
        assert (state.active, state.first_defender, state.turn) == (seat, drawer, 1 + extra)
        assert state.final_turns == seats + 1 - extra
        state = play(state, income(seat))
    assert (state.phase, state.active, state.first_defender) == (Phase.INVASION, drawer, drawer)
    assert (state.final_turns, state.turn) == (0, seats + 1)


def test_12_2_two_seats_take_one_extra_turn_each() -> None:
    state = play(last_card(2), income("lucca"), income("firenze"))
    assert (state.active, state.final_turns) == ("lucca", 1)
    assert play(state, income("lucca")).phase is Phase.INVASION


def test_12_3_the_emperor_strikes_after_the_last_extra_turn() -> None:
    state = play(last_card(2), income("lucca"), income("firenze"))
    assert InvasionStruck("D") in events_of(state, income("lucca"))
    assert waiting(play(state, income("lucca"))) == ("lucca", "firenze")


def emperor(seats: int = 3) -> State:
    """The Emperor's invasion is open."""
    return invaded(hold_alike(first(seats), Resources(coins=2, soldiers=2)), 3)


def sealed_by_all(state: State) -> State:
    for seat in state.communes:
        state = play(state, Defend(seat=seat))
    return state


def test_12_3_then_the_game_ends() -> None:
    state = emperor()
    seals: list[Action] = [Defend(seat=seat) for seat in state.communes]
    state = play(state, *seals[:2])
    assert events_of(state, seals[2])[-1] == GameEnded("lucca")
    after = play(state, seals[2])
    assert (after.phase, after.invasions, after.final_turns) == (Phase.OVER, 4, 0)
    assert waiting(after) == ()


@pytest.mark.parametrize("action", [income("lucca"), Bid(seat="lucca", column=1), Defend(seat="lucca")])
def test_12_3_after_the_end_there_is_no_action(action: Action) -> None:
    assert refused(sealed_by_all(emperor()), action).rule == "phase"


def test_12_3_the_first_defender_of_the_emperor_is_the_seat_that_drew() -> None:
    state = play(last_card(2, "firenze"), income("firenze"), income("lucca"), income("firenze"))
    after = sealed_by_all(state)
    assert [city.loot for city in after.cities] == [16, 15]


def test_12_4_bids_still_on_the_columns_are_lost() -> None:
    state = stand(stand(emperor(), 1, "siena", coins=2, believers=2), 3, "lucca", coins=1)
    state = play(state, Defend(seat="lucca"), Defend(seat="firenze"))
    _, events = apply(state, Defend(seat="siena"))
    assert [event for event in events if isinstance(event, BidLost)] == [
        BidLost("siena", 1, 2, 2),
        BidLost("lucca", 3, 1, 0),
    ]
    after = play(state, Defend(seat="siena"))
    assert after.reserve == state.reserve.plus(Resources(coins=3, believers=2))
    assert all(column.bid is None for column in after.columns)
    assert [after.envoys(seat) for seat in after.communes] == [3, 3, 3]
    assert [city.resources for city in after.cities] == [city.resources for city in state.cities]


def test_12_2_an_empty_deck_in_the_extra_round_begins_no_other() -> None:
    state = play(last_card(3), income("lucca"))
    events = events_of(state, income("firenze"))
    assert not any(isinstance(event, FinalRoundBegan | InvasionStruck) for event in events)
