"""Finish: end construction with at most two cards in hand (rule 8.11)."""

from collections.abc import Iterator
from itertools import combinations

from bot.game.actions import Finish
from bot.game.components import Seat
from bot.game.errors import CardNotInHand, CardTwice, Refusal, WrongDiscardCount
from bot.game.events import CardsDiscarded, Event, HandReduced
from bot.game.phases.spending import with_city
from bot.game.replacing import replace
from bot.game.state import City, Phase, State

HAND_LIMIT = 2


def refusal(state: State, action: Finish) -> Refusal | None:
    """Why the discard is refused."""
    city, discard = state.city(action.seat), action.discard
    if len(set(discard)) < len(discard):
        return CardTwice()
    if not set(discard) <= set(city.hand):
        return CardNotInHand(rule="8.11")
    if len(discard) != excess(city):
        return WrongDiscardCount(excess=excess(city), named=len(discard))
    return None


def perform(state: State, action: Finish, events: list[Event]) -> State:
    """Discard and leave the phase."""
    if action.discard:
        events.append(HandReduced(action.seat, len(action.discard)))
        events.append(CardsDiscarded(action.seat, action.discard))
    city = state.city(action.seat)
    hand = tuple(card for card in city.hand if card not in action.discard)
    return leave(with_city(state, replace(city, hand=hand)))


def choices(state: State, seat: Seat) -> Iterator[Finish]:
    """Finishing with every possible discard."""
    city = state.city(seat)
    for discard in combinations(city.hand, excess(city)):
        yield Finish(seat=seat, discard=discard)


def excess(city: City) -> int:
    """How many cards must be discarded to finish now."""
    return max(0, len(city.hand) - HAND_LIMIT)


def leave(state: State) -> State:
    """The state with construction over."""
    return replace(state, phase=Phase.NOTABLES, building_steps=0, wall_steps=0)
