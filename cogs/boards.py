"""The board of a table: one message in its channel, edited in place or posted anew, with its picture."""

from datetime import timedelta

import discord

from bot.locale import translator
from bot.tables.clocks import instant
from bot.tables.model import Table, TableState
from bot.tables.ports import MessageRow
from bot.ui import table_texts
from bot.ui.picture import describe
from cogs.channels import in_channel_of
from cogs.hosting import HostingBot, people_of
from cogs.letters import Letter, board_letter
from cogs.pictures import FILE_NAME, Picture, Pictures
from cogs.sending import Sending

EDITS_ARE_FREE_FOR = timedelta(hours=1)


class Boards:
    """Shows boards. Raises one of NOT_TAKEN where Discord does not take one now."""

    def __init__(self, bot: HostingBot, sending: Sending) -> None:
        self._bot = bot
        self._sending = sending
        self._pictures = Pictures()
        self._pictured: dict[int, str] = {}  # by message: what its picture shows; after a restart it is drawn again

    async def show(self, table: Table, wanted: int) -> None:
        """Edit the board while it stands last, or still in its turn; else post it anew at the end of the channel.

        `wanted` numbers the wish for it, so that a repeat within some minutes is no second board. Raises ChannelLost.
        """
        with in_channel_of(table):
            await self._show(table, wanted)

    async def _show(self, table: Table, wanted: int) -> None:
        letter, key = await board_letter(self._bot.tables, table), await self._turn_key(table)
        picture = await self._picture(letter)
        last = await self._bot.tables.outbox.board_message(table.id)
        stays = last is not None and (self._stands_last(last) or last.turn_key == key)
        if last is not None and stays and await self._edit(table, last, letter, picture):
            await self._bot.tables.outbox.board_edited(table.id, last, key)
            return
        await self._post(table, letter, picture, f"board-{table.id}-{wanted}", key)
        if last is not None:
            self._pictured.pop(last.message_id, None)
            await self._retire(table, last)

    async def _retire(self, table: Table, last: MessageRow) -> None:
        """An older board stays as it was, but without controls; a lobby no longer invites."""
        if last.turn_key != TableState.LOBBY:
            await self._sending.retire(last.channel_id, last.message_id)
            return
        begun = Letter(table_texts.lobby_begun_line(translator(table.settings.language)))
        await self._sending.edit(last.channel_id, last.message_id, begun)

    async def _post(self, table: Table, letter: Letter, picture: Picture | None, nonce: str, key: str) -> None:
        message_id = await self._sending.post(table.channel_id, letter, nonce, files=_files(table, letter, picture))
        await self._bot.tables.outbox.board_posted(table.id, table.channel_id, message_id, key)
        if picture is not None:
            self._pictured[message_id] = picture.key

    async def _edit(self, table: Table, last: MessageRow, letter: Letter, picture: Picture | None) -> bool:
        """Where the picture shows the same as before it is not sent again."""
        same = picture is not None and self._pictured.get(last.message_id) == picture.key
        files = None if same else _files(table, letter, picture)
        edited = await self._sending.edit(last.channel_id, last.message_id, letter, files)
        if edited and picture is not None:
            self._pictured[last.message_id] = picture.key
        return edited

    async def _picture(self, letter: Letter) -> Picture | None:
        if letter.picture is None:
            return None
        letter.embeds[0].set_image(url=f"attachment://{FILE_NAME}")
        return await self._pictures.of(letter.picture)

    def _stands_last(self, message: MessageRow) -> bool:
        """Whether nothing was written after the message and its edits are still free."""
        channel = self._bot.get_channel(message.channel_id)
        newest = getattr(channel, "last_message_id", None)
        posted_at = instant(message.posted_at)
        free = posted_at is not None and self._bot.tables.clock.now() - posted_at < EDITS_ARE_FREE_FOR
        return free and (newest is None or newest <= message.message_id)

    async def _turn_key(self, table: Table) -> str:
        """Names the turn for which a board stands."""
        if table.state is not TableState.RUNNING:
            return table.state
        observation = (await self._bot.tables.reader.sight(table.id, None)).observation
        assert observation is not None
        return f"turn {observation.turn}"


def _files(table: Table, letter: Letter, picture: Picture | None) -> list[discord.File]:
    if picture is None or letter.picture is None:
        return []
    t = translator(table.settings.language)
    text = describe(letter.picture, people_of(table, t), t)
    return [picture.file(text)]
