"""The operator mends a game by `python -m bot repair`: its people are told, asked again, and play on."""

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import discord
from discord.ext import commands

from bot.game.rules import waiting
from bot.game.state import Phase
from bot.local.simulation import Person
from bot.tables.service import host_tables
from storage import open_store
from tests.end_to_end.chance import chance
from tests.end_to_end.house import House, answer, in_phase
from tests.end_to_end.plots import Moment, Play
from tests.end_to_end.reading import Shown
from tests.end_to_end.routes import Route
from tests.end_to_end.secrecy import Scene
from tests.end_to_end.tapping import controls
from tests.end_to_end.test_secrets import assert_nothing_is_told, planned
from tests.end_to_end.twins import driver_of
from tests.tables.hosting import break_log

ROOT = Path(__file__).parents[2]
LONG = 120  # s: it only ends a hang
ASIDE = "This table's saved game cannot be read"
WRENCH = "🔧 The operator of this bot has taken back the last "


def nobody() -> commands.Bot:
    """A bot of another program, while ours does not run."""
    return commands.Bot(command_prefix=(), intents=discord.Intents.none())


def operator(house: House[Any], *command: str) -> str:
    """What a command of the operator prints, in a process of its own."""
    environment = {**os.environ, "COMUNI_DATABASE": str(house.database), "COMUNI_TOKEN": ""}
    done = subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "bot", *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


async def correct(house: House[Any], before: int) -> None:
    """What the command does, in this process."""
    await house.simulation.restart(nobody)
    store = await open_store(house.database)
    try:
        await host_tables(store, Nobody(), house.clock, house.random).correcting.correct(1, before)
    finally:
        await store.close()
    await house.simulation.restart()
    await house.simulation.settle()


class Nobody:
    """An announcer that leaves it to the bot."""

    def wake(self, table_id: int) -> None:
        """Nothing is told now."""


def channel_texts(house: House[Any]) -> list[str]:
    return [message.content for message in house.channel.history()]


async def pressed_again(person: Person, custom_id: str) -> str:
    """What somebody is told who presses a control of before: on any message, for the id alone counts."""
    shown = (await person.forge(person.sees(person.dm)[-1], custom_id)).response
    assert shown is not None
    return Shown(shown.content, shown.embeds).text


async def test_a_table_that_was_set_aside_is_mended_and_its_people_play_on(house: House) -> None:
    await house.begin(2, 4)
    turns = chance("turns", 4)
    await house.play(turns, until=in_phase(Phase.CONSTRUCTION))
    for _ in range(3):
        await house.step(turns)
    before, version = await house.state(), (await house.table()).version
    await house.step(turns)
    driver = await driver_of(house, waiting(await house.state())[0])
    letter = driver.person.sees(driver.person.dm)[-1]
    old = next(str(one.custom_id) for one in controls(letter) if str(one.custom_id).startswith("go:"))
    for _ in range(3):
        await house.step(turns)
    await house.simulation.restart(nobody)
    break_log(house.database, 1, version)
    await house.simulation.restart()
    await house.simulation.settle()
    assert channel_texts(house)[-1].startswith(ASIDE)
    assert answer(await driver.person.slash(house.channel, "comuni screen")).startswith(ASIDE)

    await house.simulation.restart(nobody)
    assert "4 actions are taken back" in operator(house, "repair", "1", "--before", str(version), "--yes")
    await house.simulation.restart()
    await house.simulation.settle()

    assert await house.state() == before
    told = [text for text in channel_texts(house) if text.startswith(WRENCH)]
    assert told == [text for text in told if "4 actions: the game stands again where it stood before them." in text]
    assert len(told) == 1
    assert "🔧 The operator takes back the last 4 actions." in await house.board_text()
    house.deliver()
    for one in house.drivers:
        await one.look()
        one.unread = one.pinged = False
    (seat,) = waiting(before)
    assert [await house.seat_of(one) for one in await house.asked()] == [seat]
    assert "has changed since" in await pressed_again(driver.person, old)
    await house.play(turns, until=lambda state: state.turn > before.turn + 3)


@dataclass
class Mended(Scene):
    """What is done is taken back by the operator now and then, and done again; in an invasion all since before it."""

    began: int = 0
    since: list[tuple[Moment, Route]] = field(default_factory=list)
    corrected: ClassVar[list[Phase]] = []

    async def done(self, moment: Moment, route: Route) -> None:
        """See Scene."""
        phase, version = (await self.house.state()).phase, (await self.house.table()).version
        if phase is not Phase.INVASION:
            self.began, self.since = version, []
        self.since.append((moment, route))
        await super().done(moment, route)
        invaded = {Phase.INVASION} == {phase, (await self.house.state()).phase}
        if invaded or (phase is not Phase.INVASION and self.plot.moments.index(moment) % 8 == 0):
            self.corrected.append(phase)
            await correct(self.house, self.began)
            for each in self.since:
                await super().done(*each)


async def test_what_is_hidden_changes_no_byte_of_what_the_operator_does() -> None:
    plot = planned(Play(3, 15, (Route.SLASH,), since=Phase.INVASION, steps=8))
    assert plot.hidden >= {"seals", "who has sealed"}
    assert any(bool(one) != bool(other) for one, other in (moment.actions for moment in plot.moments)), "a second seal"
    await assert_nothing_is_told(plot, Mended)
    assert set(Mended.corrected) >= {Phase.PROJECTS, Phase.INVASION}
