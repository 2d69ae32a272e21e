"""What people type into options is read strictly (law 9)."""

import pytest

from bot.tables.errors import NotAPlace
from cogs.typed import card_typed, ids_typed, place_typed, words_typed


@pytest.mark.parametrize(("text", "place"), [("new", None), (" NEW ", None), ("1", 1), (" 12 ", 12), ("0", 0)])
def test_a_place_is_new_or_a_number(text: str, place: int | None) -> None:
    assert place_typed(text) == place


@pytest.mark.parametrize("text", ["", " ", "old", "-1", "+1", "1.0", "1_0", "١", "１", "²", "1 2", "1234", "new 1"])
def test_anything_else_is_no_place(text: str) -> None:
    with pytest.raises(NotAPlace):
        place_typed(text)


def test_cards_may_be_typed_in_small_letters_and_separated_by_spaces_or_commas() -> None:
    assert card_typed(" a07 ") == "A07"
    assert ids_typed(" a07, B12  c03,,d01 ") == ["A07", "B12", "C03", "D01"]
    assert ids_typed("") == ids_typed(" , ") == []


def test_names_are_those_that_were_given() -> None:
    assert words_typed("Coins ", None, " SOLDIERS") == ["coins", "soldiers"]
    assert words_typed(None, None) == []
