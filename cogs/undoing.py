"""One's own last action taken back, by the command or by the button that names it."""

from bot.tables.errors import OutOfDate, SeatNotYours, TableRefusal
from bot.tables.history import Entry
from bot.ui.custom_ids import ControlId
from bot.ui.table_texts import out_of_date_text, table_refusal_text
from bot.ui.undo import undone_text
from cogs.acting import panel_answer, screen_answer, see
from cogs.answering import Answer
from cogs.hosting import Interaction, private_language


async def take_back(interaction: Interaction, table_id: int) -> Answer:
    """Take the person's last action back; they read what it was, and see their screen."""
    entry = await interaction.client.tables.playing.undo(table_id, interaction.user.id)
    return await screen_answer(interaction, await see(interaction, table_id), text=_told(interaction, entry))


async def press(interaction: Interaction, control: ControlId) -> Answer:
    """Take back what a button names; where that is too late they read why, and see their panel."""
    t = private_language(interaction)
    if (await see(interaction, control.table)).seat != control.seat:
        raise SeatNotYours
    try:
        entry = await interaction.client.tables.playing.undo(control.table, interaction.user.id, own=control.prompt)
    except OutOfDate:  # told below, with the panel as it is now
        text = out_of_date_text(t)
    except TableRefusal as refusal:
        text = table_refusal_text(refusal.key, refusal.data, t)
    else:
        text = _told(interaction, entry)
    return await panel_answer(interaction, await see(interaction, control.table), text=text)


def _told(interaction: Interaction, entry: Entry) -> str:
    assert entry.action is not None  # an undo is not taken back
    return undone_text(entry.action, entry.events, private_language(interaction))
