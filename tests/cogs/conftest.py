"""A club for each test; see `club.py`."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cogs.club import Club, open_club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with open_club(tmp_path / "comuni.sqlite3") as opened:
        yield opened
