"""How many hours a game takes with and without standing orders: `python -m tests.bench.orders [--games 200]`.

People look in every few hours, sleep at night, play like stewards, and leave, or do not leave, the orders of a sensible
person at each look. Both games of a pair have the same deal and the same looks.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from random import Random
from statistics import mean, median, quantiles

from bot.game.actions import Acquire, Action, Defend, Income, Move, Repair
from bot.game.components import Seat
from bot.game.rules import start, waiting
from bot.game.state import Displaced, Phase, StandingBid, State
from bot.stewards import STEWARDS, Character
from bot.tables.orders import NextAcquire, NextDefence, NextIncome, Orders, WhenOutbid
from tests.game.games import random_setup
from tests.stewards.matches import decided
from tests.tables.ordering import after

SEATS = (2, 3, 4, 5)
BEGINS = 18.0  # o'clock
BETWEEN = (2.0, 6.0)  # hours from look to look
NIGHT = 8.0  # hours
BEDTIME = (22.0, 26.0)  # o'clock; each person keeps to one
NEAR = 9  # cards of a deck: about what may be drawn between two looks of a person


def main() -> int:
    """Print the hours of all games, and of those with so many seats."""
    parser = argparse.ArgumentParser(description="Plays games by people who look in every few hours.")
    parser.add_argument("--games", type=int, default=200, help="games, each played with and without orders")
    games = parser.parse_args().games
    without = [Played(game, orders=False).to_the_end() for game in range(games)]
    ordered = [Played(game, orders=True).to_the_end() for game in range(games)]
    write(f"{games} games, each twice: hours from the start to the end")
    write(f"{'':>20}   mean  median   10 %   90 %    turns")
    for seats in (None, *SEATS):
        kept = [game for game in range(games) if seats in (None, seats_of(game))]
        if len(kept) > 1:
            report(seats, [without[game] for game in kept], [ordered[game] for game in kept])
    done = sum((each.done for each in ordered), Counter[str]())
    kinds = ", ".join(f"{kind} {count / games:.1f}" for kind, count in done.most_common())
    write(f"carried out in a game: {kinds}")
    return 0


def seats_of(game: int) -> int:
    """How many sit at a game."""
    return SEATS[game % len(SEATS)]


def report(seats: int | None, without: list["Played"], ordered: list["Played"]) -> None:
    """Two lines, and what the second saves in the mean of all pairs."""
    name = "all" if seats is None else f"{seats} seats"
    line(f"{name}, no orders", without)
    line(f"{name}, orders", ordered)
    saved = [1 - new.hours / old.hours for old, new in zip(without, ordered, strict=True)]
    shorter = sum(part > 0 for part in saved)
    write(f"{'':>20} {mean(saved):6.0%} saved in the mean; shorter: {shorter} of {len(saved)}")


def line(name: str, games: list["Played"]) -> None:
    """The hours of some games."""
    hours = [game.hours for game in games]
    tenths = quantiles(hours, n=10, method="inclusive")
    turns = mean(game.state.turn for game in games)
    write(f"{name:>20} {mean(hours):6.0f} {median(hours):7.0f} {tenths[0]:6.0f} {tenths[-1]:6.0f} {turns:8.0f}")


def looks(random: Random) -> Iterator[float]:
    """When a person looks in, in hours after the start."""
    bedtime, hours = random.uniform(*BEDTIME), random.uniform(0, BETWEEN[0])
    while True:
        asleep = (BEGINS + hours - bedtime) % 24
        if asleep < NIGHT:
            hours += NIGHT - asleep
        yield hours
        hours += random.uniform(*BETWEEN)


@dataclass
class Played:
    """One game."""

    game: int
    orders: bool
    state: State = field(init=False)
    hours: float = 0.0
    done: Counter[str] = field(default_factory=Counter)
    given: dict[Seat, Orders] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.state = start(random_setup(Random(f"deal {self.game}"), seats_of(self.game)))
        self.random = Random(f"choices {self.game}")

    def to_the_end(self) -> "Played":
        """Play it: whoever looks in next does all that is asked of them, and leaves orders."""
        people = {seat: looks(Random(f"looks {self.game} {seat}")) for seat in self.state.communes}
        agenda: list[tuple[float, Seat]] = []
        for seat, times in people.items():
            heappush(agenda, (next(times), seat))
        while self.state.phase is not Phase.OVER:
            self.hours, seat = heappop(agenda)
            self._look(seat)
            heappush(agenda, (next(people[seat]), seat))
        return self

    def _look(self, seat: Seat) -> None:
        while seat in waiting(self.state):
            found = after(self.state, decide(self.state, seat, self.random), self.given)
            self.done.update(step.order for step in found.steps if step.order is not None)
            self.state, self.given = found.end.state, dict(found.orders)
        if self.orders and self.state.phase is not Phase.OVER:
            self.given[seat] = sensible(self.state, seat, self.random)


def decide(state: State, seat: Seat, random: Random) -> Action:
    """What a person does who is asked."""
    return decided(STEWARDS[Character.STEWARD], state, seat, random).action


def sensible(state: State, seat: Seat, random: Random) -> Orders:
    """What a person orders until their next look: what they would do if it were asked now, where that can be said."""
    state = replace(state, cities=tuple(replace(city, sealed=None) for city in state.cities))
    return Orders(
        outbid=if_outbid(state, seat, random),
        defence=at_the_invasion(state, seat, random),
        turn=None if state.active == seat else in_the_turn(state, seat, random),
        repair=for_loot(state, seat, random),
        finish=True,
    )


def if_outbid(state: State, seat: Seat, random: Random) -> WhenOutbid | None:
    """To move, best first, or to withdraw, where that is best for all of its bids; else it wants to be asked."""
    actions = [decide(asked, seat, random) for asked in outbid_on_each(state, seat) if waiting(asked)]
    columns = [action.column for action in actions if isinstance(action, Move)]
    if not actions or 0 < len(columns) < len(actions):
        return None
    return WhenOutbid(columns=tuple(dict.fromkeys(columns)))


def outbid_on_each(state: State, seat: Seat) -> Iterator[State]:
    """Where somebody has just bid a coin more on a column of a seat."""
    rival = state.after(seat)
    for number, column in enumerate(state.columns, start=1):
        bid = column.bid
        if bid is not None and bid.seat == seat:
            higher = replace(column, bid=StandingBid(rival, bid.coins + 1, bid.believers))
            columns = (*state.columns[: number - 1], higher, *state.columns[number:])
            yield replace(state, phase=Phase.OUTBID, active=rival, outbid=Displaced(bid, number), columns=columns)


def at_the_invasion(state: State, seat: Seat, random: Random) -> NextDefence | None:
    """A defence, where the invasion is near."""
    if state.deck is not None and len(state.decks[state.deck]) > NEAR:
        return None
    action = decide(replace(state, phase=Phase.INVASION, outbid=None), seat, random)
    assert isinstance(action, Defend)
    return NextDefence(league=action.league, walls=action.walls)


def in_the_turn(state: State, seat: Seat, random: Random) -> NextAcquire | NextIncome | None:
    """To acquire or to claim income; a bid cannot be ordered."""
    action = decide(replace(state, phase=Phase.PROJECTS, active=seat, outbid=None), seat, random)
    if isinstance(action, Income):
        return NextIncome(choice=action.choice)
    if isinstance(action, Acquire):
        columns = enumerate(state.columns, start=1)
        held = tuple(number for number, column in columns if column.bid is not None and column.bid.seat == seat)
        return NextAcquire(columns=held, bonus=action.bonus)
    return None


def for_loot(state: State, seat: Seat, random: Random) -> int | None:
    """How much loot to remove, where there is any."""
    if not state.city(seat).loot:
        return None
    action = decide(replace(state, phase=Phase.REPAIR, active=seat, outbid=None), seat, random)
    assert isinstance(action, Repair)
    return action.loot


def write(line: str) -> None:
    """At once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
