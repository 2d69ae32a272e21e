"""Local play as a process: it starts with one command, keeps the game, and ends when told to."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LONG = 60  # s: far more than a slow machine needs; nothing here waits for time to pass


class Run:
    """A running local play with the trial bot."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "tests.local.trial", "--no-browser", *options],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def address(self) -> str:
        """Where it can be played, once it says so."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("Play at "):
                return line.split()[2]
        raise AssertionError(self.end(signal.SIGKILL))

    def end(self, number: signal.Signals) -> tuple[int, str, str]:
        """Exit code, rest of the output, errors."""
        self.process.send_signal(number)
        output, errors = self.process.communicate(timeout=LONG)
        return self.process.returncode, output, errors


@contextmanager
def play(folder: Path, *options: str) -> Iterator[dict[str, Any]]:
    """What the page knows while it runs; it must end well."""
    run = Run(folder, "--port", "0", *options)
    try:
        with urllib.request.urlopen(f"{run.address()}table", timeout=LONG) as answer:  # noqa: S310 - our own server
            yield json.load(answer)
    finally:
        code, _, errors = run.end(signal.SIGTERM)
    assert (code, errors) == (0, "")


def refused(folder: Path, *options: str) -> str:
    """What it says when it will not start."""
    run = Run(folder, *options)
    output, errors = run.process.communicate(timeout=LONG)
    assert (run.process.returncode, output) == (2, "")
    assert errors.count("\n") == 1
    return errors


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_when_told_to(tmp_path: Path, number: signal.Signals) -> None:
    run = Run(tmp_path, "--port", "0")
    run.address()
    code, _, errors = run.end(number)
    assert (code, errors) == (0, "")


def test_there_are_as_many_people_as_asked_for_with_their_languages(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "5") as table:
        people = [(person["name"], person["locale"]) for person in table["people"]]
    assert people == [("Alice", "en-US"), ("Bob", "en-US"), ("Chiara", "it"), ("Dario", "it"), ("Emi", "ja")]


def test_the_world_is_kept_between_runs_and_takes_more_people(tmp_path: Path) -> None:
    with play(tmp_path, "--seats", "2") as first:
        assert [person["name"] for person in first["people"]] == ["Alice", "Bob"]
    with play(tmp_path, "--seats", "3") as second:
        assert second["world"] == first["world"]
        assert second["run"] != first["run"]
        assert [person["id"] for person in second["people"][:2]] == [person["id"] for person in first["people"]]
    with play(tmp_path, "--seats", "2") as third:
        assert len(third["people"]) == 3


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    with play(tmp_path) as first:
        pass
    run = Run(tmp_path, "--port", "0")
    run.address()
    assert run.end(signal.SIGKILL)[0] == -signal.SIGKILL
    with play(tmp_path) as third:
        assert third["world"] == first["world"]


def test_fresh_begins_anew_and_keeps_the_old_game_aside(tmp_path: Path) -> None:
    with play(tmp_path) as first:
        pass
    with play(tmp_path, "--fresh") as second:
        assert second["world"] != first["world"]
    [aside] = (tmp_path / "play").glob("aside-*")
    assert sorted(file.name for file in aside.iterdir()) == ["comuni.sqlite3", "discord.world"]


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda world: world.write_bytes(world.read_bytes()[:-1]), "The saved Discord is damaged."),
        (lambda world: world.write_bytes(b"something else"), "The saved Discord is of another version"),
        (Path.unlink, "The saved Discord is missing."),
    ],
)
def test_a_world_that_cannot_go_on_is_kept_aside_with_its_database(tmp_path: Path, damage: Any, sentence: str) -> None:
    with play(tmp_path) as first:
        pass
    damage(tmp_path / "play" / "discord.world")
    run = Run(tmp_path, "--port", "0")
    assert run.process.stdout is not None
    said = run.process.stdout.readline()
    run.address()
    assert run.end(signal.SIGTERM)[0] == 0
    assert said.startswith(sentence)
    [aside] = (tmp_path / "play").glob("aside-*")
    assert (aside / "comuni.sqlite3").exists()
    with play(tmp_path) as third:
        assert third["world"] != first["world"]


def test_a_port_that_is_taken_is_refused_with_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        assert refused(tmp_path, "--port", port).startswith(f"Port {port} is not free")


def test_a_folder_in_which_somebody_plays_is_refused_with_one_sentence(tmp_path: Path) -> None:
    with play(tmp_path):
        assert refused(tmp_path, "--port", "0", "--fresh").startswith("Somebody plays in the folder")
        assert not list((tmp_path / "play").glob("aside-*"))
