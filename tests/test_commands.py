"""`python -m bot run`: whatever is wrong is one clear sentence and exit code 2; a signal ends it well."""

import asyncio
import logging
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path

import aiohttp
import discord
import pytest

from bot.__main__ import main
from bot.app import ComuniBot
from bot.settings import Settings
from storage import open_store
from storage.lock import hold

ROOT = Path(__file__).parents[1]
LONG = 60  # s: far more than a slow machine needs; nothing here waits for time to pass
QUIET = ("discord", "aiosqlite", "asyncio")

# The real program, but that Discord is not asked: it logs in and is connected at once.
CONNECTED = """
import asyncio, sys
from bot import app, __main__

async def login(self, token):
    await self._async_setup_hook()
    await self.setup_hook()

async def connect(self, *, reconnect=True):
    print("connected", flush=True)
    await asyncio.Event().wait()

app.ComuniBot.login, app.ComuniBot.connect = login, connect
sys.exit(__main__.main(["run"]))
"""

Outcome = tuple[int, str]
Run = Callable[[], Outcome]


@pytest.fixture(autouse=True)
def _logging_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    levels = {name: logging.getLogger(name).level for name in QUIET}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the bot in an empty folder with a token, without registering commands; its exit code and last words."""
    for field in Settings.model_fields:
        monkeypatch.delenv(f"COMUNI_{field}".upper(), raising=False)
    monkeypatch.setenv("COMUNI_TOKEN", "simulated")
    monkeypatch.setenv("COMUNI_SYNC_COMMANDS", "false")
    monkeypatch.setenv("COMUNI_LOG_LEVEL", "ERROR")
    monkeypatch.chdir(tmp_path)

    def once() -> Outcome:
        code = main(["run"])
        said = capsys.readouterr()
        assert said.out == ""
        return code, said.err

    return once


def log_in(monkeypatch: pytest.MonkeyPatch, outcome: Callable[[ComuniBot], Awaitable[None]]) -> None:
    """Instead of asking Discord, logging in does this."""

    async def login(self: ComuniBot, token: str) -> None:
        assert token == "simulated"  # noqa: S105 - not a real one
        await outcome(self)

    monkeypatch.setattr(ComuniBot, "login", login)


def refusing(error: Exception) -> Callable[[ComuniBot], Awaitable[None]]:
    async def refuse(_bot: ComuniBot) -> None:
        raise error

    return refuse


def one_sentence(outcome: Outcome) -> str:
    code, said = outcome
    assert code == 2
    assert said.endswith("\n")
    assert said.count("\n") == 1
    assert "Traceback" not in said
    return said.strip()


def test_without_a_token_it_says_where_to_put_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for token in (None, ""):
        monkeypatch.delenv("COMUNI_TOKEN") if token is None else monkeypatch.setenv("COMUNI_TOKEN", token)
        sentence = one_sentence(run())
        assert "COMUNI_TOKEN" in sentence
        assert ".env" in sentence


def test_a_wrong_token_is_named_and_not_shown(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    log_in(monkeypatch, refusing(discord.LoginFailure("Improper token has been passed.")))
    sentence = one_sentence(run())
    assert "COMUNI_TOKEN" in sentence
    assert "simulated" not in sentence


@pytest.mark.parametrize(("name", "value"), [("LOG_LEVEL", "LOUD"), ("CALL_SECONDS", "-3"), ("SYNC_COMMANDS", "oh")])
def test_a_wrong_setting_is_named(run: Run, monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(f"COMUNI_{name}", value)
    sentence = one_sentence(run())
    assert f"COMUNI_{name}" in sentence
    assert value not in sentence


def test_all_wrong_settings_are_named_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMUNI_LOG_LEVEL", "LOUD")
    monkeypatch.setenv("COMUNI_CALL_SECONDS", "never")
    sentence = one_sentence(run())
    assert "COMUNI_LOG_LEVEL" in sentence
    assert "COMUNI_CALL_SECONDS" in sentence


def test_a_file_of_settings_that_is_no_text_is_told_without_its_content(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"COMUNI_TOKEN=secret\xff")
    assert one_sentence(run()) == "The file .env cannot be read: UnicodeDecodeError."


def test_local_play_makes_no_daily_backups_whatever_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its database has the name of the real one, and would take the place of the real one's backups."""
    made: list[ComuniBot] = []

    def play(_options: object, make_bot: Callable[[Path], ComuniBot]) -> int:
        made.append(make_bot(tmp_path / "comuni.sqlite3"))
        return 0

    monkeypatch.setenv("COMUNI_BACKUPS", str(tmp_path))
    monkeypatch.setattr("bot.local.play.run", play)
    assert main(["play"]) == 0
    assert made[0].backups is None
    assert made[0].settings.backups is None


