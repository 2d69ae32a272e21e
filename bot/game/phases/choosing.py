"""Resources of choice: how many are named, and from what (rules 5.9, 5.11)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from bot.game.components import Seat
from bot.game.errors import NotInReserve, Refusal, UnknownResource, WrongChoiceCount
from bot.game.events import Event, ResourcesChosen, ResourcesLost
from bot.game.phases.spending import receive
from bot.game.resources import NOTHING, RESOURCES, Resource, Resources, tally
from bot.game.state import State


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal list of names, how many were owed, and the fixed tokens that were due and not there."""

    seat: Seat
    names: tuple[str, ...]
    owed: int
    fixed_lost: Resources = NOTHING


def choice_refused(rule: str, names: Sequence[str], owed: int, reserve: Resources) -> Refusal | None:
    """Why a list of resources of choice is refused; exactly min(owed, tokens left of all kinds) are named."""
    wanted = min(owed, reserve.total)
    if len(names) != wanted:
        return WrongChoiceCount(rule=rule, wanted=wanted, named=len(names))
    for place, name in enumerate(names):
        if name not in RESOURCES:
            return UnknownResource(rule=rule, place=place + 1)
        if names.count(name) > reserve.count(name):
            return NotInReserve(rule=rule, resource=name)
    return None


def take_choice(state: State, choice: Choice, events: list[Event]) -> State:
    """The seat takes what it named; what was due and not there is told to it alone (3.6)."""
    names = cast("tuple[Resource, ...]", choice.names)
    if names:
        events.append(ResourcesChosen(choice.seat, names))
    if choice.fixed_lost.total or len(names) < choice.owed:
        events.append(ResourcesLost(choice.seat, choice.fixed_lost, choice.owed - len(names)))
    return receive(state, choice.seat, tally(names))
