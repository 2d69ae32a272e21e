"""The fast `replace` does what the standard one does."""

import dataclasses

import pytest

from bot.game.components import CardId
from bot.game.replacing import replace
from bot.game.resources import NOTHING
from bot.game.state import Column, Phase, StandingBid
from tests.game.builders import first

STATE = first(3)
BID = StandingBid("siena", 1, 2)


def test_a_copy_with_changed_fields_equals_the_standard_one() -> None:
    fast = replace(STATE, phase=Phase.REPAIR, turn=7, reserve=NOTHING)
    assert fast == dataclasses.replace(STATE, phase=Phase.REPAIR, turn=7, reserve=NOTHING)
    assert hash(fast) == hash(dataclasses.replace(fast))
    assert (fast.phase, fast.turn, fast.cities) == (Phase.REPAIR, 7, STATE.cities)


def test_the_original_stays_as_it_was() -> None:
    before = dataclasses.replace(STATE)
    replace(STATE, turn=99)
    assert before == STATE


@pytest.mark.parametrize("cards", [(), ("A01",)])
def test_small_classes_are_copied_too(cards: tuple[CardId, ...]) -> None:
    assert replace(Column(("B01",)), cards=cards, bid=BID) == Column(cards, BID)


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(KeyError, match="colour"):
        replace(STATE, colour="red")  # type: ignore[call-arg]  # the type checker refuses it too


def test_a_copy_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        replace(STATE, turn=2).turn = 3  # type: ignore[misc]  # the type checker refuses it too
