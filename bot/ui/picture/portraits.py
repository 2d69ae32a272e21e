"""The notables as medallions: Treasurer, Captain, Architect, Bishop, each under his own hat."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from PIL import Image

from bot.game.components import BuildingType
from bot.ui.picture.palette import (
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    PARCHMENT,
    PARCHMENT_LIGHT,
    SEPIA,
    SKIN,
    TYPE_COLOURS,
    VERMILION,
    darker,
    lighter,
    mix,
)
from bot.ui.picture.sketch import Point, Sketch, arc, smooth


@lru_cache(maxsize=32)
def portrait(kind: BuildingType, size: int) -> Image.Image:
    """The notable of a building type, in a round frame of gold."""
    colour = TYPE_COLOURS[kind]
    sketch = Sketch(size, size, size / 100)
    sketch.circle((50, 50), 50, GOLD_DARK).circle((50, 50), 48, GOLD_LIGHT).circle((50, 50), 42, darker(colour, 0.45))
    sketch.circle((50, 50), 40, lighter(colour, 0.12))
    sketch.circle((50, 42), 29, GOLD_LIGHT, 2, GOLD)
    _shoulders(sketch, kind)
    _face(sketch)
    _HATS[kind](sketch)
    return sketch.finished()


@lru_cache(maxsize=8)
def vacant(size: int) -> Image.Image:
    """The place for a notable whom somebody else, or nobody, has."""
    sketch = Sketch(size, size, size / 100)
    faint = mix(SEPIA, PARCHMENT, 0.62)
    sketch.circle((50, 50), 46, faint).circle((50, 50), 43, lighter(PARCHMENT, 0.4))
    sketch.circle((50, 38), 13, faint).polygon(arc((50, 80), 25, 180, 360), faint)
    return sketch.finished()


def _shoulders(sketch: Sketch, kind: BuildingType) -> None:
    robe = darker(TYPE_COLOURS[kind], 0.25) if kind != "military" else (120, 122, 128)
    sketch.polygon(
        smooth([(18, 76), (32, 66), (50, 63), (68, 66), (82, 76), (66, 87), (50, 90), (34, 87)], closed=True), INK
    )
    sketch.polygon(
        smooth([(20, 77), (33, 68), (50, 65), (67, 68), (80, 77), (66, 86), (50, 89), (34, 86)], closed=True), robe
    )
    sketch.polygon([(42, 64), (58, 64), (50, 80)], PARCHMENT_LIGHT, 2)


def _face(sketch: Sketch) -> None:
    sketch.polygon(smooth([(50, 22), (66, 34), (65, 52), (50, 68), (35, 52), (34, 34)], closed=True), SKIN, 2.5)
    for side in (1, -1):
        x = 50 + side * 7.5
        sketch.circle((x, 45), 3.2, INK)
        sketch.curve([(x - 5, 39), (x, 37), (x + 5, 39)], INK, 2.2)
    sketch.line([(50, 44), (48, 53), (52, 53)], SEPIA, 2).line([(46, 59), (54, 59)], VERMILION, 2.6)


def _beret(sketch: Sketch) -> None:
    hat: list[Point] = [(30, 34), (26, 20), (44, 10), (68, 12), (78, 26), (70, 35), (50, 31)]
    sketch.polygon(smooth(hat, closed=True), darker(TYPE_COLOURS["economic"], 0.5), 2.5)
    sketch.curve([(74, 30), (80, 48), (77, 64)], darker(TYPE_COLOURS["economic"], 0.5), 8)
    sketch.circle((36, 30), 6, GOLD_LIGHT, 1.5)


def _helmet(sketch: Sketch) -> None:
    steel = (168, 170, 174)
    sketch.polygon(
        [*arc((50, 37), 20, 180, 360), (71, 56), (63, 58), (62, 41), (38, 41), (37, 58), (29, 56)], steel, 2.5
    )
    sketch.polygon([(47, 36), (53, 36), (52, 52), (48, 52)], steel, 2)
    sketch.polygon(smooth([(50, 18), (58, 6), (76, 10), (66, 14), (58, 18)]), VERMILION, 2)


def _cap(sketch: Sketch) -> None:
    sketch.polygon(
        [(31, 38), (30, 20), (40, 12), (60, 12), (70, 20), (69, 38), (50, 33)], TYPE_COLOURS["cultural"], 2.5
    )
    sketch.line([(31, 33), (50, 28), (69, 33)], PARCHMENT_LIGHT, 3.5)
    beard: list[Point] = [(36, 52), (42, 58), (50, 57), (58, 58), (64, 52), (58, 68), (50, 76), (42, 68)]
    sketch.polygon(smooth(beard, closed=True), (226, 220, 208), 2)


def _mitre(sketch: Sketch) -> None:
    sketch.polygon([(33, 36), (29, 20), (50, 2), (71, 20), (67, 36), (50, 32)], PARCHMENT_LIGHT, 2.5)
    sketch.line([(50, 9), (50, 28)], VERMILION, 3.5).line([(42, 18), (58, 18)], VERMILION, 3.5)
    sketch.line([(34, 33), (50, 29), (66, 33)], GOLD, 4)


_HATS: Mapping[BuildingType, Callable[[Sketch], None]] = {
    "economic": _beret,
    "military": _helmet,
    "cultural": _cap,
    "religious": _mitre,
}
