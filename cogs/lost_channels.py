"""Hears that channels are gone, and threads open again; else it is learnt when something is posted there (law 8)."""

from typing import Any

import discord
from discord import InteractionType
from discord.abc import GuildChannel
from discord.ext import commands

from cogs.channels import GONE, REMOVED, opened, suspended
from cogs.hosting import HostingBot, Interaction


class LostChannels(commands.Cog):
    """Suspends the tables of channels that are gone, and has those go on whose threads are open again."""

    def __init__(self, bot: HostingBot) -> None:
        self._bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: GuildChannel) -> None:
        """A channel was deleted; of its threads discord.py tells in turn."""
        await self._lost(channel.guild.id, GONE, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted, known to us or not."""
        await self._lost(payload.guild_id, GONE, payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """We were sent away from a server, or it is no more."""
        await self._lost(guild.id, REMOVED)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread was changed: one that is not locked takes messages, archived or not."""
        if not payload.data["thread_metadata"].get("locked"):
            await opened(self._bot, payload.thread_id)

    @commands.Cog.listener()
    async def on_app_command_completion(self, interaction: Interaction, _command: Any) -> None:
        """Somebody has used a command, maybe in a thread that was unlocked while we were away."""
        await self._acted_in(interaction)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Somebody has pressed something."""
        if interaction.type is InteractionType.component:
            await self._acted_in(interaction)

    async def _acted_in(self, interaction: Interaction) -> None:
        if isinstance(interaction.channel, discord.Thread) and not interaction.channel.locked:
            await opened(self._bot, interaction.channel.id)

    async def _lost(self, guild_id: int, why: str, channel_id: int | None = None) -> None:
        for table in await self._bot.tables.reader.open_in_guild(guild_id):
            if channel_id in (None, table.channel_id):
                await suspended(self._bot, table, why)


async def setup(bot: HostingBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(LostChannels(bot))
