"""A file of any content in place of the database, or of a backup: refused in one sentence and left as it was."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage import StoreError, StoreFailed, open_store
from storage.backup import back_up
from storage.database import SAFETY
from storage.inspection import copy_to_inspect
from storage.migrate import shipped_migrations
from storage.restore import restore
from tests.storage.files import write
from tests.storage.helpers import AT, content, new_table, saved_table

NEWEST = len(shipped_migrations())


async def _made(path: Path) -> None:
    store = await open_store(path)
    try:
        for channel in range(40):
            table_id = await saved_table(store, channel)
            async with store.write() as writer:
                await writer.append_log(table_id, 1, "action", 30, AT, '{"type":"income"}' * 20)
    finally:
        await store.close()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database of some pages."""
    path = tmp_path_factory.mktemp("whole") / "comuni.db"
    asyncio.run(_made(path))
    return path.read_bytes()


class Broken:
    """What stands in a file; it does not show all of it."""

    def __init__(self, data: bytes) -> None:
        self.data = data


@st.composite
def broken(draw: st.DrawFn, whole: bytes) -> Broken:
    """The file cut off, with some bytes or pages others, or of something else."""
    how = draw(st.sampled_from(("cut", "header", "bytes", "pages", "other")))
    if how == "cut":
        return Broken(whole[: draw(st.integers(0, len(whole) - 1))])
    if how == "other":
        return Broken(draw(st.binary(min_size=2, max_size=200)) * draw(st.sampled_from((1, 50))))
    changed, most = bytearray(whole), 100 if how == "header" else len(whole)
    for _ in range(draw(st.integers(1, 8))):
        at = draw(st.integers(0, most - 1))
        piece = bytes(4096) if how == "pages" else draw(st.binary(min_size=1, max_size=4))
        changed[at : at + len(piece)] = piece[: len(whole) - at]
    return Broken(bytes(changed))


async def _every_row(path: Path) -> None:
    store = await open_store(path)
    try:
        for row in await store.every_table():
            await store.log(row.id)
    finally:
        await store.close()


def refusal(work: Callable[[], object]) -> Exception | None:
    """How something is refused, in one line; None where it is done."""
    try:
        work()
    except (StoreError, sqlite3.DatabaseError) as error:
        return error
    return None


def only(folder: Path, name: str) -> None:
    """Everything else in a folder is gone."""
    for file in folder.iterdir():
        if file.is_file() and file.name != name:
            file.unlink()


def test_a_database_of_any_content_is_opened_or_refused_in_a_sentence_and_left_alone(
    tmp_path: Path, whole: bytes
) -> None:
    path, met = tmp_path / "comuni.db", set[str]()

    @settings(max_examples=250)
    @given(broken(whole))
    def check(made: Broken) -> None:
        only(tmp_path, path.name)
        write(path, made.data)
        refused = refusal(lambda: asyncio.run(_every_row(path)))
        met.add(type(refused).__name__)
        if refused is not None:
            assert str(refused).count("\n") == 0
            assert path.read_bytes() == made.data

    check()
    assert met >= {"NoneType", "StoreUnusable"}


def test_a_backup_of_any_content_is_checked_and_restored_or_refused_and_left_alone(
    tmp_path: Path, whole: bytes
) -> None:
    backup, database = tmp_path / "copy.bak", tmp_path / "here" / "comuni.db"
    database.parent.mkdir()
    write(database, whole)
    before = content(database)
    works = (
        lambda: copy_to_inspect(backup, tmp_path / "inspected", NEWEST),
        lambda: back_up(backup, tmp_path / "again.bak"),
        lambda: restore(backup, database, "now"),
    )

    @settings(max_examples=150)
    @given(broken(whole))
    def check(made: Broken) -> None:
        for work in works:
            only(tmp_path, backup.name)
            write(backup, made.data)
            refused = refusal(work)
            assert backup.read_bytes() == made.data
            if refused is None:
                only(database.parent, database.name)
                write(database, whole)
                continue
            assert isinstance(refused, StoreError)
            assert str(refused).count("\n") == 0
            assert content(database) == before

    check()


@pytest.mark.parametrize("place", ["/dev/null/comuni.db", "/proc/comuni/comuni.db", "x" * 300, "/"])
def test_a_path_where_nothing_can_be_is_refused_in_a_sentence(place: str) -> None:
    refused = refusal(lambda: asyncio.run(_every_row(Path(place))))
    assert isinstance(refused, StoreError)
    assert str(refused).startswith(f"The database {place} cannot be used: ")
    assert str(refused).count("\n") == 0


@pytest.mark.parametrize("size", [2, 15, 16, 99, 100])
def test_a_file_with_some_bytes_is_not_taken_for_a_new_one(tmp_path: Path, size: int) -> None:
    path = tmp_path / "comuni.db"
    write(path, b"x" * size)
    assert isinstance(refusal(lambda: asyncio.run(_every_row(path))), StoreError)
    assert path.read_bytes() == b"x" * size


@pytest.mark.parametrize(
    ("pragma", "words"),
    [("PRAGMA query_only = ON", "attempt to write a readonly database"), ("PRAGMA max_page_count = 1", "full")],
)
async def test_a_file_that_takes_nothing_fails_the_write_in_a_sentence_and_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pragma: str, words: str
) -> None:
    path = tmp_path / "comuni.db"
    await _made(path)
    before = content(path)
    monkeypatch.setattr("storage.database.SAFETY", (*SAFETY, pragma))
    store = await open_store(path)

    async def fill() -> None:
        async with store.write() as writer:
            for channel in range(100, 400):
                await new_table(writer, channel)

    try:
        with pytest.raises(StoreFailed, match=rf"^The database cannot be written: .*{words}.*\.$"):
            await fill()
    finally:
        await store.close()
    assert content(path) == before


async def test_a_file_that_another_program_writes_to_fails_the_write_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database.SAFETY", (*SAFETY, "PRAGMA busy_timeout = 0"))
    path = tmp_path / "comuni.db"
    store = await open_store(path)
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreFailed, match=r"^The database cannot be written: database is locked\.$"):
                await saved_table(store)
        await saved_table(store)
    finally:
        await store.close()
