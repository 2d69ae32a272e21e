"""The picture of the public board: drawn by code, from what everybody may see."""

import hashlib
from io import BytesIO

from bot.game.observation import Observation
from bot.ui.picture.description import describe
from bot.ui.picture.layout import DESIGN_WIDTH
from bot.ui.picture.painting import paint
from bot.ui.picture.scene import scene_of

__all__ = ["describe", "draw", "picture_key"]


def draw(observation: Observation, *, width: int = DESIGN_WIDTH) -> bytes:
    """A PNG of the board, `width` pixels wide; the same bytes for the same board. `observation`: a spectator's."""
    buffer = BytesIO()
    paint(scene_of(observation), width).save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def picture_key(observation: Observation) -> str:
    """A name for what the picture shows: equal exactly where the pictures are."""
    return hashlib.sha256(repr(scene_of(observation)).encode()).hexdigest()
