"""`python -m bot replay`: checks records, one a line, by the rules, and answers one line each (record.md)."""

from pathlib import Path
from typing import Any

from bot.game.position import position
from bot.game.record import ReplayRefused, replay
from bot.game.state import State
from bot.json_lines import answer_lines


def replay_command(files: list[Path], *, every: bool) -> int:
    """Answer for every record in the files, or on standard input. Returns the exit code: 0, 1 or 2."""
    return answer_lines(files, lambda line: check_record(line.data, every=every))


def check_record(data: object, *, every: bool) -> dict[str, Any]:
    """The answer for one record: its last position (with `every`, all of them), or where and why it is refused."""
    states: list[State] = []
    try:
        for state in replay(data):
            if not every:
                states.clear()
            states.append(state)
    except ReplayRefused as refused:
        return refused_answer(refused)
    answer: dict[str, Any] = {"ok": True, "position": position(states[-1])}
    return {**answer, "positions": [position(state) for state in states]} if every else answer


def refused_answer(refused: ReplayRefused) -> dict[str, Any]:
    """Where a record stops being legal, and why."""
    refusal = refused.refusal
    return {"ok": False, "action": refused.action, "rule": refusal.rule, "error": str(refusal)}
