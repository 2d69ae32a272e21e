"""A snapshot reads back exactly as it was, type for type; anything else is unreadable."""

import json
import traceback
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

import pytest

from bot.game.state import Phase
from bot.tables.snapshot import Snapshot, SnapshotUnreadable, advance, begin, decode, encode
from tests.game import stages
from tests.game.games import whole_game

SEATS = [2, 3, 4, 5]
STAGES = [stages.projects, stages.all_out, stages.outbid, stages.construction, stages.repair, stages.invasion]


@cache
def snapshots(seed: int, seats: int, cast: str) -> list[Snapshot]:
    """The snapshot of the start and after every action of a random game."""
    game = whole_game(seed, seats, cast, open_screens=seed % 2 == 0)
    played = [begin(game.setup)]
    for action in game.actions:
        played.append(advance(played[-1], action)[0])
    return played


def shape(value: Any) -> Any:
    """A value with the type of every part of it: equal values of other types differ."""
    if is_dataclass(value):
        return type(value), [(each.name, shape(getattr(value, each.name))) for each in fields(value)]
    if isinstance(value, tuple):
        return type(value), [shape(each) for each in value]
    if isinstance(value, Enum):
        return type(value), value.name
    if hasattr(value, "model_fields_set"):
        return type(value), [(name, shape(getattr(value, name))) for name in type(value).model_fields]
    return type(value), value


@pytest.mark.parametrize("cast", ["mixed", "bidders", "masons"])
@pytest.mark.parametrize("seats", SEATS)
def test_every_snapshot_of_a_game_reads_back_equal_and_of_the_same_types(seats: int, cast: str) -> None:
    for snapshot in snapshots(6, seats, cast):
        back = decode(encode(snapshot))
        assert back == snapshot
        assert hash(back) == hash(snapshot)
        assert shape(back) == shape(snapshot)


def test_the_games_above_go_through_every_phase_that_asks_and_through_seals() -> None:
    seen = [snapshot.state for seats in SEATS for snapshot in snapshots(6, seats, "bidders")]
    seen += [snapshot.state for snapshot in snapshots(6, 3, "mixed")]
    silent = {Phase.REPLACEMENT, Phase.NOTABLES, Phase.TURN_END}  # no settled state is in them
    assert {state.phase for state in seen} == set(Phase) - silent
    assert any(city.sealed for state in seen for city in state.cities)
    assert any(state.outbid for state in seen)
    assert {state.open_screens for state in seen} == {True}


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_each_stage_reads_back(stage: Any) -> None:
    snapshot = Snapshot(stage(), (7,) * len(stage().communes))
    assert shape(decode(encode(snapshot))) == shape(snapshot)


def test_a_snapshot_that_was_read_back_plays_on_like_the_first() -> None:
    game = whole_game(7, 4, "mixed")
    here = there = begin(game.setup)
    for action in game.actions:
        here, told = advance(here, action)
        there, told_there = advance(decode(encode(there)), action)
        assert (here, told) == (there, told_there)


def spoilt(change: Any) -> str:
    data = json.loads(encode(begin(whole_game(7, 3, "mixed").setup)))
    change(data)
    return json.dumps(data)


def test_text_that_is_no_snapshot_is_unreadable() -> None:
    whole = encode(begin(whole_game(7, 3, "mixed").setup))
    for text in ["", "{", "null", "[]", "{}", "3", whole[:-1], whole[1:], whole + whole, "[" * 5000]:
        with pytest.raises(SnapshotUnreadable):
            decode(text)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.pop("prompts"),
        lambda data: data["state"].pop("columns"),
        lambda data: data["state"].update(phase="lunch"),
        lambda data: data["state"].update(phase="PROJECTS"),
        lambda data: data["state"].update(turn="1"),
        lambda data: data["state"].update(turn=1.5),
        lambda data: data["state"].update(turn=True),
        lambda data: data["state"].update(open_screens=0),
        lambda data: data["state"].update(cities=None),
        lambda data: data.update(prompts=["1", "0", "0"]),
        lambda data: data["state"]["cities"][0].update(resources=[1, 2, 3, 4, 5]),
    ],
)
def test_a_snapshot_of_another_shape_is_unreadable(change: Any) -> None:
    with pytest.raises(SnapshotUnreadable):
        decode(spoilt(change))


def test_the_error_of_an_unreadable_snapshot_does_not_show_what_is_in_it() -> None:
    secret = whole_game(7, 3, "mixed").setup.decks[3][0]
    text = spoilt(lambda data: data["state"].update(turn=secret))
    with pytest.raises(SnapshotUnreadable) as caught:
        decode(text)
    assert secret not in "".join(traceback.format_exception(caught.value))
