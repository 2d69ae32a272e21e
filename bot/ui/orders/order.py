"""Standing orders as people give them: at most one for each kind of thing that a seat is asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from bot.game.actions import Force
from bot.game.resources import RESOURCES, Resource

OrderKind = Literal["outbid", "turn", "defence", "repair", "finish"]
ORDER_KINDS: tuple[OrderKind, ...] = get_args(OrderKind)


@dataclass(frozen=True, slots=True)
class WhenOutbid:
    """Move to the first of the columns that takes the bid (5.5); with none named, withdraw (5.4)."""

    columns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AcquireNext:
    """On the next turn acquire, if envoys still stand on all these columns (5.8)."""

    columns: tuple[int, ...]
    bonus: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimNext:
    """On the next turn claim income (5.10)."""

    choice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SealNext:
    """In the next invasion seal this (11.2)."""

    league: Force
    walls: Force


@dataclass(frozen=True, slots=True)
class RepairAlways:
    """Remove so many loot points whenever asked, or as many as can be (10.1)."""

    loot: int


@dataclass(frozen=True, slots=True)
class FinishAlways:
    """Finish construction where nothing can be placed and nothing must be discarded (8.11)."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """No more order of a kind; None: of any."""

    kind: OrderKind | None = None


Order = WhenOutbid | AcquireNext | ClaimNext | SealNext | RepairAlways | FinishAlways
Given = Mapping[OrderKind, Order]
_KINDS: Mapping[type[Order], OrderKind] = {
    WhenOutbid: "outbid",
    AcquireNext: "turn",
    ClaimNext: "turn",
    SealNext: "defence",
    RepairAlways: "repair",
    FinishAlways: "finish",
}


def kind_of(order: Order) -> OrderKind:
    """What an order answers."""
    return _KINDS[type(order)]


def resources(names: Iterable[str]) -> tuple[Resource, ...]:
    """Those of the names that are resources."""
    return tuple(kind for name in names for kind in RESOURCES if kind == name)
