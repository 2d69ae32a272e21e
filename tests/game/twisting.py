"""Other worlds that one observer cannot tell from this one: hidden things of the others changed, totals kept."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from bot.game.actions import Acquire, Action, Defend, Finish, Force, Income, Wall
from bot.game.components import CARDS, CardId, Seat
from bot.game.observation import observe
from bot.game.resources import ONE, RESOURCES, Resources
from bot.game.rules import legal
from bot.game.state import BONUS_WALL, City, Defence, State

Twist = Callable[[State, list[Seat], Random], State]


def twist(state: State, observer: Seat | None, rng: Random) -> State:
    """A state that the observer sees as this one, with as many other seats' secrets changed as that allows."""
    others = [seat for seat in state.communes if seat != observer]
    seen = observe(state, observer)
    for change in rng.sample(_TWISTS, len(_TWISTS)):
        candidate = change(state, others, rng)
        if observe(candidate, observer) == seen:
            state = candidate
    return state


def twin(state: State, action: Action, rng: Random) -> Action:
    """A legal action that differs from this one at most in what is its seat's secret; else the action itself.

    Secret are resources of choice, discards, the card of a wall step, and a defence (rules 3.4, 3.5, 3.7).
    """
    if isinstance(action, Defend):
        return _defend(state.city(action.seat), rng)
    if not isinstance(action, Income | Acquire | Finish | Wall):
        return action
    offered = [other for other in legal(state, action.seat).of(type(action)) if _open_part(other) == _open_part(action)]
    return rng.choice(offered) if offered else action


def _open_part(action: Action) -> dict[str, Any]:
    return action.model_dump(exclude={"choice", "bonus", "discard"} | ({"card"} if isinstance(action, Wall) else set()))


def _defend(city: City, rng: Random) -> Defend:
    defence = _some_defence(city, rng)
    return Defend(seat=city.seat, league=defence.league, walls=defence.walls)


def _tokens_with_reserve(state: State, others: list[Seat], rng: Random) -> State:
    seat, one = rng.choice(others), ONE[rng.choice(RESOURCES)]
    city, count = state.city(seat), rng.randint(1, 5)
    given = Resources(*(count * part for part in one))
    free = city.resources.minus(city.sealed.tokens) if city.sealed else city.resources
    if rng.random() < 0.5 and state.reserve.covers(given):
        return _with(state, replace(city, resources=city.resources.plus(given)), state.reserve.minus(given))
    given = given.common(free)
    return _with(state, replace(city, resources=city.resources.minus(given)), state.reserve.plus(given))


def _tokens_among_others(state: State, others: list[Seat], rng: Random) -> State:
    giver, taker = state.city(rng.choice(others)), state.city(rng.choice(others))
    free = giver.resources.minus(giver.sealed.tokens) if giver.sealed else giver.resources
    given = ONE[rng.choice(RESOURCES)].common(free)
    if giver.seat == taker.seat:
        return state
    state = _with(state, replace(giver, resources=giver.resources.minus(given)))
    return _with(state, replace(taker, resources=taker.resources.plus(given)))


def _cards(state: State, others: list[Seat], rng: Random) -> State:
    """Two hidden cards of the same deck change places: in others' hands and walls, and undrawn."""
    cities = [state.city(seat) for seat in others]
    placed = [card for city in cities for pile in (city.hand, *city.walls) for card in pile if card != BONUS_WALL]
    if not placed:
        return state
    one = rng.choice(placed)
    undrawn = [card for deck in state.decks for card in deck]
    other = rng.choice([card for card in (*placed, *undrawn) if CARDS[card].deck == CARDS[one].deck])
    return _swapped(state, others, {one: other, other: one})


def _swapped(state: State, others: list[Seat], names: dict[CardId, CardId]) -> State:
    def swap(cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
        return tuple(names.get(card, card) for card in cards)

    for seat in others:
        city = state.city(seat)
        state = _with(state, replace(city, hand=swap(city.hand), walls=tuple(map(swap, city.walls))))
    return replace(state, decks=tuple(map(swap, state.decks)))


def _deck_order(state: State, others: list[Seat], rng: Random) -> State:
    return replace(state, decks=tuple(tuple(rng.sample(deck, len(deck))) for deck in state.decks))


def _heroism(state: State, others: list[Seat], rng: Random) -> State:
    one, other = state.city(rng.choice(others)), state.city(rng.choice(others))
    if one.seat == other.seat:
        return state
    return _with(_with(state, replace(one, heroism=other.heroism)), replace(other, heroism=one.heroism))


def _content_of_a_seal(state: State, others: list[Seat], rng: Random) -> State:
    sealed = [city for city in map(state.city, others) if city.sealed]
    if not sealed:
        return state
    city = rng.choice(sealed)
    return _with(state, replace(city, sealed=_some_defence(city, rng)))


def _who_has_sealed(state: State, others: list[Seat], rng: Random) -> State:
    one, other = state.city(rng.choice(others)), state.city(rng.choice(others))
    if one.sealed is None or other.sealed is not None:
        return state
    return _with(_with(state, replace(one, sealed=None)), replace(other, sealed=_some_defence(other, rng)))


def _some_defence(city: City, rng: Random) -> Defence:
    league = rng.randint(0, city.resources.soldiers)
    walls = rng.randint(0, city.resources.soldiers - league)
    return Defence(Force(soldiers=league), Force(soldiers=walls))


def _with(state: State, city: City, reserve: Resources | None = None) -> State:
    cities = tuple(city if other.seat == city.seat else other for other in state.cities)
    return replace(state, cities=cities, reserve=state.reserve if reserve is None else reserve)


_TWISTS: list[Twist] = [
    _tokens_with_reserve,
    _tokens_among_others,
    _cards,
    _deck_order,
    _heroism,
    _content_of_a_seal,
    _who_has_sealed,
]
