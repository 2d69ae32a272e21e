"""The catalogue: English sentences are its keys."""

import pytest

from bot.locale import LANGUAGES, msgid, translator


def test_a_sentence_is_said_with_its_data() -> None:
    t = translator("en")
    assert t("Column {column} is empty", column=3) == "Column 3 is empty"


def test_data_is_never_read_as_a_sentence() -> None:
    assert translator("en")("{name}", name="{other} %s") == "{other} %s"


def test_missing_data_is_an_error() -> None:
    with pytest.raises(KeyError):
        translator("en")("{name}")


@pytest.mark.parametrize(("count", "text"), [(0, "0 cards"), (1, "one card"), (2, "2 cards")])
def test_a_count_chooses_its_form(count: int, text: str) -> None:
    assert translator("en").plural("one card", "{count} cards", count) == text


def test_both_forms_take_other_data_too() -> None:
    assert translator("en").plural("{a} card", "{a}, {count} cards", 2, a="x") == "x, 2 cards"


@pytest.mark.parametrize("language", ["en", "en-GB", "en-US", "xx", "", "pt-BR"])
def test_an_unknown_language_is_english(language: str) -> None:
    assert translator(language)("yes") == "yes"


def test_every_language_has_a_translator() -> None:
    assert {translator(language) for language in LANGUAGES}


def test_a_marked_sentence_stays_as_it_is() -> None:
    assert msgid("yes") == "yes"
