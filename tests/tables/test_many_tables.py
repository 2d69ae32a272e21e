"""Many tables at once, of stewards, of people who act when they like and of people who never do: all of them end."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from bot.game.components import Seat
from bot.game.rules import waiting
from bot.game.state import Phase
from bot.tables.model import TableState
from bot.tables.table_clock import Obligation
from tests.game.characters import RANDOM
from tests.tables.hosting import query, seeded
from tests.tables.timed import DAY, HOUR, MINUTE, Timed

TABLES, WHOLE = 20, 2  # of so many, so many from the beginning: the others have seen three invasions
PACES = [15, 60, 4 * 60, 24 * 60, 7 * 24 * 60]
ENDED = (TableState.OVER, TableState.ARCHIVED)

Plan = tuple[Obligation, datetime]


@dataclass
class Crowd:
    """The people of many tables: who is `present` acts some time after being asked, the others never do."""

    timed: Timed
    rng: Random
    present: dict[int, set[Seat]] = field(default_factory=dict)
    plans: dict[tuple[int, Seat], Plan] = field(default_factory=dict)

    async def sit_down(self, number: int) -> None:
        """One more table, at its beginning or late in its game; at some of them nobody is present."""
        rng = self.rng
        count, stewards = rng.choice([(1, 1), (1, 2), (2, 0), (2, 1), (3, 0)])
        table_id = await self.timed.begin(
            count,
            stewards=stewards,
            channel=number,
            pace=rng.choice(PACES),
            bank=rng.choice([0, 60, 12 * 60]),
            days_off=rng.choice([(), (5, 6)]),
            zone=rng.choice(["UTC", "Europe/Rome", "Asia/Tokyo"]),
            time_out=rng.choice(["steward", "host"]),
            vacation=rng.choice(["steward", "wait"]),
        )
        invasions = 3 if number > WHOLE else 0
        await self.timed.reach(table_id, lambda snapshot: snapshot.state.invasions >= invasions, rng)
        people = (await self.timed.table(table_id)).humans
        self.present[table_id] = {person.seat for person in people if person.seat and rng.random() < 0.6}

    async def play(self) -> None:
        """Until every table has ended; each instant is one at which somebody acts or something falls due."""
        woken = set(self.present)
        while self.present:
            for table_id in sorted(woken & set(self.present)):
                await self.look_at(table_id)
            self.timed.heard.woken.clear()
            if self.present:
                await self.wait()
                await self.act()
                await self.timed.ring()
                woken = set(self.timed.heard.woken)

    async def look_at(self, table_id: int) -> None:
        """Stewards play where they are asked, and people who are asked see it."""
        await self.timed.tables.stewarding.play(table_id)
        table = await self.timed.table(table_id)
        if table.state in ENDED:
            del self.present[table_id]
            self.plans = {key: plan for key, plan in self.plans.items() if key[0] != table_id}
            return
        span = timedelta(minutes=table.settings.pace or 60)
        for owed in table.clock.obligations:
            known = self.plans.get((table_id, owed.seat))
            if owed.seat in self.present[table_id] and (known is None or known[0].asked_at != owed.asked_at):
                late = self.rng.choice([0.0, 0.01, 0.3, 0.9, 1.1, 2])
                self.plans[table_id, owed.seat] = (owed, self.timed.now + span * late)

    async def wait(self) -> None:
        """Until something happens; at times the program is started anew, or is not there for a while."""
        due = await self.timed.tables.clocks.next_due()
        instants = [instant for _, instant in self.plans.values()] + ([] if due is None else [due])
        assert instants, "all wait for ever"
        span = max(min(instants) - self.timed.now, timedelta())
        if self.rng.random() < 0.03:
            self.timed.jump(span + self.rng.choice([MINUTE, HOUR, DAY]))
            self.timed.restart()
            await self.timed.tables.clocks.beat()
        elif span <= HOUR / 4:
            await self.timed.live(span)
        else:
            await self.timed.skip(span)

    async def act(self) -> None:
        """Whoever meant to act by now does so, if they are still asked."""
        for (table_id, seat), (_, instant) in sorted(self.plans.items(), key=lambda plan: plan[1][1]):
            if instant > self.timed.now:
                continue
            del self.plans[table_id, seat]
            state = await self.timed.state(table_id)
            if seat in waiting(state):
                await self.timed.play(table_id, RANDOM.act(state, seat, self.rng))
                self.timed.heard.woken.append(table_id)


async def test_twenty_tables_with_stewards_and_absent_people_end_by_themselves(timed: Timed) -> None:
    crowd = Crowd(timed, seeded("crowd"))
    for number in range(1, TABLES + 1):
        await crowd.sit_down(number)
    await crowd.play()
    rows = query(timed.path, "SELECT id, state, due_at FROM game_table")
    assert len(rows) == TABLES
    assert {due for _, _, due in rows} == {None}
    assert [state for _, state, _ in rows].count("over") > TABLES / 2
    for table_id, state, _ in rows:
        await timed.wholly_consistent(table_id)
        assert (state == "over") == ((await timed.state(table_id)).phase is Phase.OVER)
        assert state in await ends_of(timed, table_id)


async def ends_of(timed: Timed, table_id: int) -> set[str]:
    """How a table may end: only where a pace is long do 30 days pass without a person's action."""
    pace = (await timed.table(table_id)).settings.pace
    return {"over", "archived"} if pace is not None and pace >= 24 * 60 else {"over"}
