"""`python -m bot backup`, `restore` and `check`: what an operator does with the database file."""

import asyncio
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.tables.checking import problems
from bot.tables.model import TableState
from storage import StoreError, open_store
from storage.backup import back_up
from storage.inspection import CANNOT, copy_to_inspect, told_clearly
from storage.migrate import shipped_migrations
from storage.restore import restore


def backup_command(database: Path, target: Path) -> int:
    """Copy the database, whether the bot runs or not. Returns the exit code; raises StoreError."""
    back_up(database, target)
    print(f"The database {database} is copied to {target}.")
    return 0


def restore_command(backup: Path, database: Path) -> int:
    """Put a backup in place of the database of a bot that does not run. Returns the exit code; raises StoreError.

    Tables in it that cannot be played on are named and restored all the same: the bot sets them aside.
    """
    for problem in _check(backup).problems:
        print(f"{backup}: {problem}", file=sys.stderr)
    kept = restore(backup, database, f"{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}")
    print(f"The database {database} is now what {backup} holds.")
    if kept is not None:
        print(f"What it was before is kept in {kept}.")
    return 0


def check_command(file: Path) -> int:
    """Print a line for each problem in a database or a backup. Returns 1 where there is one; raises StoreError."""
    found = _check(file)
    for problem in found.problems:
        print(f"{file}: {problem}")
    if found.problems:
        return 1
    print(f"{file}: no problem found; {found.summary}")
    return 0


@dataclass(frozen=True, slots=True)
class _Check:
    problems: list[str]
    summary: str


def _check(file: Path) -> _Check:
    """Look at a copy: the file itself may be in use, of an older schema, or not to be written."""
    newest = len(shipped_migrations())
    with told_clearly(f"The database {file} cannot be copied to be checked"), TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite3"
        version, damaged = copy_to_inspect(file, copy, newest)
        try:
            found = asyncio.run(_check_tables(copy))
        except (StoreError, *CANNOT) as error:
            return _Check([*damaged, f"its tables cannot be read: {error}"], "")
    update = "" if version == newest else f", which the next start brings to {newest}"
    return _Check([*damaged, *found.problems], f"schema version {version}{update}; {found.summary}")


async def _check_tables(copy: Path) -> _Check:
    store = await open_store(copy)
    found: list[str] = []
    try:
        rows = await store.every_table()
        for row in rows:
            wrong = problems(row, await store.log(row.id), await store.snapshot(row.id))
            found += (f"table {row.id}: {problem}" for problem in wrong)
    finally:
        await store.close()
    running = sum(row.state == TableState.RUNNING for row in rows)
    return _Check(found, f"{len(rows)} tables, {running} of them running")
