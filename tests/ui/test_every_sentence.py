"""All that people read comes out of the catalogue: in a language of marked letters nothing is left unmarked."""

from collections.abc import Iterator
from functools import cache

from bot.locale import Translator
from tests.locale.pseudo import pseudo_translator
from tests.locale.sentences import Message, messages
from tests.locale.unmarked import unmarked
from tests.ui.languages.coming import coming_messages
from tests.ui.languages.everything import Look, tables, texts_of
from tests.ui.languages.looking import log_messages, log_sayings, undo_messages
from tests.ui.languages.ordering import order_messages, order_sayings
from tests.ui.languages.positions import emptiest, ended, fullest_of_all, plain, rare, running
from tests.ui.languages.saying import clock_sayings, refusals, table_sayings, thoughts, verdicts_of_records

PEOPLE = plain(("Ада", "Борис", "Вера", "Глеб", "Дина"))


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
    for message in order_messages(PEOPLE, t):
        yield from texts_of(message)
    yield from order_sayings(PEOPLE, t)
    for message in (*log_messages(PEOPLE, t), *undo_messages(PEOPLE, t), *coming_messages(PEOPLE, t)):
        yield from texts_of(message)
    yield from log_sayings(PEOPLE, t)
    yield from refusals(PEOPLE, t)
    yield from table_sayings(PEOPLE, t)
    yield from clock_sayings(PEOPLE, t)
    yield from verdicts_of_records(t)
    yield from filter(None, thoughts(t))


def _texts(look: Look, t: Translator) -> Iterator[str]:
    for message in look.messages(t):
        yield from texts_of(message)
    for offered in look.offers(t):
        yield from (option.name for option in offered)
    yield look.picture_text(t)


def test_no_word_is_shown_that_did_not_come_out_of_the_catalogue() -> None:
    texts, _ = rendered()
    assert {text for text in texts if unmarked(text)} == set()


def test_every_sentence_of_the_game_was_said() -> None:
    _, said = rendered()
    assert messages(within="bot.ui") - said == set()


def test_a_word_that_is_not_translated_would_be_seen() -> None:
    assert unmarked("🟢 Siena ｂｉｄｓ `/act bid` A07 🟥M2 on <#5>") == ["on"]
    assert not unmarked("🟢 Siena ｂｉｄｓ `/act bid` A07 🟥M2 ｏｎ <#5>")
