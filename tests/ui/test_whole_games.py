"""Whole games, shown at every state to everybody: within Discord's limits, nothing missing."""

import pytest

from bot.game.events import Event
from bot.game.state import Phase
from bot.ui.limits import length
from bot.ui.log import PAGE_LENGTH, line, pages
from tests.ui.playing import T, fullest, people_of, whole_game
from tests.ui.showing import shown_to


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_state_of_a_game_can_be_shown_to_every_seat_and_to_a_spectator(seats: int) -> None:
    recent: tuple[Event, ...] = ()
    for state, events in whole_game(1, seats):
        recent = (*recent, *events)[-20:]
        for seat in (*state.communes, None):
            assert all(shown_to(state, seat, people_of(state.communes), recent))


def test_a_game_with_open_screens_can_be_shown_too() -> None:
    for state, events in whole_game(2, 3, open_screens=True):
        for seat in (state.communes[0], None):
            assert all(shown_to(state, seat, people_of(state.communes), events))


@pytest.mark.parametrize("phase", [Phase.PROJECTS, Phase.INVASION, Phase.CONSTRUCTION, Phase.REPAIR, Phase.OVER])
@pytest.mark.parametrize("open_screens", [False, True])
def test_the_fullest_table_is_within_every_limit(phase: Phase, open_screens: bool) -> None:
    state = fullest(phase, open_screens=open_screens)
    events = [event for _, events in whole_game(1, 5) for event in events]
    for seat in (*state.communes, None):
        assert all(shown_to(state, seat, people_of(state.communes), events))


def test_the_log_is_cut_into_pages_between_lines_and_none_is_lost() -> None:
    game = whole_game(1, 5)
    events = [event for _, events in game for event in events]
    people = people_of(game[0][0].communes)
    found = pages(events, people, T)
    assert "\n".join(found) == "\n".join(line(event, people, T) for event in events)
    assert len(found) > 1
    assert all(0 < length(page) <= PAGE_LENGTH for page in found)


def test_an_empty_log_has_no_page() -> None:
    assert pages([], people_of(("siena",)), T) == []
