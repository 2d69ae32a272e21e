"""A house for each test; see `house.py`."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.end_to_end.house import House, open_house


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A world with the real bot in it, on a database of its own."""
    async with open_house(tmp_path / "comuni.sqlite3") as opened:
        yield opened
