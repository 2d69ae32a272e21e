"""One life of the process: the real bot on a real file, people who play, and its end at any step.

Discord outlives it: each call's line goes to the parent, and then the world that holds it is kept beside the database,
both before the bot hears of the call. So a call whose world was not kept has not happened, and each that has is known.
"""

import asyncio
import os
import signal
import time
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from simcord.results import InteractionResult
from simcord.types import HttpLogEntry

from bot.local.listening import listen
from bot.local.simulation import Simulation
from bot.tables.errors import NoTable
from bot.tables.model import Table, TableState
from bot.tables.snapshot import encode
from bot.ui.custom_ids import Kind
from cogs.letters import board_letter
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import BUILDER, CAREFUL, SOLDIER, Driver
from tests.end_to_end.house import NAMES, House
from tests.end_to_end.kills import faults, steps
from tests.end_to_end.kills.lines import Asked, AtRest, Called, Doing, Failed, Found, Order, Over, Passing, Reached
from tests.end_to_end.owed import standing
from tests.end_to_end.reading import Shown
from tests.end_to_end.tapping import controls
from tests.end_to_end.traffic import POSTED, Traffic, Visitor

MINUTE = 60  # seconds
CLOCK = {"pace": "15", "bank": "0"}
SPANS = (8 * MINUTE, 13 * MINUTE, 16 * MINUTE)  # a reminder comes after 12 of them, a steward after 15
KINDS = {"act": 15.0, "chat": 4.0, "order": 2.0, "undo": 1.5, "time": 1.0}
TRACED = {"act": 2.0, "chat": 1.0, "order": 1.0}
LIKED = {"orders written": "order", "board posted": "chat", "older board retired": "chat"}  # what leads to a step
ORDERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("outbid", {"do": "withdraw"}),
    ("outbid", {"do": "move", "columns": "1 2 3"}),
    ("acquire", {}),
    ("income", {"first": "coins"}),
    ("defend", {"league_soldiers": 1}),
    ("repair", {"loot": "1"}),
    ("finish", {"on": True}),
)
# How what people are told begins when it was done.
SCREEN = "screen"
TAKEN_BACK = "↩️ Taken back: "
ORDERED = "📌"
ASKING = (Kind.GO, Kind.DO, Kind.ASK, Kind.MENU, Kind.CARDS)
HABITS = (CAREFUL, BUILDER, SOLDIER)
WORLD = "discord.world"
DATABASE = "comuni.sqlite3"
COMMIT_TAKES = 0.0008  # seconds, about


def live(line: Connection, order: Order) -> None:
    """Live by an order, to the end that it names or that comes from outside."""
    try:
        asyncio.run(Life(line, order).run())
    except BaseException:  # noqa: BLE001 - whatever it is, the parent is told, and ends the process
        line.send(Failed(traceback.format_exc()))
        line.recv()


def load_world(folder: Path) -> tuple[int, bytes | None]:
    """The world that was kept last, and the number of the last call that it holds."""
    kept = folder / WORLD
    if not kept.exists():
        return 0, None
    number, _, world = kept.read_bytes().partition(b"\n")
    return int(number), world


class Place(House[Driver]):
    """A house in a world that outlives it."""

    def __init__(self, database: Path, random: Random, world: bytes | None, now: datetime | None) -> None:
        super().__init__(database, random)
        self.simulation = Simulation(self.make_bot, world=world, now=now)
        self.clock.simulation = self.simulation
        self._traffic = Traffic(self.simulation)

    def seat(self, count: int, random: Random) -> None:
        """The same people as ever, who remember nothing."""
        people = self.simulation.people or [self.person(name) for name in NAMES[:count]]
        self.drivers = [
            Driver(Visitor(person.member, self._traffic), self.channel, self.menu, random, HABITS[place % len(HABITS)])
            for place, person in enumerate(people)
        ]


