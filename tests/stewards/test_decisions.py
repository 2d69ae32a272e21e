"""Whatever the position: legal, the same for the same seed, and from what the seat may know alone."""

from collections.abc import Iterator
from random import Random

import pytest

from bot.game.actions import Action
from bot.game.components import Seat
from bot.game.observation import observe
from bot.game.rules import Choices, legal, waiting
from bot.game.state import Phase, State
from bot.stewards import STEWARDS, Character
from tests.game.games import whole_game
from tests.game.twisting import twist
from tests.stewards.matches import decided

GAMES = [(seats, "mixed") for seats in (2, 3, 4, 5)] + [(2, "hoarders"), (5, "builders")]
MOST = 40  # positions of a game


def positions(seats: int, cast: str, *, open_screens: bool = False) -> Iterator[tuple[State, Seat]]:
    """Seats that are asked, all over a game of players of every taste."""
    states = whole_game(0, seats, cast, open_screens=open_screens).states[:-1]
    for state in states[:: max(1, len(states) // MOST)]:
        for seat in waiting(state):
            yield state, seat


@pytest.mark.parametrize("character", Character)
@pytest.mark.parametrize(("seats", "cast"), GAMES)
def test_every_decision_is_legal(seats: int, cast: str, character: Character) -> None:
    for number, (state, seat) in enumerate(positions(seats, cast)):
        decision = decided(STEWARDS[character], state, seat, Random(number))
        assert legal(state, seat).contains(decision.action), decision


@pytest.mark.parametrize("character", Character)
def test_every_decision_is_legal_where_screens_are_open(character: Character) -> None:
    for number, (state, seat) in enumerate(positions(3, "mixed", open_screens=True)):
        decision = decided(STEWARDS[character], state, seat, Random(number))
        assert legal(state, seat).contains(decision.action), decision


@pytest.mark.parametrize("character", Character)
def test_a_seat_that_has_sealed_may_decide_again(character: Character) -> None:
    sealed = [
        (state, city.seat)
        for state in whole_game(0, 5, "mixed").states
        for city in state.cities
        if state.phase is Phase.INVASION and city.sealed
    ]
    assert sealed
    for state, seat in sealed:
        assert legal(state, seat).contains(decided(STEWARDS[character], state, seat, Random(0)).action)


@pytest.mark.parametrize("character", Character)
def test_the_same_seed_makes_the_same_decision(character: Character) -> None:
    for number, (state, seat) in enumerate(positions(3, "mixed")):
        once, again = (decided(STEWARDS[character], state, seat, Random(number)) for _ in range(2))
        assert once == again


def test_only_a_novice_depends_on_chance() -> None:
    apart = dict.fromkeys(Character, 0)
    for character in Character:
        for state, seat in positions(3, "mixed"):
            made = [decided(STEWARDS[character], state, seat, Random(seed)) for seed in range(4)]
            apart[character] += any(decision != made[0] for decision in made)
    assert apart[Character.STEWARD] == 0
    assert apart[Character.NOVICE] > 10


@pytest.mark.parametrize("character", Character)
@pytest.mark.parametrize(("seats", "cast"), GAMES)
def test_law_4_what_is_hidden_from_a_seat_changes_none_of_its_decisions(
    seats: int, cast: str, character: Character
) -> None:
    rng, pairs, hidden = Random(seats), 0, 0
    for number, (state, seat) in enumerate(positions(seats, cast)):
        other = twist(state, seat, rng)
        pairs, hidden = pairs + 1, hidden + (other != state)
        one, two = (decided(STEWARDS[character], world, seat, Random(number)) for world in (state, other))
        assert one == two
    assert hidden > pairs / 2


class Sealed:
    """What is legal, and a state that nobody may look at."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices

    @property
    def state(self) -> State:
        raise AssertionError

    @property
    def kinds(self) -> tuple[type[Action], ...]:
        return self._choices.kinds

    def contains(self, action: Action) -> bool:
        return self._choices.contains(action)

    def of(self, kind: type[Action]) -> list[Action]:
        return self._choices.of(kind)


@pytest.mark.parametrize("character", Character)
def test_the_state_behind_the_choices_is_never_looked_at(character: Character) -> None:
    for number, (state, seat) in enumerate(positions(4, "mixed")):
        offers = Sealed(legal(state, seat))
        with_state = decided(STEWARDS[character], state, seat, Random(number))
        assert STEWARDS[character](observe(state, seat), offers, Random(number)) == with_state
