"""The deal: communes, decks and a salt (rules 1.1, 2.1; law 10)."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.game.components import COMMUNES, DECKS, Seat, cards_in_use
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


def _shuffled(cards: frozenset[str], random: Random) -> tuple[str, ...]:
    return tuple(random.sample(sorted(cards), len(cards)))
