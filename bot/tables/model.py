"""A table as everybody may know it, and what one person sees of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from bot.game.components import Seat
from bot.game.observation import Observation
from bot.game.rules import Choices
from bot.stewards import Character
from bot.tables.notices import Notice
from bot.tables.orders import Orders
from bot.tables.table_clock import Stage, TableClock
from bot.tables.working_time import is_zone

DAY = 24 * 60  # minutes


class TableState(StrEnum):
    """Where a table stands; one in lobby or running a channel. An archived one can go on."""

    LOBBY = "lobby"
    RUNNING = "running"
    ARCHIVED = "archived"
    OVER = "over"
    STOPPED = "stopped"


ENDED = frozenset({TableState.OVER, TableState.STOPPED})


def _zone(name: str) -> str:
    if not is_zone(name):
        raise ValueError("no time zone")
    return name


class TimeOut(StrEnum):
    """What happens when the time for something has run out."""

    STEWARD = "steward"  # a steward acts
    HOST = "host"  # the host is asked; in an invasion a steward seals (3.5)
    WAIT = "wait"


class Vacation(StrEnum):
    """What happens while a person is away."""

    STEWARD = "steward"  # a steward plays
    WAIT = "wait"


class TableSettings(BaseModel):
    """What the host chose: how many seats, open screens (rule 3.4), a picture of the board, the public language.

    The clock: `pace` is the time for each thing that is asked, `bank` what a seat may take beyond it (both minutes;
    no pace: no limit). Days off, 0 for Monday to 6 for Sunday, are those of the time zone.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    seats: Annotated[int, Field(ge=2, le=5)] = 5
    open_screens: bool = False
    picture: bool = True
    language: str = "en"
    pace: Annotated[int, Field(ge=15, le=7 * DAY)] | None = DAY
    bank: Annotated[int, Field(ge=0, le=7 * DAY)] = DAY // 2
    days_off: Annotated[tuple[Annotated[int, Field(ge=0, le=6)], ...], Field(max_length=6)] = ()
    zone: Annotated[str, AfterValidator(_zone)] = "UTC"
    time_out: TimeOut = TimeOut.STEWARD
    vacation: Vacation = Vacation.STEWARD


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who acts, as Discord names them now; `locale` is None where Discord did not say.

    `account` is the name of their account, and all that is known in a `private` chat: a server may have another.
    """

    user_id: int
    name: str
    locale: str | None = None
    account: str = ""
    private: bool = False


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at a table; `seat` is None in the lobby; `agrees` to open a stopped game.

    With `steward` it is a computer player: its user id is negative and names nobody. `orders` and `looked`, the rows of
    the log they have looked at, are the person's own; `offered_to` is to whom `offered_by` would hand the seat.
    """

    user_id: int
    name: str
    seat: Seat | None
    agrees: bool
    steward: Character | None = None
    orders: Orders = field(default_factory=Orders)
    offered_to: int | None = None
    offered_by: int | None = None
    looked: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """A hosted game's public data; people in the order of joining. `suspended`: why nothing can be posted for it.

    `version` and `clock` never leave the process; `timing` says what of the clock is public.
    """

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    state: TableState
    settings: TableSettings
    people: tuple[Seated, ...]
    aside: str | None
    version: int
    clock: TableClock = field(default_factory=TableClock)
    suspended: str | None = None

    @property
    def humans(self) -> tuple[Seated, ...]:
        """The people among those who sit here."""
        return tuple(person for person in self.people if person.steward is None)

    @property
    def orders(self) -> dict[Seat, Orders]:
        """The standing orders of the seats that have any."""
        return {seated.seat: seated.orders for seated in self.people if seated.seat and seated.orders.given}

    @property
    def stewards(self) -> tuple[Seated, ...]:
        """The computer players."""
        return tuple(seated for seated in self.people if seated.steward is not None)

    def steward_of(self, seat: Seat) -> Character | None:
        """Which computer player holds a seat; None where a person does."""
        return self.holder(seat).steward

    def acting_steward(self, seat: Seat) -> Character | None:
        """Which computer player is to act for a seat now: its holder, or one in place of its person."""
        owed = self.clock.obligation(seat)
        return Character.STEWARD if owed is not None and owed.for_steward else self.steward_of(seat)

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat a person holds by the database; None for anybody else, and in the lobby."""
        return next((person.seat for person in self.people if person.user_id == user_id), None)

    def sits(self, user_id: int) -> bool:
        """Whether a person is at the table, seat dealt or not."""
        return any(person.user_id == user_id for person in self.people)

    def holder(self, seat: Seat) -> Seated:
        """The person who holds a seat of this table."""
        return next(person for person in self.people if person.seat == seat)

    def host_decides(self, seat: Seat | None) -> bool:
        """Whether the host is asked what to do about a seat whose time ran out."""
        owed = None if seat is None else self.clock.obligation(seat)
        return owed is not None and owed.stage is Stage.HOST

    def for_people(self, notices: Iterable[Notice]) -> list[Notice]:
        """Those of the notices that concern people; what a steward is asked, also in their place, does not."""
        return [told for told in notices if told.seat is None or self._concerns_person(told.seat, told.prompt)]

    def _concerns_person(self, seat: Seat, prompt: int | None) -> bool:
        return (self.steward_of(seat) if prompt is None else self.acting_steward(seat)) is None

    @property
    def opened(self) -> bool:
        """Whether everything hidden may be shown: over, or stopped and all agree."""
        agreed = self.version > 0 and all(person.agrees for person in self.humans)
        return self.state is TableState.OVER or (self.state is TableState.STOPPED and agreed)


@dataclass(frozen=True, slots=True)
class Sight:
    """What one person sees of a table: an observation once a game was started; choices and prompt while asked."""

    table: Table
    seat: Seat | None
    observation: Observation | None
    choices: Choices | None
    prompt: int | None
