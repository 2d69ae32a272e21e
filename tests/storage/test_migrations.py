"""Migrations are whole or not at all, and data is copied before they touch it."""

import hashlib
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from storage import StoreTooNew, StoreUnusable
from storage.migrate import Migration, migrate, shipped_migrations, split
from tests.storage.helpers import AT, alter, content

SHIPPED = shipped_migrations()
RELEASED = (  # files made by these are out there
    "165e75c2ad057da7c82a04a8c295e0c1934412d3881f6281102285cd2f8fb501",
    "ac27cf9f5974b050cdadf6548d915029fe0e09838f0567e9e78c1f89e284069c",
    "04d921f2e40894c28e02e80c2067170b1c32cdca3c51ad1cd0f67227767f6356",
)
FIRST = Migration(1, "first", ("CREATE TABLE a (id INTEGER PRIMARY KEY, word TEXT) STRICT",))
SECOND = Migration(
    2,
    "second",
    (
        "CREATE TABLE b (a_id INTEGER NOT NULL REFERENCES a (id)) STRICT",
        "INSERT INTO b SELECT id FROM a",
        "ALTER TABLE a RENAME COLUMN word TO name",
        "CREATE TRIGGER a_stays BEFORE DELETE ON a BEGIN SELECT RAISE(ABORT, 'it stays'); END",
    ),
)
MADE_UP = (FIRST, SECOND)


def bring(path: Path, migrations: Sequence[Migration], backup_dir: Path | None = None) -> None:
    """Migrate the file; backups beside it unless told otherwise."""
    migrate(path, migrations, backup_dir=backup_dir or path.parent, at=AT)


def broken(migration: Migration, at: int) -> Migration:
    """The migration with a statement that fails before its n-th one, or after the last."""
    statements = list(migration.statements)
    statements.insert(at, "SELECT no_such_function()")
    return replace(migration, statements=tuple(statements))


def backups(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if ".bak" in file.name)


def each_statement(*chains: tuple[Migration, ...]) -> list[tuple[tuple[Migration, ...], int, int]]:
    """Each place of each migration of each chain where something can go wrong."""
    return [
        (chain, index, statement)
        for chain in chains
        for index, migration in enumerate(chain)
        for statement in range(len(migration.statements) + 1)
    ]


@pytest.mark.parametrize(("chain", "index", "statement"), each_statement(SHIPPED, MADE_UP))
def test_a_migration_broken_at_any_statement_changes_nothing_and_works_once_mended(
    path: Path, chain: tuple[Migration, ...], index: int, statement: int
) -> None:
    bring(path, chain[:index])
    if chain is MADE_UP and index == 1:
        alter(path, "INSERT INTO a VALUES (1, 'old')")
    before = content(path)
    with pytest.raises(StoreUnusable, match="failed and was undone: no such function"):
        bring(path, (*chain[:index], broken(chain[index], statement)))
    assert content(path) == before
    bring(path, chain)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(chain),)


def test_migrations_before_a_broken_one_stay(path: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match=r"Migration 2 \(second\)"):
        bring(path, (FIRST, broken(SECOND, 3)))
    other = tmp_path / "other.db"
    bring(other, (FIRST,))
    assert content(path) == content(other)


def test_migrating_step_by_step_or_at_once_comes_to_the_same(path: Path, tmp_path: Path) -> None:
    bring(path, (FIRST,))
    bring(path, MADE_UP)
    other = tmp_path / "other.db"
    bring(other, MADE_UP)
    assert content(path) == content(other)


def test_a_migration_that_leaves_a_dangling_reference_is_undone(path: Path) -> None:
    dangling = replace(SECOND, statements=(*SECOND.statements, "INSERT INTO b VALUES (99)"))
    bring(path, (FIRST,))
    before = content(path)
    with pytest.raises(StoreUnusable, match="refers to another that does not exist"):
        bring(path, (FIRST, dangling))
    assert content(path) == before


def test_a_table_that_others_refer_to_can_be_rebuilt(path: Path) -> None:
    rebuilt = Migration(
        3,
        "rebuilt",
        (
            "CREATE TABLE new_a (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT",
            "INSERT INTO new_a SELECT id, name FROM a",
            "DROP TRIGGER a_stays",
            "DROP TABLE a",
            "ALTER TABLE new_a RENAME TO a",
        ),
    )
    bring(path, (FIRST,))
    alter(path, "INSERT INTO a VALUES (1, 'old')")
    bring(path, (*MADE_UP, rebuilt))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT a.name FROM a JOIN b ON b.a_id = a.id").fetchall() == [("old",)]


