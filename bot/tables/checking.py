"""Whether a saved table can be played on: its rows are looked at one by one, and nothing is changed."""

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from bot.game.state import Phase
from bot.tables.log import LogUnreadable, RulesUnknown, read_log
from bot.tables.model import TableSettings, TableState
from bot.tables.ports import LogRow, SnapshotRow, TableRow
from bot.tables.snapshot import RULES_VERSION, Snapshot, SnapshotUnreadable, decode
from bot.tables.table_clock import ClockUnreadable, decode_clock

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
    """What cannot be read of a table beside its log, a phrase each."""
    try:
        TableSettings.model_validate_json(row.settings)
    except ValidationError:  # told as a problem; the error would show what is in it
        yield "its settings cannot be read"
    try:
        decode_clock(row.clock)
    except ClockUnreadable:  # likewise
        yield "its clock cannot be read"


def _game_problems(row: TableRow, log: Sequence[LogRow], saved: SnapshotRow | None) -> Iterator[str]:
    try:
        folded = read_log(log).snapshot
    except RulesUnknown as error:
        yield f"its game was begun under rules {error.version}, which this program does not know"
        return
    except LogUnreadable as error:
        yield f"row {error.number} of its log is no game under these rules"
        return
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
