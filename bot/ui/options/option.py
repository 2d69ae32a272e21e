"""One answer of an autocomplete, and which of them fit what was typed."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.ui.limits import CHOICES

NEW = "new"  # what is typed for a new building or section


@dataclass(frozen=True, slots=True)
class Option:
    """One answer of an autocomplete: what the person reads, and what is sent."""

    name: str
    value: str | int


def matching(options: Iterable[Option], typed: str) -> list[Option]:
    """At most 25 of the options that fit what was typed so far: first those whose value begins with it."""
    wanted = typed.strip().casefold()
    begins, contains = [], []
    for option in options:
        if str(option.value).casefold().startswith(wanted):
            begins.append(option)
        elif not wanted.isdecimal() and wanted in option.name.casefold():
            contains.append(option)
    return (begins + contains)[:CHOICES]
