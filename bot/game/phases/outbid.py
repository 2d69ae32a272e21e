"""The outbid seat takes its envoy back or moves it, at once, and so on down the chain (rules 5.4-5.7)."""

from collections.abc import Mapping

from bot.game.actions import Action, Move, Withdraw
from bot.game.components import Seat
from bot.game.events import Event
from bot.game.phases import ActionModule, move, withdraw
from bot.game.replacing import replace
from bot.game.state import Phase, State

ACTIONS: Mapping[type[Action], ActionModule] = {Withdraw: withdraw, Move: move}


def asked(state: State) -> tuple[Seat, ...]:
    """The outbid seat, unless no column could take its bid (5.7)."""
    if state.outbid is None or not any(move.destinations(state)):
        return ()
    return (state.outbid.bid.seat,)


def proceed(state: State, events: list[Event]) -> State:
    """Withdraw an envoy that has nowhere to go (5.7); with nobody left to choose, phase 1 ends (5.6)."""
    if state.outbid is not None:
        state = withdraw.take_home(state, events, forced=True)
    return replace(state, phase=Phase.REPLACEMENT)
