"""The people at the seats, and how they are called; their names are text that strangers chose."""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from bot.game.components import COMMUNES, Seat
from bot.ui.limits import fit

NAME_LENGTH = 32  # Discord's own limit on display names
# Round for communes, square for building types: shapes tell them apart where colours do not.
COMMUNE_MARKS: Mapping[Seat, str] = {"lucca": "🔵", "firenze": "🟣", "siena": "🟢", "bologna": "🔴", "milano": "🟡"}
_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#:+\-])")
_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANKS = set("\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_MARKS_IN_A_ROW = 2


@dataclass(frozen=True, slots=True)
class People:
    """Display names as they came from Discord, and user ids, by seat."""

    names: Mapping[Seat, str]
    users: Mapping[Seat, int]

    def label(self, seat: Seat) -> str:
        """The seat with its person, such as "Siena (Alice)", for text that is markdown."""
        name = self.names.get(seat)
        return commune_name(seat) if name is None else f"{commune_name(seat)} ({escaped(name)})"

    def marked(self, seat: Seat) -> str:
        """The label behind the commune's mark."""
        return f"{COMMUNE_MARKS[seat]} {self.label(seat)}"

    def mention(self, seat: Seat) -> str:
        """What pings the person; the plain commune where there is none."""
        user = self.users.get(seat)
        return commune_name(seat) if user is None else f"<@{user}>"


def commune_name(seat: Seat) -> str:
    """The proper noun of a commune; the same in every language."""
    return COMMUNES[seat].key.capitalize()


def commune(seat: Seat) -> str:
    """The commune's name behind its mark, such as "🟢 Siena"."""
    return f"{COMMUNE_MARKS[seat]} {commune_name(seat)}"


def told_apart(names: Mapping[int, str]) -> dict[int, str]:
    """Names by user id for markdown; where two look alike the people are mentioned behind theirs.

    A steward, whose id is negative, cannot be.
    """
    alike = Counter(_look(name) for name in names.values())
    return {
        user: f"{escaped(name)} (<@{user}>)" if user > 0 and alike[_look(name)] > 1 else escaped(name)
        for user, name in names.items()
    }


def plain(name: str) -> str:
    """A user's name without what cannot be seen or would disturb the text round it; never empty.

    For text that is not markdown, such as the options of an autocomplete. What is written from right to left is set
    apart, so that the text round it keeps its order.
    """
    seen = "".join(" " if character.isspace() else character for character in name)
    seen = "".join(character for character in seen if _visible(character))
    seen = "".join("".join(list(run)[:_MARKS_IN_A_ROW] if stacked else run) for stacked, run in groupby(seen, _stacks))
    name = fit(" ".join(seen.split()), NAME_LENGTH) or "?"
    return f"\u2068{name}\u2069" if any(map(_leftward, name)) else name


def escaped(name: str) -> str:
    """A user's name for markdown: no formatting, link, custom emoji or mention in it has effect."""
    return _MARKDOWN.sub(r"\\\1", plain(name)).replace("@", "@\u200b")


def _look(name: str) -> str:
    return unicodedata.normalize("NFKC", plain(name)).casefold()


def _visible(character: str) -> bool:
    return unicodedata.category(character) not in _INVISIBLE_CATEGORIES and character not in _BLANKS


def _leftward(character: str) -> bool:
    return unicodedata.bidirectional(character) in {"R", "AL"}


def _stacks(character: str) -> bool:
    return unicodedata.category(character) in {"Mn", "Me"}