def test_existing_data_is_backed_up_whole_before_it_is_migrated(path: Path) -> None:
    bring(path, (FIRST,))
    alter(path, "PRAGMA journal_mode = WAL")
    alter(path, "INSERT INTO a VALUES (1, 'old')")
    before = content(path)
    bring(path, MADE_UP)
    assert backups(path.parent) == ["comuni.db.v1.2026-01-31T120000Z.bak"]
    backup = path.with_name("comuni.db.v1.2026-01-31T120000Z.bak")
    assert content(backup) == before
    with closing(sqlite3.connect(f"{backup.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert backup.stat().st_mode & 0o077 == 0


def test_a_backup_can_take_the_place_of_the_database(path: Path) -> None:
    bring(path, (FIRST,))
    alter(path, "INSERT INTO a VALUES (1, 'old')")
    bring(path, MADE_UP)
    after = content(path)
    (backup,) = backups(path.parent)
    path.with_name(backup).replace(path)
    bring(path, MADE_UP)
    assert content(path) == after


def test_what_is_still_in_the_write_ahead_log_is_in_the_backup(path: Path) -> None:
    bring(path, (FIRST,))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("INSERT INTO a VALUES (1, 'not yet in the file itself')")
        assert path.with_name("comuni.db-wal").stat().st_size > 0
        bring(path, MADE_UP)
    with closing(sqlite3.connect(path.with_name(backups(path.parent)[0]))) as backup:
        assert backup.execute("SELECT word FROM a").fetchall() == [("not yet in the file itself",)]


def test_a_broken_migration_has_left_its_backup_and_the_next_try_makes_another(path: Path) -> None:
    bring(path, (FIRST,))
    for _ in range(2):
        with pytest.raises(StoreUnusable):
            bring(path, (FIRST, broken(SECOND, 4)))
    bring(path, MADE_UP)
    name = "comuni.db.v1.2026-01-31T120000Z"
    assert backups(path.parent) == [f"{name}.2.bak", f"{name}.3.bak", f"{name}.bak"]


def test_a_backup_without_a_time_is_named_after_its_version(path: Path) -> None:
    bring(path, (FIRST,))
    migrate(path, MADE_UP, backup_dir=path.parent, at=None)
    assert backups(path.parent) == ["comuni.db.v1.bak"]


def test_backups_go_to_their_own_folder(path: Path, tmp_path: Path) -> None:
    bring(path, (FIRST,))
    bring(path, MADE_UP, tmp_path / "kept" / "here")
    assert backups(tmp_path / "kept" / "here") == ["comuni.db.v1.2026-01-31T120000Z.bak"]
    assert backups(tmp_path) == []


def test_nothing_is_migrated_where_no_backup_can_be_made(path: Path, tmp_path: Path) -> None:
    bring(path, (FIRST,))
    before = content(path)
    (tmp_path / "kept").write_text("a file where the folder should be")
    with pytest.raises(OSError, match="kept"):
        bring(path, MADE_UP, tmp_path / "kept")
    assert content(path) == before


def test_a_damaged_database_is_not_migrated_and_leaves_no_half_backup(path: Path) -> None:
    bring(path, (FIRST,))
    alter(path, "CREATE INDEX words ON a (word)")
    alter(path, "INSERT INTO a SELECT value, 'word ' || value FROM json_each('[1, 2, 3, 4]')")
    damaged = path.read_bytes().replace(b"word 3", b"word 9", 1)
    path.write_bytes(damaged)
    with pytest.raises(StoreUnusable, match="damaged"):
        bring(path, MADE_UP)
    assert path.read_bytes() == damaged
    assert backups(path.parent) == []


def test_a_new_database_and_an_up_to_date_one_need_no_backup(path: Path) -> None:
    bring(path, MADE_UP)
    before = path.read_bytes()
    bring(path, MADE_UP)
    assert backups(path.parent) == []
    assert path.read_bytes() == before


def test_a_newer_database_is_refused(path: Path) -> None:
    bring(path, MADE_UP)
    before = path.read_bytes()
    with pytest.raises(StoreTooNew, match="has version 2, but this program knows only up to 1: a newer release"):
        bring(path, (FIRST,))
    assert path.read_bytes() == before


def test_a_database_that_may_not_be_written_is_refused(path: Path) -> None:
    read_only = Migration(1, "read_only", ("PRAGMA query_only = ON", *FIRST.statements))
    with pytest.raises(StoreUnusable, match="attempt to write a readonly database"):
        bring(path, (read_only,))


def test_a_script_is_split_into_whole_statements() -> None:
    script = """
        -- a comment; with a semicolon
        CREATE TABLE a (word TEXT DEFAULT ';');
        CREATE TRIGGER t BEFORE DELETE ON a BEGIN SELECT 1; SELECT 2; END;
    """
    statements = list(split(script))
    assert len(statements) == 2
    assert statements[1].startswith("CREATE TRIGGER")
    assert statements[1].endswith("END;")
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in statements:
            connection.execute(statement)
        assert connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (2,)


@pytest.mark.parametrize("script", ["SELECT 1; SELECT 2", "CREATE TRIGGER t BEGIN SELECT 1;", "SELECT 1; -- end"])
def test_a_script_without_an_end_is_refused(script: str) -> None:
    with pytest.raises(ValueError, match="whole statement"):
        list(split(script))


def test_the_shipped_migrations_are_numbered_and_named() -> None:
    assert [migration.number for migration in SHIPPED] == list(range(1, len(SHIPPED) + 1))
    assert [migration.name for migration in SHIPPED] == ["tables", "clock", "people"]
    assert all(migration.statements for migration in SHIPPED)


def test_a_released_migration_is_never_changed_again() -> None:
    texts = ("\n".join(migration.statements) for migration in SHIPPED[: len(RELEASED)])
    assert tuple(hashlib.sha256(text.encode()).hexdigest() for text in texts) == RELEASED
