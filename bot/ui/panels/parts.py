"""The parts of a panel: text, and rows of controls that carry where they lead, or the action they submit.

A control's `to` is a *path* (which panel to show next, with the draft in it) or an *action* in the short form of
`codes`; both are at most 60 characters of A-Z, a-z, 0-9, "." and "-", so that the custom id stays within Discord's 100.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from discord import Embed

Colour = Literal["grey", "blue", "green", "red"]


@dataclass(frozen=True, slots=True)
class Go:
    """Shows the panel of a path; changes nothing."""

    path: str


@dataclass(frozen=True, slots=True)
class Do:
    """Submits an action in its short form."""

    code: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Opens a form with one text field; `panel.typed` says where what is typed leads."""

    path: str


@dataclass(frozen=True, slots=True)
class Button:
    """A button; `label` at most 80 characters. A disabled one keeps its place, so that the others keep theirs."""

    label: str
    to: Go | Do | Ask
    colour: Colour = "grey"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a menu; label and description at most 100 characters."""

    label: str
    to: Go | Do
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """A select menu of up to 25 choices, of which one is taken; `name` tells it from the others of its panel."""

    name: str
    placeholder: str
    choices: Sequence[Choice]


@dataclass(frozen=True, slots=True)
class CardMenu:
    """A select menu of cards of which exactly `count` are taken; the action is `code` with their ids behind it."""

    code: str
    placeholder: str
    cards: Sequence[tuple[str, str]]  # label, id
    count: int


Row = Sequence[Button] | Menu | CardMenu


@dataclass(frozen=True, slots=True)
class Panel:
    """What a seat sees: embeds, and at most five rows of controls (a menu fills one, buttons up to five)."""

    embeds: Sequence[Embed] = ()
    rows: Sequence[Row] = ()
