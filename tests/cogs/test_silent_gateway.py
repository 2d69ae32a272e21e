"""The gateway code of discord.py against one that stays open and says nothing: it is noticed, logged and survived."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from pydantic import SecretStr

from bot.app import ComuniBot, build_bot
from bot.settings import Settings
from tests.cogs.loopback import Loopback, gateway_of, loopback

TIMEOUT = 1.0  # s without a word until discord.py takes a connection for dead; in earnest 60
SHORT = timedelta(seconds=0.1)


class Heard(logging.Handler):
    """What the clock logs, and a bell for it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []
        self._bell = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())
        self._bell.set()

    async def until(self, text: str) -> None:
        """Wait until something is said that has this in it."""
        while not any(text in said for said in self.texts):
            self._bell.clear()
            await self._bell.wait()


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    async with loopback() as running:
        monkeypatch.setattr(Route, "BASE", f"http://{running.address}/api")
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway_of(running))
        yield running


@pytest.fixture
def heard() -> Iterator[Heard]:
    handler, logger = Heard(), logging.getLogger("cogs.clock")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


@pytest.fixture
async def bot(tmp_path: Path, discord: Loopback, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ComuniBot]:
    """The bot, which looks at its gateway all the time."""
    settings = Settings(
        token=SecretStr("loopback"), database=tmp_path / "comuni.sqlite3", sync_commands=False, _env_file=None
    )
    running = build_bot(settings)
    running._connection.heartbeat_timeout = TIMEOUT  # noqa: SLF001 - an option that the bot does not offer
    async with running:
        await running.login("loopback")
        clock = running.extensions["cogs.clock"]  # each bot loads its cogs anew
        monkeypatch.setattr(clock, "BEAT", SHORT)
        monkeypatch.setattr(clock, "FIRST_WORD", SHORT)
        monkeypatch.setattr(clock, "LISTENING", SHORT.total_seconds())
        main = asyncio.create_task(running.connect())
        await running.wait_for("connect")
        yield running
    await main


async def test_a_gateway_that_answers_no_heartbeat_is_noticed_and_so_is_its_return(
    bot: ComuniBot, discord: Loopback, heard: Heard
) -> None:
    discord.silent = True
    await discord.resumed.wait()  # discord.py has noticed, and found a gateway that takes it and is silent again
    heard.texts.clear()
    await heard.until("silent for")
    discord.silent = False
    await heard.until("is back")
    assert not bot.is_closed()
