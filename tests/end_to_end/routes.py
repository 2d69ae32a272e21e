"""By which way an action comes about, and how each is typed as a command: to be done now, or ordered in advance."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.game.actions import Acquire, Action, Build, Defend, Finish, Income, Move, Repair, Wall, Withdraw, dump_action
from bot.game.components import COMMUNES, Seat
from bot.game.phases.acquire import bonus_owed, columns_held
from bot.game.rules import legal
from bot.game.state import Defence, State
from tests.end_to_end.driver import Options


class Route(StrEnum):
    """By which way something comes about at a table."""

    SLASH = "slash"
    TAP = "tap"
    DEADLINE = "deadline"  # time passes, and a steward stands in
    ORDER = "order"  # given in advance, or for what is asked already
    STEWARD = "steward"  # a seat that a computer player holds
    UNDO = "undo"
    OPERATOR = "operator"  # the program is stopped, looked at and started again


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order as the person of a seat types it."""

    seat: Seat
    kind: str
    options: Options


def typed(action: Action) -> tuple[str, Options]:
    """An action as the command that a person types for it."""
    data = {key: value for key, value in dump_action(action).items() if key not in ("seat", "type")}
    return f"act {action.type}", {key: value for key, value in _options(action.type, data).items() if value is not None}


def ordered(action: Action, given: State, now: State) -> Order | None:
    """The order that does an action when it is asked for, if it was `given` in that state; None where none does."""
    found = _order(action, given, now)
    return None if found is None else Order(action.seat, *found)


def _order(action: Action, given: State, now: State) -> tuple[str, Options] | None:
    match action:
        case Withdraw() | Move() | Repair():
            return _ALWAYS[type(action)](action)
        case Income() if len(action.choice) == COMMUNES[action.seat].choices:
            return action.type, typed(action)[1]
        case Acquire() if _stands(action, given, now):
            return action.type, typed(action)[1]
        case Finish(discard=()) if not any(legal(now, action.seat).of(kind) for kind in (Build, Wall)):
            return "finish", {"on": True}
        case Defend() if given.city(action.seat).resources.covers(Defence(action.league, action.walls).tokens):
            return action.type, typed(action)[1]
    return None


_ALWAYS: Mapping[type[Action], Callable[[Any], tuple[str, Options]]] = {
    Withdraw: lambda _: ("outbid", {"do": "withdraw"}),
    Move: lambda action: ("outbid", {"do": "move", "columns": str(action.column)}),
    Repair: lambda action: ("repair", {"loot": str(action.loot)}),
}


def _stands(action: Acquire, given: State, now: State) -> bool:
    """Whether the envoys stood then where they stand now, and all that they give was named."""
    held = columns_held(now, action.seat)
    return held == columns_held(given, action.seat) and len(action.bonus) == bonus_owed(now, action.seat)


def _options(kind: str, data: dict[str, Any]) -> Options:
    match kind:
        case "acquire" | "income":
            return dict(zip(("first", "second"), data["bonus" if kind == "acquire" else "choice"], strict=False))
        case "build" | "wall":
            place = "building" if kind == "build" else "section"
            return {**data, place: str(data[place] or "new")}
        case "finish":
            return {"discard": " ".join(data["discard"])} if data["discard"] else {}
        case "defend":
            sides = ("league", "walls")
            return {f"{side}_{token}": count for side in sides for token, count in data[side].items()}
    return data
