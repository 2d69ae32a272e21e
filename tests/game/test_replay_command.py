"""`python -m bot replay`: answers, exit codes and what counts as JSON (record.md)."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.game.position import position
from bot.game.record import export
from bot.game.rules import start
from tests.game.builders import play, setup
from tests.game.games import whole_game

ROOT = Path(__file__).parents[2]
SETUP = setup("lucca", "siena")
RECORD = export(SETUP, [])
LEGAL = json.dumps(RECORD)
ILLEGAL = json.dumps({**RECORD, "communes": ["lucca"]})
DIGITS = "9" * 10_000


def with_actions(*actions: str) -> str:
    """The record with actions that are already JSON text."""
    return LEGAL.replace('"actions": []', f'"actions": [{", ".join(actions)}]')


def bid(column: str) -> str:
    return f'{{"seat": "lucca", "type": "bid", "column": {column}}}'


class Replay:
    """Runs the command in this process on bytes from standard input."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *lines: str | bytes, arguments: tuple[str, ...] = ()) -> tuple[int, list[dict[str, Any]]]:
        """The exit code and the answers."""
        data = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main(["replay", *arguments])
        self.captured = self._capsys.readouterr()
        return code, [json.loads(line) for line in self.captured.out.splitlines()]


@pytest.fixture
def replay(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Replay:
    return Replay(monkeypatch, capsys)


def test_a_legal_record_is_answered_with_its_position(replay: Replay) -> None:
    assert replay(LEGAL) == (0, [{"ok": True, "position": position(start(SETUP))}])


def test_a_whole_game_is_answered_with_its_last_position(replay: Replay) -> None:
    game = whole_game(0, 3, "mixed")
    assert replay(json.dumps(export(game.setup, game.actions))) == (
        0,
        [{"ok": True, "position": json.loads(json.dumps(position(game.last)))}],
    )


def test_an_illegal_setup_is_answered_with_no_action(replay: Replay) -> None:
    code, answers = replay(ILLEGAL)
    assert code == 1
    assert (answers[0]["ok"], answers[0]["action"], answers[0]["rule"]) == (False, None, "1.1")
    assert isinstance(answers[0]["error"], str)
    assert set(answers[0]) == {"ok", "action", "rule", "error"}


def test_an_illegal_action_is_answered_with_its_number_from_0(replay: Replay) -> None:
    code, answers = replay(with_actions(bid("1"), bid("2")))
    assert (code, answers[0]["action"], answers[0]["rule"]) == (1, 1, "turn")


def test_every_record_is_answered_and_one_illegal_makes_exit_1(replay: Replay) -> None:
    code, answers = replay(LEGAL, ILLEGAL, LEGAL)
    assert (code, [answer["ok"] for answer in answers]) == (1, [True, False, True])


def test_nothing_is_answered_with_nothing(replay: Replay) -> None:
    assert replay("") == (0, [])


def test_blank_lines_are_skipped(replay: Replay) -> None:
    code, answers = replay("", LEGAL, "   ", "\t", "\r", LEGAL, "", "")
    assert (code, len(answers)) == (0, 2)


def test_every_adds_the_position_of_the_setup_and_after_each_action(replay: Replay) -> None:
    game = whole_game(1, 2, "mixed")
    code, answers = replay(json.dumps(export(game.setup, game.actions)), arguments=("--every",))
    assert code == 0
    assert answers[0]["positions"] == [json.loads(json.dumps(position(state))) for state in game.states]
    assert answers[0]["position"] == answers[0]["positions"][-1]


def test_every_adds_nothing_where_a_record_is_refused(replay: Replay) -> None:
    code, answers = replay(with_actions(bid("1"), bid("1")), LEGAL, arguments=("--every",))
    assert code == 1
    assert "positions" not in answers[0]
    assert len(answers[1]["positions"]) == 1


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "nonsense",
        LEGAL[:-1],
        LEGAL + "x",
        LEGAL + LEGAL,
        "{'format': 1}",
        "[1,]",
        "01",
        "+1",
        "1.",
        '"\t"',
        "\ufeff" + LEGAL,
        "\x0c",
        "\xa0",
        "NaN",
        "Infinity",
        "-Infinity",
        with_actions(bid("NaN")),
        with_actions(bid("-Infinity")),
        b'"\xff"',
        b'"\xed\xa0\x80"',
        "[" * 100_000,
        "[" * 100_000 + "]" * 99_999,
        '{"a":' * 100_000 + "]" + "}" * 100_000,
        "[" * 100_000 + "NaN" + "]" * 100_000,
        "[" * 100_000 + "]" * 100_000 + "x",
    ],
    ids=lambda line: repr(line[:30]) + str(len(line)),
)
def test_at_the_first_line_that_is_no_json_it_stops_and_the_answers_before_stand(
    replay: Replay, line: str | bytes
) -> None:
    code, answers = replay(ILLEGAL, LEGAL, line, LEGAL)
    assert (code, [answer["ok"] for answer in answers]) == (2, [False, True])
    assert replay.captured.err


