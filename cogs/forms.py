"""Forms with one text field. Nothing is kept of an open one: what was typed comes back with the control's id."""

import logging
from typing import Any

import discord

from bot.ui.custom_ids import ControlId, Kind, read, template
from bot.ui.table_texts import form_label, form_title
from cogs.hosting import NOT_TAKEN, Interaction, calling, private_language

log = logging.getLogger(__name__)

LONGEST_NUMBER = 3


async def open_form(interaction: Interaction, control: ControlId) -> None:
    """Answer a press with a form; it is checked when it comes back. Where it cannot be shown nothing is lost."""
    t = private_language(interaction)
    modal = discord.ui.Modal(title=form_title(t), custom_id=str(control))
    modal.add_item(discord.ui.TextInput(label=form_label(t), max_length=LONGEST_NUMBER))
    modal.stop()  # not stored by discord.py: it may come back after a restart
    try:
        async with calling(interaction.client):
            await interaction.response.send_modal(modal)
    except NOT_TAKEN as error:
        log.warning("interaction %s got no form: %s", interaction.id, type(error).__name__)


def typed_into(interaction: Interaction) -> tuple[ControlId, str] | None:
    """The control whose form was sent, and what was typed; None for a form that is none of ours."""
    data: dict[str, Any] = dict(interaction.data or {})
    match = template(Kind.ASK).fullmatch(str(data.get("custom_id", "")))
    return None if match is None else (read(Kind.ASK, match), _text(data))


def _text(data: dict[str, Any]) -> str:
    """What stands in the one field; nothing, which is no number, where the form is not as we make it."""
    fields = [field for row in data.get("components", ()) for field in row.get("components", ())]
    return str(fields[0].get("value", "")) if len(fields) == 1 else ""
