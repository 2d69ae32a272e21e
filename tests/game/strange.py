"""Actions as anybody might submit them: well-formed, plausible, mostly illegal."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, get_args

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
from bot.game.components import BUILDING_TYPES, CARDS, CardId
from bot.game.resources import RESOURCES, Resources
from bot.game.rules import PHASES, waiting
from bot.game.state import City, State

KINDS: tuple[type[Action], ...] = get_args(Action)
NAMES = (*RESOURCES, *RESOURCES, "gold")
CARD_NAMES = (*CARDS, "E99")


def strange_actions(state: State, rng: Random, count: int) -> Iterator[Action]:
    """Random actions: mostly of a seat that is asked, mostly of a kind that the phase knows."""
    known = list(PHASES[state.phase].ACTIONS) if state.phase in PHASES else []
    for _ in range(count):
        asked = waiting(state) if rng.random() < 0.9 else ()
        seat = rng.choice(asked or state.communes)
        kind = rng.choice(known if known and rng.random() < 0.9 else KINDS)
        yield _MAKERS[kind](state, state.city(seat), rng)


def mutated(data: dict[str, Any], rng: Random) -> object:
    """An action as data, with one thing wrong in its shape."""
    junk = rng.choice([True, -1, 1.5, "1", None, [1], {"x": 1}])
    field = rng.choice([*data, "note"])
    if rng.random() < 0.2 and field in ("seat", "type", "column", "card"):
        return {name: value for name, value in data.items() if name != field}
    return rng.choice([junk, {**data, "seat": "roma"}, {**data, "note": junk}, {**data, field: -1}])


def _near(held: int, rng: Random) -> int:
    return rng.choice([0, 0, 1, 2, held, held + 1, rng.randint(0, held), 2 * rng.randint(0, held // 2)])


def _column(state: State, rng: Random) -> int:
    return rng.randint(0, len(state.columns) + 1)


def _card(city: City, rng: Random) -> CardId:
    return rng.choice(city.hand if city.hand and rng.random() < 0.9 else CARD_NAMES)


def _number(existing: int, rng: Random) -> int | None:
    return rng.choice([None, rng.randint(0, existing + 1)])


def _names(rng: Random) -> tuple[str, ...]:
    return tuple(rng.choice(NAMES) for _ in range(rng.choice([0, 1, 1, 2, 2, 3])))


def _bid(state: State, city: City, rng: Random) -> Action:
    coins, believers = _near(city.resources.coins, rng), _near(city.resources.believers, rng)
    return Bid(seat=city.seat, column=_column(state, rng), coins=coins, believers=believers)


def _acquire(state: State, city: City, rng: Random) -> Action:
    return Acquire(seat=city.seat, bonus=_names(rng))


def _income(state: State, city: City, rng: Random) -> Action:
    return Income(seat=city.seat, choice=_names(rng))


def _withdraw(state: State, city: City, rng: Random) -> Action:
    return Withdraw(seat=city.seat)


def _move(state: State, city: City, rng: Random) -> Action:
    return Move(seat=city.seat, column=_column(state, rng))


def _build(state: State, city: City, rng: Random) -> Action:
    declared = rng.choice([None, None, *BUILDING_TYPES, "roma"])
    return Build(
        seat=city.seat,
        card=_card(city, rng),
        building=_number(len(city.buildings), rng),
        declared=declared,
        artisans=rng.choice([0, 0, 1, 2, 3]),
        believers=rng.choice([0, 0, 0, 1, 2, 4]),
    )


def _wall(state: State, city: City, rng: Random) -> Action:
    return Wall(
        seat=city.seat,
        card=_card(city, rng),
        section=_number(len(city.walls), rng),
        artisans=rng.choice([0, 0, 1, 2, 3]),
        believers=rng.choice([0, 0, 0, 1, 2, 4]),
    )


def _finish(state: State, city: City, rng: Random) -> Action:
    excess = max(0, len(city.hand) - 2)
    discard = [_card(city, rng) for _ in range(rng.choice([excess, excess, excess + 1, 0]))]
    return Finish(seat=city.seat, discard=tuple(discard))


def _repair(state: State, city: City, rng: Random) -> Action:
    return Repair(seat=city.seat, loot=rng.randint(0, 3))


def _defend(state: State, city: City, rng: Random) -> Action:
    return Defend(seat=city.seat, league=_force(city.resources, rng), walls=_force(city.resources, rng))


def _force(held: Resources, rng: Random) -> Force:
    return Force(
        soldiers=_near(held.soldiers // 2, rng),
        coins=rng.choice([0, 0, _near(held.coins, rng)]),
        believers=rng.choice([0, 0, _near(held.believers, rng)]),
    )


_MAKERS: dict[type[Action], Callable[[State, City, Random], Action]] = {
    Bid: _bid,
    Acquire: _acquire,
    Income: _income,
    Withdraw: _withdraw,
    Move: _move,
    Build: _build,
    Wall: _wall,
    Finish: _finish,
    Repair: _repair,
    Defend: _defend,
}
