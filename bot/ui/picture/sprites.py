"""Laying finished drawings on the picture."""

from PIL import Image

from bot.ui.picture.box import Box
from bot.ui.picture.palette import Colour
from bot.ui.picture.pen import width_of, write
from bot.ui.picture.sketch import Point


def lay(image: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    """Lay a drawing on the picture, its top left corner here."""
    image.paste(sprite, (round(x), round(y)), sprite)


def lay_in(image: Image.Image, sprite: Image.Image, box: Box) -> None:
    """Lay a drawing in the middle of a box."""
    lay(image, sprite, box.x + (box.w - sprite.width) / 2, box.y + (box.h - sprite.height) / 2)


def write_in(image: Image.Image, text: str, box: Box, colour: Colour, height: int | None = None) -> None:
    """Write in the middle of a box, `height` high or as high as the box, smaller where the text is too wide."""
    write(image, text, box.centre, fitting(text, box, height), colour)


def fitting(text: str, box: Box, height: int | None = None) -> int:
    """The height at which a text fits a box."""
    most = min(height or box.h, box.h)
    return min(most, int(box.w / width_of(text, 1)))


def count_in(image: Image.Image, sprite: Image.Image, count: int, box: Box, colour: Colour) -> None:
    """A drawing and a number beside it, together in the middle of a box."""
    text, gap = str(count), box.h // 12
    room = Box(box.x, box.y, box.w - sprite.width - gap, box.h)
    height = fitting(text, room, round(box.h * 0.62))
    width = width_of(text, height)
    left = box.x + (box.w - sprite.width - gap - width) / 2
    lay(image, sprite, left, box.centre[1] - sprite.height / 2)
    centre: Point = (left + sprite.width + gap + width / 2, box.centre[1])
    write(image, text, centre, height, colour)
