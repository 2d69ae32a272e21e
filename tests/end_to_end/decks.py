"""Decks that are dealt in tests, and what a seat may do with what it has of them."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from bot.game.actions import Action, Defend, Force
from bot.game.components import COMMUNES, DECKS, Seat, cards_in_use, columns_in_use
from bot.game.rules import legal
from bot.game.state import State

Decks = dict[str, list[str]]


class Dealer(Random):
    """Deals these decks, and the communes in seat order, where the bot asks for a shuffle."""

    def __init__(self, decks: Decks, salt: int) -> None:
        super().__init__(salt)
        self._decks = decks

    def sample(self, population: Sequence[Any], k: int, *, counts: Any = None) -> list[Any]:
        """The dealer's order of whatever is to be shuffled."""
        if set(population) == set(COMMUNES):
            return list(COMMUNES)[:k]
        return list(self._decks[population[0][0]])


def dealt(seats: int, random: Random) -> Decks:
    """Decks for so many seats."""
    return {name: random.sample(sorted(cards_in_use(name, seats)), len(cards_in_use(name, seats))) for name in DECKS}


def reshuffled(decks: Decks, seats: int, random: Random, *, first_deck: bool) -> Decks:
    """The decks with the cards that lie open at the start in place; deck A's other cards move if wanted."""
    kept = sum(column.spaces for column in columns_in_use(seats)) if first_deck else len(decks["A"])
    rest = decks["A"][kept:]
    moved = {name: random.sample(cards, len(cards)) for name, cards in decks.items()}
    return {**moved, "A": decks["A"][:kept] + random.sample(rest, len(rest))}


def candidates(state: State, seat: Seat) -> Iterator[Action]:
    """What a seat may do outside of an invasion."""
    yield from legal(state, seat)


def defences(state: State, seat: Seat, random: Random, count: int) -> Iterator[Defend]:
    """Some of the many defences that a seat may seal."""
    held = state.city(seat).resources
    for _ in range(count):
        soldiers = random.randint(0, held.soldiers)
        coins = 2 * random.randint(0, held.coins // 2)
        league = Force(soldiers=random.randint(0, soldiers))
        yield Defend(seat=seat, league=league, walls=Force(soldiers=soldiers - league.soldiers, coins=coins))
