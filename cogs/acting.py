"""What a person is shown of their seat, and what they read after acting, typed or pressed."""

from collections.abc import Mapping

from discord.ui import View

from bot.game.errors import Refusal
from bot.tables.errors import NotSaved, OutOfDate
from bot.tables.model import Sight, Table, TableState
from bot.tables.undoing import last_own
from bot.ui import table_texts
from bot.ui.log import line
from bot.ui.panels.panel import panel
from bot.ui.refusals import refusal_text
from bot.ui.screen import screen
from bot.ui.undo import Undo, undo_label
from cogs.answering import Answer
from cogs.hosting import Interaction, people_of, private_language, table_reached
from cogs.ordering import order_texts
from cogs.views import panel_view, undo_view, with_orders


async def see(interaction: Interaction, table_id: int) -> Sight:
    """What the person sees of a table that can be reached from here. Raises NoTable or TableAside."""
    await table_reached(interaction, table_id)
    return await interaction.client.tables.reader.sight(table_id, interaction.user.id)


async def act(interaction: Interaction, table: Table, data: Mapping[str, object], prompt: int | None = None) -> Answer:
    """Have a person's action played; they read what it did, and how things stand for them now.

    With a prompt, only as the answer to that asking.
    """
    tables, t = interaction.client.tables, private_language(interaction)
    people = people_of(table, t)
    shown = panel_answer if prompt is not None else screen_answer
    try:
        events = await tables.playing.act(table.id, interaction.user.id, data, prompt=prompt)
    except OutOfDate:  # told in words, with the panel as it is now
        return await panel_answer(interaction, await see(interaction, table.id), text=table_texts.out_of_date_text(t))
    except NotSaved as refusal:
        if prompt is None:
            raise
        text = table_texts.table_refusal_text(refusal.key, refusal.data, t)
        return await panel_answer(interaction, await see(interaction, table.id), text=text)
    except Refusal as refusal:
        text = refusal_text(refusal, people, t)
        return Answer(text) if prompt is None else await shown(interaction, await see(interaction, table.id), text=text)
    told = table_texts.happened_text([line(event, people, t) for event in events], t)
    return await shown(interaction, await see(interaction, table.id), text=told)


async def panel_answer(interaction: Interaction, sight: Sight, *, path: str = "", text: str | None = None) -> Answer:
    """The panel of a path for a seat that is asked; else its screen."""
    if sight.observation is None or sight.seat is None or sight.prompt is None:
        return await screen_answer(interaction, sight, text=text)
    t = private_language(interaction)
    shown = panel(sight.observation, sight.choices, people_of(sight.table, t), t, path)
    undo = None if path else await undo_for(interaction, sight)
    view = panel_view(shown, sight.table.id, sight.seat, sight.prompt, undo)
    return Answer(text, shown.embeds, view=view)


async def screen_answer(interaction: Interaction, sight: Sight, *, text: str | None = None) -> Answer:
    """A person's screen, with the controls of what they are asked and may take back; or why there is none yet."""
    t = private_language(interaction)
    if sight.observation is None:
        return Answer(text or table_texts.no_screen_text(t))
    if sight.table.state is TableState.ARCHIVED:
        text = text or table_texts.table_refusal_text("TableArchived", {}, t)
    people = people_of(sight.table, t)
    stopped = sight.table.state is TableState.STOPPED
    orders = order_texts(sight.table, sight.seat, t)
    embeds = screen(sight.observation, people, sight.choices, t, stopped=stopped, orders=orders)
    return Answer(text, embeds, view=await _screen_view(interaction, sight))


async def _screen_view(interaction: Interaction, sight: Sight) -> View | None:
    if sight.observation is None or sight.seat is None:
        return None
    undo, t = await undo_for(interaction, sight), private_language(interaction)
    view = None if undo is None else undo_view(sight.table.id, sight.seat, undo)
    if sight.prompt is not None:
        shown = panel(sight.observation, sight.choices, people_of(sight.table, t), t)
        view = panel_view(shown, sight.table.id, sight.seat, sight.prompt, undo)
    return view if sight.table.state is not TableState.RUNNING else with_orders(view, sight.table.id, sight.seat, t)


async def undo_for(interaction: Interaction, sight: Sight) -> Undo | None:
    """What the person may take back at this moment."""
    if sight.seat is None or sight.table.state is not TableState.RUNNING:
        return None
    history = await interaction.client.tables.reader.history(sight.table)
    last = last_own(history, sight.seat, interaction.user.id)
    if last is None or last.action is None:
        return None
    return Undo(history.own_rows(sight.seat), undo_label(last.action, last.events, private_language(interaction)))
