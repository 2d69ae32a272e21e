"""A table as everybody may know it, and what one person sees of it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from bot.game.components import Seat
from bot.game.observation import Observation
from bot.game.rules import Choices
from bot.stewards import Character


class TableState(StrEnum):
    """Where a table stands; one in lobby or running a channel."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    STOPPED = "stopped"


ENDED = frozenset({TableState.OVER, TableState.STOPPED})


class TableSettings(BaseModel):
    """What the host chose: how many seats, open screens (rule 3.4), a picture of the board, the public language."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    seats: Annotated[int, Field(ge=2, le=5)] = 5
    open_screens: bool = False
    picture: bool = True
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who acts, as Discord names them now; `locale` is None where Discord did not say."""

    user_id: int
    name: str
    locale: str | None = None


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at a table; `seat` is None in the lobby; `agrees` to open a stopped game.

    With `steward` it is a computer player: its user id is negative and names nobody.
    """

    user_id: int
    name: str
    seat: Seat | None
    agrees: bool
    steward: Character | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A hosted game's public data; people in the order of joining. `version` never leaves the process."""

    id: int
    guild_id: int
    channel_id: int
    host_id: int
    state: TableState
    settings: TableSettings
    people: tuple[Seated, ...]
    aside: str | None
    version: int

    @property
    def humans(self) -> tuple[Seated, ...]:
        """The people among those who sit here."""
        return tuple(person for person in self.people if person.steward is None)

    @property
    def stewards(self) -> tuple[Seated, ...]:
        """The computer players."""
        return tuple(seated for seated in self.people if seated.steward is not None)

    def steward_of(self, seat: Seat) -> Character | None:
        """Which computer player holds a seat; None where a person does."""
        return self.holder(seat).steward

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat a person holds by the database; None for anybody else, and in the lobby."""
        return next((person.seat for person in self.people if person.user_id == user_id), None)

    def sits(self, user_id: int) -> bool:
        """Whether a person is at the table, seat dealt or not."""
        return any(person.user_id == user_id for person in self.people)

    def holder(self, seat: Seat) -> Seated:
        """The person who holds a seat of this table."""
        return next(person for person in self.people if person.seat == seat)

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
