"""A backup takes the place of a database that no process holds."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from storage.backup import free_name, name_anew, part_of, sync_folder
from storage.errors import StoreUnusable
from storage.inspection import open_to_read, refuse_newer, told_clearly
from storage.lock import hold
from storage.migrate import shipped_migrations

BESIDE = ("-wal", "-journal", "-shm")  # what SQLite may have laid beside a file, and looks for by its name
# Ids given since the backup was made are known to Discord, as nonces and on old controls: they are not given again.
SKIPPED = {"outbox": 1_000_000, "game_table": 1_000}
BEGIN_IDS = """INSERT INTO sqlite_sequence (name, seq)
               SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)"""
SKIP_IDS = "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?"
SHOW_BOARDS = "UPDATE game_table SET board_wanted = board_wanted + 1 WHERE state IN ('lobby', 'running')"


def restore(backup: Path, database: Path, at: str) -> Path | None:
    """Put a copy of a backup in place of a database, which is kept beside it as `<name>.<at>.replaced`.

    Gives that path, None where there was no database. Boards are wanted anew, and no id is given twice. Raises
    StoreInUse, StoreTooNew and StoreUnusable; the database is then as it was.
    """
    database = database.resolve()  # two links to one file share one lock
    _refuse_place(database, backup)
    with told_clearly(f"The backup {backup} cannot be restored to {database}"), open_to_read(backup) as source:
        refuse_newer(source, backup, len(shipped_migrations()))
        database.parent.mkdir(parents=True, exist_ok=True)
        with hold(database), part_of(source, database) as part:
            _prepare(part)
            kept = _keep(database, at) if database.exists() else None
            part.replace(database)
            sync_folder(database.parent)
    return kept


def _refuse_place(database: Path, backup: Path) -> None:
    if database.exists() and not database.is_file():
        raise StoreUnusable(f"The database {database} is no file.")
    if database.exists() and backup.exists() and backup.samefile(database):
        raise StoreUnusable(f"{backup} is the database itself.")


def _prepare(part: Path) -> None:
    with closing(sqlite3.connect(part, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(SHOW_BOARDS)
        for table, count in SKIPPED.items():
            connection.execute(BEGIN_IDS, (table,))
            connection.execute(SKIP_IDS, (count, table))
        connection.execute("COMMIT")


def _keep(database: Path, at: str) -> Path:
    """Give the database a second name. Until the backup takes the first, a crash leaves all as it was."""
    _make_whole(database)
    kept = free_name(database.parent, f"{database.name}.{at}", ".replaced")
    name_anew(database, kept)
    for end in BESIDE:  # of a file that SQLite could not make whole
        beside = database.with_name(f"{database.name}{end}")
        if beside.exists():
            beside.rename(f"{kept}{end}")
    return kept


def _make_whole(database: Path) -> None:
    """Bring what is in the write-ahead log into the file; a damaged one is kept as it is, with what lies beside it."""
    # What cannot be made whole is what a restore is for: its pieces are kept together by the caller.
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
