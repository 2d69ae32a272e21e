"""The log of a table: its rows are the game, and the state is their fold (law 1)."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from bot.game.actions import Action, dump_action, parse_action
from bot.game.components import DECKS, Seat
from bot.game.errors import Refusal
from bot.game.events import Event
from bot.game.record import Cards, Decks
from bot.game.rules import apply, start
from bot.game.state import Setup
from bot.stewards import Reason
from bot.tables.deal import Deal
from bot.tables.orders import OrderKind
from bot.tables.ports import LogRow
from bot.tables.snapshot import Snapshot, advance, begin, put_back

SETUP = "setup"
ACTION = "action"
UNDO = "undo"


class LogUnreadable(Exception):
    """A log that is no game under these rules; `number` is the row where it stops making sense."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"row {number}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A row after the setup, read: an action with what happened at it, or, without one, the undo of a seat's last.

    `author` is None where a computer player acted; `reason` is why it did, None where that cannot be read. `order` is
    what a person had ordered in advance, where that did it.
    """

    seat: Seat
    author: int | None
    action: Action | None = None
    events: tuple[Event, ...] = ()
    reason: Reason | None = None
    order: OrderKind | None = None


@dataclass(frozen=True, slots=True)
class History:
    """A log, read: the setup, its salt, what was done, and where it led."""

    setup: Setup
    salt: str
    entries: tuple[Entry, ...]
    snapshot: Snapshot

    @property
    def version(self) -> int:
        """How many rows it was read from."""
        return len(self.entries) + 1

    @property
    def standing(self) -> tuple[Entry, ...]:
        """The actions that were not taken back, in order."""
        kept: list[Entry] = []
        for entry in self.entries:
            if entry.action is None:
                kept.pop()
            else:
                kept.append(entry)
        return tuple(kept)

    def own_rows(self, seat: Seat) -> int:
        """How many rows are of one seat: what it did last is known by this number, whatever others do."""
        return sum(entry.seat == seat for entry in self.entries)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The game, without what was taken back."""
        return tuple(entry.action for entry in self.standing if entry.action is not None)


class _SetupBody(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    communes: Cards
    decks: Decks
    salt: str = Field(pattern=r"^[0-9a-f]{32}$")
    open_screens: bool

    @property
    def setup(self) -> Setup:
        """The setup, not yet checked against the rules."""
        decks = (self.decks.A, self.decks.B, self.decks.C, self.decks.D)
        return Setup(self.communes, decks, self.open_screens)


class _OrderBody(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    order: OrderKind


class _UndoBody(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    seat: str


_WHY: TypeAdapter[Reason | _OrderBody] = TypeAdapter(Reason | _OrderBody)


def setup_body(deal: Deal) -> str:
    """Row 0 of a log."""
    setup = deal.setup
    decks = Decks.model_validate(dict(zip(DECKS, setup.decks, strict=True)))
    body = _SetupBody(communes=setup.communes, decks=decks, salt=deal.salt, open_screens=setup.open_screens)
    return body.model_dump_json()


def action_body(action: Action) -> str:
    """The row of an action."""
    return json.dumps(dump_action(action))


def undo_body(seat: Seat) -> str:
    """The row of an undo: the seat takes back the last action that stands, which is its own."""
    return _UndoBody(seat=seat).model_dump_json()


def order_body(kind: OrderKind) -> str:
    """Beside an action's row: it was done by a standing order."""
    return _OrderBody(order=kind).model_dump_json()


def reason_body(reason: Reason) -> str:
    """Why a steward acted, as its row keeps it."""
    return json.dumps(asdict(reason))


def read_log(rows: Iterable[LogRow]) -> History:
    """Fold a whole log. Raises LogUnreadable."""
    remaining = iter(rows)
    first = next(remaining, None)
    if first is None:
        raise LogUnreadable(0)
    history = _read_setup(first)
    for row in remaining:
        history = read_row(history, row)
    return history


def read_row(history: History, row: LogRow) -> History:
    """The history with one more row. Raises LogUnreadable."""
    if row.number != history.version or row.kind not in READERS:
        raise LogUnreadable(row.number)
    try:
        entry, snapshot = READERS[row.kind](history, row)
    except (ValueError, Refusal) as error:
        raise LogUnreadable(row.number) from error
    return replace(history, entries=(*history.entries, entry), snapshot=snapshot)


def without_last(history: History) -> Snapshot:
    """Where a game stands once its last action is taken back. Every asking is a new one (law 6)."""
    state = start(history.setup)
    for action in history.actions[:-1]:
        state, _ = apply(state, action)
    return put_back(history.snapshot, state)


def _read_setup(row: LogRow) -> History:
    if row.kind != SETUP or row.number != 0:
        raise LogUnreadable(row.number)
    try:
        body = _SetupBody.model_validate_json(row.body)
        return History(body.setup, body.salt, (), begin(body.setup))
    except (ValueError, Refusal) as error:
        raise LogUnreadable(row.number) from error


def _read_action(history: History, row: LogRow) -> tuple[Entry, Snapshot]:
    action = parse_action(from_json(row.body), history.setup.communes)
    snapshot, events = advance(history.snapshot, action)
    why = _why(row)
    reason, order = (None, why.order) if isinstance(why, _OrderBody) else (why, None)
    return Entry(action.seat, row.author, action, events, reason, order), snapshot


def _why(row: LogRow) -> Reason | _OrderBody | None:
    """Only an adornment of the log: what cannot be read is no reason to give up the game."""
    if row.reason is None:
        return None
    try:
        return _WHY.validate_json(row.reason)
    except ValidationError:  # another release wrote it; the action itself is what counts
        return None


def _read_undo(history: History, row: LogRow) -> tuple[Entry, Snapshot]:
    seat = _UndoBody.model_validate_json(row.body).seat
    if not history.standing or history.standing[-1].seat != seat:
        raise ValueError("what was last done is not this seat's")
    return Entry(seat, row.author), without_last(history)


READERS = {ACTION: _read_action, UNDO: _read_undo}
