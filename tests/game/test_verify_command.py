"""`python -m bot verify`: a line of answer for each record, and exit codes (record.md)."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.game.position import position
from bot.game.proof import commitment
from tests.game.games import whole_game
from tests.game.test_proof import SALT, record_of

ROOT = Path(__file__).parents[2]
GAME = whole_game(0, 2, "mixed")
RECORD = record_of(GAME)
GOOD = json.dumps(RECORD)


def changed(**changes: Any) -> str:
    """The record with other values."""
    return json.dumps({**RECORD, **changes})


SWAPPED = changed(decks={**RECORD["decks"], "B": RECORD["decks"]["B"][::-1]})
SALTED = changed(proof={**RECORD["proof"], "salt": "f" * 32})
SHORT = changed(actions=RECORD["actions"][:40])
BARE = json.dumps({name: value for name, value in RECORD.items() if name != "proof"})
BID_AGAIN = changed(actions=[RECORD["actions"][0], *RECORD["actions"]])
FORGED_CARD = changed(decks={**RECORD["decks"], "C": ["C99", *RECORD["decks"]["C"][1:]]})


class Verify:
    """Runs the command in this process on bytes from standard input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *lines: str, arguments: tuple[str, ...] = ()) -> tuple[int, list[dict[str, Any]]]:
        """The exit code and the answers."""
        data = "\n".join(lines).encode()
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main(["verify", *arguments])
        self.captured = self._capsys.readouterr()
        return code, [json.loads(line) for line in self.captured.out.splitlines()]


@pytest.fixture
def verify(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Verify:
    return Verify(monkeypatch, capsys)


def test_a_finished_game_is_answered_with_its_fingerprint_and_its_end(verify: Verify) -> None:
    end = json.loads(json.dumps(position(GAME.last)))
    assert verify(GOOD) == (
        0,
        [
            {
                "line": 1,
                "ok": True,
                "commitment": commitment(GAME.setup, SALT),
                "actions": len(GAME.actions),
                "winner": end["winner"],
                "scores": end["scores"],
            }
        ],
    )


@pytest.mark.parametrize(
    ("line", "action", "rule", "words"),
    [
        (SWAPPED, None, "proof", "the salt, the communes or the decks were changed"),
        (SALTED, None, "proof", "do not match the commitment"),
        (FORGED_CARD, None, "1.4", "the setup is refused by rule 1.4: WrongDeck(deck=C)"),
        (changed(communes=["siena"]), None, "1.1", "the setup is refused by rule 1.1: WrongCommunes"),
        (BID_AGAIN, 1, "turn", "action 1 is of a seat that is not asked: NotAsked"),
        (changed(actions=["?"]), 0, "record", "action 0 cannot be read: MalformedRecord"),
        (changed(actions=[*RECORD["actions"], RECORD["actions"][0]]), len(GAME.actions), "phase", "does not fit"),
        (SHORT, None, "end", "the game is not over after its 40 actions; the deal matches"),
        (BARE, None, "proof", "the record has no proof"),
        (changed(version=2), None, "record", "the setup cannot be read: MalformedRecord(detail=version"),
        ("7", None, "record", "the setup cannot be read: MalformedRecord"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_action_and_rule(
    verify: Verify, line: str, action: int | None, rule: str, words: str
) -> None:
    code, answers = verify(GOOD, "", line, GOOD)
    assert (code, [answer["ok"] for answer in answers]) == (1, [True, False, True])
    found = answers[1]
    assert set(found) == {"line", "ok", "action", "rule", "error"}
    assert (found["line"], found["action"], found["rule"]) == (3, action, rule)
    assert words in found["error"]


def test_in_files_a_record_is_named_by_its_file_and_line(verify: Verify, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_text(f"{GOOD}\n{SALTED}\n", encoding="utf-8")
    two.write_text(GOOD, encoding="utf-8")
    code, answers = verify("no JSON", arguments=(str(one), str(two)))
    assert code == 1
    assert [(answer["file"], answer["line"], answer["ok"]) for answer in answers] == [
        (str(one), 1, True),
        (str(one), 2, False),
        (str(two), 1, True),
    ]


@pytest.mark.parametrize("line", ["{", "nonsense", GOOD[:-1], "NaN"], ids=lambda line: line[:9])
def test_at_the_first_line_that_is_no_json_it_stops_and_the_answers_before_stand(verify: Verify, line: str) -> None:
    code, answers = verify(SALTED, GOOD, line, GOOD)
    assert (code, [answer["ok"] for answer in answers]) == (2, [False, True])
    assert "line 3 is no JSON" in verify.captured.err


def test_a_file_that_is_not_there_makes_exit_2(verify: Verify, tmp_path: Path) -> None:
    assert verify(arguments=(str(tmp_path / "missing.jsonl"),))[0] == 2
    assert "missing.jsonl" in verify.captured.err


@pytest.mark.parametrize(("line", "code"), [(GOOD, 0), (SWAPPED, 1), ("{", 2)])
def test_the_real_command_answers_and_exits(line: str, code: int) -> None:
    command = [sys.executable, "-m", "bot", "verify"]
    result = subprocess.run(  # noqa: S603  # our own command
        command, input=f"{GOOD}\n{line}\n".encode(), cwd=ROOT, capture_output=True, check=False
    )
    answers = [json.loads(answer) for answer in result.stdout.splitlines()]
    assert result.returncode == code
    assert answers[0]["ok"]
    assert bool(result.stderr) is (code == 2)
