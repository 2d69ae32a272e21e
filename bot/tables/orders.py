"""Standing orders: what a person has told in advance, and what that comes to when their seat is asked.

They are the person's own and leave the process to nobody else; an order is carried out from what its seat may see.
"""

from collections.abc import Callable, Iterator
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.game.actions import Acquire, Action, Build, Defend, Finish, Force, Income, Move, Names, Repair, Wall, Withdraw
from bot.game.components import Seat
from bot.game.observation import Observation
from bot.game.phases.acquire import held_among
from bot.game.resources import RESOURCES
from bot.game.rules import Choices
from bot.game.state import Phase

Columns = Annotated[tuple[Annotated[int, Field(ge=1, le=7)], ...], Field(max_length=7)]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


class WhenOutbid(_Strict):
    """Whenever outbid: move to the first of the columns that takes the bid (rule 5.5); with none named, withdraw (5.4).

    Where none takes it, or no believer is there, the person is asked.
    """

    columns: Columns = ()


class NextDefence(_Strict):
    """What to seal in the next invasion (rule 11.2); no longer affordable then, the person is asked."""

    league: Force = Force()
    walls: Force = Force()


class NextAcquire(_Strict):
    """On the next turn acquire, if envoys still stand on all these columns (rule 5.8), else ask."""

    columns: Annotated[Columns, Field(min_length=1)]
    bonus: Names = ()


class NextIncome(_Strict):
    """On the next turn claim income with these choices (rule 5.10), or ask where they no longer fit."""

    choice: Names = ()


class Orders(_Strict):
    """All that a person has ordered; None and False: nothing. Those of the next turn or invasion are used up by it.

    `repair`: always remove so many loot points, or as many as can be (rule 10.1). `finish`: end construction where
    nothing can be placed and nothing must be discarded (rule 8.11).
    """

    outbid: WhenOutbid | None = None
    defence: NextDefence | None = None
    turn: NextAcquire | NextIncome | None = None
    repair: Annotated[int, Field(ge=0, le=2)] | None = None
    finish: bool = False

    @property
    def given(self) -> tuple["OrderKind", ...]:
        """The kinds of order that are given."""
        names: tuple[OrderKind, ...] = ("outbid", "defence", "turn", "repair", "finish")
        return tuple(name for name in names if self.of(name) is not None and self.of(name) is not False)

    def of(self, kind: "OrderKind") -> object:
        """What is ordered of one kind; None or False: nothing. No loot point (0) is an order too."""
        return getattr(self, kind)

    def without(self, *kinds: "OrderKind") -> "Orders":
        """The orders without some kinds."""
        return self.model_copy(update={kind: False if kind == "finish" else None for kind in kinds})


OrderKind = Literal["outbid", "defence", "turn", "repair", "finish"]


def decode_orders(text: str) -> Orders:
    """Orders as they were saved. What cannot be read is no order: its person is asked."""
    try:
        orders = Orders.model_validate_json(text)
    except ValidationError:  # another release wrote it: to ask is the safe way
        return Orders()
    return orders if set(_named(orders.turn)) <= set(RESOURCES) else Orders()


def _named(turn: NextAcquire | NextIncome | None) -> tuple[str, ...]:
    if turn is None:
        return ()
    return turn.bonus if isinstance(turn, NextAcquire) else turn.choice


def asked_for(phase: Phase) -> OrderKind | None:
    """The kind of order that answers what a phase asks."""
    return _KINDS.get(phase)


def carry_out(orders: Orders, observation: Observation, choices: Choices) -> Action | None:
    """What the orders of a seat that is asked come to; None where they do not fit, and the person is asked."""
    seat = observation.seat
    if seat is None or observation.phase not in _KINDS:
        return None
    wanted = _WANTED[_KINDS[observation.phase]](orders, observation, choices, seat)
    return next((action for action in wanted if choices.contains(action)), None)


def used_up(orders: Orders, phase: Phase) -> Orders:
    """The orders after a phase has asked: what was for that turn or invasion is done with, whether it fitted or not."""
    once: dict[Phase, OrderKind] = {Phase.PROJECTS: "turn", Phase.INVASION: "defence"}
    return orders.without(once[phase]) if phase in once else orders


def _outbid(orders: Orders, _observation: Observation, _choices: Choices, seat: Seat) -> Iterator[Action]:
    if orders.outbid is not None and not orders.outbid.columns:
        yield Withdraw(seat=seat)
    elif orders.outbid is not None:
        yield from (Move(seat=seat, column=column) for column in orders.outbid.columns)


def _defence(orders: Orders, _observation: Observation, _choices: Choices, seat: Seat) -> Iterator[Action]:
    if orders.defence is not None:
        yield Defend(seat=seat, league=orders.defence.league, walls=orders.defence.walls)


def _turn(orders: Orders, observation: Observation, _choices: Choices, seat: Seat) -> Iterator[Action]:
    if isinstance(orders.turn, NextIncome):
        yield Income(seat=seat, choice=orders.turn.choice)
    held = held_among(observation.columns, seat)
    if isinstance(orders.turn, NextAcquire) and set(orders.turn.columns).issubset(held):
        yield Acquire(seat=seat, bonus=orders.turn.bonus)


def _repair(orders: Orders, _observation: Observation, _choices: Choices, seat: Seat) -> Iterator[Action]:
    if orders.repair is not None:
        yield from (Repair(seat=seat, loot=loot) for loot in range(orders.repair, -1, -1))


def _finish(orders: Orders, _observation: Observation, choices: Choices, seat: Seat) -> Iterator[Action]:
    if orders.finish and not choices.of(Build) and not choices.of(Wall):
        yield Finish(seat=seat)


_Wanted = Callable[[Orders, Observation, Choices, Seat], Iterator[Action]]
_WANTED: dict[OrderKind, _Wanted] = {
    "outbid": _outbid,
    "defence": _defence,
    "turn": _turn,
    "repair": _repair,
    "finish": _finish,
}
_KINDS: dict[Phase, OrderKind] = {
    Phase.PROJECTS: "turn",
    Phase.OUTBID: "outbid",
    Phase.INVASION: "defence",
    Phase.CONSTRUCTION: "finish",
    Phase.REPAIR: "repair",
}
