"""Whole copies of a database, made with SQLite's backup API."""

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

from storage.errors import StoreUnusable


def back_up(connection: sqlite3.Connection, folder: Path, stem: str, at: str | None) -> Path:
    """Copy the database to `<stem>.<at>.bak` in the folder and give its path; nothing is overwritten.

    The name appears once the copy is whole and on the disk. Raises StoreUnusable, sqlite3.Error, OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = _free_name(folder, stem, at)
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        _copy(connection, part)
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)
    return target


def _copy(source: sqlite3.Connection, target: Path) -> None:
    with closing(sqlite3.connect(target, isolation_level=None)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file that needs no others beside it
        if (found := copy.execute("PRAGMA integrity_check").fetchone()) != ("ok",):
            raise StoreUnusable(f"The database is damaged, so it was not migrated: {found[0]}.")


def _free_name(folder: Path, stem: str, at: str | None) -> Path:
    # Windows allows no colons in a name.
    stem = stem if at is None else f"{stem}.{at.replace(':', '')}"
    names = (f"{stem}{f'.{n}' if n > 1 else ''}.bak" for n in count(1))
    return next(folder / name for name in names if not (folder / name).exists())
