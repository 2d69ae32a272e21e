"""Phase 1, projects: the active seat bids, acquires or claims income, exactly one of them (rule 5)."""

from collections.abc import Mapping

from bot.game.actions import Acquire, Action, Bid, Income
from bot.game.components import Seat
from bot.game.events import Event
from bot.game.phases import ActionModule, acquire, bid, income
from bot.game.state import State

ACTIONS: Mapping[type[Action], ActionModule] = {Bid: bid, Acquire: acquire, Income: income}


def asked(state: State) -> tuple[Seat, ...]:
    """The active seat."""
    return (state.active,)


def proceed(state: State, events: list[Event]) -> State:
    """Never called: somebody is always asked."""
    raise AssertionError
