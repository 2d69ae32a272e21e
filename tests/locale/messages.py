"""Brings the catalogues up to date with the code: `make messages`, or `python -m tests.locale.messages`.

What is new comes in without a translation, what the code no longer says goes out; the rest stays as it is.
"""

from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.locale import LANGUAGES
from tests.locale.sentences import ROOT, Message, messages

FOLDER = ROOT / "bot" / "locale"
WIDTH = 110
Translation = str | tuple[str, ...]


def file_of(language: str) -> Path:
    """The catalogue of a language; English has none, for it is the keys themselves."""
    return FOLDER / f"{language}.po"


def text_of(language: str) -> str:
    """The text of its catalogue."""
    return file_of(language).read_text(encoding="utf-8")


def catalogue(text: str) -> Catalog:
    """A catalogue as read from the text of its file."""
    return read_po(BytesIO(text.encode()), abort_invalid=True)


def translations(read: Catalog) -> dict[Message, Translation]:
    """What a catalogue says, by message; without the header."""
    return {message_of(entry.id): translation_of(entry.string) for entry in read if entry.id}


def message_of(key: Translation | list[str]) -> Message:
    """The message of an entry's key."""
    return Message(key) if isinstance(key, str) else Message(*key)


def translation_of(string: Translation | list[str] | None) -> Translation:
    """What an entry says, as Babel reads it."""
    return string if isinstance(string, str) else tuple(string or ())


def is_complete(said: Translation) -> bool:
    """Whether a translation is there, in every form."""
    return bool(said) and (isinstance(said, str) or all(said))


def up_to_date(text: str, wanted: set[Message]) -> str:
    """The text of a catalogue with exactly the wanted messages, sorted; its header as it was."""
    header = text.partition("\n\n")[0]
    known, new = translations(catalogue(text)), catalogue(header)
    for message in wanted:
        nothing: Translation = "" if message.many is None else ("",) * new.num_plurals
        key = message.one if message.many is None else (message.one, message.many)
        new.add(key, known.get(message, nothing))
    written = BytesIO()
    write_po(written, new, width=WIDTH, sort_output=True, omit_header=True)
    return f"{header}\n\n{written.getvalue().decode()}"


def main() -> None:
    """Rewrite the catalogues, and print what they lack."""
    wanted = messages()
    for language in LANGUAGES[1:]:
        text = up_to_date(text_of(language), wanted)
        file_of(language).write_text(text, encoding="utf-8")
        missing = [message.one for message, said in translations(catalogue(text)).items() if not is_complete(said)]
        print(f"{language}: {len(wanted)} messages, {len(missing)} without a translation", *missing, sep="\n  ")


if __name__ == "__main__":
    main()
