"""Move: an outbid envoy goes to another column with its bid, for one believer (rule 5.5)."""

from collections.abc import Iterator

from bot.game.actions import Move
from bot.game.components import Seat
from bot.game.errors import MoveNotHigher, NoBeliever, Refusal, SameColumn
from bot.game.events import EnvoyMoved, Event
from bot.game.phases.columns import no_place, not_in_use, place, takes
from bot.game.phases.spending import spend
from bot.game.resources import ONE
from bot.game.state import Displaced, State


def refusal(state: State, action: Move) -> Refusal | None:
    """Why the move is refused."""
    return (
        not_in_use(state, action.column)
        or _same_column(state, action)
        or no_place(state, action.seat, action.column)
        or _not_higher(state, action)
        or _no_believer(state, action.seat)
    )


def perform(state: State, action: Move, events: list[Event]) -> State:
    """Pay the believer and place the bid; another seat may be outbid in turn (5.6)."""
    outbid = displaced(state)
    events.append(EnvoyMoved(action.seat, outbid.column, action.column))
    return place(spend(state, action.seat, ONE["believers"]), action.column, outbid.bid, events)


def choices(state: State, seat: Seat) -> Iterator[Move]:
    """A move to each column that takes the bid, where there is a believer."""
    if state.city(seat).resources.believers:
        for column in destinations(state):
            yield Move(seat=seat, column=column)


def destinations(state: State) -> Iterator[int]:
    """The columns that could take the displaced bid, whether or not its seat has the believer (5.5, 5.7)."""
    outbid = displaced(state)
    for number, column in enumerate(state.columns, start=1):
        if number != outbid.column and takes(column, outbid.bid.seat, outbid.bid.value):
            yield number


def displaced(state: State) -> Displaced:
    """The bid that waits for its seat's decision; there is one in phase outbid."""
    assert state.outbid is not None
    return state.outbid


def _same_column(state: State, action: Move) -> Refusal | None:
    return SameColumn(column=action.column) if action.column == displaced(state).column else None


def _not_higher(state: State, action: Move) -> Refusal | None:
    own, standing = displaced(state).bid, state.columns[action.column - 1].bid
    if standing is None or own.value > standing.value:
        return None
    return MoveNotHigher(column=action.column, rival=standing.seat, standing=standing.value)


def _no_believer(state: State, seat: Seat) -> Refusal | None:
    return None if state.city(seat).resources.believers else NoBeliever()
