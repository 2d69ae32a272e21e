"""The bot makes a backup each day by itself, and a failure stops nothing."""

import logging
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.app import ComuniBot, build_bot
from bot.local.simulation import Simulation
from bot.settings import Settings
from storage import DailyBackups, StoreUnusable
from tests.cogs.club import Club
from tests.tables.hosting import query

HOUR = 3600
LATE = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
TODAY, TOMORROW = "2026-03-01", "2026-03-02"
KEEP = 3


class BackedUp(Club):
    """A club whose bot keeps three backups; it starts half an hour before midnight."""

    def __init__(self, database: Path) -> None:
        super().__init__(database)
        self.simulation = self.clock.simulation = Simulation(self.make_bot, now=LATE)

    @property
    def folder(self) -> Path:
        return self.database.parent / "kept"

    def make_bot(self) -> ComuniBot:
        settings = Settings(
            token=SecretStr("simulated"),
            database=self.database,
            backups=self.folder,
            backup_keep=KEEP,
            call_seconds=self.call_seconds,
            _env_file=None,
        )
        return build_bot(settings, clock=self.clock)

    def backups(self) -> list[str]:
        """The days of which there is a backup."""
        names = sorted(file.name for file in self.folder.iterdir())
        assert all(name.startswith("comuni.sqlite3.20") and name.endswith(".bak") for name in names)
        return [name.split(".")[2] for name in names]


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[BackedUp]:
    opened = BackedUp(tmp_path / "comuni.sqlite3")
    async with opened.simulation:
        yield opened


class Made:
    """The days of which a backup was asked for, and made or not; it may fail for a while."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.days: list[tuple[date, bool]] = []
        self.failing = False
        make = DailyBackups.make

        async def watched(backups: DailyBackups, today: date) -> bool:
            if self.failing:
                raise StoreUnusable("The disk is full.")
            made = await make(backups, today)
            self.days.append((today, made))
            return made

        monkeypatch.setattr(DailyBackups, "make", watched)


async def test_the_first_is_made_at_the_start_and_the_next_within_an_hour_of_midnight_in_utc(
    club: BackedUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert club.backups() == [TODAY]
    made = Made(monkeypatch)
    await club.simulation.advance(HOUR // 2 - 1)
    assert club.backups() == [TODAY]
    await club.simulation.advance(HOUR)
    assert club.backups() == [TODAY, TOMORROW]
    await club.simulation.advance(3 * HOUR)
    assert [str(day) for day, new in made.days if new] == [TOMORROW]


async def test_the_newest_stay(club: BackedUp) -> None:
    for day in range(24, 29):
        (club.folder / f"comuni.sqlite3.2026-02-{day}.bak").touch()
    await club.simulation.advance(HOUR)
    assert club.backups() == ["2026-02-28", TODAY, TOMORROW]


@pytest.mark.parametrize("way", ["restart", "crash"])
async def test_a_program_started_anew_makes_none_for_the_same_day(
    club: BackedUp, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    made = Made(monkeypatch)
    await (club.simulation.restart() if way == "restart" else club.simulation.crash())
    await club.simulation.settle()
    assert made.days == [(date.fromisoformat(TODAY), False)]


async def test_a_failure_is_logged_and_tried_again_in_an_hour_while_the_game_goes_on(
    club: BackedUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.start(2)
    made = Made(monkeypatch)
    made.failing = True
    await club.simulation.advance(2 * HOUR)
    assert len(club.simulation.errors) == 2
    assert all(f"the backup of {TOMORROW} failed" in error for error in club.simulation.errors)
    assert all("The disk is full." in error for error in club.simulation.errors)
    club.simulation.errors.clear()
    before = (await club.table()).version
    await club.bid()
    assert (await club.table()).version > before
    made.failing = False
    await club.simulation.advance(HOUR)
    assert club.backups() == [TODAY, TOMORROW]
    assert club.simulation.errors == []


async def test_what_was_played_is_in_the_backup_of_the_next_day(club: BackedUp) -> None:
    await club.start(2)
    await club.bid()
    await club.simulation.advance(HOUR)
    backup = club.folder / f"comuni.sqlite3.{TOMORROW}.bak"
    ((rows,),) = query(backup, "SELECT count(*) FROM log")
    assert rows >= 2


async def test_what_is_logged_names_days_and_no_content(
    club: BackedUp, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, "cogs.backups"):
        await club.simulation.advance(HOUR)
    assert caplog.messages == [f"the backup of {TOMORROW} is made"]
