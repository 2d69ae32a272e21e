"""Law 4: what a person is shown does not depend on what is hidden from them."""

from dataclasses import replace
from random import Random

import pytest

from bot.game.components import Seat
from bot.game.observation import observe
from bot.game.resources import ONE, RESOURCES
from bot.game.state import BONUS_WALL, City, Defence, State
from tests.ui.playing import defence, people_of, whole_game
from tests.ui.showing import shown_to


def otherwise(rng: Random, state: State, seat: Seat | None) -> State:
    """The same state but for what the seat cannot know; every token and card is still somewhere."""
    for city in state.cities:
        if city.seat != seat:
            state = _with_other_tokens(rng, state, city.seat)
    return _with_other_seals(rng, _with_other_cards(rng, state, seat), seat)


def _with_city(state: State, city: City) -> State:
    return replace(state, cities=tuple(city if other.seat == city.seat else other for other in state.cities))


def _with_other_tokens(rng: Random, state: State, seat: Seat) -> State:
    city = state.city(seat)
    given = [kind for kind in RESOURCES if city.resources.count(kind)]
    taken = [kind for kind in RESOURCES if state.reserve.count(kind)]
    if not given or not taken:
        return state
    out, back = ONE[rng.choice(given)], ONE[rng.choice(taken)]
    reserve = state.reserve.plus(out).minus(back)
    return _with_city(replace(state, reserve=reserve), replace(city, resources=city.resources.minus(out).plus(back)))


def _with_other_cards(rng: Random, state: State, seat: Seat | None) -> State:
    """Undrawn cards and the hands and walls of the others, dealt anew."""
    others = [city for city in state.cities if city.seat != seat]
    hidden = [card for deck in state.decks for card in deck]
    hidden += [card for city in others for card in city.hand]
    hidden += [card for city in others for section in city.walls for card in section if card != BONUS_WALL]
    rng.shuffle(hidden)
    dealt = iter(hidden)
    state = replace(state, decks=tuple(tuple(next(dealt) for _ in deck) for deck in state.decks))
    for city in others:
        hand = tuple(next(dealt) for _ in city.hand)
        walls = tuple(tuple(card if card == BONUS_WALL else next(dealt) for card in section) for section in city.walls)
        state = _with_city(state, replace(city, hand=hand, walls=walls))
    return state


def _with_other_seals(rng: Random, state: State, seat: Seat | None) -> State:
    """As many sealed defences of the others, but by whom and of what is drawn anew."""
    others = [city for city in state.cities if city.seat != seat]
    sealed = rng.sample(others, sum(city.sealed is not None for city in others))
    for city in others:
        drawn = defence(rng, city.seat, city.resources)
        state = _with_city(state, replace(city, sealed=Defence(drawn.league, drawn.walls) if city in sealed else None))
    return state


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_what_a_person_is_shown_depends_only_on_their_observation(seats: int) -> None:
    rng = Random(seats)  # reproducible, nothing secret
    compared, different = 0, 0
    for state, _ in whole_game(3, seats)[:-1]:
        seat = rng.choice((*state.communes, None))
        other = otherwise(rng, state, seat)
        if observe(other, seat) != observe(state, seat):
            continue  # the reserve of a choice may become visible to the one who chooses (3.6)
        people = people_of(state.communes)
        assert shown_to(other, seat, people, ()) == shown_to(state, seat, people, ())
        compared += 1
        different += other != state
    assert compared > len(whole_game(3, seats)) / 2
    assert different > compared / 2


def test_every_phase_is_compared() -> None:
    phases = {state.phase for state, _ in whole_game(3, 5)[:-1]}
    assert {phase.value for phase in phases} == {"projects", "outbid", "invasion", "construction", "repair"}