class Life:
    """What happens between a start of the process and its end."""

    def __init__(self, line: Connection, order: Order) -> None:
        self._line = line
        self._order = order
        self._random = chance("life", order.seed, order.lived)
        self._calls, world = load_world(order.folder)
        decks = chance("decks", order.seed, order.lived)
        self._house = Place(order.folder / DATABASE, decks, world, order.now)
        self._reached = self._done = 0
        self._strikes = order.strike is not None and order.strike.early
        self._last: Driver | None = None

    async def run(self) -> None:
        """Start, say what is there, play on."""
        faults.plant(self._order.fault)
        steps.install(self._reach)
        listen(self._called)
        await self._house.simulation.start()
        self._house.seat(self._order.seats, self._random)
        self._keep_world()
        await self._house.simulation.settle()
        self._line.send(await self._found())
        self._line.recv()
        self._house.deliver()
        while not await self._is_over():
            await self._step()
        self._line.send(Over())
        self._line.recv()

    # ------------------------------------------------------------------------------------------ what the parent hears

    def _reach(self, step: str, *values: Any) -> None:
        self._line.send(Reached(step, steps.CHAIN.get(), values))
        strike = self._order.strike
        if strike is None or not self._strikes or strike.step != step:
            return
        self._reached += 1
        if self._reached == strike.nth:
            if step == "commit under way":
                time.sleep(self._random.uniform(0, 2 * COMMIT_TAKES))
            os.kill(os.getpid(), signal.SIGKILL)

    def _called(self, entry: HttpLogEntry, answer: Any) -> None:
        self._calls += 1
        made = entry.method == "POST" and POSTED.match(entry.path) and answer is not None
        body = entry.json if isinstance(entry.json, dict) else {}
        self._line.send(
            Called(
                self._calls,
                entry.method,
                entry.path,
                body.get("nonce"),
                entry.json,
                int(answer["id"]) if made else None,
                steps.CHAIN.get(),
                self._house.simulation.now(),
            )
        )
        self._keep_world()

    def _keep_world(self) -> None:
        kept = self._order.folder / WORLD
        new = kept.with_suffix(".new")
        new.write_bytes(b"%d\n" % self._calls + self._house.simulation.dump())
        new.replace(kept)

    # ------------------------------------------------------------------------------------------------ what is there

    async def _table(self) -> Table | None:
        with suppress(NoTable):  # none was opened so far
            return await self._house.table()
        return None

    async def _rest(self) -> AtRest:
        table = await self._table()
        if table is None or table.version == 0:
            return AtRest(0, None)
        return AtRest(table.version, encode(await self._house.bot.tables.reader.snapshot(table)))

    async def _found(self) -> Found:
        table, house = await self._table(), self._house
        people, bot_user = [driver.person for driver in house.drivers], house.bot.user
        assert bot_user is not None
        asked = {driver.person.id: await self._asked(driver) for driver in house.drivers} if table else {}
        await house.simulation.settle()
        live = [message.id for message in house.channel.history() if not message.flags.ephemeral and controls(message)]
        talk = {message.id for message in house.channel.history() if message.author.id != bot_user.id}
        places = {
            house.channel.id: frozenset(standing(house.channel)) - talk,
            **{person.dm.id: frozenset(standing(person.dm, person)) for person in people},
        }
        self._sound()
        return Found(
            rest=await self._rest(),
            asked=asked,
            dms={person.id: person.dm.id for person in people},
            standing=places,
            board_is_current=table is None or await self._board_is_current(table),
            live=frozenset(live),
        )

    async def _asked(self, driver: Driver) -> Asked:
        result = await driver.person.slash(self._house.channel, "comuni screen")
        shown = driver.heard(result)
        assert result.response is not None
        ids = [str(control.custom_id).split(":") for control in controls(result.response.message)]
        prompts = frozenset(int(parts[3]) for parts in ids if parts[0] in ASKING)
        return Asked(bool(shown.examples), shown.says_sealed, prompts)

    async def _board_is_current(self, table: Table) -> bool:
        letter = await board_letter(self._house.bot.tables, table)
        shown = Shown(letter.content or "", list(letter.embeds))
        return shown.text == await self._house.board_text()

    async def _is_over(self) -> bool:
        if self._done == self._order.most:
            return True
        table = await self._table()
        return table is not None and table.state not in (TableState.LOBBY, TableState.RUNNING)

    def _sound(self) -> None:
        """Nothing has failed in the bot without being told."""
        assert not self._house.simulation.errors, "\n".join(self._house.simulation.errors)

    # ------------------------------------------------------------------------------------------------ what people do

    async def _step(self) -> None:
        self._strikes |= self._order.strike is not None and self._done >= self._order.strike.after
        table = await self._table()
        if table is None or table.state is TableState.LOBBY:
            await self._gather(table)
        else:
            await self._play(table)
        self._house.deliver()
        self._sound()
        self._line.send(await self._rest())
        self._done += 1

    async def _gather(self, table: Table | None) -> None:
        """The next thing that is to be done before a game."""
        order, drivers = self._order, self._house.drivers
        seats = order.seats + order.stewards
        if table is None:
            return await self._do(drivers[0], "comuni new", {"seats": seats, "picture": False}, "Your table is open")
        for driver in drivers:
            if not table.sits(driver.person.id):
                return await self._do(driver, "comuni join", {}, "You sit at the table")
        if len(table.stewards) < order.stewards:
            return await self._do(drivers[0], "comuni stewards", {"count": order.stewards}, "")
        if table.settings.pace != int(CLOCK["pace"]):
            return await self._do(drivers[0], "comuni clock", CLOCK, "The clock is set")
        return await self._do(drivers[0], "comuni start", {}, "The game begins")

    async def _play(self, table: Table) -> None:
        likes = dict(TRACED if self._order.traced else KINDS)
        if self._order.strike is not None and self._order.strike.step in LIKED:
            likes[LIKED[self._order.strike.step]] *= 5
        kind = self._random.choices(list(likes), list(likes.values()))[0]
        asked = await self._house.asked()
        ways: dict[str, Callable[[list[Driver]], Awaitable[None]]] = {
            "act": self._act,
            "chat": self._chat,
            "order": self._give_an_order,
            "undo": self._undo,
            "time": self._let_time_pass,
        }
        await ways[kind](asked)
        if kind not in ("act", "chat"):  # what people have read may be out of date, and nobody tells them
            for driver in self._house.drivers:
                driver.screen = None

    async def _act(self, asked: list[Driver]) -> None:
        driver = self._random.choice(asked)
        if not (await driver.look()).examples:  # what they had read was out of date
            return
        command, options = await driver.decide()
        self._last = driver
        await self._do(driver, command, options, SCREEN)

    async def _chat(self, asked: list[Driver]) -> None:
        """The board is no longer the last message in the channel."""
        await self._random.choice(asked).person.member.send(self._house.channel, "hm")

    async def _give_an_order(self, _asked: list[Driver]) -> None:
        command, options = self._random.choice(ORDERS)
        await self._do(self._random.choice(self._house.drivers), f"order {command}", options, ORDERED)

    async def _undo(self, _asked: list[Driver]) -> None:
        driver = self._last or self._random.choice(self._house.drivers)
        await self._do(driver, "comuni undo", {}, TAKEN_BACK)

    async def _let_time_pass(self, _asked: list[Driver]) -> None:
        span = self._random.choice(SPANS)
        self._line.send(Passing(self._house.simulation.now() + timedelta(seconds=span)))
        await self._house.simulation.advance(span)

    async def _do(self, driver: Driver, command: str, options: dict[str, Any], wins: str) -> None:
        version = (await self._rest()).version
        self._line.send(Doing(driver.person.id, command, options, version, wins))
        result: InteractionResult = await driver.person.slash(self._house.channel, command, **options)
        shown = driver.heard(result)
        assert wins != SCREEN or shown.is_screen, f"offered and refused: {command} {options}: {shown.text}"
