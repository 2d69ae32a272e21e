"""Rule 1: what is in the box, and that a broken box is refused."""

from collections import Counter
from typing import Any

import pytest

from bot.game.components import (
    CARDS,
    COMPONENTS,
    DECKS,
    ENVOYS,
    RESOURCE_OF,
    Components,
    DeckName,
    cards_in_use,
    check_totals,
    columns_in_use,
    load_components,
)
from bot.game.resources import Resources
from tests.game.builders import first


def test_1_2_the_reserve_before_the_start_is_fixed() -> None:
    assert COMPONENTS.reserve == Resources(coins=50, soldiers=60, believers=50, artisans=50)


def test_1_2_starting_resources_come_out_of_the_reserve() -> None:
    state = first(5)
    for city in state.cities:
        assert COMPONENTS.reserve.minus(state.reserve).covers(city.resources)
    assert state.reserve == Resources(coins=39, soldiers=51, believers=42, artisans=42)


def test_1_3_each_building_type_has_its_resource_and_its_notable() -> None:
    assert RESOURCE_OF == {
        "economic": "coins",
        "military": "soldiers",
        "cultural": "artisans",
        "religious": "believers",
    }
    assert [building.notable for building in COMPONENTS.buildings] == ["treasurer", "captain", "architect", "bishop"]


def test_1_4_there_are_72_cards_of_one_type_12_of_two_and_4_of_all() -> None:
    assert Counter(len(card.types) for card in CARDS.values()) == {1: 72, 2: 12, 4: 4}


def test_1_4_there_are_18_cards_of_each_single_type() -> None:
    assert set(Counter(card.types for card in CARDS.values() if len(card.types) == 1).values()) == {18}


@pytest.mark.parametrize(("players", "sizes"), [(2, [18, 11, 11, 12]), (3, [23, 14, 14, 14]), (5, [32, 18, 19, 19])])
def test_1_4_cards_above_the_number_of_players_are_removed(players: int, sizes: list[int]) -> None:
    assert [len(cards_in_use(deck, players)) for deck in DECKS] == sizes
    assert all(CARDS[card].min_players <= players for deck in DECKS for card in cards_in_use(deck, players))


def test_1_5_columns_5_6_and_7_need_3_4_and_5_players() -> None:
    spaces = {players: [column.spaces for column in columns_in_use(players)] for players in range(2, 6)}
    assert spaces == {2: [3, 2, 2, 1], 3: [3, 2, 2, 1, 2], 4: [3, 2, 2, 1, 2, 3], 5: [3, 2, 2, 1, 2, 3, 1]}


def test_1_5_columns_4_and_7_bear_the_bonus_icon() -> None:
    assert [number for number, column in enumerate(columns_in_use(5), 1) if column.bonus] == [4, 7]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_1_5_the_columns_leave_exactly_the_invasion_track_in_the_decks(players: int) -> None:
    left = [len(deck) for deck in first(players).decks]
    assert left == [COMPONENTS.invasion_track[deck][str(players)] for deck in DECKS]


def test_1_6_heroism_tokens_and_11_1_strengths_grow_with_each_invasion() -> None:
    table = [(invasion.invader, invasion.strength, invasion.heroism) for invasion in COMPONENTS.invasions]
    assert table == [("venice", 4, (3, 1)), ("pope", 8, (4, 2)), ("france", 12, (5, 3)), ("emperor", 16, (6, 4))]


def test_1_7_eleven_bonus_walls_three_envoys_and_nobody_has_a_notable_or_an_active_card() -> None:
    state = first(5)
    assert state.bonus_walls == 11
    assert ENVOYS == 3
    assert [state.envoys(seat) for seat in state.communes] == [3] * 5
    assert state.notables == (None, None, None, None)
    assert all(city.active == () for city in state.cities)


def test_the_shipped_components_pass_the_check() -> None:
    assert load_components() == COMPONENTS


def changed(**parts: Any) -> Components:
    return COMPONENTS.model_copy(update=parts)


def test_the_check_refuses_a_missing_card() -> None:
    with pytest.raises(ValueError, match="88 different cards"):
        check_totals(changed(cards=COMPONENTS.cards[:-1]))


def test_the_check_refuses_a_card_that_is_there_twice() -> None:
    with pytest.raises(ValueError, match="88 different cards"):
        check_totals(changed(cards=(*COMPONENTS.cards[:-1], COMPONENTS.cards[0])))


def test_the_check_refuses_building_types_out_of_order() -> None:
    with pytest.raises(ValueError, match="each building type"):
        check_totals(changed(buildings=COMPONENTS.buildings[::-1]))


def test_the_check_refuses_a_missing_commune() -> None:
    with pytest.raises(ValueError, match="five communes"):
        check_totals(changed(communes=COMPONENTS.communes[:4]))


def test_the_check_refuses_communes_out_of_order() -> None:
    with pytest.raises(ValueError, match="five communes"):
        check_totals(changed(communes=COMPONENTS.communes[::-1]))


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_check_refuses_an_invasion_track_that_the_cards_do_not_give(deck: DeckName, players: int) -> None:
    row = {**COMPONENTS.invasion_track[deck], str(players): 99}
    with pytest.raises(ValueError, match=f"deck {deck} with {players} players"):
        check_totals(changed(invasion_track={**COMPONENTS.invasion_track, deck: row}))


def test_the_check_refuses_a_column_with_another_number_of_spaces() -> None:
    wider = COMPONENTS.columns[0].model_copy(update={"spaces": 4})
    with pytest.raises(ValueError, match="deck A with 2 players"):
        check_totals(changed(columns=(wider, *COMPONENTS.columns[1:])))


def test_the_check_refuses_a_card_that_is_used_with_another_number_of_players() -> None:
    later = COMPONENTS.cards[0].model_copy(update={"min_players": 3})
    with pytest.raises(ValueError, match="deck A with 2 players"):
        check_totals(changed(cards=(later, *COMPONENTS.cards[1:])))


def test_the_check_refuses_a_card_of_another_type() -> None:
    other = COMPONENTS.cards[0].model_copy(update={"types": ("religious",)})
    with pytest.raises(ValueError, match="18 cards of each type"):
        check_totals(changed(cards=(other, *COMPONENTS.cards[1:])))


def test_the_check_refuses_a_wild_card_with_another_number_of_types() -> None:
    wild = next(card for card in COMPONENTS.cards if len(card.types) == 2)
    wider = wild.model_copy(update={"types": (*wild.types, "cultural")})
    with pytest.raises(ValueError, match="12 wild for two types"):
        check_totals(changed(cards=tuple(wider if card == wild else card for card in COMPONENTS.cards)))


def test_the_check_refuses_another_reserve() -> None:
    with pytest.raises(ValueError, match="the reserve"):
        check_totals(changed(reserve=COMPONENTS.reserve._replace(soldiers=50)))
