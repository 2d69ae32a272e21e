"""What one seat has, as it knows it, and what it would have after a step: a sketch to weigh, not a second rulebook."""

from functools import lru_cache
from typing import NamedTuple

from bot.game.components import BUILDING_TYPES, TOP_LEVEL, BuildingType, CardId
from bot.game.observation import Observation
from bot.game.resources import Resources

Lot = tuple[BuildingType, int]  # a building: its type and level


class Holding(NamedTuple):
    """One seat's resources, cards and city. `walls` are the levels of its sections."""

    resources: Resources
    vp: int
    loot: int
    hand: tuple[CardId, ...]
    buildings: tuple[Lot, ...]
    walls: tuple[int, ...]
    active: tuple[BuildingType, ...]
    notables: tuple[BuildingType, ...]

    def built(self, kind: BuildingType, building: int | None) -> "Holding":
        """After a building step (rule 8.8); `building` counts from 1, None founds."""
        active = self.active if kind in self.active else (*self.active, kind)
        if building is None:
            return self._replace(buildings=(*self.buildings, (kind, 1)), active=active, vp=self.vp + 1)
        level = self.buildings[building - 1][1] + 1
        buildings = (*self.buildings[: building - 1], (kind, level), *self.buildings[building:])
        return self._replace(buildings=buildings, active=active, vp=self.vp + level)

    def walled(self, section: int | None) -> "Holding":
        """After a wall step (rules 8.9, 8.10); `section` counts from 1, None founds."""
        if section is None:
            return self._replace(walls=(*self.walls, 1))
        level = self.walls[section - 1] + 1
        bonus = (1,) if level == TOP_LEVEL else ()
        return self._replace(walls=(*self.walls[: section - 1], level, *self.walls[section:], *bonus))

    def paid(self, tokens: Resources) -> "Holding":
        """After spending tokens that it holds."""
        return self._replace(resources=self.resources.minus(tokens))

    def given(self, tokens: Resources) -> "Holding":
        """After receiving tokens."""
        return self._replace(resources=self.resources.plus(tokens))

    def without(self, *cards: CardId) -> "Holding":
        """After cards left its hand."""
        return self._replace(hand=tuple(card for card in self.hand if card not in cards))


def held(observation: Observation) -> Holding:
    """What the observing seat has."""
    assert observation.seat is not None
    screen, city = observation.screen(observation.seat), observation.city(observation.seat)
    assert screen is not None
    return Holding(
        resources=screen.resources,
        vp=city.vp,
        loot=city.loot,
        hand=screen.hand,
        buildings=tuple((building.type, building.level) for building in city.buildings),
        walls=city.walls,
        active=city.active,
        notables=city.notables,
    )


@lru_cache(maxsize=4096)
def type_vps(buildings: tuple[Lot, ...]) -> tuple[int, ...]:
    """Victory points by type, in the order of BUILDING_TYPES (rules 9.2, 12.8)."""
    return tuple(sum(level * (level + 1) // 2 for of, level in buildings if of == kind) for kind in BUILDING_TYPES)


@lru_cache(maxsize=4096)
def top_levels(buildings: tuple[Lot, ...]) -> tuple[int, ...]:
    """The levels of the highest building by type, 0 without one, in the order of BUILDING_TYPES (rule 5.10)."""
    return tuple(max((level for of, level in buildings if of == kind), default=0) for kind in BUILDING_TYPES)


@lru_cache(maxsize=4096)
def cards_at_heights(walls: tuple[int, ...]) -> tuple[int, ...]:
    """How many wall cards lie at each height, from the top level down to 1 (rule 11.4)."""
    return tuple(sum(level >= height for level in walls) for height in range(TOP_LEVEL, 0, -1))
