"""The state of a game: frozen and slotted; every change makes a new one."""

from dataclasses import dataclass
from enum import StrEnum

from bot.game.actions import Force
from bot.game.components import ENVOYS, BuildingType, CardId, Seat
from bot.game.resources import Resources

BONUS_WALL = "bonus"  # stands first in a section that began as a bonus wall (rule 8.10)


class Phase(StrEnum):
    """The stages of a turn (rule 2.4). Replacement, notables and turn end ask nobody: no settled state is in them."""

    PROJECTS = "projects"
    OUTBID = "outbid"
    REPLACEMENT = "replacement"
    INVASION = "invasion"
    CONSTRUCTION = "construction"
    NOTABLES = "notables"
    REPAIR = "repair"
    TURN_END = "turn end"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from: seats in order, decks A-D in drawing order, and whether screens are open (3.4)."""

    communes: tuple[Seat, ...]
    decks: tuple[tuple[CardId, ...], ...]
    open_screens: bool = False


@dataclass(frozen=True, slots=True)
class StandingBid:
    """An envoy with its tokens on a column."""

    seat: Seat
    coins: int
    believers: int

    @property
    def value(self) -> int:
        """Its value in half coins (rule 5.1)."""
        return 2 * self.coins + self.believers

    @property
    def tokens(self) -> Resources:
        """Its tokens as resources."""
        return Resources(coins=self.coins, believers=self.believers)


@dataclass(frozen=True, slots=True)
class Column:
    """A project column: cards from its top space down, and the bid that stands there."""

    cards: tuple[CardId, ...] = ()
    bid: StandingBid | None = None


@dataclass(frozen=True, slots=True)
class Displaced:
    """A bid that was outbid, and the column it stood on (counted from 1)."""

    bid: StandingBid
    column: int


@dataclass(frozen=True, slots=True)
class CityBuilding:
    """A building of a city: its level is the number of its cards."""

    type: BuildingType
    cards: tuple[CardId, ...]

    @property
    def level(self) -> int:
        """From 1 to 4."""
        return len(self.cards)

    @property
    def vp(self) -> int:
        """What all its steps gave: 1 + .. + level (rules 8.8, 9.2)."""
        return self.level * (self.level + 1) // 2


@dataclass(frozen=True, slots=True)
class Defence:
    """A sealed defence (rule 11.2)."""

    league: Force
    walls: Force

    @property
    def tokens(self) -> Resources:
        """All that it sends."""
        return self.league.tokens.plus(self.walls.tokens)


@dataclass(frozen=True, slots=True)
class City:
    """What belongs to one seat, before and behind its screen."""

    seat: Seat
    resources: Resources
    vp: int = 0
    loot: int = 0
    hand: tuple[CardId, ...] = ()
    buildings: tuple[CityBuilding, ...] = ()
    walls: tuple[tuple[CardId, ...], ...] = ()
    active: tuple[BuildingType, ...] = ()
    heroism: tuple[int, ...] = ()
    sealed: Defence | None = None

    def type_vp(self, kind: BuildingType) -> int:
        """Its victory points in one building type (rules 9.2, 12.8)."""
        return sum(building.vp for building in self.buildings if building.type == kind)

    def top_level(self, kind: BuildingType) -> int:
        """The level of its highest building of a type; 0 without one (rules 5.10, 9.1)."""
        return max((building.level for building in self.buildings if building.type == kind), default=0)


@dataclass(frozen=True, slots=True)
class State:
    """Everything, nothing hidden. `final_turns` as in record.md; notables by type in the order of BUILDING_TYPES."""

    communes: tuple[Seat, ...]
    cities: tuple[City, ...]
    decks: tuple[tuple[CardId, ...], ...]
    columns: tuple[Column, ...]
    reserve: Resources
    bonus_walls: int
    active: Seat
    first_defender: Seat
    phase: Phase = Phase.PROJECTS
    turn: int = 1
    outbid: Displaced | None = None
    building_steps: int = 0
    wall_steps: int = 0
    notables: tuple[Seat | None, ...] = (None, None, None, None)
    invasions: int = 0
    final_turns: int | None = None
    open_screens: bool = False

    def city(self, seat: Seat) -> City:
        """The city of a seat in this game."""
        return self.cities[self.communes.index(seat)]

    def after(self, seat: Seat) -> Seat:
        """The next seat in seat order, wrapping round."""
        return self.communes[(self.communes.index(seat) + 1) % len(self.communes)]

    def envoys(self, seat: Seat) -> int:
        """The seat's free envoys; one that was just outbid is not counted home."""
        placed = sum(column.bid is not None and column.bid.seat == seat for column in self.columns)
        return ENVOYS - placed - (self.outbid is not None and self.outbid.bid.seat == seat)

    @property
    def deck(self) -> int | None:
        """The index of the current deck: the first that holds a card, None when D is empty (rule 2.1)."""
        return next((index for index, cards in enumerate(self.decks) if cards), None)

    @property
    def lowest_vp(self) -> int:
        """The lowest VP of all seats (rule 11.1)."""
        return min(city.vp for city in self.cities)
