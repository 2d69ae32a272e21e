"""Has the stewards of tables play whenever they are asked, after a restart too."""

import asyncio

from discord.ext import commands

from bot.tables.errors import NotSaved, TableAside
from cogs.answering import failure_code
from cogs.hosting import HostingBot

FIRST_PAUSE = 2.0  # seconds after a fault; doubled with every further one
LONGEST_PAUSE = 600.0


class Stewards(commands.Cog):
    """One loop a table at a time, for as long as a steward is asked there."""

    def __init__(self, bot: HostingBot) -> None:
        self._bot = bot
        self._loops: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()

    async def cog_load(self) -> None:
        """Go on where the program ended."""
        for table_id in await self._bot.tables.reader.running():
            self._wake(table_id)

    async def cog_unload(self) -> None:
        """Stop; an action under way is finished by the door."""
        loops = list(self._loops.values())
        for loop in loops:
            loop.cancel()
        await asyncio.gather(*loops, return_exceptions=True)

    @commands.Cog.listener()
    async def on_table_changed(self, table_id: int) -> None:
        """A steward may be asked now."""
        self._wake(table_id)

    def _wake(self, table_id: int) -> None:
        self._again.add(table_id)
        if table_id not in self._loops:
            self._loops[table_id] = asyncio.create_task(self._play(table_id))

    async def _play(self, table_id: int) -> None:
        pause = FIRST_PAUSE
        try:
            while table_id in self._again:
                self._again.discard(table_id)
                if await self._played(table_id):
                    pause = FIRST_PAUSE
                else:  # people wait for the stewards, so nothing else would wake them
                    self._again.add(table_id)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            del self._loops[table_id]

    async def _played(self, table_id: int) -> bool:
        """Whether no steward is asked any more, or the table is set aside, which the announcer tells its channel."""
        try:
            await self._bot.tables.stewarding.play(table_id)
        except TableAside:  # nothing to play there until it is mended
            return True
        except NotSaved:  # logged where it failed
            return False
        except Exception as error:  # noqa: BLE001 - the table's own loop tries again later; logged with a code
            failure_code("stewards", table_id, error)
            return False
        return True


async def setup(bot: HostingBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Stewards(bot))
