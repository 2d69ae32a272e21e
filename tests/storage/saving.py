"""Keeps a database of the present schema for the tests of later ones: `python -m tests.storage.saving`.

The real bot plays tables of every kind in the simulated Discord, and dies while Discord takes nothing. What it leaves
is written into `saves` as SQL, beside what must be found of each game when a later program opens it.
"""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, cast

import discord
from discord.ext import commands
from pydantic import SecretStr
from simcord.builders import ChannelHandle

from bot.app import ComuniBot, build_bot
from bot.game.position import position
from bot.game.rules import waiting
from bot.game.state import Phase, State
from bot.local.simulation import Person, Simulation
from bot.settings import Settings
from bot.tables.errors import TableRefusal
from bot.tables.model import Person as Guest
from bot.tables.model import Table
from bot.tables.orders import NextDefence, Orders, WhenOutbid
from bot.tables.reading import Reader
from bot.tables.service import Tables
from bot.tables.snapshot import Snapshot
from storage import open_store
from storage.migrate import shipped_migrations
from tests.end_to_end.house import SimulatedClock
from tests.game.characters import BIDDER, RANDOM, Character
from tests.tables.hosting import typed

SAVES = Path(__file__).parent / "saves"
NAMES = ("Ada", "Bea", "Carlo", "Nina")
DAY = 24 * 60 * 60  # seconds
TABLES = (  # each in a channel of its name
    "archived",
    "lobby",
    "projects",
    "construction",
    "outbid",
    "invasion",
    "paused",
    "corrected",
    "offered",
    "stewards",
    "over",
    "stopped",
    "suspended",
)
Goal = Callable[[State], bool]


def nobody() -> commands.Bot:
    """A bot of another program, while ours does not run."""
    return commands.Bot(command_prefix=(), intents=discord.Intents.none())


@dataclass
class World:
    """The same Discord whenever it is made, down to its ids; our bot is not there before `open`."""

    simulation: Simulation
    database: Path
    clock: SimulatedClock
    channels: dict[str, ChannelHandle]
    people: list[Person]
    random: Random

    @property
    def tables(self) -> Tables:
        """The services of the bot that runs now."""
        return cast("ComuniBot", self.simulation.bot).tables

    def make_bot(self) -> ComuniBot:
        """The real bot on the database."""
        settings = Settings(token=SecretStr("simulated"), database=self.database, _env_file=None)
        return build_bot(settings, clock=self.clock, random=self.random)

    async def open(self) -> None:
        """The bot starts, and does what is to be done at once."""
        await self.simulation.restart(self.make_bot)
        await self.simulation.settle()

    async def leave(self) -> None:
        """The bot ends."""
        await self.simulation.restart(nobody)

    async def table(self, name: str) -> Table:
        """The table of a channel."""
        return await self.tables.reader.table_of_channel(self.channels[name].id)

    async def gather(self, name: str, people: int, *, stewards: int = 0, **settings: Any) -> None:
        """People open a table in the channel of its name and sit down."""
        channel, (host, *others) = self.channels[name], self.people[:people]
        await host.slash(channel, "comuni new", seats=people + stewards, picture=False, **settings)
        for other in others:
            await other.slash(channel, "comuni join")
        if stewards:
            await host.slash(channel, "comuni stewards", count=stewards)

    async def play(
        self, name: str, people: int, until: Goal, *, stewards: int = 0, by: Character = RANDOM, **settings: Any
    ) -> Table:
        """A game that was begun and played until it stands as wanted."""
        await self.gather(name, people, stewards=stewards, **settings)
        await self.people[0].slash(self.channels[name], "comuni start")
        await self._stewards_have_played(name)
        while not until(state := await self.state(name)):
            await self.act(name, state, by)
            await self._stewards_have_played(name)
        await self.simulation.settle()
        return await self.table(name)

    async def act(self, name: str, state: State, by: Character = RANDOM) -> int:
        """A person who is asked does something; gives who."""
        table = await self.table(name)
        asked = [seat for seat in waiting(state) if table.steward_of(seat) is None]
        action = by.act(state, self.random.choice(asked), self.random)
        user_id = table.holder(action.seat).user_id
        await self.tables.playing.act(table.id, user_id, typed(action))
        return user_id

    async def _stewards_have_played(self, name: str) -> None:
        await self.tables.stewarding.play((await self.table(name)).id)

    async def state(self, name: str) -> State:
        """How a game stands."""
        return (await self.tables.reader.snapshot(await self.table(name))).state


@asynccontextmanager
async def world(database: Path) -> AsyncIterator[World]:
    """A Discord with channels and people and without our bot."""
    clock = SimulatedClock()
    clock.simulation = Simulation(nobody)
    async with clock.simulation as simulation:
        channels = {name: simulation.channel(name) for name in TABLES}
        people = [simulation.person(name) for name in NAMES]
        assert all(person.dm.id for person in people), "made when first looked at"
        yield World(simulation, database, clock, channels, people, Random("saves"))


def late(phase: Phase, also: Goal = lambda _: True, *, invasions: int = 3) -> Goal:
    """A game that has come far, and to a phase."""
    return lambda state: state.invasions == invasions and state.phase is phase and also(state)


