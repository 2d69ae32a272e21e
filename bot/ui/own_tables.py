"""All tables of a person in one list: those that wait for them first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from discord import Embed

from bot.game.components import Seat
from bot.locale import Translator, msgid
from bot.ui.log import PAGE_LENGTH, cut
from bot.ui.people import commune
from bot.ui.people_texts import loss_text

COLOUR = 0x8A7F72
STANDS: dict[str, str] = {
    "lobby": msgid("People gather."),
    "running": msgid("The game runs."),
    "archived": msgid("It is archived; `/comuni resume` has it go on."),
    "over": msgid("The game is over."),
    "stopped": msgid("It was stopped."),
    "aside": msgid("It cannot be read, and was set aside."),
    "rules": msgid("It is of rules that this version of the bot does not know, and was set aside."),
}


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table as one line of the list.

    `where` mentions its channel, `link` leads to its board (None: nothing is posted), `stands` is a key of STANDS.
    `status` is what is awaited, `time` how long the person has, both as text (empty: nothing); `lost` says why nothing
    can be posted.
    """

    number: int
    where: str
    link: str | None
    seat: Seat | None
    stands: str
    waits: bool = False
    status: str = ""
    time: str = ""
    lost: str | None = None


def pages(tables: Iterable[OwnTable], offers: Sequence[str], t: Translator) -> list[str]:
    """The offers that wait for the person, then their tables as they come, in pages of at most 3500 characters."""
    answer = [t("`/comuni handover` accepts or declines.")] if offers else []
    return list(
        cut([*(f"🤝 {offer}" for offer in offers), *answer, *(_line(table, t) for table in tables)], PAGE_LENGTH)
    )


def own_tables_embed(text: str, page: int, pages: int, t: Translator) -> Embed:
    """One page of the list."""
    embed = Embed(title=t("Your tables"), description=text, colour=COLOUR)
    if pages > 1:
        embed.set_footer(text=t("Page {page} of {pages}", page=page, pages=pages))
    return embed


def no_tables_text(t: Translator) -> str:
    """To who sits nowhere."""
    return t("You sit at no table. Start one in a server's channel with `/comuni new`.")


def _line(table: OwnTable, t: Translator) -> str:
    name = t("Table {number}", number=table.number)
    name = f"**{name}**" if table.link is None else f"**[{name}]({table.link})**"
    seat = () if table.seat is None else (commune(table.seat),)
    mark = "🔔" if table.waits else "▫️"
    lost = f"⚠️ {loss_text(table.lost, t)} {t('`/comuni move-table`, used elsewhere, moves it.')}" if table.lost else ""
    told = (table.status or t(STANDS[table.stands]), table.time.replace("\n", " "), lost)
    return f"{mark} {', '.join((name, table.where, *seat))}: {' '.join(text for text in told if text)}"
