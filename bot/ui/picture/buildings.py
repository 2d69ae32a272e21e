"""Buildings as stacks: one storey a level, under a roof that tells the type by shape, colour and symbol."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.game.components import BuildingType
from bot.ui.picture.palette import (
    INK,
    NIGHT,
    PARCHMENT_LIGHT,
    TYPE_COLOURS,
    Colour,
    darker,
    lighter,
    mix,
)
from bot.ui.picture.sketch import Sketch, arc
from bot.ui.picture.symbols import symbol

_WALL_COLOURS: Mapping[BuildingType, Colour] = {
    "economic": (240, 216, 158),
    "military": (214, 150, 120),
    "cultural": (208, 212, 208),
    "religious": (246, 238, 222),
}


@dataclass(frozen=True, slots=True)
class Measures:
    """How large buildings are drawn, in pixels."""

    width: int
    storey: int
    roof: int

    def height(self, level: int) -> int:
        """The height of a building."""
        return self.storey * level + self.roof


@lru_cache(maxsize=256)
def building(kind: BuildingType, level: int, measures: Measures) -> Image.Image:
    """A building of a level from 1 to 4."""
    width, height = measures.width, measures.height(level)
    sketch = Sketch(width, height)
    for storey in range(level):
        _storey(sketch, kind, measures, measures.roof + storey * measures.storey, ground=storey == level - 1)
    _ROOFS[kind](sketch, width, measures.roof, TYPE_COLOURS[kind])
    size = round(min(width * 0.62, measures.roof * 0.62))
    sign = symbol(kind, size, PARCHMENT_LIGHT, TYPE_COLOURS[kind])
    sketch.stamp(sign, (width - size) / 2, measures.roof - size - measures.roof * 0.07)
    return sketch.finished()


def _storey(sketch: Sketch, kind: BuildingType, measures: Measures, top: int, *, ground: bool) -> None:
    width, height = measures.width, measures.storey
    inset = width * 0.07
    left, right, bottom = inset, width - inset, top + height
    stone = _WALL_COLOURS[kind]
    sketch.rect((left, top, right, bottom), stone)
    if kind == "religious":
        for band in (0.32, 0.72):
            sketch.rect((left, top + height * band, right, top + height * (band + 0.16)), mix(stone, NIGHT, 0.42))
    sketch.rect((right - width * 0.16, top, right, bottom), darker(stone, 0.16))
    _openings(sketch, measures, top, ground=ground)
    sketch.rect((left, top, right, bottom), None, 1.6)
    sketch.rect((left - inset * 0.6, top - 1, right + inset * 0.6, top + height * 0.13), lighter(stone, 0.4), 1.2)


def _openings(sketch: Sketch, measures: Measures, top: int, *, ground: bool) -> None:
    width, height = measures.width, measures.storey
    bottom = top + height * (1 if ground else 0.84)
    for centre in (0.5,) if ground else (0.32, 0.68):
        half = width * (0.14 if ground else 0.09)
        x = width * centre
        lintel = top + height * 0.3 + half
        sketch.polygon([*arc((x, lintel), half, 180, 360), (x + half, bottom), (x - half, bottom)], NIGHT)


def _gable(sketch: Sketch, width: int, roof: int, colour: Colour) -> None:
    sketch.polygon(
        [(0.8, roof), (0.8, roof * 0.62), (width / 2, roof * 0.06), (width - 0.8, roof * 0.62), (width - 0.8, roof)],
        colour,
        1.8,
    )
    sketch.line(
        [(1, roof * 0.62), (width / 2, roof * 0.06), (width - 1, roof * 0.62)], darker(colour, 0.45), roof * 0.09
    )


def _battlement(sketch: Sketch, width: int, roof: int, colour: Colour) -> None:
    merlon, top, foot = width / 5, roof * 0.1, roof * 0.36
    for number in (0, 2, 4):
        x = number * merlon
        tail = [(x + 0.8, foot), (x + 0.8, top), (x + merlon / 2, top + roof * 0.12), (x + merlon - 0.8, top)]
        sketch.polygon([*tail, (x + merlon - 0.8, foot)], colour, 1.6)
    sketch.rect((0.8, foot - 1, width - 0.8, roof), colour, 1.8)


def _dome(sketch: Sketch, width: int, roof: int, colour: Colour) -> None:
    centre, radius = width / 2, width / 2 - 1
    flat = roof * 0.78 / radius
    sketch.rect((centre - width * 0.06, 0.8, centre + width * 0.06, roof * 0.3), lighter(colour, 0.5), 1.4)
    sketch.polygon(arc((centre, roof), radius, 180, 360, flat), colour, 1.8)
    for part in (0.62,):
        for side in (-1, 1):
            rib = arc((centre, roof), radius * part, 270, 270 + side * 90, flat / part)
            sketch.line(rib, lighter(colour, 0.3), 1.4)


def _steeple(sketch: Sketch, width: int, roof: int, colour: Colour) -> None:
    centre, top = width / 2, roof * 0.2
    sketch.line([(centre, 1), (centre, top + 2)], INK, 2.2).line(
        [(centre - 4, roof * 0.09), (centre + 4, roof * 0.09)], INK, 2.2
    )
    sketch.polygon(
        [(0.8, roof), (width * 0.2, roof * 0.5), (centre, top), (width * 0.8, roof * 0.5), (width - 0.8, roof)],
        colour,
        1.8,
    )


_ROOFS: Mapping[BuildingType, Callable[[Sketch, int, int, Colour], None]] = {
    "economic": _gable,
    "military": _battlement,
    "cultural": _dome,
    "religious": _steeple,
}


@lru_cache(maxsize=128)
def wall_section(level: int, width: int, course: int) -> Image.Image:
    """A section of the city wall: one course of stone a level under its merlons, which are one course high."""
    height = course * (level + 1)
    stone, joint = (198, 172, 142), (120, 92, 70)
    sketch = Sketch(width, height)
    merlons = max(2, round(width / (course * 1.5)))
    pitch = width / (2 * merlons - 1)
    for number in range(merlons):
        left = number * 2 * pitch
        sketch.rect((left + 0.8, 1, left + pitch - 0.8, course + 2), lighter(stone, 0.3), 1.5)
    sketch.rect((0.8, course, width - 0.8, height - 0.8), stone)
    for row in range(level):
        _course(sketch, row, width, course * (row + 1), course, joint)
    sketch.rect((0.8, course, width - 0.8, height - 0.8), None, 1.6)
    return sketch.finished()


def _course(sketch: Sketch, row: int, width: int, top: float, course: int, joint: Colour) -> None:
    sketch.line([(1, top), (width - 1, top)], joint, 1.2)
    stone = course * 1.9
    x = stone * (0.5 if row % 2 else 1)
    while x < width - 3:
        sketch.line([(x, top), (x, top + course)], joint, 1.2)
        x += stone
