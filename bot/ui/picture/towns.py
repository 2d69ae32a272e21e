"""A city: its arms and counts, its country with buildings and walls, its activation cards and notables."""

from functools import lru_cache

from PIL import Image

from bot.game.components import BUILDING_TYPES, ENVOYS, BuildingType, Seat
from bot.ui.picture.box import Box
from bot.ui.picture.buildings import Measures, building, wall_section
from bot.ui.picture.country import country
from bot.ui.picture.envoys import figure
from bot.ui.picture.heraldry import laurel, stemma
from bot.ui.picture.layout import TownBoxes
from bot.ui.picture.palette import (
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    PARCHMENT,
    PARCHMENT_LIGHT,
    SEPIA,
    SKIN,
    STONE,
    TYPE_COLOURS,
    VERMILION,
    commune_colour,
    darker,
    lighter,
    mix,
)
from bot.ui.picture.portraits import portrait, vacant
from bot.ui.picture.scene import House, Section, Town
from bot.ui.picture.sketch import Sketch, smooth
from bot.ui.picture.sprites import count_in, lay, lay_in, write_in
from bot.ui.picture.symbols import symbol

_ROOF = 1.4  # the height of a roof, by that of a storey
_LEVELS = 4


def draw_town(image: Image.Image, town: Town, boxes: TownBoxes, variant: int) -> None:
    """Everything public of one seat."""
    lay(
        image,
        _panel(town.seat, boxes.whole.w, boxes.whole.h, golden=town.on_turn or town.winner),
        boxes.whole.x,
        boxes.whole.y,
    )
    _draw_arms(image, town, boxes)
    _draw_counts(image, town, boxes)
    _draw_country(image, town, boxes, variant)
    for kind, plaque, medallion in zip(BUILDING_TYPES, boxes.plaques, boxes.portraits, strict=True):
        lay_in(image, _plaque(kind, plaque.w, plaque.h, lit=kind in town.active), plaque)
        size = min(medallion.w, medallion.h)
        lay_in(image, portrait(kind, size) if kind in town.notables else vacant(size), medallion)


def _draw_arms(image: Image.Image, town: Town, boxes: TownBoxes) -> None:
    width = min(boxes.stemma.w, int(boxes.stemma.h / 1.2))
    lay_in(image, stemma(town.seat, width), boxes.stemma)
    room = boxes.points
    if town.winner:
        lay_in(image, laurel(room.w, room.h), room)
        room = room.part(0.2, 0.22, 0.8, 0.78)
    write_in(image, str(town.points).replace("-", "−"), room, INK, round(boxes.points.h * 0.72))


def _draw_counts(image: Image.Image, town: Town, boxes: TownBoxes) -> None:
    tile = min(boxes.initial.w, boxes.initial.h)
    lay_in(image, _initial(town.seat, tile), boxes.initial)
    if town.strength is not None:
        swords = symbol("military", round(boxes.slot.w * 0.46), VERMILION, PARCHMENT)
        count_in(image, swords, town.strength, boxes.slot, VERMILION)
    elif town.asked:
        lay_in(image, _hand(round(boxes.slot.w * 0.92)), boxes.slot)
    for number, place in enumerate(boxes.envoys.columns(ENVOYS)):
        height = min(place.h, round(place.w * 1.5))
        lay_in(image, figure(town.seat if number < town.envoys else None, height), place)
    count_in(image, symbol("cards", round(boxes.hand.w * 0.48), INK, PARCHMENT_LIGHT), town.hand, boxes.hand, INK)
    loot = VERMILION if town.loot else mix(SEPIA, PARCHMENT, 0.4)
    count_in(image, symbol("flame", round(boxes.loot.w * 0.44), loot, GOLD_LIGHT), town.loot, boxes.loot, loot)
    if town.defender:
        lay_in(image, _buckler(min(boxes.defender.w, boxes.defender.h)), boxes.defender)


def _draw_country(image: Image.Image, town: Town, boxes: TownBoxes, variant: int) -> None:
    houses, walls = boxes.houses, boxes.walls
    left, width = houses.x - houses.w // 90, houses.w + 2 * (houses.w // 90)
    top, height = boxes.whole.y + 6, boxes.whole.h - 12
    ground = (houses.bottom - top) / height
    lay(image, country(variant, width, height, ground, golden=town.on_turn or town.winner), left, top)
    _draw_houses(image, town.houses, houses)
    _draw_walls(image, town.sections, walls)


