"""Custom ids of controls: kind, table, seat, prompt and choice (law 6). Nothing else is remembered of a control."""

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.game.components import COMMUNES, Seat

LONGEST = 100  # Discord's limit
LONGEST_CHOICE = 60


class Kind(StrEnum):
    """The kinds of control; their ids begin with the kind, and no kind begins another."""

    BOARD = "board"  # a button of the board: everybody's
    SET = "set"  # a menu of the lobby's clock: the host's
    PAGE = "page"  # turns to a page of the log, as far as who presses may know it
    HOST = "host"  # lets the host decide about a seat
    GO = "go"  # shows a panel
    DO = "do"  # submits an action
    ASK = "ask"  # opens a form
    MENU = "menu"  # takes one option
    CARDS = "cards"  # takes some cards
    ORDER = "order"  # of the panel of standing orders, which belong to no asking; its choice says which kind of control
    SEAT = "seat"  # accepts, declines or takes back the offer of a seat; its prompt counts nothing
    UNDO = "undo"  # takes an action back; in place of the prompt stands how many rows of the log are its seat's


@dataclass(frozen=True, slots=True)
class ControlId:
    """What a control of a seat's panel, or one about a seat, says of itself."""

    kind: Kind
    table: int
    seat: Seat
    prompt: int
    choice: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.table}:{self.seat}:{self.prompt}:{self.choice}"


@dataclass(frozen=True, slots=True)
class BoardId:
    """What a button of the board says of itself."""

    table: int
    choice: str

    def __str__(self) -> str:
        return f"{Kind.BOARD}:{self.table}:{self.choice}"


@dataclass(frozen=True, slots=True)
class SettingId:
    """What a menu of the lobby's clock says of itself."""

    table: int
    name: str

    def __str__(self) -> str:
        return f"{Kind.SET}:{self.table}:{self.name}"


@dataclass(frozen=True, slots=True)
class PageId:
    """What a button that turns to a page of the log says of itself."""

    table: int
    number: int

    def __str__(self) -> str:
        return f"{Kind.PAGE}:{self.table}:{self.number}"


_OF_A_TABLE = (Kind.BOARD, Kind.SET)
_SEATS = "|".join(COMMUNES)


def template(kind: Kind) -> re.Pattern[str]:
    """What the ids of a kind look like as a whole."""
    if kind in _OF_A_TABLE:
        return re.compile(rf"{kind}:(?P<table>[0-9]{{1,12}}):(?P<choice>[a-z]{{1,20}})")
    if kind is Kind.PAGE:
        return re.compile(rf"{kind}:(?P<table>[0-9]{{1,12}}):(?P<number>[0-9]{{1,6}})")
    choice = rf"(?P<choice>[A-Za-z0-9.\-]{{0,{LONGEST_CHOICE}}})"
    return re.compile(rf"{kind}:(?P<table>[0-9]{{1,12}}):(?P<seat>{_SEATS}):(?P<prompt>[0-9]{{1,6}}):{choice}")


def read(kind: Kind, match: re.Match[str]) -> ControlId:
    """The id that a match of `template` found."""
    return ControlId(kind, int(match["table"]), match["seat"], int(match["prompt"]), match["choice"])
