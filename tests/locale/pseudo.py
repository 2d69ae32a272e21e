"""A language for tests, in which every letter of a sentence is marked: what is shown unmarked was not translated."""

import re
from gettext import NullTranslations
from string import ascii_letters

from bot.locale import Translator
from tests.locale.sentences import Message, messages

KEPT = re.compile(r"(`[^`]*`|\{\w+\})")
MARKED = {ord(letter): ord(letter) + 0xFEE0 for letter in ascii_letters}  # wide letters: as long, and easy to read


class NotInCatalogue(Exception):
    """Something said that the code does not have as a message."""


class PseudoCatalogue(NullTranslations):
    """Has a marked translation of every message of the code, and takes note of those that were wanted."""

    def __init__(self) -> None:
        super().__init__()
        self.messages = {message.one: message for message in messages()}
        self.said: set[Message] = set()

    def gettext(self, message: str) -> str:
        """The sentence, marked. Raises NotInCatalogue."""
        return marked(self._wanted(message, None).one)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The form for a count, marked. Raises NotInCatalogue."""
        message = self._wanted(msgid1, msgid2)
        return marked(message.one if n == 1 or message.many is None else message.many)

    def _wanted(self, one: str, many: str | None) -> Message:
        message = self.messages.get(one)
        if message is None or message.many != many:
            raise NotInCatalogue(one)
        self.said.add(message)
        return message


def marked(sentence: str) -> str:
    """A sentence with all its letters marked, but not those of data and commands."""
    parts = KEPT.split(sentence)
    return "".join(part if number % 2 else part.translate(MARKED) for number, part in enumerate(parts))


def pseudo_translator(language: str = "xx") -> tuple[Translator, PseudoCatalogue]:
    """A translator of the language, under the name of some language, with its catalogue."""
    catalogue = PseudoCatalogue()
    return Translator(language, catalogue), catalogue
