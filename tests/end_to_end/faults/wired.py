"""A house whose bot reaches Discord over real sockets, with discord.py's own retries and rate limits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.local.wire import Wire
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House, opened


class WiredHouse(House[Driver]):
    """A house with the wire that its bot is on."""

    wire: Wire


@asynccontextmanager
async def open_wired(database: Path, seed: int = 0) -> AsyncIterator[WiredHouse]:
    """A house on a wire; in the end no error was logged, and every request fits Discord's own description."""
    house = WiredHouse(database, chance("decks", seed))
    async with Wire(house.simulation) as wire:
        house.wire = wire
        async with opened(house):
            yield house
