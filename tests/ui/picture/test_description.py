"""The alternative text says what the picture shows to those who cannot see it."""

import pytest

from bot.game.observation import observe
from bot.game.state import Phase
from bot.locale import LANGUAGES, translator
from bot.ui.limits import length
from bot.ui.picture import describe
from tests.game.builders import first, invaded
from tests.ui.playing import T, fullest, people_of, plain_people, whole_game

ALT_TEXT = 1024  # Discord's limit


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("phase", list(Phase))
def test_the_longest_description_keeps_the_limit(language: str, phase: Phase) -> None:
    state = fullest(phase)
    text = describe(observe(state, None), people_of(state.communes), translator(language))
    assert 0 < length(text) <= ALT_TEXT


def test_the_start_of_a_game_is_described() -> None:
    state = first(2)
    assert describe(observe(state, None), plain_people(*state.communes), T).splitlines() == [
        "The board of Comuni, drawn as an old map.",
        "It is the turn of Lucca (Alice). Next: Venice, strength 4, in 10 cards.",
        "Lucca (Alice): 0 VP · 0 loot points · 0 buildings · 0 wall sections",
        "Firenze (Bruno): 0 VP · 0 loot points · 0 buildings · 0 wall sections",
    ]


def test_an_open_invasion_is_described() -> None:
    state = invaded(first(2), 1)
    assert "Invasion: the Pope, strength 8." in describe(observe(state, None), plain_people(*state.communes), T)


def test_every_state_of_a_game_is_described_and_the_end_names_the_winner() -> None:
    texts = [describe(observe(state, None), plain_people(*state.communes), T) for state, _ in whole_game(3, 3)]
    assert all(length(text) <= ALT_TEXT for text in texts)
    assert "has won" in texts[-1]
    assert "Next: the Emperor, strength 16." in "\n".join(texts)


def test_a_name_is_no_markdown_and_cannot_break_a_line() -> None:
    state = first(5)
    text = describe(observe(state, None), people_of(state.communes), T)
    assert len(text.splitlines()) == 7
    assert "**__~~||`x`||~~__**" in text
