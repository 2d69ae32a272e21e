"""A backup is one moment of the database, whole and checked, or it is not there at all."""

import errno
import os
import signal
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import mkstemp
from typing import Any

import pytest

import storage.backup
from storage import Store, StoreUnusable, open_store
from storage.backup import back_up
from tests.storage.files import NO_DATABASE, files, is_private, spoil, write
from tests.storage.helpers import AT, alter, content, run_python, saved_table

BACK_UP = """
import sys, pathlib, storage, storage.backup
try:
    storage.backup.back_up(*map(pathlib.Path, sys.argv[1:3]))
except storage.StoreError as error:
    sys.exit(f"{type(error).__name__}: {error}")
"""
DIE = """
import os, signal, storage.backup
storage.backup.damage = lambda _: os.kill(os.getpid(), signal.SIGKILL)
"""
FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))\n"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "kept"
    folder.mkdir()
    return folder / "copy.bak"


def refusal(path: Path, target: Path) -> str:
    """How a backup is refused; whatever is in the folder of the target stays as it is."""
    before = files(target.parent)
    with pytest.raises(StoreUnusable) as refused:
        back_up(path, target)
    assert files(target.parent) == before
    return str(refused.value)


async def test_a_backup_holds_all_that_is_committed_while_the_store_is_open(
    store: Store, path: Path, target: Path
) -> None:
    await saved_table(store)
    assert path.with_name("comuni.db-wal").stat().st_size > 0
    before = content(path)
    back_up(path, target)
    assert content(target) == content(path) == before


async def test_another_process_makes_one_while_the_store_is_open_and_the_store_goes_on(
    store: Store, path: Path, target: Path
) -> None:
    table_id = await saved_table(store)
    made = run_python(BACK_UP, path, target)
    assert (made.returncode, made.stderr) == (0, "")
    async with store.write() as writer:
        await writer.append_log(table_id, 1, "action", 31, AT, "{}")
    assert len(await store.log(table_id)) == 2
    backup = await open_store(target)
    try:
        assert len(await backup.log(table_id)) == 1
    finally:
        await backup.close()


async def test_a_write_that_is_not_committed_is_not_in_it_and_neither_waits_for_the_other(
    store: Store, path: Path, target: Path
) -> None:
    table_id = await saved_table(store)
    async with store.write() as writer:
        await writer.append_log(table_id, 1, "action", 31, AT, "{}")
        back_up(path, target)
    with closing(sqlite3.connect(target)) as copied:
        assert copied.execute("SELECT count(*) FROM log").fetchone() == (1,)
    assert len(await store.log(table_id)) == 2


