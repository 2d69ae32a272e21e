"""The operator's repair of a game: a row of its log takes it back to where it stood before another (law 1).

Rows are never changed, and those taken back need not be readable: so a table that was set aside is mended.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.tables.checking import unreadable_parts
from bot.tables.clocks import Clocks
from bot.tables.door import Change, Door
from bot.tables.history import History
from bot.tables.log import CORRECTION, LogUnreadable, RulesUnknown, correction_body, read_log
from bot.tables.model import ENDED, Table, TableState
from bot.tables.moments import Moment
from bot.tables.notices import OF_THE_GAME, Kind, Notice, askings
from bot.tables.obligations import corrected
from bot.tables.ports import LogRow, Store, TableRow, Writer
from bot.tables.snapshot import RULES_VERSION, encode


class CannotCorrect(Exception):
    """Why a game is not taken back, in one sentence for the operator; nothing hidden is in it."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A row that would follow on a log."""

    number: int
    body: str
    kind: str = CORRECTION
    author: int | None = None
    reason: str | None = None


class Correcting:
    """Takes games back, for the operator alone."""

    def __init__(self, door: Door, store: Store, clocks: Clocks) -> None:
        self._door = door
        self._store = store
        self._clocks = clocks

    async def correct(self, table_id: int, before: int) -> History:
        """Take a game back to where it stood before a row of its log; gives how it stands then.

        A table that was set aside runs again. Its channel and who is asked are told. Raises CannotCorrect, NoTable.
        """

        async def plan(table: Table) -> Change[History]:
            row, rows = await self._store.table(table_id), list(await self._store.log(table_id))
            assert row is not None
            history, moment = foreseen(row, rows, before), await self._clocks.moment(table.settings)
            body = correction_body(rows, before)
            return Change(lambda writer: self._write(writer, table, history, body, moment), history)

        return await self._door.change(table_id, plan)

    async def _write(self, writer: Writer, table: Table, history: History, body: str, moment: Moment) -> None:
        runs, snapshot = table.state is TableState.RUNNING, history.snapshot
        await writer.append_log(table.id, table.version, CORRECTION, None, self._door.now(), body)
        await writer.save_snapshot(table.id, history.version, RULES_VERSION, encode(snapshot))
        await writer.set_aside(table.id, None)
        clock = corrected(replace(table.clock, active_at=moment.now), snapshot, moment) if runs else table.clock
        await self._clocks.save(writer, table, clock, moment)
        await writer.want_board(table.id)
        for owed in await self._store.outbox(table.id):
            if owed.kind in OF_THE_GAME:  # of what is taken back
                await writer.drop_outbox(owed.id)
        asked = askings(snapshot) if runs else ()
        told = replace(table, clock=clock).for_people(asked)
        await self._door.owe(writer, table.id, [Notice(Kind.CORRECTED, None, table.version), *told])


def foreseen(row: TableRow, rows: Sequence[LogRow], before: int) -> History:
    """How a game would stand after a correction; nothing is changed. Raises CannotCorrect."""
    require_correctable(row, rows)
    if not 1 <= before < len(rows):
        raise CannotCorrect(f"The log of table {row.id} has rows 1 to {len(rows) - 1}; there is no row {before} in it.")
    bad = first_unreadable(rows)
    if bad is not None and before > bad:
        raise CannotCorrect(
            f"Row {bad} cannot be read: the game must be taken back to before that row or an earlier one."
        )
    try:
        return read_log([*rows, Planned(len(rows), correction_body(rows, before))])
    except LogUnreadable as error:
        raise CannotCorrect(
            f"No action that stands was done in row {before} or later, or how the game stood before it cannot be read."
        ) from error


def require_correctable(row: TableRow, rows: Sequence[LogRow]) -> None:
    """Raise CannotCorrect where no row of the log could mend a table, or must not."""
    if row.state in ENDED:
        raise CannotCorrect(f"Table {row.id} has ended: its game stays as it is.")
    if not rows:
        raise CannotCorrect(f"No game was begun at table {row.id}.")
    if row.version != len(rows) or [each.number for each in rows] != list(range(len(rows))):
        raise CannotCorrect(f"The log of table {row.id} has lost rows, or got too many: use a backup.")
    for problem in unreadable_parts(row):
        raise CannotCorrect(f"Table {row.id} cannot be mended by its log: {problem}. Use a backup.")
    try:
        read_log(rows[:1])
    except RulesUnknown as error:
        raise CannotCorrect(
            f"Table {row.id} was begun under rules {error.version}, which this program does not know."
        ) from error
    except LogUnreadable as error:
        raise CannotCorrect(f"The deal of table {row.id}, row 0, cannot be read: use a backup.") from error


def first_unreadable(rows: Sequence[LogRow]) -> int | None:
    """The row where a log stops being a game under these rules; None where it is one to its end."""
    try:
        read_log(rows)
    except LogUnreadable as error:
        return error.number
    return None
