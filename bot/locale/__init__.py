"""The catalogue of user-visible text: its keys are the English sentences, whole, as in gettext."""

from gettext import NullTranslations

LANGUAGES = ("en",)


class Translator:
    """Says sentences in one language."""

    def __init__(self, catalogue: NullTranslations) -> None:
        self._catalogue = catalogue

    def __call__(self, sentence: str, /, **data: object) -> str:
        """The sentence in this language, its {names} filled from `data`. Raises KeyError for a name that is missing."""
        return self._catalogue.gettext(sentence).format_map(data)

    def plural(self, one: str, many: str, count: int, /, **data: object) -> str:
        """The form for a count, which both forms may use as {count}."""
        return self._catalogue.ngettext(one, many, count).format_map({"count": count, **data})


def msgid(sentence: str) -> str:
    """Marks a sentence that stands in a table and is translated where it is shown."""
    return sentence


def translator(language: str) -> Translator:
    """The translator of a language or a locale such as "en-GB"; English for one that is not in LANGUAGES."""
    return _TRANSLATORS.get(language.partition("-")[0], _TRANSLATORS["en"])


_TRANSLATORS = {language: Translator(NullTranslations()) for language in LANGUAGES}
