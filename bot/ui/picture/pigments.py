"""The 256 colours of all pictures: few enough for a small file, chosen once from a sheet that shows everything."""

from functools import cache

from PIL import Image

from bot.game.components import BUILDING_TYPES, COMMUNES, Seat
from bot.game.state import StandingBid
from bot.ui.picture.palette import (
    CYPRESS,
    FADED,
    GOLD,
    GOLD_LIGHT,
    INK,
    OLIVE,
    PARCHMENT,
    PARCHMENT_DARK,
    PARCHMENT_LIGHT,
    SERPENT,
    SKY,
    TYPE_COLOURS,
    VERDIGRIS,
    VERMILION,
    WAX,
    Colour,
    commune_colour,
    darker,
    lighter,
    mix,
)
from bot.ui.picture.scene import Bay, Face, House, Scene, Section, Town

_CHOSEN = 96  # beside those that are given
_GROUNDS = (  # wide and plain: a wrong tone would be a stain
    (PARCHMENT_LIGHT, PARCHMENT_DARK),
    (SKY, PARCHMENT),
    (OLIVE, PARCHMENT_DARK),
    (OLIVE, VERDIGRIS),
    (GOLD, GOLD_LIGHT),
)


def in_few_colours(image: Image.Image, pigments: Image.Image) -> Image.Image:
    """A picture in the colours of a palette image, each pixel in the nearest."""
    return image.quantize(palette=pigments, dither=Image.Dither.NONE)


def chosen_from(sheet: Image.Image) -> Image.Image:
    """The palette for pictures like this one; the colours that mean something are in it unchanged."""
    chosen = sheet.quantize(_CHOSEN, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette() or []
    image = Image.new("P", (1, 1))
    image.putpalette([*(part for colour in _flags() for part in colour), *chosen])
    return image


@cache
def everything() -> Scene:
    """A scene with something of each kind in it."""
    bays = tuple(_some_bay(number, seat) for number, seat in enumerate((*COMMUNES, "lucca", "siena")))
    towns = tuple(_some_town(number, seat) for number, seat in enumerate(COMMUNES))
    return Scene(1, (0, 9, 19, 19), None, None, last_turn=False, bays=bays, towns=towns)


def _some_bay(number: int, seat: Seat) -> Bay:
    faces = tuple(Face((kind,), 1) for kind in BUILDING_TYPES[number % 2 :][:3])
    return Bay(3, bonus=number == 4, faces=faces, bid=StandingBid(seat, 1, 2), outbid=None)


def _some_town(number: int, seat: Seat) -> Town:
    houses = [House(kind, level) for kind in BUILDING_TYPES for level in (4, 2)]
    return Town(
        seat=seat,
        points=9 * number,
        loot=number,
        envoys=2,
        hand=3,
        houses=tuple(houses[: 8 - number]),
        sections=(Section(3), Section(2)),
        active=BUILDING_TYPES[number:],
        notables=BUILDING_TYPES[: number + 1],
        on_turn=number == 2,
        asked=number == 1,
        defender=True,
        winner=False,
        strength=None,
    )


def _flags() -> list[Colour]:
    """The colours of communes, types and signs, each also lighter and darker."""
    flags = [
        *TYPE_COLOURS.values(),
        *map(commune_colour, COMMUNES),
        INK,
        GOLD,
        GOLD_LIGHT,
        WAX,
        VERMILION,
        OLIVE,
        PARCHMENT,
        PARCHMENT_DARK,
        PARCHMENT_LIGHT,
        SERPENT,
        SKY,
        FADED,
        CYPRESS,
    ]
    shades = [shade for flag in flags for shade in _shades(flag)]
    grounds = [mix(light, dark, step / 4) for light, dark in _GROUNDS for step in range(5)]
    return list(dict.fromkeys((*shades, *grounds, *(darker(ground, 0.07) for ground in grounds))))


def _shades(flag: Colour) -> tuple[Colour, ...]:
    """A colour in light and shadow, and on worn plaster."""
    return flag, lighter(flag, 0.14), lighter(flag, 0.5), darker(flag, 0.07), darker(flag, 0.3)
