"""People come, go, order and take back at random, and channels are lost: the table stays whole (law 8)."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.game.errors import Refusal
from bot.game.rules import waiting
from bot.game.state import Phase
from bot.stewards import STEWARDS, Character
from bot.tables.alarms import due_at
from bot.tables.errors import TableRefusal
from bot.tables.log import read_log
from bot.tables.model import ENDED, Person, Table, TableState
from bot.tables.orders import Orders, WhenOutbid
from tests.game.characters import RANDOM
from tests.tables.hosting import GUILD, STRANGER, people
from tests.tables.seats import DAY, HOUR, NEWCOMER, Club, club_at
from tests.tables.solo import first_legal

STEPS = 70
ACTIONS = 12  # as often as all else together
EVERYBODY = [*people, NEWCOMER, STRANGER, *(Person(user_id, f"Guest {user_id}") for user_id in range(201, 205))]
ORDERS = [Orders(), Orders(outbid=WhenOutbid()), Orders(repair=2, finish=True)]
SPANS = [timedelta(minutes=5), HOUR, 3 * HOUR, 2 * DAY]
GAMES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {}),
    (4, {"time_out": "host"}),
    (3, {"time_out": "wait", "vacation": "wait"}),
    (5, {"pace": None}),
]


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "comuni.sqlite3") as opened:
        yield opened


def anything(club: Club, table: Table, rng: Random) -> Callable[[], Awaitable[object]]:
    """Something that people, the clock or Discord may do to a table."""
    seating, keeping, playing = club.tables.seating, club.tables.timekeeping, club.tables.playing
    user_id = rng.choice([*(each.user_id for each in table.humans), STRANGER.user_id])
    seat, other = rng.choice(table.people).seat, rng.choice(EVERYBODY)
    invited = [person for person in EVERYBODY if person.user_id in {each.offered_to for each in table.people}]
    tomorrow = (club.clock.instant + 2 * DAY).date().isoformat()
    calls: list[Callable[[], Awaitable[object]]] = [
        lambda: seating.offer(table.id, user_id, other),
        lambda: seating.offer(table.id, table.host_id, other, seat=seat),
        lambda: seating.accept(table.id, rng.choice(invited or [other])),
        lambda: seating.decline(table.id, user_id),
        lambda: seating.resign(table.id, rng.choice([user_id, *[STRANGER.user_id] * 4])),
        lambda: seating.left(table.id, user_id),
        lambda: seating.suspend(table.id, "lost"),
        lambda: seating.move(table.id, user_id, GUILD, rng.randrange(3, 6)),
        lambda: keeping.pause(table.id, user_id),
        lambda: keeping.resume(table.id, user_id),
        lambda: keeping.away(table.id, user_id, tomorrow),
        lambda: keeping.back(table.id, user_id),
        lambda: playing.order(table.id, user_id, lambda _: rng.choice(ORDERS)),
        lambda: playing.undo(table.id, user_id),
        lambda: club.tables.people.looked(table, user_id),
        lambda: club.pass_by(rng.choice(SPANS)),
    ]
    return rng.choice([*calls, *[lambda: act(club, table, rng)] * ACTIONS])


async def act(club: Club, table: Table, rng: Random) -> None:
    """Who is asked does something, or nobody is."""
    state = await club.state(table.id)
    seats = [seat for seat in waiting(state) if table.steward_of(seat) is None]
    if seats:
        seat = rng.choice(seats)
        await club.play(table.id, RANDOM.act(state, seat, rng))


async def do(club: Club, table_id: int, rng: Random) -> None:
    """Anything is tried; it may be refused."""
    with suppress(TableRefusal, Refusal):  # any other exception fails the test
        await anything(club, await club.table(table_id), rng)()


async def whole(club: Club, table_id: int) -> None:
    """Whatever was done, all this is so."""
    table, snapshot = await club.table(table_id), await club.snapshot(table_id)
    persons = {each.seat for each in table.humans}
    assert {each.seat for each in table.people} == set(snapshot.state.communes)
    assert not persons or table.host_id in {each.user_id for each in table.humans}
    assert {row.seat for row in await club.store.outbox(table_id)} <= {None, *persons}
    for each in table.people:
        assert (each.offered_to is None) == (each.offered_by is None)
        assert each.offered_to is None or not table.sits(each.offered_to)
        assert each.looked <= table.version
        assert each.steward is None or (each.orders, each.offered_to, each.looked) == (Orders(), None, 0)
    for pending in await club.tables.outbox.pending(table_id):
        await club.tables.outbox.applies(table, pending.notice)
    await ticking(club, table)


async def ticking(club: Club, table: Table) -> None:
    """The same for a table's clock."""
    clock, snapshot = table.clock, await club.snapshot(table.id)
    moment, row = await club.tables.clocks.moment(table.settings), await club.store.table(table.id)
    persons, running = {each.seat for each in table.humans}, table.state is TableState.RUNNING
    asked = [seat for seat in snapshot.state.communes if seat in persons and snapshot.prompt(seat) is not None]
    assert sorted(part.seat for part in clock.seats) == sorted(each for each in persons if each)
    assert sorted(owed.seat for owed in clock.obligations) == (sorted(asked) if running else [])
    assert all(0 <= part.bank <= moment.bank for part in clock.seats)
    due = due_at(table.state, clock, moment)
    assert row.due_at == (None if due is None else due.isoformat())
    assert table.suspended is None or clock.paused_at is not None or not running
    assert not clock.lost or table.suspended is not None
    assert not clock.sealing_last or (snapshot.state.phase is Phase.INVASION and persons.isdisjoint(clock.sealing_last))


@pytest.mark.parametrize(("seats", "settings"), GAMES)
async def test_whatever_people_do_the_table_stays_whole(
    club: Club, monkeypatch: pytest.MonkeyPatch, seats: int, settings: dict[str, Any]
) -> None:
    monkeypatch.setitem(STEWARDS, Character.STEWARD, first_legal)  # quick
    rng, table_id = Random(f"{seats}{settings}"), 0
    for step in range(STEPS):
        if not table_id or (await club.table(table_id)).state in ENDED:
            table_id = await club.begin(seats, channel=100 + step, **settings)
        await do(club, table_id, rng)
        await club.tables.stewarding.play(table_id)
        await whole(club, table_id)
    assert read_log(await club.store.log(table_id)).snapshot == await club.snapshot(table_id)
