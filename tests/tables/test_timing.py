"""What is public of a clock; in an invasion it is the same whoever has sealed, and whenever (3.5, law 4)."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from bot.game.actions import Defend, Force
from bot.game.components import Seat
from bot.game.state import Phase
from bot.tables.table_clock import Stage
from bot.tables.timing import Asked
from tests.tables.hosting import BEA, HOST, people, query, seeded
from tests.tables.timed import HOUR, MINUTE, SHORT, Timed, timed_at

PACE, BANK = SHORT * MINUTE, SHORT * MINUTE / 2


async def test_of_a_lobby_nothing_is_shown(timed: Timed) -> None:
    shown = await timed.timing(await timed.gather())
    assert (shown.asked, shown.paused, shown.banks, shown.away) == (None, False, (), ())


async def test_nobody_s_time_runs_while_a_steward_holds_the_seat_that_is_asked(timed: Timed) -> None:
    table_id = await timed.begin(1, stewards=1)
    if (await timed.state(table_id)).active == await timed.seat(table_id, HOST):
        await timed.act(table_id, HOST, seeded(1))
    shown = await timed.timing(table_id)
    assert shown.asked is None
    assert [seat for seat, _ in shown.banks] == [await timed.seat(table_id, HOST)]


async def test_for_whom_a_steward_plays_while_they_are_away_no_time_is_shown(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await timed.tables.timekeeping.away(table_id, BEA.user_id, "2026-03-20")
    await timed.reach_phase(table_id, Phase.PROJECTS, BEA)
    seat = await timed.seat(table_id, BEA)
    assert (await timed.timing(table_id)).asked == Asked(seat, Stage.AWAY, None, None)


async def test_of_a_game_that_is_over_or_stopped_no_time_is_shown(timed: Timed) -> None:
    over, stopped = await timed.begin(2), await timed.begin(2, channel=5)
    await timed.reach(over, lambda snapshot: snapshot.state.phase is Phase.OVER, seeded("over"))
    await timed.tables.playing.stop(stopped, HOST.user_id, manages=False)
    for table_id in (over, stopped):
        assert (await timed.timing(table_id)).asked is None
        assert await timed.due(table_id) is None
        await timed.wholly_consistent(table_id)


# Worlds that differ only in who has sealed.


@dataclass
class Twins:
    """The same invasion twice; each world has its own order of sealing."""

    worlds: list[Timed]
    table_id: int
    orders: list[list[Seat]] = field(default_factory=list)
    sealed: int = 0

    async def in_both(self, do: Callable[[Timed], Awaitable[object]]) -> None:
        for world in self.worlds:
            await do(world)

    async def seal(self, rng: Random) -> None:
        """One seat more has sealed, in each world another, and each sends something else."""
        for world, order in zip(self.worlds, self.orders, strict=True):
            await seal(world, self.table_id, order[self.sealed], rng)
        self.sealed += 1

    async def seal_again(self, rng: Random) -> None:
        """Somebody thinks better of it, in each world somebody else."""
        for world, order in zip(self.worlds, self.orders, strict=True):
            if self.sealed:
                await seal(world, self.table_id, rng.choice(order[: self.sealed]), rng)

    async def shown(self, world: Timed) -> object:
        """All that the clock makes public, and all that is owed because of it."""
        row, clocks = await world.store.table(self.table_id), world.tables.clocks
        due = await clocks.due(), await clocks.next_due()
        return await world.timing(self.table_id), due, row.board_wanted, await world.owed(self.table_id)


async def seal(world: Timed, table_id: int, seat: Seat, rng: Random) -> None:
    soldiers = (await world.state(table_id)).city(seat).resources.soldiers
    await world.play(table_id, Defend(seat=seat, league=Force(soldiers=rng.randint(0, soldiers))))


@asynccontextmanager
async def twins(path: Path, rng: Random) -> AsyncIterator[Twins]:
    """An invasion of a random game, with a random clock and banks that have been used."""
    seats, seed, invasion = rng.choice([3, 4, 5]), rng.random(), rng.randrange(4)
    time_out, vacation = rng.choice(["steward", "host", "wait"]), rng.choice(["steward", "wait"])
    banks = [rng.randrange(BANK.seconds + 1) for _ in range(seats)]
    async with timed_at(path / "0.sqlite3") as one, timed_at(path / "1.sqlite3") as other:
        both = Twins([one, other], 1)
        for world in both.worlds:
            assert await world.begin(seats, time_out=time_out, vacation=vacation) == both.table_id
            await invade(world, both.table_id, invasion, seed, banks)
        first, *others = rng.sample((await one.state(both.table_id)).communes, seats)
        both.orders = [[first, *others], [*others, first]]  # who has sealed is never the same
        yield both


async def invade(world: Timed, table_id: int, invasion: int, seed: float, banks: list[int]) -> None:
    await world.reach(
        table_id,
        lambda snapshot: snapshot.state.phase is Phase.INVASION and snapshot.state.invasions == invasion,
        seeded(seed),
    )
    table, moment = await world.table(table_id), await world.moment(table_id)
    clock = table.clock
    for part, bank in zip(table.clock.seats, banks, strict=True):
        clock = clock.with_bank(part.seat, bank)
    async with world.store.write() as writer:
        await world.tables.clocks.save(writer, table, clock, moment)


async def something_public(twins: Twins, rng: Random) -> None:
    """Time passes, or the table's people or our own faults change its clock, in both worlds alike."""
    span = rng.choice([MINUTE, 7 * MINUTE, 25 * MINUTE])
    person = rng.choice(people[: len(twins.orders[0])])
    paused = (await twins.worlds[0].timing(twins.table_id)).paused

    async def pause(world: Timed) -> None:
        keeping = world.tables.timekeeping
        await (keeping.resume if paused else keeping.pause)(twins.table_id, HOST.user_id)

    async def go_away(world: Timed) -> None:
        await world.tables.timekeeping.away(twins.table_id, person.user_id, "2026-03-04")

    async def fail(world: Timed) -> None:
        world.jump(HOUR)
        await world.tables.clocks.beat()

    async def live(world: Timed) -> None:
        await world.live(span)

    await twins.in_both(rng.choice([live, live, live, live, pause, go_away, fail]))
    await twins.in_both(Timed.ring)


@pytest.mark.parametrize("seed", range(12))
async def test_until_the_opening_all_is_the_same_whoever_has_sealed(tmp_path: Path, seed: int) -> None:
    rng = seeded(("twins", seed))
    async with twins(tmp_path, rng) as both:
        for step in range(14):
            await something_public(both, rng)
            if both.sealed < len(both.orders[0]) - 1 and (step == 2 or rng.random() < 0.3):
                await both.seal(rng)
            if rng.random() < 0.2:
                await both.seal_again(rng)
            one, other = [await both.shown(world) for world in both.worlds]
            assert one == other
            states = [await world.state(both.table_id) for world in both.worlds]
            assert {state.phase for state in states} == {Phase.INVASION}
        one, other = [query(world.path, "SELECT clock FROM game_table") for world in both.worlds]
        assert one != other  # of two equal worlds all this would say nothing


async def test_timing_does_not_tell_how_many_have_sealed_either(timed: Timed) -> None:
    table_id = await timed.begin(5)
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    shown = await timed.timing(table_id)
    for person in people[:4]:
        await timed.live(10 * MINUTE)
        await timed.play(table_id, Defend(seat=await timed.seat(table_id, person)))
        assert await timed.timing(table_id) == shown
