"""Records, one a line, from files or standard input, answered with one line of JSON each (record.md)."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from bot.game.json_text import parse_json

BLANKS = b" \t\r\n"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is JSON; `number` counts from 1 in its file, which is None for standard input."""

    file: Path | None
    number: int
    data: object


class NoJson(Exception):
    """A line that is none; says which."""


def answer_lines(files: list[Path], check: Callable[[Line], dict[str, Any]]) -> int:
    """Answer for every line in the files, or on standard input. Returns the exit code.

    0 where every answer is `ok`, 1 where one is not, 2 at the first line that is no JSON or cannot be read.
    """
    good = True
    try:
        for line in _lines(files):
            answer = check(line)
            good = good and answer["ok"]
            print(json.dumps(answer))
    except (NoJson, OSError) as error:
        sys.stdout.flush()
        print(error, file=sys.stderr)
        return 2
    return 0 if good else 1


def _lines(files: list[Path]) -> Iterator[Line]:
    with ExitStack() as stack:
        streams: list[tuple[Path | None, BinaryIO]] = [(path, stack.enter_context(path.open("rb"))) for path in files]
        for file, stream in streams or [(None, sys.stdin.buffer)]:
            yield from _parsed(file, stream)


def _parsed(file: Path | None, stream: BinaryIO) -> Iterator[Line]:
    for number, line in enumerate(stream, start=1):
        if line.strip(BLANKS):
            try:
                yield Line(file, number, parse_json(line))
            except ValueError as error:
                raise NoJson(f"line {number} is no JSON: {error}") from error
