"""Whether somebody is still in a table's server: asked of Discord, for we are told of nobody's leaving (law 8)."""

import logging

import discord

from bot.tables.model import Table
from cogs.hosting import NOT_TAKEN, HostingBot, calling

log = logging.getLogger(__name__)

UNKNOWN_MEMBER, UNKNOWN_USER = 10007, 10013
LEFT = frozenset({UNKNOWN_MEMBER, UNKNOWN_USER})
REMEMBERED = 256  # people


class Members:
    """Asks Discord for members, once for each thing that somebody is asked."""

    def __init__(self, bot: HostingBot) -> None:
        self._bot = bot
        self._known: dict[tuple[int, int], tuple[int, bool]] = {}

    async def has_left(self, table: Table, user_id: int, asking: int) -> bool:
        """Whether a person is no longer there; `asking` tells what they are asked. Where Discord does not say: no."""
        known = self._known.pop((table.id, user_id), None)
        left = known[1] if known is not None and known[0] == asking else await self._has_left(table.guild_id, user_id)
        self._known[table.id, user_id] = (asking, left)
        if len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]
        return left

    async def _has_left(self, guild_id: int, user_id: int) -> bool:
        guild = self._bot.get_guild(guild_id)
        if guild is None:  # it is we who are not there
            return False
        try:
            async with calling(self._bot):
                await guild.fetch_member(user_id)
        except NOT_TAKEN as error:
            log.info("member %s of server %s was not found: %s", user_id, guild_id, type(error).__name__)
            return isinstance(error, discord.NotFound) and error.code in LEFT
        return False
