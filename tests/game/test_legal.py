"""Law 3: `legal` and `apply` never disagree, and what is refused changes nothing."""

import json
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.actions import Acquire, Action, Bid, Defend, Finish, Income
from bot.game.components import CARDS
from bot.game.errors import Refusal
from bot.game.position import position
from bot.game.resources import RESOURCES
from bot.game.rules import apply, legal, may_act, waiting
from bot.game.state import Phase, State
from tests.game.builders import begin, invaded, refused
from tests.game.games import POOL, whole_game
from tests.game.strange import strange_actions

MANY = 300  # as many choices of one state are looked at
RICH = 16  # with more tokens a seat has too many defences to list
games = pytest.mark.parametrize(("seed", "seats", "cast"), POOL)
moments = st.tuples(st.sampled_from(POOL), st.integers(0, 10_000), st.integers(0, 2**32))


def moment(game: tuple[int, int, str], number: int) -> State:
    """Some state of a game of the pool."""
    states = whole_game(*game).states
    return states[number % len(states)]


def fingerprint(state: State) -> tuple[int, str]:
    return hash(state), json.dumps(position(state))


def accepted(state: State, action: Action) -> bool:
    """Whether `apply` accepts; where it refuses, nothing has changed."""
    before = fingerprint(state)
    try:
        apply(state, action)
    except Refusal:  # the answer, and nothing has changed
        assert fingerprint(state) == before
        return False
    return True


def in_order(action: Action) -> Action:
    """The action with its lists in the order in which `legal` names them."""
    if isinstance(action, Income):
        return action.model_copy(update={"choice": tuple(sorted(action.choice, key=list(RESOURCES).index))})
    if isinstance(action, Acquire):
        return action.model_copy(update={"bonus": tuple(sorted(action.bonus, key=list(RESOURCES).index))})
    if isinstance(action, Finish):
        return action.model_copy(update={"discard": tuple(sorted(action.discard, key=list(CARDS).index))})
    return action


@given(moments)
def test_whatever_is_offered_is_contained_and_accepted(moment_of: tuple[tuple[int, int, str], int, int]) -> None:
    state = moment(*moment_of[:2])
    for seat in state.communes:
        choices = list(islice(legal(state, seat), MANY))
        for action in Random(moment_of[2]).sample(choices, min(20, len(choices))):
            assert legal(state, seat).contains(action)
            assert accepted(state, action)


@given(moments)
def test_contains_is_true_exactly_when_apply_accepts(moment_of: tuple[tuple[int, int, str], int, int]) -> None:
    game, number, seed = moment_of
    state = moment(game, number)
    for action in strange_actions(state, Random(seed), 25):
        assert legal(state, action.seat).contains(action) == accepted(state, action)


@given(moments)
def test_whatever_is_accepted_is_offered(moment_of: tuple[tuple[int, int, str], int, int]) -> None:
    game, number, seed = moment_of
    state = moment(game, number)
    legal_ones = [action for action in strange_actions(state, Random(seed), 25) if accepted(state, action)]
    for action in legal_ones:
        if not (isinstance(action, Defend) and state.city(action.seat).resources.total > RICH):
            offered = legal(state, action.seat).of(type(action))
            assert in_order(action) in map(in_order, offered)


@games
def test_every_action_of_a_game_was_offered_as_it_was_played(seed: int, seats: int, cast: str) -> None:
    for step in whole_game(seed, seats, cast).steps:
        assert legal(step.before, step.action.seat).contains(step.action)
        for other in step.before.communes:
            assert legal(step.before, other).contains(step.action) is (other == step.action.seat)


@games
def test_the_kinds_are_those_of_the_choices(seed: int, seats: int, cast: str) -> None:
    for state in whole_game(seed, seats, cast).states[::5]:
        for seat in state.communes:
            kinds = legal(state, seat).kinds
            if state.phase is Phase.INVASION:
                assert kinds == (Defend,)
            else:
                assert set(kinds) == {type(action) for action in legal(state, seat)}


@games
def test_whoever_is_waited_for_has_a_choice_and_nobody_else_has(seed: int, seats: int, cast: str) -> None:
    for state in whole_game(seed, seats, cast).states:
        for seat in state.communes:
            assert bool(legal(state, seat).kinds) is may_act(state, seat)
            assert may_act(state, seat) is (seat in waiting(state) or state.phase is Phase.INVASION)


@games
def test_no_choice_is_offered_twice(seed: int, seats: int, cast: str) -> None:
    for state in whole_game(seed, seats, cast).states[::7]:
        for seat in waiting(state):
            choices = list(islice(legal(state, seat), MANY))
            assert len(set(choices)) == len(choices)


def test_a_seat_of_another_game_may_do_nothing() -> None:
    state = begin("lucca", "siena")
    assert refused(state, Bid(seat="milano", column=1)).rule == "record"
    assert refused(invaded(state), Defend(seat="milano")).rule == "record"


def test_the_choices_of_a_kind_that_the_phase_does_not_know_are_none() -> None:
    assert legal(begin("lucca", "siena"), "lucca").of(Finish) == []
    assert legal(begin("lucca", "siena"), "siena").of(Bid) == []
