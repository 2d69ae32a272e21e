"""`/comuni my-tables`: all tables of a person everywhere, those that wait for them first."""

from dataclasses import replace
from datetime import UTC, datetime

from bot.game.state import Phase
from bot.locale import Translator
from bot.tables.errors import TableAside, UnknownRules
from bot.tables.model import ENDED, Sight, Table, TableState
from bot.ui.clock import running_text
from bot.ui.own_tables import OwnTable, no_tables_text, own_tables_embed, pages
from bot.ui.people_texts import offer_to_you
from bot.ui.status import own_status
from cogs.answering import Answer
from cogs.hosting import Interaction, people_of, private_language
from cogs.timing import time_left, time_shown

ENDED_SHOWN = 5
ORDER = (TableState.RUNNING, TableState.LOBBY, TableState.ARCHIVED, TableState.OVER, TableState.STOPPED)
NEVER = datetime.max.replace(tzinfo=UTC)

Placed = tuple[bool, int, datetime, OwnTable]  # whether it waits for nobody, its state, its time, itself


async def show(interaction: Interaction, page: int) -> Answer:
    """A page of the person's tables; of those that have ended only the last."""
    t = private_language(interaction)
    own = await interaction.client.tables.reader.tables_of(interaction.user.id)
    ended = [table.id for table in own if table.state in ENDED][ENDED_SHOWN:]
    placed = [await _placed(interaction, table, t) for table in own if table.id not in ended]
    placed.sort(key=lambda each: each[:3])
    found = pages([table for *_, table in placed], await _offers(interaction, t), t)
    if not found:
        return Answer(no_tables_text(t))
    number = min(page, len(found))
    return Answer(embeds=[own_tables_embed(found[number - 1], number, len(found), t)])


async def _offers(interaction: Interaction, t: Translator) -> list[str]:
    user_id = interaction.user.id
    return [
        offer_to_you(seated.seat, f"<#{table.channel_id}>", table.id, t)
        for table in await interaction.client.tables.reader.offered_to(user_id)
        for seated in table.people
        if seated.offered_to == user_id and seated.seat is not None
    ]


async def _placed(interaction: Interaction, table: Table, t: Translator) -> Placed:
    until, line = NEVER, await _plain(interaction, table)
    if table.state is TableState.RUNNING:
        try:
            sight = await interaction.client.tables.reader.sight(table.id, interaction.user.id)
            until, line = await _running(interaction, sight, line, t)
        except TableAside as error:  # of one table that cannot be read nobody else's suffers
            line = replace(line, stands="rules" if isinstance(error, UnknownRules) else "aside")
    return (not line.waits, ORDER.index(table.state), until, line)


async def _plain(interaction: Interaction, table: Table) -> OwnTable:
    return OwnTable(
        number=table.id,
        where=f"<#{table.channel_id}>",
        link=await _link(interaction, table),
        seat=table.seat_of(interaction.user.id),
        stands=table.state,
        lost=table.suspended,
    )


async def _link(interaction: Interaction, table: Table) -> str | None:
    board = await interaction.client.tables.outbox.board_message(table.id)
    if board is None or table.suspended is not None:
        return None
    return f"https://discord.com/channels/{table.guild_id}/{board.channel_id}/{board.message_id}"


async def _running(interaction: Interaction, sight: Sight, line: OwnTable, t: Translator) -> tuple[datetime, OwnTable]:
    """With what is awaited and until when. Who has sealed is no longer waited for."""
    if sight.observation is None or sight.seat is None:
        return NEVER, line
    status = own_status(sight.observation, people_of(sight.table, t), t)
    waits = sight.prompt is not None and sight.observation.defence is None
    shown = await time_shown(interaction.client.tables, sight.table)
    until, bank_until = time_left(shown, sight.seat) if waits else (None, None)
    invasion = sight.observation.phase is Phase.INVASION
    time = "" if until is None else running_text(until, bank_until, all_alike=invasion, t=t)
    return bank_until or until or NEVER, replace(line, status=status, waits=waits, time=time)
