"""Our own downtime counts against nobody: it moves what is due, and is told by one new board, whatever it broke off."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.game.actions import Defend
from bot.game.state import Phase
from bot.tables.model import TableState
from bot.tables.service import host_tables
from bot.tables.table_clock import Stage
from bot.tables.timing import Asked
from tests.tables.hosting import BEA, CARLO, HOST, Troubled, query, seeded
from tests.tables.timed import DAY, HOUR, MINUTE, SHORT, Timed, by_whom

PACE, BANK = SHORT * MINUTE, SHORT * MINUTE / 2
REMINDED = PACE * 0.8

across_a_restart = pytest.mark.parametrize("restarted", [False, True], ids=["the same process", "a restart"])


class Died(Exception):
    """The disk, at a commit."""


async def asked(timed: Timed) -> int:
    """Bea is asked just now, and has been told."""
    table_id = await timed.begin(3)
    await timed.reach_phase(table_id, Phase.PROJECTS, BEA)
    return table_id


async def outage(timed: Timed, span: timedelta, *, restarted: bool = False) -> list[int]:
    """We are not there for a time, and then we are; gives the tables whose boards are to be drawn."""
    timed.jump(span)
    if restarted:
        timed.restart()
    return await timed.tables.clocks.beat()


async def boards_wanted(timed: Timed, table_id: int) -> int:
    row = await timed.store.table(table_id)
    return int(row.board_wanted)


@across_a_restart
async def test_nobody_is_charged_and_what_is_due_moves_by_it(timed: Timed, restarted: bool) -> None:
    table_id = await asked(timed)
    due, shown = await timed.due(table_id), (await timed.timing(table_id)).asked
    assert due is not None
    assert shown is not None
    await timed.live(10 * MINUTE)
    assert await outage(timed, 5 * HOUR, restarted=restarted) == [table_id]
    await timed.tick()
    assert await timed.due(table_id) == due + 5 * HOUR
    until = timed.now + PACE - 10 * MINUTE
    assert (await timed.timing(table_id)).asked == Asked(shown.seat, Stage.RUNNING, until, until + BANK)
    assert await timed.owed(table_id) == []
    await timed.wholly_consistent(table_id)
    await timed.live(PACE - 10 * MINUTE + 5 * MINUTE)
    await timed.act(table_id, BEA, seeded(1))
    assert await timed.bank(table_id, BEA) == BANK - 5 * MINUTE


@across_a_restart
async def test_what_is_rung_before_the_first_heartbeat_is_not_due_either(timed: Timed, restarted: bool) -> None:
    table_id = await asked(timed)
    version = (await timed.table(table_id)).version
    await timed.live(REMINDED - MINUTE)
    timed.jump(3 * DAY)
    if restarted:
        timed.restart()
    assert await timed.ring() == [table_id]
    await timed.tables.stewarding.play(table_id)
    assert await timed.owed(table_id) == []
    assert by_whom(timed.path, table_id, version) == []
    assert await timed.due(table_id) == timed.now + MINUTE
    await timed.wholly_consistent(table_id)


@across_a_restart
async def test_who_acts_before_the_next_heartbeat_is_not_charged_for_it(timed: Timed, restarted: bool) -> None:
    table_id = await asked(timed)
    await timed.live(PACE + 10 * MINUTE)
    timed.jump(10 * MINUTE)
    if restarted:
        timed.restart()
    await timed.act(table_id, BEA, seeded(1))
    assert await timed.bank(table_id, BEA) == BANK - 10 * MINUTE
    await timed.tables.clocks.beat()
    await timed.tick()
    await timed.wholly_consistent(table_id, moved=True)


async def test_what_is_asked_during_it_has_all_its_time_when_it_is_over(timed: Timed) -> None:
    """We are asleep, but an action comes through, and then we sleep on."""
    table_id = await asked(timed)
    timed.jump(HOUR)
    await timed.act(table_id, BEA, seeded(1))
    await outage(timed, HOUR)
    asked_now = (await timed.timing(table_id)).asked
    assert asked_now is not None
    assert asked_now.until == timed.now + PACE


async def test_who_has_sealed_during_it_is_not_charged_for_it(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    await timed.live(PACE + 5 * MINUTE)
    timed.jump(HOUR)
    await timed.play(table_id, Defend(seat=await timed.seat(table_id, BEA)))
    await outage(timed, HOUR)
    await timed.live(5 * MINUTE)
    for person in (HOST, CARLO):
        await timed.play(table_id, Defend(seat=await timed.seat(table_id, person)))
    banks = [await timed.bank(table_id, person) for person in (BEA, HOST, CARLO)]
    assert banks == [BANK - 5 * MINUTE, BANK - 10 * MINUTE, BANK - 10 * MINUTE]


async def test_several_of_them_add_up(timed: Timed) -> None:
    table_id = await asked(timed)
    due = await timed.due(table_id)
    assert due is not None
    for hours in (1, 2, 3):
        await outage(timed, hours * HOUR, restarted=hours == 2)
        await timed.live(4 * MINUTE)
    await timed.tick()
    assert await timed.due(table_id) == due + 6 * HOUR
    assert len(query(timed.path, "SELECT 1 FROM outage")) == 3


async def test_each_table_with_a_clock_is_drawn_once_however_long_it_was(timed: Timed) -> None:
    first, second = await asked(timed), await timed.begin(2, channel=5)
    lobby = await timed.gather(channel=6)
    over = await timed.begin(2, channel=7)
    await timed.tables.playing.stop(over, HOST.user_id, manages=False)
    before = [await boards_wanted(timed, table_id) for table_id in (first, second, lobby, over)]
    assert await outage(timed, 20 * DAY, restarted=True) == [first, second]
    assert await timed.tables.clocks.beat() == []
    for _ in range(3):
        await timed.tick()
        await timed.live(2 * MINUTE)
    wanted = [await boards_wanted(timed, table_id) for table_id in (first, second, lobby, over)]
    assert [now - then for now, then in zip(wanted, before, strict=True)] == [1, 1, 0, 0]


async def test_reminders_that_were_missed_come_when_they_are_due_again_and_once(timed: Timed) -> None:
    table_id = await asked(timed)
    for _ in range(3):
        await timed.live(10 * MINUTE)
        await outage(timed, 10 * HOUR)
        await timed.tick()
    assert await timed.owed(table_id) == []
    await timed.pass_by(REMINDED - 30 * MINUTE)
    assert await timed.told(table_id, BEA) == ["reminder"]


async def test_a_missed_heartbeat_is_no_outage(timed: Timed) -> None:
    table_id = await asked(timed)
    for _ in range(30):
        assert await outage(timed, timedelta(minutes=2, seconds=30)) == []
    assert query(timed.path, "SELECT 1 FROM outage") == []
    await timed.act(table_id, BEA, seeded(1))
    assert await timed.bank(table_id, BEA) == BANK - 15 * MINUTE


async def test_before_the_first_heartbeat_of_all_nothing_was_missed(timed: Timed) -> None:
    assert await timed.tables.clocks.beat() == []
    assert query(timed.path, "SELECT began_at, ended_at FROM outage") == []


async def test_neither_lobbies_nor_games_grow_old_during_it(timed: Timed) -> None:
    table_id, lobby = await asked(timed), await timed.gather(channel=5)
    await outage(timed, 40 * DAY, restarted=True)
    await timed.tick()
    assert (await timed.table(table_id)).state is TableState.RUNNING
    assert (await timed.table(lobby)).state is TableState.LOBBY
    assert await timed.due(lobby) == timed.now + 7 * DAY


async def test_a_clock_that_is_set_back_charges_nobody_and_stops_nothing(timed: Timed) -> None:
    table_id = await asked(timed)
    await timed.live(10 * MINUTE)
    assert await outage(timed, -HOUR) == []
    await timed.live(HOUR)
    await timed.tick()
    assert await timed.owed(table_id) == []
    await timed.wholly_consistent(table_id)
    await timed.pass_by(PACE + BANK)
    assert "time out" in await timed.told(table_id, BEA)


async def test_who_is_asked_before_a_clock_is_set_back_has_at_most_so_much_more_time(timed: Timed) -> None:
    table_id = await asked(timed)
    await outage(timed, -HOUR)
    await timed.live(PACE + 10 * MINUTE)
    await timed.act(table_id, BEA, seeded(1))
    assert await timed.bank(table_id, BEA) == BANK
    await timed.wholly_consistent(table_id)


async def test_a_clock_that_is_set_forth_and_back_charges_nobody(timed: Timed) -> None:
    table_id = await asked(timed)
    version = (await timed.table(table_id)).version
    await timed.live(10 * MINUTE)
    await outage(timed, HOUR)  # looks like an outage, and is dealt with like one
    await timed.tick()
    await outage(timed, -HOUR)
    await timed.tick()
    await timed.live(PACE - 11 * MINUTE)
    await timed.tick()
    assert {"time out"}.isdisjoint(await timed.told(table_id, BEA))
    assert by_whom(timed.path, table_id, version) == []
    await timed.act(table_id, BEA, seeded(1))
    assert await timed.bank(table_id, BEA) == BANK
    await timed.wholly_consistent(table_id)


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_clock_that_was_set_years_ahead_and_back_stops_no_table(timed: Timed, restarted: bool) -> None:
    table_id = await asked(timed)
    await outage(timed, timedelta(days=3650))
    await timed.tick()
    await outage(timed, -timedelta(days=3650), restarted=restarted)
    await timed.tick()
    due = await timed.due(table_id)
    assert due is not None
    assert due <= timed.clock.now() + PACE
    await timed.live(PACE + BANK + MINUTE)
    await timed.tick()
    assert "time out" in await timed.told(table_id, BEA)
    await timed.wholly_consistent(table_id)


async def test_an_outage_that_could_not_be_saved_is_noted_with_the_next_heartbeat(timed: Timed) -> None:
    table_id = await asked(timed)
    await timed.live(PACE + 10 * MINUTE)
    timed.jump(HOUR)

    async def fail(*_: object) -> None:
        raise Died

    timed.store.before["commit"] = fail
    with pytest.raises(Died):
        await timed.tables.clocks.beat()
    timed.store.before.clear()
    assert await outage(timed, HOUR) == [table_id]
    ((began, ended),) = query(timed.path, "SELECT began_at, ended_at FROM outage")
    assert (began, ended) == ((timed.now - 2 * HOUR).isoformat(), timed.now.isoformat())
    await timed.act(table_id, BEA, seeded(1))
    assert await timed.bank(table_id, BEA) == BANK - 10 * MINUTE


class SlowStore:
    """A store whose first answer about outages is long on its way."""

    def __init__(self, store: Troubled) -> None:
        self._store = store
        self.read, self.may_arrive = asyncio.Event(), asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def outages(self) -> Any:
        first, rows = not self.read.is_set(), await self._store.outages()
        if first:
            self.read.set()
            await self.may_arrive.wait()
        return rows


async def test_an_outage_is_not_forgotten_by_who_looked_up_the_earlier_ones_meanwhile(timed: Timed) -> None:
    """At the start somebody looks at a table; while outages are read for it, the first heartbeat notes the newest."""
    table = await timed.table(await asked(timed))
    timed.jump(HOUR)
    store = SlowStore(timed.store)
    tables = host_tables(store, timed.heard, timed.clock, seeded(0))
    looking = asyncio.create_task(tables.timekeeping.timing(table))
    await store.read.wait()
    assert await tables.clocks.beat() == [table.id]
    store.may_arrive.set()
    await looking
    assert [outage.ended for outage in (await tables.clocks.moment(table.settings)).outages] == [timed.now]
