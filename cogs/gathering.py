"""People come and go before a game starts, typed or pressed."""

from bot.tables.model import Table
from bot.ui import table_texts
from bot.ui.people_texts import rematch_text
from cogs.answering import Answer
from cogs.hosting import Interaction, manages, person_of, private_language
from cogs.preflight import hindrance


async def join(interaction: Interaction, table: Table) -> Answer:
    """Sit down."""
    await interaction.client.tables.lobby.join(table.id, person_of(interaction))
    return Answer(table_texts.joined_text(private_language(interaction)))


async def leave(interaction: Interaction, table: Table) -> Answer:
    """Stand up."""
    await interaction.client.tables.lobby.leave(table.id, interaction.user.id)
    return Answer(table_texts.left_text(private_language(interaction)))


async def engage(interaction: Interaction, table: Table) -> Answer:
    """Seat one more computer player."""
    count = await interaction.client.tables.lobby.engage(
        table.id, interaction.user.id, manages=manages(interaction, table)
    )
    return Answer(table_texts.stewards_text(count, private_language(interaction)))


async def dismiss(interaction: Interaction, table: Table) -> Answer:
    """Send a computer player away."""
    count = await interaction.client.tables.lobby.dismiss(
        table.id, interaction.user.id, manages=manages(interaction, table)
    )
    return Answer(table_texts.stewards_text(count, private_language(interaction)))


async def rematch(interaction: Interaction, table: Table) -> Answer:
    """Open a new table with those who sat at one that has ended."""
    hindered = hindrance(interaction, picture=table.settings.picture)
    if hindered:
        return Answer(hindered)
    await interaction.client.tables.lobby.rematch(table, person_of(interaction))
    return Answer(rematch_text(private_language(interaction)))


async def start(interaction: Interaction, table: Table) -> Answer:
    """Deal and begin."""
    await interaction.client.tables.lobby.start(table.id, interaction.user.id, manages=manages(interaction, table))
    return Answer(table_texts.started_text(private_language(interaction)))
