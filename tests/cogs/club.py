"""What the tests of cogs share: the real bot in a simulated Discord, with a network that can be cut or stand still."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from datetime import datetime
from fnmatch import fnmatch
from pathlib import Path
from random import Random
from typing import Any, cast

import discord
from pydantic import SecretStr
from simcord.builders import ChannelHandle

from bot.app import ComuniBot, build_bot
from bot.local.simulation import Person, Simulation
from bot.settings import Settings
from bot.tables.model import Table

CALL_SECONDS = 20.0  # simulated
NAMES = ("Alice", "Bob", "Chiara", "Dario", "Emi")


class SimulatedClock:
    """The simulation's time, for the bot."""

    simulation: Simulation

    def now(self) -> datetime:
        return self.simulation.now()


class Cable:
    """Trouble on the way to Discord for the next calls that fit: they fail, or stand still until it is mended."""

    def __init__(self, clock: SimulatedClock, method: str, path: str, times: int, error: Exception | None) -> None:
        self._clock = clock
        self._method = method
        self._path = path
        self._times = times
        self._error = error
        self.met: list[datetime] = []
        self.reached = asyncio.Event()
        self.mended = asyncio.Event()

    async def passes(self, route: Any) -> None:
        """Return where a call gets through."""
        fits = route.method == self._method and fnmatch(route.url.partition("/v10")[2], self._path)
        if fits and len(self.met) < self._times:
            self.met.append(self._clock.now())
            self.reached.set()
            if self._error is not None:
                raise self._error
            await self.mended.wait()


class Club:
    """A simulated world with one channel, the real bot, and people."""

    def __init__(self, database: Path, call_seconds: float = CALL_SECONDS) -> None:
        self.database = database
        self.call_seconds = call_seconds
        self.actions_per_minute = 0  # people act without end while time stands still
        self.clock = SimulatedClock()
        self.simulation = Simulation(self.make_bot)
        self.clock.simulation = self.simulation
        self.people: list[Person] = []
        self.place = "piazza"  # where the table is
        self.table_id: int | None = None  # of a table whose channel no longer tells

    def make_bot(self) -> ComuniBot:
        settings = Settings(
            token=SecretStr("simulated"),
            database=self.database,
            call_seconds=self.call_seconds,
            actions_per_minute=self.actions_per_minute,
            _env_file=None,
        )
        return build_bot(settings, clock=self.clock, random=Random(7))

    @property
    def bot(self) -> ComuniBot:
        return cast("ComuniBot", self.simulation.bot)

    @property
    def channel(self) -> ChannelHandle:
        return self.simulation.channel(self.place)

    async def gather(
        self, count: int = 2, *, picture: bool = False, clock: Mapping[str, str] | None = None
    ) -> list[Person]:
        """People at a table in lobby, the first of them its host; drawing its picture would take most of the time.

        `clock` are options of the command that sets it.
        """
        self.people = [self.simulation.person(name) for name in NAMES[:count]]
        await self.people[0].slash(self.channel, "comuni new", picture=picture)
        for person in self.people[1:]:
            await person.slash(self.channel, "comuni join")
        if clock:
            await self.people[0].slash(self.channel, "comuni clock", **clock)
        return self.people

    async def start(
        self, count: int = 2, *, picture: bool = False, clock: Mapping[str, str] | None = None
    ) -> list[Person]:
        """A game that has begun; the active seat's person first. The record of requests is empty."""
        await self.gather(count, picture=picture, clock=clock)
        await self.people[0].slash(self.channel, "comuni start")
        active = (await self.bot.tables.reader.snapshot(await self.table())).state.active
        first = (await self.table()).holder(active).user_id
        self.people.sort(key=lambda person: person.id != first)
        self.simulation.requests.clear()
        return self.people

    async def table(self) -> Table:
        if self.table_id is not None:
            return await self.bot.tables.reader.table(self.table_id)
        return await self.bot.tables.reader.table_of_channel(self.channel.id)

    async def bid(self) -> str:
        """The active seat's person bids nothing on some free column, and the turn passes; what they are told."""
        table = await self.table()
        state = (await self.bot.tables.reader.snapshot(table)).state
        person = next(one for one in self.people if one.id == table.holder(state.active).user_id)
        free = next(number for number, column in enumerate(state.columns, start=1) if column.bid is None)
        return told(await person.slash(self.channel, "act bid", column=free))

    def letters(self, person: Person) -> list[str]:
        """What somebody was sent in private."""
        return [message.content for message in person.dm.history()]

    def newest_letter(self, person: Person) -> int | None:
        """The id of the last message in somebody's DM; each ping takes the place of the one before."""
        return next((message.id for message in reversed(person.dm.history())), None)

    def lines(self) -> list[str]:
        """The public messages with text in the channel; a lobby that was edited is none."""
        found = self.channel.history()
        return [m.content for m in found if m.content and not m.flags.ephemeral and m.edited_at is None]

    def posts(self, method: str, path: str) -> int:
        """How often the bot made a call that fits."""
        return sum(each.method == method and fnmatch(each.path, path) for each in self.simulation.requests)

    async def owed(self) -> list[str]:
        """The kinds of notices in the outbox."""
        pending = await self.bot.tables.outbox.pending((await self.table()).id)
        return [row.notice.kind.value for row in pending]

    def hang(self, method: str, path: str, times: int = 1) -> Cable:
        """The next such calls do not return."""
        return self._lay(Cable(self.clock, method, path, times, None))

    def cut(self, method: str, path: str, error: Exception, times: int = 1) -> Cable:
        """The next such calls fail on the way, as they do where Discord was not reached."""
        return self._lay(Cable(self.clock, method, path, times, error))

    def _lay(self, cable: Cable) -> Cable:
        ways: list[Any] = [self.bot.http, self.simulation.world._webhook_adapter]  # noqa: SLF001 - the two ways out
        for way in ways:
            way.request = _through(cable, way.request)
        return cable


def _through(cable: Cable, request: Any) -> Any:
    async def send(route: Any, *args: Any, **options: Any) -> Any:
        await cable.passes(route)
        return await request(route, *args, **options)

    return send


def told(result: Any) -> str:
    """The private answer to a command."""
    assert result.response is not None
    assert result.response.ephemeral
    return cast("str", result.response.content)


@asynccontextmanager
async def open_club(database: Path, call_seconds: float = CALL_SECONDS) -> AsyncIterator[Club]:
    """A club whose bot is closed at the end; then nothing may have been logged as an error."""
    club = Club(database, call_seconds)
    async with club.simulation:
        yield club


def last_board(club: Club) -> discord.Message:
    """The last message in the channel with the board's title."""
    boards = [m for m in club.channel.history() if m.embeds and m.embeds[0].title == "Comuni"]
    return boards[-1]


async def rewrite(database: Path, sql: str, *values: object) -> None:
    """Change the file from outside. In a thread: the bot may be in a transaction that the loop has to end first."""

    def write() -> None:
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute(sql, values)

    await asyncio.to_thread(write)
