"""Whatever people, time and faults do to a table in whatever order: its clock stays whole, none rings for ever."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random

import pytest

from bot.game.components import Seat
from bot.game.rules import waiting
from bot.game.state import Phase
from bot.tables.errors import TableRefusal
from bot.tables.model import TableState
from storage import Writer
from tests.game.characters import RANDOM
from tests.tables.hosting import HOST, people, seeded
from tests.tables.timed import DAY, HOUR, MINUTE, Timed

STEPS = 60
SPANS = [MINUTE, 10 * MINUTE, 47 * MINUTE, 3 * HOUR, 30 * HOUR, 9 * DAY]
WRITES = [name for name in vars(Writer) if not name.startswith("_")]


class Crashed(Exception):
    """The program."""


@dataclass
class Fate:
    """Does one thing after the other to a table, each at random."""

    timed: Timed
    rng: Random
    table_id: int = 1

    async def begin(self) -> None:
        rng = self.rng
        await self.timed.begin(
            rng.choice([1, 2, 3, 4]),
            stewards=1,
            pace=rng.choice([None, 15, 60, 24 * 60]),
            bank=rng.choice([0, 30, 12 * 60]),
            days_off=rng.choice([(), (5, 6), (0, 2, 4)]),
            zone=rng.choice(["UTC", "Europe/Rome", "America/New_York"]),
            time_out=rng.choice(["steward", "host", "wait"]),
            vacation=rng.choice(["steward", "wait"]),
        )
        await self.hurry()

    async def step(self) -> None:
        """Something happens, or is refused by name, or comes to nothing because the program dies."""
        happens = self.rng.choice(self.happenings())
        crashes = self.rng.random() < 0.1
        if crashes:
            self.timed.store.before.update(dict.fromkeys([*WRITES, "commit"], self.perhaps_crash))
        with suppress(TableRefusal, Crashed):  # whatever it was, the tables are compared afterwards
            await happens()
        self.timed.store.before.clear()
        if crashes or self.rng.random() < 0.1:
            self.timed.restart()

    def happenings(self) -> list[Callable[[], Awaitable[None]]]:
        often = [self.act] * 4 + [self.live] * 3 + [self.wait] * 4 + [self.timed.tick] * 3
        seldom = [self.be_absent, self.set_back, self.pause, self.resume, self.go_away, self.back, self.decide]
        return [*often, *seldom, self.hurry]

    async def perhaps_crash(self, *_: object) -> None:
        if self.rng.random() < 0.3:
            raise Crashed

    async def act(self) -> None:
        """Somebody acts who is asked; a steward's seat is left to it."""
        state, table = await self.timed.state(self.table_id), await self.timed.table(self.table_id)
        asked = [seat for seat in waiting(state) if table.steward_of(seat) is None]
        if asked:
            await self.timed.play(self.table_id, RANDOM.act(state, self.rng.choice(asked), self.rng))

    async def live(self) -> None:
        span = self.rng.choice(SPANS)
        await (self.timed.live if span < HOUR else self.timed.skip)(span)

    async def wait(self) -> None:
        """Until something falls due, or not quite."""
        due = await self.timed.tables.clocks.next_due()
        if due is not None and due > self.timed.now:
            await self.timed.skip_until(due - self.rng.choice([0, 0, 1]) * MINUTE)

    async def be_absent(self) -> None:
        """We do not run for a time, and somebody may act before that is noticed."""
        self.timed.jump(self.rng.choice(SPANS))
        with suppress(TableRefusal):  # likewise
            await self.rng.choice([self.act, self.pause, self.resume, self.timed.tick])()
        await self.timed.tables.clocks.beat()

    async def set_back(self) -> None:
        await self.timed.tables.clocks.beat()
        self.timed.jump(-self.rng.choice(SPANS[:4]))
        await self.timed.tables.clocks.beat()

    async def pause(self) -> None:
        await self.timed.tables.timekeeping.pause(self.table_id, self.rng.choice(people).user_id)

    async def resume(self) -> None:
        await self.timed.tables.timekeeping.resume(self.table_id, self.rng.choice([HOST, *people]).user_id)

    async def go_away(self) -> None:
        date = (self.timed.now + self.rng.choice([DAY, 2 * DAY, 20 * DAY])).date().isoformat()
        await self.timed.tables.timekeeping.away(self.table_id, self.rng.choice(people).user_id, date)

    async def back(self) -> None:
        await self.timed.tables.timekeeping.back(self.table_id, self.rng.choice(people).user_id)

    async def decide(self) -> None:
        seat, answer = await self.any_seat(), self.rng.random() < 0.5
        prompt = (await self.timed.snapshot(self.table_id)).prompt(seat)
        await self.timed.tables.timekeeping.decide(self.table_id, HOST.user_id, seat, prompt or 0, steward=answer)

    async def any_seat(self) -> Seat:
        table = await self.timed.table(self.table_id)
        return next((owed.seat for owed in table.clock.obligations), await self.timed.seat(self.table_id, HOST))

    async def hurry(self) -> None:
        """The game comes to another phase at once; this is no single change, and the program does not die in it."""
        self.timed.store.before.clear()
        if (await self.timed.table(self.table_id)).state is not TableState.RUNNING:
            return
        phase = self.rng.choice([Phase.OUTBID, Phase.CONSTRUCTION, Phase.REPAIR, Phase.INVASION, Phase.INVASION])
        state = await self.timed.state(self.table_id)
        if state.invasions < 3 and state.phase is not Phase.INVASION:
            await self.timed.reach(self.table_id, lambda snapshot: snapshot.state.phase is phase, self.rng)


@pytest.mark.parametrize("seed", range(12))
async def test_a_clock_stays_whole_and_nothing_rings_for_ever(timed: Timed, seed: int) -> None:
    fate = Fate(timed, seeded(("fate", seed)))
    await fate.begin()
    for _ in range(STEPS):
        await fate.step()
        await timed.wholly_consistent(1, moved=True)
        if fate.rng.random() < 0.3:
            await timed.tick()
            await timed.wholly_consistent(1, moved=True)
            due = await timed.due(1)
            assert due is None or due > timed.now
            assert await timed.ring() == []
