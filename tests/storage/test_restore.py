"""A backup takes the place of a database whole, or nothing changes; what was there is kept."""

import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import Store, StoreError, StoreInUse, StoreTooNew, StoreUnusable, open_store
from storage.backup import back_up
from storage.lock import hold
from storage.migrate import migrate, shipped_migrations
from storage.restore import restore
from tests.storage.files import NO_DATABASE, files, is_private, spoil, write
from tests.storage.helpers import AT, alter, content, new_table, run_python, saved_table

NAME = "comuni.db.2026-01-31T120000Z.replaced"
WHEN = "2026-01-31T120000Z"
RESTORE = """
import sys, pathlib, storage, storage.restore
try:
    storage.restore.restore(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), "now")
except storage.StoreError as error:
    sys.exit(f"{type(error).__name__}: {error}")
"""
DIE = """
import os, signal, storage.restore
def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)
storage.restore.{place} = die
"""
FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))\n"
DIE_WITH_A_LOG = """
import asyncio, os, signal, storage, sys
async def main():
    store = await storage.open_store(sys.argv[1])
    async with store.write() as writer:
        await writer.append_log(1, 1, "action", 31, "now", "{}")
    os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(main())
"""


@pytest.fixture
async def backup(path: Path, tmp_path: Path) -> Path:
    """A backup of a database with one table; there are two now, and its store is closed."""
    store = await open_store(path)
    await saved_table(store)
    back_up(path, tmp_path / "copy.bak")
    await saved_table(store, 21)
    await store.close()
    return tmp_path / "copy.bak"


async def tables(path: Path) -> list[int]:
    """The ids of the tables that a store finds in a file."""
    store = await open_store(path)
    try:
        return [table.id for table in await store.every_table()]
    finally:
        await store.close()


def refusal(backup: Path, path: Path) -> StoreError:
    """How it is refused; no file is changed or made."""
    before = files(path.parent)
    with pytest.raises(StoreError) as refused:
        restore(backup, path, WHEN)
    assert files(path.parent) == before
    return refused.value


async def test_the_database_is_what_the_backup_holds_and_what_it_was_is_kept(backup: Path, path: Path) -> None:
    before = content(path)
    kept = restore(backup, path, WHEN)
    assert kept == path.with_name(NAME)
    assert content(kept) == before
    assert await tables(path) == [1]
    assert await tables(backup) == [1]
    assert await tables(kept) == [1, 2]


async def test_where_there_was_no_database_nothing_is_kept(backup: Path, tmp_path: Path) -> None:
    there = tmp_path / "new" / "deep" / "comuni.db"
    assert restore(backup, there, WHEN) is None
    assert await tables(there) == [1]
    assert is_private(there)


async def test_twice_in_a_second_keeps_both(backup: Path, path: Path) -> None:
    first, second = restore(backup, path, WHEN), restore(backup, path, WHEN)
    assert first == path.with_name(NAME)
    assert second == path.with_name("comuni.db.2026-01-31T120000Z.2.replaced")
    assert await tables(path) == [1]


async def test_what_was_replaced_can_be_restored_in_turn(backup: Path, path: Path) -> None:
    kept = restore(backup, path, WHEN)
    assert kept is not None
    restore(kept, path, WHEN)
    assert await tables(path) == [1, 2]


async def test_the_restored_games_are_the_same_rows(backup: Path, path: Path) -> None:
    restore(backup, path, WHEN)
    with closing(sqlite3.connect(backup)) as one, closing(sqlite3.connect(path)) as other:
        for table in ("seat", "log", "snapshot", "outbox", "message", "person", "heartbeat", "outage"):
            sql = f"SELECT * FROM {table} ORDER BY 1, 2"  # noqa: S608 - names of ours
            assert one.execute(sql).fetchall() == other.execute(sql).fetchall()


async def test_no_id_that_was_given_since_the_backup_is_given_again(store: Store, path: Path, tmp_path: Path) -> None:
    """Discord drops a message with a nonce that it has seen, and old controls name their table by its id."""
    table_id = await saved_table(store)
    back_up(path, tmp_path / "copy.bak")
    async with store.write() as writer:
        told = await writer.add_outbox(table_id, "turn", "siena", 3, AT)
        lost = await new_table(writer, channel_id=21)
    await store.close()
    restore(tmp_path / "copy.bak", path, WHEN)
    again = await open_store(path)
    try:
        async with again.write() as writer:
            assert await writer.add_outbox(table_id, "turn", "siena", 3, AT) > told
            assert await new_table(writer, channel_id=21) > lost
    finally:
        await again.close()


async def test_the_boards_of_tables_that_go_on_are_shown_anew(store: Store, path: Path, tmp_path: Path) -> None:
    ids = [await saved_table(store, channel_id) for channel_id in range(20, 25)]
    async with store.write() as writer:
        for table_id, state in zip(ids, ("lobby", "running", "archived", "over", "stopped"), strict=True):
            await writer.set_state(table_id, state)
    back_up(path, tmp_path / "copy.bak")
    await store.close()
    restore(tmp_path / "copy.bak", path, WHEN)
    again = await open_store(path)
    try:
        assert await again.unsettled_tables() == ids[:2]
    finally:
        await again.close()


