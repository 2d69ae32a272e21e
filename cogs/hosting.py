"""What every cog gets from the bot, and how a table is named, found and shown."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import date
from typing import Protocol

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.game.components import Seat
from bot.locale import Translator, msgid, translator
from bot.tables import powers
from bot.tables.errors import ManyTables, NoTable, NotInServer
from bot.tables.model import Person, Seated, Table, TableState
from bot.tables.service import Tables
from bot.ui.people import People
from bot.ui.table_texts import STATE_NAMES
from cogs.budgets import Budgets

STEWARD_NAMES = {"novice": msgid("Novice"), "steward": msgid("Steward")}
TableChoice = app_commands.Choice[str]

# What a call raises where Discord refuses it, is not reached, or does not answer in time.
NOT_TAKEN = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, TimeoutError, OSError)
NEVER_TAKEN = frozenset({400, 405, 413})  # statuses of what Discord refuses however often it is sent


class Backups(Protocol):
    """Keeps a backup of the database for each day."""

    async def make(self, today: date) -> bool:
        """Make that of a day in UTC, unless it is there: then False. Whoever cancels it waits to its end."""


class HostingBot(commands.Bot):
    """A bot that hosts tables; `call_seconds` is the time limit of one call to Discord.

    `backups` is None where none are wanted.
    """

    tables: Tables
    budgets: Budgets
    call_seconds: float
    backups: Backups | None

    def wake(self, table_id: int) -> None:
        """Have sent what the table owes; returns at once."""
        self.dispatch("table_changed", table_id)

    def tell_former(self, table_id: int, seat: Seat, user_id: int, nonce: str) -> None:
        """Have who held a seat told that another has it now; returns at once."""
        self.dispatch("seat_handed", table_id, seat, user_id, nonce)


Interaction = discord.Interaction[HostingBot]


@asynccontextmanager
async def calling(bot: HostingBot) -> AsyncIterator[None]:
    """One call to Discord within its time limit. Raises TimeoutError.

    Where Discord limits all calls, discord.py keeps every other one back until the one that was told so has waited;
    ended meanwhile, it would keep them back for ever.
    """
    try:
        async with asyncio.timeout(bot.call_seconds):
            yield
    except TimeoutError:
        bot.http._global_over.set()  # noqa: SLF001 - discord.py's own way to say so is what was ended
        raise


def never_taken(error: Exception) -> bool:
    """Whether Discord refuses what was sent, not that it was sent: the same again would fare no better."""
    return isinstance(error, discord.HTTPException) and error.status in NEVER_TAKEN


def person_of(interaction: Interaction) -> Person:
    """Who acts, as Discord names them now."""
    user = interaction.user
    return Person(
        user.id,
        user.display_name,
        str(interaction.locale),
        account=user.global_name or user.name,
        private=interaction.guild_id is None,
    )


def private_language(interaction: Interaction) -> Translator:
    """The catalogue for text that only the person sees."""
    return translator(str(interaction.locale))


def people_of(table: Table, t: Translator) -> People:
    """Who sits at a started table by seat, as text shows them; only people have user ids."""
    seated = [person for person in table.people if person.seat is not None]
    return People(
        names={person.seat: name_of(person, t) for person in seated if person.seat},
        users={person.seat: person.user_id for person in seated if person.seat and person.steward is None},
    )


def name_of(seated: Seated, t: Translator) -> str:
    """How who sits at a table is called: a person by their name, a steward by its character."""
    return seated.name if seated.steward is None else f"🤖 {t(STEWARD_NAMES[seated.steward])}"


async def table_here(interaction: Interaction) -> Table:
    """The table of the channel. Raises NotInServer in a DM, NoTable where there is none."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise NotInServer
    return await interaction.client.tables.reader.table_of_channel(interaction.channel_id)


async def table_reached(interaction: Interaction, table_id: int) -> Table:
    """A table by its number, where it can be reached from here: in its server, or in the DM of who belongs to it.

    Raises NoTable.
    """
    table = await interaction.client.tables.reader.table(table_id)
    if not within_reach(interaction, table):
        raise NoTable
    return table


def within_reach(interaction: Interaction, table: Table) -> bool:
    """Whether a table is of the server where the person acts; in a DM, whether they sit there or are offered a seat."""
    if interaction.guild_id is not None:
        return interaction.guild_id == table.guild_id
    user_id = interaction.user.id
    return table.sits(user_id) or any(each.offered_to == user_id for each in table.people)


async def table_meant(interaction: Interaction, named: str | None) -> Table:
    """The table a person means: the one named among their own, else the channel's, else in a DM their only one.

    Raises NoTable, or ManyTables in a DM where one must be named.
    """
    if named is not None:
        return named_among(await own_tables(interaction), named)
    if interaction.guild_id is not None:
        return await table_here(interaction)
    return _only(await own_tables(interaction))


async def own_tables(interaction: Interaction) -> list[Table]:
    """The tables where the person sits, newest first; in a server only those of that server."""
    tables = await interaction.client.tables.reader.tables_of(interaction.user.id)
    return [table for table in tables if within_reach(interaction, table)]


def manages(interaction: Interaction, table: Table) -> bool:
    """Whether Discord lets the person manage the table's channel; in a DM, or from another server, it does not."""
    if interaction.guild_id != table.guild_id or not isinstance(interaction.user, discord.Member):
        return False
    if interaction.channel_id == table.channel_id:
        return interaction.permissions.manage_channels
    channel = interaction.client.get_channel(table.channel_id)
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if isinstance(channel, discord.abc.GuildChannel):
        return channel.permissions_for(interaction.user).manage_channels
    return interaction.user.guild_permissions.manage_channels  # the channel is gone


def has_power(interaction: Interaction, table: Table) -> bool:
    """Whether the person may do here what the table's host may."""
    return powers.has_power(table, interaction.user.id, manages=manages(interaction, table))


async def offer_own_tables(interaction: Interaction, typed: str) -> list[TableChoice]:
    """Autocomplete of the option `table`: the caller's own, running ones first."""
    tables = sorted(await own_tables(interaction), key=lambda table: table.state is not TableState.RUNNING)
    return offer_tables(interaction, tables, typed)


def offer_tables(interaction: Interaction, tables: Iterable[Table], typed: str) -> list[TableChoice]:
    """Those of the tables whose labels have what was typed."""
    t = private_language(interaction)
    labels = [(table_label(interaction, table, t), str(table.id)) for table in tables]
    found = [(name, value) for name, value in labels if typed.lower() in name.lower()]
    return [app_commands.Choice(name=name[:100], value=value) for name, value in found[:25]]


def table_label(interaction: Interaction, table: Table, t: Translator) -> str:
    """A table as its people know it: its number, channel and state."""
    channel = interaction.client.get_channel(table.channel_id)
    place = f"#{channel}" if channel is not None else t("a channel")
    return t("Table {number} in {place} ({state})", number=table.id, place=place, state=t(STATE_NAMES[table.state]))


def named_among(tables: Iterable[Table], named: str) -> Table:
    """The table of a number, as it was typed. Raises NoTable."""
    for table in tables:
        if str(table.id) == named:
            return table
    raise NoTable


def _only(tables: list[Table]) -> Table:
    running = [table for table in tables if table.state is TableState.RUNNING]
    if len(running) == 1:
        return running[0]
    if running:
        raise ManyTables(tables=len(running))
    if not tables:
        raise NoTable
    return tables[0]
