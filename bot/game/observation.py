"""What one seat, or a spectator, may know: built up from nothing, never stripped down (rule 3, law 4)."""

from dataclasses import dataclass

from bot.game.components import (
    BUILDING_TYPES,
    COMMUNES,
    COMPONENTS,
    DECKS,
    BuildingType,
    CardId,
    DeckName,
    Invasion,
    Seat,
)
from bot.game.phases.acquire import bonus_owed, columns_held, reserve_at_bonus
from bot.game.phases.defence import raw_strength
from bot.game.phases.income import building_income, notable_income, reserve_at_choice
from bot.game.resources import Resource, Resources, possible_choices
from bot.game.rules import waiting
from bot.game.scoring import Score, scores, winner
from bot.game.state import City, CityBuilding, Column, Defence, Displaced, Phase, State

ChoiceLists = tuple[tuple[Resource, ...], ...]


@dataclass(frozen=True, slots=True)
class CityFront:
    """What everybody sees of a seat (3.1, 3.2, 3.7). `walls` are the levels of its sections, in order.

    `building_income` and `notable_income` are what claiming income would owe it beside its commune's (5.10).
    """

    seat: Seat
    vp: int
    loot: int
    envoys: int
    hand_size: int
    buildings: tuple[CityBuilding, ...]
    walls: tuple[int, ...]
    active: tuple[BuildingType, ...]
    notables: tuple[BuildingType, ...]
    building_income: Resources
    notable_income: Resources


@dataclass(frozen=True, slots=True)
class Screen:
    """What stands behind one seat's screen, and its face-down cards (3.1, 3.2, 3.7)."""

    seat: Seat
    resources: Resources
    hand: tuple[CardId, ...]
    heroism: tuple[int, ...]
    walls: tuple[tuple[CardId, ...], ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """All that `seat` may know; a spectator is None.

    `asked`: the seats that the phase asks, in an invasion all of them alike (3.5); `sealed`: how many have sealed.
    `screens`: the seat's own, or all where they are open or the game is over. `defence`: the seat's own seal.
    `reserve`: None while it is hidden (3.6). `income_choices`, `bonus_choices`: the lists of resources the seat
    could name while it is choosing (3.6); empty otherwise.
    """

    seat: Seat | None
    communes: tuple[Seat, ...]
    phase: Phase
    turn: int
    active: Seat
    asked: tuple[Seat, ...]
    sealed: int
    first_defender: Seat
    deck: DeckName | None
    deck_sizes: tuple[int, ...]
    columns: tuple[Column, ...]
    outbid: Displaced | None
    building_steps: int
    wall_steps: int
    bonus_walls: int
    invasions: int
    final_turns: int | None
    open_screens: bool
    cities: tuple[CityFront, ...]
    screens: tuple[Screen, ...]
    defence: Defence | None
    reserve: Resources | None
    income_choices: ChoiceLists
    bonus_choices: ChoiceLists
    scores: tuple[Score, ...] | None
    winner: Seat | None

    def city(self, seat: Seat) -> CityFront:
        """The front of a seat's city."""
        return self.cities[self.communes.index(seat)]

    def screen(self, seat: Seat) -> Screen | None:
        """What is behind a seat's screen, where this observer may see it."""
        return next((screen for screen in self.screens if screen.seat == seat), None)

    @property
    def invasion(self) -> Invasion | None:
        """The invasion that is open or comes next; None when all are over (11.1)."""
        return COMPONENTS.invasions[self.invasions] if self.invasions < len(COMPONENTS.invasions) else None

    def strength_against(self, seat: Seat) -> int:
        """The strength of `invasion` against a seat before any League (11.1); 0 when all are over."""
        if self.invasion is None:
            return 0
        lowest = min(city.vp for city in self.cities)
        return raw_strength(self.invasion.strength, self.city(seat).vp, lowest)


def observe(state: State, seat: Seat | None) -> Observation:
    """What a seat of the game, or a spectator (None), may know of a state."""
    over = state.phase is Phase.OVER
    own = None if seat is None else state.city(seat)
    choosing = seat == state.active and state.phase is Phase.PROJECTS
    return Observation(
        seat=seat,
        communes=state.communes,
        phase=state.phase,
        turn=state.turn,
        active=state.active,
        asked=state.communes if state.phase is Phase.INVASION else waiting(state),
        sealed=sum(city.sealed is not None for city in state.cities),
        first_defender=state.first_defender,
        deck=None if state.deck is None else DECKS[state.deck],
        deck_sizes=tuple(map(len, state.decks)),
        columns=state.columns,
        outbid=state.outbid,
        building_steps=state.building_steps,
        wall_steps=state.wall_steps,
        bonus_walls=state.bonus_walls,
        invasions=state.invasions,
        final_turns=state.final_turns,
        open_screens=state.open_screens,
        cities=tuple(_front(state, city) for city in state.cities),
        screens=tuple(map(_screen, state.cities if over or state.open_screens else (own,) if own else ())),
        defence=own.sealed if own else None,
        reserve=state.reserve if over or state.open_screens else None,
        income_choices=_income_choices(state, state.active) if choosing else (),
        bonus_choices=_bonus_choices(state, state.active) if choosing else (),
        scores=tuple(scores(state).values()) if over else None,
        winner=winner(state) if over else None,
    )


def _front(state: State, city: City) -> CityFront:
    holders = zip(BUILDING_TYPES, state.notables, strict=True)
    return CityFront(
        seat=city.seat,
        vp=city.vp,
        loot=city.loot,
        envoys=state.envoys(city.seat),
        hand_size=len(city.hand),
        buildings=city.buildings,
        walls=tuple(map(len, city.walls)),
        active=city.active,
        notables=tuple(kind for kind, holder in holders if holder == city.seat),
        building_income=building_income(city),
        notable_income=notable_income(state, city.seat),
    )


def _screen(city: City) -> Screen:
    return Screen(city.seat, city.resources, city.hand, city.heroism, city.walls)


def _income_choices(state: State, seat: Seat) -> ChoiceLists:
    if state.envoys(seat) == 0:
        return ()
    return possible_choices(COMMUNES[seat].choices, reserve_at_choice(state, seat))


def _bonus_choices(state: State, seat: Seat) -> ChoiceLists:
    if not columns_held(state, seat):
        return ()
    return possible_choices(bonus_owed(state, seat), reserve_at_bonus(state, seat))
