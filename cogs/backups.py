"""A backup of the database each day, by the clock in UTC."""

import asyncio
import logging
from datetime import UTC

from discord.ext import commands

from cogs.hosting import Backups, HostingBot

log = logging.getLogger(__name__)

PAUSE = 3600.0  # seconds between two looks at the date; after a failure too


class BackupsCog(commands.Cog):
    """Has the day's backup made as soon as there is none: at the start, and within an hour of midnight."""

    def __init__(self, bot: HostingBot, backups: Backups) -> None:
        self._bot = bot
        self._backups = backups
        self._loop: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Begin."""
        self._loop = asyncio.create_task(self._run())

    async def cog_unload(self) -> None:
        """End; a backup under way is finished first."""
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await self._make()
            await asyncio.sleep(PAUSE)

    async def _make(self) -> None:
        today = self._bot.tables.clock.now().astimezone(UTC).date()
        try:
            if await self._backups.make(today):
                log.info("the backup of %s is made", today)
        except Exception:
            log.exception("the backup of %s failed, and is tried again in an hour", today)


async def setup(bot: HostingBot) -> None:
    """Called by discord.py when the extension is loaded."""
    if bot.backups is None:
        log.info("no daily backups: COMUNI_BACKUPS names no folder, or COMUNI_BACKUP_KEEP is 0")
    else:
        await bot.add_cog(BackupsCog(bot, bot.backups))
