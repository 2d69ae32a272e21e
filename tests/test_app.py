"""The bot as it is put together: what it asks of Discord, what it logs, and how it starts and ends."""

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from discord import app_commands

from bot.app import EXTENSIONS, QUIET_LOGGERS, ComuniBot, build_bot, set_up_logging
from bot.settings import Settings
from storage import open_store
from storage.lock import hold
from tests.cogs.club import open_club
from tests.storage.helpers import threads_that_do_not_end
from tests.tables.hosting import bodies

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


@pytest.fixture
def bot(tmp_path: Path) -> ComuniBot:
    return build_bot(Settings(database=tmp_path / "comuni.sqlite3", sync_commands=False, _env_file=None))


@pytest.fixture
def _logging_as_it_was() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    levels = {name: logging.getLogger(name).level for name in QUIET_LOGGERS}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


@pytest.mark.usefixtures("_logging_as_it_was")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["discord", "aiosqlite", "asyncio"])
def test_loggers_that_print_secrets_never_go_below_info(level: str, name: str) -> None:
    set_up_logging(Settings(log_level=level, _env_file=None))
    for logger in (logging.getLogger(name), logging.getLogger(f"{name}.http")):
        assert logger.getEffectiveLevel() == max(logging.INFO, logging.getLevelName(level))
        assert not logger.isEnabledFor(logging.DEBUG)


@pytest.mark.usefixtures("_logging_as_it_was")
@pytest.mark.parametrize("level", LEVELS)
def test_our_own_loggers_have_the_level_of_the_setting(level: str) -> None:
    set_up_logging(Settings(log_level=level, _env_file=None))
    for name in ("bot.app", "cogs.announcer", "storage"):
        assert logging.getLogger(name).getEffectiveLevel() == logging.getLevelName(level)


def test_it_asks_for_no_privileged_intent_and_pings_nobody_by_default(bot: ComuniBot) -> None:
    intents = bot.intents
    assert not any((intents.members, intents.presences, intents.message_content))
    assert intents.guilds
    assert bot.allowed_mentions is not None
    assert bot.allowed_mentions.to_dict() == discord.AllowedMentions.none().to_dict()


async def test_starting_opens_the_store_and_registers_three_groups_of_commands(bot: ComuniBot) -> None:
    async with bot:
        await bot._async_setup_hook()  # noqa: SLF001 - what login does
        await bot.setup_hook()
        assert set(bot.extensions) == set(EXTENSIONS)
        groups = bot.tree.get_commands()
        assert sorted(group.name for group in groups) == ["act", "comuni", "order"]
        for group in groups:
            assert isinstance(group, app_commands.Group)
            assert len(group.commands) <= 25


async def test_closing_gives_everything_back_and_twice_is_harmless(bot: ComuniBot, tmp_path: Path) -> None:
    await bot._async_setup_hook()  # noqa: SLF001 - what login does
    await bot.setup_hook()
    await bot.close()
    await bot.close()
    with hold(tmp_path / "comuni.sqlite3"):
        pass
    assert threads_that_do_not_end() == []


async def test_a_bot_that_never_started_can_be_closed(bot: ComuniBot) -> None:
    await bot.close()


async def test_a_start_that_fails_after_the_store_was_opened_gives_it_back(
    bot: ComuniBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_self: ComuniBot, _name: str) -> None:
        raise RuntimeError("an extension is broken")

    monkeypatch.setattr(ComuniBot, "load_extension", broken)
    await bot._async_setup_hook()  # noqa: SLF001 - what login does
    with pytest.raises(RuntimeError, match="broken"):
        await bot.setup_hook()
    await bot.close()
    store = await open_store(tmp_path / "comuni.sqlite3")
    await store.close()


async def test_a_change_under_way_is_finished_before_the_bot_closes(tmp_path: Path) -> None:
    async with open_club(tmp_path / "comuni.sqlite3") as club:
        people = await club.start(2)
        act = club.bot.tables.playing.act(1, people[0].id, {"type": "bid", "column": 1})
        acting = asyncio.create_task(act)
        await asyncio.sleep(0)
        await club.simulation.world.close_bot()
        assert len(bodies(club.database, 1)) == 2
        await acting


async def test_a_failure_outside_a_command_s_own_body_is_told_with_a_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_club(tmp_path / "comuni.sqlite3") as club:
        people = await club.start(2)

        async def broken(_self: object, _interaction: object) -> bool:
            raise app_commands.CheckFailure("a secret")

        monkeypatch.setattr("bot.app.Tree.interaction_check", broken)
        shown = (await people[0].slash(club.channel, "comuni screen")).response
        assert shown is not None
        assert shown.ephemeral
        [logged] = club.simulation.errors
        club.simulation.errors.clear()
        code = shown.content.rpartition("code ")[2].rstrip(".")
        assert f"code {code}" in logged
        assert "a secret" not in shown.content
