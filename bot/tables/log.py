"""The log of a table: its rows are the game, and the state is their fold (law 1)."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from bot.game.actions import Action, dump_action, parse_action
from bot.game.components import DECKS, Seat
from bot.game.errors import Refusal
from bot.game.record import Cards, Decks
from bot.game.rules import apply, start
from bot.game.state import Setup, State
from bot.stewards import Reason
from bot.tables.deal import Deal
from bot.tables.history import THOUSAND, Correction, Entry, History, Row, Unread, counted, standing_rows
from bot.tables.orders import OrderKind
from bot.tables.ports import LogRow
from bot.tables.snapshot import KNOWN_RULES, RULES_VERSION, Snapshot, advance, asked_from, begin, put_back

SETUP = "setup"
ACTION = "action"
UNDO = "undo"
CORRECTION = "correction"


class LogUnreadable(Exception):
    """A log that is no game under these rules; `number` is the row where it stops making sense."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"row {number}")


class RulesUnknown(LogUnreadable):
    """A game that was begun under rules of a version that this program does not play."""

    def __init__(self, version: int) -> None:
        super().__init__(0)
        self.version = version


class _RulesBody(BaseModel):
    """All that can be read of the setup of a game of any rules; one that names none was begun under the first."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True, hide_input_in_errors=True)

    rules: int = Field(default=1, ge=1)


class _SetupBody(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    communes: Cards
    decks: Decks
    salt: str = Field(pattern=r"^[0-9a-f]{32}$")
    open_screens: bool
    rules: int = 1

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


class _CorrectionBody(BaseModel):
    """`prompts`: the number of every asking then, above all that may have been used, also in rows not to be read."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    before: int = Field(ge=1)
    prompts: int


_WHY: TypeAdapter[Reason | _OrderBody] = TypeAdapter(Reason | _OrderBody)


def setup_body(deal: Deal) -> str:
    """Row 0 of a log."""
    setup = deal.setup
    decks = Decks.model_validate(dict(zip(DECKS, setup.decks, strict=True)))
    body = _SetupBody(
        communes=setup.communes, decks=decks, salt=deal.salt, open_screens=setup.open_screens, rules=RULES_VERSION
    )
    return body.model_dump_json()


def action_body(action: Action) -> str:
    """The row of an action."""
    return json.dumps(dump_action(action))


def undo_body(seat: Seat) -> str:
    """The row of an undo: the seat takes back the last action that stands, which is its own."""
    return _UndoBody(seat=seat).model_dump_json()


def correction_body(rows: Sequence[LogRow], before: int) -> str:
    """The row after these by which the operator takes the game back to where it stood before one of them, 1 or more."""
    used = max((each.prompts for row in rows if (each := _correction(row)) is not None), default=0)
    prompts = (used + len(rows)) // THOUSAND * THOUSAND + THOUSAND  # a row asks each seat once at most
    return _CorrectionBody(before=before, prompts=prompts).model_dump_json()


def order_body(kind: OrderKind) -> str:
    """Beside an action's row: it was done by a standing order."""
    return _OrderBody(order=kind).model_dump_json()


def reason_body(reason: Reason) -> str:
    """Why a steward acted, as its row keeps it."""
    return json.dumps(asdict(reason))


def read_log(rows: Iterable[LogRow]) -> History:
    """Fold a whole log. Raises LogUnreadable."""
    found = list(rows)
    if not found:
        raise LogUnreadable(0)
    return read_on(_read_setup(found[0]), found[1:])


def read_on(history: History, rows: Sequence[LogRow]) -> History:
    """The history with more rows. What a correction among them takes back may be unreadable; else LogUnreadable."""
    at = 0
    while at < len(rows):
        try:
            history = read_row(history, rows[at])
            at += 1
        except LogUnreadable:  # no matter where a later correction has taken it back
            end = next((index for index in range(at + 1, len(rows)) if _takes_back(rows[index], rows[at])), None)
            if end is None:
                raise
            unread = (Unread(row.kind) for row in rows[at:end])  # also where a later one would fit by chance
            history, at = replace(history, rows=(*history.rows, *unread)), end
    return history


def read_row(history: History, row: LogRow) -> History:
    """The history with one more row. Raises LogUnreadable."""
    if row.number != history.version or row.kind not in READERS:
        raise LogUnreadable(row.number)
    try:
        entry, snapshot = READERS[row.kind](history, row)
    except (ValueError, Refusal) as error:
        raise LogUnreadable(row.number) from error
    return replace(history, rows=(*history.rows, entry), snapshot=snapshot)


def without_last(history: History) -> Snapshot:
    """Where a game stands once its last action is taken back. Every asking is a new one (law 6)."""
    before = history.standing[-1].before
    assert before is not None
    return put_back(history.snapshot, before)


def _replayed(setup: Setup, actions: Iterable[Action]) -> State:
    state = start(setup)
    for action in actions:
        state, _ = apply(state, action)
    return state


def _read_setup(row: LogRow) -> History:
    if row.kind != SETUP or row.number != 0:
        raise LogUnreadable(row.number)
    try:
        rules = _RulesBody.model_validate_json(row.body).rules
        if rules not in KNOWN_RULES:
            raise RulesUnknown(rules)
        body = _SetupBody.model_validate_json(row.body)
        return History(body.setup, body.salt, (), begin(body.setup))
    except (ValueError, Refusal) as error:
        raise LogUnreadable(row.number) from error


def _read_action(history: History, row: LogRow) -> tuple[Entry, Snapshot]:
    action = parse_action(from_json(row.body), history.setup.communes)
    snapshot, events = advance(history.snapshot, action)
    why = _why(row)
    reason, order = (None, why.order) if isinstance(why, _OrderBody) else (why, None)
    return Entry(action.seat, row.author, action, events, reason, order, history.snapshot.state), snapshot


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


def _read_correction(history: History, row: LogRow) -> tuple[Correction, Snapshot]:
    body = _CorrectionBody.model_validate_json(row.body)
    now, then = standing_rows(history.rows), standing_rows(history.rows[: body.before - 1])
    actions = [entry.action for _, entry in then if isinstance(entry, Entry) and entry.action is not None]
    if len(actions) < len(then):
        raise ValueError("where it stood then cannot be read")
    unread = any(isinstance(entry, Unread) for entry in history.rows[body.before - 1 :])
    count = len(counted(now) - counted(then)) or int(unread)
    if not count or body.prompts <= max(history.snapshot.prompts):
        raise ValueError("nothing is taken back, or a prompt would be used again")
    return Correction(body.before, count), asked_from(body.prompts, _replayed(history.setup, actions))


def _correction(row: LogRow) -> _CorrectionBody | None:
    try:
        return _CorrectionBody.model_validate_json(row.body) if row.kind == CORRECTION else None
    except ValidationError:  # it corrects nothing, and is named where it is read in its turn
        return None


def _takes_back(row: LogRow, earlier: LogRow) -> bool:
    body = _correction(row)
    return body is not None and body.before <= earlier.number < row.number


READERS: dict[str, Callable[[History, LogRow], tuple[Row, Snapshot]]] = {
    ACTION: _read_action,
    UNDO: _read_undo,
    CORRECTION: _read_correction,
}
