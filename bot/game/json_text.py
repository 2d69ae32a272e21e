"""JSON as records have it: strict, of any depth, with numbers of any length (record.md)."""

import json

from bot.game.nested_json import parse_nested

HUGE_DIGITS = 1000
HUGE: int = 10**HUGE_DIGITS  # no rule tells such numbers apart; parsing longer ones takes quadratic time


def parse_json(line: bytes) -> object:
    """One JSON value; NaN and Infinity are none. Raises ValueError for anything else (UnicodeDecodeError too)."""
    text = line.decode("utf-8")
    try:
        return _loads(text)
    except RecursionError:  # nested deeper than the standard parser goes
        return parse_nested(text, _loads)


def _loads(text: str) -> object:
    return json.loads(text, parse_int=_parse_int, parse_constant=_refuse_constant)


def _parse_int(digits: str) -> int:
    if len(digits) <= HUGE_DIGITS:
        return int(digits)
    return -HUGE if digits.startswith("-") else HUGE


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")
