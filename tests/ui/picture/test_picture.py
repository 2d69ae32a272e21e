"""The picture of the board shows what everybody may see, always the same way, and fits."""

from random import Random

import pytest

from bot.game.state import Phase, State
from tests.game.builders import first
from tests.game.games import CASTS, whole_game
from tests.ui.picture.showing import key, opened, picture
from tests.ui.playing import fullest
from tests.ui.test_non_interference import otherwise

LARGEST_FILE = 400_000


def some_states(seats: int, cast: str, count: int) -> list[State]:
    """So many states of a whole game, the last one included."""
    states = whole_game(0, seats, cast).states
    return [states[-1 - len(states) * number // count] for number in range(count)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("cast", [cast for cast in CASTS if cast != "hoarders"])
def test_states_of_whole_games_are_drawn(seats: int, cast: str) -> None:
    for state in some_states(seats, cast, 4):
        image = opened(picture(state))
        assert image.format == "PNG"
        assert image.width == 540
        assert image.width < image.height < 2.2 * image.width


@pytest.mark.parametrize("phase", list(Phase))
def test_the_fullest_board_is_a_file_that_is_soon_loaded(phase: Phase) -> None:
    assert len(picture(fullest(phase), width=1080)) < LARGEST_FILE


def test_the_emptiest_board_is_a_file_that_is_soon_loaded() -> None:
    assert len(picture(first(5), width=1080)) < LARGEST_FILE


def test_the_same_board_is_drawn_the_same() -> None:
    for state in some_states(3, "mixed", 4):
        assert picture(state) == picture(state)


@pytest.mark.parametrize("seats", [2, 5])
def test_pictures_are_equal_exactly_where_their_keys_are(seats: int) -> None:
    states = whole_game(1, seats, "mixed").states
    start, rng = len(states) // 2, Random(seats)
    chosen = [*states[:4], *states[start : start + 10], *states[-8:]]
    shown = [(key(state), picture(state)) for state in (*chosen, *(otherwise(rng, state, None) for state in chosen))]
    keys, pictures = {name for name, _ in shown}, {png for _, png in shown}
    assert len(set(shown)) == len(keys) == len(pictures)
    assert 1 < len(keys) < len(shown)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_nothing_hidden_changes_the_picture(seats: int) -> None:
    rng, different = Random(seats), 0  # reproducible, nothing secret
    for state in some_states(seats, "mixed", 12)[1:]:
        other = otherwise(rng, state, None)
        assert key(other) == key(state)
        assert picture(other) == picture(state)
        different += other != state
    assert different > 6


def test_who_has_sealed_is_not_in_the_picture() -> None:
    invasions = [state for state in whole_game(0, 5, "mixed").states if state.phase is Phase.INVASION]
    rng, compared = Random(5), 0  # reproducible, nothing secret
    for state in invasions[:8]:
        other = otherwise(rng, state, None)
        sealed = [[city.sealed is not None for city in each.cities] for each in (state, other)]
        assert picture(other) == picture(state)
        compared += sealed[0] != sealed[1]
    assert compared


@pytest.mark.parametrize("width", [400, 720, 1080, 1300])
def test_the_picture_is_as_wide_as_asked(width: int) -> None:
    assert opened(picture(first(3), width=width)).width == width
