"""The legal actions of one kind, with their type."""

from typing import TypeVar, cast

from bot.game.actions import Action
from bot.game.rules import Choices

A = TypeVar("A", bound=Action)


def legal_of(choices: Choices, kind: type[A]) -> list[A]:
    """The legal actions of a kind, in the order of the rules."""
    found = choices.of(cast("type[Action]", kind))  # mypy does not see a type of a bound union as one of its types
    return [action for action in found if isinstance(action, kind)]
