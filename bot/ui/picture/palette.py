"""The colours of the picture: pigments of a fresco, and what communes and building types wear."""

from collections.abc import Mapping

from bot.game.components import COMMUNES, BuildingType, Seat

Colour = tuple[int, int, int]

INK: Colour = (58, 36, 24)
SEPIA: Colour = (122, 88, 58)
PARCHMENT: Colour = (241, 227, 194)
PARCHMENT_LIGHT: Colour = (252, 243, 220)
PARCHMENT_DARK: Colour = (214, 188, 138)
GOLD: Colour = (217, 166, 50)
GOLD_LIGHT: Colour = (250, 218, 128)
GOLD_DARK: Colour = (146, 98, 24)
LAPIS: Colour = (32, 52, 108)
LAPIS_DARK: Colour = (20, 33, 74)
VERMILION: Colour = (190, 52, 38)
WAX: Colour = (158, 30, 32)
VERDIGRIS: Colour = (98, 138, 92)
OLIVE: Colour = (146, 150, 88)
CYPRESS: Colour = (44, 76, 52)
TERRACOTTA: Colour = (190, 104, 70)
STONE: Colour = (206, 190, 166)
SKIN: Colour = (232, 192, 152)
SKY: Colour = (176, 202, 206)
SERPENT: Colour = (58, 110, 88)
FADED: Colour = (118, 122, 146)
NIGHT: Colour = (40, 34, 44)

TYPE_COLOURS: Mapping[BuildingType, Colour] = {
    "economic": (226, 168, 28),
    "military": (192, 50, 38),
    "cultural": (40, 104, 170),
    "religious": (118, 62, 142),
}


def mix(one: Colour, other: Colour, part: float) -> Colour:
    """The first colour with this part (0 to 1) of the second in it."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue


def lighter(colour: Colour, part: float) -> Colour:
    """Towards the light of parchment."""
    return mix(colour, PARCHMENT_LIGHT, part)


def darker(colour: Colour, part: float) -> Colour:
    """Towards ink."""
    return mix(colour, INK, part)


def commune_colour(seat: Seat) -> Colour:
    """The colour of a commune, from the components."""
    number = int(COMMUNES[seat].colour.removeprefix("#"), 16)
    return number >> 16, number >> 8 & 0xFF, number & 0xFF
