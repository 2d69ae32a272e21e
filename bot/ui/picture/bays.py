"""The project columns as bays of a loggia: number and bonus above, cards from the top space down, the envoy below."""

from functools import lru_cache

from PIL import Image

from bot.ui.picture.box import Box
from bot.ui.picture.cards import bonus, card, space
from bot.ui.picture.envoys import draw_bid, draw_turned_away
from bot.ui.picture.layout import BayBoxes
from bot.ui.picture.palette import (
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    PARCHMENT,
    PARCHMENT_LIGHT,
    SEPIA,
    STONE,
    TERRACOTTA,
    darker,
    lighter,
    mix,
)
from bot.ui.picture.scene import Bay
from bot.ui.picture.sketch import Sketch, arc, star
from bot.ui.picture.sprites import lay, lay_in, write_in


def draw_bays(image: Image.Image, bays: tuple[Bay, ...], boxes: tuple[BayBoxes, ...]) -> None:
    """All columns in use."""
    for number, (bay, box) in enumerate(zip(bays, boxes, strict=True), 1):
        lay(image, _loggia(box.whole.w, box.whole.h, box.head.h), box.whole.x, box.whole.y)
        write_in(image, str(number), box.head.part(0.3, 0.34, 0.7, 0.86), INK)
        _draw_cards(image, bay, box)
        if bay.bid:
            draw_bid(image, bay.bid, box.stand)
        if bay.outbid and box.turned_away:
            draw_turned_away(image, bay.outbid, box.turned_away)


def _draw_cards(image: Image.Image, bay: Bay, box: BayBoxes) -> None:
    for place, where in enumerate(box.spaces[: bay.spaces]):
        shown = place < len(bay.faces)
        lay_in(image, card(bay.faces[place], where.w, where.h) if shown else space(where.w, where.h), where)
    if not bay.bonus:
        for where in box.spaces[bay.spaces :]:
            lay_in(image, _ornament(where.h), where)
    else:
        first, second = box.spaces[1], box.spaces[2]
        room = Box(first.x, first.y, first.w, second.bottom - first.y)
        lay_in(image, bonus(round(min(room.w, room.h) * 0.72)), room)


@lru_cache(maxsize=8)
def _ornament(size: int) -> Image.Image:
    """What a mason left where no card comes."""
    sketch, faint = Sketch(size, size, size / 100), mix(SEPIA, PARCHMENT, 0.62)
    for x, y in ((50, 27), (73, 50), (50, 73), (27, 50)):
        sketch.circle((x, y), 23, faint)
    for x, y in ((50, 27), (73, 50), (50, 73), (27, 50)):
        sketch.circle((x, y), 19, PARCHMENT)
    sketch.polygon([(50, 26), (74, 50), (50, 74), (26, 50)], PARCHMENT)
    sketch.polygon(star((50, 50), 8, 30, 11), faint).circle((50, 50), 6, PARCHMENT)
    return sketch.finished()


@lru_cache(maxsize=8)
def _loggia(width: int, height: int, head: int) -> Image.Image:
    """One bay: half a colonnette on either side, under a round arch, on a floor of tiles."""
    sketch = Sketch(width, height)
    _lunette(sketch, width, head)
    _floor(sketch, width, height, head * 0.3)
    half, spring = width * 0.022, head * 0.92
    for x in (0.0, width - half):
        sketch.rect((x, spring, x + half, height - 6), lighter(STONE, 0.5))
    for x in (0.0, width - 1.3):
        sketch.rect((x, spring, x + 1.3, height - 6), darker(STONE, 0.35))
    for x in (-half, width - half):
        sketch.rect((x, spring - 4, x + 2 * half, spring + 8), GOLD, 1.5)
        sketch.rect((x, height - 12, x + 2 * half, height - 1), STONE, 1.5)
    return sketch.finished()


def _lunette(sketch: Sketch, width: int, head: int) -> None:
    sketch.rect((0, 0, width, head * 1.02), mix(TERRACOTTA, PARCHMENT_LIGHT, 0.25))
    for course in range(1, 4):
        sketch.line([(0, head * course / 4), (width, head * course / 4)], mix(TERRACOTTA, STONE, 0.4), 1.2)
    outer, centre = width * 0.478, (width / 2, head * 0.92)
    flat = head * 0.76 / outer
    for inset, colour in ((0, GOLD_DARK), (2, GOLD_LIGHT), (6, SEPIA), (7.5, PARCHMENT_LIGHT)):
        sketch.polygon(arc(centre, outer - inset, 180, 360, flat), colour)
    sketch.rect((0, 0, width, head * 0.12), GOLD).rect((0, head * 0.1, width, head * 0.13), GOLD_DARK)


def _floor(sketch: Sketch, width: int, height: int, depth: float) -> None:
    """Two rows of tiles, the nearer one deeper."""
    tiles = round(width / depth / 0.9)
    for row, (top, bottom) in enumerate(((height - depth, height - depth * 0.58), (height - depth * 0.58, height))):
        for tile in range(tiles):
            colour = PARCHMENT_LIGHT if (tile + row) % 2 else mix(TERRACOTTA, PARCHMENT_LIGHT, 0.25)
            sketch.rect((width * tile / tiles, top, width * (tile + 1) / tiles, bottom), colour)
    sketch.line([(0, height - depth), (width, height - depth)], SEPIA, 1.5)
    sketch.line([(0, height - 1), (width, height - 1)], SEPIA, 1.5)
