"""`/comuni move-table`: a table goes on in another channel."""

from bot.locale import translator
from bot.tables.errors import ManyTables, NoTable, NotInServer
from bot.tables.model import ENDED, Table
from bot.tables.ports import MessageRow
from bot.ui import people_texts
from bot.ui.clock_texts import resumed_text
from cogs.answering import Answer
from cogs.channels import GONE, REMOVED
from cogs.hosting import (
    Interaction,
    TableChoice,
    manages,
    named_among,
    offer_tables,
    private_language,
    within_reach,
)
from cogs.preflight import hindrance
from cogs.sending import Sending

FOR_GOOD = (GONE, REMOVED)


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
    power = manages(interaction, table)
    await tables.seating.move(
        table.id, interaction.user.id, interaction.guild_id, interaction.channel_id, manages=power
    )
    if before is not None:
        await _leave(interaction, table, before)
    return Answer(people_texts.moved_text(t))


async def movable(interaction: Interaction, typed: str) -> list[TableChoice]:
    """Autocomplete of the option `table`: those that the caller can move, those that must first."""
    tables = filter(_can_move, [*await _own(interaction), *await _managed(interaction)])
    return offer_tables(interaction, sorted(tables, key=lambda table: table.suspended is None), typed)


async def _meant(interaction: Interaction, named: str | None) -> Table:
    """The table named, else the person's only one that is suspended, else the only one that they may move.

    Raises NoTable, or ManyTables where one must be named.
    """
    if named is not None:
        return named_among([*await _own(interaction), *await _managed(interaction)], named)
    own = [table for table in await _own(interaction) if _can_move(table)]
    lost = [table for table in own if table.suspended is not None]
    found = lost or [table for table in own if table.host_id == interaction.user.id] or own
    if len(found) > 1:
        raise ManyTables(tables=len(found))
    if not found:
        raise NoTable
    return found[0]


async def _own(interaction: Interaction) -> list[Table]:
    """The person's own tables of this server, and those of other servers whose channel there we have lost for good."""
    tables = await interaction.client.tables.reader.tables_of(interaction.user.id)
    return [table for table in tables if within_reach(interaction, table) or table.suspended in FOR_GOOD]


async def _managed(interaction: Interaction) -> list[Table]:
    """The open tables of this server where the person does not sit, and whose channels they manage."""
    if interaction.guild_id is None:
        return []
    found = await interaction.client.tables.reader.open_in_guild(interaction.guild_id)
    return [table for table in found if not table.sits(interaction.user.id) and manages(interaction, table)]


def _can_move(table: Table) -> bool:
    return table.state not in ENDED or table.suspended is not None


async def _mended(interaction: Interaction, table: Table) -> Answer:
    t = private_language(interaction)
    if table.suspended is None:
        return Answer(people_texts.here_already_text(t))
    power = manages(interaction, table)
    await interaction.client.tables.timekeeping.resume(table.id, interaction.user.id, manages=power)
    return Answer(resumed_text(t))


async def _leave(interaction: Interaction, table: Table, board: MessageRow) -> None:
    """Where the board was there is a word on where it went, if the old channel can be reached still."""
    line = people_texts.moved_line(f"<#{interaction.channel_id}>", translator(table.settings.language))
    await Sending(interaction.client).retire(board.channel_id, board.message_id, line)
