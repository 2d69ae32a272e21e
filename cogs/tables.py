"""`/comuni`: tables, from lobby to record."""

import io
import json
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.proof import proof
from bot.game.record import export
from bot.locale import language_of, msgid
from bot.stewards import Character
from bot.tables.errors import NotInServer
from bot.tables.model import TableSettings
from bot.tables.people import Pings
from bot.ui import table_texts
from bot.ui.people_texts import suspended_text
from bot.ui.rules_text import topic, topics
from cogs import gathering, undoing
from cogs.acting import screen_answer, see
from cogs.answering import Answer, answered, offered
from cogs.clock_commands import ClockCommands
from cogs.hosting import (
    STEWARD_NAMES,
    HostingBot,
    Interaction,
    TableChoice,
    manages,
    offer_own_tables,
    person_of,
    private_language,
    table_here,
    table_meant,
)
from cogs.looking import log_answer
from cogs.options import TABLE, choices
from cogs.people_commands import PeopleCommands
from cogs.preflight import hindrance
from cogs.verifying import VerifyCommand

DEFAULT_SEATS = 5
LANGUAGE_NAMES = {"en": "English", "it": "Italiano", "ja": "日本語"}  # as their speakers look for them
PING_NAMES = {"dm": msgid("Private message"), "mention": msgid("Mention in the channel"), "none": msgid("Nothing")}


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class TablesCog(
    ClockCommands,
    PeopleCommands,
    VerifyCommand,
    commands.GroupCog,
    group_name="comuni",
    group_description=msgid("Tables of Comuni, the board game"),
):
    """Tables in channels: gathering, starting, looking, their clock, ending."""

    @app_commands.command(description=msgid("Open a table in this channel"))
    @app_commands.describe(
        seats=msgid("How many people may sit here: 2 to 5, if you say nothing 5"),
        open_screens=msgid("True: everybody's resources and cards are public; if you say nothing they are hidden"),
        picture=msgid("False: the board is text alone; if you say nothing it is drawn too"),
        language=msgid("The language of the board; if you say nothing yours, where we speak it"),
    )
    @app_commands.choices(language=choices(LANGUAGE_NAMES))
    @answered
    async def new(
        self,
        interaction: Interaction,
        seats: app_commands.Range[int, 2, 5] = DEFAULT_SEATS,
        open_screens: bool = False,
        picture: bool = True,
        language: Literal["en", "it", "ja"] | None = None,
    ) -> Answer:
        """Open a table with the person as its host."""
        if interaction.guild_id is None or interaction.channel_id is None:
            raise NotInServer
        hindered = hindrance(interaction, picture=picture)
        if hindered:
            return Answer(hindered)
        spoken = language or language_of(str(interaction.locale))
        settings = TableSettings(seats=seats, open_screens=open_screens, picture=picture, language=spoken)
        lobby = interaction.client.tables.lobby
        await lobby.open(interaction.guild_id, interaction.channel_id, person_of(interaction), settings)
        return Answer(table_texts.opened_lobby_text(private_language(interaction)))

    @app_commands.command(description=msgid("Sit down at this channel's table"))
    @answered
    async def join(self, interaction: Interaction) -> Answer:
        """Sit down."""
        return await gathering.join(interaction, await table_here(interaction))

    @app_commands.command(description=msgid("Leave this channel's table before the game starts"))
    @answered
    async def leave(self, interaction: Interaction) -> Answer:
        """Stand up."""
        return await gathering.leave(interaction, await table_here(interaction))

    @app_commands.command(description=msgid("Host: send somebody away before the game starts"))
    @app_commands.describe(person=msgid("Who is to go"))
    @answered
    async def kick(self, interaction: Interaction, person: discord.User) -> Answer:
        """Send somebody away."""
        table = await table_here(interaction)
        await interaction.client.tables.lobby.kick(
            table.id, interaction.user.id, person.id, manages=manages(interaction, table)
        )
        return Answer(table_texts.kicked_text(person.mention, private_language(interaction)))

    @app_commands.command(description=msgid("Host: fill seats with stewards, computer players, before the game starts"))
    @app_commands.describe(
        count=msgid("How many stewards sit at the table, in place of those who do now; 0 sends them away"),
        character=msgid("Novice plays sanely, with errors; Steward plays well. If you say nothing, Steward"),
    )
    @app_commands.choices(character=choices(STEWARD_NAMES))
    @answered
    async def stewards(
        self,
        interaction: Interaction,
        count: app_commands.Range[int, 0, 4],
        character: Literal["novice", "steward"] = "steward",
    ) -> Answer:
        """Set how many stewards play."""
        table = await table_here(interaction)
        await interaction.client.tables.lobby.set_stewards(
            table.id, interaction.user.id, count, Character(character), manages=manages(interaction, table)
        )
        return Answer(table_texts.stewards_text(count, private_language(interaction)))

    @app_commands.command(description=msgid("Host: start the game with the people at the table"))
    @answered
    async def start(self, interaction: Interaction) -> Answer:
        """Deal and begin."""
        return await gathering.start(interaction, await table_here(interaction))

    @app_commands.command(description=msgid("Host, or who manages channels: end the table before its time"))
    @app_commands.describe(confirm=msgid("True: yes, end it for everybody"))
    @answered
    async def stop(self, interaction: Interaction, confirm: bool = False) -> Answer:
        """Ask, then stop."""
        table, t = await table_here(interaction), private_language(interaction)
        if not confirm:
            ask = table_texts.confirm_stop_text if table.version else table_texts.confirm_close_text
            return Answer(ask(t))
        await interaction.client.tables.playing.stop(table.id, interaction.user.id, manages=manages(interaction, table))
        return Answer(table_texts.stopped_text(t))

    @app_commands.command(description=msgid("Show the board of this channel's table, at the end of the channel"))
    @answered
    async def board(self, interaction: Interaction) -> Answer:
        """Have the board drawn anew."""
        table = await table_here(interaction)
        if table.suspended is not None:
            return Answer(suspended_text(table.suspended, private_language(interaction)))
        await interaction.client.tables.outbox.want_board(table.id)
        interaction.client.wake(table.id)
        return Answer(table_texts.board_coming_text(private_language(interaction)))

    @app_commands.command(description=msgid("Your screen: what you hold, and what you may do now"))
    @app_commands.describe(table=TABLE)
    @answered
    async def screen(self, interaction: Interaction, table: str | None = None) -> Answer:
        """What this person may see of the game."""
        meant = await table_meant(interaction, table)
        return await screen_answer(interaction, await see(interaction, meant.id))

    @app_commands.command(description=msgid("Take your last action back, while nobody has acted since"))
    @app_commands.describe(table=TABLE)
    @answered
    async def undo(self, interaction: Interaction, table: str | None = None) -> Answer:
        """Take back what the person did last."""
        return await undoing.take_back(interaction, (await table_meant(interaction, table)).id)

    @app_commands.command(description=msgid("What happened so far, as far as you may know"))
    @app_commands.describe(page=msgid("Which page; if you say nothing, what is new to you"), table=TABLE)
    @answered
    async def log(
        self, interaction: Interaction, page: app_commands.Range[int, 1, 1000] | None = None, table: str | None = None
    ) -> Answer:
        """What is new to the person, or a page of the log."""
        return await log_answer(interaction, await table_meant(interaction, table), page)

    @app_commands.command(description=msgid("How you want to hear that something waits for you, at all your tables"))
    @app_commands.describe(how=msgid("A private message, a line in the channel, or nothing at all"))
    @app_commands.choices(how=choices(PING_NAMES))
    @answered
    async def pings(self, interaction: Interaction, how: Literal["dm", "mention", "none"]) -> Answer:
        """Set how the person is pinged."""
        await interaction.client.tables.people.want_pings(interaction.user.id, Pings(how))
        return Answer(table_texts.pings_text(how, private_language(interaction)))

    @app_commands.command(description=msgid("The rules in short"))
    @app_commands.describe(about=msgid("What you want to know about"))
    @answered
    async def rules(self, interaction: Interaction, about: str = "") -> Answer:
        """One topic of the rules."""
        return Answer(embeds=[topic(about, private_language(interaction))])

    @app_commands.command(description=msgid("The whole game as a file, when it is over"))
    @app_commands.describe(agree=msgid("After a stopped game: True, you agree that everything is shown"))
    @answered
    async def record(self, interaction: Interaction, agree: bool = False) -> Answer:
        """The record of a finished game, or a voice for opening a stopped one."""
        table, t = await table_here(interaction), private_language(interaction)
        if agree:
            await interaction.client.tables.playing.agree(table.id, interaction.user.id)
            return Answer(table_texts.agreed_text(t))
        history = await interaction.client.tables.reader.record(table)
        data = export(history.setup, history.actions, proof(history.setup, history.salt))
        file = discord.File(io.BytesIO(json.dumps(data).encode() + b"\n"), f"comuni-{table.id}.jsonl")
        return Answer(table_texts.record_text(t), files=[file])

    @screen.autocomplete("table")
    @undo.autocomplete("table")
    @log.autocomplete("table")
    async def _tables(self, interaction: Interaction, typed: str) -> list[TableChoice]:
        return await offered(interaction, offer_own_tables(interaction, typed))

    @rules.autocomplete("about")
    async def _topics(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = topics(typed, private_language(interaction))
        return [app_commands.Choice(name=name, value=title) for name, title in found[:25]]


async def setup(bot: HostingBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(TablesCog())
