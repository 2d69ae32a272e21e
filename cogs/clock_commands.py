"""`/comuni clock`, `away`, `pause` and `resume`: how a table counts time, and what its people do about it."""

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from discord import app_commands
from discord.ext import commands

from bot.locale import msgid
from bot.tables.errors import NotAway
from bot.tables.model import Table, TableState
from bot.tables.timekeeping import return_of
from bot.ui import clock_texts
from bot.ui.clock_menus import DAYS_OFF
from bot.ui.clock_settings import TIME_OUTS, VACATIONS
from cogs import clock_panel
from cogs.answering import Answer, answered, offered
from cogs.hosting import (
    Interaction,
    TableChoice,
    manages,
    offer_own_tables,
    own_tables,
    private_language,
    table_here,
    table_meant,
)
from cogs.offered_days import offer_days, offer_zones
from cogs.options import TABLE, choices
from cogs.timing import settings_chosen

PACE_NAMES = {
    "15": msgid("15 minutes"),
    "60": msgid("1 hour"),
    "240": msgid("4 hours"),
    "480": msgid("8 hours"),
    "720": msgid("12 hours"),
    "1440": msgid("24 hours"),
    "2880": msgid("2 days"),
    "4320": msgid("3 days"),
    "10080": msgid("7 days"),
    "0": msgid("No limit"),
}
BANK_NAMES = {
    "0": msgid("No bank"),
    "15": msgid("15 minutes"),
    "60": msgid("1 hour"),
    "240": msgid("4 hours"),
    "720": msgid("12 hours"),
    "1440": msgid("24 hours"),
    "2880": msgid("2 days"),
    "10080": msgid("7 days"),
}


class ClockCommands(commands.Cog):
    """A part of the group `/comuni`: the cog of that group inherits these commands."""

    @app_commands.command(description=msgid("The clock of this channel's table; before the game the host sets it"))
    @app_commands.describe(
        pace=msgid("Time for each thing that a seat is asked"),
        bank=msgid("Time that each seat has beyond the pace; a part of it comes back with each of its turns"),
        days_off=msgid("Days on which no time runs"),
        zone=msgid("The time zone of days off and dates, such as Europe/Rome"),
        time_out=msgid("What happens when time is over"),
        vacation=msgid("What happens while somebody is away"),
    )
    @app_commands.choices(
        pace=choices(PACE_NAMES),
        bank=choices(BANK_NAMES),
        days_off=choices(DAYS_OFF),
        time_out=choices(TIME_OUTS),
        vacation=choices(VACATIONS),
    )
    @answered
    async def clock(
        self,
        interaction: Interaction,
        pace: str | None = None,
        bank: str | None = None,
        days_off: str | None = None,
        zone: str | None = None,
        time_out: str | None = None,
        vacation: str | None = None,
    ) -> Answer:
        """Show the clock; with any option set it first."""
        table, t = await table_here(interaction), private_language(interaction)
        menus = {"pace": pace, "bank": bank, "daysoff": days_off, "timeout": time_out, "vacation": vacation}
        changes = _chosen(menus) | ({} if zone is None else {"zone": zone.strip()})
        if not changes:
            return await clock_panel.show(interaction, table)
        await interaction.client.tables.lobby.set_clock(
            table.id, interaction.user.id, manages=manages(interaction, table), **changes
        )
        return await clock_panel.show(interaction, table, text=clock_texts.clock_set_text(t))

    @app_commands.command(
        description=msgid("Away until a day: at your tables of this server, in a DM at all; without a day you are back")
    )
    @app_commands.describe(until=msgid("The day when you are back, such as 2030-12-24; if you say nothing, now"))
    @answered
    async def away(self, interaction: Interaction, until: str | None = None) -> Answer:
        """Go away, or come back."""
        if until is None:
            return await _come_back(interaction)
        return await _go_away(interaction, until)

    @app_commands.command(description=msgid("Stop the clock: at once for the host, else when a second seat asks too"))
    @app_commands.describe(table=TABLE)
    @answered
    async def pause(self, interaction: Interaction, table: str | None = None) -> Answer:
        """Stop the clock, or wish for it."""
        return await clock_panel.pause(interaction, await table_meant(interaction, table))

    @app_commands.command(description=msgid("Go on after a pause, or with a game that was archived"))
    @app_commands.describe(table=TABLE)
    @answered
    async def resume(self, interaction: Interaction, table: str | None = None) -> Answer:
        """Have the clock run again."""
        return await clock_panel.resume(interaction, await _asleep(interaction, table))

    @clock.autocomplete("zone")
    async def _zones(self, _interaction: Interaction, typed: str) -> list[TableChoice]:
        return offer_zones(typed)

    @away.autocomplete("until")
    async def _days(self, interaction: Interaction, typed: str) -> list[TableChoice]:
        return await offered(interaction, _offer_days(interaction, typed))

    @pause.autocomplete("table")
    @resume.autocomplete("table")
    async def _own(self, interaction: Interaction, typed: str) -> list[TableChoice]:
        return await offered(interaction, offer_own_tables(interaction, typed))


