"""What people type into options of `/act`, read strictly (law 9)."""

import re

from bot.tables.errors import NotAPlace

NEW = "new"


def place_typed(text: str) -> int | None:
    """A building or section: None for "new", else its number from 1. Raises NotAPlace."""
    text = text.strip().lower()
    if text == NEW:
        return None
    if text.isascii() and text.isdecimal() and len(text) <= 3:
        return int(text)
    raise NotAPlace


def ids_typed(text: str) -> list[str]:
    """Card ids, separated by spaces or commas; case does not matter."""
    return [word.upper() for word in re.split(r"[\s,]+", text) if word]


def card_typed(text: str) -> str:
    """One card id; case does not matter."""
    return text.strip().upper()


def words_typed(*texts: str | None) -> list[str]:
    """Names such as resources, those that were given; case does not matter."""
    return [text.strip().lower() for text in texts if text is not None]
