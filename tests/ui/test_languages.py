"""Discord's limits hold in every language, with the most and the least to show; and counts take their forms."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from bot.locale import LANGUAGES, Translator, translator
from bot.ui.limits import CONTENT, check_choices, check_message, length
from bot.ui.notices import closed_dm_line
from bot.ui.people import People
from bot.ui.table_texts import form_label, form_title
from bot.ui.words import amount
from tests.locale.messages import catalogue, text_of, translations
from tests.ui.languages.coming import coming_messages
from tests.ui.languages.everything import Look, Message, tables
from tests.ui.languages.looking import log_messages, log_sayings, undo_messages
from tests.ui.languages.ordering import order_messages, order_sayings
from tests.ui.languages.positions import emptiest, ended, fullest_of_all, plain, rare, running
from tests.ui.languages.saying import clock_sayings, refusals, table_sayings, thoughts, verdicts_of_records
from tests.ui.playing import SIX

PEOPLE = plain(SIX)
ALT_TEXT = 1024
MODAL_TITLE = FORM_LABEL = 45
LEFT_OPEN = re.compile(r"[{}]")
FIELD = re.compile(r"\{(\w+)\}")

Positions = Callable[[People], Iterator[Look]]

languages = pytest.mark.parametrize("language", LANGUAGES)


@cache
def looks(positions: Positions) -> list[Look]:
    """The positions, made once for all languages."""
    return list(positions(PEOPLE))


def options_of(message: Message) -> list[dict[str, Any]]:
    """All options of the menus of a message."""
    rows = message.view.to_components() if message.view else []
    return [option for row in rows for item in row["components"] for option in item.get("options", ())]


def check(look: Look, t: Translator) -> None:
    """Raise LimitExceeded unless Discord takes all that is shown in a position."""
    for message in look.messages(t):
        check_message(message.content, list(message.embeds), message.view)
        assert not [option for option in options_of(message) if option["label"].endswith("…")], "shortened"
    for offered in look.offers(t):
        check_choices(offered)
    assert 0 < length(look.picture_text(t)) <= ALT_TEXT


@languages
@pytest.mark.parametrize("positions", [ended, running, rare, fullest_of_all, emptiest])
def test_all_that_is_shown_is_within_the_limits(language: str, positions: Positions) -> None:
    for look in looks(positions):
        check(look, translator(language))


@languages
def test_all_that_a_table_says_is_within_the_limits(language: str) -> None:
    t = translator(language)
    for message in (
        *tables(PEOPLE, t),
        *order_messages(PEOPLE, t),
        *log_messages(PEOPLE, t),
        *undo_messages(PEOPLE, t),
        *coming_messages(PEOPLE, t),
    ):
        check_message(message.content, list(message.embeds), message.view)
    sayings = (*table_sayings(PEOPLE, t), *clock_sayings(PEOPLE, t), *order_sayings(PEOPLE, t), *verdicts_of_records(t))
    for text in (*refusals(PEOPLE, t), *sayings, *log_sayings(PEOPLE, t), *filter(None, thoughts(t))):
        assert 0 < length(text) <= CONTENT
        assert not LEFT_OPEN.search(text), text


@languages
def test_the_form_is_within_the_limits(language: str) -> None:
    t = translator(language)
    assert 0 < len(form_title(t)) <= MODAL_TITLE
    assert 0 < len(form_label(t)) <= FORM_LABEL


@languages
def test_commands_and_mentions_in_sentences_are_the_same(language: str) -> None:
    line = closed_dm_line("<@7>", translator(language))
    assert "<@7>" in line
    assert "`/comuni screen`" in line


FORMS = {
    "en": ("0 coins", "1 coin", "2 coins", "5 coins"),
    "it": ("0 monete", "1 moneta", "2 monete", "5 monete"),
    "ja": ("金0", "金1", "金2", "金5"),
}


@languages
def test_coins_are_counted(language: str) -> None:
    t = translator(language)
    assert tuple(amount("coins", count, t) for count in (0, 1, 2, 5)) == FORMS[language]


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_of_two_forms_the_first_is_for_one_alone(language: str) -> None:
    t = translator(language)
    for message, forms in translations(catalogue(text_of(language))).items():
        if message.many is not None:
            data = dict.fromkeys(FIELD.findall(message.many), "…") | {"count": "#"}
            for count in (0, 1, 2, 5):
                wanted = forms[0] if count == 1 else forms[-1]
                said = t.plural(message.one, message.many, count, **data)
                assert said == wanted.format_map(data), message
