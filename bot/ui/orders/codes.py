"""Orders, and their end, in a short form for custom ids: a word and its fields, separated by dots."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.game.actions import Force
from bot.ui.orders.order import (
    ORDER_KINDS,
    AcquireNext,
    Cancel,
    ClaimNext,
    FinishAlways,
    Order,
    RepairAlways,
    SealNext,
    WhenOutbid,
)
from bot.ui.panels.asking import UnfitPath, number
from bot.ui.panels.codes import BadCode

ALL = "all"


def encode(wish: Order | Cancel) -> str:
    """The short form."""
    head, fields = _ENCODERS[type(wish)](wish)
    return ".".join((head, *map(str, fields)))


def decode(code: str) -> Order | Cancel:
    """The inverse of `encode`; whether an order makes sense is not looked at. Raises BadCode."""
    head, *fields = code.split(".")
    try:
        return _DECODERS[head](fields)
    except (KeyError, ValueError, UnfitPath) as error:
        raise BadCode from error


def columns_code(columns: Sequence[int]) -> str:
    """Columns as one field, a digit each."""
    return "".join(map(str, columns))


def columns_read(field: str) -> tuple[int, ...]:
    """The inverse of `columns_code`. Raises UnfitPath."""
    return tuple(number(digit) for digit in field)


def _force(force: Force) -> tuple[int, ...]:
    return (force.soldiers, force.coins, force.believers)


_ENCODERS: Mapping[type[Order | Cancel], Callable[[Any], tuple[str, tuple[object, ...]]]] = {
    WhenOutbid: lambda order: ("outbid", order.columns),
    AcquireNext: lambda order: ("acquire", (columns_code(order.columns), *order.bonus)),
    ClaimNext: lambda order: ("income", order.choice),
    SealNext: lambda order: ("defence", (*_force(order.league), *_force(order.walls))),
    RepairAlways: lambda order: ("repair", (order.loot,)),
    FinishAlways: lambda _: ("finish", ()),
    Cancel: lambda cancel: ("cancel", (cancel.kind or ALL,)),
}


def _acquire(fields: list[str]) -> AcquireNext:
    columns, *bonus = fields
    return AcquireNext(columns_read(columns), tuple(bonus))


def _defence(fields: list[str]) -> SealNext:
    league, walls = (
        Force(**dict(zip(("soldiers", "coins", "believers"), map(number, part), strict=True)))
        for part in (fields[:3], fields[3:])
    )
    return SealNext(league, walls)


def _repair(fields: list[str]) -> RepairAlways:
    (loot,) = fields
    return RepairAlways(number(loot))


def _finish(fields: list[str]) -> FinishAlways:
    if fields:
        raise ValueError(fields)
    return FinishAlways()


def _cancel(fields: list[str]) -> Cancel:
    (name,) = fields
    (kind,) = [None] if name == ALL else [kind for kind in ORDER_KINDS if kind == name]
    return Cancel(kind)


_DECODERS: Mapping[str, Callable[[list[str]], Order | Cancel]] = {
    "outbid": lambda fields: WhenOutbid(tuple(map(number, fields))),
    "acquire": _acquire,
    "income": lambda fields: ClaimNext(tuple(fields)),
    "defence": _defence,
    "repair": _repair,
    "finish": _finish,
    "cancel": _cancel,
}
