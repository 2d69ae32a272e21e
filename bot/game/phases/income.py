"""Claim income: the commune's, the active buildings' and the notables' (rules 5.3, 5.10, 5.11)."""

from collections.abc import Iterator

from bot.game.actions import Income
from bot.game.components import BUILDING_TYPES, COMMUNES, RESOURCE_OF, Seat
from bot.game.errors import NoFreeEnvoy, Refusal
from bot.game.events import Event, IncomeDue
from bot.game.phases.choosing import Choice, choice_refused, take_choice
from bot.game.phases.spending import receive, with_city
from bot.game.replacing import replace
from bot.game.resources import NOTHING, ONE, Resources, possible_choices
from bot.game.state import City, Phase, State

RULE_OF_CHOICE = "5.11"


def refusal(state: State, action: Income) -> Refusal | None:
    """Why claiming income is refused."""
    if state.envoys(action.seat) == 0:
        return NoFreeEnvoy()
    owed = COMMUNES[action.seat].choices
    return choice_refused(RULE_OF_CHOICE, action.choice, owed, reserve_at_choice(state, action.seat))


def perform(state: State, action: Income, events: list[Event]) -> State:
    """Receive the fixed income, then the resources of choice; flip the active cards (5.10, 5.11)."""
    commune, city = COMMUNES[action.seat], state.city(action.seat)
    events.append(
        IncomeDue(
            action.seat,
            commune.income,
            building_income(city),
            notable_income(state, action.seat),
            commune.choices,
            city.active,
        )
    )
    due = fixed_income(state, action.seat)
    lost = due.minus(due.common(state.reserve))
    state = receive(with_city(state, replace(city, active=())), action.seat, due)
    state = take_choice(state, Choice(action.seat, action.choice, commune.choices, lost), events)
    return replace(state, phase=Phase.REPLACEMENT)


def choices(state: State, seat: Seat) -> Iterator[Income]:
    """Claiming income with every possible list of resources of choice."""
    if state.envoys(seat) == 0:
        return
    for choice in possible_choices(COMMUNES[seat].choices, reserve_at_choice(state, seat)):
        yield Income(seat=seat, choice=choice)


def reserve_at_choice(state: State, seat: Seat) -> Resources:
    """The reserve once the seat's fixed income was taken from it (5.11)."""
    return state.reserve.minus(fixed_income(state, seat).common(state.reserve))


def fixed_income(state: State, seat: Seat) -> Resources:
    """All that is due without choice; kinds are independent, so the order of 5.11 does not change what is lost."""
    of_city = building_income(state.city(seat)).plus(notable_income(state, seat))
    return COMMUNES[seat].income.plus(of_city)


def building_income(city: City) -> Resources:
    """For each active type, as many of its resource as the level of its highest building (5.10)."""
    levels = {RESOURCE_OF[kind]: city.top_level(kind) for kind in city.active}
    return Resources(**levels)


def notable_income(state: State, seat: Seat) -> Resources:
    """One resource for each notable held (5.10)."""
    total = NOTHING
    for kind, holder in zip(BUILDING_TYPES, state.notables, strict=True):
        if holder == seat:
            total = total.plus(ONE[RESOURCE_OF[kind]])
    return total
