"""Random whole games, the same for the same seed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from bot.game.actions import Action
from bot.game.components import COMMUNES, DECKS, Seat, cards_in_use
from bot.game.events import Event
from bot.game.rules import apply, start, waiting
from bot.game.state import Phase, Setup, State
from tests.game.characters import BIDDER, BUILDER, HOARDER, MASON, RANDOM, SOLDIER, Character

CASTS: dict[str, tuple[Character, ...]] = {
    "mixed": (RANDOM, MASON, BUILDER, BIDDER, SOLDIER),
    "random": (RANDOM,),
    "masons": (MASON,),
    "builders": (BUILDER,),
    "bidders": (BIDDER,),
    "soldiers": (SOLDIER,),
    "hoarders": (HOARDER,),
}


POOL = [
    (seed, seats, cast) for cast in CASTS for seats in (2, 3, 4, 5) for seed in range(1 if cast == "hoarders" else 2)
]


@dataclass(frozen=True)
class Step:
    """One action of a game."""

    before: State
    action: Action
    after: State
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Game:
    """A whole game."""

    setup: Setup
    steps: tuple[Step, ...]

    @property
    def states(self) -> list[State]:
        """The setup's state, then the state after each action."""
        return [self.steps[0].before, *(step.after for step in self.steps)]

    @property
    def actions(self) -> list[Action]:
        return [step.action for step in self.steps]

    @property
    def last(self) -> State:
        return self.steps[-1].after


def random_setup(rng: Random, seats: int, *, open_screens: bool = False) -> Setup:
    """Communes and decks dealt at random."""
    communes = sorted(rng.sample(list(COMMUNES), seats), key=list(COMMUNES).index)
    decks = []
    for name in DECKS:
        cards = sorted(cards_in_use(name, seats))
        rng.shuffle(cards)
        decks.append(tuple(cards))
    return Setup(tuple(communes), tuple(decks), open_screens)


@cache
def whole_game(seed: int, seats: int, cast: str, *, open_screens: bool = False) -> Game:
    """A game of a cast of characters from its start to its end."""
    rng = Random(f"{seed} {seats} {cast}")
    setup = random_setup(rng, seats, open_screens=open_screens)
    players = {seat: rng.choice(CASTS[cast]) for seat in setup.communes}
    return Game(setup, tuple(_steps(start(setup), players, rng)))


def _steps(state: State, players: dict[Seat, Character], rng: Random) -> Iterator[Step]:
    while state.phase is not Phase.OVER:
        seat = _who(state, players, rng)
        action = players[seat].act(state, seat, rng)
        after, events = apply(state, action)
        yield Step(state, action, after, events)
        state = after


def _who(state: State, players: dict[Seat, Character], rng: Random) -> Seat:
    """Somebody who is asked; in an invasion now and then one who seals again."""
    again = state.phase is Phase.INVASION and rng.random() < 0.15
    return rng.choice(state.communes if again else waiting(state))
