"""What taking back is called: the action and what matters of it."""

from random import Random

import pytest

from bot.game.actions import Action, Defend
from bot.game.events import Event
from bot.game.rules import apply
from bot.game.state import Phase
from bot.locale import LANGUAGES, translator
from bot.ui.limits import BUTTON_LABEL, length
from bot.ui.undo import NAMES, undo_label, undone_text
from tests.game.builders import begin
from tests.ui.languages.looking import TAKEN_BACK
from tests.ui.playing import T, any_action

Done = tuple[Action, tuple[Event, ...], str]


@pytest.mark.parametrize("done", TAKEN_BACK, ids=lambda done: done[2])
def test_the_button_and_the_answer_name_the_action(done: Done) -> None:
    action, events, name = done
    assert undo_label(action, events, T) == f"Take back: {name}"
    assert undone_text(action, events, T) == f"↩️ Taken back: {name}."


def test_every_action_but_a_seal_has_a_name() -> None:
    assert {type(action) for action, _, _ in TAKEN_BACK} == set(NAMES)
    assert set(NAMES) == set(Action.__args__) - {Defend}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_button_has_room_for_each_action_of_whole_games(language: str) -> None:
    t, seen = translator(language), set()
    for seed in range(3):
        state, rng = begin(), Random(seed)
        while state.phase is not Phase.OVER:
            action = any_action(rng, state)
            state, events = apply(state, action)
            if not isinstance(action, Defend):
                assert 0 < length(undo_label(action, events, t)) <= BUTTON_LABEL
                seen.add(type(action))
    assert seen == set(NAMES)
