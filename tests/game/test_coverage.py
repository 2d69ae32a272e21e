"""The random games reach everything: every event, every refusal by every rule, every phase, every ending."""

from collections.abc import Iterator
from functools import cache
from random import Random
from types import ModuleType
from typing import Any

import pytest

from bot.game import errors, events
from bot.game.actions import dump_action, parse_action
from bot.game.components import CARDS
from bot.game.errors import Refusal
from bot.game.events import BidLost, ColumnFilled, DeckRanOut, EnvoyOutbid, EnvoyWithdrawn
from bot.game.record import ReplayRefused, export, replay
from bot.game.rules import refusal
from bot.game.scoring import scores
from bot.game.state import Phase, State
from tests.game.games import POOL, Game, whole_game
from tests.game.strange import mutated, strange_actions

STRANGE = 6  # as many strange actions are tried in each state

REFUSALS: dict[str, set[tuple[str, str]]] = {
    "setup": {("MalformedRecord", "record"), ("WrongCommunes", "1.1"), ("WrongDeck", "1.4")},
    "data": {("MalformedRecord", "record")},
    "every action": {("WrongPhase", "phase"), ("NotAsked", "turn")},
    "bid": {
        ("ColumnNotInUse", "5.2"),
        ("ColumnEmpty", "5.2"),
        ("OwnEnvoyThere", "5.2"),
        ("NoFreeEnvoy", "5.3"),
        ("OddTokens", "5.1"),
        ("NotHeld", "5.1"),
        ("BidNotHigher", "5.1"),
    },
    "acquire": {
        ("NoEnvoyPlaced", "5.8"),
        ("WrongChoiceCount", "5.9"),
        ("UnknownResource", "5.9"),
        ("NotInReserve", "5.9"),
    },
    "income": {
        ("NoFreeEnvoy", "5.3"),
        ("WrongChoiceCount", "5.11"),
        ("UnknownResource", "5.11"),
        ("NotInReserve", "5.11"),
    },
    "move": {
        ("ColumnNotInUse", "5.2"),
        ("SameColumn", "5.5"),
        ("ColumnEmpty", "5.2"),
        ("OwnEnvoyThere", "5.2"),
        ("MoveNotHigher", "5.5"),
        ("NoBeliever", "5.5"),
    },
    "build": {
        ("CardNotInHand", "8.4"),
        ("CardNotInHand", "8.5"),
        ("DeclarationMissing", "8.4"),
        ("DeclarationWrong", "8.4"),
        ("DeclarationNotWanted", "8.4"),
        ("NoSuchBuilding", "8.5"),
        ("LevelTooHigh", "8.5"),
        ("WrongType", "8.5"),
        ("OddTokens", "8.7"),
        ("PaymentNotExact", "8.7"),
        ("NotHeld", "8.7"),
    },
    "wall": {
        ("CardNotInHand", "8.9"),
        ("NoSuchSection", "8.9"),
        ("LevelTooHigh", "8.9"),
        ("OddTokens", "8.7"),
        ("PaymentNotExact", "8.7"),
        ("NotHeld", "8.7"),
    },
    "finish": {("CardTwice", "8.11"), ("CardNotInHand", "8.11"), ("WrongDiscardCount", "8.11")},
    "repair": {("WrongLootNumber", "10.1"), ("MoreThanLoot", "10.1"), ("NotHeld", "10.1")},
    "defend": {("OddTokens", "11.2"), ("NotHeld", "11.2")},
}


def leaves(module: ModuleType, parent: type) -> set[str]:
    """The names of a module's classes below a parent that are no parents themselves."""
    classes = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, parent)]
    parents = {base for value in classes for base in value.__mro__[1:]}
    return {value.__name__ for value in classes if value not in parents}


def pool() -> list[Game]:
    return [whole_game(*game) for game in POOL]


@cache
def met() -> dict[str, set[tuple[str, str]]]:
    """The refusals that the random games meet, by the row of the table."""
    found: dict[str, set[tuple[str, str]]] = {row: set() for row in REFUSALS}
    for number, game in enumerate(pool()):
        rng = Random(number)
        for state in game.states:
            for row, refused in strange_answers(state, rng):
                found[row].add((refused.key, refused.rule))
        for refused in setup_refusals(game, rng):
            found["setup"].add((refused.key, refused.rule))
    return found


