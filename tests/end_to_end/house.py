"""The real bot in a simulated Discord with people round a table, and everything the bot sent, by who could read it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, Generic, Protocol, cast

import discord
from pydantic import SecretStr
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult
from simcord.types import HttpLogEntry
from typing_extensions import TypeVar

from bot.app import ComuniBot, build_bot
from bot.game.state import Phase, State
from bot.local.simulation import Person, Simulation
from bot.locale import LANGUAGES, translator
from bot.settings import Settings
from bot.tables.model import Table
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import CHARACTERS, Driver, Habits, Menu
from tests.end_to_end.faults.kinds import kind_of
from tests.end_to_end.openapi import all_problems
from tests.end_to_end.reading import Shown
from tests.end_to_end.traffic import POSTED, Sent, Traffic, Visitor, pinged

NAMES = ("Alice", "Bob *x*", "Chiara", "Dante_", "Emi")
FINALS = {translator(language)("Comuni: final scores") for language in LANGUAGES}
MOST_STEPS = 3000
WILD_NAMES = tuple(f"{mark}**_~`|<@1>[x](http://y) 🏰🇮🇹👩‍👩‍👧"[:32] for mark in "ABCDE")


class Player(Protocol):
    """Somebody at a table. `unread` and `pinged` are the badges that Discord's client shows them."""

    person: Person
    unread: bool
    pinged: bool

    async def asked(self) -> bool:
        """Whether this person believes that the bot waits for them."""

    async def act(self) -> object:
        """Do one of the things that they were shown."""


P = TypeVar("P", bound=Player, default=Driver)
Watch = Callable[["House[Any]", Sequence[Sent]], Awaitable[None]]


class SimulatedClock:
    """The simulation's time, for the bot."""

    simulation: Simulation

    def now(self) -> datetime:
        """The simulated instant."""
        return self.simulation.now()


