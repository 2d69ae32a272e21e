"""Positions to order: each helper changes one thing and leaves every token and card somewhere."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.game.actions import Action, parse_action
from bot.game.components import BUILDING_TYPES, CARDS, COMMUNES, DECKS, BuildingType, CardId, Seat, cards_in_use
from bot.game.errors import MalformedRecord, Refusal
from bot.game.events import Event
from bot.game.position import position
from bot.game.resources import NOTHING, Resources
from bot.game.rules import apply, legal, start
from bot.game.state import BONUS_WALL, CityBuilding, Column, Phase, Setup, StandingBid, State

FIVE: tuple[Seat, ...] = tuple(COMMUNES)


def setup(*communes: Seat, open_screens: bool = False) -> Setup:
    """A setup with every deck in the order of its card ids."""
    decks = tuple(tuple(sorted(cards_in_use(deck, len(communes)))) for deck in DECKS)
    return Setup(communes, decks, open_screens)


def begin(*communes: Seat) -> State:
    """The start of a game; without names, of three seats."""
    return start(setup(*(communes or FIVE[:3])))


def first(seats: int) -> State:
    """The start of a game of the communes with the lowest numbers."""
    return begin(*FIVE[:seats])


def city_with(state: State, seat: Seat, **changes: object) -> State:
    """One city with fields changed that hold neither tokens nor cards."""
    cities = tuple(replace(city, **changes) if city.seat == seat else city for city in state.cities)  # type: ignore[arg-type]  # the names are those of City
    return replace(state, cities=cities)


def hold(state: State, seat: Seat, tokens: Resources = NOTHING) -> State:
    """A seat holds exactly these tokens; the reserve gives or takes the difference."""
    before = state.city(seat).resources
    state = city_with(state, seat, resources=tokens)
    return replace(state, reserve=state.reserve.plus(before).minus(tokens))


def hold_alike(state: State, tokens: Resources = NOTHING) -> State:
    """Every seat holds exactly these tokens."""
    for seat in state.communes:
        state = hold(state, seat, tokens)
    return state


def reserve_of(state: State, tokens: Resources, keeper: Seat) -> State:
    """The reserve holds exactly these tokens; `keeper` holds what was there."""
    held = state.city(keeper).resources.plus(state.reserve).minus(tokens)
    return replace(city_with(state, keeper, resources=held), reserve=tokens)


def deal(state: State, seat: Seat, *cards: CardId) -> State:
    """A seat holds exactly these cards, taken from the undrawn decks; its hand before leaves the game."""
    return city_with(_without(state, cards), seat, hand=cards)


def found(state: State, seat: Seat, kind: BuildingType, level: int = 1) -> State:
    """A seat has one more building of a level, made of undrawn cards, with its VP; its activation card stays."""
    cards = undrawn(state, kind, level)
    city = state.city(seat)
    building = CityBuilding(kind, cards)
    state = _without(state, cards)
    return city_with(state, seat, buildings=(*city.buildings, building), vp=city.vp + building.vp)


def fortify(state: State, seat: Seat, *levels: int) -> State:
    """A seat has wall sections of exactly these levels, made of undrawn cards."""
    sections: tuple[tuple[CardId, ...], ...] = ()
    for level in levels:
        cards = undrawn(state, None, level)
        state = _without(state, cards)
        sections = (*sections, cards)
    return city_with(state, seat, walls=sections)


def spent_bonus_walls(state: State, seat: Seat, count: int) -> State:
    """A seat has gained bonus walls, each still a section of level 1."""
    walls = state.city(seat).walls + count * ((BONUS_WALL,),)
    return replace(city_with(state, seat, walls=walls), bonus_walls=state.bonus_walls - count)


def stand(state: State, column: int, seat: Seat, coins: int = 0, believers: int = 0) -> State:
    """An envoy stands on a column; the tokens of its bid come out of the reserve."""
    bid = StandingBid(seat, coins, believers)
    columns = _put(state.columns, column, replace(state.columns[column - 1], bid=bid))
    return replace(state, columns=columns, reserve=state.reserve.minus(bid.tokens))


def empty_column(state: State, *columns: int) -> State:
    """Columns have no card; theirs leave the game."""
    for column in columns:
        state = replace(state, columns=_put(state.columns, column, Column()))
    return state


def decks_of(state: State, *sizes: int) -> State:
    """The decks hold so many of their cards, A to D; the others leave the game."""
    decks = tuple(deck[:size] for deck, size in zip(state.decks, sizes, strict=True))
    return replace(state, decks=decks)


def turn_of(state: State, seat: Seat, phase: Phase = Phase.PROJECTS) -> State:
    """It is a seat's turn and it holds the First Defender marker, in a phase."""
    return replace(state, active=seat, first_defender=seat, phase=phase)


def invaded(state: State, invasions: int = 0) -> State:
    """An invasion is open after so many; the decks before it are empty."""
    decks = tuple(() if index <= invasions else deck for index, deck in enumerate(state.decks))
    final = 0 if invasions == 3 else None
    return replace(state, phase=Phase.INVASION, invasions=invasions, decks=decks, final_turns=final)


def notable_of(state: State, kind: BuildingType, seat: Seat | None) -> State:
    """A notable is with a seat, or with nobody."""
    notables = list(state.notables)
    notables[BUILDING_TYPES.index(kind)] = seat
    return replace(state, notables=tuple(notables))


def holder(state: State, kind: BuildingType) -> Seat | None:
    return state.notables[BUILDING_TYPES.index(kind)]


def play(state: State, *actions: Action) -> State:
    """The state after legal actions."""
    for action in actions:
        state, _ = apply(state, action)
    return state


def events_of(state: State, action: Action) -> tuple[Event, ...]:
    """What a legal action makes happen."""
    return apply(state, action)[1]


def refused(state: State, action: Action) -> Refusal:
    """The refusal of an action, by `apply`; `legal` agrees and the state stays as it was."""
    before = hash(state), position(state)
    assert not legal(state, action.seat).contains(action)
    with pytest.raises(Refusal) as caught:
        apply(state, action)
    assert (hash(state), position(state)) == before
    return caught.value


def answer(state: State, data: object) -> str | None:
    """The rule by which JSON data is refused as an action; None when it is legal."""
    try:
        action = parse_action(data, state.communes)
    except MalformedRecord as malformed:
        return malformed.rule
    if legal(state, action.seat).contains(action):
        apply(state, action)
        return None
    return refused(state, action).rule


def undrawn(state: State, kind: BuildingType | None, count: int) -> tuple[CardId, ...]:
    """Undrawn cards, of one type alone where a type is named; from the end of deck D backwards."""
    cards = [card for deck in reversed(state.decks) for card in reversed(deck)]
    fit = [card for card in cards if kind is None or CARDS[card].types == (kind,)]
    assert len(fit) >= count, "too few cards of this type are left"
    return tuple(fit[:count])


def _without(state: State, cards: Sequence[CardId]) -> State:
    gone = set(cards)
    assert gone <= {card for deck in state.decks for card in deck}, "these cards are not in the decks"
    return replace(state, decks=tuple(tuple(card for card in deck if card not in gone) for deck in state.decks))


def _put(columns: tuple[Column, ...], number: int, content: Column) -> tuple[Column, ...]:
    return (*columns[: number - 1], content, *columns[number:])
