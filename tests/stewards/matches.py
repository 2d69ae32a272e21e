"""Games between computer players, the same for the same seed."""

from collections.abc import Sequence
from random import Random

from bot.game.actions import Defend, Force
from bot.game.components import Seat
from bot.game.observation import Observation, observe
from bot.game.resources import Resources
from bot.game.rules import apply, legal, start, waiting
from bot.game.scoring import winner
from bot.game.state import State
from bot.stewards import Decide, Decision, Motive, Offers, Reason
from tests.game.games import random_setup


def uniform(observation: Observation, offers: Offers, random: Random) -> Decision:
    """Any kind of action, then any action of the kind; any part of what it holds in an invasion."""
    if Defend in offers.kinds:
        return Decision(_any_defence(observation, random), Reason(Motive.SLIP))
    kind = random.choice(offers.kinds)
    return Decision(random.choice(offers.of(kind)), Reason(Motive.SLIP))


def _any_defence(observation: Observation, random: Random) -> Defend:
    assert observation.seat is not None
    screen = observation.screen(observation.seat)
    assert screen is not None
    league = _any_part(screen.resources, random)
    walls = _any_part(screen.resources.minus(league.tokens), random)
    return Defend(seat=observation.seat, league=league, walls=walls)


def _any_part(held: Resources, random: Random) -> Force:
    return Force(
        soldiers=random.randint(0, held.soldiers),
        coins=2 * random.randint(0, held.coins // 2),
        believers=2 * random.randint(0, held.believers // 2),
    )


def decided(decide: Decide, state: State, seat: Seat, random: Random) -> Decision:
    """What a player decides for a seat that is asked."""
    return decide(observe(state, seat), legal(state, seat), random)


def play(players: Sequence[Decide], random: Random) -> State:
    """The end of a game of these players, in seat order."""
    state = start(random_setup(random, len(players)))
    at = dict(zip(state.communes, players, strict=True))
    while asked := waiting(state):
        seat = random.choice(asked)
        state, _ = apply(state, decided(at[seat], state, seat, random).action)
    return state


def rotated(one: Decide, others: Decide, seats: int, game: int) -> bool:
    """Whether one player wins against others of a kind; it sits at place `game`, wrapping round.

    Games in a row have the same deal, until it has sat at each place.
    """
    deal, place = divmod(game, seats)
    players = [others] * seats
    players[place] = one
    last = play(players, Random(f"deal {deal} of {seats}"))
    return winner(last) == last.communes[place]


def wins(one: Decide, others: Decide, games: int, seats: int = 2) -> int:
    """How many of so many games one player wins, its place rotated."""
    return sum(rotated(one, others, seats, game) for game in range(games))
