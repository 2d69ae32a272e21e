"""The one loop over what is due: a heartbeat while Discord reaches us, then each table whose time has come."""

import asyncio
import logging
import math
from contextlib import suppress
from datetime import timedelta

from discord.ext import commands

from bot.tables.clocks import BEAT
from bot.tables.errors import NotSaved
from cogs.answering import failure_code
from cogs.hosting import HostingBot

log = logging.getLogger(__name__)

LISTENING = 5.0  # seconds between two looks at a silent gateway
FIRST_WORD = timedelta(minutes=1)  # of silence until it is logged; doubled with every word
MINUTE = timedelta(minutes=1)


class ClockCog(commands.Cog):
    """Rings tables when their clocks say so, each by itself, for as long as Discord reaches us.

    While its gateway is away or silent nobody can act: without a heartbeat that time counts against nobody.
    """

    def __init__(self, bot: HostingBot) -> None:
        self._bot = bot
        self._reached = asyncio.Event()
        self._heard = bot.tables.clocks.now()
        self._loop: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Begin, as soon as Discord reaches us."""
        self._loop = asyncio.create_task(self._run())

    async def cog_unload(self) -> None:
        """End; a change under way is finished by the door, and what is due stays due."""
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)

    @commands.Cog.listener("on_connect")
    @commands.Cog.listener("on_ready")
    @commands.Cog.listener("on_resumed")
    async def reached(self) -> None:
        """Discord reaches us; it may say so any number of times."""
        self._reached.set()

    @commands.Cog.listener("on_disconnect")
    async def lost(self) -> None:
        """Discord no longer reaches us."""
        self._reached.clear()

    async def _run(self) -> None:
        while True:
            await self._until_heard()
            await asyncio.sleep(await self._round())

    def _hears(self) -> bool:
        """Whether the gateway is connected and answers.

        Where it takes every connection and never says a word, discord.py connects again each minute and does not tell;
        of such a connection it knows no latency.
        """
        return self._reached.is_set() and math.isfinite(self._bot.latency)

    async def _until_heard(self) -> None:
        """Wait while Discord does not reach us, and say so in ever longer distances."""
        word = FIRST_WORD
        while not self._hears():
            await self._listen()
            if not self._hears() and self._silence() >= word:
                log.warning(
                    "Discord's gateway has been silent for %d min: the clocks of all tables wait for it",
                    self._silence() // MINUTE,
                )
                word = 2 * word
        if word > FIRST_WORD:
            log.warning("Discord's gateway is back; it was silent for %d min", self._silence() // MINUTE)
        self._heard = self._bot.tables.clocks.now()

    async def _listen(self) -> None:
        if self._reached.is_set():
            await asyncio.sleep(LISTENING)
        else:
            with suppress(TimeoutError):  # then it is still away
                await asyncio.wait_for(self._reached.wait(), LISTENING)

    def _silence(self) -> timedelta:
        """How long nothing was heard."""
        return self._bot.tables.clocks.now() - self._heard

    async def _round(self) -> float:
        """Do what is due now; gives in how many seconds there may be more to do, a heartbeat at the latest."""
        clocks = self._bot.tables.clocks
        try:
            await self._beat()
            due = await clocks.next_due()
        except NotSaved:  # logged where it failed; without a heartbeat the time counts against nobody
            due = None
        except Exception:
            log.exception("the clock of all tables failed, and goes on at the next beat")
            due = None
        return (BEAT if due is None else min(BEAT, due - clocks.now())).total_seconds()

    async def _beat(self) -> None:
        """Say that we are here before anything is rung: else time in which we were not would count."""
        for table_id in await self._bot.tables.clocks.beat():
            self._bot.wake(table_id)
        for table_id in await self._bot.tables.clocks.due():
            await self._ring(table_id)

    async def _ring(self, table_id: int) -> None:
        try:
            await self._bot.tables.timekeeping.ring(table_id)
        except NotSaved:
            raise
        except Exception as error:  # noqa: BLE001 - a fault of one table stops no other; it stays due, logged with a code
            failure_code("clock", table_id, error)


async def setup(bot: HostingBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(ClockCog(bot))
