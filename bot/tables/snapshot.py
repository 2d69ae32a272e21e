"""The state at a version with the prompts of all seats: a cache of the fold of the log (law 1)."""

from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from bot.game.actions import Action
from bot.game.components import Seat
from bot.game.events import Event
from bot.game.rules import apply, may_act, start
from bot.game.state import Phase, Setup, State

RULES_VERSION = 1  # counted up when the rules or the shape of State change; games are begun under it
KNOWN_RULES = frozenset({1})  # under which games go on here just as they were begun; all others are set aside


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A state, and for each seat in seat order the number of its last asking; 0 before the first."""

    state: State
    prompts: tuple[int, ...]

    def prompt(self, seat: Seat) -> int | None:
        """The number of the present asking of a seat; None while it is not asked."""
        return self.prompts[self.state.communes.index(seat)] if may_act(self.state, seat) else None


class SnapshotUnreadable(Exception):
    """A saved snapshot that this program does not understand."""


_ADAPTER = TypeAdapter(Snapshot)


def begin(setup: Setup) -> Snapshot:
    """The snapshot of a fresh game. Raises a Refusal for a wrong setup."""
    state = start(setup)
    return Snapshot(state, tuple(int(may_act(state, seat)) for seat in state.communes))


def advance(before: Snapshot, action: Action) -> tuple[Snapshot, tuple[Event, ...]]:
    """The snapshot after an action, with what happened. Raises a Refusal."""
    state, events = apply(before.state, action)
    return Snapshot(state, _count_prompts(before, state)), events


def put_back(snapshot: Snapshot, state: State) -> Snapshot:
    """The game put back to an earlier state: whoever is asked there is asked anew, and no prompt is used again."""
    pairs = zip(state.communes, snapshot.prompts, strict=True)
    return Snapshot(state, tuple(number + may_act(state, seat) for seat, number in pairs))


def asked_from(number: int, state: State) -> Snapshot:
    """The game put back to an earlier state with this number for whatever is asked there, above all ever used."""
    return Snapshot(state, (number,) * len(state.communes))


def encode(snapshot: Snapshot) -> str:
    """The snapshot as JSON text."""
    return _ADAPTER.dump_json(snapshot).decode()


def decode(text: str) -> Snapshot:
    """The inverse of `encode`. Raises SnapshotUnreadable."""
    try:
        return _ADAPTER.validate_json(text, strict=True)
    except ValidationError as error:
        raise SnapshotUnreadable(f"{error.error_count()} errors") from None  # the cause holds the text


def _count_prompts(before: Snapshot, state: State) -> tuple[int, ...]:
    pairs = zip(state.communes, before.prompts, strict=True)
    return tuple(number + _asked_anew(before.state, state, seat) for seat, number in pairs)


def _asked_anew(before: State, after: State, seat: Seat) -> bool:
    asking = _asking(after, seat)
    return asking is not None and asking != _asking(before, seat)


def _asking(state: State, seat: Seat) -> tuple[object, ...] | None:
    """What tells one asking of a seat from the next; another seat's seal changes nobody's (law 6)."""
    if not may_act(state, seat):
        return None
    if state.phase is Phase.INVASION:
        return (Phase.INVASION, state.invasions)
    return (state.phase, state.turn, state.building_steps, state.wall_steps)
