"""An operator who stands in the bot's folder and runs its commands."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.settings import Settings

Outcome = tuple[int, str, str]
Run = Callable[..., Outcome]
Refused = Callable[..., str]


def stand(folder: Path, patch: pytest.MonkeyPatch, play: Callable[[Path], Awaitable[None]]) -> Path:
    """Go into a folder with the usual settings, where something has been played into the usual database."""
    for field in Settings.model_fields:
        patch.delenv(f"COMUNI_{field}".upper(), raising=False)
    patch.chdir(folder)
    database = usual_database(folder)
    database.parent.mkdir()
    asyncio.run(_played(play, database))
    return folder


def usual_database(folder: Path) -> Path:
    """Where the database is unless the settings say otherwise."""
    return folder / Path(Settings.model_fields["database"].default)


def runner(capsys: pytest.CaptureFixture[str]) -> Run:
    """What runs a command in this process; exit code, output and errors."""

    def once(*command: str) -> Outcome:
        code = main(command)
        said = capsys.readouterr()
        return code, said.out, said.err

    return once


async def _played(play: Callable[[Path], Awaitable[None]], database: Path) -> None:
    await play(database)
