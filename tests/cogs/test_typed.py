"""What people type into options is read strictly (law 9)."""

import pytest

from bot.locale import translator
from bot.tables.errors import NotAPlace
from cogs.typed import card_typed, ids_typed, place_typed, resources_typed, type_typed


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


def test_resources_are_those_that_were_given_in_english_or_the_persons_language() -> None:
    english, italian = translator("en"), translator("it")
    assert resources_typed(english, "Coins ", None, " SOLDIERS") == ["coins", "soldiers"]
    assert resources_typed(english, None, None) == []
    assert resources_typed(italian, "Monete", "soldiers", "oro") == ["coins", "soldiers", "oro"]


def test_a_type_is_read_in_english_or_the_persons_language_and_anything_else_is_passed_on() -> None:
    assert type_typed(None, translator("it")) is None
    assert type_typed(" Militare", translator("it")) == "military"
    assert type_typed("Military", translator("it")) == "military"
    assert type_typed("naval", translator("it")) == "naval"
