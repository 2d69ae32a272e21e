"""What the picture shows, and nothing else: taken out of a spectator's observation, field by field (law 4)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bot.game.components import BUILDING_TYPES, CARDS, BuildingType, CardId, Seat, columns_in_use
from bot.game.observation import CityFront, Observation
from bot.game.state import CityBuilding, Phase, StandingBid

MOST_BUILDINGS = 16  # drawn one by one; more are counted by type and level
MOST_SECTIONS = 12  # likewise of the wall
_INVASIONS = 4


@dataclass(frozen=True, slots=True)
class Face:
    """The face of a project card."""

    types: tuple[BuildingType, ...]
    value: int


@dataclass(frozen=True, slots=True)
class Bay:
    """A project column. `outbid`: the bid that was just turned away from it (5.4)."""

    spaces: int
    bonus: bool
    faces: tuple[Face, ...]
    bid: StandingBid | None
    outbid: StandingBid | None


@dataclass(frozen=True, slots=True)
class House:
    """Buildings of one type and level: one, or all of them where a city has very many."""

    type: BuildingType
    level: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Section:
    """Wall sections of one level: one, or all of them where a city has very many."""

    level: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Town:
    """A seat's city. `points`: VP, at the end the final score; `strength` against it while an invasion is open."""

    seat: Seat
    points: int
    loot: int
    envoys: int
    hand: int
    houses: tuple[House, ...]
    sections: tuple[Section, ...]
    active: tuple[BuildingType, ...]
    notables: tuple[BuildingType, ...]
    on_turn: bool
    asked: bool
    defender: bool
    winner: bool
    strength: int | None


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole picture. `invasion`: how many are past; `sealed`: None but while one is open; `turns`: of the final
    round, None before it; `last_turn`: deck D is empty, and the final round has not begun (12.1)."""

    invasion: int
    decks: tuple[int, ...]
    sealed: int | None
    turns: int | None
    last_turn: bool
    bays: tuple[Bay, ...]
    towns: tuple[Town, ...]

    @property
    def outbid(self) -> bool:
        """Whether a bid was turned away and waits for an answer."""
        return any(bay.outbid for bay in self.bays)


def scene_of(observation: Observation) -> Scene:
    """What the picture of a spectator's observation shows."""
    assert observation.seat is None
    over = observation.phase is Phase.OVER
    ended = observation.deck is None and not over
    return Scene(
        invasion=min(observation.invasions, _INVASIONS),
        decks=observation.deck_sizes,
        sealed=observation.sealed if observation.phase is Phase.INVASION else None,
        turns=observation.final_turns if ended else None,
        last_turn=ended and observation.final_turns is None,
        bays=tuple(_bay(observation, number) for number in range(len(observation.columns))),
        towns=tuple(_town(observation, city) for city in observation.cities),
    )


def _bay(observation: Observation, number: int) -> Bay:
    column, layout = observation.columns[number], columns_in_use(len(observation.communes))[number]
    displaced = observation.outbid
    return Bay(
        spaces=layout.spaces,
        bonus=layout.bonus,
        faces=tuple(map(_face, column.cards)),
        bid=column.bid,
        outbid=displaced.bid if displaced and displaced.column == number + 1 else None,
    )


def _face(card: CardId) -> Face:
    return Face(CARDS[card].types, CARDS[card].value)


def _town(observation: Observation, city: CityFront) -> Town:
    over, invaded = observation.phase is Phase.OVER, observation.phase is Phase.INVASION
    return Town(
        seat=city.seat,
        points=_points(observation, city),
        loot=city.loot,
        envoys=city.envoys,
        hand=city.hand_size,
        houses=_houses(city.buildings),
        sections=_sections(city.walls),
        active=tuple(kind for kind in BUILDING_TYPES if kind in city.active),
        notables=city.notables,
        on_turn=not over and city.seat == observation.active,
        asked=not invaded and city.seat in observation.asked,
        defender=city.seat == observation.first_defender,
        winner=city.seat == observation.winner,
        strength=observation.strength_against(city.seat) if invaded else None,
    )


def _points(observation: Observation, city: CityFront) -> int:
    if observation.scores is None:
        return city.vp
    return observation.scores[observation.communes.index(city.seat)].total


def _houses(buildings: Iterable[CityBuilding]) -> tuple[House, ...]:
    """By type, highest first, as the text of the board lists them."""
    houses = sorted(
        (House(building.type, building.level) for building in buildings),
        key=lambda house: (BUILDING_TYPES.index(house.type), -house.level),
    )
    if len(houses) <= MOST_BUILDINGS:
        return tuple(houses)
    return tuple(House(house.type, house.level, count) for house, count in Counter(houses).items())


def _sections(levels: tuple[int, ...]) -> tuple[Section, ...]:
    """In their order, by which players name them; counted, highest first."""
    if len(levels) <= MOST_SECTIONS:
        return tuple(map(Section, levels))
    return tuple(Section(level, count) for level, count in sorted(Counter(levels).items(), reverse=True))
