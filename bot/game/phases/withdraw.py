"""Withdraw: an outbid envoy goes home with its tokens (rule 5.4)."""

from collections.abc import Iterator

from bot.game.actions import Withdraw
from bot.game.components import Seat
from bot.game.errors import Refusal
from bot.game.events import EnvoyWithdrawn, Event
from bot.game.phases.spending import take_back
from bot.game.replacing import replace
from bot.game.state import State


def refusal(state: State, action: Withdraw) -> Refusal | None:
    """Never refused to the outbid seat."""
    return None


def perform(state: State, action: Withdraw, events: list[Event]) -> State:
    """Take the envoy home."""
    return take_home(state, events, forced=False)


def choices(state: State, seat: Seat) -> Iterator[Withdraw]:
    """The one way to withdraw."""
    yield Withdraw(seat=seat)


def take_home(state: State, events: list[Event], *, forced: bool) -> State:
    """The displaced envoy and its tokens return as they were placed."""
    assert state.outbid is not None
    bid, column = state.outbid.bid, state.outbid.column
    events.append(EnvoyWithdrawn(bid.seat, column, bid.coins, bid.believers, forced))
    return replace(take_back(state, bid.seat, bid.tokens), outbid=None)
