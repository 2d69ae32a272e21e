"""Whatever Discord shows of the commands is registered in every language."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.locale import LANGUAGES, translator
from cogs.tables import LANGUAGE_NAMES
from tests.cogs.club import open_club
from tests.locale.sentences import messages

LONGEST = 100
OTHERS = LANGUAGES[1:]  # English is what is registered

Commands = list[dict[str, Any]]


@pytest.fixture
async def registered(tmp_path: Path) -> Commands:
    """What the bot sent at its start."""
    async with open_club(tmp_path / "comuni.sqlite3") as club:
        (sent,) = [sent for sent in club.simulation.requests if sent.method == "PUT"]
        return list(sent.json or ())


def parts(commands: Commands) -> Iterator[dict[str, Any]]:
    """Groups, commands and options."""
    for command in commands:
        yield command
        yield from parts(command.get("options", []))


def texts(commands: Commands) -> Iterator[tuple[str, dict[str, str]]]:
    """Every text to be read, with what it is in other languages; the names that are typed are the same in all."""
    for part in parts(commands):
        yield part["description"], part.get("description_localizations") or {}
        for choice in part.get("choices", ()):
            if choice["name"] not in LANGUAGE_NAMES.values():
                yield choice["name"], choice.get("name_localizations") or {}


async def test_every_description_and_choice_is_in_the_catalogue_and_registered_in_every_language(
    registered: Commands,
) -> None:
    known = {message.one for package in ("cogs", "bot.ui") for message in messages(within=package)}
    for text, translated in texts(registered):
        assert text in known
        assert translated == {language: translator(language).verbatim(text) for language in OTHERS}, text
        assert text not in translated.values(), text


async def test_descriptions_and_choices_are_within_the_limit_in_every_language(registered: Commands) -> None:
    for text, translated in texts(registered):
        assert all(1 <= len(each) <= LONGEST for each in (text, *translated.values())), text


async def test_a_group_stays_within_discords_8000_characters_in_the_longest_language(registered: Commands) -> None:
    for group in registered:
        counted = [max(map(len, (text, *translated.values()))) for text, translated in texts([group])]
        assert sum(counted) + sum(len(part["name"]) for part in parts([group])) <= 8000


async def test_what_is_typed_is_called_the_same_by_everybody(registered: Commands) -> None:
    assert not any(part.get("name_localizations") for part in parts(registered))


async def test_a_language_is_called_as_its_speakers_call_it(registered: Commands) -> None:
    (language,) = [part for part in parts(registered) if part["name"] == "language"]
    assert {choice["value"]: choice["name"] for choice in language["choices"]} == LANGUAGE_NAMES
    assert list(LANGUAGE_NAMES) == list(LANGUAGES)
