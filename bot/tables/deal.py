"""The deal: communes, decks and the commitment to them (rules 1.1, 2.1; law 10)."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.game.components import COMMUNES, DECKS, Seat, cards_in_use
from bot.game.record import Proof, decks_as_json
from bot.game.state import Setup

SALT_BITS = 128


@dataclass(frozen=True, slots=True)
class Deal:
    """A setup, its secret salt, and who got which commune (by user id)."""

    setup: Setup
    salt: str
    communes: dict[int, Seat]


def deal(people: Sequence[int], random: Random, *, open_screens: bool) -> Deal:
    """Deal communes and shuffle each deck by itself. `random` must be unpredictable outside tests."""
    dealt = random.sample(tuple(COMMUNES), len(people))
    setup = Setup(
        communes=tuple(sorted(dealt, key=lambda seat: COMMUNES[seat].number)),
        decks=tuple(_shuffled(cards_in_use(name, len(people)), random) for name in DECKS),
        open_screens=open_screens,
    )
    salt = f"{random.getrandbits(SALT_BITS):032x}"
    return Deal(setup, salt, dict(zip(people, dealt, strict=True)))


def commitment(setup: Setup, salt: str) -> str:
    """What the start message commits to: 64 hex digits (record.md, `proof`)."""
    opened = {"communes": list(setup.communes), "decks": decks_as_json(setup), "salt": salt}
    return hashlib.sha256(json.dumps(opened, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def proof(setup: Setup, salt: str) -> Proof:
    """The opened commitment."""
    return Proof(salt=salt, commitment=commitment(setup, salt))


def _shuffled(cards: frozenset[str], random: Random) -> tuple[str, ...]:
    return tuple(random.sample(sorted(cards), len(cards)))
