"""Law 4 for the panels: every one that presses reach depends on the seat's observation alone."""

from random import Random

import pytest

from bot.game.components import COMMUNES, Seat
from bot.game.observation import observe
from bot.game.state import State
from bot.ui.panels.panel import help_panel
from bot.ui.panels.parts import Panel
from tests.game.twisting import twist
from tests.ui.panels.positions import ASKING, asked
from tests.ui.panels.pressing import shown, walk
from tests.ui.playing import T, people_of
from tests.ui.showing import choices_of


def read(panel: Panel) -> tuple[object, ...]:
    """All of a panel, as it reaches the person."""
    return ([embed.to_dict() for embed in panel.embeds], panel.rows)


def helped(state: State, seat: Seat | None) -> Panel:
    return help_panel(observe(state, seat), choices_of(state, seat), people_of(tuple(COMMUNES)), T)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_panel_depends_only_on_what_the_seat_observes(seats: int) -> None:
    rng, different, compared = Random(seats), 0, 0
    for state, seat in asked(seats, each=10):
        other = twist(state, seat, rng)
        assert observe(other, seat) == observe(state, seat)
        for path, found in walk(state, seat, most=12).items():
            assert read(shown(other, seat, path)) == read(found)
        assert read(helped(other, seat)) == read(helped(state, seat))
        compared += 1
        different += other != state
    assert different > compared / 2


def test_what_others_are_shown_while_a_seat_is_asked_depends_only_on_what_they_observe() -> None:
    rng = Random(7)
    for state, seat in asked(4, each=6):
        for observer in (*(other for other in state.communes if other != seat), None):
            other = twist(state, observer, rng)
            assert read(helped(other, observer)) == read(helped(state, observer))


def test_panels_of_every_phase_are_compared() -> None:
    assert {state.phase for state, _ in asked(5, each=10)} == set(ASKING)
