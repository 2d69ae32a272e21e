"""The proof of a deal: committed to at the start, opened at the end, checked with the record alone (law 10)."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from bot.game.actions import Action, parse_action
from bot.game.record import Proof, Record, decks_as_json, parse_record, replay
from bot.game.state import Phase, Setup, State


@dataclass(frozen=True, slots=True)
class Proven:
    """A finished game whose deal is the one committed to; `actions` is their number, `last` the state at the end."""

    commitment: str
    actions: int
    last: State


class Unproven(Exception):
    """A record that is legal but does not prove a finished game; `rule` is what it lacks, `str()` a plain sentence."""

    rule = "proof"


class NoProof(Unproven):
    """The record opens no commitment."""

    def __init__(self) -> None:
        super().__init__("the record has no proof: there is nothing to check its deal with")


class WrongCommitment(Unproven):
    """The commitment is to another deal."""

    def __init__(self) -> None:
        super().__init__("the salt, the communes or the decks were changed: they do not match the commitment")


class GameUnfinished(Unproven):
    """The deal is the one committed to and all actions are legal, but the game is not over."""

    rule = "end"

    def __init__(self, commitment: str, actions: int) -> None:
        self.commitment = commitment
        self.actions = actions
        super().__init__(f"the game is not over after its {actions} actions; the deal matches the commitment")


def commitment(setup: Setup, salt: str) -> str:
    """What the message that starts a game commits to: 64 hex digits (record.md, `proof`)."""
    opened = {"communes": list(setup.communes), "decks": decks_as_json(setup), "salt": salt}
    return hashlib.sha256(json.dumps(opened, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def proof(setup: Setup, salt: str) -> Proof:
    """The opened commitment."""
    return Proof(salt=salt, commitment=commitment(setup, salt))


def verify(data: object) -> Proven:
    """Check a finished game with nothing but its record: the setup, the deal, then each action to the end.

    It proves the deal to whoever kept the commitment since the start. Raises ReplayRefused or Unproven.
    """
    states = replay(data)
    last = next(states)
    record = parse_record(data)
    committed = _opened(record)
    for state in states:
        last = state
    if last.phase is not Phase.OVER:
        raise GameUnfinished(committed, len(record.actions))
    return Proven(committed, len(record.actions), last)


def first_difference(data: object, actions: Sequence[Action]) -> int | None:
    """The number, from 0, of the first action of a legal record that is not the one of these; None where all are."""
    record = parse_record(data)
    said = [parse_action(action, record.communes) for action in record.actions]
    pairs = enumerate(zip_longest(said, actions))
    return next((number for number, (one, other) in pairs if one != other), None)


def _opened(record: Record) -> str:
    if record.proof is None:
        raise NoProof
    committed = commitment(record.setup, record.proof.salt)
    if committed != record.proof.commitment.lower():
        raise WrongCommitment
    return committed
