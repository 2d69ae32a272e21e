"""Who plays a seat knows only what the bot showed that person."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ALLOWED = {"collections", "dataclasses", "random", "re", "typing", "discord", "simcord"}
ALLOWED_OF_OURS = {"bot.local.simulation", "bot.locale", "tests.end_to_end.reading"}


@pytest.mark.parametrize("module", ["driver.py", "reading.py", "tapping.py"])
def test_it_imports_nothing_that_knows_the_game(module: str) -> None:
    imported = set(imports(HERE / module))
    assert {name for name in imported if name.split(".")[0] not in ALLOWED} <= ALLOWED_OF_OURS


@pytest.mark.parametrize(("module", "languages"), [("driver", set()), ("tapping", {"bot.locale"})])
def test_what_it_imports_does_not_bring_the_game_in_either(module: str, languages: set[str]) -> None:
    program = f"import sys, tests.end_to_end.{module}; print([name for name in sys.modules if name.startswith('bot.')])"
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    simulation = {f"bot.local.{name}" for name in ("simulation", "world", "servers", "settling")}
    assert set(ast.literal_eval(ran.stdout)) == {"bot.local"} | simulation | languages


def imports(path: Path) -> list[str]:
    """The names of all modules that a file imports, wherever in it."""
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    assert not [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level]
    return plain + [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
