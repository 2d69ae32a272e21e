"""What stands in the database may be anything: the table is set aside or played on by its log, and all others go on."""

import asyncio
import logging
import shutil
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from bot.game.errors import Refusal
from bot.tables.errors import TableRefusal
from bot.tables.orders import NextIncome, Orders, WhenOutbid
from tests.storage.helpers import content
from tests.tables.hosting import BEA, CARLO, HOST, STRANGER, Hosting, MovedClock, hosting_at, query, seeded, tamper
from tests.tables.wild import mutated_json

BAD, GOOD = 1, 2  # tables
WHERE = {
    "settings": ("game_table", "settings", "id = 1"),
    "clock": ("game_table", "clock", "id = 1"),
    "snapshot": ("snapshot", "body", "table_id = 1"),
    "orders": ("seat", "orders", "table_id = 1 AND place = 1"),
    "setup": ("log", "body", "table_id = 1 AND number = 0"),
    "action": ("log", "body", "table_id = 1 AND number = 5"),
}
ACTIONS: tuple[dict[str, Any], ...] = tuple(
    {"type": kind} | ({"column": 1} if kind == "bid" else {})
    for kind in ("bid", "income", "withdraw", "repair", "defend", "finish")
)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tables in the middle of their games; there are clocks, banks that were used, and orders."""
    path = tmp_path_factory.mktemp("saved") / "comuni.sqlite3"

    async def play() -> None:
        clock = MovedClock()
        async with hosting_at(path, clock=clock) as hosting:
            for table_id in (await hosting.started(3, channel=10), await hosting.started(2, channel=11)):
                for minutes in (1, 30, 900, 1700, 5, 300, 2, 60, 1500, 3, 10, 40):
                    clock.instant += timedelta(minutes=minutes)
                    await hosting.step(table_id, seeded(minutes))
            orders = Orders(outbid=WhenOutbid(columns=(2, 1)), turn=NextIncome(choice=("coins",)), repair=1)
            async with hosting.store.write() as writer:
                await writer.save_orders(BAD, HOST.user_id, orders.model_dump_json())

    asyncio.run(play())
    return path


def put(path: Path, where: str, text: str) -> None:
    table, column, rows = WHERE[where]
    quoted = text.replace("'", "''").replace("\x00", "'||char(0)||'")
    tamper(path, f"UPDATE {table} SET {column} = '{quoted}' WHERE {rows}")  # noqa: S608 - a test's own


def got(path: Path, where: str) -> str:
    table, column, rows = WHERE[where]
    return str(query(path, f"SELECT {column} FROM {table} WHERE {rows}")[0][0])  # noqa: S608 - a test's own


async def tried(work: Awaitable[object]) -> bool:
    """Whether something was done; where not, it was refused by name."""
    try:
        await work
    except (TableRefusal, Refusal):  # that is the answer
        return False
    return True


async def looked_at(hosting: Hosting) -> None:
    """Everybody looks at everything of the bad table."""
    tables = hosting.tables
    for person in (HOST, BEA, CARLO, STRANGER):
        await tables.reader.tables_of(person.user_id)
        await tried(tables.reader.sight(BAD, person.user_id))
    table = await tables.reader.table(BAD)
    for work in (
        tables.reader.told(table, HOST.user_id),
        tables.reader.news(table, BEA.user_id),
        tables.timekeeping.timing(table),
        tables.outbox.pending(BAD),
    ):
        await tried(work)


async def tried_out(hosting: Hosting, clock: MovedClock) -> None:
    """Everybody does everything at the bad table, and time passes."""
    tables, day = hosting.tables, (clock.instant + timedelta(days=3)).date().isoformat()
    for person in (HOST, BEA, CARLO):
        await tried(tables.timekeeping.pause(BAD, person.user_id))
        await tried(tables.timekeeping.resume(BAD, person.user_id))
        await tried(tables.timekeeping.away(BAD, person.user_id, day))
        await tried(tables.timekeeping.back(BAD, person.user_id))
        await tried(tables.playing.order(BAD, person.user_id, lambda orders: orders.without("finish")))
        await tried(tables.playing.undo(BAD, person.user_id))
        for action in ACTIONS:
            await tried(tables.playing.act(BAD, person.user_id, action))
    for days in (0, 1, 3, 40):
        clock.instant += timedelta(days=days)
        await tables.clocks.beat()
        await tables.clocks.next_due()
        for table_id in await tables.clocks.due():
            await tables.timekeeping.ring(table_id)


async def opened(path: Path, then: Callable[[Hosting, MovedClock], Awaitable[None]]) -> None:
    """The program starts on a database."""
    clock = MovedClock()
    clock.instant += timedelta(days=9)
    async with hosting_at(path, clock=clock) as hosting:
        await hosting.tables.playing.check_all()
        await then(hosting, clock)


async def whole_trial(hosting: Hosting, clock: MovedClock) -> None:
    assert (await hosting.table(GOOD)).aside is None
    before = content(hosting.path)
    await looked_at(hosting)
    assert content(hosting.path) == before
    assert await tried(hosting.step(GOOD, seeded(1)))
    await tried_out(hosting, clock)
    assert (await hosting.table(GOOD)).aside is None


@pytest.mark.parametrize("where", WHERE)
def test_whatever_is_saved_of_a_table_nothing_fails_and_the_others_go_on(
    tmp_path: Path, saved: Path, where: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "comuni.sqlite3"

    @settings(max_examples=20)
    @given(mutated_json(got(saved, where)))
    def check(text: str) -> None:
        shutil.copy(saved, path)
        put(path, where, text)
        asyncio.run(opened(path, whole_trial))
        assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []

    check()


def test_a_snapshot_that_was_changed_is_never_played_on(tmp_path: Path, saved: Path) -> None:
    path = tmp_path / "comuni.sqlite3"

    async def told_by_the_log(hosting: Hosting, _clock: MovedClock) -> None:
        table = await hosting.table(BAD)
        for _ in range(2):
            assert await hosting.tables.reader.snapshot(table) == (await hosting.tables.reader.history(table)).snapshot

    @settings(max_examples=40)
    @given(mutated_json(got(saved, "snapshot")))
    def check(text: str) -> None:
        shutil.copy(saved, path)
        put(path, "snapshot", text)
        asyncio.run(opened(path, told_by_the_log))

    check()


SCALARS = [
    "UPDATE seat SET commune = 'roma' WHERE table_id = 1 AND place = 2",
    "UPDATE seat SET commune = NULL WHERE table_id = 1 AND place = 2",
    "UPDATE seat SET steward = 'oracle' WHERE table_id = 1 AND place = 2",
    "DELETE FROM seat WHERE table_id = 1 AND place = 2",
    "UPDATE game_table SET version = 5 WHERE id = 1",
    "UPDATE game_table SET version = 500 WHERE id = 1",
    "UPDATE game_table SET state = 'lobby' WHERE id = 1",
    "UPDATE game_table SET due_at = 'soon' WHERE id = 1",
    "UPDATE game_table SET due_at = '' WHERE id = 1",
    "UPDATE game_table SET clock = replace(clock, '\"left\":', '\"left\":99999999999999') WHERE id = 1",
    "UPDATE game_table SET clock = replace(clock, 'Z\"', '\"') WHERE id = 1",
    "UPDATE game_table SET clock = replace(clock, '\"2026-', '\"0001-') WHERE id = 1",
    "UPDATE game_table SET clock = replace(clock, 'firenze', 'milano') WHERE id = 1",
    "UPDATE game_table SET clock = CAST(X'7BFF7D' AS TEXT) WHERE id = 1",
    "DELETE FROM log WHERE table_id = 1",
    "INSERT INTO outbox VALUES (999, 1, 'pigeon', 'siena', 1, '')",
    "INSERT INTO outbox VALUES (999, 1, 'turn', 'roma', 1, '')",
    "INSERT INTO heartbeat VALUES (1, 'now')",
    "INSERT INTO heartbeat VALUES (1, '2026-03-02T12:00:00')",
    "INSERT INTO outage (began_at, ended_at) VALUES ('a', 'b')",
    "INSERT INTO outage (began_at, ended_at) VALUES ('2026-03-02T12:00:00', '2026-03-02T13:00:00')",
]


@pytest.mark.parametrize("statement", SCALARS)
def test_a_value_that_makes_no_sense_fails_nothing_and_the_others_go_on(
    tmp_path: Path, saved: Path, statement: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "comuni.sqlite3"
    shutil.copy(saved, path)
    tamper(path, statement)
    asyncio.run(opened(path, whole_trial))
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize("column", ["settings", "clock"])
async def test_a_lobby_that_cannot_be_read_takes_nobody_until_its_host_closes_it(hosting: Hosting, column: str) -> None:
    table_id = await hosting.lobby(2)
    tamper(hosting.path, f"UPDATE game_table SET {column} = '[]'")  # noqa: S608 - a test's own
    before = content(hosting.path)
    lobby = hosting.tables.lobby
    for work in (
        lobby.join(table_id, CARLO),
        lobby.start(table_id, HOST.user_id),
        lobby.engage(table_id, HOST.user_id),
    ):
        assert not await tried(work)
    assert content(hosting.path) == before
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    await hosting.lobby(2)
