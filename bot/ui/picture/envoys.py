"""Envoys: little figures in the colours of their communes, with arms and tokens where they bid."""

from functools import lru_cache

from PIL import Image

from bot.game.components import Seat
from bot.game.state import StandingBid
from bot.ui.picture.box import Box
from bot.ui.picture.heraldry import stemma
from bot.ui.picture.palette import (
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    PARCHMENT,
    PARCHMENT_DARK,
    PARCHMENT_LIGHT,
    SEPIA,
    SKIN,
    TYPE_COLOURS,
    VERMILION,
    Colour,
    commune_colour,
    darker,
    lighter,
    mix,
)
from bot.ui.picture.sketch import Point, Sketch, smooth
from bot.ui.picture.sprites import count_in, lay, lay_in
from bot.ui.picture.symbols import symbol

_TALL = 1.5  # the height of a figure, by its width
_ROBE: list[Point] = [(36, 54), (64, 54), (82, 90), (88, 146), (12, 146), (18, 90)]


@lru_cache(maxsize=64)
def figure(seat: Seat | None, height: int) -> Image.Image:
    """An envoy; None is an empty place for one."""
    sketch = Sketch(round(height / _TALL), height, height / (100 * _TALL))
    if seat is None:
        ghost = mix(PARCHMENT_DARK, SEPIA, 0.25)
        sketch.circle((50, 34), 22, ghost).polygon(_ROBE, ghost)
        sketch.circle((50, 34), 17, PARCHMENT).polygon(
            [(40, 60), (60, 60), (76, 92), (81, 140), (19, 140), (24, 92)], PARCHMENT
        )
        return sketch.finished()
    _cloaked(sketch, commune_colour(seat))
    return sketch.finished()


def _cloaked(sketch: Sketch, colour: Colour) -> None:
    sketch.polygon(_ROBE, colour, 5)
    sketch.polygon([(52, 60), (62, 60), (84, 142), (58, 142)], darker(colour, 0.25))
    sketch.line([(15, 136), (85, 136)], GOLD_LIGHT, 7)
    sketch.circle((50, 36), 20, SKIN, 4)
    hood: list[Point] = [(27, 48), (26, 26), (44, 8), (64, 12), (76, 28), (72, 48), (66, 30), (50, 24), (34, 32)]
    sketch.polygon(smooth(hood, closed=True), colour, 4)
    sketch.circle((43, 38), 2.8, INK).circle((57, 38), 2.8, INK)


@lru_cache(maxsize=16)
def herald(seat: Seat, height: int) -> Image.Image:
    """An envoy who holds the shield of the commune before him."""
    image = figure(seat, height).copy()
    shield = stemma(seat, round(height * 0.42))
    lay(image, shield, (image.width - shield.width) / 2, height * 0.47)
    return image


@lru_cache(maxsize=16)
def token(kind: str, size: int) -> Image.Image:
    """A token of a bid: a coin, or a believer (bearing the sign of the religious)."""
    colour = TYPE_COLOURS["economic" if kind == "coins" else "religious"]
    sketch = Sketch(size, size, size / 100)
    if kind == "coins":
        sketch.circle((50, 50), 50, GOLD_DARK).circle((50, 50), 44, GOLD_LIGHT)
        sketch.stamp(symbol("economic", round(size * 0.8), colour, GOLD_LIGHT), 10, 10)
    else:
        sketch.circle((50, 50), 50, darker(colour, 0.5)).circle((50, 50), 44, colour)
        sketch.stamp(symbol("religious", round(size * 0.72), PARCHMENT_LIGHT, colour), 14, 14)
    return sketch.finished()


def draw_bid(image: Image.Image, bid: StandingBid, box: Box) -> None:
    """An envoy and the tokens of its bid (5.1)."""
    height = round(box.h * 0.94)
    person = herald(bid.seat, height)
    group = box.middle(min(box.w, round(person.width * 2.35)), box.h)
    lay(image, person, group.x, box.bottom - height - 2)
    tokens = Box(group.x + person.width, box.y, group.w - person.width, box.h)
    _tokens(image, bid, tokens.part(0, 0.08, 1, 0.98))


def draw_turned_away(image: Image.Image, bid: StandingBid, box: Box) -> None:
    """A bid that was outbid and waits for its seat's answer (5.4)."""
    lay_in(image, _slip(box.w, box.h - 8), box)
    shield = stemma(bid.seat, round(box.h * 0.52))
    lay(image, shield, box.x + box.w * 0.05, box.centre[1] - shield.height / 2)
    _tokens(image, bid, box.part(0.42, 0.08, 0.98, 0.92))


@lru_cache(maxsize=4)
def _slip(width: int, height: int) -> Image.Image:
    sketch = Sketch(width, height)
    sketch.rounded((1, 1, width - 1, height - 1), 8, lighter(VERMILION, 0.78), 3, VERMILION)
    return sketch.finished()


def _tokens(image: Image.Image, bid: StandingBid, box: Box) -> None:
    """Only the kinds that are there; a bid of nothing is no coin."""
    kinds = [(kind, count) for kind, count in (("coins", bid.coins), ("believers", bid.believers)) if count]
    rows = kinds or [("coins", 0)]
    row_height = round(box.h * (0.48 if len(rows) > 1 else 0.56))
    size = round(row_height * 0.76)
    area = box.middle(box.w, row_height * len(rows))
    for (kind, count), row in zip(rows, area.rows(len(rows)), strict=True):
        count_in(image, token(kind, size), count, row, INK)
