"""Law 4: nobody can tell an order from a quick answer, nor learn anything of what others have ordered."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.game.actions import Action, Defend
from bot.game.components import Seat
from bot.game.errors import Refusal
from bot.game.observation import observe
from bot.game.rules import apply, waiting
from bot.game.state import Phase
from bot.tables.errors import TableRefusal
from bot.tables.orders import NextDefence, Orders
from bot.tables.telling import Ordered
from tests.game.characters import RANDOM
from tests.game.strange import strange_actions
from tests.game.twisting import twin
from tests.tables.hosting import query, typed
from tests.tables.ordering import some_orders
from tests.tables.seats import Club, Told, club_at


@asynccontextmanager
async def two(tmp_path: Path) -> AsyncIterator[tuple[Club, Club]]:
    """The same program twice, each with its own file."""
    async with AsyncExitStack() as opened:
        one, other = [await opened.enter_async_context(club_at(tmp_path / name)) for name in ("one", "other")]
        yield one, other


async def order(club: Club, table_id: int, seat: Seat, orders: Orders) -> tuple[object, ...]:
    return await club.tables.playing.order(table_id, await club.holder(table_id, seat), lambda _: orders)


async def everybody(club: Club, table_id: int) -> dict[Seat | None, int | None]:
    """Who may look: the person of each seat, and a spectator."""
    holders: dict[Seat | None, int | None] = {None: None}
    return holders | {seat: await club.holder(table_id, seat) for seat in (await club.state(table_id)).communes}


# --- An order and a quick answer


async def seen(club: Club, table_id: int, user_id: int | None) -> Told:
    """What a person may know, but that their own orders acted, and private pings: who is there needs none."""
    knows = await club.knows(table_id, user_id)
    for name in ("told", "news"):
        knows[name] = [item for item in knows[name] if not isinstance(item, Ordered)]  # type: ignore[attr-defined]  # lists
    knows["owed"] = [each for each in await club.owed(table_id) if each[1] is None]
    return knows | {"since": await club.tables.reader.since_person(await club.table(table_id))}


@pytest.mark.parametrize("seats", [3, 5])
async def test_what_orders_do_is_told_like_quick_answers(tmp_path: Path, seats: int) -> None:
    """In one game the seats have orders; in the other the same is done by hand, one answer after the other."""
    rng, ordered = Random(f"quick {seats}"), 0
    async with two(tmp_path) as (one, other):
        table_id = await one.begin(seats)
        assert await other.begin(seats) == table_id
        people = await everybody(one, table_id)
        while (state := await one.state(table_id)).phase is not Phase.OVER:
            done = len((await one.tables.reader.history(await one.table(table_id))).entries)
            if rng.random() < 0.4:
                await order(one, table_id, rng.choice(state.communes), some_orders(rng, state))
            else:
                await one.play(table_id, RANDOM.act(state, rng.choice(waiting(state)), rng))
            entries = (await one.tables.reader.history(await one.table(table_id))).entries[done:]
            for entry in entries:
                assert entry.action is not None
                await other.play(table_id, entry.action)
            ordered += sum(entry.order is not None for entry in entries)
            assert await one.snapshot(table_id) == await other.snapshot(table_id)
            over = (await one.state(table_id)).phase is Phase.OVER  # then all may know of orders
            for user_id in rng.sample(list(people.values()), 1 if entries and not over else 0):
                assert await seen(one, table_id, user_id) == await seen(other, table_id, user_id)
            for club in (one, other):
                await club.settle(table_id)
    assert ordered > 20


# --- Seals that were ordered


@pytest.mark.parametrize("by_hand", [False, True])
async def test_who_of_the_others_has_sealed_ahead_is_told_by_nothing(tmp_path: Path, by_hand: bool) -> None:
    """In one game the second seat has sealed ahead, in the other the third has; or the third seals by hand."""
    async with two(tmp_path) as clubs:
        for club, ahead in zip(clubs, (1, 2), strict=True):
            table_id = await club.begin(4)
            action = await before_an_invasion(club, table_id, Random("ahead"))
            seats = (await club.state(table_id)).communes
            if by_hand and ahead == 2:
                await club.play(table_id, action)
                await club.play(table_id, Defend(seat=seats[2]))
            else:
                await order(club, table_id, seats[ahead], Orders(defence=NextDefence()))
                await club.play(table_id, action)
            assert [city.sealed is not None for city in (await club.state(table_id)).cities].count(True) == 1
        assert waiting(await clubs[0].state(table_id)) != waiting(await clubs[1].state(table_id))
        for sealing in (None, 0):
            for club in clubs:
                if sealing is not None:
                    await club.play(table_id, Defend(seat=seats[sealing]))
            for seat in (seats[0], seats[3], None):
                one, another = [await all_of(club, table_id, seat) for club in clubs]
                assert one == another


async def before_an_invasion(club: Club, table_id: int, rng: Random) -> Action:
    """All act at random; gives the action that would bring the first invasion about."""
    while True:
        state = await club.state(table_id)
        seat = rng.choice(waiting(state))
        action = RANDOM.act(state, seat, rng)
        if apply(state, action)[0].phase is Phase.INVASION:
            await club.settle(table_id)
            return action
        await club.play(table_id, action)


# --- Orders that have not acted


async def all_of(club: Club, table_id: int, seat: Seat | None) -> dict[str, Any]:
    """All that reaches a seat, and what everybody's pings and the table's next alarm are: those may be public."""
    user_id = None if seat is None else await club.holder(table_id, seat)
    return await club.knows(table_id, user_id) | {
        "pings": [(row.kind, row.seat, row.prompt) for row in await club.store.outbox(table_id)],
        "alarm": query(club.path, "SELECT due_at FROM game_table"),
        "since": await club.tables.reader.since_person(await club.table(table_id)),
        "undo": None if user_id is None else await refusal(club.tables.playing.undo(table_id, user_id, own=10**6)),
    }


async def refusal(work: Any) -> tuple[str, str]:
    """All that a refusal says."""
    try:
        await work
    except (Refusal, TableRefusal) as refused:
        return type(refused).__name__, repr(refused.data)
    raise AssertionError("it was done")


@dataclass
class Twins:
    """A game, and beside it one that its observer cannot tell from it."""

    one: Club
    other: Club
    table_id: int
    observer: Seat
    rng: Random
    compared: int = 0
    different: int = 0
    opened: Iterator[int] = field(default_factory=lambda: iter(range(10**6)))

    async def restart(self, stack: AsyncExitStack) -> None:
        """The other game begins anew as a copy of this one."""
        path = self.one.path.with_name(f"copy {next(self.opened)}")
        with closing(sqlite3.connect(self.one.path)) as source, closing(sqlite3.connect(path)) as target:
            source.backup(target)
        await self.other.tables.door.drain()
        self.other = await stack.enter_async_context(club_at(path))

    async def give(self) -> None:
        """Somebody orders something: the observer the same in both games, anybody else something else."""
        seat = self.rng.choice((await self.one.state(self.table_id)).communes)
        seed = self.rng.random()
        for club, number in ((self.one, 0), (self.other, 0 if seat == self.observer else 1)):
            state = await club.state(self.table_id)
            await order(club, self.table_id, seat, some_orders(Random(f"{seed} {number}"), state))

    async def act(self) -> bool:
        """Somebody acts, anybody but the observer perhaps with another secret; whether the other game has it too."""
        state, beside = await self.one.state(self.table_id), await self.other.state(self.table_id)
        seat = self.rng.choice(waiting(state))
        action = RANDOM.act(state, seat, self.rng)
        answer = await self.answer(self.one, action)
        if seat != self.observer and self.rng.random() < 0.5:
            action = twin(beside, action, self.rng)
        try:
            same = await self.answer(self.other, action)
        except Refusal:  # by what the other world hides: allowed to anybody but the observer
            assert seat != self.observer
            return False
        if seat == self.observer and await self.alike():
            assert same == answer
        return True

    async def answer(self, club: Club, action: Action) -> tuple[object, ...]:
        user_id = await club.holder(self.table_id, action.seat)
        return await club.tables.playing.act(self.table_id, user_id, typed(action))

    async def alike(self) -> bool:
        """Whether both games look the same to the observer by the rules."""
        states = await self.one.state(self.table_id), await self.other.state(self.table_id)
        return observe(states[0], self.observer) == observe(states[1], self.observer)

    async def compare(self) -> None:
        """Whatever reaches the observer is the same."""
        clubs, worlds = (self.one, self.other), []
        for club in clubs:
            table = await club.table(self.table_id)
            worlds.append([await club.state(self.table_id), [each.orders for each in table.people]])
        self.compared += 1
        self.different += worlds[0] != worlds[1]
        one, other = [await all_of(club, self.table_id, self.observer) for club in clubs]
        assert one == other
        for action in strange_actions(worlds[0][0], self.rng, 1):  # type: ignore[arg-type]  # a state
            refused = [await self.refused(club, action) for club in clubs]
            assert refused[0] == refused[1]
        for club in clubs:
            await club.settle(self.table_id)

    async def refused(self, club: Club, action: Action) -> tuple[str, str] | None:
        """What is said to an action of the observer that the rules refuse; None where they do not."""
        sight = await club.tables.reader.sight(self.table_id, await club.holder(self.table_id, self.observer))
        mine = action.model_copy(update={"seat": self.observer})
        if sight.choices is not None and sight.choices.contains(mine):
            return None
        return await refusal(self.answer(club, mine))


@pytest.mark.parametrize("seats", [2, 4])
async def test_law_4_what_others_have_ordered_or_hide_reaches_nobody(tmp_path: Path, seats: int) -> None:
    rng, steps = Random(f"secret {seats}"), 0
    async with AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(club_at(tmp_path / name)) for name in ("one", "other")]
        table_id = await one.begin(seats)
        assert await other.begin(seats) == table_id
        twins = Twins(one, other, table_id, rng.choice((await one.state(table_id)).communes), rng)
        while (await one.state(table_id)).phase is not Phase.OVER:
            if rng.random() < 0.4:
                await twins.give()
            elif not await twins.act():
                await twins.restart(stack)
            steps += 1
            if await twins.alike():
                await twins.compare()
            else:
                await twins.restart(stack)
    assert twins.compared > steps / 2
    assert twins.different > twins.compared / 2
