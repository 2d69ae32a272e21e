"""`/comuni verify`: a finished game and its deal, checked for whoever asks (law 10)."""

import asyncio
import logging

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.json_text import parse_json
from bot.game.proof import Proven, Unproven, commitment, first_difference, proof, verify
from bot.game.record import ReplayRefused, export
from bot.locale import msgid
from bot.tables.errors import TableRefusal
from bot.tables.history import History
from bot.tables.model import Table
from bot.ui import verdicts
from bot.ui.verdicts import Published
from cogs.answering import Answer, answered
from cogs.hosting import NOT_TAKEN, Interaction, calling, private_language, table_here

log = logging.getLogger(__name__)

LARGEST = 256  # KB; a long game of five has 20


class VerifyCommand(commands.Cog):
    """A part of the group `/comuni`: the cog of that group inherits this command."""

    @app_commands.command(
        description=msgid("Check that a finished game's decks were not changed and its actions are legal")
    )
    @app_commands.describe(
        record=msgid("A file from /comuni record, of any game; if you attach none, this channel's last game")
    )
    @answered
    async def verify(self, interaction: Interaction, record: discord.Attachment | None = None) -> Answer:
        """Check the channel's finished game, or a file."""
        if record is None:
            return Answer(await _of_channel(interaction))
        return Answer(await _of_file(interaction, record))


async def _of_channel(interaction: Interaction) -> str:
    """The log's own game, and whether its fingerprint is the one that was published. Raises as `Reader.record`."""
    table, t = await table_here(interaction), private_language(interaction)
    history = await interaction.client.tables.reader.record(table)
    data = export(history.setup, history.actions, proof(history.setup, history.salt))
    verdict = verdicts.verdict_text(await asyncio.to_thread(_judged, data), t)
    return f"{verdict}\n{await _published_text(interaction, table, history)}"


async def _of_file(interaction: Interaction, file: discord.Attachment) -> str:
    """The game in a file; where it has the deal of the channel's own, whether it is that one."""
    t = private_language(interaction)
    if file.size > LARGEST * 1024:
        return verdicts.large_file_text(LARGEST, t)
    try:
        async with calling(interaction.client):
            content = await file.read()
    except NOT_TAKEN as error:
        log.info("interaction %s: its file cannot be fetched: %s", interaction.id, type(error).__name__)
        return verdicts.lost_file_text(t)
    try:
        data = await asyncio.to_thread(parse_json, content)
    except ValueError:  # that is the verdict; the error would show what is in the file
        return verdicts.no_record_text(t)
    found = await asyncio.to_thread(_judged, data)
    verdict = verdicts.verdict_text(found, t)
    return f"{verdict}\n{await _compared(interaction, data, found)}" if isinstance(found, Proven) else verdict


def _judged(data: object) -> Proven | Unproven | ReplayRefused:
    try:
        return verify(data)
    except (Unproven, ReplayRefused) as wrong:
        return wrong


async def _compared(interaction: Interaction, data: object, proven: Proven) -> str:
    t = private_language(interaction)
    try:
        table = await table_here(interaction)
        history = await interaction.client.tables.reader.record(table)
    except TableRefusal:  # no table, or nothing of it is opened
        return verdicts.other_game_text(t)
    if commitment(history.setup, history.salt) != proven.commitment:
        return verdicts.other_game_text(t)
    same = verdicts.same_game_text(first_difference(data, history.actions), t)
    return f"{same}\n{await _published_text(interaction, table, history)}"


async def _published_text(interaction: Interaction, table: Table, history: History) -> str:
    """What the message that started the game shows: it is read anew, not remembered."""
    t = private_language(interaction)
    kept = await interaction.client.tables.outbox.promise(table.id)
    if kept is None:
        return verdicts.published_text(Published.UNKNOWN, "", t)
    place = interaction.client.get_partial_messageable(kept.channel_id, guild_id=table.guild_id)
    try:
        async with calling(interaction.client):
            message = await place.fetch_message(kept.message_id)
    except NOT_TAKEN as error:
        log.info("table %s: its start cannot be fetched: %s", table.id, type(error).__name__)
        return verdicts.published_text(Published.UNKNOWN, "", t)
    shown = message.edited_at is None and commitment(history.setup, history.salt) in _text(message)
    return verdicts.published_text(Published.SAME if shown else Published.OTHER, message.jump_url, t)


def _text(message: discord.Message) -> str:
    return "\n".join([message.content, *(field.value or "" for embed in message.embeds for field in embed.fields)])
