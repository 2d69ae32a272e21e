"""What everything is painted on: parchment with the wind lines of a sea chart, in a frame like its scale bars."""

import hashlib
import math
from functools import lru_cache

from PIL import Image, ImageDraw, ImageOps

from bot.ui.picture.palette import (
    GOLD,
    INK,
    LAPIS,
    PARCHMENT,
    PARCHMENT_DARK,
    PARCHMENT_LIGHT,
    SEPIA,
    VERMILION,
    Colour,
    mix,
)
from bot.ui.picture.sketch import Sketch, star
from bot.ui.picture.sprites import lay

_WINDS = 32
_LONGEST = 2.2  # no sheet is higher, by its width


@lru_cache(maxsize=3)
def ground(width: int, height: int) -> Image.Image:
    """The empty sheet of a size; to be copied, not painted on."""
    stains = Image.blend(
        _noise(width, height, width // 4, "stains"), _noise(width, height, width // 24, "fibres"), 0.35
    )
    sheet = ImageOps.colorize(stains, mix(PARCHMENT, PARCHMENT_DARK, 0.75), PARCHMENT_LIGHT, PARCHMENT)
    _winds(sheet, (width / 2, height * 0.3))
    _frame(sheet)
    return sheet


def _noise(width: int, height: int, cell: int, name: str) -> Image.Image:
    """Smooth grey noise, the same for the same name and width however high, so that one palette fits all."""
    longest = round(width * _LONGEST)
    across, down = width // cell + 3, longest // cell + 3
    grains = hashlib.shake_128(name.encode()).digest(across * down)
    whole = Image.frombytes("L", (across, down), grains).resize((width, longest), Image.Resampling.BICUBIC)
    return whole.crop((0, 0, width, height))


def _winds(sheet: Image.Image, centre: tuple[float, float]) -> None:
    """The lines of the winds, from one rose over the whole chart."""
    mask = Image.new("L", (sheet.width * 2, sheet.height * 2))
    draw, reach = ImageDraw.Draw(mask), 3 * (sheet.width + sheet.height)
    x, y = centre[0] * 2, centre[1] * 2
    for wind in range(_WINDS):
        angle = 2 * math.pi * wind / _WINDS
        end = (x + reach * math.cos(angle), y + reach * math.sin(angle))
        draw.line([(x, y), end], 96 if wind % 4 == 0 else 52, 2)
    sheet.paste(mix(SEPIA, VERMILION, 0.3), (0, 0), mask.reduce(2))


def _frame(sheet: Image.Image) -> None:
    """A scale bar round the sheet, with a rose in each corner."""
    width, height = sheet.size
    thick = round(width * 0.02)
    edge = round(thick * 0.35)
    across = _bar(width - 2 * edge, thick)
    down = _bar(height - 2 * edge, thick).rotate(90, expand=True)
    for y in (edge, height - edge - thick):
        lay(sheet, across, edge, y)
    for x in (edge, width - edge - thick):
        lay(sheet, down, x, edge)
    rose = _rose(round(thick * 2.1))
    corner = max(0, edge + (thick - rose.width) // 2)
    for left in (corner, width - corner - rose.width):
        for top in (corner, height - corner - rose.height):
            lay(sheet, rose, left, top)


def _bar(length: int, thick: int) -> Image.Image:
    sketch = Sketch(length, thick)
    sketch.rect((0, 0, length, thick), INK).rect((1.5, 1.5, length - 1.5, thick - 1.5), GOLD)
    sketch.rect((3, 3, length - 3, thick - 3), INK)
    count = round(length / (thick * 2.6)) // 2 * 2 + 1
    for number in range(count):
        left, right = 4 + (length - 8) * number / count, 4 + (length - 8) * (number + 1) / count
        first, second = _bar_colours(number)
        sketch.rect((left + 0.7, 4, right - 0.7, thick / 2), first)
        sketch.rect((left + 0.7, thick / 2, right - 0.7, thick - 4), second)
    return sketch.finished()


def _bar_colours(number: int) -> tuple[Colour, Colour]:
    dark = VERMILION if number % 4 else LAPIS
    return (PARCHMENT_LIGHT, dark) if number % 2 else (dark, PARCHMENT_LIGHT)


def _rose(size: int) -> Image.Image:
    sketch = Sketch(size, size, size / 100)
    sketch.circle((50, 50), 50, INK).circle((50, 50), 46, GOLD).circle((50, 50), 40, LAPIS)
    sketch.polygon(star((50, 50), 8, 38, 14), GOLD).polygon(star((50, 50), 4, 40, 9), PARCHMENT_LIGHT)
    return sketch.finished()


def plaster(width: int, height: int) -> Image.Image:
    """The unevenness of old plaster, to be multiplied with a picture of this size."""
    return _wall(width).crop((0, 0, width, height))


@lru_cache(maxsize=2)
def _wall(width: int) -> Image.Image:
    height = round(width * _LONGEST)
    uneven = Image.blend(
        _noise(width, height, width // 10, "plaster"), _noise(width, height, width // 40, "lime"), 0.25
    )
    return ImageOps.colorize(uneven, (226, 220, 210), (255, 255, 255), (249, 247, 242))
