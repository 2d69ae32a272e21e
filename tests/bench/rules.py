"""How fast the rules are: `python -m tests.bench.rules`.

Random whole games, beside a bare loop that makes the same picks and builds the same actions and does nothing else.
"""

import sys
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from bot.game.actions import Action, Defend, Force
from bot.game.components import Seat
from bot.game.rules import apply, legal, start, waiting
from bot.game.state import Phase, Setup, State
from tests.game.games import random_setup

GAMES = 20
RUNS = 5  # the best of them counts: the others were disturbed (CPU time)

Script = list[tuple[tuple[int, ...], type[Action], dict[str, Any]]]  # sizes picked from, then what was built


def main() -> int:
    """Print actions a second of each loop, and how they compare."""
    setups = [random_setup(Random(seed), 2 + seed % 4) for seed in range(GAMES)]
    games = [play(setup, Random(seed)) for seed, setup in enumerate(setups)]
    scripts = [script(setup, actions) for setup, actions in zip(setups, games, strict=True)]
    count = sum(map(len, games))
    whole = best(lambda: [play(setup, Random(seed)) for seed, setup in enumerate(setups)])
    applied = best(lambda: [replay(setup, actions) for setup, actions in zip(setups, games, strict=True)])
    bare = best(lambda: [build(lines, Random(seed)) for seed, lines in enumerate(scripts)])
    write(f"{GAMES} random games, {count} actions, best of {RUNS} runs")
    write(f"whole games (legal, pick, build, apply): {count / whole:10,.0f} actions/s")
    write(f"the same actions, applied alone:         {count / applied:10,.0f} actions/s")
    write(f"bare loop (pick, build):                 {count / bare:10,.0f} actions/s")
    write(f"a whole game takes {whole / bare:.1f} times the bare loop")
    return 0


def write(line: str) -> None:
    sys.stdout.write(line + "\n")


def best(run: Callable[[], object]) -> float:
    """Seconds of the fastest of several runs."""
    times = []
    for _ in range(RUNS):
        began = process_time()
        run()
        times.append(process_time() - began)
    return min(times)


def play(setup: Setup, rng: Random) -> list[Action]:
    """A random game to its end."""
    state, actions = start(setup), []
    while asked := waiting(state):
        action = pick(state, asked[rng.randrange(len(asked))], rng)
        state, _ = apply(state, action)
        actions.append(action)
    return actions


def pick(state: State, seat: Seat, rng: Random) -> Action:
    """Any legal action of a seat; defences are too many to list."""
    if state.phase is Phase.INVASION:
        soldiers = state.city(seat).resources.soldiers
        league = rng.randrange(soldiers + 1)
        walls = rng.randrange(soldiers - league + 1)
        return Defend(seat=seat, league=Force(soldiers=league), walls=Force(soldiers=walls))
    choices = list(legal(state, seat))
    return choices[rng.randrange(len(choices))]


def replay(setup: Setup, actions: list[Action]) -> State:
    """The end of a recorded game."""
    state = start(setup)
    for action in actions:
        state, _ = apply(state, action)
    return state


def script(setup: Setup, actions: list[Action]) -> Script:
    """What the bare loop needs to make the picks of a game and build its actions."""
    state, lines = start(setup), []
    for action in actions:
        lines.append((sizes(state, action), type(action), dict(action)))
        state, _ = apply(state, action)
    return lines


def sizes(state: State, action: Action) -> tuple[int, ...]:
    """From how many a game picked to come to an action."""
    asked = len(waiting(state))
    if isinstance(action, Defend):
        soldiers = state.city(action.seat).resources.soldiers
        return asked, soldiers + 1, soldiers - action.league.soldiers + 1
    return asked, len(list(legal(state, action.seat)))


def build(lines: Script, rng: Random) -> list[Action]:
    """The bare loop."""
    actions = []
    for picked_from, kind, fields in lines:
        for size in picked_from:
            rng.randrange(size)
        actions.append(kind(**fields))
    return actions


if __name__ == "__main__":
    sys.exit(main())
