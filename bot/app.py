"""The bot: the only place where the parts are put together."""

import asyncio
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random, SystemRandom

import discord
from discord import app_commands

from bot.locale import translator
from bot.settings import Settings
from bot.tables.errors import NotSaved
from bot.tables.ports import Clock
from bot.tables.service import SystemClock, host_tables
from bot.ui.table_texts import unexpected_text
from cogs.answering import failure_code
from cogs.budgets import Budgets
from cogs.hosting import NOT_TAKEN, HostingBot, calling
from cogs.misfits import fits
from cogs.translating import CommandTranslator
from storage import DailyBackups, Store, StoreFailed, Writer, open_store_as
from storage.inspection import told_clearly

log = logging.getLogger(__name__)

EXTENSIONS = (
    "cogs.tables",
    "cogs.play",
    "cogs.orders",
    "cogs.controls",
    "cogs.stewards",
    "cogs.clock",
    "cogs.lost_channels",
    "cogs.announcer",
    "cogs.backups",
)
LONGEST_RATE_LIMIT = 60.0  # seconds discord.py may wait by itself; beyond, our own retry takes over
QUIET_LOGGERS = ("discord", "aiosqlite", "asyncio")  # below INFO they print bodies and SQL parameters


class ComuniBot(HostingBot):
    """Hosts tables on Discord from one SQLite file."""

    def __init__(self, settings: Settings, clock: Clock, random: Random) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            max_ratelimit_timeout=LONGEST_RATE_LIMIT,
            tree_cls=Tree,
        )
        self.settings = settings
        self.call_seconds = settings.call_seconds
        self.budgets = Budgets(settings.actions_per_minute, clock)
        self.backups = _daily_backups(settings)
        self._clock = clock
        self._random = random
        self._store: Store | None = None
        logging.getLogger("discord.app_commands.tree").addFilter(_is_error)

    async def setup_hook(self) -> None:
        """Open the store, check every running table, load the cogs, and register the commands where that is wanted."""
        self._store = await open_store_as(HostedStore, self.settings.database, backup_dir=self.settings.backups)
        self.tables = host_tables(self._store, self, self._clock, self._random)
        with told_clearly(f"The database {self.settings.database} cannot be read"):
            await self.tables.playing.check_all()
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self.tree.set_translator(CommandTranslator())
        if self.settings.sync_commands:
            await self._register()

    async def _register(self) -> None:
        """Register the commands; where that cannot be, those registered before serve, and the buttons."""
        try:
            async with calling(self):
                await self.tree.sync()
        except NOT_TAKEN as error:
            failure_code("registration", self.application_id or 0, error)

    async def close(self) -> None:
        """Let changes under way finish, then leave Discord and close the store; what is owed stays in the outbox."""
        try:
            if self._store is not None:
                await self.tables.door.drain()
            await super().close()
        finally:
            if self._store is not None:
                await self._store.close()


class HostedStore(Store):
    """A store whose failures are the operator's, who reads of them in the log; for everybody else it is a refusal."""

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Writer]:
        """One transaction. Raises NotSaved where the disk does not take it."""
        try:
            async with super().write() as writer:
                yield writer
        except StoreFailed as error:
            log.error("nothing can be saved: %s", error)  # noqa: TRY400 - its own sentence says it all
            raise NotSaved from error


def _daily_backups(settings: Settings) -> DailyBackups | None:
    if settings.backups is None or not settings.backup_keep:
        return None
    return DailyBackups(settings.database, settings.backups, settings.backup_keep)


def _is_error(record: logging.LogRecord) -> bool:
    """Not where suggestions came too late, or were asked for twice: nobody is told less than they should be."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, NOT_TAKEN):
        log.info("suggestions were not taken: %s", type(error).__name__)
    return not isinstance(error, NOT_TAKEN)


class Tree(app_commands.CommandTree[HostingBot]):
    """Commands that are given only what they take, and whose failures outside their own body reach the person too."""

    async def interaction_check(self, interaction: discord.Interaction[HostingBot], /) -> bool:
        """Refuse what is no command of ours, or has options that it does not take. Raises AppCommandError."""
        try:
            return await fits(interaction)
        except Exception as error:
            raise app_commands.AppCommandError("the options could not be looked at") from error  # on_error tells it

    async def on_error(
        self, interaction: discord.Interaction[HostingBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Log under a short code that the person sees; autocomplete has nobody to tell."""
        code = failure_code("interaction", interaction.id, error)
        if interaction.type is discord.InteractionType.application_command and not interaction.response.is_done():
            text = unexpected_text(code, translator(str(interaction.locale)))
            try:
                async with calling(interaction.client):
                    await interaction.response.send_message(text, ephemeral=True)
            except NOT_TAKEN as refused:
                log.info("interaction %s is told nothing: %s", interaction.id, type(refused).__name__)


def build_bot(settings: Settings, *, clock: Clock | None = None, random: Random | None = None) -> ComuniBot:
    """A bot that is not yet running; the machine's clock and unpredictable shuffles unless others are given."""
    return ComuniBot(settings, clock or SystemClock(), random or SystemRandom())


def set_up_logging(settings: Settings) -> None:
    """Log to standard error; libraries that print secrets below INFO never go there (law 4)."""
    discord.utils.setup_logging(level=logging.getLevelName(settings.log_level), root=True)
    for name in QUIET_LOGGERS:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(settings.log_level)))


async def run(settings: Settings) -> None:
    """Run on Discord until SIGTERM or Ctrl-C. Raises discord.LoginFailure for a wrong token."""
    loop, bot = asyncio.get_running_loop(), build_bot(settings)
    async with bot:
        main = asyncio.create_task(bot.start(settings.token.get_secret_value()))
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, main.cancel)
        try:
            await main
        except asyncio.CancelledError:
            log.info("stopped by a signal")
