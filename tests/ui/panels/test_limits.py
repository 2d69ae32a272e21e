"""Every panel that presses reach keeps Discord's limits, and every action on it is legal."""

import pytest

from bot.game.components import COMMUNES
from bot.game.observation import observe
from bot.ui.custom_ids import LONGEST_CHOICE
from bot.ui.panels.panel import help_panel, panel
from bot.ui.panels.parts import Do
from tests.game import stages
from tests.ui.panels.positions import ASKING, asked, full, ordered
from tests.ui.panels.pressing import actions, buttons, check, is_legal, shown, targets, walk
from tests.ui.playing import T, people_of
from tests.ui.showing import choices_of


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_panel_of_a_random_game_keeps_the_limits_and_offers_what_is_legal(seats: int) -> None:
    for state, seat in asked(seats):
        for found in walk(state, seat, most=40).values():
            check(found)
            assert all(is_legal(action, state) for action in actions(found, state, seat))


def test_the_random_games_ask_in_every_phase() -> None:
    for seats in (2, 5):
        assert {state.phase for state, _ in asked(seats)} == set(ASKING)


def test_the_ordered_positions_keep_the_limits_and_offer_what_is_legal() -> None:
    for state, seat in ordered():
        for found in walk(state, seat, most=60).values():
            check(found)
            assert all(is_legal(action, state) for action in actions(found, state, seat))


def test_the_fullest_positions_keep_the_limits() -> None:
    for state, seat in full():
        for found in walk(state, seat, most=12).values():
            check(found)


def test_paths_and_codes_leave_room_for_the_rest_of_the_custom_id() -> None:
    for state, seat in (*ordered(), *full()):
        for found in walk(state, seat, most=12).values():
            for to in targets(found):
                assert len(to.code if isinstance(to, Do) else to.path) <= LONGEST_CHOICE


def test_every_panel_of_a_seat_that_is_asked_has_a_control_to_press() -> None:
    for state, seat in ordered():
        for found in walk(state, seat, most=60).values():
            assert any(not button.disabled for button in buttons(found)), found


def test_who_is_not_asked_reads_what_is_awaited_and_has_no_controls() -> None:
    state = stages.projects()
    for seat in ("siena", None):
        found = panel(observe(state, seat), choices_of(state, seat), people_of(state.communes), T)
        check(found)
        assert not found.rows
        assert "Waiting for 🔵 Lucca" in (found.embeds[0].description or "")


def test_a_game_that_is_over_asks_nobody() -> None:
    found = shown(stages.over(), "lucca")
    assert not found.rows
    assert "The game is over." in (found.embeds[0].description or "")


def test_help_keeps_the_limits_for_everybody() -> None:
    positions = [*ordered(), *full(), (stages.over(), "lucca")]
    for state, _ in positions:
        for seat in (*state.communes, None):
            check(help_panel(observe(state, seat), choices_of(state, seat), people_of(tuple(COMMUNES)), T))
