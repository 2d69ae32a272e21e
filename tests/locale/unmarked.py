"""Finds words that are the same in a language of marked letters: those that no catalogue could translate."""

import re

from bot.game.components import COMMUNES
from bot.ui.people import commune_name

NAMES = "|".join(map(commune_name, COMMUNES))
# What is the same in every language: commands, mentions, links, instants, communes, ids and letters of cards and decks.
UNTRANSLATED = re.compile(
    rf"`[^`]*`|<[@#]\d+>|\(https://[^)]*\)|<t:\d+:[fR]>|#\w+|\b(?:{NAMES})\b|\b[A-D]\d\d\b|(?<=[🟨🟥🟦🟪])[EMCR]|\b[A-D]\b",
)
WORD = re.compile(r"[A-Za-z]+")


def unmarked(text: str) -> list[str]:
    """The words of a text that did not come out of the catalogue."""
    return WORD.findall(UNTRANSLATED.sub("", text))
