"""Small matches from fixed deals: far enough from even that a small change of the judgement keeps their result."""

from bot.stewards import STEWARDS, Character
from tests.stewards.matches import uniform, wins

STEWARD, NOVICE = STEWARDS[Character.STEWARD], STEWARDS[Character.NOVICE]


def test_a_steward_beats_a_novice() -> None:
    assert wins(STEWARD, NOVICE, games=40) >= 27


def test_a_novice_beats_chance() -> None:
    assert wins(NOVICE, uniform, games=10) >= 8


def test_a_steward_among_four_novices_wins_more_than_its_share() -> None:
    assert wins(STEWARD, NOVICE, games=10, seats=5) > 3