async def test_it_is_one_file_for_its_owner_alone_that_needs_no_other_and_no_write(
    store: Store, path: Path, target: Path
) -> None:
    await saved_table(store)
    back_up(path, target)
    assert [file.name for file in target.parent.iterdir()] == ["copy.bak"]
    assert is_private(target)
    with closing(sqlite3.connect(f"{target.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert connection.execute("SELECT count(*) FROM log").fetchone() == (1,)


async def test_a_database_that_nobody_holds_is_backed_up_too(store: Store, path: Path, target: Path) -> None:
    await saved_table(store)
    await store.close()
    back_up(path, target)
    assert content(target) == content(path)


async def test_one_of_an_older_release_is_backed_up_as_it_is(store: Store, path: Path, target: Path) -> None:
    await store.close()
    alter(path, "PRAGMA user_version = 1")
    back_up(path, target)
    assert content(target) == content(path)


async def test_a_file_that_is_there_is_not_overwritten(store: Store, path: Path, target: Path) -> None:
    write(target, b"the only picture of grandmother")
    assert refusal(path, target) == f"{target} exists already, and is not overwritten."


async def test_a_file_that_comes_there_meanwhile_is_not_overwritten(
    store: Store, path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def come_in_between(_made: sqlite3.Connection) -> list[str]:
        target.write_text("first")
        return []

    monkeypatch.setattr(storage.backup, "damage", come_in_between)
    with pytest.raises(StoreUnusable, match="exists already"):
        back_up(path, target)
    assert files(target.parent) == {"copy.bak": b"first"}


@contextmanager
def no_second_names(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A file system such as that of most memory sticks."""

    def refuse(self: Path, _other: Path) -> None:
        raise PermissionError(1, "Operation not permitted", str(self))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "hardlink_to", refuse)
        yield


async def test_where_a_file_can_have_one_name_only_it_is_made_and_nothing_overwritten_either(
    store: Store, path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await saved_table(store)
    with no_second_names(monkeypatch):
        back_up(path, target)
        assert content(target) == content(path)
        assert [file.name for file in target.parent.iterdir()] == ["copy.bak"]
        assert "exists already" in refusal(path, target)

        def come_in_between(_made: sqlite3.Connection) -> list[str]:
            other.write_text("first")
            return []

        other = target.with_name("other.bak")
        monkeypatch.setattr(storage.backup, "damage", come_in_between)
        with pytest.raises(StoreUnusable, match="exists already"):
            back_up(path, other)
        assert other.read_text() == "first"


async def test_a_folder_that_is_not_there_is_not_made(store: Store, path: Path, tmp_path: Path) -> None:
    target = tmp_path / "stick" / "copy.bak"
    assert refusal(path, target) == f"There is no folder {target.parent}."
    assert not target.parent.exists()


def test_a_database_that_is_not_there_is_not_made(path: Path, target: Path) -> None:
    for missing in (path, path.parent):
        assert refusal(missing, target) == f"There is no database {missing}."
    assert not path.exists()


@pytest.mark.parametrize("text", [b"", NO_DATABASE])
def test_a_file_that_is_no_database_is_refused(path: Path, target: Path, text: bytes) -> None:
    write(path, text)
    sentence = refusal(path, target)
    assert "is no database of this program" in sentence or "file is not a database" in sentence


def test_the_database_of_another_program_is_refused(path: Path, target: Path) -> None:
    alter(path, "CREATE TABLE cookies (crumb TEXT)")
    assert refusal(path, target) == f"The file {path} is no database of this program."


async def test_a_damaged_database_is_not_copied(store: Store, path: Path, target: Path) -> None:
    await store.close()
    spoil(path)
    assert refusal(path, target).startswith("The database is damaged, so it was not copied: ")


async def test_one_that_is_locked_is_refused_with_a_clear_sentence(
    store: Store, path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.close()
    monkeypatch.setattr("storage.inspection.PATIENCE", 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert refusal(path, target) == f"The database {path} cannot be copied to {target}: database is locked."


async def test_a_full_disk_is_told_in_one_sentence_and_leaves_nothing(store: Store, path: Path, target: Path) -> None:
    await store.close()
    full = run_python(FULL + BACK_UP, path, target)
    assert full.returncode == 1
    assert full.stderr.startswith(f"StoreUnusable: The database {path} cannot be copied to {target}: ")
    assert full.stderr.count("\n") == 1
    assert files(target.parent) == {}


async def test_a_process_that_dies_in_the_middle_leaves_no_backup_and_is_in_nobodys_way(
    store: Store, path: Path, target: Path
) -> None:
    await saved_table(store)
    died = run_python(DIE + BACK_UP, path, target)
    assert died.returncode == -signal.SIGKILL
    assert target.name not in files(target.parent)
    back_up(path, target)
    assert content(target) == content(path)


async def test_a_copy_is_on_the_disk_before_it_has_its_name_and_the_name_too(
    store: Store, path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[tuple[bool, bool]] = []
    sync = os.fsync

    def watched(handle: int) -> None:
        synced.append((stat.S_ISDIR(os.fstat(handle).st_mode), target.exists()))
        sync(handle)

    monkeypatch.setattr(os, "fsync", watched)
    back_up(path, target)
    assert synced == [(False, False), (True, True)]


@pytest.mark.parametrize(("number", "made"), [(errno.EINVAL, True), (errno.EIO, False)])
async def test_a_file_system_that_cannot_sync_folders_is_good_enough_and_one_that_fails_is_not(
    store: Store, path: Path, target: Path, monkeypatch: pytest.MonkeyPatch, number: int, made: bool
) -> None:
    sync = os.fsync

    def failing(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(number, os.strerror(number))
        sync(handle)

    monkeypatch.setattr(os, "fsync", failing)
    if made:
        back_up(path, target)
    else:
        with pytest.raises(StoreUnusable, match="cannot be copied"):
            back_up(path, target)


async def test_what_is_committed_while_it_is_made_is_not_in_it_nor_half_of_it(
    store: Store, path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await saved_table(store)
    before = content(path)

    def write_meanwhile(**options: Any) -> tuple[int, str]:
        alter(path, "INSERT INTO person (user_id, name) SELECT value, hex(zeroblob(9999)) FROM json_each('[1, 2, 3]')")
        alter(path, "PRAGMA wal_checkpoint")
        return mkstemp(**options)

    monkeypatch.setattr(storage.backup, "mkstemp", write_meanwhile)
    back_up(path, target)
    assert content(target) == before
    assert content(path) != before
