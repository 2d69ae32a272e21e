"""What happened since a person last looked, above the board."""

from collections.abc import Sequence

from discord import Embed

from bot.locale import Translator
from bot.ui.limits import ALL_EMBEDS, embed_length
from bot.ui.log import PAGE_LENGTH, newest, shortened

LAST_LENGTH = 1500  # characters


def digest(news: Sequence[str], board: Embed, t: Translator) -> Embed:
    """The newest of what is new, in lines, as far as there is room beside the board in one message."""
    embed = Embed(title=t("Since you last looked"))
    room = min(PAGE_LENGTH, ALL_EMBEDS - embed_length(board) - embed_length(embed))
    embed.description = "\n".join(shortened(news, room, t("*What came before is in the log: press the button.*")))
    return embed


def last_told(told: Sequence[str], others: Sequence[Embed], t: Translator) -> Embed:
    """The newest lines of the log, as far as there is room beside other embeds in one message."""
    embed = Embed(title=t("What happened last"))
    room = min(LAST_LENGTH, ALL_EMBEDS - sum(map(embed_length, others)) - embed_length(embed))
    embed.description = "\n".join(newest(told, room)) or t("Nothing has happened yet.")
    return embed


def whole_log_label(t: Translator) -> str:
    """The button that leads into the log, to where the news begin."""
    return t("Whole log")


def nothing_new_text(t: Translator) -> str:
    """Over the last page of the log, to who has seen it all."""
    return t("Nothing has happened since you last looked.")
