"""Autocomplete: all that is offered is legal, and what was typed narrows it."""

from collections.abc import Callable, Iterator
from itertools import product

import pytest

from bot.game.actions import Acquire, Action, Bid, Build, Defend, Finish, Income, Move, Repair, Wall
from bot.game.components import Seat
from bot.game.observation import Observation, observe
from bot.game.resources import Resources
from bot.game.rules import Choices, legal, waiting
from bot.game.state import Phase, State
from bot.ui import options
from bot.ui.limits import check_choices
from bot.ui.options import DEFENCE_FIELDS, NEW, Option
from bot.ui.options.option import matching
from tests.game import stages
from tests.game.builders import begin, city_with, deal, found, hold, invaded, stand, turn_of
from tests.ui.playing import T, whole_game


def values(found: list[Option]) -> list[str | int]:
    check_choices(found)
    return [option.value for option in found]


def names(found: list[Option]) -> list[str]:
    check_choices(found)
    return [option.name for option in found]


def numbers(found: list[Option]) -> list[int]:
    return [value for value in values(found) if isinstance(value, int)]


def texts(found: list[Option]) -> list[str]:
    return [value for value in values(found) if isinstance(value, str)]


def or_none(offered: list[str]) -> list[str | None]:
    """What is offered; nothing typed where there is nothing to offer."""
    return [*offered] or [None]


def seen(state: State, seat: Seat = "lucca") -> tuple[Choices, Observation]:
    return legal(state, seat), observe(state, seat)


def bids(choices: Choices, observation: Observation) -> Iterator[Action]:
    for column in numbers(options.column_options(choices, observation, "", T)):
        for coins in numbers(options.coin_options(choices, column, "", T)):
            for believers in numbers(options.believer_options(choices, column, coins, "", T)):
                yield Bid(seat=choices.seat, column=column, coins=coins, believers=believers)


def choices_of_resources(choices: Choices, observation: Observation) -> Iterator[Action]:
    for first in texts(options.resource_options(choices, Income, None, "", T)):
        seconds = texts(options.resource_options(choices, Income, first, "", T))
        for second in or_none(seconds):
            yield Income(seat=choices.seat, choice=tuple(name for name in (first, second) if name))
    for first in texts(options.resource_options(choices, Acquire, None, "", T)):
        seconds = texts(options.resource_options(choices, Acquire, first, "", T))
        for second in or_none(seconds):
            yield Acquire(seat=choices.seat, bonus=tuple(name for name in (first, second) if name))


def builds(choices: Choices, observation: Observation) -> Iterator[Action]:
    for card in texts(options.card_options(choices, Build, "", T)):
        for place in texts(options.build_target_options(choices, observation, card, "", T)):
            kinds = or_none(texts(options.as_options(choices, card, place, "", T)))
            paid = numbers(options.artisan_options(choices, Build, card, place, "", T))
            for declared, artisans in product(kinds, paid):
                building = None if place == NEW else int(place)
                step = Build(seat=choices.seat, card=card, building=building, declared=declared, artisans=artisans)
                yield with_some_believers(choices, step, place)


def walls(choices: Choices, observation: Observation) -> Iterator[Action]:
    for card in texts(options.card_options(choices, Wall, "", T)):
        for place in texts(options.section_options(choices, observation, card, "", T)):
            for artisans in numbers(options.artisan_options(choices, Wall, card, place, "", T)):
                section = None if place == NEW else int(place)
                step = Wall(seat=choices.seat, card=card, section=section, artisans=artisans)
                yield with_some_believers(choices, step, place)


def with_some_believers(choices: Choices, step: Build | Wall, place: str) -> Action:
    """The step with the offered number of believers that makes it legal, else as it is."""
    for believers in numbers(options.payment_believer_options(choices, type(step), step.card, place, "", T)):
        paid = step.model_copy(update={"believers": believers})
        if choices.contains(paid):
            return paid
    return step


def discards(choices: Choices, observation: Observation) -> Iterator[Action]:
    typed = ""
    while offered := texts(options.discard_options(choices, typed, T)):
        typed = offered[-1] + " "
    yield Finish(seat=choices.seat, discard=tuple(typed.split()))


def moves(choices: Choices, observation: Observation) -> Iterator[Action]:
    for column in numbers(options.column_options(choices, observation, "", T)):
        yield Move(seat=choices.seat, column=column)


