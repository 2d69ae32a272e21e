"""All that people read comes out of the catalogue: in a language of marked letters nothing is left unmarked."""

import re
from collections.abc import Iterator
from functools import cache

from bot.game.components import COMMUNES
from bot.locale import Translator
from bot.ui.people import commune_name
from tests.locale.pseudo import pseudo_translator
from tests.locale.sentences import Message, messages
from tests.ui.languages.everything import Look, tables, texts_of
from tests.ui.languages.positions import emptiest, ended, fullest_of_all, plain, rare, running
from tests.ui.languages.saying import refusals, table_sayings

PEOPLE = plain(("Ада", "Борис", "Вера", "Глеб", "Дина"))
NAMES = "|".join(map(commune_name, COMMUNES))
# What is the same in every language: commands, mentions, communes, ids and letters of cards and decks.
UNTRANSLATED = re.compile(
    rf"`[^`]*`|<[@#]\d+>|\b(?:{NAMES})\b|\b[A-D]\d\d\b|(?<=[🟨🟥🟦🟪])[EMCR]|\b[ABCD] (?=\d)|\b[A-D]\b"
)
WORD = re.compile(r"[A-Za-z]+")


@cache
def rendered() -> tuple[list[str], set[Message]]:
    """All texts in the marked language, and the messages that they were made of."""
    t, catalogue = pseudo_translator()
    return list(_all_texts(t)), catalogue.said


def _all_texts(t: Translator) -> Iterator[str]:
    for positions in (ended, running, rare, fullest_of_all, emptiest):
        for look in positions(PEOPLE):
            yield from _texts(look, t)
    for message in tables(PEOPLE, t):
        yield from texts_of(message)
    yield from refusals(PEOPLE, t)
    yield from table_sayings(t)


def _texts(look: Look, t: Translator) -> Iterator[str]:
    for message in look.messages(t):
        yield from texts_of(message)
    for offered in look.offers(t):
        yield from (option.name for option in offered)
    yield look.picture_text(t)


def test_no_word_is_shown_that_did_not_come_out_of_the_catalogue() -> None:
    texts, _ = rendered()
    assert {text for text in texts if WORD.search(UNTRANSLATED.sub("", text))} == set()


def test_every_sentence_of_the_game_was_said() -> None:
    _, said = rendered()
    assert messages(within="bot.ui") - said == set()


def test_a_word_that_is_not_translated_would_be_seen() -> None:
    assert WORD.search(UNTRANSLATED.sub("", "🟢 Siena ｂｉｄｓ `/act bid` A07 🟥M2 on <#5>"))
    assert not WORD.search(UNTRANSLATED.sub("", "🟢 Siena ｂｉｄｓ `/act bid` A07 🟥M2 ｏｎ <#5>"))
