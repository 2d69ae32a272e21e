"""Who may open the database, what is refused and how, and that nothing lingers."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from storage import Store, StoreError, StoreInUse, StoreTooNew, StoreUnusable, open_store
from storage.database import SAFETY
from tests.storage.helpers import (
    alter,
    content,
    run_python,
    saved_table,
    threads_of_sqlite,
    threads_that_do_not_end,
    was_cancelled,
)

OPEN = """
import asyncio, sys, storage
async def main():
    store = await storage.open_store(sys.argv[1])
    await store.close()
try:
    asyncio.run(main())
except storage.StoreError as error:
    sys.exit(f"{type(error).__name__}: {error}")
"""


def refusal(path: Path) -> StoreError:
    """How open_store refuses the file."""
    with pytest.raises(StoreError) as refused:
        asyncio.run(open_store(path))
    assert threads_that_do_not_end() == []
    return refused.value


async def open_and_close(path: Path) -> None:
    store = await open_store(path)
    await store.close()


async def test_what_was_saved_is_there_when_the_file_is_opened_again(path: Path) -> None:
    store = await open_store(str(path))
    table_id = await saved_table(store)
    await store.close()
    store = await open_store(path)
    try:
        assert len(await store.log(table_id)) == 1
    finally:
        await store.close()


async def test_the_folder_of_the_file_is_made(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "new" / "deep" / "comuni.db")
    await store.close()
    assert (tmp_path / "new" / "deep" / "comuni.db").is_file()


async def test_only_the_operator_may_read_the_file(store: Store, path: Path) -> None:
    await saved_table(store)
    for name in ("comuni.db", "comuni.db-wal"):
        assert path.with_name(name).stat().st_mode & 0o077 == 0


async def test_every_connection_is_durable_and_checks_references(path: Path) -> None:
    assert set(SAFETY) >= {"PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON"}
    store = await open_store(path)
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_a_second_process_is_refused_with_a_clear_sentence(store: Store, path: Path) -> None:
    table_id = await saved_table(store)
    other = run_python(OPEN, path)
    assert other.returncode == 1
    assert other.stderr.strip() == (
        f"StoreInUse: The database {path} is in use by another process; stop that one first."
    )
    assert await store.table(table_id) is not None


async def test_a_second_process_may_follow_once_the_first_has_closed(path: Path) -> None:
    store = await open_store(path)
    await store.close()
    other = run_python(OPEN, path)
    assert (other.returncode, other.stderr) == (0, "")
    store = await open_store(path)
    await store.close()


async def test_a_link_to_the_file_is_no_way_around_the_lock(store: Store, path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    with pytest.raises(StoreInUse):
        await open_store(link)


async def test_closing_twice_is_harmless_and_ends_the_threads(path: Path) -> None:
    store = await open_store(path)
    assert len(threads_of_sqlite()) == 2
    await store.close()
    await store.close()
    assert threads_that_do_not_end() == []


async def test_a_close_cancelled_at_any_await_still_closes(path: Path) -> None:
    for step in count(1):
        store = await open_store(path)
        cancelled = await was_cancelled(store.close(), step)
        assert threads_that_do_not_end() == []
        if not cancelled:
            break
    assert step > 1


@pytest.mark.parametrize("late", [False, True], ids=["while waiting", "when answered"])
@pytest.mark.parametrize("again", [False, True], ids=["once", "again and again"])
async def test_an_opening_cancelled_at_any_await_leaves_nothing_behind(path: Path, late: bool, again: bool) -> None:
    async def open_one() -> None:
        opened.append(await open_store(path))

    opened: list[Store] = []
    for step in count(1):
        cancelled = await was_cancelled(open_one(), step, late=late, again=again)
        for store in opened:
            await store.close()
        assert threads_that_do_not_end() == []
        if not cancelled:
            break
    assert step > 8
    assert len(opened) == 1


@pytest.mark.parametrize("broken", range(2 * len(SAFETY)))
def test_an_opening_that_fails_half_way_gives_everything_back(
    path: Path, monkeypatch: pytest.MonkeyPatch, broken: int
) -> None:
    runs: list[str] = []

    class Failing:
        """The pragmas, of which the n-th fails, counted over both connections."""

        def __iter__(self) -> Iterator[str]:
            for pragma in SAFETY:
                runs.append(pragma)
                yield "PRAGMA no such" if len(runs) == broken + 1 else pragma

    monkeypatch.setattr("storage.database.SAFETY", Failing())
    assert isinstance(refusal(path), StoreUnusable)
    assert len(runs) == broken + 1
    monkeypatch.undo()
    asyncio.run(open_and_close(path))


def test_a_newer_database_is_refused_and_left_alone(path: Path) -> None:
    asyncio.run(open_and_close(path))
    alter(path, "PRAGMA user_version = 9999")
    before = path.read_bytes()
    refused = refusal(path)
    assert isinstance(refused, StoreTooNew)
    assert str(refused).startswith(f"The database {path} has version 9999, but this program knows only up to ")
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.write_text("Dear diary, today I was not a database.\n" * 100)
    before = path.read_bytes()
    refused = refusal(path)
    assert isinstance(refused, StoreUnusable)
    assert str(refused) == f"The database {path} cannot be used: file is not a database."
    assert path.read_bytes() == before


def test_the_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    alter(path, "CREATE TABLE cookies (crumb TEXT)")
    before = content(path)
    refused = refusal(path)
    assert isinstance(refused, StoreUnusable)
    assert str(refused) == f"The database {path} belongs to another program."
    assert content(path) == before


def test_a_folder_in_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir()
    assert "cannot be used: unable to open database file" in str(refusal(path))


def test_a_file_in_place_of_the_folder_is_refused(path: Path) -> None:
    path.write_text("")
    assert isinstance(refusal(path / "comuni.db"), StoreUnusable)


def test_a_full_disk_is_refused_with_a_clear_sentence(path: Path) -> None:
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))\n"
    other = run_python(limit + OPEN, path)
    assert other.returncode == 1
    assert other.stderr.startswith("StoreUnusable: ")
    assert other.stderr.count("\n") == 1
    assert run_python(OPEN, path).returncode == 0


def test_a_process_that_fails_to_open_still_ends(path: Path) -> None:
    path.write_text("no database " * 1000)
    other = run_python(OPEN, path)
    assert (other.returncode, other.stderr.split(":")[0]) == (1, "StoreUnusable")
