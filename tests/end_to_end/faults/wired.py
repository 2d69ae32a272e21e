"""A house whose bot reaches Discord over real sockets, with discord.py's own retries and rate limits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from simcord.backend.models import Message
from simcord.builders import ChannelHandle

from bot.app import ComuniBot
from bot.local.wire import Wire
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House, opened


class WiredHouse(House[Driver]):
    """A house with the wire that its bot is on; its table is in the channel `place`."""

    wire: Wire
    place = "piazza"
    call_seconds = 30.0  # as the settings have it

    def make_bot(self) -> ComuniBot:
        """As any house's, but for the time limit."""
        bot = super().make_bot()
        bot.call_seconds = self.call_seconds
        return bot

    @property
    def channel(self) -> ChannelHandle:
        """The channel where the table is now."""
        return self.simulation.channel(self.place)

    def messages(self, channel: ChannelHandle) -> list[Message]:
        """What stands in a channel and is no answer to somebody's own doing, as Discord stores it.

        Not as discord.py's objects: making those of a long channel takes longer than all the rest.
        """
        return [each for each in self.simulation.world.backend.messages[channel.id].values() if not each.is_ephemeral]

    async def shown_board(self) -> Message:
        """The board, as Discord stores it."""
        kept = await self.bot.tables.outbox.board_message((await self.table()).id)
        assert kept is not None
        return next(each for each in self.messages(self.channel) if each.id == kept.message_id)


@asynccontextmanager
async def open_wired(database: Path, seed: int = 0) -> AsyncIterator[WiredHouse]:
    """A house on a wire; in the end no error was logged, and every request fits Discord's own description."""
    house = WiredHouse(database, chance("decks", seed))
    async with Wire(house.simulation) as wire:
        house.wire = wire
        async with opened(house):
            yield house
