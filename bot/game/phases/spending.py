"""Moving tokens between a seat and the reserve (rules 1.2, 4.3)."""

from bot.game.components import Seat
from bot.game.errors import NotHeld, OddTokens, Refusal
from bot.game.replacing import replace
from bot.game.resources import RESOURCES, Resources
from bot.game.state import City, State


def with_city(state: State, city: City) -> State:
    """The state with one city in place of its earlier self."""
    return replace(state, cities=cities_with(state, city))


def cities_with(state: State, city: City) -> tuple[City, ...]:
    """All cities, with one in place of its earlier self."""
    return tuple(city if other.seat == city.seat else other for other in state.cities)


def set_aside(state: State, seat: Seat, tokens: Resources) -> State:
    """Tokens that a seat holds leave its screen, for a bid."""
    city = state.city(seat)
    return with_city(state, replace(city, resources=city.resources.minus(tokens)))


def take_back(state: State, seat: Seat, tokens: Resources) -> State:
    """Tokens of a bid return behind the seat's screen."""
    city = state.city(seat)
    return with_city(state, replace(city, resources=city.resources.plus(tokens)))


def spend(state: State, seat: Seat, tokens: Resources) -> State:
    """Tokens that a seat holds go to the reserve (rule 1.2)."""
    city = state.city(seat)
    cities = cities_with(state, replace(city, resources=city.resources.minus(tokens)))
    return replace(state, cities=cities, reserve=state.reserve.plus(tokens))


def receive(state: State, seat: Seat, due: Resources) -> State:
    """A seat receives what is due as far as the reserve has it; the excess is lost (rule 1.2)."""
    there = due.common(state.reserve)
    city = state.city(seat)
    cities = cities_with(state, replace(city, resources=city.resources.plus(there)))
    return replace(state, cities=cities, reserve=state.reserve.minus(there))


def not_held(rule: str, held: Resources, asked: Resources) -> Refusal | None:
    """The refusal of a payment above what the seat holds (rule 4.3), under the rule of the action."""
    if held.covers(asked):
        return None
    short = next(kind for kind in RESOURCES if asked.count(kind) > held.count(kind))
    return NotHeld(rule=rule, resource=short, held=held.count(short), asked=asked.count(short))


def odd(rule: str, **tokens: int) -> Refusal | None:
    """The refusal of substitutes that are no pairs (rule 4.2), under the rule of the action."""
    wrong = next((kind for kind, count in tokens.items() if count % 2), None)
    return OddTokens(rule=rule, resource=wrong, count=tokens[wrong]) if wrong else None
