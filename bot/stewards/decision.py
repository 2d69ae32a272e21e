"""What a steward answers: an action, and why, as data that the interface puts into words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Protocol

from bot.game.actions import Action
from bot.game.observation import Observation


class Motive(StrEnum):
    """Why an action was taken. Behind each, the names that its `Reason.data` gives."""

    BID = "bid"  # column; value in half coins
    OUTBID = "outbid"  # column, rival, value
    ACQUIRE = "acquire"  # cards
    INCOME = "income"  # tokens
    WITHDRAW = "withdraw"  # column
    MOVE = "move"  # column
    FOUND = "found"  # card, kind
    EXPAND = "expand"  # card, kind, level
    FOUND_WALL = "found wall"  # card
    RAISE_WALL = "raise wall"  # card, level
    KEEP = "keep"  # cards
    DISCARD = "discard"  # cards
    REPAIR = "repair"  # loot
    LEAVE_LOOT = "leave loot"  # loot
    HOLD = "hold"  # strength, defence, league
    HEROISM = "heroism"  # league
    CUT_LOSSES = "cut losses"  # strength, defence, league
    SAVE = "save"  # nothing
    SLIP = "slip"  # nothing: a worse action, taken by mistake


@dataclass(frozen=True, slots=True)
class Reason:
    """One line, untranslated. It may tell what is behind the seat's screen: not for others before the game is over."""

    motive: Motive
    data: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """A legal action of the observing seat, and why."""

    action: Action
    reason: Reason


class Offers(Protocol):
    """The part of `bot.game.rules.Choices` that a steward uses: what is legal, never the state."""

    def contains(self, action: Action, /) -> bool:
        """Whether the rules accept the action."""

    def of(self, kind: type[Action], /) -> list[Action]:
        """The legal actions of one kind."""

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        """The kinds of which there is a legal action."""


Decide = Callable[[Observation, Offers, Random], Decision]


@dataclass(frozen=True, slots=True)
class Option:
    """An action that a steward considers, and what it takes it to be worth, in VP."""

    worth: float
    action: Action
    reason: Reason
