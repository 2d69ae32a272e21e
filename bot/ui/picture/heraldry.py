"""The stemmi of the communes: shields with charges of our own, told apart by shape as well as by colour."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from PIL import Image

from bot.game.components import Seat
from bot.ui.picture.palette import (
    CYPRESS,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    PARCHMENT_LIGHT,
    SERPENT,
    commune_colour,
    darker,
    lighter,
)
from bot.ui.picture.sketch import Point, Sketch, arc, smooth, star

_HEIGHT = 1.2  # of a shield, by its width


@lru_cache(maxsize=64)
def stemma(seat: Seat, width: int) -> Image.Image:
    """The shield of a commune, `width` pixels wide and 1.2 times as high."""
    colour = commune_colour(seat)
    sketch = Sketch(width, round(width * _HEIGHT), width / 100)
    sketch.polygon(_shield(0), INK).polygon(_shield(3), GOLD_LIGHT).polygon(_shield(8), darker(colour, 0.35))
    sketch.polygon(_shield(10), colour)
    sketch.polygon([(10 + 3, 12), (50, 12), (50, 104), (26, 86), (13, 62)], lighter(colour, 0.14))
    _CHARGES[seat](sketch)
    return sketch.finished()


def _shield(inset: float) -> list[Point]:
    """The outline of a shield, drawn in by `inset`."""
    left, right, top, bottom = 2 + inset, 98 - inset, 2 + inset, 118 - inset * 1.15
    side = smooth([(right, 56), (right - 4, 76), (right - 18, 98), (50, bottom)])
    return [(left, top), (right, top), *side, *((100 - x, y) for x, y in reversed(side))]


def _tree(sketch: Sketch) -> None:
    """Lucca: a tree, as on the tower of its oaks."""
    sketch.polygon([(44, 56), (56, 56), (60, 92), (70, 98), (30, 98), (40, 92)], PARCHMENT_LIGHT)
    crown: list[tuple[Point, float]] = [((50, 32), 17), ((33, 44), 15), ((67, 44), 15), ((50, 52), 18)]
    for centre, radius in crown:
        sketch.circle(centre, radius, PARCHMENT_LIGHT)
    for centre in ((50, 34), (35, 46), (65, 46), (50, 52)):
        sketch.circle(centre, 4.5, GOLD)


def _lily(sketch: Sketch) -> None:
    """Firenze: a lily."""
    for side in (1, -1):
        petal: list[Point] = [(54, 66), (58, 48), (72, 34), (86, 42), (84, 58), (74, 60), (76, 50), (68, 50), (62, 66)]
        foot: list[Point] = [(52, 72), (64, 76), (76, 90), (62, 90), (52, 80)]
        for shape in (petal, foot):
            outline = [(x if side > 0 else 100 - x, y) for x, y in shape]
            sketch.polygon(smooth(outline, closed=True), PARCHMENT_LIGHT)
    sketch.polygon(smooth([(50, 16), (60, 36), (55, 64), (45, 64), (40, 36)], closed=True), PARCHMENT_LIGHT)
    sketch.polygon([(46, 72), (54, 72), (55, 98), (50, 104), (45, 98)], PARCHMENT_LIGHT)
    sketch.rounded((32, 64, 68, 74), 4, GOLD_LIGHT)


def _sun(sketch: Sketch) -> None:
    """Siena: a sun with rays."""
    sketch.polygon(star((50, 54), 12, 40, 22), GOLD_LIGHT)
    sketch.circle((50, 54), 19, PARCHMENT_LIGHT, 4, GOLD)
    for x in (43, 57):
        sketch.circle((x, 51), 3, INK)
    sketch.curve([(42, 60), (50, 64), (58, 60)], INK, 3)


def _towers(sketch: Sketch) -> None:
    """Bologna: two towers, the lower one leaning."""
    sketch.polygon([(28, 28), (46, 28), (47, 98), (27, 98)], PARCHMENT_LIGHT)
    sketch.polygon([(66, 54), (82, 56), (74, 98), (56, 98)], PARCHMENT_LIGHT)
    for x in (25, 34.5, 44):
        sketch.rect((x, 20, x + 6, 32), PARCHMENT_LIGHT)
    for x in (64, 72, 80):
        sketch.polygon([(x, 46), (x + 5, 46.5), (x + 4, 58), (x - 1, 57)], PARCHMENT_LIGHT)
    for x, y in ((37, 44), (37, 64), (37, 84), (70, 70), (66, 86)):
        sketch.line([(x, y - 3), (x, y + 3)], INK, 4)


def _serpent(sketch: Sketch) -> None:
    """Milano: a serpent, upright, with a crown."""
    body: list[Point] = [(62, 36), (44, 32), (30, 44), (44, 56), (64, 62), (66, 78), (48, 86), (34, 80), (36, 96)]
    sketch.curve(body, INK, 13).curve(body, SERPENT, 8)
    sketch.polygon([(54, 26), (78, 32), (84, 40), (72, 40), (82, 47), (60, 48)], INK)
    sketch.circle((65, 33), 2.5, GOLD_LIGHT)
    sketch.polygon([(46, 26), (44, 13), (52, 19), (57, 11), (61, 19), (69, 15), (65, 27)], INK)


_CHARGES: Mapping[Seat, Callable[[Sketch], None]] = {
    "lucca": _tree,
    "firenze": _lily,
    "siena": _sun,
    "bologna": _towers,
    "milano": _serpent,
}


@lru_cache(maxsize=4)
def laurel(width: int, height: int) -> Image.Image:
    """Two branches of laurel round an oval."""
    sketch, leaf = Sketch(width, height), height * 0.13
    reach = width / 2 - leaf * 0.7
    for side in (0, 180):
        for degrees in range(-70, 71, 20):
            x, y = arc((width / 2, height / 2), reach, side + degrees, side + degrees + 1, height * 0.44 / reach)[0]
            shape = smooth([(x, y - leaf), (x + leaf * 0.6, y), (x, y + leaf), (x - leaf * 0.6, y)], closed=True)
            sketch.polygon(shape, CYPRESS, 1.2, GOLD_DARK)
    return sketch.finished()
