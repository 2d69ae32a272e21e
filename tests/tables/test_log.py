"""The log is the truth: it reads back as it was played, and whatever is no game is refused with its row."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from bot.game.observation import observe
from bot.tables.deal import Deal, deal
from bot.tables.history import History
from bot.tables.log import ACTION, SETUP, LogUnreadable, action_body, read_log, read_row, setup_body
from tests.game.games import Game, whole_game
from tests.tables.hosting import seeded

SALT = "0123456789abcdef" * 2
SEATS = [2, 3, 4, 5]


@dataclass(frozen=True)
class Row:
    """A row of a log."""

    number: int
    kind: str
    body: str
    author: int | None = None
    reason: str | None = None


def rows_of(game: Game) -> list[Row]:
    """The log that this game would have written."""
    made = Deal(game.setup, SALT, {})
    actions = [Row(number, ACTION, action_body(action)) for number, action in enumerate(game.actions, start=1)]
    return [Row(0, SETUP, setup_body(made)), *actions]


def unreadable(rows: list[Row]) -> int:
    """The row where a log stops making sense."""
    with pytest.raises(LogUnreadable) as caught:
        read_log(rows)
    return caught.value.number


@pytest.mark.parametrize("open_screens", [False, True])
@pytest.mark.parametrize("seats", SEATS)
def test_a_setup_reads_back_as_it_was_dealt(seats: int, open_screens: bool) -> None:
    made = deal(range(seats), seeded(seats), open_screens=open_screens)
    history = read_log([Row(0, SETUP, setup_body(made))])
    assert (history.setup, history.salt) == (made.setup, made.salt)
    assert (history.version, history.entries) == (1, ())


@pytest.mark.parametrize("open_screens", [False, True])
@pytest.mark.parametrize("seats", SEATS)
def test_the_fold_of_a_log_is_the_game_that_was_played(seats: int, open_screens: bool) -> None:
    game = whole_game(3, seats, "mixed", open_screens=open_screens)
    history = read_log(rows_of(game))
    assert history.snapshot.state == game.last
    assert list(history.actions) == game.actions
    assert [entry.events for entry in history.entries] == [step.events for step in game.steps]
    assert history.version == len(game.steps) + 1
    for seat in (*game.setup.communes, None):
        assert observe(history.snapshot.state, seat) == observe(game.last, seat)


def test_a_history_grows_row_by_row_into_the_same_one() -> None:
    rows = rows_of(whole_game(4, 3, "mixed"))
    history: History = read_log(rows[:1])
    for row in rows[1:]:
        history = read_row(history, row)
    assert history == read_log(rows)


def test_an_empty_log_is_unreadable() -> None:
    assert unreadable([]) == 0


def spoiled(number: int, body: str) -> Row:
    return Row(number, ACTION if number else SETUP, body)


BROKEN_JSON = ["", "{", "nothing", "\x00", '{"a": 1}{"b": 2}', "[" * 5000, "1" * 5000]
NO_ACTION = ["null", "[]", "3", '"bid"', "{}", '{"type": "bid"}', '{"type": "undo"}', "NaN", '[{"type": "finish"}]']


@pytest.mark.parametrize("body", BROKEN_JSON + NO_ACTION)
def test_a_row_that_is_broken_is_named_wherever_it_stands(body: str) -> None:
    rows = rows_of(whole_game(5, 2, "mixed"))
    for number in {0, 1, 2, len(rows) // 2, len(rows) - 1}:
        broken = [*rows[:number], spoiled(number, body), *rows[number + 1 :]]
        assert unreadable(broken) == number


def test_every_row_is_named_when_it_is_the_broken_one() -> None:
    rows = rows_of(whole_game(5, 2, "mixed"))
    for number in range(len(rows)):
        assert unreadable([*rows[:number], spoiled(number, "{"), *rows[number + 1 :]]) == number


@pytest.mark.parametrize("kind", ["setup", "undo", "correction", "", "Action"])
def test_a_row_of_another_kind_is_unreadable(kind: str) -> None:
    rows = rows_of(whole_game(5, 2, "mixed"))
    assert unreadable([*rows[:4], Row(4, kind, rows[4].body), *rows[5:]]) == 4


def test_a_log_that_does_not_begin_with_its_setup_is_unreadable() -> None:
    rows = rows_of(whole_game(5, 2, "mixed"))
    assert unreadable(rows[1:]) == 1
    assert unreadable([Row(0, ACTION, rows[0].body), *rows[1:]]) == 0
    assert unreadable([Row(1, SETUP, rows[0].body)]) == 1


def test_a_gap_or_a_row_twice_is_unreadable() -> None:
    rows = rows_of(whole_game(5, 2, "mixed"))
    assert unreadable([*rows[:3], *rows[4:]]) == 4
    assert unreadable([*rows[:3], rows[2], *rows[3:]]) == 2


def test_an_action_that_the_rules_refuse_is_unreadable() -> None:
    rows = rows_of(whole_game(5, 2, "mixed"))
    data = {**json.loads(rows[1].body), "type": "finish", "discard": []}
    wrong_phase = json.dumps({name: data[name] for name in ("type", "seat", "discard")})
    assert unreadable([rows[0], Row(1, ACTION, wrong_phase)]) == 1
    assert unreadable([*rows, Row(len(rows), ACTION, rows[-1].body)]) == len(rows)


def test_an_action_of_a_seat_that_is_not_in_the_game_is_unreadable() -> None:
    rows = rows_of(whole_game(5, 2, "mixed"))
    data = {**json.loads(rows[1].body), "seat": "roma"}
    assert unreadable([rows[0], Row(1, ACTION, json.dumps(data))]) == 1


WRONG_SETUPS: list[dict[str, Any]] = [
    {"communes": None},
    {"communes": "lucca"},
    {"communes": ["lucca", "roma"]},
    {"communes": ["lucca", ["siena"]]},
    {"communes": {"lucca": 1, "siena": 2}},
    {"decks": []},
    {"decks": {"A": [], "B": [], "C": [], "D": []}},
    {"decks": {"A": [1], "B": [], "C": [], "D": []}},
    {"salt": None},
    {"salt": 5},
    {"salt": "too short"},
    {"open_screens": "false"},
    {"open_screens": 1},
    {"open_screens": None},
    {"more": "than that"},
]


@pytest.mark.parametrize("change", WRONG_SETUPS)
def test_a_setup_with_anything_wrong_in_it_is_unreadable(change: dict[str, Any]) -> None:
    body = json.loads(rows_of(whole_game(5, 2, "mixed"))[0].body)
    assert unreadable([Row(0, SETUP, json.dumps({**body, **change}))]) == 0


@pytest.mark.parametrize("name", ["communes", "decks", "salt", "open_screens"])
def test_a_setup_with_anything_missing_is_unreadable(name: str) -> None:
    body = json.loads(rows_of(whole_game(5, 2, "mixed"))[0].body)
    del body[name]
    assert unreadable([Row(0, SETUP, json.dumps(body))]) == 0
