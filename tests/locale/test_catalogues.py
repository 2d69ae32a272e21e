"""Each catalogue says all that the code says, no more, and says the same."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from bot.locale import LANGUAGES
from tests.locale.messages import (
    FOLDER,
    Translation,
    catalogue,
    is_complete,
    message_of,
    text_of,
    translations,
    up_to_date,
)
from tests.locale.sentences import Message, messages
from tests.locale.terms import ENGLISH, RULE, TERMS

PLURAL_FORMS = {"it": "nplurals=2; plural=(n != 1);", "ja": "nplurals=1; plural=0;"}
CODE = re.compile(r"`[^`]*`")
FIELD = re.compile(r"\{\w+\}")
NUMBER = re.compile(r"\d+(?:\.\d+)?")
SIGNS = "⭐→←▶◀…"

languages = pytest.mark.parametrize("language", TERMS)


@cache
def said(language: str) -> dict[Message, Translation]:
    return translations(catalogue(text_of(language)))


def pairs(language: str) -> Iterator[tuple[str, str]]:
    """Each sentence beside each form of its translation; a plural by its form for many."""
    for message, translation in said(language).items():
        for form in forms_of(translation):
            yield message.many or message.one, form


def forms_of(translation: Translation) -> tuple[str, ...]:
    return (translation,) if isinstance(translation, str) else tuple(translation)


def fields(text: str) -> set[str]:
    """The names that a sentence is given data for; all of it plain `{name}`."""
    found = [parts[1:] for parts in Formatter().parse(text) if parts[1] is not None]
    assert all(name and not spec and conversion is None for name, spec, conversion in found), text
    return {str(name) for name, _, _ in found}


def words_of(text: str) -> str:
    """A sentence without data and commands."""
    return CODE.sub("", FIELD.sub("", text))


def rules_in(language: str, text: str) -> list[str]:
    """The rule numbers that a sentence cites, in their order."""
    return [number for cited in re.findall(RULE[language], text) for number in NUMBER.findall(cited)]


def signs(text: str) -> Counter[str]:
    """Emoji, arrows and the like."""
    return Counter(character for character in text if character in SIGNS or unicodedata.category(character) == "So")


def numbers(text: str) -> Counter[str]:
    return Counter(re.findall(r"\d+", words_of(text)))


def test_each_language_but_english_has_a_catalogue() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.po")) == list(LANGUAGES[1:]) == list(TERMS)


@languages
def test_a_catalogue_misses_no_message_and_has_none_that_nobody_says(language: str) -> None:
    found, wanted = said(language), messages()
    assert wanted - found.keys() == set()
    assert found.keys() - wanted == set()
    assert [message for message, translation in found.items() if not is_complete(translation)] == []


@languages
def test_no_translation_is_doubtful_or_left_over(language: str) -> None:
    read = catalogue(text_of(language))
    assert [entry.id for entry in read if entry.fuzzy and entry.id] == []
    assert not read.obsolete


@languages
def test_a_catalogue_is_as_the_tool_writes_it(language: str) -> None:
    assert up_to_date(text_of(language), messages()) == text_of(language)


@languages
def test_the_plural_forms_are_those_of_the_language(language: str) -> None:
    read = catalogue(text_of(language))
    assert f'"Plural-Forms: {PLURAL_FORMS[language]}\\n"' in text_of(language)
    assert f'"Language: {language}\\n"' in text_of(language)
    for message, translation in said(language).items():
        assert len(forms_of(translation)) == (read.num_plurals if message.many else 1), message


@languages
def test_the_data_of_a_sentence_is_the_same(language: str) -> None:
    for message, translation in said(language).items():
        if message.many is None:
            assert fields(str(translation)) == fields(message.one), message


@languages
def test_every_plural_form_has_the_data_of_the_sentence_and_all_but_the_first_the_count(language: str) -> None:
    for message, translation in said(language).items():
        if message.many is None:
            continue
        first, *others = forms_of(translation)
        wanted = fields(message.many)
        assert wanted - {"count"} <= fields(first) <= wanted | {"count"}, message
        assert all(fields(form) == wanted for form in (others or [first])), message


@languages
def test_commands_are_the_same(language: str) -> None:
    for sentence, form in pairs(language):
        assert sorted(CODE.findall(form)) == sorted(CODE.findall(sentence)), form


@languages
def test_the_same_rules_are_cited(language: str) -> None:
    for sentence, form in pairs(language):
        assert rules_in(language, form) == rules_in("en", sentence), form
        assert len(re.findall(RULE[language], form)) == len(re.findall(RULE["en"], sentence)), form


@languages
def test_no_number_is_lost(language: str) -> None:
    for sentence, form in pairs(language):
        assert not numbers(sentence) - numbers(form), form


@languages
def test_line_breaks_and_bold_marks_and_signs_are_the_same(language: str) -> None:
    for sentence, form in pairs(language):
        assert form.count("\n") == sentence.count("\n"), form
        assert form.count("**") == sentence.count("**"), form
        assert signs(form) == signs(sentence), form
        assert (form[:1].isspace(), form[-1:].isspace()) == (sentence[:1].isspace(), sentence[-1:].isspace()), form


@languages
@pytest.mark.parametrize("term", ENGLISH)
def test_the_words_of_the_published_game_are_used(language: str, term: str) -> None:
    said_with_it = [(words_of(one), words_of(form)) for one, form in pairs(language)]
    found = [(one, form) for one, form in said_with_it if re.search(ENGLISH[term], one, re.IGNORECASE)]
    assert found, "nobody says it any more"
    assert [form for _, form in found if not re.search(TERMS[language][term], form, re.IGNORECASE)] == []


def test_the_tool_adds_removes_and_keeps(tmp_path: Path) -> None:
    before = text_of("it").partition("\n\n")[0] + '\n\nmsgid "old"\nmsgstr "vecchio"\n\nmsgid "kept"\nmsgstr "tenuto"\n'
    after = up_to_date(before, {Message("kept"), Message("new {a}"), Message("one", "many")})
    assert after.partition("\n\n")[0] == before.partition("\n\n")[0]
    assert translations(catalogue(after)) == {
        message_of("kept"): "tenuto",
        message_of("new {a}"): "",
        message_of(("one", "many")): ("", ""),
    }
    assert after.index('"kept"') < after.index('"new {a}"') < after.index('"one"')


def test_a_sentence_that_gets_a_form_for_many_must_be_translated_again() -> None:
    before = text_of("it").partition("\n\n")[0] + '\n\nmsgid "one"\nmsgstr "uno"\n'
    after = translations(catalogue(up_to_date(before, {Message("one", "many")})))
    assert not any(map(is_complete, after.values()))
