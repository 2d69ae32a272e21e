"""Writes numbers and initials with a broad pen held aslant."""

import itertools
import math
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.ui.picture.glyphs import GLYPHS, Glyph, Stroke, points_of
from bot.ui.picture.palette import Colour
from bot.ui.picture.sketch import Point, smooth

_FINE = 4
_NIB = 15.0  # its width, in hundredths of the height of a digit
_SLANT = math.radians(33)
_EDGE = 5.5  # and its thickness
_GAP = 9.0  # between characters


def width_of(text: str, height: float) -> float:
    """How wide a text of this height is, in the same unit."""
    return sum(GLYPHS[character].width + _GAP for character in text) * height / 100 - _GAP * height / 100


def write(image: Image.Image, text: str, centre: Point, height: int, colour: Colour) -> None:
    """Write digits or capitals `height` pixels high round a centre. Raises KeyError for other characters."""
    left = centre[0] - width_of(text, height) / 2
    for character in text:
        mask, margin = _mask(character, height)
        corner = round(left) - margin, round(centre[1] - height / 2) - margin
        image.paste(colour, (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
        left += (GLYPHS[character].width + _GAP) * height / 100


@lru_cache(maxsize=512)
def _mask(character: str, height: int) -> tuple[Image.Image, int]:
    """The shape of a character, and the margin round it."""
    glyph, scale, margin = GLYPHS[character], height * _FINE / 100, max(2, height // 10)
    size = math.ceil(glyph.width * height / 100) + 2 * margin, height + 2 * margin
    large = Image.new("L", (size[0] * _FINE, size[1] * _FINE))
    draw = ImageDraw.Draw(large)
    for stroke in _strokes(glyph):
        _sweep(draw, [(x * scale + margin * _FINE, y * scale + margin * _FINE) for x, y in stroke], scale)
    return large.reduce(_FINE), margin


def _strokes(glyph: Glyph) -> list[Stroke]:
    curves = [smooth(points_of(stroke), closed=glyph.closed) for stroke in glyph.curves]
    if glyph.closed:
        curves = [[*curve, curve[0]] for curve in curves]
    return [*curves, *map(points_of, glyph.lines)]


def _sweep(draw: ImageDraw.ImageDraw, points: list[Point], scale: float) -> None:
    """Draw the nib along a line: each piece is the hull of the nib at its two ends."""
    across, up = math.cos(_SLANT) * _NIB / 2 * scale, -math.sin(_SLANT) * _NIB / 2 * scale
    width = max(1, round(_EDGE * scale))
    for (x, y), (to_x, to_y) in itertools.pairwise(points):
        hull = [(x - across, y - up), (x + across, y + up), (to_x + across, to_y + up), (to_x - across, to_y - up)]
        draw.polygon(hull, 255)
        draw.line([*hull, hull[0]], 255, width, joint="curve")