async def test_what_a_crash_left_in_the_write_ahead_log_is_kept(path: Path, tmp_path: Path) -> None:
    store = await open_store(path)
    await saved_table(store)
    back_up(path, tmp_path / "copy.bak")
    await store.close()
    died = run_python(DIE_WITH_A_LOG, path)
    assert died.returncode == -signal.SIGKILL
    assert path.with_name("comuni.db-wal").stat().st_size > 0
    kept = restore(tmp_path / "copy.bak", path, WHEN)
    assert kept is not None
    for file, rows in ((kept, 2), (path, 1)):
        with closing(sqlite3.connect(file)) as connection:
            assert connection.execute("SELECT count(*) FROM log").fetchone() == (rows,)


async def test_what_another_program_keeps_in_the_write_ahead_log_is_kept_with_it(backup: Path, path: Path) -> None:
    """Somebody looks at the file with a program of their own, and SQLite cannot make it whole."""
    with closing(sqlite3.connect(path, isolation_level=None)) as looking:
        looking.execute("BEGIN")
        looking.execute("SELECT * FROM log").fetchall()
        alter(path, "INSERT INTO person (user_id) VALUES (7)")
        before = content(path)
        kept = restore(backup, path, WHEN)
    assert kept is not None
    assert content(kept) == before
    assert await tables(path) == [1]


async def test_a_damaged_database_is_replaced_and_kept_byte_for_byte(backup: Path, path: Path) -> None:
    write(path, NO_DATABASE)
    kept = restore(backup, path, WHEN)
    assert kept is not None
    assert kept.read_bytes() == NO_DATABASE
    assert await tables(path) == [1]


async def test_a_running_bot_is_left_alone(backup: Path, path: Path) -> None:
    with hold(path):
        refused = refusal(backup, path)
    assert isinstance(refused, StoreInUse)
    assert "in use by another process; stop that one first" in str(refused)


async def test_a_link_is_no_way_around_the_lock_and_stays_a_link(backup: Path, path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with hold(path):
        assert isinstance(refusal(backup, link), StoreInUse)
    restore(backup, link, WHEN)
    assert link.is_symlink()
    assert await tables(path) == [1]


async def test_the_database_itself_is_no_backup(backup: Path, path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    for one, other in ((path, path), (link, path), (path, link)):
        assert str(refusal(one, other)).endswith("is the database itself.")


async def test_a_backup_of_a_newer_release_is_refused(backup: Path, path: Path) -> None:
    alter(backup, "PRAGMA user_version = 999")
    refused = refusal(backup, path)
    assert isinstance(refused, StoreTooNew)
    assert "a newer release wrote it" in str(refused)


async def test_one_of_an_older_release_is_restored_and_brought_up_to_date_at_the_start(path: Path) -> None:
    old = path.with_name("old.bak")
    migrate(old, shipped_migrations()[:1], backup_dir=path.parent, at=AT)
    restore(old, path, WHEN)
    assert await tables(path) == []


@pytest.mark.parametrize("text", [b"", NO_DATABASE])
async def test_a_file_that_is_none_is_refused(backup: Path, path: Path, text: bytes) -> None:
    write(backup, text)
    assert isinstance(refusal(backup, path), StoreUnusable)


async def test_the_database_of_another_program_is_refused(backup: Path, path: Path, tmp_path: Path) -> None:
    other = tmp_path / "cookies.db"
    alter(other, "CREATE TABLE cookies (crumb TEXT)")
    assert str(refusal(other, path)) == f"The file {other} is no database of this program."


async def test_a_missing_backup_is_refused_and_no_database_made(tmp_path: Path) -> None:
    there = tmp_path / "deep" / "comuni.db"
    with pytest.raises(StoreUnusable, match=r"There is no database .*none\.bak"):
        restore(tmp_path / "none.bak", there, WHEN)
    assert not there.parent.exists()


async def test_a_damaged_backup_is_refused(backup: Path, path: Path) -> None:
    spoil(backup)
    assert str(refusal(backup, path)).startswith("The database is damaged, so it was not copied: ")


async def test_a_folder_in_place_of_the_database_is_refused(backup: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert str(refusal(backup, tmp_path / "folder")).endswith("is no file.")
    assert list((tmp_path / "folder").iterdir()) == []


async def test_a_full_disk_is_told_in_one_sentence_and_changes_nothing(backup: Path, path: Path) -> None:
    before = files(path.parent)
    full = run_python(FULL + RESTORE, backup, path)
    assert full.returncode == 1
    assert full.stderr.startswith(f"StoreUnusable: The backup {backup} cannot be restored to {path}: ")
    assert full.stderr.count("\n") == 1
    assert files(path.parent) == before


@pytest.mark.parametrize("place", ["_prepare", "_keep", "_make_whole", "name_anew", "sync_folder"])
async def test_a_process_that_dies_at_any_step_leaves_the_one_or_the_other(
    backup: Path, path: Path, place: str
) -> None:
    died = run_python(DIE.format(place=place) + RESTORE, backup, path)
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert await tables(path) == ([1] if place == "sync_folder" else [1, 2])
    restore(backup, path, WHEN)
    assert await tables(path) == [1]


async def test_until_the_backup_takes_its_name_the_database_never_lost_it(
    backup: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace, seen = Path.replace, []

    def watched(self: Path, target: Path) -> Path:
        seen.append((content(target) == before, content(path.with_name(NAME)) == before))
        return replace(self, target)

    before = content(path)
    monkeypatch.setattr(Path, "replace", watched)
    restore(backup, path, WHEN)
    assert seen == [(True, True)]
