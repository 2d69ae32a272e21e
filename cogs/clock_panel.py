"""The clock of a table as a person is shown it in private, with what they may do about it."""

from collections.abc import Sequence

from discord.ui import View

from bot.locale import Translator
from bot.tables.errors import NothingToDecide, OutOfDate
from bot.tables.model import Table, TableState
from bot.tables.powers import require_power
from bot.ui import clock_texts, table_texts
from bot.ui.clock import TimeShown, clock_embed
from bot.ui.clock_menus import menus
from bot.ui.custom_ids import ControlId
from bot.ui.notices import HOST_BUTTONS
from bot.ui.people_texts import still_archived_line
from cogs.answering import Answer
from cogs.hosting import Interaction, has_power, manages, people_of, private_language, table_reached
from cogs.timing import settings_chosen, settings_shown, time_shown
from cogs.views import clock_view, settings_view


async def show(interaction: Interaction, table: Table, *, text: str | None = None) -> Answer:
    """The clock as it is now, with the controls that are the person's."""
    tables, t = interaction.client.tables, private_language(interaction)
    table = await tables.reader.table(table.id)  # it may have changed
    settings = settings_shown(table.settings)
    if table.version == 0:
        sets = table.state is TableState.LOBBY and has_power(interaction, table)
        view = settings_view(table.id, menus(settings, t)) if sets else None
        return Answer(text, [clock_embed(settings, None, None, t)], view=view)
    shown = await time_shown(tables, table)
    if table.state is TableState.ARCHIVED:
        text = text or still_archived_line(t)
    embed = clock_embed(settings, shown, people_of(table, t), t)
    return Answer(text, [embed], view=await _buttons(interaction, table, shown, t))


async def choose(interaction: Interaction, table: Table, name: str, values: Sequence[str]) -> Answer:
    """The host sets one of the settings in the lobby. Raises NotHost, NotInLobby or TableEnded."""
    t = private_language(interaction)
    require_power(table, interaction.user.id, manages=manages(interaction, table))
    try:
        changes = settings_chosen(name, values)
    except ValueError:  # an older release offered it
        return await show(interaction, table, text=table_texts.out_of_date_text(t))
    await interaction.client.tables.lobby.set_clock(
        table.id, interaction.user.id, manages=manages(interaction, table), **changes
    )
    return await show(interaction, table, text=clock_texts.clock_set_text(t))


async def decide(interaction: Interaction, control: ControlId) -> Answer:
    """The host decides about a seat whose time ran out. Raises NotHost, or what says that the game does not go on."""
    table = await table_reached(interaction, control.table)
    require_power(table, interaction.user.id, manages=manages(interaction, table))
    return await show(interaction, table, text=await _decided(interaction, table, control))


async def pause(interaction: Interaction, table: Table) -> Answer:
    """Stop the clock, or wish for it."""
    stands_still = await interaction.client.tables.timekeeping.pause(
        table.id, interaction.user.id, manages=manages(interaction, table)
    )
    return await show(interaction, table, text=clock_texts.paused_text(stands_still, private_language(interaction)))


async def resume(interaction: Interaction, table: Table) -> Answer:
    """Have a table go on that was paused or archived."""
    await interaction.client.tables.timekeeping.resume(
        table.id, interaction.user.id, manages=manages(interaction, table)
    )
    return await show(interaction, table, text=clock_texts.resumed_text(private_language(interaction)))


async def back(interaction: Interaction, table: Table) -> Answer:
    """Be here again, at this table."""
    await interaction.client.tables.timekeeping.back(table.id, interaction.user.id)
    return await show(interaction, table, text=clock_texts.back_text(private_language(interaction)))


async def _decided(interaction: Interaction, table: Table, control: ControlId) -> str:
    t, steward = private_language(interaction), control.choice == "steward"
    if control.choice not in HOST_BUTTONS:
        return table_texts.out_of_date_text(t)
    try:
        await interaction.client.tables.timekeeping.decide(
            table.id,
            interaction.user.id,
            control.seat,
            control.prompt,
            steward=steward,
            manages=manages(interaction, table),
        )
    except (OutOfDate, NothingToDecide):  # told in words, with the clock as it is now
        return table_texts.out_of_date_text(t)
    return clock_texts.decided_text(steward, t)


async def _buttons(interaction: Interaction, table: Table, shown: TimeShown, t: Translator) -> View | None:
    """Those of the channel work only there, as the board's do; what the host is asked can be answered anywhere."""
    here = interaction.channel_id == table.channel_id
    choices = _choices(table, shown, interaction.user.id) if here else []
    return clock_view(table.id, choices, await _asked(interaction, table), t)


def _choices(table: Table, shown: TimeShown, user_id: int) -> list[str]:
    seat = table.seat_of(user_id)
    if seat is None:
        return []
    if table.state is TableState.ARCHIVED:
        return ["resume"]
    if table.state is not TableState.RUNNING:
        return []
    away = any(seat == gone for gone, _ in shown.away)
    return ["resume" if shown.paused else "pause", *(["back"] if away else [])]


async def _asked(interaction: Interaction, table: Table) -> list[tuple[str, int]]:
    """The seats about which this person is to decide, with what they are asked."""
    seats = [seated.seat for seated in table.humans if table.host_decides(seated.seat)]
    if not seats or not has_power(interaction, table):
        return []
    snapshot = await interaction.client.tables.reader.snapshot(table)
    prompts = [(seat, snapshot.prompt(seat)) for seat in seats if seat is not None]
    return [(seat, prompt) for seat, prompt in prompts if prompt is not None]
