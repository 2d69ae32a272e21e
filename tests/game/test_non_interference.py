"""Law 4: what reaches a seat is a function of what it may observe.

Two worlds differ only in what the observer cannot see. The same actions are applied to both; where part of an
action is its seat's secret, that part differs too. While the worlds look alike to the observer, so do its
events, its choices and its refusals; and they come to look different only by what the rules open.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random

import pytest

from bot.game.actions import Action
from bot.game.components import Seat
from bot.game.errors import Refusal
from bot.game.events import ColumnFilled, Event, InvasionResolved, visible_to
from bot.game.observation import Observation, observe
from bot.game.rules import apply, legal, refusal
from bot.game.state import Phase, State
from tests.game.games import POOL, Step, whole_game
from tests.game.strange import strange_actions
from tests.game.test_conservation import cards, tokens
from tests.game.twisting import twin, twist

MANY = 40  # as many choices are compared
PROBES = 2  # as many strange actions of the observer are tried in each state
GAMES = [game for game in POOL if game[0] == 0]
OPEN = ("mixed", "soldiers")  # the casts that also play with open screens


@dataclass
class Comparison:
    """Follows one game beside its twisted world, for one observer."""

    observer: Seat | None
    rng: Random
    counts: Counter[str] = field(default_factory=Counter)

    def follow(self, steps: tuple[Step, ...]) -> None:
        """Play the game in both worlds; where they come to look different, the second is made anew."""
        other = steps[0].before
        for step in steps:
            other = self._twisted(step.before, other)
            self._compare_choices(step.before, other)
            other = self._compare_step(step, other)

    def _compare_step(self, step: Step, other: State) -> State:
        action = self._twin(other, step)
        after, events, refused = outcome(other, action)
        alike = observe(step.after, self.observer) == observe(after, self.observer)
        if action.seat == self.observer:
            assert refused is None
        if refused is None and not may_differ_openly(step, Step(other, action, after, events)):
            assert alike or self._but_for_the_reserve(step) == self._but_for_the_reserve(replace(step, after=after))
        if not alike or opened_differently(step, Step(other, action, after, events)):
            return step.after
        self.counts["compared"] += 1
        self.counts["hidden"] += step.before != other
        assert self._seen(step.events, step.after) == self._seen(events, after)
        return after

    def _twisted(self, state: State, other: State) -> State:
        if state != other and self.rng.random() < 0.7:
            return other
        twisted = twist(other, self.observer, self.rng)
        assert tokens(twisted) == tokens(state)
        assert len(set(cards(twisted))) == len(set(cards(state))) == len(list(cards(twisted)))
        return twisted

    def _twin(self, other: State, step: Step) -> Action:
        hidden = step.action.seat != self.observer and (not other.open_screens or other.phase is Phase.INVASION)
        return twin(other, step.action, self.rng) if hidden and self.rng.random() < 0.5 else step.action

    def _compare_choices(self, state: State, other: State) -> None:
        if self.observer is None:
            return
        ours, theirs = legal(state, self.observer), legal(other, self.observer)
        assert list(islice(ours, MANY)) == list(islice(theirs, MANY))
        for action in strange_actions(state, self.rng, PROBES):
            mine = action.model_copy(update={"seat": self.observer})
            assert told(refusal(state, mine)) == told(refusal(other, mine))

    def _but_for_the_reserve(self, step: Step) -> Observation:
        """What the observer sees without what it learns of the reserve by choosing from it (3.6)."""
        seen = replace(observe(step.after, self.observer), income_choices=(), bonus_choices=())
        return replace(seen, screens=()) if step.action.seat == self.observer else seen

    def _seen(self, events: tuple[Event, ...], state: State) -> list[Event]:
        return [event for event in events if visible_to(event, self.observer, open_screens=state.open_screens)]


def outcome(state: State, action: Action) -> tuple[State, tuple[Event, ...], Refusal | None]:
    """The state after an action, what happened, and the refusal if nothing did."""
    try:
        return (*apply(state, action), None)
    except Refusal as refused:
        return state, (), refused


def told(refused: Refusal | None) -> tuple[str, ...] | None:
    """All that a refusal says."""
    return None if refused is None else (refused.key, refused.rule, str(refused), repr(refused.data))


def may_differ_openly(step: Step, other: Step) -> bool:
    """Whether the rules show a difference: drawn cards (6.1), how many have sealed (3.5), the end, or seals."""
    drawn, others = ([event for event in of.events if isinstance(event, ColumnFilled)] for of in (step, other))
    sealed = [of.before.city(of.action.seat).sealed is None for of in (step, other)]
    over = step.after.phase is Phase.OVER
    return drawn != others or sealed[0] != sealed[1] or over or opened_differently(step, other)


def opened_differently(step: Step, other: Step) -> bool:
    """Whether defences that differ were opened: from then on they are public (11.2)."""
    opened = any(isinstance(event, InvasionResolved) for event in step.events)
    seals = [[city.sealed for city in of.before.cities] for of in (step, other)]
    return opened and (seals[0] != seals[1] or step.action != other.action)


@pytest.mark.parametrize(
    ("seed", "seats", "cast", "open_screens"),
    [(*game, False) for game in GAMES] + [(*game, True) for game in GAMES if game[2] in OPEN],
)
def test_law_4_worlds_that_look_alike_to_a_seat_stay_alike_to_it(
    seed: int, seats: int, cast: str, open_screens: bool
) -> None:
    game = whole_game(seed, seats, cast, open_screens=open_screens)
    rng = Random(seed)
    observers: list[Seat | None] = [rng.choice(game.setup.communes)]
    for observer in [*observers, None] if cast in OPEN else observers:
        comparison = Comparison(observer, rng)
        comparison.follow(game.steps)
        counts = comparison.counts
        assert counts["compared"] > len(game.steps) / 2
        assert counts["hidden"] > counts["compared"] / 2
