"""What the tests of clocks share: hosted tables whose time a test moves, without Discord and its loops."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from bot.game.actions import Action
from bot.game.components import Seat
from bot.game.rules import waiting
from bot.game.state import Phase, State
from bot.stewards import Character
from bot.tables.alarms import due_at
from bot.tables.log import ACTION, action_body
from bot.tables.model import Person, TableSettings, TableState
from bot.tables.moments import Moment
from bot.tables.snapshot import RULES_VERSION, Snapshot, advance, encode
from bot.tables.table_clock import Obligation, Stage
from bot.tables.timing import Timing
from tests.game.characters import BIDDER, RANDOM
from tests.game.characters import Character as Player
from tests.tables.hosting import CHANNEL, GUILD, HOST, Hosting, MovedClock, hosting_at, people, query

SHORT = 60  # minutes: the pace of most tests
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
BETWEEN_BEATS = 2 * MINUTE  # half as much work as every minute, and no outage yet

Goal = Callable[[Snapshot], bool]


@dataclass
class Timed(Hosting):
    """Hosted tables in a time of their own."""

    clock: MovedClock = field(default_factory=MovedClock)

    @property
    def now(self) -> datetime:
        """The present instant in whole seconds, as tables count."""
        return self.clock.instant.replace(microsecond=0)

    async def begin(self, count: int = 2, *, stewards: int = 0, channel: int = CHANNEL, **clock: Any) -> int:
        """A running table of so many people, Ada its host, and stewards; nothing is owed. We are here."""
        await self.tables.clocks.beat()
        table_id = await self.gather(count, channel=channel, **clock)
        await self.tables.lobby.set_stewards(table_id, HOST.user_id, stewards, Character.STEWARD)
        await self.tables.lobby.start(table_id, HOST.user_id)
        await self.settle(table_id)
        return table_id

    async def gather(self, count: int = 2, *, channel: int = CHANNEL, **clock: Any) -> int:
        """A table in lobby; the names of the settings are those of TableSettings, the values plain ones."""
        settings = TableSettings.model_validate_json(json.dumps({"pace": SHORT, "bank": SHORT // 2, **clock}))
        table_id = await self.tables.lobby.open(GUILD, channel, HOST, settings)
        for person in people[1:count]:
            await self.tables.lobby.join(table_id, person)
        return table_id

    def jump(self, span: timedelta) -> None:
        """Time passes, or is set back, and nobody notes that we are here: an outage."""
        self.clock.instant += span

    async def live(self, span: timedelta) -> None:
        """Time passes, and we are here."""
        end = self.clock.instant + span
        while self.clock.instant < end:
            self.clock.instant = min(end, self.clock.instant + BETWEEN_BEATS)
            await self.tables.clocks.beat()

    async def live_until(self, instant: datetime) -> None:
        await self.live(instant - self.now)

    async def skip(self, span: timedelta) -> None:
        """Like `live` for a long time at once, by what it leaves in the store; the services are restarted."""
        await self.tables.clocks.beat()
        self.clock.instant += span
        async with self.store.write() as writer:
            await writer.beat(self.now.isoformat())
        self.restart()

    async def skip_until(self, instant: datetime) -> None:
        await self.skip(instant - self.now)

    def restart(self) -> None:
        """The program stops and starts at once."""
        self.tables = self.restarted()

    async def ring(self) -> list[int]:
        """Ring the tables where something is due; gives which."""
        due = await self.tables.clocks.due()
        for table_id in due:
            await self.tables.timekeeping.ring(table_id)
        return due

    async def tick(self) -> None:
        """What the program does by itself at this instant: it rings, and stewards act where they are asked."""
        await self.ring()
        for table_id in await self.tables.reader.running():
            await self.tables.stewarding.play(table_id)

    async def pass_by(self, span: timedelta) -> None:
        """Time passes, and whatever falls due meanwhile is done when it does."""
        end = self.now + span
        while (due := await self.tables.clocks.next_due()) is not None and due <= end:
            await self.skip_until(due)
            await self.tick()
        await self.skip_until(end)

    async def moment(self, table_id: int) -> Moment:
        return await self.tables.clocks.moment((await self.table(table_id)).settings)

    async def timing(self, table_id: int) -> Timing:
        return await self.tables.timekeeping.timing(await self.table(table_id))

    async def due(self, table_id: int) -> datetime | None:
        """When something falls due at a table next, as the store has it."""
        row = await self.store.table(table_id)
        return None if row.due_at is None else datetime.fromisoformat(row.due_at)

    async def owes(self, table_id: int, person: Person) -> Obligation | None:
        table = await self.table(table_id)
        return table.clock.obligation(seat_in(table.seat_of(person.user_id)))

    async def stage(self, table_id: int, person: Person) -> Stage | None:
        owed = await self.owes(table_id, person)
        return None if owed is None else owed.stage

    async def seat(self, table_id: int, person: Person) -> Seat:
        return seat_in((await self.table(table_id)).seat_of(person.user_id))

    async def bank(self, table_id: int, person: Person) -> timedelta:
        """What everybody is shown of a bank."""
        banks = dict((await self.timing(table_id)).banks)
        return timedelta(seconds=banks[await self.seat(table_id, person)])

    async def act(self, table_id: int, person: Person, rng: Random) -> Action:
        """A person does something at random."""
        action = RANDOM.act(await self.state(table_id), await self.seat(table_id, person), rng)
        await self.play(table_id, action)
        return action

    async def told(self, table_id: int, person: Person) -> list[str]:
        """What is owed to a person, oldest first."""
        seat = await self.seat(table_id, person)
        return [kind for kind, whom in await self.owed(table_id) if whom == seat]

    async def reach(self, table_id: int, goal: Goal, rng: Random, player: Player = RANDOM) -> None:
        """All act at once until a snapshot is as wanted; the last action goes through the door, the others do not."""
        actions, before = _way(await self.snapshot(table_id), goal, rng, player)
        version = (await self.table(table_id)).version
        async with self.store.write() as writer:
            for number, action in enumerate(actions[:-1], start=version):
                author, at = await self.holder(table_id, action.seat), self.now.isoformat()
                await writer.append_log(table_id, number, ACTION, author, at, action_body(action))
            await writer.save_snapshot(table_id, version + len(actions) - 1, RULES_VERSION, encode(before))
        await self.play(table_id, actions[-1])
        await self.settle(table_id)

    async def reach_phase(self, table_id: int, phase: Phase, person: Person, seed: object = 0) -> None:
        """All act at once until a person is asked in a phase, with several things to choose from."""
        seat, rng = await self.seat(table_id, person), Random(f"{phase}{seed}")
        player = BIDDER if phase is Phase.OUTBID else RANDOM
        await self.reach(table_id, lambda snapshot: _is_asked(snapshot.state, phase, seat), rng, player)

    async def wholly_consistent(self, table_id: int, *, moved: bool = False) -> None:
        """What is asked of people is what is owed, banks are within bounds, and due is what the clock says.

        `moved`: there was an outage since the table was last looked at, and what is due lies later than saved.
        """
        table, moment, due = await self.table(table_id), await self.moment(table_id), await self.due(table_id)
        computed = due_at(table.state, table.clock, moment)
        assert due == computed or (moved and due is not None and computed is not None and due < computed)
        assert {owed.seat for owed in table.clock.obligations} == await self._asked_people(table_id)
        assert len(table.clock.obligations) == len({owed.seat for owed in table.clock.obligations})
        assert all(0 <= part.bank <= moment.bank for part in table.clock.seats)

    async def _asked_people(self, table_id: int) -> set[Seat]:
        table = await self.table(table_id)
        if table.state is not TableState.RUNNING:
            return set()
        snapshot = await self.snapshot(table_id)
        seats = {seat_in(person.seat) for person in table.humans}
        return {seat for seat in seats if snapshot.prompt(seat) is not None}


@asynccontextmanager
async def timed_at(path: Path, seed: int = 0) -> AsyncIterator[Timed]:
    """Hosted tables in a file and in a time of their own; closed at the end."""
    clock = MovedClock()
    async with hosting_at(path, seed, clock) as hosting:
        yield Timed(hosting.path, hosting.store, hosting.heard, hosting.tables, clock)


def seat_in(seat: Seat | None) -> Seat:
    """A seat that there is."""
    assert seat is not None
    return seat


def by_whom(path: Path, table_id: int, after: int) -> list[tuple[int | None, bool]]:
    """The author of each row of the log from a version on, and whether a steward said why."""
    sql = "SELECT author, reason IS NOT NULL FROM log WHERE table_id = ? AND number >= ? ORDER BY number"
    return [(author, bool(reason)) for author, reason in query(path, sql, table_id, after)]


def _way(snapshot: Snapshot, goal: Goal, rng: Random, player: Player) -> tuple[list[Action], Snapshot]:
    """Actions that lead to the goal, and the snapshot before the last; where one game does not, another one's."""
    for _ in range(100):
        actions: list[Action] = []
        for action, before, after in _steps(snapshot, rng, player):
            actions.append(action)
            if goal(after):
                return actions, before
    raise AssertionError("no game comes to this")


def _steps(snapshot: Snapshot, rng: Random, player: Player) -> Iterator[tuple[Action, Snapshot, Snapshot]]:
    while seats := waiting(snapshot.state):
        action = player.act(snapshot.state, rng.choice(seats), rng)
        before, (snapshot, _) = snapshot, advance(snapshot, action)
        yield action, before, snapshot


def _is_asked(state: State, phase: Phase, seat: Seat) -> bool:
    if state.phase is not phase or seat not in waiting(state):
        return False
    if phase is Phase.INVASION:
        return state.city(seat).resources.soldiers > 0
    return phase is not Phase.CONSTRUCTION or len(state.city(seat).hand) > 2
