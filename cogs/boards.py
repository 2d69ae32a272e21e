"""The board of a table: one message in its channel, edited in place or posted anew, with its picture."""

from dataclasses import replace
from datetime import timedelta

import discord

from bot.locale import translator
from bot.tables.clocks import instant
from bot.tables.model import Table, TableState
from bot.tables.ports import MessageRow
from bot.ui import table_texts
from bot.ui.picture import describe
from cogs.answering import failure_code
from cogs.channels import WHY, in_channel_of
from cogs.hosting import HostingBot, never_taken, people_of
from cogs.letters import Letter, board_letter
from cogs.patience import Patience
from cogs.pictures import FILE_NAME, Picture, Pictures
from cogs.sending import Sending

EDITS_ARE_FREE_FOR = timedelta(hours=1)


class Boards:
    """Shows boards. Raises one of NOT_TAKEN where Discord does not take one now."""

    def __init__(self, bot: HostingBot, sending: Sending) -> None:
        self._bot = bot
        self._sending = sending
        self._pictures = Pictures()
        self._patience = Patience(bot.tables.clock)
        self._pictured: dict[int, str] = {}  # by message: what its picture shows; after a restart it is drawn again

    async def show(self, table: Table, wanted: int) -> None:
        """Edit the board while it stands last, or still in its turn; else post it anew at the end of the channel.

        `wanted` numbers the wish for it, so that a repeat within some minutes is no second board. Raises ChannelLost.
        """
        with self._patience.before(table.id), in_channel_of(table):
            letter = await board_letter(self._bot.tables, table)
            picture = await self._picture(letter)
            try:
                await self._show(table, letter, picture, wanted)
            except discord.HTTPException as error:
                if error.code in WHY or not never_taken(error):
                    raise
                failure_code("board", table.id, error)
                await self._show(table, _plain(letter), None, wanted, anew=True)

    async def _show(
        self, table: Table, letter: Letter, picture: Picture | None, wanted: int, *, anew: bool = False
    ) -> None:
        key = await self._turn_key(table)
        last = await self._bot.tables.outbox.board_message(table.id)
        stays = last is not None and not anew and (self._stands_last(last) or last.turn_key == key)
        if last is not None and stays and await self._edit(table, last, letter, picture):
            await self._bot.tables.outbox.board_edited(table.id, last, key)
            return
        message_id = await self._post(table, letter, picture, f"board-{table.id}-{wanted}")
        if last is not None and last.message_id != message_id:  # it is known until it is retired: a crash leaves no two
            self._pictured.pop(last.message_id, None)
            await self._retire(table, last)
        await self._bot.tables.outbox.board_posted(table.id, table.channel_id, message_id, key)

    async def _retire(self, table: Table, last: MessageRow) -> None:
        """An older board stays as it was, but without controls; the lobby of a game no longer invites."""
        t, over = translator(table.settings.language), table.version > 0 and last.turn_key == TableState.LOBBY
        begun = table_texts.lobby_begun_line(t) if over else None
        await self._sending.retire(last.channel_id, last.message_id, begun)

    async def _post(self, table: Table, letter: Letter, picture: Picture | None, nonce: str) -> int:
        message_id = await self._sending.post(table.channel_id, letter, nonce, files=_files(table, letter, picture))
        if picture is not None:
            self._pictured[message_id] = picture.key
        return message_id

    async def _edit(self, table: Table, last: MessageRow, letter: Letter, picture: Picture | None) -> bool:
        """Where the picture shows the same as before it is not sent again."""
        same = picture is not None and self._pictured.get(last.message_id) == picture.key
        files = None if same else _files(table, letter, picture)
        try:
            edited = await self._sending.edit(last.channel_id, last.message_id, letter, files)
        except (TimeoutError, discord.RateLimited):
            # Of an old message most likely 30046, for which discord.py waits by itself and does not tell the code.
            if not self._is_old(last):
                raise
            return False
        if edited and picture is not None:
            self._pictured[last.message_id] = picture.key
        return edited

    async def _picture(self, letter: Letter) -> Picture | None:
        if letter.picture is None:
            return None
        letter.embeds[0].set_image(url=f"attachment://{FILE_NAME}")
        return await self._pictures.of(letter.picture)

    def _stands_last(self, message: MessageRow) -> bool:
        """Whether nothing was written after the message and its edits are still free.

        Before the gateway has told of the channel nobody knows, as at a start after a crash: then it does not.
        """
        channel = self._bot.get_channel(message.channel_id)
        newest = getattr(channel, "last_message_id", None)
        return not self._is_old(message) and newest is not None and newest <= message.message_id

    def _is_old(self, message: MessageRow) -> bool:
        posted_at = instant(message.posted_at)
        return posted_at is None or self._bot.tables.clock.now() - posted_at >= EDITS_ARE_FREE_FOR

    async def _turn_key(self, table: Table) -> str:
        """Names the turn for which a board stands."""
        if table.state is not TableState.RUNNING:
            return table.state
        observation = (await self._bot.tables.reader.sight(table.id, None)).observation
        assert observation is not None
        return f"turn {observation.turn}"


def _plain(letter: Letter) -> Letter:
    """The same without the picture, which may be what Discord does not take."""
    for embed in letter.embeds:
        embed.set_image(url=None)
    return replace(letter, picture=None)


def _files(table: Table, letter: Letter, picture: Picture | None) -> list[discord.File]:
    if picture is None or letter.picture is None:
        return []
    t = translator(table.settings.language)
    text = describe(letter.picture, people_of(table, t), t)
    return [picture.file(text)]
