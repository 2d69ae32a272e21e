"""Rectangles of the layout, in pixels."""

import itertools
from typing import NamedTuple


class Box(NamedTuple):
    """Left, top, width and height."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first pixel beyond it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first line below it."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def part(self, left: float, top: float, right: float, bottom: float) -> "Box":
        """A part of it, its edges given from 0 to 1."""
        x, y = self.x + round(self.w * left), self.y + round(self.h * top)
        return Box(x, y, self.x + round(self.w * right) - x, self.y + round(self.h * bottom) - y)

    def inset(self, by: int) -> "Box":
        """It without a margin."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def columns(self, count: int, gap: int = 0) -> list["Box"]:
        """So many boxes beside each other, as wide as each other but for a pixel."""
        edges = [self.x + round((self.w + gap) * number / count) for number in range(count + 1)]
        return [Box(left, self.y, right - gap - left, self.h) for left, right in itertools.pairwise(edges)]

    def rows(self, count: int, gap: int = 0) -> list["Box"]:
        """So many boxes below each other."""
        edges = [self.y + round((self.h + gap) * number / count) for number in range(count + 1)]
        return [Box(self.x, top, self.w, bottom - gap - top) for top, bottom in itertools.pairwise(edges)]

    def middle(self, width: int, height: int) -> "Box":
        """A box of this size in its middle."""
        return Box(self.x + (self.w - width) // 2, self.y + (self.h - height) // 2, width, height)

    def overlaps(self, other: "Box") -> bool:
        """Whether the two share a pixel."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def holds(self, other: "Box") -> bool:
        """Whether the other lies within it."""
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom
