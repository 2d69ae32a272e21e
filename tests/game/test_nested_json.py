"""The parser for deep JSON reads and refuses what the standard parser does."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.nested_json import parse_nested

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
PIECES = ["[", "]", "{", "}", ",", ":", '"a"', "1", "-0.5e1", "null", " ", "\n", "tru", "01", '"', "\\"]


@given(JSON)
def test_it_reads_what_was_written(value: object) -> None:
    assert parse_nested(json.dumps(value), json.loads) == value
    assert parse_nested(json.dumps(value, indent=1, ensure_ascii=False), json.loads) == value


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("".join))
def test_it_refuses_what_the_standard_parser_refuses(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:  # then ours must refuse it too
        with pytest.raises(ValueError, match=r"unexpected|the text ends|a key is no string"):
            parse_nested(text, json.loads)
    else:
        assert parse_nested(text, json.loads) == expected


def test_of_a_key_given_twice_the_last_counts() -> None:
    assert parse_nested('{"a": 1, "b": 2, "a": 3}', json.loads) == {"a": 3, "b": 2}
