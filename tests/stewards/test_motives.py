"""Every decision says why, with the names that its motive promises."""

from random import Random

from bot.game.actions import Defend
from bot.game.rules import apply, start, waiting
from bot.game.state import Phase
from bot.stewards import STEWARDS, Character, Decision, Motive
from tests.game.games import random_setup
from tests.stewards.matches import decided

DATA: dict[Motive, set[str]] = {
    Motive.BID: {"column", "value"},
    Motive.OUTBID: {"column", "value", "rival"},
    Motive.ACQUIRE: {"cards"},
    Motive.INCOME: {"tokens"},
    Motive.WITHDRAW: {"column"},
    Motive.MOVE: {"column"},
    Motive.FOUND: {"card", "kind"},
    Motive.EXPAND: {"card", "kind", "level"},
    Motive.FOUND_WALL: {"card"},
    Motive.RAISE_WALL: {"card", "level"},
    Motive.KEEP: {"cards"},
    Motive.DISCARD: {"cards"},
    Motive.REPAIR: {"loot"},
    Motive.LEAVE_LOOT: {"loot"},
    Motive.HOLD: {"strength", "defence", "league"},
    Motive.HEROISM: {"strength", "defence", "league"},
    Motive.CUT_LOSSES: {"strength", "defence", "league"},
    Motive.SAVE: {"strength", "defence", "league"},
    Motive.SLIP: set(),
}


def decisions(seed: int, seats: int) -> list[Decision]:
    """Of a whole game of novices and stewards."""
    rng, made = Random(seed), []
    state = start(random_setup(rng, seats))
    while state.phase is not Phase.OVER:
        seat = waiting(state)[0]
        decision = decided(STEWARDS[rng.choice(list(Character))], state, seat, rng)
        made.append(decision)
        state, _ = apply(state, decision.action)
    return made


def test_every_motive_comes_with_its_data() -> None:
    seen = {decision.reason.motive: decision.reason for game in range(5) for decision in decisions(game, 2 + game % 4)}
    assert all(set(reason.data) == DATA[motive] for motive, reason in seen.items())
    assert len(seen) > len(Motive) - 4


def test_the_reason_of_a_defence_counts_what_was_sent() -> None:
    heroes = [made for made in decisions(1, 3) if made.reason.motive is Motive.HEROISM]
    assert heroes
    for made in heroes:
        assert isinstance(made.action, Defend)
        assert made.action.league.strength == made.reason.data["league"] != 0
