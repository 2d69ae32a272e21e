"""Backups that are made while games are played: each is a moment of all of them, and can be played on from there."""

import asyncio
import sys
from pathlib import Path

import pytest

from bot.game.rules import waiting
from bot.tables.model import TableState
from storage.backup import back_up
from storage.restore import restore
from tests.storage.test_backup import BACK_UP
from tests.tables.hosting import Hosting, hosting_at, query, seeded
from tests.tables.test_checking import found

TABLES = 4
BACKUPS = 6
VERSIONS = """SELECT id, version, (SELECT count(*) FROM log WHERE table_id = game_table.id) FROM game_table"""
LOG = "SELECT table_id, number, kind, author, at, body FROM log WHERE table_id = ? AND number < ? ORDER BY number"


class Load:
    """Games at four tables that go on, action by action; a new one takes the place of each that ends."""

    def __init__(self, hosting: Hosting) -> None:
        self._hosting = hosting
        self._acted = asyncio.Event()
        self._players = [asyncio.create_task(self._play(channel)) for channel in range(TABLES)]

    async def go_on(self, actions: int) -> None:
        """Wait until so much more was done."""
        for _ in range(actions):
            self._acted.clear()
            await self._acted.wait()

    async def end(self) -> None:
        """Let nobody act any more."""
        assert not any(player.done() for player in self._players)
        for player in self._players:
            player.cancel()
        await asyncio.gather(*self._players, return_exceptions=True)

    async def _play(self, channel: int) -> None:
        rng = seeded(channel)
        while True:
            table_id = await self._hosting.started(2 + channel % 4, channel=channel)
            while waiting(await self._hosting.state(table_id)):
                await self._hosting.step(table_id, rng)
                self._acted.set()


async def in_another_process(path: Path, target: Path) -> None:
    """As an operator makes one."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", BACK_UP, str(path), str(target))
    assert await process.wait() == 0


def versions(path: Path) -> dict[int, int]:
    """How many rows each table's log has, which must be what its table says."""
    rows = query(path, VERSIONS)
    assert all(version == count for _, version, count in rows)
    return {table_id: version for table_id, version, _ in rows}


@pytest.fixture
async def backups(tmp_path: Path) -> list[Path]:
    """Made while four games are played; the database of those games is beside them."""
    targets = [tmp_path / f"{number}.bak" for number in range(BACKUPS)]
    async with hosting_at(tmp_path / "comuni.sqlite3") as hosting:
        load = Load(hosting)
        for number, target in enumerate(targets):
            await load.go_on(5)
            if number % 3 == 2:
                await in_another_process(hosting.path, target)
            else:
                await asyncio.to_thread(back_up, hosting.path, target)
        await load.go_on(5)
        await load.end()
    return targets


async def test_each_backup_is_sound_and_its_games_are_beginnings_of_those_that_were_played(backups: list[Path]) -> None:
    path = backups[0].with_name("comuni.sqlite3")
    last = versions(path)
    totals = []
    for backup in backups:
        kept = versions(backup)
        totals.append(sum(kept.values()))
        for table_id, rows in kept.items():
            assert await found(backup, table_id) == []
            assert query(backup, LOG, table_id, rows) == query(path, LOG, table_id, rows)
            assert rows <= last[table_id]
    assert totals == sorted(set(totals)), "nothing was played between two backups"


async def test_each_backup_is_played_on_from_where_it_stands(backups: list[Path]) -> None:
    for number, backup in enumerate(backups):
        stood = versions(backup)
        async with hosting_at(backup, seed=number) as hosting:
            await hosting.tables.playing.check_all()
            going = await hosting.tables.reader.running()
            assert going
            for table_id in going:
                assert (await hosting.table(table_id)).aside is None
                await hosting.step(table_id, seeded(number))
                assert (await hosting.table(table_id)).version == stood[table_id] + 1


async def test_a_restored_backup_is_played_to_its_end(backups: list[Path]) -> None:
    path = backups[0].with_name("comuni.sqlite3")
    kept = restore(backups[2], path, "now")
    assert kept is not None
    async with hosting_at(path) as hosting:
        going = await hosting.tables.reader.running()
        assert await hosting.tables.outbox.unsettled() == going
        for table_id in going:
            rng = seeded(table_id)
            while waiting(await hosting.state(table_id)):
                await hosting.step(table_id, rng)
            assert (await hosting.table(table_id)).state is TableState.OVER
    assert versions(kept) != versions(path)
