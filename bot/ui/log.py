"""The log as people read it: a line for each event, and pages of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

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


@dataclass(frozen=True, slots=True)
class Corrected:
    """The operator took the game back by so many actions."""

    count: int


ToldAtOnce = Event | Remark | Corrected
Told = ToldAtOnce | Thought


def line(event: ToldAtOnce, people: People, t: Translator) -> str:
    """What happened, in a line.

    Who may read it was decided before: an event of a seat alone is told as it is.
    """
    if isinstance(event, Remark):
        return t(REMARKS[event.kind], seat=people.label(event.seat))
    if isinstance(event, Corrected):
        return t.plural(
            "🔧 The operator takes back {count} action, the last.",
            "🔧 The operator takes back the last {count} actions.",
            event.count,
        )
    if named := NAMED_LINES.get(type(event)):
        return named(event, people, t)
    return LINES[type(event)](event, t)


def pages(told: Sequence[Told], people: People, t: Translator) -> list[str]:
    """The log, oldest first, cut between lines into pages of at most 3500 characters."""
    return list(cut(lines(told, people, t), PAGE_LENGTH))


def page_of(place: int, told: Sequence[Told], people: People, t: Translator) -> int:
    """On which of the `pages` a line stands, both counted from 1."""
    return len(list(cut(list(lines(told, people, t))[:place], PAGE_LENGTH)))


def page_buttons(page: int, count: int, t: Translator) -> list[tuple[int, str]]:
    """The pages that one may turn to from a page, of so many, each once, and what the buttons say."""
    ends = {1: t("⏮ First page"), count: t("Last page ⏭")}
    labels = {**ends, page - 1: t("◀ Page before"), page + 1: t("Next page ▶")}
    return [(other, labels[other]) for other in sorted(labels) if 1 <= other <= count and other != page]


def lines(told: Iterable[Told], people: People, t: Translator) -> Iterator[str]:
    """The lines of the log; a thought that cannot be put in words has none."""
    for item in told:
        if not isinstance(item, Thought):
            yield line(item, people, t)
        elif text := thought_text(item, t):
            yield f"💭 {text}"


def newest(texts: Sequence[str], room: int) -> list[str]:
    """As many of the last lines as have room, with a line break after each but the last."""
    ends = accumulate(length(text) + 1 for text in reversed(texts))
    fitting = sum(end - 1 <= room for end in ends)
    return list(texts[len(texts) - fitting :])


def shortened(texts: Sequence[str], room: int, more: str) -> list[str]:
    """All the lines where they have room; else a line that says that there are `more`, and the newest of them."""
    if len(newest(texts, room)) == len(texts):
        return list(texts)
    return [more, *newest(texts, room - length(more) - 1)]


def cut(texts: Iterable[str], most: int) -> Iterator[str]:
    """The lines in pages of at most `most` characters, cut between lines; no line may be longer than that."""
    page = ""
    for text in texts:
        if page and length(page) + 1 + length(text) > most:
            yield page
            page = ""
        page = f"{page}\n{text}" if page else text
    if page:
        yield page
