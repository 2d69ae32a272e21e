"""The real bot in a simulated Discord with people round a table, and everything the bot sent, by who could read it."""

import re
from bisect import bisect_right
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, cast

import discord
from pydantic import SecretStr
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult
from simcord.types import HttpLogEntry

from bot.app import ComuniBot, build_bot
from bot.game.state import Phase, State
from bot.local.simulation import Person, Simulation
from bot.settings import Settings
from bot.tables.model import Table
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import CHARACTERS, Driver, Habits, Menu
from tests.end_to_end.openapi import all_problems
from tests.end_to_end.reading import Shown

NAMES = ("Alice", "Bob *x*", "Chiara", "Dante_", "Emi")
FINAL = "Comuni: final scores"
MOST_STEPS = 3000
WILD_NAMES = tuple(f"{mark}**_~`|<@1>[x](http://y) 🏰🇮🇹👩‍👩‍👧"[:32] for mark in "ABCDE")
EVERYBODY = 0
INTERACTION = re.compile(r"^/(interactions|webhooks)/")
POSTED = re.compile(r"^/channels/(?P<channel>\d+)/messages")

Watch = Callable[["House", Sequence["Sent"]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Sent:
    """A request of the bot that somebody reads: one person, by user id, or EVERYBODY in the channel."""

    reader: int
    request: HttpLogEntry

    @property
    def text(self) -> str:
        """All text in its body."""
        return "\n".join(_texts(self.request.json))

    @property
    def embeds(self) -> list[dict[str, Any]]:
        """Its embeds."""
        body = self.request.json or {}
        return list(body.get("embeds") or ())


class SimulatedClock:
    """The simulation's time, for the bot."""

    simulation: Simulation

    def now(self) -> datetime:
        """The simulated instant."""
        return self.simulation.now()


@dataclass(frozen=True)
class Visitor(Person):
    """A person of whose interactions the house takes note."""

    house: "House"

    async def slash(self, channel: ChannelHandle, command: str, /, **options: Any) -> InteractionResult:
        """See Person."""
        self.house.note(self)
        return await super().slash(channel, command, **options)

    async def autocomplete(
        self, channel: ChannelHandle, command: str, option: str, typed: str = "", /, **filled: Any
    ) -> list[dict[str, Any]]:
        """See Person."""
        self.house.note(self)
        return await super().autocomplete(channel, command, option, typed, **filled)


class House:
    """One simulated world. `random` shuffles the decks; what people do has a random of its own."""

    def __init__(self, database: Path, random: Random) -> None:
        self.database = database
        self.random = random
        self.clock = SimulatedClock()
        self.simulation = Simulation(self.make_bot)
        self.clock.simulation = self.simulation
        self.drivers: list[Driver] = []
        self.is_over = False
        self.opening: list[Sent] = []
        self._acting: list[tuple[int, int]] = []  # from which request on who acted
        self._read = self._watched = 0

    def make_bot(self) -> ComuniBot:
        """A bot object on this house's database, as a start of the process makes one."""
        settings = Settings(token=SecretStr("simulated"), database=self.database, _env_file=None)
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
        return Visitor(self.simulation.person(name, **details).member, self)

    def note(self, person: Person) -> None:
        """From now on it is this person who acts."""
        self._acting.append((len(self.simulation.requests), person.id))

    async def gather(self, count: int, people: Sequence[Visitor] = (), **settings: Any) -> list[Visitor]:
        """People who have opened a table in the channel and sit at it; the first is its host.

        Without the picture, unless it is asked for: drawing takes longer than all the rest.
        """
        people = list(people) or [self.person(name) for name in NAMES[:count]]
        await people[0].slash(self.channel, "comuni new", **{"seats": count, "picture": False, **settings})
        for person in people[1:]:
            await person.slash(self.channel, "comuni join")
        return people

    async def begin(self, count: int, seed: int, *, habits: Sequence[Habits] = CHARACTERS, **settings: Any) -> None:
        """A game that has just started, with a driver at each seat; habits go round the table."""
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

    async def step(self, random: Random, watch: Sequence[Watch] = ()) -> Driver:
        """Let one of those act who believe to be asked."""
        driver = random.choice(await self.asked())
        await driver.act()
        sent = self.deliver()
        for look in watch:
            await look(self, sent)
        return driver

    async def asked(self) -> list[Driver]:
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
        self.is_over |= any(embed.get("title") == FINAL for letter in sent for embed in letter.embeds)
        return sent

    def unread_by_watchers(self) -> list[Sent]:
        """What was sent since this was last asked, by reader."""
        sent = list(self.by_reader(self._watched))
        self._watched = len(self.simulation.requests)
        return sent

    def by_reader(self, start: int = 0) -> Iterator[Sent]:
        """The requests from a number on that somebody reads: answers to interactions by the one who acted alone."""
        private = {str(driver.person.dm.id): driver.person.id for driver in self.drivers}
        for number, request in enumerate(self.simulation.requests[start:], start=start):
            if INTERACTION.match(request.path):
                yield Sent(self._actor(number), request)
            elif found := POSTED.match(request.path):
                yield Sent(private.get(found["channel"], EVERYBODY), request)

    def _actor(self, number: int) -> int:
        """Who acted when a request was sent; interactions that run together cannot be told apart."""
        return self._acting[bisect_right(self._acting, number, key=lambda acted: acted[0]) - 1][1]

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

    async def seat_of(self, driver: Driver) -> str:
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
    """A house; in the end no error was logged, and every request fits Discord's own description."""
    house = House(database, random or chance("decks", seed))
    async with house.simulation:
        yield house
    problems = all_problems(house.simulation.requests)
    assert not problems, "\n".join(problems)


def _texts(body: Any) -> Iterator[str]:
    if isinstance(body, str):
        yield body
    elif isinstance(body, dict | list):
        for part in body.values() if isinstance(body, dict) else body:
            yield from _texts(part)


def pinged(request: HttpLogEntry) -> list[int]:
    """The people whom a message notifies."""
    body = request.json or {}
    return [int(user) for user in (body.get("allowed_mentions") or {}).get("users", ())]
