"""The log as people read it: a line for each event, and pages of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.game.components import Seat
from bot.game.events import Event
from bot.locale import Translator, msgid
from bot.ui.limits import length
from bot.ui.lines import LINES, NAMED_LINES
from bot.ui.people import People
from bot.ui.reasons import Thought, thought_text

PAGE_LENGTH = 3500
REMARKS: Mapping[str, str] = {
    "taken back": msgid("↩️ {seat} takes the last action back."),
    "stood in": msgid("🤖 A steward acts for {seat}."),
    "ordered": msgid("📌 A standing order of {seat} acts."),
}


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about a seat that is not of the game: a key of REMARKS."""

    kind: str
    seat: Seat


Told = Event | Remark | Thought


def line(event: Event | Remark, people: People, t: Translator) -> str:
    """What happened, in a line.

    Who may read it was decided before: an event of a seat alone is told as it is.
    """
    if isinstance(event, Remark):
        return t(REMARKS[event.kind], seat=people.label(event.seat))
    if named := NAMED_LINES.get(type(event)):
        return named(event, people, t)
    return LINES[type(event)](event, t)


def pages(told: Sequence[Told], people: People, t: Translator) -> list[str]:
    """The log, oldest first, cut between lines into pages of at most 3500 characters."""
    return list(cut(_lines(told, people, t), PAGE_LENGTH))


def _lines(told: Sequence[Told], people: People, t: Translator) -> Iterator[str]:
    for item in told:
        if not isinstance(item, Thought):
            yield line(item, people, t)
        elif text := thought_text(item, t):
            yield f"💭 {text}"


def cut(lines: Iterable[str], most: int) -> Iterator[str]:
    """The lines in pages of at most `most` characters, cut between lines; no line may be longer than that."""
    page = ""
    for text in lines:
        if page and length(page) + 1 + length(text) > most:
            yield page
            page = ""
        page = f"{page}\n{text}" if page else text
    if page:
        yield page
