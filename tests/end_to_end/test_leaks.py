"""Leaks in a copy of the program, one a layer: each makes the property of `test_secrets` fail (law 4)."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests.end_to_end.test_secrets import ALIKE, PLAYS, TOLD

ROOT = Path(__file__).parents[2]
LEAKS = Path(__file__).with_name("leaks")
PROPERTY = "tests/end_to_end/test_secrets.py::test_what_is_hidden_changes_no_byte_that_leaves_the_process"
COPIED = ("bot", "cogs", "storage", "tests")

# By patch, the play that shows it soonest.
SHOWN_BY = {
    "01_observation": "typed",
    "02_events": "typed",
    "03_choices": "typed",
    "04_prompt": "sealed last",
    "05_board": "typed",
    "06_log": "typed",
    "07_letter": "typed",
    "08_refusal": "typed",
    "09_autocomplete": "typed",
    "10_custom_id": "sealed last",
    "11_picture": "pictures",
    "12_orders": "idle orders",
    "13_reasons": "deadline",
    "14_undo": "sealed last",
    "15_record": "typed",
    "16_process_log": "deadline",
    "17_pings": "sealed last",
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The program and its tests, without the records of games; with what was compiled of them."""
    for name in COPIED:
        copytree(ROOT / name, tmp_path / name, ignore=ignore_patterns("fixtures"))
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    return tmp_path


def checked(tree: Path, play: str) -> str:
    """What the property says of a tree, in one of its plays."""
    assert play in PLAYS
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=short", f"{PROPERTY}[{play}]"]
    ran = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)  # noqa: S603 - our own tests
    return ran.stdout + ran.stderr


def apply_patch(tree: Path, patch: Path) -> None:
    """Apply a patch, also where the tree lies in somebody's repository."""
    command = ["git", "apply", str(patch)]
    outside = os.environ | {"GIT_CEILING_DIRECTORIES": str(tree.parent)}
    done = subprocess.run(command, cwd=tree, env=outside, capture_output=True, text=True, check=False)  # noqa: S603 - fixed
    assert done.returncode == 0, f"{patch.name} does not apply any more: {done.stderr}"


def test_each_leak_has_a_play_that_shows_it() -> None:
    assert sorted(patch.stem for patch in LEAKS.iterdir()) == sorted(SHOWN_BY)


@pytest.mark.parametrize("leak", SHOWN_BY)
def test_a_leak_makes_the_property_fail(copy: Path, leak: str) -> None:
    apply_patch(copy, LEAKS / f"{leak}.patch")
    said = checked(copy, SHOWN_BY[leak])
    assert "1 failed" in said, said
    assert any(f"E   AssertionError: {words}" in said for words in (TOLD, ALIKE)), said


def test_without_a_leak_the_property_holds_in_a_copy_too(copy: Path) -> None:
    said = checked(copy, "typed")
    assert "1 passed" in said, said
