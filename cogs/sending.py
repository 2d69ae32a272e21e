"""Sending to Discord: every message within its limits and its time, pinging nobody by accident."""

import logging
from collections.abc import Sequence
from typing import Any

import discord

from bot.ui.limits import check_message
from cogs.channels import WHY
from cogs.hosting import NOT_TAKEN, HostingBot, calling
from cogs.letters import Letter

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE = 10008
OLD_EDITS_LIMITED = 30046
THREAD_ARCHIVED = 50083  # it opens by itself for a new message
NOT_EDITABLE = frozenset({UNKNOWN_MESSAGE, OLD_EDITS_LIMITED, THREAD_ARCHIVED})
NOBODY = discord.AllowedMentions.none()


class Sending:
    """Posts, edits and clears messages. Raises one of NOT_TAKEN where Discord does not take something now."""

    def __init__(self, bot: HostingBot) -> None:
        self._bot = bot

    async def post(
        self,
        channel_id: int,
        letter: Letter,
        nonce: str,
        *,
        mentions: discord.AllowedMentions = NOBODY,
        files: Sequence[discord.File] = (),
    ) -> int:
        """Post a message and give its id; a repeat with the same nonce within some minutes is no second one."""
        check_message(letter.content, letter.embeds, letter.view)
        async with calling(self._bot):
            message = await self._bot.get_partial_messageable(channel_id).send(
                letter.content,
                embeds=list(letter.embeds),
                files=list(files),
                view=letter.view or discord.utils.MISSING,
                nonce=nonce,
                allowed_mentions=mentions,
            )
        return message.id

    async def edit(
        self, channel_id: int, message_id: int, letter: Letter, files: Sequence[discord.File] | None = None
    ) -> bool:
        """Put a letter in place of a message; `files` None keeps what is attached.

        False where the message can no longer be edited, or is gone.
        """
        check_message(letter.content, letter.embeds, letter.view)
        attachments = discord.utils.MISSING if files is None else list(files)
        try:
            async with calling(self._bot):
                await self._message(channel_id, message_id).edit(
                    content=letter.content, embeds=list(letter.embeds), attachments=attachments, view=letter.view
                )
        except discord.HTTPException as error:
            if not _stays_as_it_is(error):
                raise
            return False
        return True

    async def retire(self, channel_id: int, message_id: int, line: str | None = None) -> None:
        """Take an older message's controls, and put a line in its place if there is one.

        Where that cannot be, they are out of date by themselves (law 6).
        """
        content: dict[str, Any] = {} if line is None else {"content": line, "embeds": [], "attachments": []}
        try:
            async with calling(self._bot):
                await self._message(channel_id, message_id).edit(view=None, **content)
        except NOT_TAKEN as error:
            log.info("message %s keeps its controls: %s", message_id, type(error).__name__)

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message that a newer one replaces; where that cannot be, it stays."""
        try:
            async with calling(self._bot):
                await self._message(channel_id, message_id).delete()
        except NOT_TAKEN as error:
            log.info("message %s stays: %s", message_id, type(error).__name__)

    def _message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._bot.get_partial_messageable(channel_id).get_partial_message(message_id)


def _stays_as_it_is(error: discord.HTTPException) -> bool:
    """Whether a message may not be edited, but another may be posted in its place."""
    refused = isinstance(error, discord.Forbidden | discord.NotFound) and error.code not in WHY
    return refused or error.code in NOT_EDITABLE
