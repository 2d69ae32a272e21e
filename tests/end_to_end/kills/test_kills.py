"""The process is killed at any step and at any time, and nothing that was told to anybody is lost (laws 1, 2).

`make soak` does it many more times: see `__main__.py`.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby, pairwise
from pathlib import Path

import pytest

from bot.tables.outbox import Outbox
from tests.end_to_end.kills.killing import ANY_TIME, AT_REST, Game
from tests.end_to_end.kills.lines import Called, Line, Reached, Strike
from tests.end_to_end.kills.steps import ANNOUNCING, DOOR, STATEMENTS, STEPS, install, step_of

KEEPING = {"transaction begun", "another row written", "commit asked for", "commit under way", "committed"}
# In the order of a game: at each a process dies, and the next one makes good for it and goes on.
KILLS = (
    "seat dealt",
    "letter posted",
    ANY_TIME,
    "log row written",
    "commit under way",
    "committed",
    ANY_TIME,
    "letter kept",
    "older board retired",
    ANY_TIME,
)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[Line]:
    """All that a process says which is not killed while people open a table and play."""
    return Game(tmp_path_factory.mktemp("traced") / "game", "traced").play(30)


def chains(said: Sequence[Line], name: str) -> list[list[Reached | Called]]:
    """What was done one after the other, in each answer to a person or each run of a sender."""
    found = defaultdict[str, list[Reached | Called]](list)
    for line in said:
        if isinstance(line, Reached | Called) and line.chain.startswith(name):
            found[line.chain].append(line)
    return list(found.values())


def steps(chain: Sequence[Reached | Called], without: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The names of the steps of a chain, each once where it is done several times on end."""
    names = [line.step for line in chain if isinstance(line, Reached) and line.step not in without]
    return tuple(name for name, _ in groupby(names))


def test_the_steps_of_an_action_are_those_named_and_in_their_order(said: list[Line]) -> None:
    actions = [steps(chain) for chain in chains(said, "answer")]
    assert DOOR in actions
    announced = [steps(chain, frozenset(KEEPING)) for chain in chains(said, "sender")]
    assert ANNOUNCING in announced


def test_every_step_is_reached(said: list[Line]) -> None:
    assert {line.step for line in said if isinstance(line, Reached)} == set(STEPS)


def test_between_two_things_that_outlive_the_process_lies_a_step(said: list[Line]) -> None:
    calls = 0
    for chain in chains(said, "answer") + chains(said, "sender"):
        for before, after in pairwise(chain):
            if isinstance(before, Called):
                calls += 1
                assert isinstance(after, Reached), (before.path, after)
                assert after.step not in STATEMENTS.values(), (before.path, after.step)
    assert calls > 100
    with pytest.raises(LookupError):
        step_of("REPLACE INTO log")


def test_a_step_whose_function_is_gone_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Outbox, "pinged")
    with pytest.raises(KeyError, match="pinged"):
        install(lambda *_: None)


def test_ten_kills_lose_nothing(tmp_path: Path) -> None:
    game = Game(tmp_path / "game", "ten")
    for step in KILLS:
        game.kill(step)
    game.close()
    assert [outcome.step for outcome in game.outcomes if outcome.step != outcome.last] == [ANY_TIME] * 3 + [AT_REST]
    assert game.is_begun
    assert not game.findings, game.findings


@pytest.mark.parametrize(
    ("fault", "after", "finding"),
    [
        ("told before saved", [Strike("answered", 3), Strike("answered", 2)], "told as done and not there"),
        ("owed in a transaction of its own", [Strike("promise kept")], "a change to [0] owes"),
        ("settled before sent", [Strike("letter settled")], "was lost"),
        ("numbered anew", [Strike("letter posted")], "told twice"),
        ("retired at last", [Strike("promise kept"), Strike("board kept", early=True)], "can be pressed"),
    ],
)
def test_the_kills_find_a_fault_that_is_planted(tmp_path: Path, fault: str, after: list[Strike], finding: str) -> None:
    game = Game(tmp_path / "game", fault, fault=fault)
    for strike in after:
        game.strike(strike)
    game.close()
    assert any(finding in found for found in game.findings), game.findings
