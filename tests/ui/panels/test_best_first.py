"""Construction steps are listed best first: VP gained per token paid, free ones first, then the walls."""

from dataclasses import replace

from bot.game.resources import Resources
from bot.game.state import Phase, State
from bot.ui.panels.parts import Go
from tests.game import stages
from tests.game.builders import deal, first, fortify, found, hold, turn_of
from tests.ui.panels.pressing import actions, buttons, card_menus, options, shown, walk
from tests.ui.playing import fullest


def listed(state: State) -> list[str]:
    return [choice.label for choice in options(shown(state, "lucca"))]


def builder(*cards: str, **tokens: int) -> State:
    state = deal(turn_of(first(5), "lucca", Phase.CONSTRUCTION), "lucca", *cards)
    return hold(state, "lucca", Resources(**tokens))


def test_a_free_step_of_more_vp_comes_before_one_of_less() -> None:
    state = found(found(builder("D01"), "lucca", "economic", 2), "lucca", "economic", 1)
    assert listed(state) == [
        "Economic 3 onto your level 2: level 3, +3 VP, free",
        "Economic 3 onto your level 1: level 2, +2 VP, free",
        "Economic 3 as a new building: level 1, +1 VP, free",
        "Economic 3 as a new wall section: level 1, free",
    ]


def test_a_free_step_comes_before_a_better_one_that_is_paid() -> None:
    state = found(builder("D08", artisans=1), "lucca", "religious", 2)
    assert listed(state)[:2] == [
        "Religious 2 as a new building: level 1, +1 VP, free",
        "Religious 2 onto your level 2: level 3, +3 VP, costs 1 artisan",
    ]


def test_of_paid_steps_the_one_with_most_vp_for_each_token_comes_first() -> None:
    state = found(found(builder("D08", artisans=3), "lucca", "religious", 3), "lucca", "religious", 2)
    assert listed(replace(state, building_steps=1))[:3] == [
        "Religious 2 onto your level 2: level 3, +3 VP, costs 2 artisans",
        "Religious 2 onto your level 3: level 4, +4 VP, costs 3 artisans",
        "Religious 2 as a new building: level 1, +1 VP, costs 1 artisan",
    ]


def test_believers_count_as_the_tokens_they_are() -> None:
    state = found(found(builder("D08", "D02", believers=4), "lucca", "religious", 2), "lucca", "economic", 1)
    assert listed(replace(state, building_steps=1))[:3] == [
        "Economic 4 onto your level 1: level 2, +2 VP, costs 2 believers",
        "Religious 2 onto your level 2: level 3, +3 VP, costs 4 believers",
        "Religious 2 as a new building: level 1, +1 VP, costs 2 believers",
    ]


def test_of_equal_steps_the_one_that_uses_up_the_lesser_card_comes_first() -> None:
    assert listed(builder("D12", "D02", "D01"))[:3] == [
        "Economic 3 as a new building: level 1, +1 VP, free",
        "Economic 4 as a new building: level 1, +1 VP, free",
        "Wild 2 as a new economic building: level 1, +1 VP, free",
    ]


def test_walls_come_last_the_highest_first_and_free_before_paid() -> None:
    state = fortify(builder("D03", artisans=1), "lucca", 3, 2)
    assert [label for label in listed(state) if "wall" in label] == [
        "Military 3 onto wall section 2: level 3, free",
        "Military 3 as a new wall section: level 1, free",
        "Military 3 onto wall section 1: level 4, costs 1 artisan",
    ]
    assert "wall" not in listed(state)[0]


def test_a_wild_card_says_which_type_it_would_be() -> None:
    state = found(builder("C10"), "lucca", "religious")
    assert listed(state)[:3] == [
        "Wild 2 onto your religious level 1: level 2, +2 VP, free",
        "Wild 2 as a new economic building: level 1, +1 VP, free",
        "Wild 2 as a new religious building: level 1, +1 VP, free",
    ]


def test_a_step_says_which_card_and_building_it_is_and_when_payment_is_asked_next() -> None:
    state = found(builder("D08", artisans=1, believers=2), "lucca", "religious", 2)
    details = {choice.label[:14]: choice.description for choice in options(shown(state, "lucca"))}
    assert details["Religious 2 on"] == "D08 🟪R2 · building 1 · choose how to pay next"
    assert details["Religious 2 as"] == "D08 🟪R2"


def test_payment_is_asked_only_where_there_are_two_ways_to_pay() -> None:
    for state in (stages.construction(), fullest(Phase.CONSTRUCTION)):
        seat = state.active
        choices = [choice for found in walk(state, seat, most=4).values() for choice in options(found)]
        paid = [choice.to for choice in choices if isinstance(choice.to, Go)]
        assert paid
        for to in paid:
            assert len(actions(shown(state, seat, to.path), state, seat)) >= 2


def test_steps_beyond_25_are_on_further_pages_in_the_same_order() -> None:
    state = fullest(Phase.CONSTRUCTION)
    first_page, second_page = shown(state, "milano"), shown(state, "milano", "steps.2")
    assert len(options(first_page)) == 25
    assert {choice.to for choice in options(first_page)}.isdisjoint(choice.to for choice in options(second_page))
    assert [button.disabled for button in buttons(first_page)[:2]] == [True, False]
    assert [button.disabled for button in buttons(second_page)[:2]] == [False, False]
    assert shown(state, "milano", "steps.1") == first_page


def test_without_a_step_or_a_discard_finish_is_the_only_control() -> None:
    state = replace(builder("D03"), building_steps=1, wall_steps=1)
    found = shown(state, "lucca")
    assert not options(found)
    assert not card_menus(found)
    assert [button.label for button in buttons(found)] == ["Finish construction"]


def test_finishing_names_exactly_the_excess() -> None:
    (menu,) = card_menus(shown(stages.construction(), "lucca"))
    assert menu.count == 3
    assert [card for _, card in menu.cards] == ["D01", "D02", "D03", "D08", "D12"]
