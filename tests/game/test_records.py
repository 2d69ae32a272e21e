"""Records: what was exported is replayed exactly, and actions are what their data says."""

import hashlib
import json
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from bot.__main__ import main
from bot.game.actions import Action, dump_action, parse_action
from bot.game.errors import MalformedRecord
from bot.game.record import Proof, export, parse_record, replay
from bot.game.state import Phase
from tests.game.builders import FIVE, setup
from tests.game.games import POOL, whole_game
from tests.game.strange import mutated, strange_actions

FIXTURES = Path(__file__).parent / "fixtures"
SEATS = [2, 3, 4, 5]
SILENT = {Phase.REPLACEMENT, Phase.NOTABLES, Phase.TURN_END}  # they ask nobody
games = pytest.mark.parametrize(("seed", "seats", "cast"), POOL)


@games
def test_an_exported_game_replays_to_equal_states(seed: int, seats: int, cast: str) -> None:
    game = whole_game(seed, seats, cast)
    data = json.loads(json.dumps(export(game.setup, game.actions)))
    assert list(replay(data)) == game.states


@games
def test_an_action_is_what_its_data_says(seed: int, seats: int, cast: str) -> None:
    game = whole_game(seed, seats, cast)
    rng = Random(seed)
    for state in game.states[::9]:
        for action in strange_actions(state, rng, 10):
            data = json.loads(json.dumps(dump_action(action)))
            assert parse_action(data, game.setup.communes) == action


@games
def test_an_action_with_one_thing_wrong_in_its_data_is_malformed(seed: int, seats: int, cast: str) -> None:
    game = whole_game(seed, seats, cast)
    rng = Random(seed)
    for action in game.actions[::5]:
        with pytest.raises(MalformedRecord):
            parse_action(mutated(dump_action(action), rng), game.setup.communes)


def test_the_type_of_a_building_is_called_as_in_a_record() -> None:
    data = {"seat": "lucca", "type": "build", "card": "D12", "as": "military"}
    action = parse_action(data, FIVE)
    assert dump_action(action) == {**data, "building": None, "artisans": 0, "believers": 0}


def test_a_proof_is_exported_and_read_again() -> None:
    proof = Proof(salt="0" * 32, commitment="f" * 64)
    data = export(setup("lucca", "siena"), [], proof)
    assert data["proof"] == {"salt": "0" * 32, "commitment": "f" * 64}
    assert parse_record(data).proof == proof
    assert "proof" not in export(setup("lucca", "siena"), [])


def digest(positions: object) -> str:
    """What tells all positions of a game from those of any other play of it."""
    return hashlib.sha256(json.dumps(positions, sort_keys=True).encode()).hexdigest()


@pytest.mark.parametrize("seats", SEATS)
def test_recorded_games_are_replayed_exactly_and_to_change_what_is_expected_takes_a_new_rules_version(
    seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["replay", "--every", str(FIXTURES / f"{seats}_seats.jsonl")])
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    lines = (FIXTURES / f"{seats}_seats.positions.jsonl").read_text(encoding="utf-8").splitlines()
    digests = json.loads((FIXTURES / "every_position.json").read_text(encoding="utf-8"))
    assert code == 0
    assert [answer["position"] for answer in answers] == [json.loads(line) for line in lines]
    assert [digest(answer["positions"]) for answer in answers] == digests[str(seats)]


@pytest.mark.parametrize("seats", SEATS)
def test_the_recorded_games_of_each_number_of_seats_meet_whatever_there_is_in_the_rules(seats: int) -> None:
    lines = (FIXTURES / f"{seats}_seats.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    actions = [action for record in records for action in record["actions"]]
    assert {action["type"] for action in actions} == {kind.model_fields["type"].default for kind in get_args(Action)}
    assert any(action.get("as") for action in actions), "a wild card is declared"
    states = [state for record in records for state in replay(record)]
    assert {state.phase for state in states} == set(Phase) - SILENT
    assert {state.invasions for state in states} == {0, 1, 2, 3, 4}
    assert {state.final_turns for state in states} == {None, *range(seats + 1)}
    assert all(list(replay(record))[-1].phase is Phase.OVER for record in records)
