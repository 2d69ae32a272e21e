"""Rules 8.9 and 8.10: wall sections and bonus walls."""

import pytest

from bot.game.actions import Wall
from bot.game.components import CardId
from bot.game.events import BonusWallGained, WallCardPlaced, WallRaised
from bot.game.resources import Resources
from bot.game.rules import legal
from bot.game.state import BONUS_WALL, Phase, State
from tests.game.builders import (
    begin,
    deal,
    events_of,
    fortify,
    hold,
    play,
    refused,
    spent_bonus_walls,
    turn_of,
)


def walling(*cards: CardId) -> State:
    """Lucca builds with these cards in hand and plenty to pay."""
    state = deal(turn_of(begin(), "lucca", Phase.CONSTRUCTION), "lucca", *cards)
    return hold(state, "lucca", Resources(artisans=20, believers=9))


def wall(card: CardId, section: int | None = None, artisans: int = 0, believers: int = 0) -> Wall:
    return Wall(seat="lucca", card=card, section=section, artisans=artisans, believers=believers)


def test_8_9_any_card_founds_a_section() -> None:
    state = play(walling("D05", "D12"), wall("D12"))
    assert state.city("lucca").walls == (("D12",),)


@pytest.mark.parametrize(("level", "artisans"), [(2, 0), (3, 1), (4, 2)])
def test_8_9_a_section_is_raised_where_value_and_artisans_reach_the_level(level: int, artisans: int) -> None:
    state = fortify(walling("D08", "D01"), "lucca", level - 1)
    assert refused(state, wall("D08", 1, artisans + 1)).rule == "8.7"
    after = play(state, wall("D08", 1, artisans))
    assert len(after.city("lucca").walls[0]) == level
    assert after.city("lucca").walls[0][-1] == "D08"


def test_8_9_level_4_is_the_highest() -> None:
    assert refused(fortify(walling("D02"), "lucca", 4), wall("D02", 1)).rule == "8.9"


def test_8_9_walls_give_no_vp_and_activate_nothing() -> None:
    city = play(walling("D01", "D02"), wall("D01")).city("lucca")
    assert (city.vp, city.active) == (0, ())


def test_8_9_any_number_of_sections_may_stand() -> None:
    assert len(play(fortify(walling("D02", "D01"), "lucca", 1, 2, 3), wall("D02")).city("lucca").walls) == 4


def test_3_7_everybody_sees_the_level_and_the_owner_the_card() -> None:
    events = events_of(fortify(walling("D08", "D01"), "lucca", 1, 2), wall("D08", 2, 1))
    assert events == (WallRaised("lucca", 2, 3, 1, 0), WallCardPlaced("lucca", 2, "D08"))


def test_8_10_a_section_of_level_4_gives_a_bonus_wall_of_level_1_at_once() -> None:
    state = fortify(walling("D02", "D01"), "lucca", 3, 1)
    after = play(state, wall("D02", 1))
    assert [len(section) for section in after.city("lucca").walls] == [4, 1, 1]
    assert after.city("lucca").walls[2] == (BONUS_WALL,)
    assert after.bonus_walls == 10
    assert BonusWallGained("lucca", 3) in events_of(state, wall("D02", 1))


def test_8_10_a_lower_section_gives_none() -> None:
    after = play(fortify(walling("D02", "D01"), "lucca", 2), wall("D02", 1))
    assert after.bonus_walls == 11


def test_8_10_a_bonus_wall_is_no_step_and_costs_nothing() -> None:
    after = play(fortify(walling("D02", "D01"), "lucca", 3), wall("D02", 1))
    assert after.wall_steps == 1
    assert after.city("lucca").resources.artisans == 20


def test_8_10_a_bonus_wall_is_expanded_like_any_other() -> None:
    after = play(spent_bonus_walls(walling("D08", "D01"), "lucca", 1), wall("D08", 1))
    assert after.city("lucca").walls == ((BONUS_WALL, "D08"),)


def test_8_10_a_bonus_wall_raised_to_level_4_earns_another() -> None:
    state = spent_bonus_walls(walling("D02", "D04", "D07", "D01"), "lucca", 1)
    state = play(state, wall("D02", 1), wall("D04", 1, 1), wall("D07", 1, 1))
    assert state.city("lucca").walls == ((BONUS_WALL, "D02", "D04", "D07"), (BONUS_WALL,))
    assert state.bonus_walls == 9


def test_8_10_the_eleventh_bonus_wall_is_the_last() -> None:
    state = fortify(walling("D02", "D04", "D01"), "lucca", 3, 3)
    state = spent_bonus_walls(state, "siena", 10)
    state = play(state, wall("D02", 1))
    assert (state.bonus_walls, len(state.city("lucca").walls)) == (0, 3)
    events = events_of(state, wall("D04", 2, 1))
    assert not any(isinstance(event, BonusWallGained) for event in events)
    after = play(state, wall("D04", 2, 1))
    assert (after.bonus_walls, len(after.city("lucca").walls)) == (0, 3)


def test_8_12_sections_and_buildings_are_counted_apart() -> None:
    assert refused(walling("D01"), wall("D01", 1)).rule == "8.9"
    assert refused(walling("D01"), wall("D01", 0)).rule == "8.9"


def test_the_choices_of_wall_steps_leave_full_sections_out() -> None:
    state = hold(fortify(walling("D02"), "lucca", 4, 3), "lucca")
    assert list(legal(state, "lucca").of(Wall)) == [wall("D02"), wall("D02", 2)]
