"""Digits and capitals as strokes of a broad pen, in a box 100 high: what a scribe would write, in no font."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.ui.picture.sketch import Point

Stroke = list[Point]


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character: its width, and its strokes as the points "x y" on their way, commas between them.

    Curves run smoothly through their points, lines straight; the curves of a `closed` glyph return to their start.
    """

    width: int
    curves: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    closed: bool = False


def points_of(stroke: str) -> Stroke:
    """The points of a stroke."""
    return [(float(x), float(y)) for x, y in (point.split() for point in stroke.split(","))]


GLYPHS: Mapping[str, Glyph] = {
    "0": Glyph(58, curves=("29 9, 48 26, 50 50, 48 74, 29 91, 10 74, 8 50, 10 26",), closed=True),
    "1": Glyph(44, curves=("8 28, 17 21, 24 10",), lines=("25 10, 25 91", "10 91, 40 91")),
    "2": Glyph(56, curves=("9 27, 14 14, 28 9, 42 15, 46 29, 40 46, 26 64, 10 86",), lines=("9 89, 50 89",)),
    "3": Glyph(
        56, curves=("9 20, 18 10, 30 9, 42 16, 43 32, 34 43, 20 46", "20 46, 38 50, 48 62, 46 80, 32 91, 18 90, 7 80")
    ),
    "4": Glyph(58, lines=("36 9, 7 66", "7 68, 54 68", "39 30, 39 91")),
    "5": Glyph(
        56, curves=("14 44, 28 39, 42 46, 48 64, 42 82, 28 91, 16 90, 7 81",), lines=("15 11, 46 11", "16 11, 14 44")
    ),
    "6": Glyph(
        57, curves=("44 11, 28 14, 14 34, 9 60, 14 82, 29 91, 43 83, 48 66, 42 52, 30 47, 16 53", "16 53, 11 62")
    ),
    "7": Glyph(54, curves=("47 11, 36 38, 26 64, 22 91",), lines=("7 11, 47 11",)),
    "8": Glyph(
        57, curves=("28 46, 13 34, 14 17, 28 9, 43 17, 43 33, 28 46, 9 62, 11 83, 28 91, 47 82, 47 63",), closed=True
    ),
    "9": Glyph(
        57, curves=("13 89, 29 86, 43 66, 48 40, 43 18, 28 9, 14 17, 9 34, 15 48, 27 53, 41 47", "41 47, 46 38")
    ),
    "−": Glyph(52, lines=("8 54, 44 54",)),
    "+": Glyph(56, lines=("8 54, 48 54", "28 34, 28 74")),
    "×": Glyph(52, lines=("9 37, 43 71", "43 37, 9 71")),
    "A": Glyph(66, lines=("34 9, 8 91", "32 9, 58 91", "17 64, 48 64")),
    "B": Glyph(
        58,
        curves=("10 10, 32 10, 44 18, 44 34, 34 45, 16 47", "16 47, 38 50, 50 62, 48 80, 34 90, 10 90"),
        lines=("16 10, 16 90",),
    ),
    "C": Glyph(60, curves=("52 22, 40 10, 26 10, 13 26, 9 50, 13 74, 27 90, 42 90, 54 78",)),
    "D": Glyph(64, curves=("10 10, 32 10, 50 24, 56 50, 50 76, 32 90, 10 90",), lines=("16 10, 16 90",)),
    "E": Glyph(54, lines=("15 10, 15 90", "9 10, 46 10", "15 48, 40 48", "9 90, 48 90")),
    "F": Glyph(52, lines=("15 10, 15 91", "9 10, 46 10", "15 48, 40 48")),
    "L": Glyph(52, lines=("15 9, 15 90", "9 90, 46 90")),
    "M": Glyph(78, lines=("15 9, 10 91", "16 9, 39 74", "62 9, 39 74", "62 9, 67 91")),
    "R": Glyph(62, curves=("10 10, 34 10, 46 20, 44 38, 34 48, 16 50",), lines=("16 10, 16 91", "30 50, 54 91")),
    "S": Glyph(56, curves=("46 20, 36 10, 22 10, 11 22, 14 38, 30 50, 44 64, 46 80, 34 91, 18 90, 8 79",)),
}
