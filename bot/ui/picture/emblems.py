"""The four invaders as emblems in a box 100 wide and high: a galley, keys, a crown, a two-headed eagle."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from PIL import Image

from bot.ui.picture.palette import Colour
from bot.ui.picture.sketch import Point, Sketch, arc, smooth


@lru_cache(maxsize=64)
def emblem(invader: str, size: int, colour: Colour, ground: Colour) -> Image.Image:
    """The emblem of an invader in one colour; its inner lines let the ground through."""
    sketch = Sketch(size, size, size / 100)
    _EMBLEMS[invader](sketch, colour, ground)
    return sketch.finished()


def _mirrored(points: list[Point]) -> list[Point]:
    """A closed outline from its right half, top to bottom."""
    return [*points, *((100 - x, y) for x, y in reversed(points))]


def _galley(sketch: Sketch, colour: Colour, ground: Colour) -> None:
    sketch.polygon(smooth([(4, 60), (22, 70), (78, 70), (97, 52), (90, 78), (74, 88), (26, 88), (12, 80)]), colour)
    sketch.line([(48, 6), (48, 70)], colour, 5)
    sail: list[Point] = [(52, 8), (84, 34), (82, 60), (52, 60), (60, 34)]
    sketch.polygon([(52, 8), *smooth(sail[1:4]), *smooth([(52, 60), (62, 36), (52, 8)])], colour)
    sketch.polygon([*smooth([(44, 14), (24, 36), (16, 56)]), *smooth([(16, 56), (34, 52), (44, 58)])], colour)
    for x in (26, 40, 54, 68):
        sketch.line([(x, 76), (x - 8, 97)], colour, 4).circle((x + 2, 78), 3.5, ground)


def _keys(sketch: Sketch, colour: Colour, ground: Colour) -> None:
    for side, pen, paint in ((1, 10, colour), (-1, 16, ground), (-1, 10, colour)):
        at = _mirror(side)
        sketch.line([at((24, 76)), at((82, 16))], paint, pen)
        if paint == ground:
            continue
        for x, y in ((80, 18), (68, 30)):
            sketch.line([at((x, y)), at((x + 12, y + 12))], paint, 9)
        sketch.circle(at((20, 80)), 17, colour).circle(at((20, 80)), 8, ground)


def _mirror(side: int) -> Callable[[Point], Point]:
    return lambda point: point if side > 0 else (100 - point[0], point[1])


def _crown(sketch: Sketch, colour: Colour, ground: Colour) -> None:
    sketch.polygon([(10, 84), (6, 40), (30, 60), (50, 22), (70, 60), (94, 40), (90, 84)], colour)
    sketch.rounded((9, 80, 91, 96), 4, colour)
    for x, y, size in ((6, 36, 7), (94, 36, 7), (30, 56, 6), (70, 56, 6)):
        sketch.circle((x, y), size, colour)
    petals = [(50, 2), (58, 14), (68, 12), (62, 26), (50, 30)]
    sketch.polygon(_mirrored([(x, float(y)) for x, y in petals]), colour)
    for x in (26, 50, 74):
        sketch.polygon([(x, 66), (x + 6, 74), (x, 82), (x - 6, 74)], ground)
    sketch.line([(14, 88), (86, 88)], ground, 2.5)


def _eagle(sketch: Sketch, colour: Colour, ground: Colour) -> None:
    wing: list[Point] = [(54, 34), (66, 38), (72, 18), (78, 8), (84, 26), (92, 16), (93, 36), (99, 32), (96, 50)]
    wing += [(99, 54), (91, 60), (92, 68), (82, 68), (80, 76), (70, 70), (58, 62)]
    tail: list[Point] = [(57, 68), (64, 84), (60, 84), (60, 94), (54, 88), (50, 99)]
    sketch.polygon(_mirrored(wing), colour).polygon(_mirrored(tail), colour)
    sketch.polygon(_mirrored([(54, 26), (60, 42), (60, 62), (54, 74)]), colour)
    for side in (1, -1):
        at = _mirror(side)
        neck: list[Point] = [(51, 34), (53, 20), (60, 14), (66, 17)]
        sketch.curve([at(point) for point in neck], colour, 8)
        sketch.polygon([at((64, 11)), at((79, 19)), at((67, 23))], colour).circle(at((62, 16)), 2, ground)
        sketch.line([at((60, 70)), at((74, 88))], colour, 5)
        sketch.line([at((66, 90)), at((74, 88)), at((80, 82))], colour, 4)
        for x, y in ((72, 44), (80, 48), (88, 48)):
            sketch.line([at((x, y)), at((x - 4, y + 14))], ground, 2.5)
    sketch.polygon(arc((50, 6), 8, 180, 360), colour)


_EMBLEMS: Mapping[str, Callable[[Sketch, Colour, Colour], None]] = {
    "venice": _galley,
    "pope": _keys,
    "france": _crown,
    "emperor": _eagle,
}
