"""What the tests of seats share: people who come and go in a time that a test moves, and what each of them may know."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from bot.game.actions import Action, Defend
from bot.game.components import Seat
from bot.game.rules import waiting
from bot.game.state import Phase, State
from bot.stewards import Character as Steward
from bot.tables.errors import TableRefusal
from bot.tables.log import ACTION, action_body
from bot.tables.model import Person, TableSettings
from bot.tables.service import Tables, host_tables
from bot.tables.snapshot import RULES_VERSION, Snapshot, advance, encode
from bot.tables.table_clock import Obligation
from bot.tables.timing import Timing
from storage import open_store
from tests.game.characters import BIDDER, RANDOM, Character
from tests.storage.helpers import content
from tests.tables.hosting import CHANNEL, GUILD, HOST, STRANGER, Heard, Hosting, Troubled, people, seeded

PACE = 60  # minutes
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NEWCOMER = Person(77, "Nina", "it")
MOST_TRIES = 50  # games
ASKED = [Phase.PROJECTS, Phase.OUTBID, Phase.INVASION, Phase.CONSTRUCTION, Phase.REPAIR]

Told = dict[str, object]


class Moved:
    """A clock that stands where a test has put it."""

    def __init__(self) -> None:
        self.instant = datetime(2026, 3, 2, 12, 0, 0, tzinfo=UTC)

    def now(self) -> datetime:
        return self.instant


@dataclass
class Club(Hosting):
    """Hosted tables in a time of their own; the program is never away."""

    clock: Moved = field(default_factory=Moved)

    def restarted(self, seed: int = 0) -> Tables:
        return host_tables(self.store, self.heard, self.clock, seeded(seed))

    async def begin(self, count: int = 3, *, stewards: int = 0, channel: int = CHANNEL, **settings: Any) -> int:
        """A running table of so many people, Ada its host, and stewards; nothing is owed."""
        chosen = TableSettings.model_validate_json(json.dumps({"pace": PACE, "bank": PACE, **settings}))
        table_id = await self.tables.lobby.open(GUILD, channel, HOST, chosen)
        for person in people[1:count]:
            await self.tables.lobby.join(table_id, person)
        await self.tables.lobby.set_stewards(table_id, HOST.user_id, stewards, Steward.STEWARD)
        await self.tables.lobby.start(table_id, HOST.user_id)
        await self.settle(table_id)
        return table_id

    async def seat(self, table_id: int, person: Person) -> Seat:
        seat = (await self.table(table_id)).seat_of(person.user_id)
        assert seat is not None
        return seat

    async def person(self, table_id: int, seat: Seat) -> Person:
        user_id = await self.holder(table_id, seat)
        return next(person for person in (*people, NEWCOMER, STRANGER) if person.user_id == user_id)

    async def active(self, table_id: int) -> Person:
        """Whose turn it is."""
        return await self.person(table_id, (await self.state(table_id)).active)

    async def asked(self, table_id: int) -> Person:
        """The first who is asked."""
        return await self.person(table_id, waiting(await self.state(table_id))[0])

    async def act(self, table_id: int, person: Person, rng: Random | None = None) -> Action:
        """A person does something at random."""
        seat = await self.seat(table_id, person)
        action = RANDOM.act(await self.state(table_id), seat, rng or seeded(seat))
        await self.play(table_id, action)
        return action

    async def seal(self, table_id: int, *sealing: Person) -> None:
        """People seal an empty defence."""
        for person in sealing:
            await self.play(table_id, Defend(seat=await self.seat(table_id, person)))

    async def reach(
        self, table_id: int, phase: Phase, where: Callable[[State], bool] = lambda _: True, *, seed: object = 0
    ) -> Seat:
        """All act at random until a phase asks somebody, and the state is as wanted; gives the first seat asked."""

        def there(state: State) -> bool:
            return state.phase is phase and where(state)

        player = BIDDER if phase is Phase.OUTBID else RANDOM
        snapshot = await self.snapshot(table_id)
        tries = (_way(snapshot, there, player, Random(f"{phase}{seed}{number}")) for number in range(MOST_TRIES))
        await self._skip(table_id, next(way for way in tries if way))
        return waiting(await self.state(table_id))[0]

    async def finish(self, table_id: int) -> None:
        """All act at random until the game is over."""
        way = _way(await self.snapshot(table_id), lambda state: state.phase is Phase.OVER, RANDOM, seeded(table_id))
        await self._skip(table_id, way)

    async def _skip(self, table_id: int, done: list[tuple[Action, Snapshot]]) -> None:
        """Only the last action goes through the door, which is slow."""
        version, (last, before) = (await self.table(table_id)).version, done.pop()
        async with self.store.write() as writer:
            for number, (action, _) in enumerate(done, start=version):
                author, at = await self.holder(table_id, action.seat), self.clock.instant.isoformat()
                await writer.append_log(table_id, number, ACTION, author, at, action_body(action))
            await writer.save_snapshot(table_id, version + len(done), RULES_VERSION, encode(before))
        await self.play(table_id, last)
        await self.settle(table_id)

    async def hand(self, table_id: int, person: Person, to: Person = NEWCOMER) -> Seat:
        """A person hands their seat to another, who accepts."""
        await self.tables.seating.offer(table_id, person.user_id, to)
        return await self.tables.seating.accept(table_id, to)

    async def tick(self) -> None:
        """What the program does by itself at this instant: it rings, and stewards act where they are asked."""
        for table_id in await self.tables.clocks.due():
            await self.tables.timekeeping.ring(table_id)
        for table_id in await self.tables.reader.running():
            await self.tables.stewarding.play(table_id)

    async def pass_by(self, span: timedelta) -> None:
        """Time passes, and whatever falls due meanwhile is done when it does."""
        end = self.clock.instant + span
        while (due := await self.tables.clocks.next_due()) is not None and due <= end:
            self.clock.instant = due
            await self.tick()
        self.clock.instant = end

    async def owes(self, table_id: int, seat: Seat) -> Obligation | None:
        return (await self.table(table_id)).clock.obligation(seat)

    async def timing(self, table_id: int) -> Timing:
        return await self.tables.timekeeping.timing(await self.table(table_id))

    async def told(self, table_id: int, seat: Seat | None) -> list[str]:
        """What is owed to a seat, or to the channel, oldest first."""
        return [kind for kind, whom in await self.owed(table_id) if whom == seat]

    async def knows(self, table_id: int, user_id: int | None) -> Told:
        """All that a person, or a spectator, may know of a table at this moment, by its name."""
        reader, table = self.tables.reader, await self.table(table_id)
        sight = await reader.sight(table_id, user_id)
        return {
            "seat": sight.seat,
            "observation": sight.observation,
            "asked": (sight.choices is not None, sight.prompt),
            "told": await reader.told(table, user_id),
            "news": await reader.news(table, user_id or 0),
            "timing": await self.timing(table_id),
            "table": (table.state, table.host_id, table.channel_id, table.suspended, table.opened),
            "people": [(each.name, each.seat, each.steward) for each in table.people],
            "tables": [each.id for each in await reader.tables_of(user_id or 0)],
            "offers": [each.id for each in await reader.offered_to(user_id or 0)],
            "owed": [each for each in await self.owed(table_id) if each[1] in (None, sight.seat)],
            "board": await self.board_due(table_id),
            "asks": await self.tables.stewarding.asked(table) is not None,
        }

    async def refused(self, work: Any) -> type[TableRefusal]:
        """Why something is refused; nothing has changed by it."""
        before = content(self.path)
        try:
            await work
        except TableRefusal as refusal:
            assert content(self.path) == before
            return type(refusal)
        raise AssertionError("it was done")


def _way(
    snapshot: Snapshot, goal: Callable[[State], bool], player: Character, rng: Random
) -> list[tuple[Action, Snapshot]]:
    """Random actions, each with where it was done, that lead to a goal; none where the game is over before."""
    done: list[tuple[Action, Snapshot]] = []
    while not done or not goal(snapshot.state):
        if not (seats := waiting(snapshot.state)):
            return []
        action = player.act(snapshot.state, rng.choice(seats), rng)
        done.append((action, snapshot))
        snapshot, _ = advance(snapshot, action)
    return done


@asynccontextmanager
async def club_at(path: Path, seed: int = 0) -> AsyncIterator[Club]:
    """Hosted tables in a file and in a time of their own; closed at the end."""
    store = await open_store(path)
    try:
        troubled, heard, clock = Troubled(store), Heard(path), Moved()
        club = Club(path, troubled, heard, host_tables(troubled, heard, clock, seeded(seed)), clock)
        yield club
        await club.tables.door.drain()
    finally:
        await store.close()


class Died(Exception):
    """The program, in the middle of something."""


async def writes_of(club: Club, work: Callable[[], Any]) -> list[str]:
    """The names of the writes that something makes, in order; it is then undone by a crash before its commit."""
    made: list[str] = []

    def noting(name: str) -> Callable[..., Any]:
        async def note(*_: object) -> None:
            made.append(name)

        return note

    async def die() -> None:
        raise Died

    club.store.before = {name: noting(name) for name in WRITES} | {"commit": die}
    await crash(club, work)
    return made


async def crash(club: Club, work: Callable[[], Any]) -> None:
    """Something dies, and the program begins anew."""
    try:
        await work()
    except Died:  # as wanted: the services start anew
        club.store.before = {}
        club.tables = club.restarted()
        return
    raise AssertionError("it did not die")


async def die_at(club: Club, write: int, work: Callable[[], Any]) -> None:
    """The program dies before the n-th write of something, and begins anew."""
    count = 0

    async def counting(*_: object) -> None:
        nonlocal count
        count += 1
        if count > write:
            raise Died

    club.store.before = dict.fromkeys(WRITES, counting)
    await crash(club, work)


WRITES = (
    "save_person",
    "offer_seat",
    "end_offer",
    "hand_seat",
    "seat_steward",
    "set_host",
    "set_state",
    "save_clock",
    "save_settings",
    "suspend",
    "move_table",
    "create_table",
    "add_seat",
    "add_steward",
    "want_board",
    "drop_told",
    "add_outbox",
    "save_looked",
)