@pytest.mark.parametrize(
    "error",
    [aiohttp.ServerDisconnectedError(), OSError("Network is unreachable"), TimeoutError("no answer")],
    ids=lambda error: type(error).__name__,
)
def test_where_discord_cannot_be_reached_it_says_so(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    log_in(monkeypatch, refusing(error))
    assert one_sentence(run()).startswith("Discord cannot be reached")


def test_a_database_in_use_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    log_in(monkeypatch, ComuniBot.setup_hook)
    (tmp_path / "data").mkdir()
    with hold(tmp_path / "data" / "comuni.sqlite3"):
        assert "in use by another process" in one_sentence(run())


def test_a_database_of_a_newer_release_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "data" / "comuni.sqlite3"
    path.parent.mkdir()

    async def connected(bot: ComuniBot, *, reconnect: bool) -> None:
        await bot.close()

    log_in(monkeypatch, ComuniBot.setup_hook)
    monkeypatch.setattr(ComuniBot, "connect", connected)
    assert run() == (0, "")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 999")
    assert "a newer release wrote it" in one_sentence(run())


def test_a_database_that_is_damaged_is_refused_and_says_how_to_go_on(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "data" / "comuni.sqlite3"
    asyncio.run(_closed_at_once(path))
    path.write_bytes(path.read_bytes()[:8192])
    before = path.read_bytes()
    log_in(monkeypatch, ComuniBot.setup_hook)
    sentence = one_sentence(run())
    assert sentence.startswith("The database data/comuni.sqlite3 is damaged: ")
    assert "`python -m bot restore FILE`" in sentence
    assert path.read_bytes() == before


async def _closed_at_once(path: Path) -> None:
    store = await open_store(path)
    await store.close()


def test_a_database_that_is_none_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    log_in(monkeypatch, ComuniBot.setup_hook)
    monkeypatch.setenv("COMUNI_DATABASE", str(tmp_path))
    assert "cannot be used" in one_sentence(run())
    (tmp_path / "text").write_text("I am no database. " * 100)
    monkeypatch.setenv("COMUNI_DATABASE", str(tmp_path / "text"))
    one_sentence(run())


@pytest.mark.parametrize("wrong", [[], ["fly"], ["play", "--seats", "7"], ["play", "--port", "x"]])
def test_wrong_usage_is_refused_by_the_parser(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(wrong)
    assert caught.value.code == 2
    assert "usage" in capsys.readouterr().err


def process(folder: Path, *command: str, **settings: str) -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COMUNI_")}
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, *command],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(ROOT), **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_as_a_process_without_a_token_it_ends_with_2_and_makes_no_file(tmp_path: Path) -> None:
    started = process(tmp_path, "-m", "bot", "run")
    output, errors = started.communicate(timeout=LONG)
    assert output == ""
    assert "COMUNI_TOKEN" in one_sentence((started.returncode, errors))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_with_0_and_gives_the_database_back(tmp_path: Path, number: signal.Signals) -> None:
    settings = {"COMUNI_TOKEN": "simulated", "COMUNI_SYNC_COMMANDS": "false"}
    started = process(tmp_path, "-c", CONNECTED, **settings)
    assert started.stdout is not None
    assert started.stdout.readline() == "connected\n"
    started.send_signal(number)
    _, errors = started.communicate(timeout=LONG)
    assert started.returncode == 0, errors
    assert "Traceback" not in errors
    assert "stopped by a signal" in errors
    with hold(tmp_path / "data" / "comuni.sqlite3"):
        pass
