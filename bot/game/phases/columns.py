"""Where envoys may stand, and how they come and go (rules 5.1, 5.2, 5.5)."""

from bot.game.components import Seat
from bot.game.errors import ColumnEmpty, ColumnNotInUse, OwnEnvoyThere, Refusal
from bot.game.events import EnvoyOutbid, Event
from bot.game.replacing import replace
from bot.game.state import Column, Displaced, StandingBid, State


def not_in_use(state: State, column: int) -> Refusal | None:
    """The refusal of a column that this game does not have. `column` counts from 1."""
    if 1 <= column <= len(state.columns):
        return None
    return ColumnNotInUse(column=column, columns=len(state.columns))


def no_place(state: State, seat: Seat, column: int) -> Refusal | None:
    """The refusal of a column in use that has no card, or the seat's own envoy (rule 5.2)."""
    target = state.columns[column - 1]
    if not target.cards:
        return ColumnEmpty(column=column)
    if target.bid is not None and target.bid.seat == seat:
        return OwnEnvoyThere(column=column)
    return None


def takes(column: Column, seat: Seat, value: int) -> bool:
    """Whether a column takes the seat's bid of a value in half coins (rules 5.1, 5.2)."""
    if not column.cards:
        return False
    return column.bid is None or (column.bid.seat != seat and value > column.bid.value)


def place(state: State, column: int, bid: StandingBid, events: list[Event]) -> State:
    """Put a bid on a column; a bid that stood there is outbid (rules 5.1, 5.6)."""
    before = state.columns[column - 1].bid
    state = set_bid(state, column, bid)
    if before is None:
        return replace(state, outbid=None)
    events.append(EnvoyOutbid(before.seat, column, bid.seat))
    return replace(state, outbid=Displaced(before, column))


def set_bid(state: State, column: int, bid: StandingBid | None) -> State:
    """The state with a column's bid set or cleared."""
    return set_column(state, column, replace(state.columns[column - 1], bid=bid))


def set_column(state: State, column: int, content: Column) -> State:
    """The state with one column in place of its earlier self."""
    columns = list(state.columns)
    columns[column - 1] = content
    return replace(state, columns=tuple(columns))
