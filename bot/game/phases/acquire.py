"""Acquire: all cards of all columns where the seat's envoys stand (rules 5.8, 5.9)."""

from collections.abc import Iterable, Iterator

from bot.game.actions import Acquire
from bot.game.components import Seat, columns_in_use
from bot.game.errors import NoEnvoyPlaced, Refusal
from bot.game.events import BonusDue, CardsAcquired, Event
from bot.game.phases.choosing import Choice, choice_refused, take_choice
from bot.game.phases.columns import set_column
from bot.game.phases.spending import cities_with
from bot.game.replacing import replace
from bot.game.resources import NOTHING, Resources, possible_choices
from bot.game.state import Column, Phase, State

RULE_OF_CHOICE = "5.9"


def refusal(state: State, action: Acquire) -> Refusal | None:
    """Why acquiring is refused."""
    if not columns_held(state, action.seat):
        return NoEnvoyPlaced()
    owed = bonus_owed(state, action.seat)
    return choice_refused(RULE_OF_CHOICE, action.bonus, owed, reserve_at_bonus(state, action.seat))


def perform(state: State, action: Acquire, events: list[Event]) -> State:
    """Take the cards and the bonuses; the tokens of the bids go to the reserve first (5.9)."""
    owed = bonus_owed(state, action.seat)
    state = _take_cards(state, action.seat, events)
    if owed:
        events.append(BonusDue(action.seat, owed))
    state = take_choice(state, Choice(action.seat, action.bonus, owed), events)
    return replace(state, phase=Phase.REPLACEMENT)


def choices(state: State, seat: Seat) -> Iterator[Acquire]:
    """Acquiring with every possible list of bonus resources."""
    if columns_held(state, seat):
        for bonus in possible_choices(bonus_owed(state, seat), reserve_at_bonus(state, seat)):
            yield Acquire(seat=seat, bonus=bonus)


def columns_held(state: State, seat: Seat) -> tuple[int, ...]:
    """The columns where the seat's envoys stand, left to right, counted from 1."""
    return held_among(state.columns, seat)


def held_among(columns: Iterable[Column], seat: Seat) -> tuple[int, ...]:
    """Those of the columns, counted from 1, where a seat's envoys stand: they are public (3.1)."""
    numbered = enumerate(columns, start=1)
    return tuple(number for number, column in numbered if column.bid is not None and column.bid.seat == seat)


def bonus_owed(state: State, seat: Seat) -> int:
    """How many resources of choice acquiring now would owe (5.9)."""
    return bonus_of(columns_held(state, seat), len(state.communes))


def bonus_of(numbers: Iterable[int], seats: int) -> int:
    """How many resources of choice the columns so numbered give in a game of so many seats (1.5, 5.9)."""
    layout = columns_in_use(seats)
    return sum(layout[number - 1].bonus for number in numbers)


def reserve_at_bonus(state: State, seat: Seat) -> Resources:
    """The reserve once the seat's bids have gone back to it (5.9)."""
    return state.reserve.plus(bid_tokens(state, seat))


def bid_tokens(state: State, seat: Seat) -> Resources:
    """All tokens of the seat's standing bids."""
    total = NOTHING
    for column in state.columns:
        if column.bid is not None and column.bid.seat == seat:
            total = total.plus(column.bid.tokens)
    return total


def _take_cards(state: State, seat: Seat, events: list[Event]) -> State:
    numbers, tokens, city = columns_held(state, seat), bid_tokens(state, seat), state.city(seat)
    cards = tuple(card for number in numbers for card in state.columns[number - 1].cards)
    for number in numbers:
        state = set_column(state, number, Column())
    events.append(CardsAcquired(seat, numbers, cards, tokens.coins, tokens.believers))
    cities = cities_with(state, replace(city, hand=city.hand + cards))
    return replace(state, cities=cities, reserve=state.reserve.plus(tokens))
