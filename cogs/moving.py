"""`/comuni move-table`: a table goes on in another channel."""

import discord

from bot.locale import translator
from bot.tables.errors import ManyTables, NoTable, NotInServer
from bot.tables.model import ENDED, Table
from bot.tables.ports import MessageRow
from bot.ui import people_texts
from bot.ui.clock_texts import resumed_text
from cogs.answering import Answer
from cogs.hosting import Interaction, TableChoice, own_tables, private_language, table_label, table_meant
from cogs.preflight import hindrance
from cogs.sending import Sending


async def move(interaction: Interaction, named: str | None) -> Answer:
    """Have a table go on in the channel of the command, if the bot can post there."""
    if interaction.guild_id is None or interaction.channel_id is None:
        raise NotInServer
    t, tables = private_language(interaction), interaction.client.tables
    table = await _meant(interaction, named)
    hindered = hindrance(interaction, picture=table.settings.picture)
    if hindered:
        return Answer(hindered)
    if table.channel_id == interaction.channel_id and table.state not in ENDED:
        return await _mended(interaction, table)
    before = await tables.outbox.board_message(table.id)
    await tables.seating.move(table.id, interaction.user.id, interaction.guild_id, interaction.channel_id)
    if before is not None:
        await _leave(interaction, table, before)
    return Answer(people_texts.moved_text(t))


async def movable(interaction: Interaction, typed: str) -> list[TableChoice]:
    """Autocomplete of the option `table`: the caller's own that can move, those that must first."""
    t = private_language(interaction)
    tables = sorted(filter(_can_move, await own_tables(interaction)), key=lambda table: table.suspended is None)
    labels = [(table_label(interaction, table, t), str(table.id)) for table in tables]
    found = [(name, value) for name, value in labels if typed.lower() in name.lower()]
    return [discord.app_commands.Choice(name=name[:100], value=value) for name, value in found[:25]]


async def _meant(interaction: Interaction, named: str | None) -> Table:
    """The table named, else the person's only one that is suspended, else the only one that they may move.

    Raises NoTable, or ManyTables where one must be named.
    """
    if named is not None:
        return await table_meant(interaction, named)
    own = [table for table in await own_tables(interaction) if _can_move(table)]
    lost = [table for table in own if table.suspended is not None]
    found = lost or [table for table in own if table.host_id == interaction.user.id] or own
    if len(found) > 1:
        raise ManyTables(tables=len(found))
    if not found:
        raise NoTable
    return found[0]


def _can_move(table: Table) -> bool:
    return table.state not in ENDED or table.suspended is not None


async def _mended(interaction: Interaction, table: Table) -> Answer:
    t = private_language(interaction)
    if table.suspended is None:
        return Answer(people_texts.here_already_text(t))
    await interaction.client.tables.timekeeping.resume(table.id, interaction.user.id)
    return Answer(resumed_text(t))


async def _leave(interaction: Interaction, table: Table, board: MessageRow) -> None:
    """Where the board was there is a word on where it went, if the old channel can be reached still."""
    line = people_texts.moved_line(f"<#{interaction.channel_id}>", translator(table.settings.language))
    await Sending(interaction.client).retire(board.channel_id, board.message_id, line)