class House(Generic[P]):
    """One simulated world. `random` shuffles the decks; what people do has a random of its own."""

    def __init__(self, database: Path, random: Random) -> None:
        self.database = database
        self.random = random
        self.clock = SimulatedClock()
        self.simulation = Simulation(self.make_bot)
        self.clock.simulation = self.simulation
        self.drivers: list[P] = []
        self.is_over = False
        self.opening: list[Sent] = []
        self._traffic = Traffic(self.simulation)
        self._read = self._watched = 0

    def make_bot(self) -> ComuniBot:
        """A bot object on this house's database, as a start of the process makes one."""
        settings = Settings(
            token=SecretStr("simulated"),
            database=self.database,
            actions_per_minute=0,  # people act without end while time stands still
            _env_file=None,
        )
        return build_bot(settings, clock=self.clock, random=self.random)

    @property
    def bot(self) -> ComuniBot:
        """The bot that runs now."""
        return cast("ComuniBot", self.simulation.bot)

    @property
    def channel(self) -> ChannelHandle:
        """The channel where the table is."""
        return self.simulation.channel("piazza")

    @property
    def menu(self) -> Menu:
        """The registered commands with their options, as Discord's client shows them."""
        (registered, *_) = (sent.json for sent in self.simulation.requests if sent.method == "PUT" and sent.json)
        return {
            f"{group['name']} {leaf['name']}": leaf.get("options", [])
            for group in registered
            for leaf in group["options"]
        }

    def person(self, name: str, **details: Any) -> Visitor:
        """Somebody new; `details` as for `Simulation.person`."""
        return Visitor(self.simulation.person(name, **details).member, self._traffic)

    async def gather(
        self, count: int, people: Sequence[Visitor] = (), *, clock: Mapping[str, str] | None = None, **settings: Any
    ) -> list[Visitor]:
        """People who have opened a table in the channel and sit at it; the first is its host.

        Without the picture, unless it is asked for: drawing takes longer than all the rest. `clock` are options of the
        command that sets it.
        """
        people = list(people) or [self.person(name) for name in NAMES[:count]]
        await people[0].slash(self.channel, "comuni new", **{"seats": count, "picture": False, **settings})
        for person in people[1:]:
            await person.slash(self.channel, "comuni join")
        if clock:
            await people[0].slash(self.channel, "comuni clock", **clock)
        return people

    async def begin(
        self: "House[Driver]", count: int, seed: int, *, habits: Sequence[Habits] = CHARACTERS, **settings: Any
    ) -> None:
        """A game that has just started, with somebody who types at each seat; habits go round the table."""
        people = await self.gather(count, **settings)
        self.drivers = [
            Driver(person, self.channel, self.menu, chance("person", seed, place), habits[place % len(habits)])
            for place, person in enumerate(people)
        ]
        started = await people[0].slash(self.channel, "comuni start")
        assert answer(started).startswith("The game begins")
        self.opening = self.deliver()

    async def play(
        self, random: Random, *, watch: Sequence[Watch] = (), until: Callable[[State], bool] | None = None
    ) -> None:
        """Let whoever believes to be asked act, until the final scores are shown, or until a state is reached."""
        for look in watch:
            await look(self, self.opening)
        for _ in range(MOST_STEPS):
            if self.is_over or (until is not None and until(await self.state())):
                return
            await self.step(random, watch)
        raise AssertionError("the game does not end")

    async def step(self, random: Random, watch: Sequence[Watch] = ()) -> P:
        """Let one of those act who believe to be asked."""
        driver = random.choice(await self.asked())
        await driver.act()
        sent = self.deliver()
        for look in watch:
            await look(self, sent)
        return driver

    async def asked(self) -> list[P]:
        """Those who believe to be asked; there is always somebody."""
        asked = [driver for driver in self.drivers if await driver.asked()]
        assert asked, f"nobody knows that they are asked: {await self.state()}"
        return asked

    def deliver(self) -> list[Sent]:
        """Show each person the badges of what was written to them since last; what was sent, by reader."""
        new = self.simulation.requests[self._read :]
        for driver in self.drivers:
            posted = [sent for sent in new if sent.method == "POST" and POSTED.match(sent.path)]
            driver.unread |= any(sent.path == f"/channels/{driver.person.dm.id}/messages" for sent in posted)
            driver.pinged |= any(driver.person.id in pinged(sent) for sent in posted)
        sent = list(self.by_reader(self._read))
        self._read += len(new)
        self.is_over |= any(embed.get("title") in FINALS for letter in sent for embed in letter.embeds)
        return sent

    def unread_by_watchers(self) -> list[Sent]:
        """What was sent since this was last asked, by reader."""
        sent = list(self.by_reader(self._watched))
        self._watched = len(self.simulation.requests)
        return sent

    def by_reader(self, start: int = 0) -> Iterator[Sent]:
        """The requests from a number on that somebody reads."""
        yield from self._traffic.by_reader({driver.person.dm.id: driver.person.id for driver in self.drivers}, start)

    def posts(self, channel: ChannelHandle) -> list[HttpLogEntry]:
        """Every try to post a message into a channel, oldest first."""
        path = f"/channels/{channel.id}/messages"
        return [sent for sent in self.simulation.requests if (sent.method, sent.path) == ("POST", path)]

    async def table(self) -> Table:
        """The channel's table."""
        return await self.bot.tables.reader.table_of_channel(self.channel.id)

    async def state(self) -> State:
        """The game as the database has it: the drivers never see this."""
        return (await self.bot.tables.reader.snapshot(await self.table())).state

    async def board(self) -> discord.Message:
        """The message that the bot keeps up to date in the channel: the lobby, later the board."""
        kept = await self.bot.tables.outbox.board_message((await self.table()).id)
        assert kept is not None
        return next(message for message in self.channel.history() if message.id == kept.message_id)

    async def board_text(self) -> str:
        """All that the lobby or the board shows."""
        message = await self.board()
        return Shown(message.content, message.embeds).text

    async def screen(self, person: Person) -> str:
        """All that `/comuni screen` shows a person."""
        shown = (await person.slash(self.channel, "comuni screen")).response
        assert shown is not None
        assert shown.ephemeral
        return Shown(shown.content, shown.embeds).text

    async def seat_of(self, driver: P) -> str:
        """The seat a driver holds."""
        seat = (await self.table()).seat_of(driver.person.id)
        assert seat is not None
        return seat


def in_phase(phase: Phase) -> Callable[[State], bool]:
    """Whether a game has come to a phase."""
    return lambda state: state.phase is phase


def answer(result: InteractionResult) -> str:
    """The text of a private answer."""
    assert result.response is not None
    assert result.response.ephemeral
    return result.response.content


@asynccontextmanager
async def open_house(database: Path, seed: int = 0, random: Random | None = None) -> AsyncIterator[House]:
    """A house; in the end no error was logged, and every request fits Discord's description and is of a known kind."""
    async with opened(House[Driver](database, random or chance("decks", seed))) as house:
        yield house


@asynccontextmanager
async def opened(house: House[P]) -> AsyncIterator[House[P]]:
    """Any house, as `open_house`."""
    async with house.simulation:
        yield house
    problems = all_problems(house.simulation.requests)
    assert not problems, "\n".join(problems)
    unknown = {f"{sent.method} {sent.path}" for sent in house.simulation.requests if kind_of(sent) is None}
    assert not unknown, f"of no kind that is tried with every fault: {unknown}"
