"""Rules of the house that no other tool checks."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "cogs", "storage")
MODULES = sorted(file for name in PACKAGES for file in (ROOT / name).rglob("*.py"))
FORBIDDEN_IN_THE_GAME = {"discord", "aiosqlite", "asyncio", "time", "datetime", "random", "secrets"}
LONGEST_MODULE = 300  # lines
LONG_FUNCTION = 25  # lines; 1 of 10 may be longer
MEDIAN_FUNCTION = 8  # lines

Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def imports(file: Path) -> Iterator[str]:
    """The top-level packages that a module imports."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def public(body: list[ast.stmt]) -> Iterator[Defined]:
    """The public functions and classes of a module, and the methods of those; not what is overloaded or a stub."""
    for node in body:
        if isinstance(node, Defined) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef) and not _is_protocol(node):
                yield from public(node.body)


def _is_protocol(node: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id == "Protocol" for base in node.bases)


def functions() -> list[int]:
    """The lengths of all functions, in lines."""
    return sorted(
        (node.end_lineno or 0) - node.lineno + 1
        for file in MODULES
        for node in ast.walk(tree(file))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_no_module_is_too_long(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) < LONGEST_MODULE


def test_functions_are_short() -> None:
    lengths = functions()
    assert lengths[len(lengths) // 2] <= MEDIAN_FUNCTION
    assert lengths[len(lengths) * 9 // 10] < LONG_FUNCTION


@pytest.mark.parametrize("file", sorted((ROOT / "bot" / "game").rglob("*.py")), ids=name)
def test_the_game_knows_neither_discord_nor_clock_nor_chance(file: Path) -> None:
    assert not FORBIDDEN_IN_THE_GAME & set(imports(file))


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_whatever_is_public_says_what_it_is(file: Path) -> None:
    module = tree(file)
    assert ast.get_docstring(module), "the module"
    silent = [node.name for node in public(module.body) if not ast.get_docstring(node)]
    assert silent == []


@pytest.mark.parametrize("file", sorted(ROOT.glob("requirements-*.txt")), ids=name)
def test_every_requirement_is_pinned_to_one_version_and_comes_from_the_default_registry(file: Path) -> None:
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+|-r requirements-\w+\.txt", line) for line in lines), lines


def test_the_readme_says_that_this_is_unofficial() -> None:
    first = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## ")[0]
    assert "unofficial" in first.lower()
