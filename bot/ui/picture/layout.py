"""Where everything stands: depends on the numbers of seats and columns and on the width, not on how full they are."""

from dataclasses import dataclass
from functools import lru_cache

from bot.ui.picture.box import Box

DESIGN_WIDTH = 1080  # the numbers below are pixels of a picture of this width
_MARGIN, _GAP = 34, 10
_VAULT, _SCORE, _HEAD, _TURNED_AWAY = 232, 128, 62, 78
_CARD = {4: 106, 5: 100, 6: 94, 7: 90}  # by the number of columns
_STAND = {4: 116, 5: 112, 6: 108, 7: 108}
_WIDEST_CARD = 208
_TOWN_HEIGHT = {2: 330, 3: 300, 4: 270, 5: 262}
_MOST_CARDS = 3
_SIDE, _OFFICES = 244, 162  # widths in a town: its arms and counts, its activation cards and notables


@dataclass(frozen=True, slots=True)
class BayBoxes:
    """One project column: its number, its card spaces from the top down, its envoy, and one just turned away."""

    whole: Box
    head: Box
    spaces: tuple[Box, ...]
    stand: Box
    turned_away: Box | None


@dataclass(frozen=True, slots=True)
class TownBoxes:
    """One city. `slot`: whether it is asked, or the strength against it."""

    whole: Box
    stemma: Box
    points: Box
    initial: Box
    slot: Box
    envoys: Box
    hand: Box
    loot: Box
    defender: Box
    houses: Box
    walls: Box
    plaques: tuple[Box, ...]
    portraits: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole picture."""

    size: tuple[int, int]
    vault: Box
    arches: tuple[Box, ...]
    score: Box
    projects: Box
    bays: tuple[BayBoxes, ...]
    towns: tuple[TownBoxes, ...]


@lru_cache(maxsize=16)
def layout(seats: int, columns: int, width: int, *, outbid: bool) -> Layout:
    """The layout for so many seats and columns; one row more while a bid is turned away."""

    def px(design: float) -> int:
        return round(design * width / DESIGN_WIDTH)

    left, across = px(_MARGIN), width - 2 * px(_MARGIN)
    vault = Box(left, px(_MARGIN), across, px(_VAULT))
    score = Box(left, vault.bottom, across, px(_SCORE))
    projects = Box(
        left,
        score.bottom,
        across,
        px(_HEAD) + _MOST_CARDS * px(_CARD[columns]) + px(_STAND[columns]) + outbid * px(_TURNED_AWAY),
    )
    town, top = px(_TOWN_HEIGHT[seats]), projects.bottom + px(_GAP)
    towns = [Box(left, top + number * (town + px(_GAP)), across, town) for number in range(seats)]
    return Layout(
        size=(width, towns[-1].bottom + px(_MARGIN)),
        vault=vault,
        arches=tuple(vault.columns(4)),
        score=score,
        projects=projects,
        bays=tuple(_bay(box, columns, width, outbid=outbid) for box in projects.columns(columns)),
        towns=tuple(_town(box, width) for box in towns),
    )


def _bay(whole: Box, columns: int, width: int, *, outbid: bool) -> BayBoxes:
    unit = width / DESIGN_WIDTH
    head, card = round(_HEAD * unit), round(_CARD[columns] * unit)
    card_width = min(whole.w - round(14 * unit), round(_WIDEST_CARD * unit))
    spaces = [
        Box(whole.x, whole.y + head + number * card, whole.w, card).middle(card_width, card - round(8 * unit))
        for number in range(_MOST_CARDS)
    ]
    foot = whole.y + head + _MOST_CARDS * card
    stand = Box(spaces[0].x, foot, card_width, round(_STAND[columns] * unit))
    away = Box(stand.x, stand.bottom, card_width, whole.bottom - stand.bottom) if outbid else None
    return BayBoxes(whole, Box(whole.x, whole.y, whole.w, head), tuple(spaces), stand, away)


def _town(whole: Box, width: int) -> TownBoxes:
    unit = width / DESIGN_WIDTH
    side, offices = round(_SIDE * unit), round(_OFFICES * unit)
    arms = Box(whole.x, whole.y, side, whole.h).inset(round(12 * unit))
    right = Box(whole.right - offices, whole.y, offices, whole.h).inset(round(8 * unit))
    middle = Box(whole.x + side, whole.y, whole.w - side - offices, whole.h)
    rows = [row.columns(2, round(6 * unit)) for row in right.rows(4, round(5 * unit))]
    second, third = arms.part(0, 0.49, 1, 0.74), arms.part(0, 0.77, 1, 1)
    return TownBoxes(
        whole=whole,
        stemma=arms.part(0, 0, 0.4, 0.46),
        points=arms.part(0.42, 0.02, 1, 0.44),
        initial=second.part(0, 0, 0.22, 1),
        slot=second.part(0.24, 0, 0.52, 1),
        envoys=second.part(0.53, 0, 1, 1),
        hand=third.part(0, 0, 0.36, 1),
        loot=third.part(0.37, 0, 0.74, 1),
        defender=third.part(0.78, 0, 1, 1),
        houses=middle.part(0.01, 0.05, 0.99, 0.72),
        walls=middle.part(0.01, 0.725, 0.99, 0.97),
        plaques=tuple(plaque for plaque, _ in rows),
        portraits=tuple(portrait for _, portrait in rows),
    )