def repairs(choices: Choices, observation: Observation) -> Iterator[Action]:
    for loot in numbers(options.loot_options(choices, "", T)):
        yield Repair(seat=choices.seat, loot=loot)


def defences(choices: Choices, observation: Observation) -> Iterator[Action]:
    given: dict[options.DefenceField, int] = {}
    for field in DEFENCE_FIELDS:
        offered = numbers(options.defence_options(choices, observation, field, given, "", T))
        given[field] = offered[len(offered) // 2]
        yield options.defence_given(choices.seat, given)


TYPED: dict[Phase, tuple[Callable[[Choices, Observation], Iterator[Action]], ...]] = {
    Phase.PROJECTS: (bids, choices_of_resources),
    Phase.OUTBID: (moves,),
    Phase.CONSTRUCTION: (builds, walls, discards),
    Phase.REPAIR: (repairs,),
    Phase.INVASION: (defences,),
}


@pytest.mark.parametrize("seats", [2, 5])
def test_whatever_is_chosen_from_what_is_offered_is_legal(seats: int) -> None:
    met = set()
    for state, _ in whole_game(4, seats)[:-1]:
        for seat in waiting(state):
            choices, observation = seen(state, seat)
            for typed in TYPED[state.phase]:
                for action in typed(choices, observation):
                    assert choices.contains(action), action
                    met.add(type(action))
    assert met == {Bid, Acquire, Income, Move, Build, Wall, Finish, Repair, Defend}


def test_every_column_that_takes_a_bid_is_offered_with_what_it_needs() -> None:
    choices, observation = seen(stages.projects())
    offered = names(options.column_options(choices, observation, "", T))
    assert offered[1] == "Column 2: 🟨E3 · 🟥M1, bid 1 by Siena, you need 2"
    assert [name[:9] for name in offered] == ["Column 1:", "Column 2:", "Column 5:", "Column 6:", "Column 7:"]


def test_what_is_typed_as_a_number_narrows_by_the_beginning_of_the_value() -> None:
    choices, observation = seen(stages.projects())
    assert values(options.column_options(choices, observation, "5", T)) == [5]
    assert values(options.column_options(choices, observation, " 5 ", T)) == [5]


def test_what_is_typed_as_text_narrows_by_what_the_name_contains() -> None:
    choices, observation = seen(stages.projects())
    assert values(options.column_options(choices, observation, "SIENA", T)) == [2]
    assert values(options.column_options(choices, observation, "nonsense", T)) == []


def test_at_most_25_are_offered_and_typing_reaches_the_others() -> None:
    rich = hold(begin(), "lucca", Resources(coins=40))
    choices, _ = seen(rich)
    assert values(options.coin_options(choices, 1, "", T)) == list(range(25))
    assert values(options.coin_options(choices, 1, "39", T)) == [39]


def test_coins_that_do_not_suffice_are_offered_with_the_believers_they_need() -> None:
    choices, _ = seen(stages.projects())
    assert names(options.coin_options(choices, 2, "", T)) == ["1 coin, with at least 2 believers", "2 coins"]
    assert values(options.believer_options(choices, 2, 1, "", T)) == [2]
    assert names(options.believer_options(choices, 2, 2, "", T)) == [
        "0 believers: the bid is 2 coins",
        "2 believers: the bid is 2 coins + 2 believers (worth 3)",
    ]


def test_a_second_resource_is_what_the_first_leaves() -> None:
    choices, _ = seen(stages.poor_reserve())
    assert values(options.resource_options(choices, Acquire, None, "", T)) == ["coins", "soldiers", "believers"]
    assert values(options.resource_options(choices, Acquire, "coins", "", T)) == ["soldiers", "believers"]
    assert values(options.resource_options(choices, Acquire, "artisans", "", T)) == []


def test_a_building_target_says_what_it_brings_and_costs() -> None:
    state = found(deal(turn_of(begin(), "lucca", Phase.CONSTRUCTION), "lucca", "B14", "D03"), "lucca", "military", 2)
    choices, observation = seen(hold(state, "lucca", Resources(artisans=2)))
    assert names(options.build_target_options(choices, observation, "b14", "", T)) == [
        "New building, level 1: +1 VP, free",
        "Building 1 🟥M: level 2 → 3, +3 VP, costs 2 artisans",
    ]
    assert names(options.build_target_options(choices, observation, "D03", "new", T)) == [
        "New 🟥M building, level 1: +1 VP, free"
    ]
    assert names(options.build_target_options(choices, observation, "D99", "", T)) == []


def test_a_type_is_offered_only_for_a_new_building_from_a_wild_card() -> None:
    state = deal(turn_of(begin(), "lucca", Phase.CONSTRUCTION), "lucca", "C10", "D03")
    choices, _ = seen(state)
    assert values(options.as_options(choices, "C10", NEW, "", T)) == ["economic", "religious"]
    assert values(options.as_options(choices, "C10", None, "rel", T)) == ["religious"]
    assert values(options.as_options(choices, "D03", NEW, "", T)) == []
    assert values(options.as_options(choices, "C10", "1", "", T)) == []


def test_a_payment_is_offered_with_the_believers_beside_it() -> None:
    choices, _ = seen(hold(stages.construction(), "lucca", Resources(artisans=1, believers=4)))
    assert names(options.artisan_options(choices, Wall, "D08", "2", "", T)) == [
        "0 artisans + 4 believers",
        "1 artisan + 2 believers",
    ]
    assert values(options.payment_believer_options(choices, Wall, "D08", "2", "", T)) == [2, 4]


def test_the_last_card_of_a_discard_is_completed() -> None:
    choices, _ = seen(stages.construction())
    assert values(options.discard_options(choices, "", T)) == ["D01", "D02", "D03", "D08", "D12"]
    assert values(options.discard_options(choices, "d01, d0", T)) == ["D01 D02", "D01 D03", "D01 D08"]
    assert names(options.discard_options(choices, "D01 D02 D1", T)) == ["D01 D02 D12 🟨E🟥M🟦C🟪R 2"]
    assert names(options.discard_options(choices, "D12", T)) == ["D12 🟨E🟥M🟦C🟪R 2, then 2 cards more"]


@pytest.mark.parametrize("typed", ["D01 D01 ", "D99 ", "D01 D02 D03 ", "nonsense"])
def test_a_discard_that_cannot_become_legal_is_not_completed(typed: str) -> None:
    choices, _ = seen(stages.construction())
    assert values(options.discard_options(choices, typed, T)) == []


def test_loot_is_offered_with_its_price() -> None:
    choices, _ = seen(stages.repair())
    assert names(options.loot_options(choices, "", T)) == ["Keep all loot points", "Remove 1 loot point for 1 believer"]


def test_a_defence_is_offered_with_what_it_amounts_to() -> None:
    state = city_with(invaded(begin()), "lucca", walls=(("D01", "D02", "D03"),))
    choices, observation = seen(hold(state, "lucca", Resources(soldiers=3, coins=3)))
    assert names(options.defence_options(choices, observation, "walls_soldiers", {}, "", T))[1:] == [
        "1 soldier: city defence 5",
        "2 soldiers: city defence 8",
        "3 soldiers: city defence 10",
    ]
    assert names(options.defence_options(choices, observation, "league_coins", {"league_soldiers": 1}, "", T)) == [
        "0 coins: 1 soldier to the League",
        "2 coins: 2 soldiers to the League",
    ]
    given: dict[options.DefenceField, int] = {"walls_soldiers": 2}
    assert values(options.defence_options(choices, observation, "league_soldiers", given, "", T)) == [0, 1]


def test_nothing_is_offered_to_a_seat_that_is_not_asked() -> None:
    choices, observation = seen(begin(), "siena")
    assert options.column_options(choices, observation, "", T) == []
    assert options.card_options(choices, Build, "", T) == []


def test_an_outbid_seat_is_offered_the_columns_it_can_move_to() -> None:
    choices, observation = seen(stages.outbid(), "siena")
    offered = options.column_options(choices, observation, "", T)
    assert values(offered) == [5, 6, 7]
    assert names(offered)[0].endswith("no bid; costs 1 believer")
    outbids = stand(hold(stages.outbid(), "siena", Resources(believers=1)), 5, "milano")
    assert "outbids Milano (0); costs 1 believer" in names(options.column_options(*seen(outbids, "siena"), "", T))[0]


def test_options_whose_value_begins_as_typed_come_first() -> None:
    found = [Option("nothing new", "1"), Option("Another", "new")]
    assert values(matching(found, "NEW")) == ["new", "1"]
