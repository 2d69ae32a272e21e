"""What a log tells once it is read: row by row what was done, what of it stands, and where it led."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.game.actions import Action, Defend
from bot.game.components import Seat
from bot.game.events import Event, InvasionResolved
from bot.game.state import Setup, State
from bot.stewards import Reason
from bot.tables.orders import OrderKind
from bot.tables.snapshot import Snapshot

THOUSAND = 1000  # what is counted goes on from another one after a correction: it tells nobody how many rows there are


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of a seat: an action with what happened at it, or, without one, the undo of the seat's last.

    `author` is None where a computer player acted; `reason` is why it did, None where that cannot be read. `order` is
    what a person had ordered in advance, where that did it. `before` is the state in which an action was done.
    """

    seat: Seat
    author: int | None
    action: Action | None = None
    events: tuple[Event, ...] = ()
    reason: Reason | None = None
    order: OrderKind | None = None
    before: State | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """A row by which the operator took the game back to where it stood before another row.

    `count`: the actions that no longer stand, a seat's seals of one invasion counted as one: how many is secret (3.5).
    """

    before: int
    count: int


@dataclass(frozen=True, slots=True)
class Unread:
    """A row that is no game under these rules, and need not be: a later correction has taken it back."""

    kind: str


Row = Entry | Correction | Unread
Standing = list[tuple[int, Entry | Unread]]  # actions with the numbers of their rows


@dataclass(frozen=True, slots=True)
class History:
    """A log, read: the setup, its salt, the rows after it, and where they led."""

    setup: Setup
    salt: str
    rows: tuple[Row, ...]
    snapshot: Snapshot

    @property
    def version(self) -> int:
        """How many rows it was read from."""
        return len(self.rows) + 1

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What the seats did, in order, whether it stands or not."""
        return tuple(row for row in self.rows if isinstance(row, Entry))

    @property
    def standing(self) -> tuple[Entry, ...]:
        """The actions that were not taken back, in order."""
        return tuple(entry for _, entry in standing_rows(self.rows) if isinstance(entry, Entry))

    @property
    def just_corrected(self) -> bool:
        """Whether nothing stands that was done since the operator last took the game back."""
        standing = standing_rows(self.rows)
        last = standing[-1][0] if standing else 0
        return any(isinstance(row, Correction) for row in self.rows[last:])

    def own_rows(self, seat: Seat) -> int:
        """What tells a seat's last row from all before it, whatever others do: how many are its own.

        Those that cannot be read may be anybody's: after each correction it goes on from another thousand.
        """
        corrections = sum(isinstance(row, Correction) for row in self.rows)
        return corrections * THOUSAND + sum(entry.seat == seat for entry in self.entries)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The game, without what was taken back."""
        return tuple(entry.action for entry in self.standing if entry.action is not None)


def standing_rows(rows: Sequence[Row]) -> Standing:
    """The actions that were not taken back, in order, where `rows` follow on the setup."""
    kept: Standing = []
    for number, row in enumerate(rows, start=1):
        match row:
            case Correction():
                kept = standing_rows(rows[: row.before - 1])
            case Entry(action=None) | Unread(kind="undo"):
                kept = kept[:-1]
            case Entry() | Unread(kind="action"):
                kept.append((number, row))
    return kept


def counted(standing: Iterable[tuple[int, Entry | Unread]]) -> set[tuple[int, Seat]]:
    """What the public may count of actions: each by its row, but a seat's seals of one invasion once (3.5)."""
    found, invasion = set[tuple[int, Seat]](), 0
    for number, entry in standing:
        if isinstance(entry, Entry) and isinstance(entry.action, Defend):
            found.add((invasion, entry.seat))
            invasion += any(isinstance(event, InvasionResolved) for event in entry.events)
        else:
            found.add((number, ""))
    return found
