"""The catalogue of user-visible text: its keys are the English sentences, whole, as in gettext.

The catalogues of other languages are the `.po` files beside this module; they are compiled in memory at start.
"""

from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = ("en", "it", "ja")


class Translator:
    """Says sentences in one language."""

    def __init__(self, language: str, catalogue: NullTranslations) -> None:
        self.language = language
        self._catalogue = catalogue

    def __call__(self, sentence: str, /, **data: object) -> str:
        """The sentence in this language, its {names} filled from `data`. Raises KeyError for a name that is missing."""
        return self._catalogue.gettext(sentence).format_map(data)

    def plural(self, one: str, many: str, count: int, /, **data: object) -> str:
        """The form for a count, which both forms may use as {count}."""
        return self._catalogue.ngettext(one, many, count).format_map({"count": count, **data})

    def verbatim(self, text: str) -> str:
        """A text without data, such as a description that Discord is given at registration."""
        return self._catalogue.gettext(text)


def msgid(sentence: str) -> str:
    """Marks a sentence that stands in a table and is translated where it is shown."""
    return sentence


def translator(language: str) -> Translator:
    """The translator of a language or a locale such as "en-GB"; English for one that is not in LANGUAGES."""
    return _TRANSLATORS.get(language.partition("-")[0], _TRANSLATORS["en"])


def language_of(locale: str | None) -> str:
    """The one of LANGUAGES that a locale belongs to; English for any other, and for none."""
    return translator(locale or "").language


def _catalogue(language: str) -> NullTranslations:
    """English is the keys themselves."""
    if language == LANGUAGES[0]:
        return NullTranslations()
    text = files("bot.locale").joinpath(f"{language}.po").read_bytes()
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(text)))
    compiled.seek(0)
    return GNUTranslations(compiled)


_TRANSLATORS = {language: Translator(language, _catalogue(language)) for language in LANGUAGES}
