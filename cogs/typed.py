"""What people type into options of `/act`, read strictly (law 9)."""

import re

from bot.game.components import BUILDING_TYPES
from bot.game.resources import RESOURCES
from bot.locale import Translator
from bot.tables.errors import NotAPlace
from bot.ui.words import resource_name, type_name

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


def resources_typed(t: Translator, *texts: str | None) -> list[str]:
    """The resources that were named, in English or the person's language; what is none is passed on as typed."""
    return [_resource(text.strip().lower(), t) for text in texts if text is not None]


def type_typed(text: str | None, t: Translator) -> str | None:
    """The building type that was named, in English or the person's language; what is none is passed on as typed."""
    if text is None:
        return None
    typed = text.strip().lower()
    return next((kind for kind in BUILDING_TYPES if typed == type_name(kind, t).lower()), typed)


def _resource(typed: str, t: Translator) -> str:
    return next((kind for kind in RESOURCES if typed == resource_name(kind, t).lower()), typed)


def columns_typed(text: str) -> tuple[int, ...]:
    """Columns, separated by spaces or commas; what is no number is passed on as 0, which no column is."""
    words = (word for word in re.split(r"[\s,]+", text) if word)
    return tuple(int(word) if word.isascii() and word.isdecimal() and len(word) <= 3 else 0 for word in words)
