"""Project cards: a field of colour and symbol for each type, and the value."""

from functools import lru_cache

from PIL import Image

from bot.ui.picture.box import Box
from bot.ui.picture.palette import (
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    LAPIS,
    PARCHMENT_DARK,
    PARCHMENT_LIGHT,
    SEPIA,
    TYPE_COLOURS,
    darker,
    lighter,
    mix,
)
from bot.ui.picture.scene import Face
from bot.ui.picture.sketch import Sketch
from bot.ui.picture.sprites import lay_in, write_in
from bot.ui.picture.symbols import symbol

_FIELD = 0.54  # of the width of a card


@lru_cache(maxsize=128)
def card(face: Face, width: int, height: int) -> Image.Image:
    """A card face up; a wild card (1.4) has a field for each of its types."""
    sketch = Sketch(width, height)
    radius = height * 0.1
    sketch.rounded((0, 0, width, height), radius, INK).rounded((1.5, 1.5, width - 1.5, height - 1.5), radius, GOLD)
    sketch.rounded((4, 4, width - 4, height - 4), radius * 0.6, _ground(face))
    for box, kind in zip(_fields(face, width, height), face.types, strict=True):
        colour = TYPE_COLOURS[kind]
        sketch.rect((box.x, box.y, box.right, box.bottom), darker(colour, 0.35))
        sketch.rect((box.x + 1.5, box.y + 1.5, box.right - 1.5, box.bottom - 1.5), colour)
    image = sketch.finished()
    for box, kind in zip(_fields(face, width, height), face.types, strict=True):
        size = round(min(box.w * 0.78, box.h * 0.82, height * 0.62))
        lay_in(image, symbol(kind, size, PARCHMENT_LIGHT, TYPE_COLOURS[kind]), box)
    value = Box(0, 0, width, height).part(_FIELD + 0.04, 0.17, 0.95, 0.83)
    write_in(image, str(face.value), value, INK)
    return image


@lru_cache(maxsize=8)
def space(width: int, height: int) -> Image.Image:
    """A space without a card."""
    sketch = Sketch(width, height)
    sketch.rounded((2, 2, width - 2, height - 2), height * 0.1, None, 2.5, mix(SEPIA, PARCHMENT_DARK, 0.4))
    return sketch.finished()


@lru_cache(maxsize=8)
def bonus(size: int) -> Image.Image:
    """The bonus icon of a column (1.5): a golden star."""
    sketch = Sketch(size, size)
    sketch.circle((size / 2, size / 2), size / 2, GOLD_DARK).circle((size / 2, size / 2), size / 2 - 1.5, GOLD_LIGHT)
    sketch.circle((size / 2, size / 2), size * 0.45, GOLD_DARK).circle((size / 2, size / 2), size * 0.44, LAPIS)
    image = sketch.finished()
    lay_in(image, symbol("bonus", round(size * 0.8), GOLD_LIGHT, LAPIS), Box(0, 0, size, size))
    return image


def _ground(face: Face) -> tuple[int, int, int]:
    return lighter(TYPE_COLOURS[face.types[0]], 0.8) if len(face.types) == 1 else PARCHMENT_LIGHT


def _fields(face: Face, width: int, height: int) -> list[Box]:
    """One field for one type, two below each other for two, four for four."""
    whole = Box(4, 4, round(width * _FIELD) - 4, height - 8)
    if len(face.types) < 4:
        return whole.rows(len(face.types))
    return [box for row in whole.rows(2) for box in row.columns(2)]
