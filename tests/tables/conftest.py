"""Hosted tables on a fresh file, closed at the end."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tables.hosting import Hosting, hosting_at
from tests.tables.timed import Timed, timed_at


@pytest.fixture
async def hosting(tmp_path: Path) -> AsyncIterator[Hosting]:
    async with hosting_at(tmp_path / "comuni.sqlite3") as opened:
        yield opened


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[Timed]:
    async with timed_at(tmp_path / "comuni.sqlite3") as opened:
        yield opened