async def fill(made: World) -> None:
    """Tables of every kind, and the bot dies owing something at some of them."""
    await made.open()
    await made.play("archived", 2, lambda state: state.turn > 3)
    await _a_month_passes(made)
    await made.gather("lobby", 3, stewards=1)
    await _with_an_undo(made, await made.play("projects", 2, late(Phase.PROJECTS)))
    await made.play(
        "construction", 2, late(Phase.CONSTRUCTION, lambda state: state.building_steps + state.wall_steps > 0)
    )
    await made.play("outbid", 3, lambda state: state.turn > 40 and state.phase is Phase.OUTBID, by=BIDDER)
    half_sealed = late(Phase.INVASION, lambda state: any(city.sealed for city in state.cities), invasions=2)
    await made.play("invasion", 3, half_sealed)
    table = await made.play("paused", 2, late(Phase.CONSTRUCTION))
    await made.tables.timekeeping.pause(table.id, made.people[0].id)
    table = await made.play("corrected", 2, late(Phase.PROJECTS))
    await made.tables.correcting.correct(table.id, table.version - 3)
    await _with_people_who_come_and_go(made, await made.play("offered", 3, late(Phase.PROJECTS), open_screens=True))
    await made.play("stewards", 1, lambda state: state.turn > 9, stewards=2)
    await made.play("over", 2, lambda state: state.final_turns == 0)
    table = await made.play("stopped", 2, lambda state: state.turn > 3)
    await made.tables.playing.stop(table.id, made.people[0].id, manages=False)
    await made.play("suspended", 2, late(Phase.PROJECTS))
    refused = f"/channels/{made.channels['suspended'].id}/*"
    made.simulation.inject_error("*", refused, status=403, code=50001, times=None)
    await made.act("suspended", await made.state("suspended"))
    await made.simulation.settle()
    await _die_owing(made, "projects", "over")


async def _a_month_passes(made: World) -> None:
    await made.leave()
    await made.simulation.advance(31 * DAY)
    with closing(sqlite3.connect(made.database)) as database, database:  # the bot was there, which would take long
        database.execute("UPDATE heartbeat SET at = ?", [made.clock.now().replace(microsecond=0).isoformat()])
    await made.open()


async def _with_an_undo(made: World, table: Table) -> None:
    while True:
        with suppress(TableRefusal):  # something was revealed: then after another action
            user_id = await made.act("projects", await made.state("projects"))
            await made.tables.playing.undo(table.id, user_id)
            return


async def _with_people_who_come_and_go(made: World, table: Table) -> None:
    host, second, third = (person.id for person in made.people[:3])
    await made.tables.playing.order(table.id, host, lambda _: Orders(outbid=WhenOutbid(columns=(2, 3)), finish=True))
    await made.tables.playing.order(table.id, second, lambda _: Orders(defence=NextDefence(), repair=1))
    nina = made.people[3]
    await made.tables.seating.offer(table.id, second, Guest(nina.id, nina.name))
    day = (made.clock.now() + timedelta(days=20)).date().isoformat()
    await made.tables.timekeeping.away(table.id, third, day)
    await made.people[0].slash(made.channels["offered"], "comuni log")


async def _die_owing(made: World, *names: str) -> None:
    """People act while Discord takes no message, and then the process dies."""
    made.simulation.inject_error("POST", "/channels/*/messages", status=500, times=None)
    for name in names:
        table = await made.table(name)
        while not await made.tables.outbox.pending(table.id):
            await made.act(name, await made.state(name))
    await made.simulation.crash(nobody)
    made.simulation.heal()


async def described(reader: Reader, table_ids: Iterable[int]) -> dict[str, Any]:
    """What must be found again of each table that has a game, whatever becomes of how it is saved."""
    found = {}
    for table in [await reader.table(table_id) for table_id in table_ids]:
        if table.version:
            found[str(table.id)] = {**_public(table), **_game(await reader.snapshot(table))}
    return found


def _public(table: Table) -> dict[str, Any]:
    seats = {str(person.seat): person.user_id for person in table.people}
    return {"state": table.state.value, "version": table.version, "seats": seats}


def _game(snapshot: Snapshot) -> dict[str, Any]:
    """A position (record.md) with all that is hidden, and who is asked by which number."""
    state = snapshot.state
    return {
        "position": position(state),
        "decks": [list(deck) for deck in state.decks],
        "sealed": {city.seat: None if city.sealed is None else _seal(city.sealed) for city in state.cities},
        "prompts": {seat: snapshot.prompt(seat) for seat in state.communes},
        "steps": [state.building_steps, state.wall_steps],
    }


def _seal(sealed: Any) -> list[Any]:
    return [list(force.model_dump().values()) for force in (sealed.league, sealed.walls)]


def dump(database: Path) -> Iterator[str]:
    """The whole file as SQL, its marks first."""
    with closing(sqlite3.connect(database)) as connection:
        for mark in ("user_version", "application_id"):
            yield f"PRAGMA {mark} = {connection.execute(f'PRAGMA {mark}').fetchone()[0]};"
        yield from connection.iterdump()


async def save(folder: Path) -> None:
    """Make the save of the newest schema."""
    database, name = folder / "comuni.sqlite3", f"schema_{len(shipped_migrations())}"
    async with world(database) as made:
        await fill(made)
        made.simulation.errors.clear()
    (SAVES / f"{name}.sql").write_text("\n".join(dump(database)) + "\n", encoding="utf-8")
    store = await open_store(database)
    try:
        kept = await described(Reader(store), [row.id for row in await store.every_table()])
    finally:
        await store.close()
    (SAVES / f"{name}.json").write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        asyncio.run(save(Path(temporary)))
