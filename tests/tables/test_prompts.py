"""Prompts: counted up whenever what a seat may do changes, never down, and the same whatever is hidden (laws 4, 6)."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

from bot.game.actions import Action, Bid, Build, Defend, Force, Move, Withdraw
from bot.game.components import Seat
from bot.game.observation import observe
from bot.game.resources import Resources
from bot.game.rules import legal, may_act, waiting
from bot.game.state import Phase, State
from bot.tables.snapshot import Snapshot, advance, begin
from tests.game import stages
from tests.game.builders import first, hold, invaded, stand
from tests.game.games import whole_game

GAMES = [(seed, seats, cast) for seed, cast in enumerate(("mixed", "bidders", "builders")) for seats in (2, 3, 4, 5)]


@cache
def snapshots(seed: int, seats: int, cast: str) -> list[tuple[Snapshot, Action | None]]:
    """The snapshots of a random game, each with the action that follows."""
    game = whole_game(seed, seats, cast)
    played = [begin(game.setup)]
    for action in game.actions:
        played.append(advance(played[-1], action)[0])
    return list(zip(played, [*game.actions, None], strict=True))


def offers(state: State, seat: Seat) -> object:
    """What a seat may do: in an invasion, whatever it may seal with."""
    if not may_act(state, seat):
        return None
    if state.phase is Phase.INVASION:
        return state.city(seat).resources
    return frozenset(legal(state, seat))


@pytest.mark.parametrize(("seed", "seats", "cast"), GAMES)
def test_a_seat_has_a_prompt_exactly_while_it_may_act(seed: int, seats: int, cast: str) -> None:
    for snapshot, _ in snapshots(seed, seats, cast):
        for seat in snapshot.state.communes:
            assert (snapshot.prompt(seat) is not None) == may_act(snapshot.state, seat)
        assert all(snapshot.prompt(seat) for seat in waiting(snapshot.state))


@pytest.mark.parametrize(("seed", "seats", "cast"), GAMES)
def test_prompts_never_go_down_and_go_up_by_one(seed: int, seats: int, cast: str) -> None:
    played = [snapshot for snapshot, _ in snapshots(seed, seats, cast)]
    for before, after in pairwise(played):
        assert all(new - old in (0, 1) for old, new in zip(before.prompts, after.prompts, strict=True))


@pytest.mark.parametrize(("seed", "seats", "cast"), GAMES)
def test_while_a_prompt_lasts_what_the_seat_may_do_stays(seed: int, seats: int, cast: str) -> None:
    offered: dict[tuple[Seat, int], object] = {}
    for snapshot, _ in snapshots(seed, seats, cast):
        for seat in snapshot.state.communes:
            if (prompt := snapshot.prompt(seat)) is not None:
                assert offered.setdefault((seat, prompt), offers(snapshot.state, seat)) == offers(snapshot.state, seat)


@pytest.mark.parametrize(("seed", "seats", "cast"), GAMES)
def test_a_prompt_is_over_as_soon_as_its_seat_has_acted_except_that_a_seal_may_be_sealed_again(
    seed: int, seats: int, cast: str
) -> None:
    for (before, action), (after, _) in pairwise(snapshots(seed, seats, cast)):
        assert action is not None
        still_open = before.state.phase is after.state.phase is Phase.INVASION
        if not (still_open and before.state.invasions == after.state.invasions):
            assert after.prompt(action.seat) != before.prompt(action.seat)


def test_nobody_s_seal_changes_anybody_s_prompt_but_the_last() -> None:
    snapshot = Snapshot(invaded(first(4)), (3, 5, 2, 9))
    seats = snapshot.state.communes
    for seat in (*seats[:3], seats[1], seats[0]):
        sealed, _ = advance(snapshot, Defend(seat=seat))
        assert sealed.prompts == (3, 5, 2, 9)
        assert [sealed.prompt(each) for each in seats] == [3, 5, 2, 9]
        snapshot = sealed
    opened, _ = advance(snapshot, Defend(seat=seats[3]))
    changed = [seat for seat in seats if opened.prompt(seat) is not None]
    assert changed == list(waiting(opened.state))
    assert [new - old for old, new in zip(snapshot.prompts, opened.prompts, strict=True)].count(1) == len(changed)


def test_two_invasions_are_two_askings_of_everybody() -> None:
    for seats in (2, 4):
        askings: dict[int, set[tuple[int, ...]]] = {}
        for snapshot, _ in snapshots(11, seats, "mixed"):
            if snapshot.state.phase is Phase.INVASION:
                askings.setdefault(snapshot.state.invasions, set()).add(snapshot.prompts)
        assert len(askings) >= 2
        assert all(len(prompts) == 1 for prompts in askings.values())
        first_two = [next(iter(askings[number])) for number in sorted(askings)[:2]]
        assert all(late > early for early, late in zip(*first_two, strict=True))


def test_each_step_of_construction_is_a_new_asking() -> None:
    snapshot = Snapshot(stages.construction(), (1, 1, 1, 1, 1))
    built, _ = advance(snapshot, next(a for a in legal(snapshot.state, "lucca") if isinstance(a, Build)))
    assert built.state.phase is Phase.CONSTRUCTION
    assert built.prompt("lucca") == 2


def test_a_seat_that_is_outbid_again_in_the_same_turn_is_asked_anew() -> None:
    state = stand(stand(stand(first(4), 1, "siena", coins=3), 2, "lucca", coins=2), 3, "siena", coins=1)
    active = state.active
    for seat in state.communes:
        state = hold(state, seat, Resources(coins=4, believers=2))
    snapshot, _ = advance(Snapshot(state, (1, 1, 1, 1)), Bid(seat=active, column=1, coins=4))
    siena = [snapshot.prompt("siena")]
    for move in (Move(seat="siena", column=2), Move(seat="lucca", column=3)):
        snapshot, _ = advance(snapshot, move)
        siena.append(snapshot.prompt("siena"))
    assert siena == [2, None, 3]


def hidden_from(state: State, seat: Seat) -> State:
    """Another state that this seat cannot tell apart: two others have swapped a token, and decks are reversed."""
    one, other = [each for each in state.communes if each != seat][:2]
    kinds = [kind for kind in Resources._fields if getattr(state.city(one).resources, kind)]
    moved = Resources(**{kinds[0]: 1}) if kinds else Resources()
    gained = hold(state, other, state.city(other).resources.plus(moved))
    swapped = hold(gained, one, state.city(one).resources.minus(moved))
    undrawn = tuple(tuple(reversed(deck)) for deck in swapped.decks)
    return replace(swapped, decks=undrawn)


@pytest.mark.parametrize("cast", ["mixed", "bidders"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_seat_s_prompts_are_equal_in_states_it_cannot_tell_apart(seats: int, cast: str) -> None:
    compared = 0
    for snapshot, action in snapshots(2, seats, cast):
        for seat in snapshot.state.communes:
            other = Snapshot(hidden_from(snapshot.state, seat), snapshot.prompts)
            if action is None or observe(other.state, seat) != observe(snapshot.state, seat):
                continue
            if not legal(other.state, action.seat).contains(action):
                continue
            here, there = advance(snapshot, action)[0], advance(other, action)[0]
            if observe(here.state, seat) == observe(there.state, seat):
                assert here.prompts[here.state.communes.index(seat)] == there.prompts[there.state.communes.index(seat)]
                assert here.prompt(seat) == there.prompt(seat)
                compared += other.state != snapshot.state
    assert compared > 100


def test_a_seat_learns_nothing_of_a_seal_from_its_prompt_whatever_was_sealed() -> None:
    state = invaded(hold(hold(first(3), "firenze", Resources(soldiers=2)), "siena", Resources(soldiers=2)))
    snapshot = Snapshot(state, (1, 1, 1))
    here, _ = advance(snapshot, Defend(seat=state.communes[0]))
    there, _ = advance(snapshot, Defend(seat=state.communes[1], league=Force(soldiers=0)))
    assert here.prompts == there.prompts


def test_an_outbid_seat_is_asked_and_the_active_one_is_not_until_it_has_chosen() -> None:
    state = stages.outbid()
    snapshot = Snapshot(state, tuple(range(10, 15)))
    [outbid] = waiting(state)
    assert [seat for seat in state.communes if snapshot.prompt(seat) is not None] == [outbid]
    settled, _ = advance(snapshot, Withdraw(seat=outbid))
    assert settled.prompt(outbid) is None
