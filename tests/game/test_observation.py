"""Rule 3: what a seat or a spectator sees, and that nothing else changes what it sees."""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import islice

import pytest

from bot.game.actions import Defend, Force, Income
from bot.game.components import CardId, Seat
from bot.game.events import (
    CardsDiscarded,
    DefenceSealed,
    HandReduced,
    ResourcesChosen,
    ResourcesLost,
    WallCardPlaced,
    WallRaised,
    visible_to,
)
from bot.game.observation import Observation, observe
from bot.game.resources import NOTHING, Resources
from bot.game.rules import legal
from bot.game.state import BONUS_WALL, Defence, Phase, State
from tests.game.builders import (
    begin,
    city_with,
    deal,
    first,
    fortify,
    found,
    hold,
    hold_alike,
    invaded,
    play,
    reserve_of,
    stand,
    turn_of,
)
from tests.game.games import POOL, whole_game

OTHERS: tuple[Seat | None, ...] = ("firenze", None)
watchers = pytest.mark.parametrize("watcher", OTHERS)


def opened(state: State) -> State:
    return replace(state, open_screens=True)


@watchers
def test_3_1_the_resources_of_another_seat_are_hidden(watcher: Seat | None) -> None:
    state = begin()
    assert observe(hold(state, "lucca", Resources(coins=9)), watcher) == observe(state, watcher)


@watchers
def test_3_1_the_heroism_tokens_of_another_seat_are_hidden(watcher: Seat | None) -> None:
    state = begin()
    assert observe(city_with(state, "lucca", heroism=(3, 4)), watcher) == observe(state, watcher)


def test_3_1_a_seat_sees_what_is_behind_its_own_screen() -> None:
    state = city_with(deal(begin(), "lucca", "D01"), "lucca", heroism=(3,))
    screen = observe(state, "lucca").screen("lucca")
    assert screen is not None
    assert (screen.resources, screen.hand, screen.heroism) == (Resources(2, 1, 3, 1), ("D01",), (3,))
    assert observe(state, "lucca").screen("siena") is None
    assert observe(state, None).screens == ()


def test_3_1_what_is_public_is_seen_by_everybody() -> None:
    state = stand(found(fortify(begin(), "lucca", 3, 1), "lucca", "military", 2), 2, "lucca", coins=1)
    state = city_with(replace(state, notables=(None, "lucca", None, None)), "lucca", loot=4, active=("military",))
    for watcher in ("siena", None):
        seen = observe(state, watcher)
        front = seen.city("lucca")
        assert (front.vp, front.loot, front.envoys, front.walls) == (3, 4, 2, (3, 1))
        assert (front.active, front.notables) == (("military",), ("military",))
        assert front.buildings == state.city("lucca").buildings
        assert seen.columns == state.columns
        assert (seen.first_defender, seen.deck) == ("lucca", "A")
        assert seen.deck_sizes == tuple(map(len, state.decks))


@watchers
def test_3_2_which_cards_another_seat_holds_is_hidden_and_how_many_is_not(watcher: Seat | None) -> None:
    one, other = deal(begin(), "lucca", "D01"), city_with(deal(begin(), "lucca", "D01"), "lucca", hand=("D02",))
    assert observe(one, watcher) == observe(other, watcher)
    assert observe(one, watcher).city("lucca").hand_size == 1


@pytest.mark.parametrize("watcher", ["lucca", "siena", None])
def test_3_3_the_order_of_the_decks_is_hidden_from_everybody(watcher: Seat | None) -> None:
    state = begin()
    shuffled = replace(state, decks=tuple(deck[::-1] for deck in state.decks))
    assert observe(shuffled, watcher) == observe(state, watcher)
    assert observe(opened(shuffled), watcher) == observe(opened(state), watcher)


def test_3_4_the_kind_of_a_chosen_resource_is_shown_to_its_owner_alone() -> None:
    event = ResourcesChosen("lucca", ("coins",))
    assert [visible_to(event, seat, open_screens=False) for seat in ("lucca", "siena", None)] == [True, False, False]
    assert [visible_to(event, seat, open_screens=True) for seat in ("lucca", "siena", None)] == [True, True, True]


def test_3_4_with_open_screens_everything_behind_them_is_public() -> None:
    state = opened(fortify(deal(begin(), "lucca", "D01"), "lucca", 2))
    seen = observe(state, None)
    assert [screen.seat for screen in seen.screens] == ["lucca", "firenze", "siena"]
    assert seen.screens[0].hand == ("D01",)
    assert seen.screens[0].walls == state.city("lucca").walls
    assert seen.reserve == state.reserve


def under_attack() -> State:
    return invaded(hold_alike(first(4), Resources(soldiers=5)))


def seal(seat: Seat, walls: int) -> Defend:
    return Defend(seat=seat, walls=Force(soldiers=walls))


@pytest.mark.parametrize("open_screens", [False, True])
@watchers
def test_3_5_only_how_many_have_sealed_is_seen_and_not_who_or_what(watcher: Seat | None, open_screens: bool) -> None:
    state = replace(under_attack(), open_screens=open_screens)
    one, other, more = (play(state, action) for action in (seal("lucca", 1), seal("siena", 5), seal("siena", 0)))
    assert observe(one, watcher) == observe(other, watcher) == observe(more, watcher)
    assert observe(one, watcher).sealed == 1
    assert observe(one, watcher).asked == state.communes