def _chosen(menus: Mapping[str, str | None]) -> dict[str, Any]:
    """What was chosen in the options, named as the menus of the clock are; Discord sends nothing but choices."""
    changes: dict[str, Any] = {}
    for name, value in menus.items():
        if value is not None:
            changes |= settings_chosen(name, [value])
    return changes


async def _go_away(interaction: Interaction, until: str) -> Answer:
    """A day that is wrong for one table is wrong for all: nothing is done then."""
    tables, t = interaction.client.tables, private_language(interaction)
    found = await _running(interaction)
    for table in found:
        return_of(until, table.settings.zone, tables.clocks.now())
    backs = [await tables.timekeeping.away(table.id, interaction.user.id, until) for table in found]
    return Answer(clock_texts.away_text(max(backs), len(backs), t))


async def _come_back(interaction: Interaction) -> Answer:
    timekeeping, user_id = interaction.client.tables.timekeeping, interaction.user.id
    found = await _running(interaction)
    away = [table for table in found if await _is_away(interaction, table)]
    if not away and len(found) > 1:
        raise NotAway
    for table in away or found:
        await timekeeping.back(table.id, user_id)
    return Answer(clock_texts.back_text(private_language(interaction)))


async def _is_away(interaction: Interaction, table: Table) -> bool:
    timing = await interaction.client.tables.timekeeping.timing(table)
    return any(seat == table.seat_of(interaction.user.id) for seat, _ in timing.away)


async def _running(interaction: Interaction) -> list[Table]:
    """The running tables where the person sits and that can be meant; without any the one meant, which says why not."""
    own = [table for table in await own_tables(interaction) if table.state is TableState.RUNNING and not table.aside]
    return own or [await table_meant(interaction, None)]


async def _asleep(interaction: Interaction, named: str | None) -> Table:
    """The table to go on: of a channel the one there if it is paused, else the person's newest archived one."""
    if named is not None or interaction.guild_id is None:
        return await table_meant(interaction, named)
    here, own = await table_here(interaction), await own_tables(interaction)
    archived = [table for table in own if table.channel_id == here.channel_id and table.state is TableState.ARCHIVED]
    paused = (await interaction.client.tables.timekeeping.timing(here)).paused
    return here if paused or not archived else archived[0]


async def _offer_days(interaction: Interaction, typed: str) -> list[TableChoice]:
    """Days as they are at the first of the person's running tables."""
    own = [table for table in await own_tables(interaction) if table.state is TableState.RUNNING]
    zone = ZoneInfo(own[0].settings.zone if own else "UTC")
    today = interaction.client.tables.clocks.now().astimezone(zone).date()
    return offer_days(today, typed, private_language(interaction))
