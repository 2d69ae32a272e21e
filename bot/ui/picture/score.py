"""The score track: the scale bar of a chart, with the banners of the communes planted in it."""

from functools import lru_cache

from PIL import Image

from bot.ui.picture.box import Box
from bot.ui.picture.heraldry import stemma
from bot.ui.picture.palette import GOLD, INK, PARCHMENT_LIGHT, VERMILION
from bot.ui.picture.pen import write
from bot.ui.picture.scene import Town
from bot.ui.picture.sketch import Sketch
from bot.ui.picture.sprites import lay

_SHIELD, _BAR = 0.48, 0.12  # heights, of the box
_LEAST = 10
_MOST_MARKS = 12


def draw_score(image: Image.Image, towns: tuple[Town, ...], box: Box) -> None:
    """All banners at their points."""
    scale = scale_of([town.points for town in towns])
    rail = box.part(0.035, 0.63, 0.965, 0.63 + _BAR)
    lay(image, _bar(scale, rail.w, rail.h), rail.x, rail.y)
    for mark in scale:
        centre = (_place(mark, scale, rail), rail.bottom + box.h * 0.14)
        write(image, str(mark).replace("-", "−"), centre, round(box.h * 0.2), INK)
    _draw_banners(image, towns, scale, rail, round(box.h * _SHIELD / 1.2))


def scale_of(points: list[int]) -> range:
    """The marks of the scale, from zero or below to the highest points or above."""
    high, low = max(_LEAST, *points), min(0, *points)
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if (high - low) / step <= _MOST_MARKS)
    return range(low // step * step, -(-high // step) * step + 1, step)


def _place(points: float, scale: range, rail: Box) -> float:
    return rail.x + rail.w * (points - scale[0]) / (scale[-1] - scale[0])


def _draw_banners(image: Image.Image, towns: tuple[Town, ...], scale: range, rail: Box, width: int) -> None:
    ranked = sorted(towns, key=lambda town: town.points)
    wanted = [_place(town.points, scale, rail) for town in ranked]
    places = spread(wanted, round(width * 1.08), rail.x, rail.right)
    foot = rail.y - round(width * 0.45)
    for town, place, at in zip(ranked, places, wanted, strict=True):
        _draw_pole(image, (place, foot), (at, rail.y + rail.h / 2), width)
        shield = stemma(town.seat, width)
        lay(image, shield, place - width / 2, foot - shield.height + width * 0.12)


def spread(places: list[float], apart: float, left: float, right: float) -> list[float]:
    """Sorted places pushed so far that each is `apart` from the next, and none beyond half of that from an edge."""
    pushed: list[float] = []
    for place in places:
        pushed.append(max(place, pushed[-1] + apart if pushed else left + apart / 2))
    limit = right - apart / 2
    for number in range(len(pushed) - 1, -1, -1):
        pushed[number] = min(pushed[number], limit)
        limit = pushed[number] - apart
    return pushed


def _draw_pole(image: Image.Image, top: tuple[float, float], foot: tuple[float, float], width: int) -> None:
    """From a banner down to its point on the scale, aslant where banners crowd."""
    left, room = min(top[0], foot[0]), width // 8
    sketch = Sketch(round(abs(top[0] - foot[0])) + 2 * room, round(foot[1] - top[1]) + 2 * room)
    ends = [(x - left + room, y - top[1] + room) for x, y in (top, foot)]
    sketch.line(ends, INK, width * 0.1).line(ends, GOLD, width * 0.04).circle(ends[1], room * 0.9, VERMILION, 1.5)
    lay(image, sketch.finished(), left - room, top[1] - room)


@lru_cache(maxsize=32)
def _bar(scale: range, width: int, height: int) -> Image.Image:
    sketch = Sketch(width, height)
    sketch.rect((0, 0, width, height), INK)
    pieces = (len(scale) - 1) * (scale.step if scale.step <= 5 and len(scale) * scale.step <= 61 else 2)
    for piece in range(pieces):
        left, right = 2 + (width - 4) * piece / pieces, 2 + (width - 4) * (piece + 1) / pieces
        upper, lower = (VERMILION, PARCHMENT_LIGHT) if piece % 2 else (PARCHMENT_LIGHT, VERMILION)
        sketch.rect((left, 2, right, height / 2), upper).rect((left, height / 2, right, height - 2), lower)
    return sketch.finished()
