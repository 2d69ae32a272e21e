"""A drawing board with smooth edges: draws large and shrinks at the end."""

import math
from collections.abc import Sequence
from typing import Self

from PIL import Image, ImageDraw

from bot.ui.picture.palette import INK, Colour

Point = tuple[float, float]
Paint = Colour | None

_FINE = 4  # each pixel is drawn as 4 x 4
_STEPS = 8  # points of a curve between two given ones


class Sketch:
    """An image of `width` x `height` pixels, transparent at first; one unit of the coordinates is `unit` pixels."""

    def __init__(self, width: int, height: int, unit: float = 1) -> None:
        self._image = Image.new("RGBA", (width * _FINE, height * _FINE), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)
        self._scale = unit * _FINE

    def polygon(self, points: Sequence[Point], fill: Paint, pen: float = 0, ink: Colour = INK) -> Self:
        """A filled shape, with an outline where the pen has a width."""
        if fill:
            self._draw.polygon(self._scaled(points), fill)
        return self.line([*points, points[0]], ink, pen) if pen else self

    def line(self, points: Sequence[Point], colour: Colour, pen: float) -> Self:
        """A line with round joints and ends."""
        scaled, width = self._scaled(points), max(1, round(pen * self._scale))
        self._draw.line(scaled, colour, width, joint="curve")
        for x, y in (scaled[0], scaled[-1]) if width > _FINE else ():
            self._draw.circle((x, y), width / 2 - 0.5, colour)
        return self

    def curve(self, points: Sequence[Point], colour: Colour, pen: float) -> Self:
        """A line that runs smoothly through the points."""
        return self.line(smooth(points), colour, pen)

    def circle(self, centre: Point, radius: float, fill: Paint, pen: float = 0, ink: Colour = INK) -> Self:
        """A filled circle; the outline lies inside."""
        (x, y), *_ = self._scaled([centre])
        size = radius * self._scale
        if pen:
            self._draw.circle((x, y), size, ink)
            size -= max(1, pen * self._scale)
        if fill:
            self._draw.circle((x, y), size, fill)
        return self

    def rect(self, box: tuple[float, float, float, float], fill: Paint, pen: float = 0, ink: Colour = INK) -> Self:
        """A filled rectangle from (left, top) to (right, bottom)."""
        left, top, right, bottom = box
        return self.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], fill, pen, ink)

    def rounded(
        self, box: tuple[float, float, float, float], radius: float, fill: Paint, pen: float = 0, ink: Colour = INK
    ) -> Self:
        """A rectangle with round corners; the outline lies inside."""
        scaled = tuple(edge * self._scale for edge in box)
        width = round(pen * self._scale)
        self._draw.rounded_rectangle(scaled, radius * self._scale, fill, ink if width else None, width)
        return self

    def stamp(self, image: Image.Image, left: float, top: float) -> Self:
        """Another drawing laid on this one, its top left corner here."""
        size = (image.width * _FINE, image.height * _FINE)
        large = image.resize(size, Image.Resampling.BICUBIC)
        self._image.alpha_composite(large, (round(left * self._scale), round(top * self._scale)))
        return self

    def finished(self) -> Image.Image:
        """The drawing in its own size."""
        return self._image.reduce(_FINE)

    def _scaled(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self._scale, y * self._scale) for x, y in points]


def smooth(points: Sequence[Point], *, closed: bool = False) -> list[Point]:
    """Points of a smooth curve through the given ones (Catmull-Rom)."""
    knots = [points[-1], *points, points[0], points[1]] if closed else [points[0], *points, points[-1]]
    parts = zip(knots, knots[1:], knots[2:], knots[3:], strict=False)
    curve = [_between(part, step / _STEPS) for part in parts for step in range(_STEPS)]
    return curve if closed else [*curve, points[-1]]


def arc(centre: Point, radius: float, start: float, end: float, flat: float = 1) -> list[Point]:
    """Points of an arc, in degrees clockwise from the right; `flat` below 1 presses it down."""
    steps = max(8, round(abs(end - start) / 6))
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    x, y = centre
    return [(x + radius * math.cos(angle), y + radius * flat * math.sin(angle)) for angle in angles]


def star(centre: Point, points: int, outer: float, inner: float) -> list[Point]:
    """The outline of a star that points up."""
    x, y = centre
    outline = []
    for step in range(2 * points):
        angle, radius = math.pi * step / points, inner if step % 2 else outer
        outline.append((x + radius * math.sin(angle), y - radius * math.cos(angle)))
    return outline


def _between(part: tuple[Point, Point, Point, Point], t: float) -> Point:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = part
    return _catmull(ax, bx, cx, dx, t), _catmull(ay, by, cy, dy, t)


def _catmull(a: float, b: float, c: float, d: float, t: float) -> float:
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
