"""`python -m bot verify`: checks finished games and their deals with nothing but their records (law 10; record.md)."""

from pathlib import Path
from typing import Any

from bot.game.position import position
from bot.game.proof import Unproven, verify
from bot.game.record import ReplayRefused
from bot.json_lines import Line, answer_lines
from bot.replay_command import refused_answer

WORDS = {
    "record": "cannot be read",
    "phase": "does not fit the phase of the game",
    "turn": "is of a seat that is not asked",
}


def verify_command(files: list[Path]) -> int:
    """Answer for every record in the files, or on standard input. Returns the exit code: 0, 1 or 2."""
    return answer_lines(files, _check_line)


def verified(data: object) -> dict[str, Any]:
    """The answer for one record: what it proves and how the game ended, or what is wrong with it, and where."""
    try:
        proven = verify(data)
    except ReplayRefused as refused:
        return {**refused_answer(refused), "error": _sentence(refused)}
    except Unproven as unproven:
        return {"ok": False, "action": None, "rule": unproven.rule, "error": str(unproven)}
    end = position(proven.last)
    return {
        "ok": True,
        "commitment": proven.commitment,
        "actions": proven.actions,
        "winner": end["winner"],
        "scores": end["scores"],
    }


def _check_line(line: Line) -> dict[str, Any]:
    file = {} if line.file is None else {"file": str(line.file)}
    return {**file, "line": line.number, **verified(line.data)}


def _sentence(refused: ReplayRefused) -> str:
    refusal = refused.refusal
    place = "the setup" if refused.action is None else f"action {refused.action}"
    why = WORDS.get(refusal.rule, f"is refused by rule {refusal.rule}")
    return f"{place} {why}: {refusal}"