def test_3_5_a_seat_sees_its_own_seal() -> None:
    state = play(under_attack(), seal("lucca", 2))
    assert observe(state, "lucca").defence == Defence(Force(), Force(soldiers=2))
    assert observe(state, "siena").defence is None


def test_3_5_the_tokens_of_a_sealed_defence_are_still_behind_the_screen() -> None:
    screen = observe(play(under_attack(), seal("lucca", 2)), "lucca").screen("lucca")
    assert screen is not None
    assert screen.resources.soldiers == 5


def test_3_5_a_seal_is_told_to_its_owner_alone_also_with_open_screens() -> None:
    event = DefenceSealed("lucca", Force(), Force())
    assert [visible_to(event, seat, open_screens=True) for seat in ("lucca", "siena", None)] == [True, False, False]


def test_3_6_the_reserve_is_hidden() -> None:
    state = begin()
    assert observe(state, "lucca").reserve is None
    assert observe(reserve_of(state, Resources(9, 9, 9, 9), "siena"), "firenze") == observe(state, "firenze")


def test_3_6_a_seat_that_chooses_learns_which_lists_it_could_name() -> None:
    state = reserve_of(stand(begin(), 4, "lucca"), Resources(coins=1, believers=1), "siena")
    seen = observe(state, "lucca")
    assert seen.income_choices == (("coins",),)
    assert seen.bonus_choices == (("coins",), ("believers",))
    assert [action.choice for action in legal(state, "lucca") if isinstance(action, Income)] == [("coins",)]
    for watcher in ("siena", None):
        assert observe(state, watcher).income_choices == observe(state, watcher).bonus_choices == ()


def test_3_6_a_seat_that_does_not_choose_now_learns_nothing() -> None:
    state = stand(turn_of(begin(), "firenze"), 4, "lucca")
    assert observe(state, "lucca").income_choices == observe(state, "lucca").bonus_choices == ()
    building = turn_of(begin(), "lucca", Phase.CONSTRUCTION)
    assert observe(building, "lucca").income_choices == ()


def test_3_6_with_all_envoys_out_there_is_no_income_to_choose() -> None:
    state = stand(stand(stand(begin(), 1, "lucca"), 2, "lucca"), 3, "lucca")
    assert observe(state, "lucca").income_choices == ()
    assert observe(state, "lucca").bonus_choices == ((),)


def test_3_6_a_loss_is_told_to_its_owner_alone() -> None:
    event = ResourcesLost("lucca", NOTHING, 1)
    assert [visible_to(event, seat, open_screens=False) for seat in ("lucca", "siena", None)] == [True, False, False]


@watchers
def test_3_7_the_cards_of_a_wall_are_hidden_and_its_level_is_not(watcher: Seat | None) -> None:
    one = fortify(begin(), "lucca", 2)
    other = city_with(one, "lucca", walls=(one.city("lucca").walls[0][::-1],))
    assert observe(one, watcher) == observe(other, watcher)
    assert observe(one, watcher).city("lucca").walls == (2,)


def test_3_7_wall_cards_and_discards_are_told_to_their_owner_alone() -> None:
    for event in (WallCardPlaced("lucca", 1, "D01"), CardsDiscarded("lucca", ("D01",))):
        assert [visible_to(event, seat, open_screens=False) for seat in ("lucca", "siena", None)] == [
            True,
            False,
            False,
        ]
    for public in (WallRaised("lucca", 1, 1, 0, 0), HandReduced("lucca", 1)):
        assert visible_to(public, None, open_screens=False)


def test_when_the_game_is_over_all_is_open() -> None:
    last = whole_game(0, 3, "mixed").last
    seen = observe(last, None)
    assert [screen.seat for screen in seen.screens] == list(last.communes)
    assert seen.reserve == last.reserve
    assert seen.scores is not None
    assert seen.winner in last.communes


def test_the_strength_against_a_seat_is_known_to_all() -> None:
    seen = observe(city_with(under_attack(), "siena", vp=3), None)
    assert seen.invasion is not None
    assert (seen.invasion.invader, seen.strength_against("siena"), seen.strength_against("lucca")) == ("venice", 7, 4)
    over = observe(whole_game(0, 3, "mixed").last, None)
    assert (over.invasion, over.strength_against("siena" if "siena" in over.communes else over.communes[0])) == (
        None,
        0,
    )


def hidden_cards(state: State, seat: Seat | None) -> Iterator[CardId]:
    """The cards that a seat must not see."""
    for deck in state.decks:
        yield from deck
    for city in state.cities:
        if city.seat != seat:
            yield from (card for pile in (city.hand, *city.walls) for card in pile if card != BONUS_WALL)


def written(seen: Observation) -> str:
    return json.dumps(asdict(replace(seen, defence=None)), default=str)


@pytest.mark.parametrize(("seed", "seats", "cast"), POOL)
def test_no_observation_of_a_running_game_contains_a_hidden_card_or_screen(seed: int, seats: int, cast: str) -> None:
    states = [state for state in whole_game(seed, seats, cast).states if state.phase is not Phase.OVER]
    for state in islice(states, 0, None, 7):
        for seat in (*state.communes, None):
            seen = observe(state, seat)
            text = written(seen)
            assert not [card for card in hidden_cards(state, seat) if f'"{card}"' in text]
            assert [screen.seat for screen in seen.screens] == ([] if seat is None else [seat])
            assert (seen.reserve, seen.scores, seen.winner) == (None, None, None)
            assert seat is not None or (seen.defence, seen.income_choices, seen.bonus_choices) == (None, (), ())
