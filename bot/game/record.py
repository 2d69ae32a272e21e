"""Records: whole games as data, exactly as record.md writes them."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictStr, ValidationError, field_validator

from bot.game.actions import Action, dump_action, parse_action, where
from bot.game.components import DECKS
from bot.game.errors import MalformedRecord, Refusal
from bot.game.rules import apply, start
from bot.game.state import Setup, State

FORMAT = "comuni-record"
VERSION = 1
Cards = Annotated[tuple[StrictStr, ...], Field(strict=False)]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


class Decks(_Strict):
    """Every card in use, in drawing order (rule 1.4)."""

    A: Cards
    B: Cards
    C: Cards
    D: Cards


class Proof(_Strict):
    """The opened commitment of a game (law 10)."""

    salt: str = Field(pattern=r"^[0-9a-fA-F]{32}$")
    commitment: str = Field(pattern=r"^[0-9a-fA-F]{64}$")


class Record(_Strict):
    """A whole game as data; each action is read only when it is played."""

    format: Literal["comuni-record"]
    version: int = Field(ge=VERSION, le=VERSION)
    communes: Cards
    decks: Decks
    actions: list[Any]
    proof: Proof | None = None

    @field_validator("proof", mode="before")
    @classmethod
    def _left_out_or_there(cls, value: object) -> object:
        if value is None:
            raise ValueError("leave it out instead")
        return value

    @property
    def setup(self) -> Setup:
        """The setup, not yet checked against the rules."""
        return Setup(self.communes, (self.decks.A, self.decks.B, self.decks.C, self.decks.D))


class ReplayRefused(Exception):
    """A record stops being legal: at an action counted from 0, or at the setup (None)."""

    def __init__(self, action: int | None, refusal: Refusal) -> None:
        self.action = action
        self.refusal = refusal
        super().__init__(action, refusal)


def parse_record(data: object) -> Record:
    """The record that JSON data describes. Raises MalformedRecord for anything else."""
    try:
        return Record.model_validate(data)
    except ValidationError as error:
        raise MalformedRecord(detail=where(error)) from error


def replay(data: object) -> Iterator[State]:
    """The state of the setup, then the state after each action. Raises ReplayRefused at the first refusal."""
    try:
        record = parse_record(data)
        state = start(record.setup)
    except Refusal as refusal:
        raise ReplayRefused(None, refusal) from refusal
    yield state
    for number, action in enumerate(record.actions):
        try:
            state, _ = apply(state, parse_action(action, state.communes))
        except Refusal as refusal:
            raise ReplayRefused(number, refusal) from refusal
        yield state


def export(setup: Setup, actions: Iterable[Action], proof: Proof | None = None) -> dict[str, Any]:
    """A record as JSON data; replaying it gives the same game."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "communes": list(setup.communes),
        "decks": decks_as_json(setup),
        "actions": [dump_action(action) for action in actions],
    }
    return data if proof is None else {**data, "proof": proof.model_dump()}


def decks_as_json(setup: Setup) -> dict[str, list[str]]:
    """The decks by letter, in drawing order."""
    return {name: list(deck) for name, deck in zip(DECKS, setup.decks, strict=True)}
