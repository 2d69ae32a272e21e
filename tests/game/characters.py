"""Players for random games: each acts legally, and each after its own taste, so that rare rules come up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from bot.game.actions import (
    Acquire,
    Action,
    Bid,
    Build,
    Defend,
    Finish,
    Force,
    Income,
    Move,
    Repair,
    Wall,
    Withdraw,
)
from bot.game.components import Seat
from bot.game.resources import Resources
from bot.game.rules import legal
from bot.game.state import Phase, State

Taste = Callable[[State, Action], float]
Weights = Callable[[State, Seat], Mapping[type[Action], float]]


def no_taste(state: State, action: Action) -> float:
    return 0


def often(weights: Mapping[type[Action], float]) -> Weights:
    """The same weights in every state."""

    def constant(state: State, seat: Seat) -> Mapping[type[Action], float]:
        return weights

    return constant


@dataclass(frozen=True)
class Character:
    """How one seat plays: how often it takes each kind of action (1 if not said), which of a kind it likes,
    and which part of what it holds it sends to the League and to its walls."""

    weights: Weights
    taste: Taste = no_taste
    league: float = 0.4
    walls: float = 0.4

    def act(self, state: State, seat: Seat, rng: Random) -> Action:
        """A legal action of a seat that is asked."""
        if state.phase is Phase.INVASION:
            return self._defend(state, seat, rng)
        by_kind: dict[type[Action], list[Action]] = {}
        for action in legal(state, seat):
            by_kind.setdefault(type(action), []).append(action)
        weights = self.weights(state, seat)
        kinds = list(by_kind)
        kind = rng.choices(kinds, [weights.get(kind, 1) for kind in kinds])[0]
        return max(by_kind[kind], key=lambda action: self.taste(state, action) + rng.random())

    def _defend(self, state: State, seat: Seat, rng: Random) -> Action:
        league, left = self._part(state.city(seat).resources, self.league, rng)
        walls, _ = self._part(left, self.walls, rng)
        return Defend(seat=seat, league=league, walls=walls)

    def _part(self, held: Resources, keen: float, rng: Random) -> tuple[Force, Resources]:
        if rng.random() > keen:
            return Force(), held
        pairs = rng.random() < 0.5
        force = Force(
            soldiers=rng.randint(0, held.soldiers),
            coins=2 * rng.randint(0, held.coins // 2) if pairs else 0,
            believers=2 * rng.randint(0, held.believers // 2) if pairs else 0,
        )
        return force, held.minus(force.tokens)


def likes(resource: str) -> Taste:
    """Chooses one resource above all."""

    def taste(state: State, action: Action) -> float:
        if isinstance(action, Income):
            return action.choice.count(resource)
        return action.bonus.count(resource) if isinstance(action, Acquire) else 0

    return taste


def _mason_taste(state: State, action: Action) -> float:
    if isinstance(action, Bid):
        return -action.coins - action.believers
    if isinstance(action, Wall):
        walls = state.city(action.seat).walls
        return len(walls[action.section - 1]) if action.section else 0
    return likes("artisans")(state, action)


def _builder_taste(state: State, action: Action) -> float:
    if isinstance(action, Build):
        buildings = state.city(action.seat).buildings
        return buildings[action.building - 1].level if action.building else 0
    return likes("artisans")(state, action)


def _bidder_taste(state: State, action: Action) -> float:
    if isinstance(action, Bid | Move):
        rival = state.columns[action.column - 1].bid
        coins = action.coins + action.believers / 2 if isinstance(action, Bid) else 0
        return 3 * (rival is not None) - 0.4 * coins
    return likes("believers")(state, action)


def _thrifty_taste(state: State, action: Action) -> float:
    return -action.coins - action.believers if isinstance(action, Bid) else 0


def _hoarder_weights(state: State, seat: Seat) -> Mapping[type[Action], float]:
    return {Income: 60 if state.reserve.total > 3 else 2, Bid: 1, Acquire: 2, Build: 0.2, Wall: 0.2, Repair: 1}


RANDOM = Character(often({}))
MASON = Character(often({Acquire: 3, Wall: 20, Build: 0.5, Finish: 0.3}), _mason_taste, walls=0.9, league=0.1)
BUILDER = Character(often({Acquire: 2, Build: 20, Finish: 0.3}), _builder_taste)
HOARDER = Character(_hoarder_weights, _thrifty_taste, league=0.02, walls=0.02)
BIDDER = Character(often({Bid: 6, Move: 3, Withdraw: 1}), _bidder_taste, league=0.1, walls=0.1)
SOLDIER = Character(often({Income: 3}), likes("soldiers"), league=0.9, walls=0.6)
