"""Whether a saved table can be played on: its rows are looked at one by one, and nothing is changed."""

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from bot.game.components import COMMUNES
from bot.game.state import Phase
from bot.stewards import Character
from bot.tables.log import LogUnreadable, RulesUnknown, read_log
from bot.tables.model import TableSettings, TableState
from bot.tables.ports import LogRow, SeatRow, SnapshotRow, TableRow
from bot.tables.snapshot import RULES_VERSION, Snapshot, SnapshotUnreadable, decode
from bot.tables.table_clock import ClockUnreadable, TableClock, decode_clock

PLAYED = frozenset({TableState.RUNNING, TableState.ARCHIVED, TableState.OVER})


def problems(row: TableRow, log: Sequence[LogRow], snapshot: SnapshotRow | None) -> Iterator[str]:
    """What is wrong with a table, a phrase each; nothing where its log folds to its snapshot (law 1)."""
    yield from unreadable_parts(row)
    if row.version != len(log):
        yield f"it is at version {row.version}, but its log has {len(log)} rows"
    if log:
        yield from _game_problems(row, log, snapshot)
    elif row.state in PLAYED:
        yield f"it is {row.state}, but its log is empty"


def unreadable_parts(row: TableRow) -> Iterator[str]:
    """What of a table, its log and its snapshot apart, makes no sense, a phrase each."""
    clock = clock_of(row)
    if settings_of(row) is None:
        yield "its settings cannot be read"
    if clock is None:
        yield "its clock cannot be read"
    communes = {seat.commune for seat in row.seats}
    known = communes <= COMMUNES.keys() if row.version else communes <= {None}
    if not known or any(seat.steward is not None and character_of(seat) is None for seat in row.seats):
        yield "its seats make no sense"
    elif clock is not None and not clock.named <= communes:
        yield "its clock is not of its seats"


def settings_of(row: TableRow) -> TableSettings | None:
    """A table's settings; None where they cannot be read: the table is set aside then, with a notice."""
    try:
        return TableSettings.model_validate_json(row.settings)
    except ValidationError:  # that is the answer; the error would show what is in it
        return None


def clock_of(row: TableRow) -> TableClock | None:
    """A table's clock; None where it cannot be read, likewise."""
    try:
        return decode_clock(row.clock)
    except ClockUnreadable:  # that is the answer
        return None


def character_of(row: SeatRow) -> Character | None:
    """Which computer player holds a seat; None for a person, and for one that is not known here."""
    return next((character for character in Character if character == row.steward), None)


def _game_problems(row: TableRow, log: Sequence[LogRow], saved: SnapshotRow | None) -> Iterator[str]:
    try:
        history = read_log(log)
    except RulesUnknown as error:
        yield f"its game was begun under rules {error.version}, which this program does not know"
        return
    except LogUnreadable as error:
        yield f"row {error.number} of its log is no game under these rules"
        return
    folded = history.snapshot
    if {seat.commune for seat in row.seats} != set(history.setup.communes):
        yield "its seats are not those of its log"
    over = folded.state.phase is Phase.OVER
    if row.state in PLAYED and over is not (row.state == TableState.OVER):
        yield f"it is {row.state}, but its game is {'over' if over else 'not over'}"
    yield from _snapshot_problems(row, folded, saved)


def _snapshot_problems(row: TableRow, folded: Snapshot, saved: SnapshotRow | None) -> Iterator[str]:
    """A snapshot that other rules wrote is not compared: it is made anew."""
    if saved is None:
        yield "it has no snapshot"
    elif saved.version != row.version:
        yield f"its snapshot is of version {saved.version} and not {row.version}"
    elif saved.rules_version == RULES_VERSION:
        try:
            if decode(saved.body) != folded:
                yield "its snapshot is not what its log leads to"
        except SnapshotUnreadable:  # likewise
            yield "its snapshot cannot be read"
