"""`python -m bot replay`: checks records, one a line, and answers one line each (record.md)."""

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO

from bot.game.position import position
from bot.game.record import ReplayRefused, replay
from bot.game.state import State
from bot.nested_json import parse_nested

HUGE_DIGITS = 1000
HUGE: int = 10**HUGE_DIGITS  # no rule tells such numbers apart; parsing longer ones takes quadratic time


class NoJson(Exception):
    """A line that is no JSON; `line` counts from 1."""


def replay_command(files: list[Path], *, every: bool) -> int:
    """Answer for every record in the files, or on standard input. Returns the exit code: 0, 1 or 2."""
    legal = True
    try:
        for data in _records(files):
            answer = check_record(data, every=every)
            legal = legal and answer["ok"]
            print(json.dumps(answer))
    except (NoJson, OSError) as error:
        sys.stdout.flush()
        print(error, file=sys.stderr)
        return 2
    return 0 if legal else 1


def check_record(data: object, *, every: bool) -> dict[str, Any]:
    """The answer for one record: its last position (with `every`, all of them), or where and why it is refused."""
    states: list[State] = []
    try:
        for state in replay(data):
            if not every:
                states.clear()
            states.append(state)
    except ReplayRefused as refused:
        refusal = refused.refusal
        return {"ok": False, "action": refused.action, "rule": refusal.rule, "error": str(refusal)}
    answer: dict[str, Any] = {"ok": True, "position": position(states[-1])}
    return {**answer, "positions": [position(state) for state in states]} if every else answer


def _records(files: list[Path]) -> Iterator[object]:
    with ExitStack() as stack:
        streams: list[BinaryIO] = [stack.enter_context(path.open("rb")) for path in files]
        streams = streams or [sys.stdin.buffer]
        for stream in streams:
            yield from _parsed(stream)


def _parsed(stream: BinaryIO) -> Iterator[object]:
    for number, line in enumerate(stream, start=1):
        if line.strip(b" \t\r\n"):
            try:
                yield parse_json(line)
            except ValueError as error:
                raise NoJson(f"line {number} is no JSON: {error}") from error


def parse_json(line: bytes) -> object:
    """One JSON value; NaN and Infinity are none. Raises ValueError for anything else (UnicodeDecodeError too)."""
    text = line.decode("utf-8")
    try:
        return _loads(text)
    except RecursionError:
        return parse_nested(text, _loads)


def _loads(text: str) -> object:
    return json.loads(text, parse_int=_parse_int, parse_constant=_refuse_constant)


def _parse_int(digits: str) -> int:
    if len(digits) <= HUGE_DIGITS:
        return int(digits)
    return -HUGE if digits.startswith("-") else HUGE


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")
