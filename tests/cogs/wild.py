"""What may be sent to a bot, and a game that stands still while hypothesis sends it."""

import asyncio
import re
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import strategies as st
from simcord.results import InteractionResult

from bot.ui.custom_ids import Kind
from tests.cogs.club import Club, open_club
from tests.storage.helpers import content

T = TypeVar("T")

# Digits that are none, marks that turn or hide text, what Discord formats, what JSON can carry and text cannot.
STRANGE = (
    *("", " ", "１０", "١", "²", "1_0", "-1", "+1", "1.0", "1e3", "0x1", "10" * 15, "999999", "NaN", "true", "null"),
    *("\u202e1", "\u200b", "a\u200bA01", "\u0000", "\ud800", "\udfff1", "\U0001f3f0", "İ", "ß" * 99, "x" * 6000, "\n"),
    *("**b**", "`c`", "[x](http://y)", "@everyone", "<@1>", "<#1>", "||s||", "../../etc", "'; DROP TABLE log; --"),
    *("{column}", "%s", "A01", "Z99", "coins", "gold", "siena", "atlantis", "new", "all", "2030-12-24", "9999-99-99"),
)
STRANGE_TEXT = st.sampled_from(STRANGE) | st.text(max_size=30)
STRANGE_NUMBERS = st.sampled_from((10**30, -(10**30), 2**63, 1000, -1)) | st.integers()
NO_TEXT: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.just([]) | st.just({}) | st.just(["1"])
)
ANYTHING = STRANGE_TEXT | STRANGE_NUMBERS | NO_TEXT


class Standing:
    """A club whose world is on its own loop: what is sent is awaited there, from any test."""

    def __init__(self, runner: asyncio.Runner, club: Club) -> None:
        self._runner = runner
        self.club = club

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """The outcome of something that the world does."""
        return self._runner.run(work)

    def content(self) -> list[str]:
        """All that is in the database."""
        return content(self.club.database)


@contextmanager
def standing(folder: Path, seats: int = 2) -> Iterator[Standing]:
    """A running game of some people; in the end nothing may have been logged as an error."""
    with asyncio.Runner() as runner:
        opened = open_club(folder / "comuni.sqlite3")
        club = runner.run(_entered(opened))
        try:
            runner.run(club.start(seats))
            yield Standing(runner, club)
        finally:
            runner.run(_left(opened))


async def _entered(opened: Any) -> Club:
    club: Club = await opened.__aenter__()
    return club


async def _left(opened: Any) -> None:
    await opened.__aexit__(None, None, None)


def refused_clearly(standing: Standing, result: InteractionResult) -> str:
    """What the person was told, in private, in words; nothing is logged as an error."""
    assert standing.club.simulation.errors == []
    assert result.response is not None
    message = result.response.message
    assert result.response.ephemeral or message.guild is None
    assert message.content or message.embeds
    assert "went wrong" not in message.content
    assert "Traceback" not in message.content
    return message.content


def mutated(ids: Sequence[str]) -> st.SearchStrategy[str]:
    """Custom ids like real ones: a piece, a character or a field is another, one too many or missing."""
    pieces = sorted({piece for one in ids for piece in re.split(r"[:.]", one)} | {"", "0", "999999", "-", "go", "do"})
    fields = st.sampled_from(pieces) | st.sampled_from([str(kind) for kind in Kind]) | st.sampled_from(STRANGE)
    return st.builds(
        _with_other_fields, st.sampled_from(ids), st.lists(st.tuples(st.integers(0, 30), fields), max_size=3)
    )


def _with_other_fields(custom_id: str, changes: Sequence[tuple[int, str]]) -> str:
    parts = re.split(r"([:.])", custom_id)
    for place, field in changes:
        parts[place % len(parts)] = field
    return "".join(parts)[:100]


def values_of(body: object) -> Iterator[str]:
    """The values of all options of menus within a message as it was sent."""
    if isinstance(body, Mapping):
        options = body.get("options")
        yield from (str(option["value"]) for option in options or () if "value" in option)
        for part in body.values():
            yield from values_of(part)
    elif isinstance(body, list):
        for part in body:
            yield from values_of(part)
