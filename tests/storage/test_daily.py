"""One backup a day, the newest kept, and nothing else in the folder touched."""

import asyncio
import signal
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

import storage.backup
from storage import DailyBackups, Store, StoreUnusable
from storage.inspection import damage
from tests.storage.helpers import content, run_python, saved_table

DAY = date(2026, 1, 31)
STRANGERS = (
    "comuni.db.v1.2026-01-01T120000Z.bak",  # made before an update
    "comuni.db.v1.bak",
    "comuni.db.2026-01-01.bak.gz",
    "comuni.db.2026-01-01.2.bak",
    "comuni.db.2026-13-01.bak",
    "comuni.db.20260101.bak",
    "xcomuni.db.2026-01-01.bak",
    "comuniXdb.2026-01-01.bak",
    "comuni.db.2026-01-01.bak.part",
    "other.db.2026-01-01.bak",
    "2026-01-01.bak",
    "notes.txt",
)
DIE = """
import asyncio, datetime, os, pathlib, signal, storage, storage.backup, sys
storage.backup.damage = lambda _: os.kill(os.getpid(), signal.SIGKILL)
daily = storage.DailyBackups(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), 7)
asyncio.run(daily.make(datetime.date(2026, 1, 30)))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "here"


def name(day: date) -> str:
    return f"comuni.db.{day.isoformat()}.bak"


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


async def make_days(path: Path, folder: Path, keep: int, days: int) -> list[date]:
    """A backup on each of some days in a row."""
    found = [DAY + timedelta(days=number) for number in range(days)]
    for day in found:
        assert await DailyBackups(path, folder, keep).make(day)
    return found


def fill(folder: Path) -> None:
    """Files that are not ours, a folder, and a link to a file elsewhere."""
    folder.mkdir(parents=True)
    for stranger in STRANGERS:
        (folder / stranger).write_text("mine")
    (folder / name(DAY - timedelta(days=99))).mkdir()
    linked = folder.parent / "elsewhere"
    linked.write_text("mine")
    (folder / name(DAY - timedelta(days=98))).symlink_to(linked)


async def test_the_backup_of_a_day_is_made_once_also_by_a_program_started_anew(
    store: Store, path: Path, folder: Path
) -> None:
    await saved_table(store)
    assert await DailyBackups(path, folder, 7).make(DAY) is True
    before = content(path)
    await saved_table(store, 21)
    for daily in (DailyBackups(path, folder, 7), DailyBackups(path, folder, 7)):
        assert await daily.make(DAY) is False
    assert names(folder) == [name(DAY)]
    assert content(folder / name(DAY)) == before


async def test_the_newest_are_kept_and_their_names_sort_by_date(store: Store, path: Path, folder: Path) -> None:
    days = await make_days(path, folder, keep=3, days=6)
    assert names(folder) == [name(day) for day in days[-3:]]


async def test_with_one_to_keep_only_the_last_stays(store: Store, path: Path, folder: Path) -> None:
    days = await make_days(path, folder, keep=1, days=3)
    assert names(folder) == [name(days[-1])]


async def test_after_a_long_absence_the_newest_are_kept_however_old(store: Store, path: Path, folder: Path) -> None:
    days = await make_days(path, folder, keep=3, days=3)
    later = DAY + timedelta(days=400)
    await DailyBackups(path, folder, 3).make(later)
    assert names(folder) == [name(day) for day in (*days[-2:], later)]


async def test_files_of_other_names_are_left_alone_however_many(store: Store, path: Path, folder: Path) -> None:
    fill(folder)
    before = set(names(folder))
    days = await make_days(path, folder, keep=1, days=3)
    assert set(names(folder)) == before | {name(days[-1])}


async def test_a_backup_of_a_day_to_come_costs_none_of_those_that_are_made(
    store: Store, path: Path, folder: Path
) -> None:
    """The machine's clock was wrong once."""
    wrong = date(2099, 1, 1)
    await DailyBackups(path, folder, 2).make(wrong)
    days = await make_days(path, folder, keep=2, days=4)
    assert names(folder) == [name(day) for day in (*days[-2:], wrong)]


async def test_none_is_removed_where_a_new_one_cannot_be_made(store: Store, path: Path, folder: Path) -> None:
    days = await make_days(path, folder, keep=2, days=2)
    await store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA application_id = 7")
    with pytest.raises(StoreUnusable, match="is no database of this program"):
        await DailyBackups(path, folder, 1).make(days[-1] + timedelta(days=1))
    assert names(folder) == [name(day) for day in days]


async def test_where_the_folder_cannot_be_made_it_says_so(store: Store, path: Path, folder: Path) -> None:
    folder.parent.write_text("a file where the folder should be")
    with pytest.raises(StoreUnusable, match=r"cannot be kept up: .*kept"):
        await DailyBackups(path, folder, 7).make(DAY)


async def test_what_is_left_of_one_in_whose_middle_the_process_died_goes_with_the_next(
    store: Store, path: Path, folder: Path
) -> None:
    died = run_python(DIE, path, folder)
    assert died.returncode == -signal.SIGKILL
    assert any(".part" in left for left in names(folder))
    assert await DailyBackups(path, folder, 7).make(DAY)
    assert names(folder) == [name(DAY)]


async def test_who_cancels_it_waits_until_the_backup_is_there(
    store: Store, path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    making, loop = asyncio.Event(), asyncio.get_running_loop()

    def slow(made: sqlite3.Connection) -> list[str]:
        loop.call_soon_threadsafe(making.set)
        return damage(made)

    monkeypatch.setattr(storage.backup, "damage", slow)
    task = asyncio.create_task(DailyBackups(path, folder, 7).make(DAY))
    await making.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert names(folder) == [name(DAY)]
