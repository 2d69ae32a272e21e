"""What project cards are worth to a seat: each by the best step it could make now (rules 8.4-8.9)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.game.components import BUILDING_TYPES, CARDS, TOP_LEVEL, BuildingType, Card, CardId
from bot.stewards.holding import Holding
from bot.stewards.worth import Judge

REACH = 2  # artisans that a step may lack and still be thought of
NEXT_TURN = 2  # cards that may stay in hand (rule 8.11)


class Step(NamedTuple):
    """A step that a city has room for: what it gives, in VP, before the artisans that a card may lack for it."""

    kind: BuildingType | None  # None: a wall
    level: int
    gain: float


class Appraiser:
    """Values cards for one holding."""

    def __init__(self, judge: Judge, holding: Holding) -> None:
        self.judge, self.holding = judge, holding
        self.now = judge.worth(holding)
        self._steps = list(self._possible())

    def gains(self, cards: Iterable[CardId]) -> list[float]:
        """VP gained by the best step with each card by itself; never below 0."""
        return [max(0.0, self._gain(CARDS[card])) for card in cards]

    def together(self, gains: Iterable[float]) -> float:
        """Of cards taken at once: the best first, each after it worth less, as steps and actions run short."""
        crowd = self.judge.weights.overcrowding
        return sum(gain * crowd**place for place, gain in enumerate(sorted(gains, reverse=True)))

    def kept(self, gains: Iterable[float]) -> float:
        """Of cards kept in hand for the next turn: two at most, and none in the last turn."""
        if self.judge.outlook.last:
            return 0.0
        return self.judge.weights.keeping * self.together(sorted(gains, reverse=True)[:NEXT_TURN])

    def _gain(self, card: Card) -> float:
        artisan = self.judge.prices["artisans"]
        return max(step.gain - artisan * max(0, step.level - card.value) for step in self._steps if _fits(card, step))

    def _possible(self) -> Iterator[Step]:
        """Each different step once: what it gives does not depend on the card."""
        holding = self.holding
        for kind in BUILDING_TYPES:
            yield self._step(kind, 1, holding.built(kind, None))
        for (kind, level), number in {lot: number for number, lot in enumerate(holding.buildings, start=1)}.items():
            if level < TOP_LEVEL:
                yield self._step(kind, level + 1, holding.built(kind, number))
        yield self._step(None, 1, holding.walled(None))
        for level, number in {level: number for number, level in enumerate(holding.walls, start=1)}.items():
            if level < TOP_LEVEL:
                yield self._step(None, level + 1, holding.walled(number))

    def _step(self, kind: BuildingType | None, level: int, after: Holding) -> Step:
        return Step(kind, level, self.judge.worth(after) - self.now)


def _fits(card: Card, step: Step) -> bool:
    return (step.kind is None or step.kind in card.types) and step.level - card.value <= REACH
