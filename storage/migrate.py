"""Bring a file to the newest schema: numbered SQL files, each in one transaction with its version mark.

All of it is synchronous and belongs in a thread: nothing else runs before the store is open.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from storage.backup import back_up_before
from storage.errors import StoreUnusable
from storage.inspection import OURS, damage, damaged_text, has_tables, number, one_line, refuse_newer

OLDEST_SQLITE = (3, 38, 0)  # STRICT tables, and JSON built in
FILE_NAME = re.compile(r"(\d{4})_(\w+)\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """The statements that lead from version `number - 1` to `number`."""

    number: int
    name: str
    statements: tuple[str, ...]


def split(script: str) -> Iterator[str]:
    """The statements of a script, one by one, triggers whole; ValueError where the last one is not ended."""
    statement = ""
    for piece in script.split(";")[:-1]:
        statement += f"{piece};"
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
    if statement or script.rpartition(";")[2].strip():
        raise ValueError("The script does not end with a whole statement.")


def shipped_migrations() -> tuple[Migration, ...]:
    """The migrations inside the package, in order; ValueError where their numbers are not 1, 2, 3, ..."""
    found: dict[int, Migration] = {}
    for file in (files("storage") / "migrations").iterdir():
        if match := FILE_NAME.fullmatch(file.name):
            number, name = int(match[1]), match[2]
            if number in found:
                raise ValueError(f"Two migrations have the number {number}.")
            found[number] = Migration(number, name, tuple(split(file.read_text(encoding="utf-8"))))
    if sorted(found) != list(range(1, len(found) + 1)):
        raise ValueError(f"The migrations are not numbered from 1 without a gap: {sorted(found)}.")
    return tuple(found[number] for number in sorted(found))


def migrate(path: Path, migrations: Sequence[Migration], *, backup_dir: Path, at: str | None) -> None:
    """Bring the file, made where there is none, to the last migration, after a backup of any data in it.

    Raises StoreTooNew, StoreUnusable, sqlite3.Error and OSError; the file then is as it was, but for the
    migrations that came before a failed one.
    """
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreUnusable(f"SQLite {sqlite3.sqlite_version} is too old; 3.38 or newer is needed.")
    path.touch(mode=0o600)  # hands and seals are in it: for the operator's eyes
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        if has_tables(connection) and number(connection, "PRAGMA application_id") != OURS:
            raise StoreUnusable(f"The database {path} belongs to another program.")
        version = refuse_newer(connection, path, len(migrations))
        _refuse_damaged(connection, path)
        if version < len(migrations) and has_tables(connection):
            back_up_before(connection, backup_dir, f"{path.name}.v{version}", at)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = OFF")  # lets a table be rebuilt; checked before each COMMIT
        for migration in migrations[version:]:
            _apply(connection, migration)


def _refuse_damaged(connection: sqlite3.Connection, path: Path) -> None:
    """To go on in a damaged file would spread what is wrong. Indexes are not looked through: that takes long."""
    if found := damage(connection, quick=True):
        raise StoreUnusable(damaged_text(path, found[0]))


def _apply(connection: sqlite3.Connection, migration: Migration) -> None:
    try:
        connection.execute("BEGIN IMMEDIATE")
        for statement in migration.statements:
            connection.execute(statement)
        _check_references(connection)
        connection.execute(f"PRAGMA application_id = {OURS}")
        connection.execute(f"PRAGMA user_version = {migration.number}")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        connection.rollback()
        raise StoreUnusable(
            f"Migration {migration.number} ({migration.name}) failed and was undone: {one_line(error)}."
        ) from error


def _check_references(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        raise sqlite3.IntegrityError("a row refers to another that does not exist")
