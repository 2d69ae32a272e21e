"""Brings notices to people and channels: one obligation, one ping, in the way the person wants it (laws 4, 7)."""

import asyncio

import discord

from bot.tables.model import Table
from bot.tables.notices import Kind, Notice
from bot.tables.outbox import HOST, Owed
from bot.tables.people import Pings
from cogs.hosting import HostingBot
from cogs.letters import Letter, private_letter, public_letter, public_ping
from cogs.sending import Sending

DM_TOO_FAST = 40003


class Courier:
    """Sends notices. Raises one of NOT_TAKEN where Discord does not take something now."""

    def __init__(self, bot: HostingBot, sending: Sending) -> None:
        self._bot = bot
        self._sending = sending

    async def deliver(self, table: Table, owed: Owed) -> None:
        """Send one notice. Its id is the nonce, so that a repeat within some minutes is no second message."""
        if owed.notice.seat is None:
            letter = await public_letter(self._bot.tables, table, owed.notice.kind)
            message_id = await self._sending.post(table.channel_id, letter, _nonce(owed))
            if owed.notice.kind is Kind.COMMITMENT:
                await self._bot.tables.outbox.promised(table.id, table.channel_id, message_id)
            return
        asks_host = owed.notice.kind is Kind.ASK_HOST
        user_id = table.host_id if asks_host else table.holder(owed.notice.seat).user_id
        pings = await self._bot.tables.people.pings(user_id)
        if pings is Pings.NONE:
            return
        if pings is Pings.MENTION or not await self._to_person(table, user_id, owed):
            await self._mention(table, user_id, owed)

    async def _to_person(self, table: Table, user_id: int, owed: Owed) -> bool:
        """False where the person cannot be written to: most often their DMs are closed."""
        letter = await private_letter(self._bot.tables, table, owed.notice, user_id)
        try:
            try:
                await self._ping(table, await self._kept_dm(user_id), letter, owed)
            except discord.NotFound:  # the kept channel is gone
                await self._ping(table, await self._open_dm(user_id), letter, owed)
        except (discord.Forbidden, discord.NotFound) as error:
            if error.code == DM_TOO_FAST:
                raise
            return False
        return True

    async def _mention(self, table: Table, user_id: int, owed: Owed) -> None:
        pinged = discord.AllowedMentions(users=[discord.Object(user_id)])
        await self._ping(table, table.channel_id, public_ping(table, owed.notice, user_id), owed, pinged)

    async def _ping(
        self,
        table: Table,
        channel_id: int,
        letter: Letter,
        owed: Owed,
        mentions: discord.AllowedMentions | None = None,
    ) -> None:
        """Post a ping in place of the earlier one, which is known until it is gone: a crash leaves no two."""
        whom = _pinged(owed.notice)
        before = await self._bot.tables.outbox.ping(table.id, whom)
        message_id = await self._sending.post(
            channel_id, letter, _nonce(owed), mentions=mentions or discord.AllowedMentions.none()
        )
        if before is not None and before.message_id != message_id:
            await self._sending.remove(before.channel_id, before.message_id)
        await self._bot.tables.outbox.pinged(table.id, whom, channel_id, message_id)

    async def _kept_dm(self, user_id: int) -> int:
        known = await self._bot.tables.people.known(user_id)
        kept = known and known.dm_channel_id
        return kept or await self._open_dm(user_id)

    async def _open_dm(self, user_id: int) -> int:
        async with asyncio.timeout(self._bot.call_seconds):
            channel = await self._bot.create_dm(discord.Object(user_id))
        await self._bot.tables.people.dm_found(user_id, channel.id)
        return channel.id


def _pinged(told: Notice) -> str:
    """What the host is asked takes no ping of their own seat away."""
    assert told.seat is not None
    return HOST if told.kind is Kind.ASK_HOST else told.seat


def _nonce(owed: Owed) -> str:
    return f"comuni-{owed.id}"
