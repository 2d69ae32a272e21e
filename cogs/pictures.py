"""Pictures of boards: drawn beside the event loop, kept by what they show."""

import asyncio
import io
from collections import OrderedDict
from dataclasses import dataclass

import discord

from bot.game.observation import Observation
from bot.ui.picture import draw, picture_key

KEPT = 32
FILE_NAME = "board.png"


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn board; `key` names what it shows."""

    key: str
    png: bytes

    def file(self, description: str) -> discord.File:
        """An attachment, to be used once; the description is read to those who do not see it."""
        return discord.File(io.BytesIO(self.png), FILE_NAME, description=description)


class Pictures:
    """Draws each board once, one at a time: drawing keeps a core busy."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Picture] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def of(self, observation: Observation) -> Picture:
        """The picture of what a spectator sees."""
        key = picture_key(observation)
        async with self._one_at_a_time:
            picture = self._kept.pop(key, None) or Picture(key, await asyncio.to_thread(draw, observation))
            self._kept[key] = picture
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return picture
