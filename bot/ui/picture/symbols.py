"""The symbols of building types, drawn in a box 100 wide and high: coin, crossed swords, column, cross."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from PIL import Image

from bot.ui.picture.palette import Colour
from bot.ui.picture.sketch import Point, Sketch, star

_CENTRE = (50, 50)


@lru_cache(maxsize=256)
def symbol(kind: str, size: int, colour: Colour, ground: Colour) -> Image.Image:
    """The symbol of a building type or of a small thing, in one colour; its inner lines let the ground through."""
    sketch = Sketch(size, size, size / 100)
    _SYMBOLS[kind](sketch, colour, ground)
    return sketch.finished()


def _coin(sketch: Sketch, colour: Colour, ground: Colour) -> None:
    sketch.circle(_CENTRE, 46, colour).circle(_CENTRE, 37, ground).circle(_CENTRE, 31, colour)
    sketch.polygon(star(_CENTRE, 4, 25, 9), ground)


def _swords(sketch: Sketch, colour: Colour, ground: Colour) -> None:
    _sword(sketch, colour, 1)
    _sword(sketch, ground, -1, wider=5)
    _sword(sketch, colour, -1)


def _sword(sketch: Sketch, colour: Colour, side: int, wider: float = 0) -> None:
    def at(along: float, across: float) -> Point:
        """A place by how far it is from the pommel, and how far off the blade."""
        x, y = 14 + along - across, 86 - along - across
        return (x if side > 0 else 100 - x), y

    blade = 6 + wider
    sketch.polygon([at(20, -blade), at(64, -blade), at(80, 0), at(64, blade), at(20, blade)], colour)
    if not wider:
        sketch.line([at(20, -15), at(20, 15)], colour, 9).line([at(2, 0), at(20, 0)], colour, 10)
        sketch.circle(at(0, 0), 8, colour)


def _column(sketch: Sketch, colour: Colour, ground: Colour) -> None:
    sketch.rect((14, 82, 86, 96), colour).rect((22, 73, 78, 84), colour)
    sketch.polygon([(33, 32), (67, 32), (70, 75), (30, 75)], colour)
    sketch.rect((12, 4, 88, 16), colour)
    for x in (24, 76):
        sketch.circle((x, 24), 14, colour).circle((x, 25), 5, ground)
    sketch.rect((24, 12, 76, 31), colour)
    for x in (44, 56):
        sketch.line([(x, 38), (x, 70)], ground, 4)


def _cross(sketch: Sketch, colour: Colour, ground: Colour) -> None:
    sketch.polygon([(38, 2), (62, 2), (57, 30), (43, 30)], colour)
    sketch.polygon([(38, 98), (62, 98), (57, 30), (43, 30)], colour)
    sketch.polygon([(10, 26), (10, 50), (44, 44), (44, 32)], colour)
    sketch.polygon([(90, 26), (90, 50), (56, 44), (56, 32)], colour)
    sketch.circle((50, 38), 9, colour).circle((50, 38), 5, ground)


def _cards(sketch: Sketch, colour: Colour, ground: Colour) -> None:
    sketch.polygon([(10, 28), (46, 8), (80, 70), (44, 92)], ground, 7, colour)
    sketch.polygon([(40, 14), (84, 14), (84, 86), (40, 86)], ground, 7, colour)
    sketch.polygon([(62, 34), (74, 50), (62, 66), (50, 50)], colour)


def _flame(sketch: Sketch, colour: Colour, ground: Colour) -> None:
    outer = [(50, 98), (22, 88), (12, 62), (26, 40), (30, 54), (42, 34), (46, 4), (66, 26), (70, 46)]
    outer += [(78, 36), (90, 62), (78, 88)]
    sketch.polygon(outer, colour)
    sketch.polygon([(50, 92), (34, 80), (36, 62), (50, 44), (56, 60), (66, 66), (64, 82)], ground)


def _hourglass(sketch: Sketch, colour: Colour, ground: Colour) -> None:
    sketch.polygon([(22, 10), (78, 10), (54, 50), (78, 90), (22, 90), (46, 50)], ground, 7, colour)
    sketch.polygon([(34, 26), (66, 26), (50, 50)], colour)
    sketch.polygon([(50, 62), (72, 88), (28, 88)], colour)
    for y in (8, 92):
        sketch.line([(18, y), (82, y)], colour, 12)


def _bonus(sketch: Sketch, colour: Colour, ground: Colour) -> None:
    sketch.polygon(star(_CENTRE, 8, 48, 20), colour)
    sketch.circle(_CENTRE, 17, ground).circle(_CENTRE, 12, colour)


_SYMBOLS: Mapping[str, Callable[[Sketch, Colour, Colour], None]] = {
    "economic": _coin,
    "military": _swords,
    "cultural": _column,
    "religious": _cross,
    "cards": _cards,
    "flame": _flame,
    "hourglass": _hourglass,
    "bonus": _bonus,
}