@pytest.mark.parametrize(
    "line",
    [
        "null",
        "1",
        '"comuni-record"',
        "[]",
        "{}",
        "1e999",
        "-0",
        DIGITS,
        "-" + DIGITS,
        '"\\ud800"',
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
    ],
    ids=lambda line: line[:30] + str(len(line)),
)
def test_json_that_is_no_record_is_an_illegal_record(replay: Replay, line: str) -> None:
    code, answers = replay(LEGAL, line, LEGAL)
    assert (code, [answer["ok"] for answer in answers]) == (1, [True, False, True])
    assert (answers[1]["action"], answers[1]["rule"]) == (None, "record")


@pytest.mark.parametrize(
    ("number", "rule"), [(DIGITS, "5.2"), ("-" + DIGITS, "record"), ("1.0", "record"), ("1e0", "record"), ("-0", "5.2")]
)
def test_numbers_are_read_whatever_their_length(replay: Replay, number: str, rule: str) -> None:
    code, answers = replay(with_actions(bid(number)))
    assert (code, answers[0]["action"], answers[0]["rule"]) == (1, 0, rule)


@pytest.mark.parametrize("depth", [300, 100_000])
@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"type":', "}")])
def test_a_nested_action_is_refused_when_it_is_reached(replay: Replay, depth: int, opened: str, closed: str) -> None:
    code, answers = replay(with_actions(bid("1"), opened * depth + "1" + closed * depth))
    assert (code, answers[0]["action"], answers[0]["rule"]) == (1, 1, "record")


def test_of_a_key_given_twice_the_last_counts(replay: Replay) -> None:
    code, answers = replay(with_actions('{"seat": "siena", "seat": "lucca", "type": "bid", "column": 9, "column": 1}'))
    assert (code, answers[0]["position"]["columns"][0]["bid"]["seat"]) == (0, "lucca")


def test_escapes_and_any_order_of_keys_are_read(replay: Replay) -> None:
    line = json.dumps(dict(reversed(RECORD.items()))).replace("lucca", "\\u006cucca")
    assert replay(line)[0] == 0


def test_the_files_named_are_read_in_order_and_not_the_standard_input(replay: Replay, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_text(LEGAL + "\n" + ILLEGAL, encoding="utf-8")
    two.write_text(LEGAL, encoding="utf-8")
    code, answers = replay("no JSON", arguments=(str(one), str(two)))
    assert (code, [answer["ok"] for answer in answers]) == (1, [True, False, True])


def test_a_file_that_is_not_there_makes_exit_2(replay: Replay, tmp_path: Path) -> None:
    code, _ = replay(arguments=(str(tmp_path / "missing.jsonl"),))
    assert code == 2
    assert "missing.jsonl" in replay.captured.err


def test_a_folder_makes_exit_2(replay: Replay, tmp_path: Path) -> None:
    assert replay(arguments=(str(tmp_path),))[0] == 2


@pytest.mark.parametrize("arguments", [[], ["fly"], ["replay", "--all"]])
def test_wrong_usage_makes_exit_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize(("line", "code"), [(LEGAL, 0), (ILLEGAL, 1), ("{", 2)])
def test_the_real_command_answers_and_exits(line: str, code: int) -> None:
    command = [sys.executable, "-m", "bot", "replay"]
    result = subprocess.run(  # noqa: S603  # our own command
        command, input=f"{LEGAL}\n{line}\n".encode(), cwd=ROOT, capture_output=True, check=False
    )
    answers = [json.loads(answer) for answer in result.stdout.splitlines()]
    assert result.returncode == code
    assert answers[0] == {"ok": True, "position": position(play(start(SETUP)))}
    assert bool(result.stderr) is (code == 2)
