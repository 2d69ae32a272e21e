"""The components of the game, read from components.json and checked once (rules 1, 2.2)."""

from collections import Counter
from importlib.resources import files
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from bot.game.resources import Resource, Resources

Seat = str
CardId = str
DeckName = Literal["A", "B", "C", "D"]
DECKS: tuple[DeckName, ...] = get_args(DeckName)
BuildingType = Literal["economic", "military", "cultural", "religious"]
BUILDING_TYPES: tuple[BuildingType, ...] = get_args(BuildingType)


class _Component(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


class Card(_Component):
    """A project card; `types` has one, two or four entries (rule 1.4)."""

    id: CardId
    deck: DeckName
    value: int = Field(ge=1, le=4)
    types: tuple[BuildingType, ...] = Field(min_length=1)
    min_players: int = Field(ge=2, le=5)


class Commune(_Component):
    """What a seat starts with and its base income: fixed tokens and some of choice (rule 2.2)."""

    key: Seat
    number: int
    start: Resources
    income: Resources
    choices: int
    colour: str = Field(pattern=r"^#[0-9a-f]{6}$")


class ProjectColumn(_Component):
    """One column of project cards (rule 1.5)."""

    spaces: int
    min_players: int
    bonus: bool


class Invasion(_Component):
    """One of the four invasions: its deck, strength and heroism tokens, higher first (rules 1.6, 11.1)."""

    deck: DeckName
    invader: Literal["venice", "pope", "france", "emperor"]
    strength: int
    heroism: tuple[int, int]


class Building(_Component):
    """A building type with its resource and its notable (rule 1.3)."""

    type: BuildingType
    resource: Resource
    notable: Literal["treasurer", "captain", "architect", "bishop"]


class Components(_Component):
    """Everything in the box."""

    communes: tuple[Commune, ...]
    reserve: Resources
    envoys_per_player: int
    bonus_walls: int
    columns: tuple[ProjectColumn, ...]
    invasion_track: dict[DeckName, dict[str, int]]
    invasions: tuple[Invasion, ...]
    buildings: tuple[Building, ...]
    cards: tuple[Card, ...]


def load_components() -> Components:
    """Read and check the shipped file. Raises ValueError when a total of the rules is broken."""
    text = files("bot.game").joinpath("data/components.json").read_text(encoding="utf-8")
    components = TypeAdapter(Components).validate_json(text)
    check_totals(components)
    return components


def check_totals(components: Components) -> None:
    """Raise ValueError unless the reserve, the cards, the columns and the invasion track agree (rules 1.2-1.5)."""
    if components.reserve != Resources(coins=50, soldiers=60, believers=50, artisans=50):
        raise ValueError("the reserve must hold 50 coins, 60 soldiers, 50 believers and 50 artisans")
    _check_cards(components.cards)
    if tuple(building.type for building in components.buildings) != BUILDING_TYPES:
        raise ValueError("there must be one row for each building type")
    if tuple(commune.number for commune in components.communes) != (1, 2, 3, 4, 5):
        raise ValueError("there must be five communes, in order of their numbers")
    for players in range(2, 6):
        _check_track(components, players)


def _check_cards(cards: tuple[Card, ...]) -> None:
    if len(cards) != 88 or len({card.id for card in cards}) != 88:
        raise ValueError("there must be 88 different cards")
    kinds, sizes = Counter(card.types for card in cards), Counter(len(card.types) for card in cards)
    if any(kinds[(kind,)] != 18 for kind in BUILDING_TYPES):
        raise ValueError("there must be 18 cards of each type alone")
    if (sizes[2], sizes[4]) != (12, 4):
        raise ValueError("there must be 12 wild for two types and 4 for all four")


def _check_track(components: Components, players: int) -> None:
    spaces = sum(column.spaces for column in components.columns if column.min_players <= players)
    for deck in DECKS:
        have = sum(card.deck == deck and card.min_players <= players for card in components.cards)
        want = components.invasion_track[deck][str(players)] + (spaces if deck == "A" else 0)
        if have != want:
            raise ValueError(f"deck {deck} with {players} players has {have} cards instead of {want}")


COMPONENTS = load_components()
CARDS: dict[CardId, Card] = {card.id: card for card in COMPONENTS.cards}
COMMUNES: dict[Seat, Commune] = {commune.key: commune for commune in COMPONENTS.communes}
RESOURCE_OF: dict[BuildingType, Resource] = {building.type: building.resource for building in COMPONENTS.buildings}
ENVOYS = COMPONENTS.envoys_per_player
TOP_LEVEL = 4  # of buildings and wall sections (rules 8.5, 8.9)


def columns_in_use(players: int) -> tuple[ProjectColumn, ...]:
    """The columns of a game of `players`, left to right (rule 1.5)."""
    return tuple(column for column in COMPONENTS.columns if column.min_players <= players)


def cards_in_use(deck: DeckName, players: int) -> frozenset[CardId]:
    """The cards of one deck in a game of `players` (rule 1.4)."""
    return frozenset(card.id for card in COMPONENTS.cards if card.deck == deck and card.min_players <= players)
