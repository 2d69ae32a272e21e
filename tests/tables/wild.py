"""Saved JSON as a failing disk, a hand or another release may leave it: like what was saved, and yet not it."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

Way = tuple[str | int, ...]

NAMES = (
    "siena",
    "milano",
    "roma",
    "coins",
    "gold",
    "running",
    "host",
    "away",
    "invasion",
    "over",
    "A01",
    "Europe/Rome",
)
INSTANTS = (
    *("2026-01-31T12:00:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00"),
    *("2026-03-04T12:00:00Z", "2026-03-02T12:00:00+14:00", "P1D"),
)
NUMBERS = (0, -1, 1, 2, 5, 100, 10**6, 10**12, -(10**12), 2**63, 10**30, -(10**30))
TEARS = ("", "{", "]", '"', "\x00", "9" * 30, "\ud83c")
JUNK = st.none() | st.booleans() | st.sampled_from((*NUMBERS, *NAMES, *INSTANTS, "", 1.5)) | st.just([]) | st.just({})


@st.composite
def mutated_json(draw: st.DrawFn, text: str) -> str:
    """JSON with some of its parts another, one too many or missing; now and then no JSON at all."""
    if draw(st.integers(0, 7)) == 0:
        return _torn(text, draw(st.integers(0, len(text))), draw(st.sampled_from(TEARS)))
    data = json.loads(text)
    for _ in range(draw(st.integers(1, 3))):
        ways = list(_ways(data))
        if ways:
            *above, last = draw(st.sampled_from(ways))
            _change(draw, _at(data, above), last)
    return json.dumps(data)


def _torn(text: str, at: int, piece: str) -> str:
    torn = text[:at] + piece + text[at + 1 :] if piece else text[:at]
    return torn.encode("utf-8", "replace").decode()


def _change(draw: st.DrawFn, node: Any, step: str | int) -> None:
    how = draw(st.sampled_from(("like", "like", "like", "other", "gone", "twice")))
    if how == "gone":
        del node[step]
    elif how == "twice" and isinstance(node, list):
        node.append(node[int(step)])
    elif how == "twice":
        node["more"] = node[step]
    else:
        node[step] = draw(_like(node[step]) if how == "like" else JUNK)


def _like(old: object) -> st.SearchStrategy[object]:
    """Other values of the same kind."""
    if isinstance(old, bool) or old is None:
        return st.sampled_from((not old, NUMBERS[-1], *INSTANTS))
    if isinstance(old, int):
        return st.sampled_from((*NUMBERS, old + 1, old - 1))
    if isinstance(old, str):
        return st.sampled_from(INSTANTS if old[:2] == "20" else NAMES)
    return st.just([]) if isinstance(old, list) else st.just({})


def _at(node: Any, way: Sequence[str | int]) -> Any:
    for step in way:
        node = node[step]
    return node


def _ways(node: Any, at: Way = ()) -> Iterator[Way]:
    if at:
        yield at
    steps = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, part in steps:
        yield from _ways(part, (*at, step))
