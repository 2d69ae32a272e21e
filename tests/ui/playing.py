"""Random whole games and the fullest table, as material to show."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from bot.game.actions import Action, Defend, Force
from bot.game.components import BUILDING_TYPES, CARDS, COMMUNES, DECKS, BuildingType, CardId, Seat, cards_in_use
from bot.game.events import Event
from bot.game.resources import Resources
from bot.game.rules import apply, legal, start, waiting
from bot.game.state import BONUS_WALL, City, CityBuilding, Column, Phase, Setup, StandingBid, State
from bot.locale import translator
from bot.ui.people import People

T = translator("en")
HOSTILE = (
    "**__~~||`x`||~~__** [a](http://b)",  # 32 characters of markdown
    "🏰" * 32,
    "@everyone <@123456789012345678>\u202e",
    "<:smile:123456789012345678>\u200b\u200d# 1",
    "\\\\\\\\****____~~~~||||````>>>>####",
)
SIX = tuple(f"{name[:32]:*<32}" for name in HOSTILE)


def people_of(communes: tuple[Seat, ...]) -> People:
    """Every seat with a name that is 32 characters of trouble."""
    return People(
        names=dict(zip(communes, SIX, strict=False)),
        users={seat: 100 + number for number, seat in enumerate(communes)},
    )


def plain_people(*communes: Seat) -> People:
    """Every seat with an honest name."""
    names = ("Alice", "Bruno", "Carla", "Dario", "Elena")
    return People(dict(zip(communes, names, strict=False)), dict.fromkeys(communes, 1))


def defence(rng: Random, seat: Seat, held: Resources) -> Defend:
    """Any defence that the tokens allow."""
    forces = []
    for _ in range(2):
        force = Force(
            soldiers=rng.randint(0, held.soldiers),
            coins=2 * rng.randint(0, held.coins // 2),
            believers=2 * rng.randint(0, held.believers // 2),
        )
        held = held.minus(force.tokens)
        forces.append(force)
    return Defend(seat=seat, league=forces[0], walls=forces[1])


def any_action(rng: Random, state: State) -> Action:
    """A legal action of a seat that holds the game up."""
    seat = rng.choice(waiting(state))
    if state.phase is Phase.INVASION:
        return defence(rng, seat, state.city(seat).resources)
    choices = legal(state, seat)
    return rng.choice(choices.of(rng.choice(choices.kinds)))


@cache
def whole_game(seed: int, seats: int, *, open_screens: bool = False) -> tuple[tuple[State, tuple[Event, ...]], ...]:
    """Each state of a random game with what happened before it."""
    rng = Random(f"{seed} {seats}")  # reproducible, nothing secret
    return tuple(_states(rng, seats, open_screens))


def _states(rng: Random, seats: int, open_screens: bool) -> Iterator[tuple[State, tuple[Event, ...]]]:
    communes = tuple(sorted(rng.sample(list(COMMUNES), seats), key=list(COMMUNES).index))
    decks = tuple(
        tuple(rng.sample(sorted(cards_in_use(deck, seats)), len(cards_in_use(deck, seats)))) for deck in DECKS
    )
    state = start(Setup(communes, decks, open_screens))
    events: tuple[Event, ...] = ()
    yield state, events
    while waiting(state):
        state, events = apply(state, any_action(rng, state))
        yield state, events


FOUR_WILD: tuple[CardId, ...] = ("B14", "C11", "C16", "D12")
TWELVE = (*FOUR_WILD, "A17", "A18", "A23", "A30", "B10", "B11", "B16", "D19")


def full_city(seat: Seat) -> City:
    """More than any game gives: 12 buildings, 10 wall sections, 12 cards in hand, and tokens in plenty."""
    kinds: list[BuildingType] = [kind for kind in BUILDING_TYPES for _ in range(3)]
    levels = (1, 2, 3) * 4
    cards = tuple(CARDS)
    buildings = tuple(CityBuilding(kind, cards[:level]) for kind, level in zip(kinds, levels, strict=True))
    walls = (
        (BONUS_WALL, "B14", "C11"),
        *(FOUR_WILD for _ in range(5)),
        *(FOUR_WILD[:number] for number in (1, 2, 3, 3)),
    )
    return City(
        seat,
        Resources(coins=40, soldiers=40, believers=40, artisans=40),
        vp=140,
        loot=123,
        hand=TWELVE,
        buildings=buildings,
        walls=walls,
        active=BUILDING_TYPES,
        heroism=(1, 2, 3, 3, 4, 4, 5, 6),
    )


def fullest(phase: Phase, *, open_screens: bool = False) -> State:
    """Five seats, everything everywhere; not a position that a game reaches, but an upper bound of what is shown."""
    communes = tuple(COMMUNES)
    decks = tuple(tuple(cards_in_use(deck, 5)) for deck in DECKS)
    state = start(Setup(communes, decks, open_screens))
    columns = tuple(
        Column(FOUR_WILD[: len(column.cards)], StandingBid(communes[number % 5], 38, 38) if number % 2 else None)
        for number, column in enumerate(state.columns)
    )
    return replace(
        state,
        phase=phase,
        columns=columns,
        cities=tuple(map(full_city, communes)),
        notables=("siena", "siena", "siena", "siena"),
        active="milano",
        turn=1234,
        building_steps=3,
        wall_steps=3,
    )
