"""Bid: a free envoy and tokens on a column (rules 5.1-5.3)."""

from collections.abc import Iterator

from bot.game.actions import Bid
from bot.game.components import Seat
from bot.game.errors import BidNotHigher, NoFreeEnvoy, Refusal
from bot.game.events import EnvoyPlaced, Event
from bot.game.phases.columns import no_place, not_in_use, place, takes
from bot.game.phases.spending import not_held, odd, set_aside
from bot.game.replacing import replace
from bot.game.state import Phase, StandingBid, State


def refusal(state: State, action: Bid) -> Refusal | None:
    """Why the bid is refused."""
    return (
        not_in_use(state, action.column)
        or no_place(state, action.seat, action.column)
        or _no_free_envoy(state, action.seat)
        or odd("5.1", believers=action.believers)
        or not_held("5.1", state.city(action.seat).resources, _standing(action).tokens)
        or _not_higher(state, action)
    )


def perform(state: State, action: Bid, events: list[Event]) -> State:
    """Place the envoy; a bid that stood there is outbid (5.4)."""
    bid = _standing(action)
    events.append(EnvoyPlaced(action.seat, action.column, action.coins, action.believers))
    state = place(set_aside(state, action.seat, bid.tokens), action.column, bid, events)
    return replace(state, phase=Phase.OUTBID)


def choices(state: State, seat: Seat) -> Iterator[Bid]:
    """Every bid that some column takes."""
    if state.envoys(seat) == 0:
        return
    held = state.city(seat).resources
    for number, column in enumerate(state.columns, start=1):
        for coins in range(held.coins + 1):
            for believers in range(0, held.believers + 1, 2):
                if takes(column, seat, 2 * coins + believers):
                    yield Bid(seat=seat, column=number, coins=coins, believers=believers)


def _standing(action: Bid) -> StandingBid:
    return StandingBid(action.seat, action.coins, action.believers)


def _no_free_envoy(state: State, seat: Seat) -> Refusal | None:
    return None if state.envoys(seat) else NoFreeEnvoy()


def _not_higher(state: State, action: Bid) -> Refusal | None:
    standing = state.columns[action.column - 1].bid
    if standing is None or _standing(action).value > standing.value:
        return None
    return BidNotHigher(column=action.column, rival=standing.seat, standing=standing.value)
