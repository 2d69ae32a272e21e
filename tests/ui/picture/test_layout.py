"""Nothing on the picture covers anything else."""

from itertools import combinations, pairwise
from random import Random

import pytest

from bot.game.components import BUILDING_TYPES, columns_in_use
from bot.ui.picture.box import Box
from bot.ui.picture.layout import BayBoxes, Layout, TownBoxes, layout
from bot.ui.picture.pen import width_of
from bot.ui.picture.score import scale_of, spread
from bot.ui.picture.sprites import fitting

SIZES = [(seats, width, outbid) for seats in (2, 3, 4, 5) for width in (400, 720, 1080) for outbid in (False, True)]


def laid_out(seats: int, width: int, *, outbid: bool) -> Layout:
    return layout(seats, len(columns_in_use(seats)), width, outbid=outbid)


def in_bay(bay: BayBoxes) -> list[Box]:
    return [bay.head, *bay.spaces, bay.stand, *([bay.turned_away] if bay.turned_away else [])]


def in_town(town: TownBoxes) -> list[Box]:
    counts = [town.stemma, town.points, town.initial, town.slot, town.envoys, town.hand, town.loot, town.defender]
    return [*counts, town.houses, town.walls, *town.plaques, *town.portraits]


@pytest.mark.parametrize(("seats", "width", "outbid"), SIZES)
def test_no_two_boxes_overlap(seats: int, width: int, outbid: bool) -> None:
    boxes = laid_out(seats, width, outbid=outbid)
    smallest = [*boxes.arches, boxes.score]
    smallest += [box for bay in boxes.bays for box in in_bay(bay)]
    smallest += [box for town in boxes.towns for box in in_town(town)]
    assert not [(one, other) for one, other in combinations(smallest, 2) if one.overlaps(other)]


@pytest.mark.parametrize(("seats", "width", "outbid"), SIZES)
def test_every_box_lies_within_its_part_of_the_picture(seats: int, width: int, outbid: bool) -> None:
    boxes = laid_out(seats, width, outbid=outbid)
    sheet = Box(0, 0, *boxes.size)
    assert all(sheet.holds(box) for box in (boxes.vault, boxes.score, boxes.projects))
    assert all(boxes.vault.holds(arch) for arch in boxes.arches)
    assert all(boxes.projects.holds(bay.whole) and bay.whole.holds(box) for bay in boxes.bays for box in in_bay(bay))
    assert all(sheet.holds(town.whole) and town.whole.holds(box) for town in boxes.towns for box in in_town(town))


def test_a_town_has_a_place_for_each_type() -> None:
    for town in laid_out(5, 1080, outbid=False).towns:
        assert len(town.plaques) == len(town.portraits) == len(BUILDING_TYPES)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_numbers_are_large_enough_for_a_phone(seats: int) -> None:
    boxes = laid_out(seats, 1080, outbid=False)
    for bay in boxes.bays:
        assert min(space.h for space in bay.spaces) * 0.66 > 1080 / 45
    for town in boxes.towns:
        assert fitting("99", town.points) > 1080 / 20
        assert min(town.hand.h, town.loot.h) * 0.62 > 1080 / 45


def test_a_text_is_never_wider_than_its_box() -> None:
    box = Box(0, 0, 60, 40)
    for text in ("1", "12", "123", "−123"):
        assert width_of(text, fitting(text, box)) <= box.w
        assert fitting(text, box) <= box.h


def test_banners_never_cover_each_other_nor_leave_the_track() -> None:
    rng = Random(7)  # reproducible, nothing secret
    for _ in range(200):
        wanted = sorted(rng.uniform(0, 900) for _ in range(rng.randint(2, 5)))
        places = spread(wanted, 54, 0, 900)
        assert all(later - earlier >= 54 for earlier, later in pairwise(places))
        assert places[0] >= 27
        assert places[-1] <= 873


def test_a_banner_with_room_stands_at_its_points() -> None:
    assert spread([100, 300, 800], 54, 0, 900) == [100, 300, 800]


def test_the_scale_holds_all_points_with_few_marks() -> None:
    for points in ([0, 0], [3, 9], [47, 61, 12], [-31, -11, 4], [140, 0, 99], [-200, 300]):
        scale = scale_of(points)
        assert scale[0] <= min(points)
        assert scale[-1] >= max(points)
        assert len(scale) <= 15
