"""Looking at a database file without changing it, whether a process holds it or not."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage.errors import StoreTooNew, StoreUnusable

OURS = 0x436F6D75  # "Comu": PRAGMA application_id tells our files from those of other programs
# What SQLite and the system raise; what SQLite says of a damaged file may quote bytes of it that are no text.
CANNOT = (sqlite3.Error, OSError, UnicodeDecodeError)
LONGEST = 300  # characters
PATIENCE = 5.0  # seconds; who writes may hold the file for a moment


@contextmanager
def told_clearly(what: str) -> Iterator[None]:
    """Whatever SQLite or the system refuses in the block becomes StoreUnusable: what could not be done, and why."""
    try:
        yield
    except CANNOT as error:
        raise StoreUnusable(f"{what}: {one_line(error)}.") from error


def one_line(told: object) -> str:
    """What SQLite tells, as a part of a sentence: of a damaged file it may quote much, and what is no text."""
    words = " ".join("".join(character if character.isprintable() else " " for character in str(told)).split())
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"


@contextmanager
def open_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that changes nothing, to one moment of a database of ours.

    Raises StoreUnusable where there is none, or one of another program; sqlite3.Error, OSError.
    """
    if not path.is_file():
        raise StoreUnusable(f"There is no database {path}.")
    address = f"{path.resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None, timeout=PATIENCE)) as connection:
        connection.execute("BEGIN")
        if number(connection, "PRAGMA application_id") != OURS or not has_tables(connection):
            raise StoreUnusable(f"The file {path} is no database of this program.")
        yield connection


def copy_to_inspect(path: Path, copy: Path, newest: int) -> tuple[int, list[str]]:
    """Copy a database as it is, sound or not; gives the version of its schema, and what is wrong with the file.

    Raises StoreTooNew, StoreUnusable.
    """
    with told_clearly(f"The database {path} cannot be read"), open_to_read(path) as source:
        version = refuse_newer(source, path, newest)
        with closing(sqlite3.connect(copy, isolation_level=None)) as made:
            source.backup(made)
            return version, [*damage(made), *dangling(made)]


def refuse_newer(connection: sqlite3.Connection, path: Path, newest: int) -> int:
    """The version of a database's schema. Raises StoreTooNew where it is above the newest one known."""
    version = number(connection, "PRAGMA user_version")
    if version > newest:
        raise StoreTooNew(
            f"The database {path} has version {version}, but this program knows only up to {newest}: "
            "a newer release wrote it. Run that release, or go back to a backup."
        )
    return version


def damage(connection: sqlite3.Connection, *, quick: bool = False) -> list[str]:
    """What SQLite finds wrong with the file, a line each; nothing where it is sound. Quick: indexes are left out."""
    told = connection.execute("PRAGMA quick_check" if quick else "PRAGMA integrity_check")
    return [one_line(found) for (found,) in told if found != "ok"]


def damaged_text(path: Path, what: str) -> str:
    """What an operator reads of a damaged database."""
    return f"The database {path} is damaged: {what}. `python -m bot restore FILE` puts a backup in its place."


def dangling(connection: sqlite3.Connection) -> list[str]:
    """The rows that refer to one that does not exist."""
    return [
        f"row {row} of {table} refers to a row of {parent} that does not exist"
        for table, row, parent, _ in connection.execute("PRAGMA foreign_key_check")
    ]


def has_tables(connection: sqlite3.Connection) -> bool:
    """Whether anything was ever made in the file."""
    return number(connection, "SELECT count(*) FROM sqlite_schema") > 0


def number(connection: sqlite3.Connection, query: str) -> int:
    """The one number that a query gives."""
    return int(connection.execute(query).fetchone()[0])
