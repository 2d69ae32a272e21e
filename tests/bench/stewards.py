"""How well the stewards play: `python -m tests.bench.stewards [--games 500] [--larger 100]`.

Each against each and against uniformly random legal play, with two seats; then one of a kind among others of another
with three to five. Places are rotated; intervals are Wilson's, of 95 %.
"""

import argparse
import sys
from math import sqrt

from bot.stewards import STEWARDS, Character, Decide
from tests.stewards.matches import uniform, wins

PLAYERS: dict[str, Decide] = {**dict(STEWARDS.items()), "random": uniform}
DUELS = (
    (Character.STEWARD, Character.NOVICE, 0.85),
    (Character.NOVICE, "random", 0.70),
    (Character.STEWARD, "random", None),
)
Z = 1.959964  # of the normal distribution, 95 %


def main() -> int:
    """Print the table; fails when a target is missed."""
    parser = argparse.ArgumentParser(description="Plays the stewards against each other.")
    parser.add_argument("--games", type=int, default=500, help="games of two seats, for each line")
    parser.add_argument("--larger", type=int, default=100, help="games of three to five seats, for each line")
    asked = parser.parse_args()
    met = [duel(one, other, asked.games, target) for one, other, target in DUELS]
    for seats in (3, 4, 5):
        among(Character.STEWARD, Character.NOVICE, asked.larger, seats)
        among(Character.NOVICE, Character.STEWARD, asked.larger, seats)
    return 0 if all(met) else 1


def duel(one: str, other: str, games: int, target: float | None) -> bool:
    """One line of two seats; whether the target is met."""
    won = wins(PLAYERS[one], PLAYERS[other], games)
    met = target is None or won / games > target
    wanted = "" if target is None else f"  more than {target:.0%} wanted: {'met' if met else 'MISSED'}"
    write(f"2 seats  {one:>8} against {other:<8} {share(won, games)}{wanted}")
    return met


def among(one: str, others: str, games: int, seats: int) -> None:
    """One line of a player alone among others; an even share is 1 of `seats`."""
    won = wins(PLAYERS[one], PLAYERS[others], games, seats)
    write(f"{seats} seats  {one:>8} among   {others:<8} {share(won, games)}  an even share is {1 / seats:.0%}")


def share(won: int, games: int) -> str:
    """The part of the games that was won, with its interval."""
    low, high = wilson(won, games)
    return f"{won:4} of {games}: {won / games:6.1%}  [{low:.1%}, {high:.1%}]"


def wilson(won: int, games: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for the chance to win."""
    part, square = won / games, Z * Z / games
    centre, half = part + square / 2, Z * sqrt(part * (1 - part) / games + square / games / 4)
    return (centre - half) / (1 + square), (centre + half) / (1 + square)


def write(line: str) -> None:
    """At once: a line takes a minute."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
