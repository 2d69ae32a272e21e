"""What happened, with its audience: everybody, or the seat alone (rules 3.1-3.7).

Where a rule hides a detail, the public event leaves it out and an event of the seat alone carries it.
"""

from dataclasses import dataclass

from bot.game.actions import Force
from bot.game.components import BuildingType, CardId, DeckName, Seat
from bot.game.resources import Resource, Resources


@dataclass(frozen=True, slots=True)
class Event:
    """Something that everybody may know."""


@dataclass(frozen=True, slots=True)
class OwnEvent(Event):
    """Something that the seat alone may know; everybody, where screens are open (3.4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SecretEvent(OwnEvent):
    """Something that the seat alone may know even where screens are open (3.5)."""


def visible_to(event: Event, seat: Seat | None, *, open_screens: bool) -> bool:
    """Whether a seat, or a spectator (None), may know of an event."""
    if not isinstance(event, OwnEvent) or event.seat == seat:
        return True
    return open_screens and not isinstance(event, SecretEvent)


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A seat's turn began (2.4)."""

    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True)
class EnvoyPlaced(Event):
    """A bid was placed (5.1)."""

    seat: Seat
    column: int
    coins: int
    believers: int


@dataclass(frozen=True, slots=True)
class EnvoyOutbid(Event):
    """A seat was outbid by another (5.1, 5.6)."""

    seat: Seat
    column: int
    rival: Seat


@dataclass(frozen=True, slots=True)
class EnvoyWithdrawn(Event):
    """An outbid envoy went home with its tokens; `forced` where no column could take it (5.4, 5.7)."""

    seat: Seat
    column: int
    coins: int
    believers: int
    forced: bool


@dataclass(frozen=True, slots=True)
class EnvoyMoved(Event):
    """An outbid envoy moved for one believer (5.5)."""

    seat: Seat
    origin: int
    column: int


@dataclass(frozen=True, slots=True)
class CardsAcquired(Event):
    """All cards of the seat's columns were taken; the tokens of its bids are gone (5.8)."""

    seat: Seat
    columns: tuple[int, ...]
    cards: tuple[CardId, ...]
    coins: int
    believers: int


@dataclass(frozen=True, slots=True)
class BonusDue(Event):
    """Resources of choice were due for bonus columns (5.9)."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class IncomeDue(Event):
    """Income was claimed: what was due by its source, and how many of choice; active cards were flipped (5.10)."""

    seat: Seat
    commune: Resources
    buildings: Resources
    notables: Resources
    choices: int
    flipped: tuple[BuildingType, ...]


@dataclass(frozen=True, slots=True)
class ResourcesChosen(OwnEvent):
    """Which resources of choice were taken (3.4)."""

    resources: tuple[Resource, ...]


@dataclass(frozen=True, slots=True)
class ResourcesLost(OwnEvent):
    """What was due and not there: fixed tokens by kind, and choices (1.2, 3.6)."""

    fixed: Resources
    choices: int


@dataclass(frozen=True, slots=True)
class ColumnFilled(Event):
    """An empty column was refilled, from its top space down (6.1)."""

    column: int
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class DeckRanOut(Event):
    """The last card of a deck was drawn (6.2)."""

    deck: DeckName


@dataclass(frozen=True, slots=True)
class InvasionStruck(Event):
    """An invasion asks every seat for its defence (7.1, 12.3)."""

    deck: DeckName


@dataclass(frozen=True, slots=True)
class DefenceSealed(SecretEvent):
    """A seat sealed a defence (11.2)."""

    league: Force
    walls: Force


@dataclass(frozen=True, slots=True)
class DefenceReport:
    """One seat's part of an opened invasion (11.1-11.8). `strength` is what was left against it."""

    seat: Seat
    league: Force
    walls: Force
    strength: int
    defence: int
    loot: int
    heroism: int | None


@dataclass(frozen=True, slots=True)
class InvasionResolved(Event):
    """The defences were opened together. `strength` is the invasion's own; `lost` are tokens that left the game."""

    deck: DeckName
    strength: int
    league: int
    defences: tuple[DefenceReport, ...]
    lost: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BuildingRaised(Event):
    """A building was founded (level 1) or expanded; it gave `level` VP (8.4-8.8). `building` counts from 1."""

    seat: Seat
    card: CardId
    building: int
    type: BuildingType
    level: int
    artisans: int
    believers: int


@dataclass(frozen=True, slots=True)
class WallRaised(Event):
    """A wall section was founded (level 1) or raised; its card is face down (8.9, 3.7). `section` counts from 1."""

    seat: Seat
    section: int
    level: int
    artisans: int
    believers: int


@dataclass(frozen=True, slots=True)
class WallCardPlaced(OwnEvent):
    """Which card went face down into a wall (3.7)."""

    section: int
    card: CardId


@dataclass(frozen=True, slots=True)
class BonusWallGained(Event):
    """A section of level 4 earned a bonus wall (8.10)."""

    seat: Seat
    section: int


@dataclass(frozen=True, slots=True)
class HandReduced(Event):
    """So many cards above two were discarded (8.11)."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class CardsDiscarded(OwnEvent):
    """Which cards were discarded (3.7)."""

    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class NotableWon(Event):
    """A notable came to a seat, from nobody or from another (9.1, 9.2)."""

    seat: Seat
    type: BuildingType
    previous: Seat | None


@dataclass(frozen=True, slots=True)
class LootRemoved(Event):
    """Loot points were bought off with believers (10.1)."""

    seat: Seat
    loot: int
    believers: int


@dataclass(frozen=True, slots=True)
class FinalRoundBegan(Event):
    """D ran out: every seat takes one more turn (12.2)."""

    turns: int


@dataclass(frozen=True, slots=True)
class BidLost(Event):
    """A bid still on a column at the end was lost (12.4)."""

    seat: Seat
    column: int
    coins: int
    believers: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over; the lowest commune number wins ties (12.9)."""

    winner: Seat
