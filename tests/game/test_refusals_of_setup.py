"""The row for setups in the refusal table of record.md."""

from typing import Any

import pytest

from bot.game.errors import Refusal
from bot.game.record import ReplayRefused, export, replay
from bot.game.rules import start
from bot.game.state import Setup
from bot.replay_command import check_record
from tests.game.builders import FIVE, setup

SALT, COMMITMENT = "0" * 32, "aF" * 32


def record(*communes: str, **changes: Any) -> dict[str, Any]:
    return {**export(setup(*(communes or ("lucca", "siena"))), []), **changes}


def rule_of(data: object) -> str | None:
    """The rule by which a record's setup is refused; None when it is legal."""
    answer = check_record(data, every=False)
    assert answer.get("action") is None
    rule: str | None = answer.get("rule")
    return rule


def test_a_setup_of_two_to_five_seats_is_legal() -> None:
    for seats in range(2, 6):
        assert rule_of(record(*FIVE[:seats])) is None


def test_a_proof_is_read_and_left_alone() -> None:
    assert rule_of(record(proof={"salt": SALT, "commitment": COMMITMENT})) is None


@pytest.mark.parametrize("data", [None, 1, True, "comuni-record", [], {}, [record()]])
def test_what_is_no_record_is_refused(data: object) -> None:
    assert rule_of(data) == "record"


@pytest.mark.parametrize("key", ["format", "version", "communes", "decks", "actions"])
def test_a_missing_key_is_refused(key: str) -> None:
    data = record()
    del data[key]
    assert rule_of(data) == "record"


@pytest.mark.parametrize(
    "changes",
    [
        {"note": 1},
        {"open_screens": False},
        {"format": "comuni"},
        {"format": None},
        {"version": 2},
        {"version": 0},
        {"version": True},
        {"version": 1.0},
        {"version": "1"},
        {"version": None},
        {"communes": "lucca"},
        {"communes": ["lucca", 3]},
        {"communes": None},
        {"communes": {"lucca": 1}},
        {"decks": []},
        {"decks": None},
        {"actions": {}},
        {"actions": None},
        {"actions": "[]"},
        {"proof": None},
        {"proof": {}},
        {"proof": {"salt": SALT}},
        {"proof": {"salt": SALT, "commitment": COMMITMENT, "by": "x"}},
        {"proof": {"salt": SALT + "0", "commitment": COMMITMENT}},
        {"proof": {"salt": SALT, "commitment": "g" * 64}},
        {"proof": {"salt": SALT + "\n", "commitment": COMMITMENT}},
        {"proof": {"salt": 0, "commitment": COMMITMENT}},
    ],
)
def test_a_wrong_shape_is_refused(changes: dict[str, Any]) -> None:
    assert rule_of(record(**changes)) == "record"


@pytest.mark.parametrize("change", [{"E": []}, {"A": None}, {"A": "A01"}, {"B": [1]}, {"C": [["C01"]]}, {"D": {}}])
def test_decks_of_a_wrong_shape_are_refused(change: dict[str, Any]) -> None:
    data = record()
    data["decks"].update(change)
    assert rule_of(data) == "record"


def test_a_missing_deck_is_refused() -> None:
    data = record()
    del data["decks"]["D"]
    assert rule_of(data) == "record"


@pytest.mark.parametrize(
    "communes",
    [
        [],
        ["lucca"],
        ["lucca", "roma"],
        ["lucca", "Siena"],
        ["lucca", "lucca"],
        ["siena", "lucca"],
        ["lucca", "siena", "firenze"],
        [*FIVE, "roma"],
        [*FIVE, "milano"],
    ],
)
def test_1_1_communes_that_are_not_two_to_five_in_order_are_refused(communes: list[str]) -> None:
    assert rule_of(record(communes=communes)) == "1.1"


def decks_with(**changes: list[str]) -> dict[str, list[str]]:
    return {**record()["decks"], **changes}


B = list(setup("lucca", "siena").decks[1])


@pytest.mark.parametrize(
    "deck", [[], B[1:], [*B, "B12"], [*B, B[0]], [B[0], *B[:-1]], [*B[1:], "D01"], [*B[1:], "X"], [*B[1:], "B12"]]
)
def test_1_4_a_deck_that_does_not_hold_exactly_the_cards_in_use_is_refused(deck: list[str]) -> None:
    assert rule_of(record(decks=decks_with(B=deck))) == "1.4"


def test_1_4_the_cards_of_more_players_are_refused() -> None:
    assert rule_of(record(decks=record("lucca", "firenze", "siena")["decks"])) == "1.4"


def test_1_4_the_order_of_a_deck_is_free() -> None:
    assert rule_of(record(decks=decks_with(B=B[::-1]))) is None


def test_the_shape_comes_before_the_communes_and_those_before_the_decks() -> None:
    assert rule_of(record(communes=["roma"], note=1)) == "record"
    assert rule_of(record(communes=["roma"], decks=decks_with(B=[]))) == "1.1"
    assert rule_of(record(decks=decks_with(B=[]), actions=1)) == "record"


def test_the_setup_is_checked_before_any_action_is_looked_at() -> None:
    assert rule_of(record(communes=["roma", "lucca"], actions=["nonsense"])) == "1.1"


def test_an_action_of_a_wrong_shape_is_refused_when_it_is_reached() -> None:
    actions = [{"seat": "lucca", "type": "bid", "column": 1}, "nonsense"]
    states = replay(record(actions=actions))
    next(states)
    assert next(states).active == "siena"
    with pytest.raises(ReplayRefused) as caught:
        next(states)
    assert (caught.value.action, caught.value.refusal.rule) == (1, "record")


def test_start_refuses_a_wrong_setup_itself() -> None:
    with pytest.raises(Refusal) as caught:
        start(Setup(("lucca",), ((), (), (), ())))
    assert caught.value.rule == "1.1"
