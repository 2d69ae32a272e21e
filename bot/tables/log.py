"""The log of a table: its rows are the game, and the state is their fold (law 1)."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from bot.game.actions import Action, dump_action, parse_action
from bot.game.components import DECKS
from bot.game.errors import Refusal
from bot.game.events import Event
from bot.game.record import Cards, Decks
from bot.game.state import Setup
from bot.stewards import Reason
from bot.tables.deal import Deal
from bot.tables.ports import LogRow
from bot.tables.snapshot import Snapshot, advance, begin

SETUP = "setup"
ACTION = "action"
_REASON = TypeAdapter(Reason)


class LogUnreadable(Exception):
    """A log that is no game under these rules; `number` is the row where it stops making sense."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"row {number}")


@dataclass(frozen=True, slots=True)
class History:
    """A log, read: the setup, its salt, the actions with what happened at each, and where they led.

    `reasons` are why stewards acted, an entry an action: None for people, and where it cannot be read.
    """

    setup: Setup
    salt: str
    actions: tuple[Action, ...]
    events: tuple[tuple[Event, ...], ...]
    reasons: tuple[Reason | None, ...]
    snapshot: Snapshot

    @property
    def version(self) -> int:
        """How many rows it was read from."""
        return len(self.actions) + 1


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


def setup_body(deal: Deal) -> str:
    """Row 0 of a log."""
    setup = deal.setup
    decks = Decks.model_validate(dict(zip(DECKS, setup.decks, strict=True)))
    body = _SetupBody(communes=setup.communes, decks=decks, salt=deal.salt, open_screens=setup.open_screens)
    return body.model_dump_json()


def action_body(action: Action) -> str:
    """The row of an action."""
    return json.dumps(dump_action(action))


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
    try:
        action = _action(row, history)
        snapshot, events = advance(history.snapshot, action)
    except (ValueError, Refusal) as error:
        raise LogUnreadable(row.number) from error
    return replace(
        history,
        actions=(*history.actions, action),
        events=(*history.events, events),
        reasons=(*history.reasons, _reason(row)),
        snapshot=snapshot,
    )


def _read_setup(row: LogRow) -> History:
    if row.kind != SETUP or row.number != 0:
        raise LogUnreadable(row.number)
    try:
        body = _SetupBody.model_validate_json(row.body)
        return History(body.setup, body.salt, (), (), (), begin(body.setup))
    except (ValueError, Refusal) as error:
        raise LogUnreadable(row.number) from error


def _reason(row: LogRow) -> Reason | None:
    """Only an adornment of the log: what cannot be read is no reason to give up the game."""
    try:
        return None if row.reason is None else _REASON.validate_json(row.reason)
    except ValidationError:
        return None


def _action(row: LogRow, history: History) -> Action:
    if row.kind != ACTION or row.number != history.version:
        raise LogUnreadable(row.number)
    return parse_action(from_json(row.body), history.setup.communes)
