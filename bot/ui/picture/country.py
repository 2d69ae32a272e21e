"""The country round a city: sky, hills, fields and a road; on the turn of its seat the sky is leaf of gold."""

from functools import lru_cache

from PIL import Image

from bot.ui.picture.palette import (
    CYPRESS,
    GOLD,
    GOLD_LIGHT,
    INK,
    OLIVE,
    PARCHMENT,
    PARCHMENT_DARK,
    PARCHMENT_LIGHT,
    SKY,
    TERRACOTTA,
    VERDIGRIS,
    darker,
    lighter,
    mix,
)
from bot.ui.picture.sketch import Point, Sketch, smooth

_RIDGES = (
    (0.52, 0.40, 0.50, 0.44, 0.56, 0.46, 0.38, 0.47),
    (0.42, 0.52, 0.46, 0.36, 0.44, 0.56, 0.48, 0.40),
    (0.46, 0.38, 0.48, 0.56, 0.50, 0.38, 0.46, 0.54),
    (0.56, 0.48, 0.36, 0.42, 0.52, 0.44, 0.52, 0.42),
    (0.40, 0.46, 0.54, 0.48, 0.38, 0.50, 0.42, 0.50),
)
_TREES = (
    (0.03, 0.065, 0.95),
    (0.04, 0.9, 0.935, 0.97),
    (0.02, 0.055, 0.09, 0.96),
    (0.03, 0.92, 0.96),
    (0.05, 0.93, 0.97),
)
_FARMS = (0.22, 0.8, 0.3, 0.7, 0.16)
_CLOUDS = (0.2, 0.62, 0.36, 0.78, 0.5)


@lru_cache(maxsize=24)
def country(variant: int, width: int, height: int, ground: float, *, golden: bool) -> Image.Image:
    """The picture of an empty country, one of five; the town stands at the height `ground` (0 to 1 from the top)."""
    sketch = Sketch(width, height)
    _sky(sketch, variant, width, height, golden=golden)
    _hills(sketch, variant, width, height)
    _mound(sketch, width, height, ground)
    for x in _TREES[variant]:
        _cypress(sketch, x * width, height * (ground + 0.005), height * 0.22)
    return sketch.finished()


def _sky(sketch: Sketch, variant: int, width: int, height: int, *, golden: bool) -> None:
    if golden:
        _gold_leaf(sketch, width, height)
        return
    for band in range(6):
        line = [(width * step / 6, height * (0.1 * band + 0.02 * ((step + band) % 2))) for step in range(7)]
        sketch.polygon([*smooth(line), (width, height), (0, height)], mix(SKY, PARCHMENT, 0.1 + 0.16 * band))
    for number, part in enumerate((_CLOUDS[variant], (_CLOUDS[variant] + 0.37) % 0.9)):
        _cloud(sketch, width * part, height * (0.2 - 0.08 * number), height * 0.05)


def _gold_leaf(sketch: Sketch, width: int, height: int) -> None:
    sketch.rect((0, 0, width, height), mix(GOLD, GOLD_LIGHT, 0.45))
    step = height / 11
    for row in range(7):
        for column in range(round(width / step) + 1):
            x, y = (column + row % 2 / 2) * step, (row + 0.5) * step
            sketch.polygon([(x, y - step * 0.2), (x + step * 0.2, y), (x, y + step * 0.2), (x - step * 0.2, y)], GOLD)
            sketch.circle((x, y), step * 0.07, PARCHMENT_LIGHT)


def _cloud(sketch: Sketch, x: float, y: float, size: float) -> None:
    """A bank of mist, flat below."""
    white = lighter(SKY, 0.85)
    top = [(x - 4 * size, y), (x - 2 * size, y - size), (x, y - 0.7 * size), (x + 1.5 * size, y - 1.4 * size)]
    sketch.polygon(smooth([*top, (x + 4 * size, y - 0.2 * size), (x + 6 * size, y)]), white)


def _hills(sketch: Sketch, variant: int, width: int, height: int) -> None:
    far = smooth([(width * step / 7, height * y) for step, y in enumerate(_RIDGES[variant])])
    sketch.polygon([*far, (width, height), (0, height)], mix(OLIVE, SKY, 0.35)).line(far, darker(OLIVE, 0.15), 1.5)
    for part in (0.08, 0.17):
        sketch.line([(x, y + height * part) for x, y in far], mix(OLIVE, SKY, 0.1), 1.4)
    _farm(sketch, _FARMS[variant] * width, height * 0.56, height * 0.07)
    near = smooth([(width * step / 7, height * (y * 0.5 + 0.37)) for step, y in enumerate(_RIDGES[(variant + 2) % 5])])
    ochre = mix(OLIVE, PARCHMENT_DARK, 0.35)
    sketch.polygon([*near, (width, height), (0, height)], ochre).line(near, darker(OLIVE, 0.35), 1.5)
    for furrow in range(1, 6):
        sketch.line([(x, y + height * 0.035 * furrow) for x, y in near], mix(OLIVE, VERDIGRIS, 0.4), 1.4)


def _mound(sketch: Sketch, width: int, height: int, ground: float) -> None:
    """The hill of the town, and the meadow before it where the wall stands."""
    hill: list[Point] = [(0, ground + 0.02), (0.1, ground), (0.5, ground - 0.012), (0.9, ground), (1, ground + 0.02)]
    mound = smooth([(x * width, y * height) for x, y in hill])
    grass = mix(VERDIGRIS, OLIVE, 0.3)
    sketch.polygon([*mound, (width, height), (0, height)], grass).line(mound, darker(VERDIGRIS, 0.45), 1.8)
    for tuft in range(44):
        x, y = width * ((tuft * 0.61803) % 1), height * (ground + 0.06 + 0.2 * ((tuft * 0.381) % 1))
        sketch.line([(x - 3, y - 4), (x, y), (x + 3, y - 4)], darker(grass, 0.28), 1.2)
    sketch.rect((0, height * 0.962, width, height), mix(TERRACOTTA, PARCHMENT_DARK, 0.5))
    sketch.line([(0, height * 0.962), (width, height * 0.962)], darker(TERRACOTTA, 0.3), 1.5)


def _farm(sketch: Sketch, x: float, foot: float, size: float) -> None:
    sketch.rect((x, foot - size, x + size * 1.4, foot), PARCHMENT, 1.2)
    sketch.polygon(
        [(x - 2, foot - size), (x + size * 0.7, foot - size * 1.6), (x + size * 1.4 + 2, foot - size)], TERRACOTTA, 1.2
    )
    sketch.rect((x + size * 0.5, foot - size * 0.55, x + size * 0.85, foot), INK)
    for step in range(3):
        _bush(sketch, x - size * (0.9 + 0.9 * step), foot, size * 0.34)


def _bush(sketch: Sketch, x: float, foot: float, size: float) -> None:
    sketch.line([(x, foot), (x, foot - size)], INK, 1.6).circle(
        (x, foot - size * 1.5), size, darker(VERDIGRIS, 0.2), 1.2
    )


def _cypress(sketch: Sketch, x: float, foot: float, height: float) -> None:
    half = height * 0.13
    leaf: list[Point] = [
        (x, foot - height),
        (x + half, foot - height * 0.35),
        (x, foot - 2),
        (x - half, foot - height * 0.35),
    ]
    sketch.line([(x, foot), (x, foot - height * 0.3)], INK, half * 0.5)
    sketch.polygon(smooth(leaf, closed=True), CYPRESS, 1.2)
