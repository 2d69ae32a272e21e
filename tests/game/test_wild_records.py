"""Records like real ones, and yet not: each is answered with a rule, by `replay`, `verify` and in words."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.json_text import parse_json
from bot.locale import LANGUAGES, translator
from bot.replay_command import check_record
from bot.ui.limits import CONTENT, length
from bot.ui.verdicts import verdict_text
from bot.verify_command import verified
from cogs.verifying import _judged
from tests.tables.wild import mutated_json

FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("?_seats.jsonl"))
RECORDS = [json.loads(file.read_text("utf-8").splitlines()[0]) for file in FIXTURES]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(st.text(), parts, max_size=4),
    max_leaves=8,
)


def shortened(record: dict[str, Any], actions: int) -> str:
    return json.dumps({**record, "actions": record["actions"][:actions]})


@st.composite
def mutated_records(draw: st.DrawFn) -> str:
    """A real game up to somewhere, with something changed."""
    text = shortened(draw(st.sampled_from(RECORDS)), draw(st.integers(0, 40)))
    return draw(mutated_json(text))


def answered(data: object) -> None:
    """Every way to ask about a record gives an answer that can be sent."""
    replayed, verdict = check_record(data, every=False), verified(data)
    assert json.loads(json.dumps([replayed, verdict]))
    for answer in (replayed, verdict):
        assert answer["ok"] or answer["rule"]
        assert answer["ok"] or answer["error"]
    for language in LANGUAGES:
        words = verdict_text(_judged(data), translator(language))
        assert 0 < length(words) <= CONTENT
        assert "{" not in words


@settings(max_examples=150)
@given(mutated_records())
def test_a_record_that_was_changed_is_answered_with_a_rule(text: str) -> None:
    try:
        data = parse_json(text.encode())
    except ValueError:  # the answer: no JSON
        return
    answered(data)


@settings(max_examples=100)
@given(JSON)
def test_json_that_is_no_record_is_answered_with_the_rule_of_records(data: object) -> None:
    assert check_record(data, every=True)["rule"] == "record"
    answered(data)
