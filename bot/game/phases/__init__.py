"""A turn, stage by stage (rule 2.4): who is asked, what they may do, and what follows.

projects -> (outbid) -> replacement -> (invasion) -> construction -> notables -> repair -> turn_end

A module named after a phase says who is `asked` and how the game goes on (`proceed`) once nobody is; its `ACTIONS`
names the modules of the actions it knows. Each of those says why an action is refused, what it does, and which
there are to choose from.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from bot.game.actions import Action
from bot.game.components import Seat
from bot.game.errors import Refusal
from bot.game.events import Event
from bot.game.state import State


class ActionModule(Protocol):
    """The rules of one kind of action. The seat is asked and the phase is right when these are called."""

    def refusal(self, state: State, action: Any, /) -> Refusal | None:
        """Why the action is refused, by the first rule that applies (record.md); None when it is legal."""

    def perform(self, state: State, action: Any, events: list[Event], /) -> State:
        """The state after a legal action; what happened is appended to `events`."""

    def choices(self, state: State, seat: Seat, /) -> Iterator[Action]:
        """Every legal action of this kind, up to the order within its lists."""


class PhaseModule(Protocol):
    """The rules of one phase."""

    ACTIONS: Mapping[type[Action], ActionModule]

    def asked(self, state: State, /) -> tuple[Seat, ...]:
        """Who holds the game up, in seat order; nobody when the phase goes on by itself."""

    def proceed(self, state: State, events: list[Event], /) -> State:
        """What follows when nobody is asked: the state in the next phase."""
