"""Everything in the scene can be seen: a picture changes with each part of it."""

from dataclasses import replace

import pytest

from bot.game.observation import observe
from bot.game.state import CityBuilding, Phase, StandingBid
from bot.ui.picture.painting import paint
from bot.ui.picture.scene import MOST_BUILDINGS, MOST_SECTIONS, Face, House, Scene, Section, Town, scene_of
from tests.game.builders import city_with, first, invaded, stand
from tests.ui.picture.showing import SMALL
from tests.ui.playing import whole_game


def with_town(scene: Scene, town: Town) -> Scene:
    return replace(scene, towns=(town, *scene.towns[1:]))


def base() -> Scene:
    """One of everything, small."""
    scene = scene_of(observe(stand(first(3), 2, "siena", coins=2, believers=1), None))
    town = replace(
        scene.towns[0],
        houses=(House("economic", 2), House("military", 1)),
        sections=(Section(2), Section(1)),
        active=("military",),
        notables=("economic",),
    )
    return with_town(scene, town)


TOWN_CHANGES: dict[str, dict[str, object]] = {
    "seat": {"seat": "milano"},
    "points": {"points": 1},
    "loot": {"loot": 1},
    "envoys": {"envoys": 2},
    "hand": {"hand": 1},
    "level of a building": {"houses": (House("economic", 3), House("military", 1))},
    "type of a building": {"houses": (House("cultural", 2), House("military", 1))},
    "one building less": {"houses": (House("economic", 2),)},
    "buildings counted": {"houses": (House("economic", 2, 12), House("military", 1))},
    "level of a wall": {"sections": (Section(2), Section(2))},
    "order of walls": {"sections": (Section(1), Section(2))},
    "walls counted": {"sections": (Section(2, 8), Section(1))},
    "active": {"active": ("military", "cultural")},
    "notables": {"notables": ("religious",)},
    "turn": {"on_turn": False},
    "asked": {"asked": False},
    "defender": {"defender": False},
    "winner": {"winner": True, "on_turn": False},
    "strength": {"strength": 7},
}


def pixels(scene: Scene) -> bytes:
    return paint(scene, SMALL).tobytes()


@pytest.mark.parametrize("change", TOWN_CHANGES.values(), ids=TOWN_CHANGES)
def test_each_part_of_a_city_is_seen(change: dict[str, object]) -> None:
    scene = base()
    changed = with_town(scene, replace(scene.towns[0], **change))  # type: ignore[arg-type]  # the names are those of Town
    assert changed != scene
    assert pixels(changed) != pixels(scene)


def test_each_part_of_a_column_is_seen() -> None:
    scene = base()
    bay = scene.bays[1]
    others = [
        replace(bay, bid=None),
        replace(bay, bid=StandingBid("siena", 1, 2)),
        replace(bay, bid=StandingBid("siena", 2, 2)),
        replace(bay, bid=StandingBid("lucca", 2, 1)),
        replace(bay, outbid=StandingBid("lucca", 1, 0)),
        replace(bay, outbid=StandingBid("lucca", 1, 1)),
        replace(bay, faces=bay.faces[:1]),
        replace(bay, faces=(Face(bay.faces[0].types, bay.faces[0].value % 4 + 1), *bay.faces[1:])),
        replace(bay, faces=(Face(("religious", "cultural"), bay.faces[0].value), *bay.faces[1:])),
    ]
    scenes = [scene, *(replace(scene, bays=(scene.bays[0], other, *scene.bays[2:])) for other in others)]
    assert len({pixels(each) for each in scenes}) == len(scenes)


def test_each_part_of_the_invasions_is_seen() -> None:
    scene = base()
    first_deck, *decks = scene.decks
    scenes = [
        scene,
        replace(scene, decks=(first_deck - 1, *decks)),
        replace(scene, invasion=1, decks=(0, *decks)),
        *(replace(scene, sealed=sealed, decks=(0, *decks)) for sealed in range(4)),
        replace(scene, invasion=3, decks=(0, 0, 0, 0), last_turn=True),
        *(replace(scene, invasion=3, decks=(0, 0, 0, 0), turns=turns) for turns in range(4)),
        replace(scene, invasion=4, decks=(0, 0, 0, 0)),
    ]
    assert len({pixels(each) for each in scenes}) == len(scenes)


def test_buildings_stand_by_type_and_the_highest_first() -> None:
    buildings = (
        CityBuilding("religious", ("a",)),
        CityBuilding("economic", ("b",)),
        CityBuilding("economic", ("c", "d")),
    )
    town = scene_of(observe(city_with(first(2), "lucca", buildings=buildings), None)).towns[0]
    assert town.houses == (House("economic", 2), House("economic", 1), House("religious", 1))


def test_very_many_buildings_are_counted_by_type_and_level() -> None:
    buildings = (CityBuilding("military", ("a",)),) * (MOST_BUILDINGS + 1)
    town = scene_of(observe(city_with(first(2), "lucca", buildings=buildings), None)).towns[0]
    assert town.houses == (House("military", 1, MOST_BUILDINGS + 1),)


def test_wall_sections_keep_their_order_until_they_are_very_many() -> None:
    few, many = (("a",), ("b", "c"), ("d",)), (("a",), ("b", "c")) * MOST_SECTIONS
    assert _sections(few) == (Section(1), Section(2), Section(1))
    assert _sections(many) == (Section(2, MOST_SECTIONS), Section(1, MOST_SECTIONS))


def _sections(walls: tuple[tuple[str, ...], ...]) -> tuple[Section, ...]:
    return scene_of(observe(city_with(first(2), "lucca", walls=walls), None)).towns[0].sections


def test_an_invasion_shows_how_many_have_sealed_and_asks_nobody_by_name() -> None:
    scene = scene_of(observe(invaded(first(3)), None))
    assert scene.sealed == 0
    assert not any(town.asked for town in scene.towns)
    assert all(town.strength == 4 for town in scene.towns)


def test_only_in_an_invasion_are_seals_and_strengths_shown() -> None:
    for state, _ in whole_game(3, 3):
        scene = scene_of(observe(state, None))
        invaded_now = state.phase is Phase.INVASION
        assert (scene.sealed is not None) == invaded_now
        assert all((town.strength is not None) == invaded_now for town in scene.towns)
