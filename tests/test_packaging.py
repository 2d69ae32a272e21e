"""The wheel ships all that the program needs, and the program runs from it in any folder."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from bot.game.record import export
from tests.game.games import whole_game

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "cogs", "storage")
LONG = 120  # s: far more than a slow machine needs
BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"


def run(folder: Path, *command: str, text: str | None = None, path: Path | None = None) -> str:
    """What a program prints; it must end well."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COMUNI_")}
    done = subprocess.run(  # noqa: S603 - our own interpreter and code
        [sys.executable, *command],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(path or "")},
        input=text,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all that a wheel is built from, so that nothing is left behind here."""
    copy = tmp_path_factory.mktemp("source")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    return copy


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    return target / run(source, "-c", BUILD, str(target)).splitlines()[-1]


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_every_file_of_the_packages_and_nothing_else(source: Path, wheel: Path) -> None:
    files = (file for name in PACKAGES for file in (source / name).rglob("*") if file.is_file())
    about = {name for name in names_in(wheel) if ".dist-info/" in name}
    assert names_in(wheel) - about == {file.relative_to(source).as_posix() for file in files}


@pytest.mark.parametrize(
    "name",
    [
        "bot/game/data/components.json",
        "bot/local/static/index.html",
        "storage/migrations/0001_tables.sql",
        "cogs/play.py",
    ],
)
def test_the_wheel_holds_the_data(wheel: Path, name: str) -> None:
    assert name in names_in(wheel)


def test_the_program_runs_from_the_wheel_in_another_folder(wheel: Path, tmp_path: Path) -> None:
    installed, elsewhere = tmp_path / "installed", tmp_path / "elsewhere"
    elsewhere.mkdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    game = whole_game(1, 2, "mixed")
    record = json.dumps(export(game.setup, game.actions))
    answer = json.loads(run(elsewhere, "-m", "bot", "replay", text=record, path=installed))
    assert answer["ok"]
    assert list(elsewhere.iterdir()) == []


def test_the_program_runs_from_another_folder_where_its_source_is_on_the_path(tmp_path: Path) -> None:
    assert "replay" in run(tmp_path, "-m", "bot", "--help", path=ROOT)
