"""A table's clock as data: what is asked of whom and since when, banks, absences, pauses. All instants are UTC."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from bot.game.components import Seat
from bot.game.state import Phase

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
LATEST = datetime(9999, 1, 1, tzinfo=UTC)  # with what runs from there on still a date


def _instant(value: datetime) -> datetime:
    if value.tzinfo is None or not EARLIEST <= value <= LATEST:
        raise ValueError("no instant of a clock")
    return value


# What a clock can be reckoned with: anything else was not saved by this program.
Instant = Annotated[datetime, AfterValidator(_instant)]
Seconds = Annotated[int, Field(ge=-(10**9), le=10**9)]


class Stage(StrEnum):
    """How far an obligation has come."""

    RUNNING = "running"
    HOST = "host"  # its time ran out, and the host is asked what to do
    WAITING = "waiting"  # its time ran out, and the table waits all the same
    TIMED_OUT = "timed out"  # its time ran out, and a steward acts
    STAND_IN = "stand in"  # a steward plays what is left of a turn whose time ran out
    AWAY = "away"  # its person is away, and a steward acts


PLAYED_BY_STEWARD = frozenset({Stage.TIMED_OUT, Stage.STAND_IN, Stage.AWAY})


@dataclass(frozen=True, slots=True)
class Obligation:
    """Something a seat owes: `number` tells it from others of its phase.

    `left` seconds of the pace run from `since` on (negative: so much of the bank is used; None: without a limit).
    `overrun` is what a sealed defence used of the bank: secret until the opening (3.5).
    """

    seat: Seat
    phase: Phase
    number: int
    asked_at: Instant
    since: Instant
    left: Seconds | None
    stage: Stage = Stage.RUNNING
    reminded: bool = False
    overrun: Seconds | None = None

    @property
    def for_steward(self) -> bool:
        """Whether a steward is to act in place of the person."""
        return self.stage in PLAYED_BY_STEWARD and self.overrun is None


@dataclass(frozen=True, slots=True)
class SeatClock:
    """What a person's seat has of the clock: `bank` in seconds; away from one instant to another.

    `refill` is what its turn has given to its bank. `spent` is what it owed last, oldest first, with the time that was
    left when it acted. `found`: its person was gone for good and has sealed since, which is secret until the opening
    (3.5).
    """

    seat: Seat
    bank: Seconds
    away_since: Instant | None = None
    away_until: Instant | None = None
    wants_pause: bool = False
    refill: Seconds = 0
    spent: tuple[Obligation, ...] = ()
    found: bool = False

    @property
    def closed(self) -> Obligation | None:
        """What it owed last."""
        return self.spent[-1] if self.spent else None


@dataclass(frozen=True, slots=True)
class TableClock:
    """The clock of a table; `active_at` is when a person last joined or acted.

    `lost`: it stands still for a lost channel alone. `stand_in` is the turn that a steward plays to its end. Only
    people's seats are in it, but for `sealing_last`: those that were given up while their defence was asked.
    """

    active_at: Instant | None = None
    paused_at: Instant | None = None
    lost: bool = False
    stand_in: int | None = None
    obligations: tuple[Obligation, ...] = ()
    seats: tuple[SeatClock, ...] = ()
    sealing_last: tuple[Seat, ...] = ()

    @property
    def named(self) -> set[Seat]:
        """All seats that are in it."""
        owing = (owed.seat for owed in self.obligations)
        return {*(part.seat for part in self.seats), *owing, *self.sealing_last}

    def obligation(self, seat: Seat) -> Obligation | None:
        """What a seat owes now."""
        return next((owed for owed in self.obligations if owed.seat == seat), None)

    def of(self, seat: Seat) -> SeatClock | None:
        """A seat's part; None where a computer player holds it."""
        return next((part for part in self.seats if part.seat == seat), None)

    def bank(self, seat: Seat) -> int:
        """Seconds in the bank of a seat."""
        part = self.of(seat)
        return 0 if part is None else part.bank

    def with_seat(self, part: SeatClock) -> "TableClock":
        """The clock with another part of one seat."""
        return replace(self, seats=tuple(part if old.seat == part.seat else old for old in self.seats))

    def with_bank(self, seat: Seat, seconds: int) -> "TableClock":
        """The clock with another bank of one seat."""
        part = self.of(seat)
        return self if part is None else self.with_seat(replace(part, bank=seconds))

    def with_obligation(self, owed: Obligation) -> "TableClock":
        """The clock with what a seat owes now in place of what it owed.

        The order stays as it was asked: it is the order of what is told, and must not show who has sealed (3.5).
        """
        return replace(self, obligations=tuple(owed if old.seat == owed.seat else old for old in self.obligations))


class ClockUnreadable(Exception):
    """A saved clock that this program does not understand."""


_ADAPTER = TypeAdapter(TableClock)


def encode_clock(clock: TableClock) -> str:
    """The clock as JSON text."""
    return _ADAPTER.dump_json(clock).decode()


def decode_clock(text: str) -> TableClock:
    """The inverse of `encode_clock`; an empty object is the clock of a table that never had one.

    Raises ClockUnreadable.
    """
    try:
        return _ADAPTER.validate_json(text, strict=True)
    except ValidationError as error:
        raise ClockUnreadable(f"{error.error_count()} errors") from None  # the cause holds the text
