"""Actions in a short form, for custom ids: the kind's letter and its fields, separated by dots."""

from collections.abc import Callable, Mapping
from typing import Any

from bot.game.actions import Acquire, Action, Bid, Build, Defend, Finish, Income, Move, Repair, Wall, Withdraw

NONE = "-"
Data = dict[str, object]


class BadCode(Exception):
    """A short form that no control of ours carries."""


def encode(action: Action) -> str:
    """The short form of an action; its seat is not part of it."""
    letter, fields = _ENCODERS[type(action)](action)
    return ".".join((letter, *(NONE if field is None else str(field) for field in fields)))


def decode(code: str) -> Data:
    """The action as record.md writes it, without its seat. Raises BadCode."""
    letter, *fields = code.split(".")
    try:
        return _DECODERS[letter](fields)
    except (KeyError, ValueError) as error:
        raise BadCode from error


def _force(force: Any) -> tuple[int, ...]:
    return (force.soldiers, force.coins, force.believers)


_ENCODERS: Mapping[type[Action], Callable[[Any], tuple[str, tuple[object, ...]]]] = {
    Bid: lambda a: ("b", (a.column, a.coins, a.believers)),
    Acquire: lambda a: ("a", a.bonus),
    Income: lambda a: ("i", a.choice),
    Withdraw: lambda _: ("w", ()),
    Move: lambda a: ("m", (a.column,)),
    Build: lambda a: ("B", (a.card, a.building, a.declared, a.artisans, a.believers)),
    Wall: lambda a: ("W", (a.card, a.section, a.artisans, a.believers)),
    Finish: lambda a: ("f", a.discard),
    Repair: lambda a: ("r", (a.loot,)),
    Defend: lambda a: ("d", (*_force(a.league), *_force(a.walls))),
}


def _number(field: str) -> int:
    if not (field.isascii() and field.isdecimal() and len(field) <= 6):
        raise ValueError(field)
    return int(field)


def _place(field: str) -> int | None:
    return None if field == NONE else _number(field)


def _bid(fields: list[str]) -> Data:
    column, coins, believers = map(_number, fields)
    return {"type": "bid", "column": column, "coins": coins, "believers": believers}


def _build(fields: list[str]) -> Data:
    card, building, declared, artisans, believers = fields
    payment = {"artisans": _number(artisans), "believers": _number(believers)}
    kind = None if declared == NONE else declared
    return {"type": "build", "card": card, "building": _place(building), "as": kind, **payment}


def _wall(fields: list[str]) -> Data:
    card, section, artisans, believers = fields
    payment = {"artisans": _number(artisans), "believers": _number(believers)}
    return {"type": "wall", "card": card, "section": _place(section), **payment}


def _defend(fields: list[str]) -> Data:
    numbers = list(map(_number, fields))
    league, walls = (
        dict(zip(("soldiers", "coins", "believers"), part, strict=True)) for part in (numbers[:3], numbers[3:])
    )
    return {"type": "defend", "league": league, "walls": walls}


def _only(kind: str, name: str) -> Callable[[list[str]], Data]:
    def decoded(fields: list[str]) -> Data:
        (field,) = fields
        return {"type": kind, name: _number(field)}

    return decoded


def _without_fields(fields: list[str]) -> Data:
    if fields:
        raise ValueError(fields)
    return {"type": "withdraw"}


_DECODERS: Mapping[str, Callable[[list[str]], Data]] = {
    "b": _bid,
    "a": lambda fields: {"type": "acquire", "bonus": fields},
    "i": lambda fields: {"type": "income", "choice": fields},
    "w": _without_fields,
    "m": _only("move", "column"),
    "B": _build,
    "W": _wall,
    "f": lambda fields: {"type": "finish", "discard": fields},
    "r": _only("repair", "loot"),
    "d": _defend,
}
