"""Phase 4, construction: building and wall steps, one action free, the others an artisan each (rule 8)."""

from collections.abc import Mapping

from bot.game.actions import Action, Build, Finish, Wall
from bot.game.components import Seat
from bot.game.events import Event
from bot.game.phases import ActionModule, build, finish, wall
from bot.game.state import State

ACTIONS: Mapping[type[Action], ActionModule] = {Build: build, Wall: wall, Finish: finish}


def asked(state: State) -> tuple[Seat, ...]:
    """The active seat, while it has a card in hand (8.13)."""
    return (state.active,) if state.city(state.active).hand else ()


def proceed(state: State, events: list[Event]) -> State:
    """The phase is over."""
    return finish.leave(state)