def strange_answers(state: State, rng: Random) -> Iterator[tuple[str, Refusal]]:
    for action in strange_actions(state, rng, STRANGE):
        if refused := refusal(state, action):
            everywhere = refused.rule in ("phase", "turn")
            yield "every action" if everywhere else action.type, refused
    try:
        parse_action(mutated(dump_action(action), rng), state.communes)
    except Refusal as malformed:
        yield "data", malformed


def setup_refusals(game: Game, rng: Random) -> Iterator[Refusal]:
    record = export(game.setup, [])
    changes: list[dict[str, Any]] = [
        {"version": 2},
        {"communes": rng.sample(record["communes"], 1)},
        {"decks": {**record["decks"], "C": rng.sample(list(CARDS), 9)}},
    ]
    for change in changes:
        with pytest.raises(ReplayRefused) as caught:
            next(replay({**record, **change}))
        yield caught.value.refusal


def test_the_table_names_every_refusal() -> None:
    assert {name for row in REFUSALS.values() for name, _ in row} == leaves(errors, errors.Refusal)


@pytest.mark.parametrize("row", REFUSALS)
def test_the_random_games_meet_every_refusal_of_a_row_and_no_other(row: str) -> None:
    assert met()[row] == REFUSALS[row]


def test_the_random_games_reach_every_event() -> None:
    reached = {type(event).__name__ for game in pool() for step in game.steps for event in step.events}
    assert reached == leaves(events, events.Event)


def test_the_random_games_reach_every_phase() -> None:
    asking = set(Phase) - {Phase.REPLACEMENT, Phase.NOTABLES, Phase.TURN_END}
    assert {state.phase for game in pool() for state in game.states} == asking


def test_no_settled_state_is_in_a_phase_that_asks_nobody() -> None:
    silent = {Phase.REPLACEMENT, Phase.NOTABLES, Phase.TURN_END}
    assert not silent & {state.phase for game in pool() for state in game.states}


def ending(game: Game) -> set[str]:
    """What is special about the end of a game."""
    totals = sorted((score.total for score in scores(game.last).values()), reverse=True)
    drawn = next(step for step in game.steps if DeckRanOut("D") in step.events)
    empty = [not column.cards for column in drawn.after.columns]
    return {
        "a tie" if totals[0] == totals[1] else "a winner alone",
        "bids lost" if any(isinstance(event, BidLost) for event in game.steps[-1].events) else "no bid left",
        "a column stays empty" if any(empty) else "D fills every column",
        "a winner below zero" if totals[0] < 0 else "a winner not below zero",
    }


def test_the_random_games_reach_every_ending() -> None:
    reached = set().union(*map(ending, pool()))
    assert reached == {
        "a tie",
        "a winner alone",
        "bids lost",
        "no bid left",
        "a column stays empty",
        "D fills every column",
        "a winner below zero",
        "a winner not below zero",
    }


def test_the_random_games_end_for_each_number_of_seats_with_every_seat_drawing_the_last_card() -> None:
    places = {(len(game.setup.communes), game.setup.communes.index(game.last.active)) for game in pool()}
    assert {seats for seats, _ in places} == {2, 3, 4, 5}
    assert {(seats, place) for seats in (2, 3) for place in range(seats)} <= places


def rarities(game: Game) -> Iterator[str]:
    """Rare things that happen in a game."""
    for step in game.steps:
        outbids = sum(isinstance(event, EnvoyOutbid) for event in step.events)
        if outbids and step.before.phase is Phase.OUTBID:
            yield "a chain"
        if step.after.outbid and step.after.outbid.bid.seat == step.after.active:
            yield "a chain back to the active seat"
        if any(isinstance(event, EnvoyWithdrawn) and event.forced for event in step.events):
            yield "a withdrawal without asking"
        if any(isinstance(event, ColumnFilled) and len({card[0] for card in event.cards}) > 1 for event in step.events):
            yield "a column of two decks"
        if step.after.reserve.total == 0:
            yield "an empty reserve"
        if step.after.bonus_walls == 0:
            yield "no bonus wall left"


def test_the_random_games_reach_what_is_rare() -> None:
    assert set().union(*(set(rarities(game)) for game in pool())) == {
        "a chain",
        "a chain back to the active seat",
        "a withdrawal without asking",
        "a column of two decks",
        "an empty reserve",
        "no bonus wall left",
    }
