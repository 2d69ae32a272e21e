"""What the outbox owes after a change: who is to be told, and of what (laws 2, 4)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.game.components import DECKS, Seat
from bot.game.events import EnvoyWithdrawn, Event, InvasionResolved
from bot.game.state import Phase
from bot.tables.snapshot import Snapshot


class Kind(StrEnum):
    """What an outbox row says. Those of a seat go to its holder in private, the others to the channel."""

    STARTED = "started"
    TURN = "turn"
    OUTBID = "outbid"
    WITHDRAWN = "withdrawn"
    INVASION = "invasion"
    OVER = "over"
    COMMITMENT = "commitment"
    REPORT_A = "report A"
    REPORT_B = "report B"
    REPORT_C = "report C"
    REPORT_D = "report D"
    FINAL = "final"
    STOPPED = "stopped"
    OPENED = "opened"
    ASIDE = "aside"
    REMINDER = "reminder"
    TIMED_OUT = "time out"
    ASK_HOST = "ask host"  # to the host, about a seat
    ARCHIVED = "archived"
    OFFERED = "offered"  # to the person to whom a seat is offered
    TAKEN_OVER = "taken over"  # to the new person of a seat
    RESIGNED = "resigned"
    CORRECTED = "corrected"  # the operator took the game back; its prompt is the row that did
    SUSPENDED = "suspended"  # in private: nothing can be posted for the table; without a seat to the host of a lobby


OF_THE_GAME = frozenset(  # told of how a game went on, and void once it was taken back
    {
        Kind.TURN,
        Kind.OUTBID,
        Kind.WITHDRAWN,
        Kind.INVASION,
        Kind.REMINDER,
        Kind.TIMED_OUT,
        Kind.ASK_HOST,
        Kind.ASIDE,
        Kind.REPORT_A,
        Kind.REPORT_B,
        Kind.REPORT_C,
        Kind.REPORT_D,
    }
)
REPORTS = {Kind(f"report {deck}"): deck for deck in DECKS}
ASKINGS = {Phase.OUTBID: Kind.OUTBID, Phase.INVASION: Kind.INVASION}  # any other asking is of the turn


@dataclass(frozen=True, slots=True)
class Notice:
    """A row for the outbox; with a prompt it is void once that prompt is over."""

    kind: Kind
    seat: Seat | None = None
    prompt: int | None = None


def at_start(snapshot: Snapshot) -> Iterator[Notice]:
    """The commitment, and to each seat its screen (law 10)."""
    yield Notice(Kind.COMMITMENT)
    for seat in snapshot.state.communes:
        yield Notice(Kind.STARTED, seat)


def after_action(before: Snapshot, after: Snapshot, author: Seat | None, events: tuple[Event, ...]) -> Iterator[Notice]:
    """What an action makes known: reports, then new askings, then the end. No author: a steward acted."""
    for event in events:
        if isinstance(event, InvasionResolved):
            yield Notice(Kind(f"report {event.deck}"))
        if isinstance(event, EnvoyWithdrawn) and event.forced:
            yield Notice(Kind.WITHDRAWN, event.seat)
    yield from _askings(before, after, author)
    if after.state.phase is Phase.OVER:
        yield Notice(Kind.FINAL)
        for seat in after.state.communes:
            yield Notice(Kind.OVER, seat)


def askings(snapshot: Snapshot) -> Iterator[Notice]:
    """What every seat is asked now, told anew."""
    phase = snapshot.state.phase
    for seat in snapshot.state.communes:
        prompt = snapshot.prompt(seat)
        if prompt is not None:
            yield Notice(ASKINGS.get(phase, Kind.TURN), seat, prompt)


def _askings(before: Snapshot, after: Snapshot, author: Seat | None) -> Iterator[Notice]:
    """Who has just acted is there and reads its answer. An invasion asks all alike.

    After one whoever is asked is told too: a line in the channel, or none, would show who sealed last (3.5).
    """
    reading = None if Phase.INVASION in (before.state.phase, after.state.phase) else author
    for seat in after.state.communes:
        prompt = after.prompt(seat)
        asked_anew = prompt is not None and prompt != before.prompts[after.state.communes.index(seat)]
        if asked_anew and seat != reading:
            yield Notice(ASKINGS.get(after.state.phase, Kind.TURN), seat, prompt)
