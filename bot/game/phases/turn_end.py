"""The end of a turn: the marker and the turn pass, or the final round runs (rules 10.3, 12.1-12.3)."""

from collections.abc import Mapping

from bot.game.actions import Action
from bot.game.components import DECKS, Seat
from bot.game.events import Event, FinalRoundBegan, InvasionStruck, TurnBegan
from bot.game.phases import ActionModule
from bot.game.replacing import replace
from bot.game.state import Phase, State

ACTIONS: Mapping[type[Action], ActionModule] = {}


def asked(state: State) -> tuple[Seat, ...]:
    """Nobody."""
    return ()


def proceed(state: State, events: list[Event]) -> State:
    """Begin the next turn, the final round, or the Emperor's invasion."""
    if state.deck is not None:
        return _next_turn(replace(state, first_defender=state.after(state.active)), events)
    if state.final_turns is None:
        events.append(FinalRoundBegan(len(state.communes)))
        return _next_turn(replace(state, final_turns=len(state.communes)), events)
    return _end_final_turn(replace(state, final_turns=state.final_turns - 1), events)


def _end_final_turn(state: State, events: list[Event]) -> State:
    if state.final_turns:
        return _next_turn(state, events)
    events.append(InvasionStruck(DECKS[-1]))
    return replace(state, phase=Phase.INVASION)


def _next_turn(state: State, events: list[Event]) -> State:
    active, turn = state.after(state.active), state.turn + 1
    events.append(TurnBegan(active, turn))
    return replace(state, phase=Phase.PROJECTS, active=active, turn=turn)
