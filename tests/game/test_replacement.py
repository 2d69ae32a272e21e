"""Rules 6 and 7: refilling the columns, and decks that run out."""

from dataclasses import replace

from bot.game.actions import Acquire, Income
from bot.game.events import ColumnFilled, DeckRanOut, InvasionStruck
from bot.game.rules import waiting
from bot.game.state import Phase, State
from tests.game.builders import begin, decks_of, empty_column, events_of, play, stand

INCOME = Income(seat="lucca", choice=("coins",))


def current(state: State, deck: int) -> State:
    """All decks before this one are empty, and so many invasions were resolved."""
    decks = tuple(() if index < deck else cards for index, cards in enumerate(state.decks))
    return replace(state, decks=decks, invasions=deck)


def test_6_1_every_empty_column_is_refilled_left_to_right_from_the_top_space_down() -> None:
    events = events_of(empty_column(begin(), 4, 2), INCOME)
    filled = [event for event in events if isinstance(event, ColumnFilled)]
    assert filled == [ColumnFilled(2, ("A11", "A12")), ColumnFilled(4, ("A13",))]


def test_6_1_the_columns_that_were_just_acquired_are_refilled() -> None:
    after = play(stand(begin(), 2, "lucca"), Acquire(seat="lucca"))
    assert after.columns[1].cards == ("A11", "A12")
    assert after.decks[0][0] == "A13"


def test_6_1_a_column_with_a_card_is_not_topped_up() -> None:
    state = begin()
    short = replace(state.columns[0], cards=("A01",))
    state = replace(state, columns=(short, *state.columns[1:]))
    assert play(state, INCOME).columns[0].cards == ("A01",)


def test_6_2_the_last_card_of_a_deck_calls_its_invasion() -> None:
    state = decks_of(empty_column(begin(), 2), 2, 14, 14, 14)
    events = events_of(state, INCOME)
    assert events[-2:] == (DeckRanOut("A"), InvasionStruck("A"))
    after = play(state, INCOME)
    assert (after.phase, waiting(after)) == (Phase.INVASION, state.communes)
    assert after.deck == 1


def test_6_2_a_deck_running_out_in_the_middle_of_a_column_goes_on_with_the_next() -> None:
    state = decks_of(empty_column(begin(), 1, 5), 2, 14, 14, 14)
    after = play(state, INCOME)
    assert after.columns[0].cards == ("A11", "A12", "B01")
    assert after.columns[4].cards == ("B02", "B03")
    assert after.phase is Phase.INVASION


def test_6_2_a_deck_running_out_between_two_columns_goes_on_with_the_next() -> None:
    after = play(decks_of(empty_column(begin(), 2, 3), 2, 14, 14, 14), INCOME)
    assert [column.cards for column in after.columns[1:3]] == [("A11", "A12"), ("B01", "B02")]


def test_6_2_one_card_left_in_the_deck_calls_nothing() -> None:
    events = events_of(decks_of(empty_column(begin(), 2), 3, 14, 14, 14), INCOME)
    assert not any(isinstance(event, DeckRanOut) for event in events)


def test_7_1_each_of_the_decks_a_b_and_c_calls_its_own_invasion() -> None:
    for number, name in enumerate("ABC"):
        state = current(empty_column(begin(), 4), number)
        sizes = [len(deck) for deck in state.decks]
        sizes[number] = 1
        events = events_of(decks_of(state, *sizes), INCOME)
        assert [event.deck for event in events if isinstance(event, InvasionStruck)] == [name]


def test_7_1_a_refill_that_draws_nothing_calls_nothing() -> None:
    after = play(decks_of(current(begin(), 1), 0, 14, 14, 14), INCOME)
    assert after.phase is Phase.PROJECTS


def test_6_2_after_d_nothing_is_drawn_and_spaces_stay_empty() -> None:
    after = play(decks_of(empty_column(begin(), 1, 2), 0, 0, 0, 3), INCOME)
    assert after.columns[0].cards == ("D01", "D02", "D03")
    assert after.columns[1].cards == ()


def test_6_3_a_column_that_d_fills_only_in_part_is_in_play() -> None:
    after = play(decks_of(empty_column(begin(), 1), 0, 0, 0, 2), INCOME)
    assert after.columns[0].cards == ("D01", "D02")
    after = play(stand(after, 1, "firenze"), Acquire(seat="firenze"))
    assert after.city("firenze").hand == ("D01", "D02")


def test_7_1_the_end_of_d_calls_no_invasion_now() -> None:
    state = decks_of(empty_column(begin(), 1), 0, 0, 0, 2)
    events = events_of(state, INCOME)
    assert DeckRanOut("D") in events
    assert not any(isinstance(event, InvasionStruck) for event in events)
    assert play(state, INCOME).phase is Phase.PROJECTS


def test_an_empty_column_of_a_running_game_is_refilled_even_after_income() -> None:
    assert play(empty_column(begin(), 3), INCOME).columns[2].cards == ("A11", "A12")
