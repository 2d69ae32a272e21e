"""What the store gives back: one dataclass a row, its fields in the order of the columns.

Times are ISO 8601 text in UTC, as they were handed in; they are compared as text, so all must be written alike.
`settings`, `clock` and `body` are JSON, opaque here.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableRow:
    """A game hosted in a channel; `state`: lobby, running, over, stopped, archived; `aside`: why it is set aside.

    `due_at`: when something of its clock falls due next; None: nothing does. `suspended`: why nothing can be posted.
    `seats` by place.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    state: str
    settings: str
    version: int
    board_wanted: int
    board_shown: int
    aside: str | None
    clock: str
    due_at: str | None
    suspended: str | None
    created_at: str
    seats: tuple["SeatRow", ...] = ()


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits at a table; `place` counts from 1 in the order of joining; `agrees` to open a stopped game.

    With `steward` it is a computer player, and the user id, negative, names nobody. `orders`: JSON, opaque here;
    `looked`: how many rows of the log the person has looked at; `offered_to`: to whom the seat is offered, and
    `offered_by` whom; `name`: the person's, empty where none is known.
    """

    table_id: int
    place: int
    user_id: int
    commune: str | None
    agrees: bool
    steward: str | None
    orders: str
    offered_to: int | None
    offered_by: int | None
    looked: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One row of a table's log; number 0 is the setup; `kind` is setup, action, undo or correction."""

    number: int
    kind: str
    author: int | None
    at: str
    body: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """The cached state at a version, as the rules numbered `rules_version` wrote it."""

    version: int
    rules_version: int
    body: str


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """Something to tell; names what, never its text. The id is never given twice, so it can be a nonce."""

    id: int
    table_id: int
    kind: str
    seat: str | None
    prompt: int | None
    created_at: str


@dataclass(frozen=True, slots=True)
class MessageRow:
    """The newest message of its kind that was posted for a table."""

    table_id: int
    kind: str
    channel_id: int
    message_id: int
    posted_at: str
    turn_key: str


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person by user id; `name` is empty until one is saved; `pings`: dm, mention, none."""

    user_id: int
    name: str
    locale: str | None
    dm_channel_id: int | None
    pings: str


@dataclass(frozen=True, slots=True)
class OutageRow:
    """A time in which the program was not there."""

    began_at: str
    ended_at: str
