"""What reaches people from opening a table to its end comes out of the catalogue, on whatever way."""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot import locale
from bot.local.simulation import Person
from tests.cogs.club import Club, open_club
from tests.locale.pseudo import PseudoCatalogue, pseudo_translator
from tests.locale.unmarked import unmarked

SPOKEN = "it"  # the language that is spoken in marked letters here
NAMES = ("Ада", "Борис")
READ = ("content", "title", "description", "text", "placeholder", "label")


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """A club whose Italians read marked letters; its commands were registered before."""
    async with open_club(tmp_path / "comuni.sqlite3") as opened:
        opened.simulation.requests.clear()
        yield opened


@pytest.fixture
def catalogue(club: Club, monkeypatch: pytest.MonkeyPatch) -> PseudoCatalogue:
    """The catalogue of the marked letters."""
    translator, catalogue = pseudo_translator(SPOKEN)
    monkeypatch.setitem(locale._TRANSLATORS, SPOKEN, translator)  # noqa: SLF001 - nobody else may exchange a language
    return catalogue


def read(body: Any) -> Iterator[str]:
    """Whatever people read of a request: not ids, file names and the values of options."""
    if isinstance(body, list):
        for part in body:
            yield from read(part)
    if isinstance(body, dict):
        yield from (body[key] for key in READ if isinstance(body.get(key), str))
        if "inline" in body:  # a field
            yield from (body["name"], body["value"])
        elif "value" in body and "label" not in body:  # a choice
            yield str(body.get("name", ""))
        yield from (text for part in body.values() for text in read(part))


def said(club: Club) -> list[str]:
    """All that people were shown."""
    return [text for sent in club.simulation.requests for text in read(sent.json)]


def buttons(message: discord.Message) -> list[str]:
    """The ids of its buttons that can be pressed."""
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    found = [item for row in rows for item in row.children if isinstance(item, discord.Button)]
    return [str(button.custom_id) for button in found if not button.disabled]


async def press_all(person: Person, message: discord.Message) -> None:
    """Every button of a message that stays as it is, one after the other."""
    for custom_id in buttons(message):
        await person.click(message, custom_id=custom_id)


async def gather(club: Club) -> tuple[Person, Person]:
    """Two Italians in a lobby, and all that is refused there."""
    host, guest = (club.simulation.person(name, locale=SPOKEN) for name in NAMES)
    await guest.slash(club.channel, "comuni join")
    await host.slash(club.channel, "comuni new", picture=False)
    for person, command in (
        (host, "comuni new"),
        (host, "comuni start"),
        (host, "comuni log"),
        (host, "comuni screen"),
        (guest, "comuni join"),
        (guest, "comuni leave"),
        (guest, "comuni stop"),
        (guest, "comuni start"),
    ):
        await person.slash(club.channel, command)
    await press_all(guest, last(club))
    await guest.slash(club.channel, "comuni join")
    return host, guest


def last(club: Club) -> discord.Message:
    """The newest message in the channel with controls."""
    return [message for message in club.channel.history() if message.components][-1]


async def play(club: Club, people: tuple[Person, Person]) -> None:
    """Some turns, typed and pressed, and what is refused in them."""
    for person in people:
        await press_all(person, last(club))
        for command, option in (("act bid", "column"), ("act income", "first"), ("act bid", "table")):
            await person.autocomplete(club.channel, command, option)
        await person.autocomplete(club.channel, "comuni rules", "about")
        await person.slash(club.channel, "act bid", column=1)
        await person.slash(club.channel, "act bid", column=99)
        await person.slash(club.channel, "act build", card="z99", building="old")
        await person.slash(club.channel, "act income", first="?")
        await person.slash(club.channel, "comuni undo")
        await person.slash(club.channel, "act bid", column=1)
        await person.slash(club.channel, "comuni log")
        for message in person.dm.history():
            for custom_id in buttons(message)[:1]:
                await person.click(message, custom_id=custom_id)


async def test_every_word_that_reaches_people_comes_out_of_the_catalogue(
    club: Club, catalogue: PseudoCatalogue
) -> None:
    host, guest = await gather(club)
    for how in ("none", "mention", "dm"):
        await guest.slash(club.channel, "comuni pings", how=how)
    await host.slash(club.channel, "comuni start")
    await play(club, (host, guest))
    for command in ("comuni board", "comuni log", "comuni rules", "comuni record", "comuni stop", "comuni leave"):
        await host.slash(club.channel, command)
    await host.slash(club.channel, "comuni kick", person=guest.member)
    await host.slash(club.channel, "comuni stop", confirm=True)
    await guest.slash(club.channel, "act withdraw")
    for person in (host, guest):
        await person.slash(club.channel, "comuni record", agree=True)
    await host.slash(club.channel, "comuni record")
    await host.slash(club.channel, "comuni verify")
    texts = said(club)
    assert {text for text in texts if unmarked(text)} == set()
    assert len(catalogue.said) > 100


async def test_a_failure_is_told_in_the_persons_language(
    club: Club, catalogue: PseudoCatalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_channel_id: int) -> None:
        raise RuntimeError

    (person,) = (club.simulation.person(name, locale=SPOKEN) for name in NAMES[:1])
    monkeypatch.setattr(club.bot.tables.reader, "table_of_channel", broken)
    await person.slash(club.channel, "comuni board")
    club.simulation.errors.clear()
    (text,) = [text for text in said(club) if text]
    assert not unmarked(re.sub(r"\b[0-9a-f]{6}\b", "", text))
