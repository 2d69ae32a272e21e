"""Every motive of a steward has its sentence, and what cannot be read is left out."""

import pytest

from bot.stewards import Motive
from bot.ui.log import pages
from bot.ui.reasons import REASONS, Thought, thought_text
from tests.ui.languages.saying import thoughts
from tests.ui.playing import T, plain_people

PEOPLE = plain_people("lucca", "siena")


def test_every_motive_has_a_sentence() -> None:
    assert set(REASONS) == set(Motive)
    assert None not in list(thoughts(T))


@pytest.mark.parametrize(
    ("thought", "text"),
    [
        (Thought("bid", {"column": 3, "value": 5}), "The cards of column 3 are worth a bid of 2½."),
        (
            Thought("outbid", {"column": 3, "value": 4, "rival": "siena"}),
            "The cards of column 3 are worth a bid of 2, more than what 🟢 Siena bids.",
        ),
        (
            Thought("found", {"card": "D03", "kind": "military"}),
            "D03 🟥M3 is worth most as a new building: 🟥M military.",
        ),
        (
            Thought("heroism", {"strength": 3, "defence": 4, "league": 1}),
            "The city holds, and 1 soldier for the League may bring a heroism token.",
        ),
    ],
)
def test_a_reason_says_what_it_is_about(thought: Thought, text: str) -> None:
    assert thought_text(thought, T) == text


@pytest.mark.parametrize(
    "strange",
    [
        Thought("envy", {}),
        Thought("bid", {}),
        Thought("bid", {"column": 1, "value": "much"}),
        Thought("outbid", {"column": 1, "value": 1, "rival": "venice"}),
        Thought("found", {"card": "Z99", "kind": "economic"}),
        Thought("expand", {"card": "A01", "kind": "arcane", "level": 2}),
    ],
)
def test_a_reason_that_cannot_be_read_is_left_out(strange: Thought) -> None:
    assert thought_text(strange, T) is None
    assert pages([strange], PEOPLE, T) == []


def test_a_reason_stands_behind_what_was_done() -> None:
    assert pages([Thought("save", {})], PEOPLE, T) == ["💭 No defence was worth its tokens."]
