"""`/comuni handover`, `resign`, `my-tables` and `move-table`: people and tables that come and go."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.locale import msgid
from cogs import moving, own_tables, seats
from cogs.answering import Answer, answered, offered
from cogs.hosting import Interaction, TableChoice, offer_own_tables
from cogs.options import TABLE


class PeopleCommands(commands.Cog):
    """A part of the group `/comuni`: the cog of that group inherits these commands."""

    @app_commands.command(
        description=msgid("Offer your seat to somebody else; without a person: the offers that stand")
    )
    @app_commands.describe(
        person=msgid("Who is to play on in your place, if they accept"),
        seat=msgid("Host: somebody's seat whose time has run out; if you say nothing, your own"),
        table=TABLE,
    )
    @answered
    async def handover(
        self,
        interaction: Interaction,
        person: discord.User | None = None,
        seat: str | None = None,
        table: str | None = None,
    ) -> Answer:
        """Offer a seat, or show the offers."""
        if person is None:
            return await seats.offers(interaction)
        return await seats.offer(interaction, person, table, seat or "")

    @app_commands.command(description=msgid("Give your seat up: a steward, a computer player, plays on"))
    @app_commands.describe(confirm=msgid("True: yes, you give it up for good"), table=TABLE)
    @answered
    async def resign(self, interaction: Interaction, confirm: bool = False, table: str | None = None) -> Answer:
        """Ask, then give up."""
        return await seats.resign(interaction, table, confirmed=confirm)

    @app_commands.command(
        name="my-tables", description=msgid("All your tables everywhere, those that wait for you first")
    )
    @app_commands.describe(page=msgid("Which page; if you say nothing, the first"))
    @answered
    async def my_tables(self, interaction: Interaction, page: app_commands.Range[int, 1, 1000] = 1) -> Answer:
        """List the person's tables."""
        return await own_tables.show(interaction, page)

    @app_commands.command(name="move-table", description=msgid("Have a table go on in this channel"))
    @app_commands.describe(table=msgid("Which of your tables; needed only where several could be meant"))
    @answered
    async def move_table(self, interaction: Interaction, table: str | None = None) -> Answer:
        """Move a table here."""
        return await moving.move(interaction, table)

    @handover.autocomplete("seat")
    async def _late(self, interaction: Interaction, typed: str) -> list[TableChoice]:
        named = getattr(interaction.namespace, "table", None)
        return await offered(interaction, seats.late_seats(interaction, named, typed))

    @handover.autocomplete("table")
    @resign.autocomplete("table")
    async def _mine(self, interaction: Interaction, typed: str) -> list[TableChoice]:
        return await offered(interaction, offer_own_tables(interaction, typed))

    @move_table.autocomplete("table")
    async def _movable(self, interaction: Interaction, typed: str) -> list[TableChoice]:
        return await offered(interaction, moving.movable(interaction, typed))
