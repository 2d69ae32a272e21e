"""Listens that everybody is spoken to in their own language: in private in theirs, in public in the table's."""

from collections.abc import Sequence
from importlib.resources import files
from io import BytesIO
from typing import Any

from babel.messages.pofile import read_po

from bot.locale import LANGUAGES, language_of
from tests.end_to_end.house import House
from tests.end_to_end.traffic import EVERYBODY, Sent

LONG_ENOUGH = 12  # characters: shorter texts are words that languages may share


class Listener:
    """Raises at the first sentence in a language that its reader does not expect."""

    def __init__(self, house: House[Any], public: str) -> None:
        self._languages = {
            driver.person.id: language_of(house.simulation.locale(driver.person)) for driver in house.drivers
        }
        self._languages[EVERYBODY] = public
        self._foreign = {language: _foreign(language) for language in LANGUAGES}
        self.heard = 0

    async def __call__(self, _house: House[Any], sent: Sequence[Sent]) -> None:
        """Read what was sent in the last step."""
        for letter in sent:
            text = letter.text
            strange = [sentence for sentence in self._foreign[self._languages[letter.reader]] if sentence in text]
            assert not strange, (self._languages[letter.reader], strange, text)
            self.heard += 1


def _foreign(language: str) -> list[str]:
    """Whole sentences without data that are not of a language."""
    spoken = {sentence for sentence in _sentences(language) if sentence}
    others = {sentence for other in LANGUAGES if other != language for sentence in _sentences(other)}
    return [one for one in others - spoken if len(one) >= LONG_ENOUGH and not any(one in own for own in spoken)]


def _sentences(language: str) -> list[str]:
    """All sentences of a language that take no data."""
    translated = LANGUAGES[1] if language == "en" else language
    catalogue = read_po(BytesIO(files("bot.locale").joinpath(f"{translated}.po").read_bytes()), locale=translated)
    found = [message.id if language == "en" else message.string for message in catalogue if message.id]
    return [text for text in found if isinstance(text, str) and "{" not in text]
