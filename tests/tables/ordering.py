"""What the tests of standing orders share: tables that are only data, and a change with what orders make of it."""

from collections.abc import Mapping
from random import Random
from typing import Any

from bot.game.actions import Action, Bid, Force
from bot.game.components import Seat
from bot.game.resources import RESOURCES
from bot.game.rules import may_act
from bot.game.state import State
from bot.tables.model import Seated, Table, TableSettings, TableState
from bot.tables.orders import NextAcquire, NextDefence, NextIncome, Orders, WhenOutbid
from bot.tables.snapshot import Snapshot, advance
from bot.tables.stepping import Course, Step, course
from tests.tables.hosting import CHANNEL, GUILD, HOST, people
from tests.tables.seats import Club

Given = Mapping[Seat, Orders]
WITHDRAW = Orders(outbid=WhenOutbid())


def table_of(state: State, orders: Given) -> Table:
    """A table in memory where a person sits at every seat, in seat order."""
    seated = tuple(
        Seated(person.user_id, person.name, seat, agrees=False, orders=orders.get(seat, Orders()))
        for seat, person in zip(state.communes, people, strict=False)
    )
    settings = TableSettings()
    return Table(1, GUILD, CHANNEL, HOST.user_id, TableState.RUNNING, settings, seated, aside=None, version=1)


def snapshot_of(state: State) -> Snapshot:
    """A state whose seats are asked for the first time."""
    return Snapshot(state, tuple(int(may_act(state, seat)) for seat in state.communes))


def after(state: State, action: Action, orders: Given) -> Course:
    """An action, and what the orders that were given before make of it."""
    table, before = table_of(state, orders), snapshot_of(state)
    following, events = advance(before, action)
    step = Step(action, table.holder(action.seat).user_id, before, following, events)
    return course(table, before, step, table.orders)


def given_now(state: State, orders: Given) -> Course:
    """What orders come to that are given in this state."""
    table = table_of(state, {})
    return course(table, snapshot_of(state), None, orders)


def done(found: Course) -> list[Action]:
    """What orders did, in turn."""
    return [step.action for step in found.steps if step.order is not None]


def left(found: Course, seat: Seat) -> Orders:
    """What is left of the orders of a seat."""
    return found.orders.get(seat, Orders())


def some_orders(rng: Random, state: State) -> Orders:
    """Any orders, of which about half could fit."""
    columns = rng.sample(range(1, 8), 4)
    choice = tuple(rng.choices(RESOURCES, k=rng.choice((1, 1, 2))))
    acquire = NextAcquire(columns=tuple(columns[:1]), bonus=rng.choice(((), choice)))
    return Orders(
        outbid=rng.choice((None, WhenOutbid(), WhenOutbid(columns=tuple(columns)))),
        defence=rng.choice((None, NextDefence(league=_force(rng), walls=_force(rng)))),
        turn=rng.choice((None, acquire, NextIncome(choice=choice))),
        repair=rng.choice((None, 0, 1, 2)),
        finish=rng.random() < 0.5,
    )


def _force(rng: Random) -> Force:
    return Force(soldiers=rng.randint(0, 2), coins=rng.choice((0, 0, 2)), believers=rng.choice((0, 0, 2, 3)))


async def give(club: Club, table_id: int, seat: Seat, orders: Orders) -> tuple[object, ...]:
    """A seat's person orders this in place of all before."""
    return await club.tables.playing.order(table_id, await club.holder(table_id, seat), lambda _: orders)


async def kept(club: Club, table_id: int, seat: Seat) -> Orders:
    return (await club.table(table_id)).holder(seat).orders


async def contested(club: Club, count: int = 3, **settings: Any) -> tuple[int, tuple[Seat, ...]]:
    """A table where the first seat has bid 0 on column 1 and the second can outbid it."""
    table_id = await club.begin(count, **settings)
    seats = (await club.state(table_id)).communes
    await club.play(table_id, Bid(seat=seats[0], column=1))
    await club.settle(table_id)
    return table_id, seats


async def outbid(club: Club, table_id: int, seats: tuple[Seat, ...]) -> None:
    await club.play(table_id, Bid(seat=seats[1], column=1, coins=1))
