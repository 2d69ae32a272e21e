"""What passes between the process that is killed and its parent: an order to live by, and a line for each event."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Strike:
    """Where a life ends: the `nth` time that a step is reached, once so many things were done.

    Early: counted from the start of the process on, so that it may end while it makes good for the death before.
    """

    step: str
    nth: int = 1
    after: int = 0
    early: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """How a process is to live. `lived` is what came before it in the same game; `now` the simulated time.

    Without a strike it does so many things, `most`, and then waits for its end; traced, without letting time pass.
    """

    folder: Path
    seed: str
    seats: int
    stewards: int
    lived: int
    now: datetime | None
    strike: Strike | None = None
    most: int | None = None
    traced: bool = False
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Called:
    """A REST call that Discord has handled, before the bot knows. It counts only once the world that holds it is kept.

    `message_id` is that of a message which it made, or found by its nonce.
    """

    number: int
    method: str
    path: str
    nonce: str | None
    body: Any
    message_id: int | None
    chain: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Reached:
    """A step was done; `values` are those of a statement, and then what it gave."""

    step: str
    chain: str
    values: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Doing:
    """Somebody types a command now. What they are told begins as in `wins` if it was done."""

    user_id: int
    command: str
    options: Mapping[str, Any]
    version: int
    wins: str


@dataclass(frozen=True, slots=True)
class AtRest:
    """Nothing is under way; the state of the game as the bot reads it."""

    version: int
    snapshot: str | None


@dataclass(frozen=True, slots=True)
class Passing:
    """Time passes up to an instant."""

    until: datetime


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody's screen says: whether it offers anything, whether they have sealed, for which askings."""

    offered: bool
    sealed: bool
    prompts: frozenset[int]


@dataclass(frozen=True, slots=True)
class Found:
    """What is there after a start, once nothing is left to do: as people see it, and as the bot reads it.

    `standing` are the messages of each channel that are nobody's own; `dms` whose private chats are whose;
    `live` the messages of the table's channel with anything to press.
    """

    rest: AtRest
    asked: Mapping[int, Asked]
    dms: Mapping[int, int]
    standing: Mapping[int, frozenset[int]]
    board_is_current: bool
    live: frozenset[int]


@dataclass(frozen=True, slots=True)
class Over:
    """There is nothing left to do."""


@dataclass(frozen=True, slots=True)
class Failed:
    """The process ended by itself."""

    why: str


Line = Called | Reached | Doing | AtRest | Passing | Found | Over | Failed