def _draw_houses(image: Image.Image, houses: tuple[House, ...], box: Box) -> None:
    if not houses:
        return
    storey = int(box.h / (_LEVELS + _ROOF))
    width = min(round(storey * 2.3), box.w // len(houses) - 2)
    measures = Measures(width, storey, round(min(storey * _ROOF, width * 0.95)))
    row = box.middle((width + 2) * len(houses), box.h)
    for place, house in zip(row.columns(len(houses)), houses, strict=True):
        sprite = building(house.type, house.level, measures)
        lay(image, sprite, place.x, box.bottom - sprite.height)
        if house.count > 1:
            _write_count(image, house.count, Box(place.x, box.bottom - storey, width, storey))


def _draw_walls(image: Image.Image, sections: tuple[Section, ...], box: Box) -> None:
    if not sections:
        return
    course = box.h // (_LEVELS + 1)
    width = min(course * 8, box.w // len(sections) - 2)
    row = box.middle((width + 2) * len(sections), box.h)
    for place, section in zip(row.columns(len(sections)), sections, strict=True):
        sprite = wall_section(section.level, width, course)
        lay(image, sprite, place.x, box.bottom - sprite.height)
        if section.count > 1:
            _write_count(image, section.count, Box(place.x, box.bottom - course * 2, width, course * 2))


def _write_count(image: Image.Image, count: int, box: Box) -> None:
    lay_in(image, _tag(box.w, box.h), box)
    write_in(image, str(count), box.part(0.08, 0.1, 0.92, 0.9), INK)


@lru_cache(maxsize=8)
def _tag(width: int, height: int) -> Image.Image:
    sketch = Sketch(width, height)
    sketch.rounded((0, 0, width, height), 5, PARCHMENT_LIGHT, 2)
    return sketch.finished()


@lru_cache(maxsize=32)
def _panel(seat: Seat, width: int, height: int, *, golden: bool) -> Image.Image:
    """The frame of a city, in the colour of its commune; of gold on its turn and for the winner."""
    colour = commune_colour(seat)
    sketch = Sketch(width, height)
    sketch.rect((0, 0, width, height), INK)
    sketch.rect((1.5, 1.5, width - 1.5, height - 1.5), GOLD if golden else darker(colour, 0.1))
    sketch.rect((5, 5, width - 5, height - 5), INK)
    ground = mix(PARCHMENT_LIGHT, GOLD_LIGHT, 0.75) if golden else mix(PARCHMENT, PARCHMENT_LIGHT, 0.5)
    sketch.rect((6, 6, width - 6, height - 6), ground)
    return sketch.finished()


@lru_cache(maxsize=32)
def _plaque(kind: BuildingType, width: int, height: int, *, lit: bool) -> Image.Image:
    """An activation card with symbol and letter: in full colour and rays of gold when active, else a mere outline."""
    colour = TYPE_COLOURS[kind]
    sketch = Sketch(width, height)
    ground, line = (colour, PARCHMENT_LIGHT) if lit else (lighter(STONE, 0.55), mix(colour, STONE, 0.2))
    sketch.rounded((0, 0, width, height), 8, GOLD_DARK if lit else mix(SEPIA, STONE, 0.5))
    if lit:
        sketch.rounded((1.5, 1.5, width - 1.5, height - 1.5), 7, GOLD_LIGHT)
    sketch.rounded((5, 5, width - 5, height - 5), 5, ground) if lit else sketch.rounded(
        (2, 2, width - 2, height - 2), 7, ground
    )
    image = sketch.finished()
    whole = Box(0, 0, width, height)
    lay_in(image, symbol(kind, round(min(height * 0.62, width * 0.5)), line, ground), whole.part(0.08, 0.08, 0.6, 0.92))
    write_in(image, kind[0].upper(), whole.part(0.58, 0.2, 0.95, 0.8), line, round(min(height, width) * 0.48))
    return image


@lru_cache(maxsize=16)
def _initial(seat: Seat, size: int) -> Image.Image:
    """The first letter of a commune, illuminated."""
    colour = commune_colour(seat)
    sketch = Sketch(size, size, size / 100)
    sketch.rect((0, 0, 100, 100), GOLD_DARK).rect((3, 3, 97, 97), GOLD_LIGHT).rect(
        (10, 10, 90, 90), darker(colour, 0.25)
    )
    for x, y in ((10, 10), (90, 10), (10, 90), (90, 90)):
        sketch.polygon([(x, y), (x + (18 if x < 50 else -18), y), (x, y + (18 if y < 50 else -18))], GOLD)
    image = sketch.finished()
    write_in(image, seat[0].upper(), Box(0, 0, size, size).part(0.14, 0.2, 0.86, 0.8), PARCHMENT_LIGHT)
    return image


@lru_cache(maxsize=8)
def _hand(width: int) -> Image.Image:
    """A hand that points at the seat which is asked, as scribes drew them in margins."""
    sketch = Sketch(width, round(width * 0.66), width / 100)
    cuff = [(70.0, 14.0), (98.0, 8.0), (98.0, 60.0), (70.0, 54.0)]
    finger = smooth([(42, 22), (20, 22), (4, 26), (4, 32), (20, 35), (42, 36)])
    sketch.polygon([*finger, *smooth([(42, 36), (40, 50), (54, 56), (72, 50)]), (72, 18), (50, 14)], SKIN, 3.5)
    for y in (38, 45):
        sketch.curve([(42, y), (52, y + 2), (58, y)], INK, 2.5)
    sketch.curve([(48, 18), (40, 12), (32, 10), (30, 16), (42, 22)], INK, 2.5)
    sketch.polygon(cuff, VERMILION, 3.5).line([(76, 14), (76, 54)], GOLD_LIGHT, 4)
    return sketch.finished()


@lru_cache(maxsize=8)
def _buckler(size: int) -> Image.Image:
    """The First Defender marker: a round shield with one tower on it."""
    sketch = Sketch(size, size, size / 100)
    sketch.circle((50, 50), 50, INK).circle((50, 50), 46, GOLD_LIGHT).circle((50, 50), 37, INK)
    sketch.circle((50, 50), 34, (70, 84, 104))
    for step in range(8):
        x, y = smooth([(50, 8), (92, 50), (50, 92), (8, 50)], closed=True)[step * 4]
        sketch.circle((x, y), 3, GOLD_DARK)
    sketch.polygon([(36, 34), (64, 34), (60, 74), (40, 74)], PARCHMENT_LIGHT)
    for x in (34.0, 46.5, 59.0):
        sketch.rect((x, 24, x + 7, 38), PARCHMENT_LIGHT)
    sketch.rounded((45, 56, 55, 76), 4, INK)
    return sketch.finished()
