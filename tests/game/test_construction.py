"""Rules 8.1-8.8 and 8.11-8.13: steps, what they cost, and the end of the phase."""

import pytest

from bot.game.actions import Build, Finish, Wall
from bot.game.components import CardId
from bot.game.events import BuildingRaised, CardsDiscarded, HandReduced
from bot.game.resources import Resources
from bot.game.rules import legal, waiting
from bot.game.state import CityBuilding, Phase, State
from tests.game.builders import (
    begin,
    city_with,
    deal,
    events_of,
    fortify,
    found,
    hold,
    play,
    refused,
    turn_of,
)

RICH = Resources(artisans=9, believers=9)


def building(*cards: CardId) -> State:
    """Lucca builds with these cards in hand and plenty to pay."""
    return hold(deal(turn_of(begin(), "lucca", Phase.CONSTRUCTION), "lucca", *cards), "lucca", RICH)


def build(card: CardId, number: int | None = None, artisans: int = 0, believers: int = 0) -> Build:
    return Build(seat="lucca", card=card, building=number, artisans=artisans, believers=believers)


def wall(card: CardId, section: int | None = None, artisans: int = 0, believers: int = 0) -> Wall:
    return Wall(seat="lucca", card=card, section=section, artisans=artisans, believers=believers)


def test_8_1_one_building_step_and_one_wall_step_are_free() -> None:
    state = play(building("D01", "D03", "D05"), build("D01"), wall("D03"))
    assert state.city("lucca").resources == RICH
    assert refused(state, build("D05")).rule == "8.7"
    assert refused(state, wall("D05")).rule == "8.7"


def test_8_1_neither_step_is_owed() -> None:
    assert play(building("D01"), Finish(seat="lucca")).active == "firenze"


def test_8_2_each_further_action_costs_one_artisan_without_a_limit() -> None:
    state = play(building("D01", "D03", "D05", "D08"), build("D01"))
    for card in ("D03", "D05"):
        state = play(state, build(card, artisans=1))
    assert state.city("lucca").resources.artisans == RICH.artisans - 2
    assert refused(state, build("D08")).rule == "8.7"


def test_8_3_an_action_bought_for_a_building_step_serves_a_wall_step_too() -> None:
    state = play(building("D01", "D03", "D05", "D08", "D02"), build("D01"), build("D03", artisans=1), wall("D05"))
    state = play(state, wall("D08"))
    assert refused(state, wall("D02")).rule == "8.7"
    assert legal(state, "lucca").contains(wall("D02", artisans=1))


def test_8_3_an_action_bought_for_a_wall_step_serves_a_building_step_too() -> None:
    state = play(building("D01", "D03", "D05", "D08"), wall("D01"), wall("D03", artisans=1), build("D05"))
    assert refused(state, build("D08", artisans=1)).rule == "8.7"
    assert legal(state, "lucca").contains(build("D08"))


def test_8_3_the_actions_of_one_turn_do_not_serve_the_next() -> None:
    state = play(building("D01", "D03", "D05"), build("D01"), build("D03", artisans=1), Finish(seat="lucca"))
    assert (state.building_steps, state.wall_steps) == (0, 0)


def test_8_4_any_card_founds_a_building_of_level_1() -> None:
    state = play(building("D05", "D02"), build("D02"))
    assert state.city("lucca").buildings == (CityBuilding("economic", ("D02",)),)
    assert state.city("lucca").hand == ("D05",)


def test_8_4_any_number_of_buildings_of_a_type_may_stand() -> None:
    state = found(found(building("D02"), "lucca", "economic"), "lucca", "economic")
    assert [b.type for b in play(state, build("D02")).city("lucca").buildings] == ["economic"] * 3


ALL_TYPES = ("economic", "military", "cultural", "religious")


@pytest.mark.parametrize(("card", "kinds"), [("A17", ALL_TYPES[:2]), ("D12", ALL_TYPES)])
def test_8_4_a_wild_card_is_declared_as_one_of_its_types(card: CardId, kinds: tuple[str, ...]) -> None:
    state = building(card)
    for kind in ALL_TYPES:
        action = Build(seat="lucca", card=card, declared=kind)
        assert legal(state, "lucca").contains(action) is (kind in kinds)
    declared = play(state, Build(seat="lucca", card=card, declared="military"))
    assert declared.city("lucca").buildings == (CityBuilding("military", (card,)),)


def test_8_5_a_card_of_its_type_expands_a_building() -> None:
    state = found(building("D02"), "lucca", "economic", 3)
    after = play(state, build("D02", 1))
    assert after.city("lucca").buildings[0].level == 4
    assert after.city("lucca").buildings[0].cards[-1] == "D02"


def test_8_5_a_wild_card_with_that_type_expands_too() -> None:
    state = found(building("D12"), "lucca", "religious")
    assert play(state, build("D12", 1)).city("lucca").buildings[0].level == 2


def test_8_5_a_card_of_another_type_does_not() -> None:
    assert refused(found(building("D02"), "lucca", "military"), build("D02", 1)).rule == "8.5"


def test_8_5_level_4_is_the_highest() -> None:
    assert refused(found(building("D02"), "lucca", "economic", 4), build("D02", 1)).rule == "8.5"


