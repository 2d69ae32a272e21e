"""What project cards are worth to a seat: each by the best step it could make now (rules 8.4-8.9)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.game.components import CARDS, TOP_LEVEL, Card, CardId
from bot.stewards.holding import Holding
from bot.stewards.worth import Judge

Thing = TypeVar("Thing")

REACH = 2  # artisans that a step may lack and still be thought of
NEXT_TURN = 2  # cards that may stay in hand (rule 8.11)


@dataclass(frozen=True, slots=True)
class Appraiser:
    """Values cards for one holding."""

    judge: Judge
    holding: Holding

    def gain(self, card: CardId) -> float:
        """VP gained by the best step with a card; never below 0."""
        before = self.judge.worth(self.holding)
        artisan = self.judge.prices["artisans"]
        steps = _steps(self.holding, CARDS[card])
        return max((self.judge.worth(after) - before - missing * artisan for after, missing in steps), default=0.0)

    def gains(self, cards: Iterable[CardId]) -> list[float]:
        """Of each card by itself."""
        return [max(0.0, self.gain(card)) for card in cards]

    def together(self, gains: Iterable[float]) -> float:
        """Of cards taken at once: the best first, each after it worth less, as steps and actions run short."""
        crowd = self.judge.weights.overcrowding
        return sum(gain * crowd**place for place, gain in enumerate(sorted(gains, reverse=True)))

    def kept(self, gains: Iterable[float]) -> float:
        """Of cards kept in hand for the next turn: two at most, and none in the last turn."""
        if self.judge.outlook.last:
            return 0.0
        return self.judge.weights.keeping * self.together(sorted(gains, reverse=True)[:NEXT_TURN])


def _steps(holding: Holding, card: Card) -> Iterator[tuple[Holding, int]]:
    """The holding after each different step with a card, and the artisans its value lacks (rules 8.5, 8.6)."""
    for kind in card.types:
        yield holding.built(kind, None), 0
    for (kind, level), building in _different(holding.buildings).items():
        if kind in card.types and _within_reach(card, level + 1):
            yield holding.built(kind, building), _missing(card, level + 1)
    yield holding.walled(None), 0
    for level, section in _different(holding.walls).items():
        if _within_reach(card, level + 1):
            yield holding.walled(section), _missing(card, level + 1)


def _different(things: Sequence[Thing]) -> dict[Thing, int]:
    """Each different thing with a place where it stands, counted from 1."""
    return {thing: place for place, thing in enumerate(things, start=1)}


def _within_reach(card: Card, level: int) -> bool:
    return level <= TOP_LEVEL and _missing(card, level) <= REACH


def _missing(card: Card, level: int) -> int:
    return max(0, level - card.value)
