"""Positions: a state with nothing hidden, as record.md writes it, for comparing and for tests."""

from typing import Any

from bot.game.components import BUILDING_TYPES, DECKS
from bot.game.rules import waiting
from bot.game.scoring import scores, winner
from bot.game.state import City, Column, Phase, State


def position(state: State) -> dict[str, Any]:
    """The position of a state as JSON data."""
    over = state.phase is Phase.OVER
    return {
        "phase": state.phase.value,
        "turn": state.turn,
        "active": None if over else state.active,
        "waiting": list(waiting(state)),
        "first_defender": state.first_defender,
        "deck": None if over or state.deck is None else DECKS[state.deck],
        "decks": {name: len(cards) for name, cards in zip(DECKS, state.decks, strict=True)},
        "columns": [_column(column) for column in state.columns],
        "outbid": _outbid(state),
        "reserve": state.reserve._asdict(),
        "bonus_walls": state.bonus_walls,
        "invasions": state.invasions,
        "final_turns": state.final_turns,
        "seats": {city.seat: _city(state, city) for city in state.cities},
        "scores": _scores(state) if over else None,
        "winner": winner(state) if over else None,
    }


def _column(column: Column) -> dict[str, Any]:
    bid = column.bid
    tokens = bid and {"seat": bid.seat, "coins": bid.coins, "believers": bid.believers}
    return {"cards": list(column.cards), "bid": tokens}


def _outbid(state: State) -> dict[str, Any] | None:
    if state.outbid is None:
        return None
    bid = state.outbid.bid
    return {"seat": bid.seat, "column": state.outbid.column, "coins": bid.coins, "believers": bid.believers}


def _city(state: State, city: City) -> dict[str, Any]:
    holders = zip(BUILDING_TYPES, state.notables, strict=True)
    return {
        "vp": city.vp,
        "loot": city.loot,
        "envoys": state.envoys(city.seat),
        "heroism": sorted(city.heroism),
        "notables": [kind for kind, holder in holders if holder == city.seat],
        "active": list(city.active),
        "resources": city.resources._asdict(),
        "hand": sorted(city.hand),
        "buildings": [{"type": building.type, "cards": list(building.cards)} for building in city.buildings],
        "walls": [list(section) for section in city.walls],
    }


def _scores(state: State) -> dict[str, Any]:
    return {seat: {**score._asdict(), "total": score.total} for seat, score in scores(state).items()}
