"""What a person reads of the log: what is new to them first, and every page on demand."""

from collections.abc import Iterable

from bot.tables.model import Table
from bot.tables.telling import Told
from bot.ui import table_texts
from bot.ui.digest import digest, nothing_new_text, whole_log_label
from bot.ui.log import Told as Shown
from bot.ui.log import lines, page_buttons, page_of, pages
from cogs.answering import Answer
from cogs.hosting import Interaction, people_of, private_language
from cogs.letters import board_embed
from cogs.telling import shown
from cogs.views import pages_view


async def log_answer(interaction: Interaction, table: Table, page: int | None = None) -> Answer:
    """A page of what the person may know of all that happened.

    If they name none: what is new, to who sits at the table; to anybody else the last page.
    """
    if table.version == 0:
        return Answer(table_texts.no_log_text(private_language(interaction)))
    told = _as_shown(await interaction.client.tables.reader.told(table, interaction.user.id))
    if page is None and table.sits(interaction.user.id):
        return await _news(interaction, table, told)
    return _page(interaction, table, told, page)


async def _news(interaction: Interaction, table: Table, told: list[Shown]) -> Answer:
    tables, t = interaction.client.tables, private_language(interaction)
    people = people_of(table, t)
    news = list(lines(_as_shown(await tables.reader.news(table, interaction.user.id)), people, t))
    board = await board_embed(tables, await tables.reader.sight(table.id, None), t, latest=False)
    await tables.people.looked(table, interaction.user.id)
    if not news:
        return _page(interaction, table, told, text=nothing_new_text(t) if told else None)
    first = len(list(lines(told, people, t))) - len(news) + 1
    view = pages_view(table.id, [(page_of(first, told, people, t), whole_log_label(t))])
    return Answer(embeds=[digest(news, board, t), board], view=view)


def _page(
    interaction: Interaction, table: Table, told: list[Shown], number: int | None = None, *, text: str | None = None
) -> Answer:
    t = private_language(interaction)
    found = pages(told, people_of(table, t), t) or [t("Nothing has happened yet.")]
    number = len(found) if number is None else min(max(number, 1), len(found))
    embed = table_texts.log_embed(found[number - 1], number, len(found), t)
    return Answer(text, [embed], view=pages_view(table.id, page_buttons(number, len(found), t)))


def _as_shown(told: Iterable[Told]) -> list[Shown]:
    return [shown(item) for item in told]
