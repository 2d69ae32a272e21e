"""Phase 6: the active seat may buy off loot points with believers (rule 10)."""

from collections.abc import Mapping

from bot.game.actions import Action, Repair
from bot.game.components import Seat
from bot.game.events import Event
from bot.game.phases import ActionModule, remove_loot
from bot.game.replacing import replace
from bot.game.state import Phase, State

ACTIONS: Mapping[type[Action], ActionModule] = {Repair: remove_loot}


def asked(state: State) -> tuple[Seat, ...]:
    """The active seat, where it has a loot point (10.2)."""
    return (state.active,) if state.city(state.active).loot else ()


def proceed(state: State, events: list[Event]) -> State:
    """Nothing to repair: the turn ends."""
    return replace(state, phase=Phase.TURN_END)
