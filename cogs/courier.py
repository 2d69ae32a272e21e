"""Brings what a table owes to Discord: notices to seats and to the channel, and the board (laws 2, 7)."""

import asyncio
import logging
from datetime import datetime, timedelta

import discord

from bot.locale import translator
from bot.tables.model import Table, TableState
from bot.tables.outbox import Owed
from bot.tables.ports import MessageRow
from bot.ui.limits import check_message
from bot.ui.notices import closed_dm_line
from cogs.hosting import NOT_TAKEN, HostingBot
from cogs.letters import Letter, board_letter, private_letter, public_letter

log = logging.getLogger(__name__)

DM_TOO_FAST = 40003
UNKNOWN_MESSAGE = 10008
OLD_EDITS_LIMITED = 30046
EDITS_ARE_FREE_FOR = timedelta(hours=1)


class Courier:
    """Sends. Raises one of NOT_TAKEN where Discord does not take something now."""

    def __init__(self, bot: HostingBot) -> None:
        self._bot = bot

    async def deliver(self, table: Table, owed: Owed) -> None:
        """Send one notice. Its id is the nonce, so that a repeat within some minutes is no second message."""
        if owed.notice.seat is None:
            letter = await public_letter(self._bot.tables, table, owed.notice.kind)
            await self._post(self._channel(table.channel_id), letter, _nonce(owed))
            return
        user_id = table.holder(owed.notice.seat).user_id
        letter = await private_letter(self._bot.tables, table, owed.notice.kind, user_id)
        if not await self._to_person(user_id, letter, owed):
            await self._point_to_screen(table, user_id, owed)

    async def show_board(self, table: Table, wanted: int) -> None:
        """Edit the board while it stands last, or still in its turn; else post it anew at the end of the channel.

        `wanted` numbers the wish for it, so that a repeat within some minutes is no second board.
        """
        letter, key = await board_letter(self._bot.tables, table), await self._turn_key(table)
        last = await self._bot.tables.outbox.board_message(table.id)
        if last is not None and (self._stands_last(last) or last.turn_key == key) and await self._edit(last, letter):
            await self._bot.tables.outbox.board_edited(table.id, last, key)
            return
        posted = await self._post(self._channel(table.channel_id), letter, f"board-{table.id}-{wanted}")
        await self._bot.tables.outbox.board_posted(table.id, table.channel_id, posted.id, key)
        if last is not None:
            await self._retire(last)

    async def _to_person(self, user_id: int, letter: Letter, owed: Owed) -> bool:
        """False where the person cannot be written to: most often their DMs are closed."""
        try:
            try:
                await self._post(self._channel(await self._kept_dm(user_id)), letter, _nonce(owed))
            except discord.NotFound:  # the kept channel is gone
                await self._post(self._channel(await self._open_dm(user_id)), letter, _nonce(owed))
        except (discord.Forbidden, discord.NotFound) as error:
            if error.code == DM_TOO_FAST:
                raise
            return False
        return True

    async def _point_to_screen(self, table: Table, user_id: int, owed: Owed) -> None:
        letter = Letter(closed_dm_line(f"<@{user_id}>", translator(table.settings.language)))
        pinged = discord.AllowedMentions(users=[discord.Object(user_id)])
        await self._post(self._channel(table.channel_id), letter, _nonce(owed), pinged)

    async def _kept_dm(self, user_id: int) -> int:
        known = await self._bot.tables.people.known(user_id)
        kept = known and known.dm_channel_id
        return kept or await self._open_dm(user_id)

    async def _open_dm(self, user_id: int) -> int:
        async with asyncio.timeout(self._bot.call_seconds):
            channel = await self._bot.create_dm(discord.Object(user_id))
        await self._bot.tables.people.dm_found(user_id, channel.id)
        return channel.id

    async def _post(
        self,
        channel: discord.PartialMessageable,
        letter: Letter,
        nonce: str,
        mentions: discord.AllowedMentions | None = None,
    ) -> discord.Message:
        check_message(letter.content, letter.embeds)
        async with asyncio.timeout(self._bot.call_seconds):
            return await channel.send(
                letter.content,
                embeds=list(letter.embeds),
                nonce=nonce,
                allowed_mentions=mentions or discord.AllowedMentions.none(),
            )

    async def _edit(self, message: MessageRow, letter: Letter) -> bool:
        """False where the message can no longer be edited, or is gone."""
        check_message(letter.content, letter.embeds)
        partial = self._channel(message.channel_id).get_partial_message(message.message_id)
        try:
            async with asyncio.timeout(self._bot.call_seconds):
                await partial.edit(content=letter.content, embeds=list(letter.embeds))
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, OLD_EDITS_LIMITED):
                raise
            return False
        return True

    async def _retire(self, message: MessageRow) -> None:
        """An older board loses its controls; where that cannot be, they are out of date by themselves (law 6)."""
        partial = self._channel(message.channel_id).get_partial_message(message.message_id)
        try:
            async with asyncio.timeout(self._bot.call_seconds):
                await partial.edit(view=None)
        except NOT_TAKEN as error:
            log.info("board message %s keeps its controls: %s", message.message_id, type(error).__name__)

    def _stands_last(self, message: MessageRow) -> bool:
        """Whether nothing was written after the message and its edits are still free."""
        channel = self._bot.get_channel(message.channel_id)
        newest = getattr(channel, "last_message_id", None)
        age = self._bot.tables.clock.now() - datetime.fromisoformat(message.posted_at)
        return age < EDITS_ARE_FREE_FOR and (newest is None or newest <= message.message_id)

    async def _turn_key(self, table: Table) -> str:
        """Names the turn for which a board stands."""
        if table.state is not TableState.RUNNING:
            return table.state
        observation = (await self._bot.tables.reader.sight(table.id, None)).observation
        assert observation is not None
        return f"turn {observation.turn}, invasion {observation.invasions}, {observation.phase}"

    def _channel(self, channel_id: int) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(channel_id)


def _nonce(owed: Owed) -> str:
    return f"comuni-{owed.id}"
