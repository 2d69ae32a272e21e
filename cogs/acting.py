"""What a person is shown of their seat, and what they read after acting, typed or pressed."""

from collections.abc import Mapping

from bot.game.errors import Refusal
from bot.tables.errors import OutOfDate
from bot.tables.model import Sight, Table, TableState
from bot.ui import table_texts
from bot.ui.log import line, pages
from bot.ui.panels.panel import panel
from bot.ui.refusals import refusal_text
from bot.ui.screen import screen
from cogs.answering import Answer
from cogs.hosting import Interaction, people_of, private_language
from cogs.telling import shown as as_shown
from cogs.views import panel_view


async def see(interaction: Interaction, table_id: int) -> Sight:
    """What the person sees of a table. Raises NoTable or TableAside."""
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
    except OutOfDate:
        return panel_answer(interaction, await see(interaction, table.id), text=table_texts.out_of_date_text(t))
    except Refusal as refusal:
        text = refusal_text(refusal, people, t)
        return Answer(text) if prompt is None else shown(interaction, await see(interaction, table.id), text=text)
    told = table_texts.happened_text([line(event, people, t) for event in events], t)
    return shown(interaction, await see(interaction, table.id), text=told)


def panel_answer(interaction: Interaction, sight: Sight, *, path: str = "", text: str | None = None) -> Answer:
    """The panel of a path for a seat that is asked; else its screen."""
    if sight.observation is None or sight.seat is None or sight.prompt is None:
        return screen_answer(interaction, sight, text=text)
    t = private_language(interaction)
    shown = panel(sight.observation, sight.choices, people_of(sight.table, t), t, path)
    view = panel_view(shown, sight.table.id, sight.seat, sight.prompt)
    return Answer(text, shown.embeds, view=view)


def screen_answer(interaction: Interaction, sight: Sight, *, text: str | None = None) -> Answer:
    """A person's screen, with the controls of what they are asked; or a word on why there is none yet."""
    t = private_language(interaction)
    if sight.observation is None:
        return Answer(text or table_texts.no_screen_text(t))
    if sight.table.state is TableState.ARCHIVED:
        text = text or table_texts.table_refusal_text("TableArchived", {}, t)
    people = people_of(sight.table, t)
    stopped = sight.table.state is TableState.STOPPED
    embeds = screen(sight.observation, people, sight.choices, t, stopped=stopped)
    if sight.seat is None or sight.prompt is None:
        return Answer(text, embeds)
    shown = panel(sight.observation, sight.choices, people, t)
    return Answer(text, embeds, view=panel_view(shown, sight.table.id, sight.seat, sight.prompt))


async def log_answer(interaction: Interaction, table: Table, page: int | None = None) -> Answer:
    """One page of what the person may know of all that happened; the last one if they name none."""
    t = private_language(interaction)
    if table.version == 0:
        return Answer(table_texts.no_log_text(t))
    told = [as_shown(item) for item in await interaction.client.tables.reader.told(table, interaction.user.id)]
    found = pages(told, people_of(table, t), t) or [t("Nothing has happened yet.")]
    number = min(page or len(found), len(found))
    return Answer(embeds=[table_texts.log_embed(found[number - 1], number, len(found), t)])
