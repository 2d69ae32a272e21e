"""Kills the process many times, at every step and at any time: `python -m tests.end_to_end.kills [--kills 250]`.

Prints a line for each step: how often the process died there, what became of what was under way, and what the next
start found. Exits with 1 where that is anything, or where a step was not hit often enough.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.end_to_end.chance import chance
from tests.end_to_end.kills.killing import ANY_TIME, AT_REST, Game, LifeFailed, NotReached, Outcome
from tests.end_to_end.kills.steps import AT_THE_START_OF_A_GAME, STEPS

AT_EACH_STEP = 5
KILLS = 250
MOST_IN_A_GAME = 80


class Soak:
    """So many kills, through as many games as it takes; at each step as often as at any other, the rest at any time."""

    def __init__(self, folder: Path, kills: int, at_each: int, seed: str) -> None:
        self._folder = folder
        self._seed = seed
        self._left = Counter(dict.fromkeys(STEPS, at_each))
        self._left[ANY_TIME] = max(0, kills - self._left.total())
        self._random: Random = chance("soak", seed)
        self.games: list[Game] = []

    def run(self) -> Iterator[Outcome]:
        """Every kill, once the start after it is known too."""
        while self._left.total():
            game = Game(self._folder / f"game {len(self.games)}", f"{self._seed} {len(self.games)}")
            self.games.append(game)
            yield from self._play(game)

    def _play(self, game: Game) -> Iterator[Outcome]:
        known = 0
        while not game.is_over and len(game.outcomes) < MOST_IN_A_GAME and (step := self._next(game)) is not None:
            try:
                game.kill(step)
            except NotReached:  # the next game may come there
                break
            except LifeFailed as failure:
                game.outcomes.append(Outcome(step, "a life failed", findings=[str(failure)]))
                self._left -= Counter([step])
                break
            self._left -= Counter([step])
            yield from game.outcomes[known:-1]  # of the last one the next start has still to tell
            known = len(game.outcomes) - 1
        game.close()
        yield from game.outcomes[known:]

    def _next(self, game: Game) -> str | None:
        """A step that this game can still come to."""
        beginning = [step for step in AT_THE_START_OF_A_GAME if self._left[step]]
        if not game.is_begun and beginning and self._random.random() < 0.7:
            return self._random.choice(beginning)
        left = [step for step in self._left.elements() if step not in AT_THE_START_OF_A_GAME]
        return self._random.choice(left) if left else None


def main() -> int:
    """Run the soak and print its table."""
    parser = argparse.ArgumentParser(description="Kills the process at every step and at any time.")
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--at-each", type=int, default=AT_EACH_STEP, help="kills at each step; the rest at any time")
    parser.add_argument("--seed", default="0")
    options = parser.parse_args()
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        soak = Soak(Path(folder), options.kills, options.at_each, options.seed)
        outcomes = list(told(soak.run()))
        print_table(outcomes)
        print(f"\n{summary(soak.games, outcomes)}, in {(time.monotonic() - began) / 60:.1f} minutes")
    hit = Counter(outcome.step for outcome in outcomes)
    findings = any(outcome.findings for outcome in outcomes)
    return int(findings or any(hit[step] < options.at_each for step in STEPS))


def told(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """The outcomes; on the way each finding is printed, and how far it has come."""
    for number, outcome in enumerate(outcomes, start=1):
        for finding in outcome.findings:
            print(f"{outcome.step}, after {outcome.last!r}: {finding}", file=sys.stderr, flush=True)
        if number % 25 == 0:
            print(f"{number} ...", file=sys.stderr, flush=True)
        yield outcome


def summary(games: Sequence[Game], outcomes: Sequence[Outcome]) -> str:
    """How much was killed and found."""
    kills = sum(outcome.step != AT_REST for outcome in outcomes)
    findings = sum(len(outcome.findings) for outcome in outcomes)
    over = sum(game.is_over for game in games)
    rows, calls = sum(len(game.facts.rows) for game in games), sum(game.books.calls for game in games)
    return (
        f"{kills} kills in {len(games)} games, {over} of them over, {rows} rows of logs and {calls} calls: "
        f"{findings} findings"
    )


def print_table(outcomes: Sequence[Outcome]) -> None:
    """A line for each step: of what people did just then, how much they were told of, stood and was gone."""
    print(f"{'killed after':24} {'kills':>5} {'told':>5} {'stood':>6} {'gone':>5}  the next start found")
    for step in (*STEPS, ANY_TIME):
        own = [outcome for outcome in outcomes if outcome.step == step]
        stood, said = Counter(outcome.stood for outcome in own), sum(outcome.told for outcome in own)
        found = sum(len(outcome.findings) for outcome in own) or "nothing wrong"
        print(f"{step:24} {len(own):5} {said:5} {stood[True]:6} {stood[False]:5}  {found}")


if __name__ == "__main__":
    sys.exit(main())
