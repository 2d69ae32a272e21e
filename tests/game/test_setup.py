"""Rule 2: how a game starts, and the order of turns."""

from dataclasses import replace

import pytest

from bot.game.actions import Bid, Finish, Income
from bot.game.components import CARDS, COMMUNES, DECKS, Seat
from bot.game.resources import Resources
from bot.game.rules import start, waiting
from bot.game.state import Phase
from tests.game.builders import FIVE, begin, decks_of, first, play, setup


def test_2_1_the_columns_are_filled_from_deck_a_left_to_right_from_the_top_space_down() -> None:
    state = first(3)
    assert [column.cards for column in state.columns] == [
        ("A01", "A02", "A03"),
        ("A04", "A05"),
        ("A06", "A07"),
        ("A08",),
        ("A09", "A10"),
    ]
    assert state.decks[0][0] == "A11"


def test_2_1_the_current_deck_is_the_next_one_as_soon_as_a_deck_ends() -> None:
    state = first(3)
    assert state.deck == 0
    assert decks_of(state, 0, 14, 14, 14).deck == 1
    assert decks_of(state, 0, 0, 0, 0).deck is None


@pytest.mark.parametrize(
    ("seat", "number", "tokens", "income", "choices"),
    [
        ("lucca", 1, (2, 1, 3, 1), Resources(believers=1), 1),
        ("firenze", 2, (2, 1, 1, 3), Resources(artisans=1), 1),
        ("siena", 3, (2, 3, 1, 1), Resources(soldiers=1), 1),
        ("bologna", 4, (3, 2, 1, 1), Resources(coins=1), 1),
        ("milano", 5, (2, 2, 2, 2), Resources(), 2),
    ],
)
def test_2_2_each_commune_has_its_start_and_its_base_income(
    seat: Seat, number: int, tokens: tuple[int, int, int, int], income: Resources, choices: int
) -> None:
    assert first(5).city(seat).resources == Resources(*tokens)
    commune = COMMUNES[seat]
    assert (commune.number, commune.income, commune.choices) == (number, income, choices)


@pytest.mark.parametrize("communes", [("lucca", "milano"), ("siena", "bologna", "milano"), FIVE])
def test_2_3_the_lowest_number_starts_and_holds_the_first_defender_marker(communes: tuple[Seat, ...]) -> None:
    state = begin(*communes)
    assert (state.active, state.first_defender, state.turn) == (communes[0], communes[0], 1)
    assert waiting(state) == communes[:1]
    assert state.phase is Phase.PROJECTS


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_2_4_turns_go_round_in_seat_order_and_the_marker_with_them(seats: int) -> None:
    state = first(seats)
    for turn in range(2 * seats):
        seat = FIVE[turn % seats]
        assert (state.turn, state.active, state.first_defender) == (turn + 1, seat, seat)
        state = play(state, Income(seat=seat, choice=("coins",) * COMMUNES[seat].choices))


def test_2_4_a_turn_asks_for_projects_then_construction_then_loot_points() -> None:
    state = first(2)
    looted = replace(state.cities[0], hand=(state.decks[3][0],), loot=1)
    state = replace(state, cities=(looted, *state.cities[1:]))
    assert state.phase is Phase.PROJECTS
    state = play(state, Bid(seat="lucca", column=1))
    assert state.phase is Phase.CONSTRUCTION
    state = play(state, Finish(seat="lucca"))
    assert state.phase is Phase.REPAIR


def test_seat_order_wraps_round() -> None:
    assert first(3).after("siena") == "lucca"


def test_every_card_of_a_deck_is_of_that_deck() -> None:
    assert all(CARDS[card].deck == name for name, deck in zip(DECKS, setup(*FIVE).decks, strict=True) for card in deck)


def test_a_game_of_any_communes_starts() -> None:
    assert start(setup("firenze", "milano")).communes == ("firenze", "milano")
