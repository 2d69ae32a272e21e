"""An open store on a fresh file, closed at the end."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Store, open_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "comuni.db"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    opened = await open_store(path)
    try:
        yield opened
    finally:
        await opened.close()
