"""A house where everybody plays by taps: how they gather, and how a game begins."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from tests.end_to_end.chance import chance
from tests.end_to_end.house import NAMES, House, opened
from tests.end_to_end.tapping import Tapper
from tests.end_to_end.traffic import Visitor


@asynccontextmanager
async def open_tapped(database: Path, seed: int = 0, random: Random | None = None) -> AsyncIterator[House[Tapper]]:
    """A house, as `open_house`."""
    async with opened(House[Tapper](database, random or chance("decks", seed))) as house:
        yield house


async def begin(
    house: House[Tapper],
    seats: int,
    seed: int,
    locales: Sequence[str] = ("en-US",),
    *,
    people: Sequence[Visitor] = (),
    **settings: Any,
) -> None:
    """A game that has just started: the lobby is opened by a command, and all the rest is tapped.

    Locales go round the table; the first person's is the table's.
    """
    people = list(people) or [
        house.person(name, locale=locales[place % len(locales)]) for place, name in enumerate(NAMES[:seats])
    ]
    language = house.simulation.locale(people[0])
    options = {"seats": seats, "picture": False, **settings}
    await people[0].slash(house.channel, "comuni new", **options)
    house.drivers = [
        Tapper(person, house.channel, (language, house.simulation.locale(person)), chance("tapper", seed, place))
        for place, person in enumerate(people)
    ]
    host, *others = house.drivers
    for tapper in others:
        await press(tapper, "Join")
    await press(others[-1], "Leave")
    await press(others[-1], "How it is played")
    await press(others[-1], "Join")
    await press(host, "Start the game")
    house.opening = house.deliver()


async def press(tapper: Tapper, label: str) -> None:
    """Press a button of the lobby; the answer is private."""
    label = tapper.public(label)
    shown = (await tapper.person.click(tapper.board(label), label=label)).response
    assert shown is not None
    assert shown.ephemeral
