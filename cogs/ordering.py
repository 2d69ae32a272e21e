"""What a person's standing orders are to what Discord shows of them, in the words of `bot.ui`, and back."""

from collections.abc import Callable, Iterator

from bot.game.components import Seat
from bot.locale import Translator
from bot.tables.model import Table, TableState
from bot.tables.orders import NextAcquire, NextDefence, NextIncome, Orders
from bot.tables.orders import WhenOutbid as KeptOutbid
from bot.ui.orders.order import (
    AcquireNext,
    Cancel,
    ClaimNext,
    FinishAlways,
    Given,
    Order,
    RepairAlways,
    SealNext,
    WhenOutbid,
    kind_of,
)
from bot.ui.orders.texts import order_lines


def given_at(table: Table, seat: Seat) -> Given:
    """The orders of the person who holds a seat."""
    return given(table.holder(seat).orders)


def order_texts(table: Table, seat: Seat | None, t: Translator) -> list[str]:
    """The orders of a seat's person in words, while the game goes on."""
    return [] if seat is None or table.state is not TableState.RUNNING else order_lines(given_at(table, seat), t)


def given(orders: Orders) -> Given:
    """The orders that are given, by kind."""
    return {kind_of(order): order for order in _given(orders)}


def change(wish: Order | Cancel) -> Callable[[Orders], Orders]:
    """What giving an order, or cancelling some, makes of the orders that stand."""
    if isinstance(wish, Cancel):
        return lambda orders: Orders() if wish.kind is None else orders.without(wish.kind)
    kept = _kept(wish)
    return lambda orders: orders.model_copy(update=kept)


def _given(orders: Orders) -> Iterator[Order]:
    if orders.outbid is not None:
        yield WhenOutbid(orders.outbid.columns)
    if isinstance(orders.turn, NextAcquire):
        yield AcquireNext(orders.turn.columns, orders.turn.bonus)
    if isinstance(orders.turn, NextIncome):
        yield ClaimNext(orders.turn.choice)
    if orders.defence is not None:
        yield SealNext(orders.defence.league, orders.defence.walls)
    if orders.repair is not None:
        yield RepairAlways(orders.repair)
    if orders.finish:
        yield FinishAlways()


def _kept(order: Order) -> dict[str, object]:
    """An order as the table keeps it, by the name of its kind."""
    match order:
        case WhenOutbid(columns):
            return {"outbid": KeptOutbid(columns=columns)}
        case AcquireNext(columns, bonus):
            return {"turn": NextAcquire(columns=columns, bonus=bonus)}
        case ClaimNext(choice):
            return {"turn": NextIncome(choice=choice)}
        case SealNext(league, walls):
            return {"defence": NextDefence(league=league, walls=walls)}
        case RepairAlways(loot):
            return {"repair": loot}
    return {"finish": True}