def test_8_5_the_value_must_be_at_least_the_new_level() -> None:
    state = found(building("D08"), "lucca", "religious", 1)
    assert legal(state, "lucca").contains(build("D08", 1))
    assert refused(found(building("D08"), "lucca", "religious", 2), build("D08", 1)).rule == "8.7"


def test_8_6_each_artisan_raises_the_value_by_one() -> None:
    state = found(building("D08"), "lucca", "religious", 3)
    assert refused(state, build("D08", 1, artisans=1)).rule == "8.7"
    assert play(state, build("D08", 1, artisans=2)).city("lucca").buildings[0].level == 4


def test_8_7_the_payment_is_exact() -> None:
    state = building("D02")
    assert refused(state, build("D02", artisans=1)).rule == "8.7"
    assert refused(state, build("D02", believers=2)).rule == "8.7"


@pytest.mark.parametrize(("artisans", "believers", "exact"), [(2, 0, True), (1, 2, True), (0, 4, True), (2, 2, False)])
def test_8_7_two_believers_stand_for_one_artisan(artisans: int, believers: int, exact: bool) -> None:
    state = found(building("D08"), "lucca", "religious", 3)
    assert legal(state, "lucca").contains(build("D08", 1, artisans, believers)) is exact


def test_8_7_the_bought_action_and_the_missing_value_are_paid_together() -> None:
    state = play(found(building("D01", "D08", "D09"), "lucca", "religious", 2), build("D01"))
    assert refused(state, build("D08", 1, artisans=1)).rule == "8.7"
    after = play(state, build("D08", 1, artisans=1, believers=2))
    assert after.city("lucca").resources == Resources(artisans=8, believers=7)
    assert after.reserve == state.reserve.plus(Resources(artisans=1, believers=2))


def test_4_1_coins_and_soldiers_do_not_stand_for_artisans() -> None:
    state = hold(play(building("D01", "D03"), build("D01")), "lucca", Resources(coins=9, soldiers=9))
    assert refused(state, build("D03", artisans=1)).rule == "8.7"
    assert list(legal(state, "lucca").of(Build)) == []


@pytest.mark.parametrize(("level", "vp"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_8_8_each_building_step_gives_the_new_level_in_vp(level: int, vp: int) -> None:
    state = building("D02")
    state = found(state, "lucca", "economic", level - 1) if level > 1 else state
    before = state.city("lucca").vp
    assert play(state, build("D02", 1 if level > 1 else None)).city("lucca").vp == before + vp


def test_8_8_a_building_step_turns_the_activation_card_of_its_type_active() -> None:
    state = city_with(building("D02", "D08"), "lucca", active=("religious",))
    after = play(state, build("D02"))
    assert after.city("lucca").active == ("economic", "religious")
    assert play(after, build("D08", artisans=1)).city("lucca").active == ("economic", "religious")


def test_8_8_the_log_names_the_step() -> None:
    state = found(building("D08"), "lucca", "religious", 3)
    events = events_of(state, build("D08", 1, artisans=1, believers=2))
    assert events[0] == BuildingRaised("lucca", "D08", 1, "religious", 4, 1, 2)


@pytest.mark.parametrize(("cards", "excess"), [(1, 0), (2, 0), (3, 1), (5, 3)])
def test_8_11_exactly_the_cards_above_two_are_discarded(cards: int, excess: int) -> None:
    hand = ("D01", "D02", "D03", "D04", "D05")[:cards]
    state = building(*hand)
    for number in range(cards + 1):
        action = Finish(seat="lucca", discard=hand[:number])
        assert legal(state, "lucca").contains(action) is (number == excess)
    after = play(state, Finish(seat="lucca", discard=hand[:excess]))
    assert after.city("lucca").hand == hand[excess:]


def test_8_11_everybody_sees_how_many_were_discarded_and_the_owner_which() -> None:
    events = events_of(building("D01", "D02", "D03"), Finish(seat="lucca", discard=("D02",)))
    assert events[:2] == (HandReduced("lucca", 1), CardsDiscarded("lucca", ("D02",)))


def test_8_13_a_seat_without_a_card_is_not_asked() -> None:
    state = play(building("D01"), build("D01"))
    assert (state.active, state.phase) == ("firenze", Phase.PROJECTS)


def test_8_13_a_seat_with_a_card_is_asked_even_when_it_can_pay_for_nothing() -> None:
    state = hold(play(building("D01", "D03", "D05"), build("D01"), wall("D03")), "lucca")
    assert waiting(state) == ("lucca",)
    assert legal(state, "lucca").kinds == (Finish,)


def test_the_nth_building_is_counted_from_the_one_founded_first() -> None:
    state = found(found(building("D02"), "lucca", "military"), "lucca", "economic")
    assert play(state, build("D02", 2)).city("lucca").buildings[1].level == 2


def test_the_choices_of_a_step_are_every_payment_that_the_seat_can_make() -> None:
    state = fortify(found(building("D08"), "lucca", "religious", 3), "lucca", 4)
    state = hold(state, "lucca", Resources(artisans=1, believers=5))
    assert list(legal(state, "lucca")) == [
        build("D08", 1, 1, 2),
        build("D08", 1, 0, 4),
        build("D08"),
        wall("D08"),
        Finish(seat="lucca"),
    ]
