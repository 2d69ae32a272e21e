"""`python -m bot repair`: the operator takes a game back that went wrong, and everybody at the table is told.

It prints nothing that is hidden: no cards, no amounts, no seals and not whose they are (law 4).
"""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory

from bot.game.actions import Defend
from bot.game.rules import waiting
from bot.game.state import Phase
from bot.tables.correcting import CannotCorrect, first_unreadable, foreseen, require_correctable
from bot.tables.history import Correction, Entry, History, Row
from bot.tables.log import read_log
from bot.tables.ports import LogRow, TableRow
from bot.tables.service import SystemClock, host_tables
from storage import Store, open_store
from storage.inspection import copy_to_inspect, told_clearly
from storage.migrate import shipped_migrations

SHOWN = 20  # rows


class _Nobody:
    """Announces nothing: the bot does, from the outbox, when it starts."""

    def wake(self, table_id: int) -> None:
        """What is owed waits."""


def repair_command(database: Path, table_id: int, before: int | None, *, yes: bool) -> int:
    """Show the last rows of a table's log, or what taking it back would do, or do it. Returns the exit code.

    Only the last needs the bot to be stopped. Raises StoreError or CannotCorrect.
    """
    with told_clearly(f"The database {database} cannot be copied to be looked at"), TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite3"
        copy_to_inspect(database, copy, len(shipped_migrations()))
        lines = asyncio.run(_look(copy, table_id, before))
    if yes and before is not None:
        lines = asyncio.run(_correct(database, table_id, before))
    print("\n".join(lines))
    return 0


async def _look(copy: Path, table_id: int, before: int | None) -> list[str]:
    store = await open_store(copy)
    try:
        row, rows = await _saved(store, table_id), await store.log(table_id)
        if before is None:
            return list(_overview(row, rows))
        history = foreseen(row, rows, before)
        would = f"Table {table_id} would stand where it stood before row {before}: {_outlook(history)}"
        return [
            would,
            "Nothing is changed yet. To do it, stop the bot and add --yes; the people of the table are told.",
        ]
    finally:
        await store.close()


async def _correct(database: Path, table_id: int, before: int) -> list[str]:
    store = await open_store(database)
    try:
        await _saved(store, table_id)
        tables = host_tables(store, _Nobody(), SystemClock(), SystemRandom())
        history = await tables.correcting.correct(table_id, before)
        done = f"Table {table_id} stands where it stood before row {before}: {_outlook(history)}"
        return [done, "When the bot starts it tells the people of the table."]
    finally:
        await store.close()


async def _saved(store: Store, table_id: int) -> TableRow:
    row = await store.table(table_id)
    if row is None:
        raise CannotCorrect(f"There is no table {table_id}.")
    return row


def _outlook(history: History) -> str:
    """What a correction at the end of a log does, and how the game stands then."""
    last, state = history.rows[-1], history.snapshot.state
    count = last.count if isinstance(last, Correction) else 0
    asked = "all seats" if state.phase is Phase.INVASION else ", ".join(waiting(state))
    return (
        f"{count} {'action is' if count == 1 else 'actions are'} taken back. It is then turn {state.turn}, of "
        f"{state.active}, in the phase {state.phase.value}, which asks {asked}."
    )


def _overview(row: TableRow, rows: Sequence[LogRow]) -> Iterator[str]:
    """The last rows that can be read, the first that cannot, and how to go on."""
    require_correctable(row, rows)
    bad = first_unreadable(rows)
    aside = ", and set aside" if row.aside else ""
    yield f"Table {row.id} is {row.state}{aside}; the last row of its log is {len(rows) - 1}."
    read = read_log(rows[:bad]).rows
    for number, done in list(enumerate(read, start=1))[-SHOWN:]:
        yield f"  row {number}: {_told(done)}"
    if bad is not None:
        yield f"  row {bad}: it is no game under these rules, nor is what follows"
    yield f"To take it back to before a row: python -m bot repair {row.id} --before ROW"


def _told(row: Row) -> str:
    match row:
        case Entry(action=Defend()):
            return "a seal"
        case Entry():
            return f"{row.seat}: {'undo' if row.action is None else row.action.type}"
        case Correction():
            return f"the operator took the game back to before row {row.before}"
        case _:
            return "cannot be read, and was taken back"
