"""A table whose saved game cannot be read is set aside alone, says so once, and comes back when mended (law 1)."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.game.state import Phase
from bot.tables.errors import TableAside
from bot.tables.model import TableState
from bot.tables.notices import Kind
from bot.tables.reading import TABLES_KEPT
from bot.tables.snapshot import decode
from bot.tables.table_clock import Stage
from tests.tables.hosting import BEA, HOST, Hosting, bodies, break_log, hosting_at, query, seeded, tamper
from tests.tables.timed import DAY, Timed

ASIDE = [("aside", None)]
BID = {"type": "bid", "column": 1}


async def played(hosting: Hosting, channel: int = 1) -> int:
    """A running table with some actions; nothing is owed."""
    table_id = await hosting.started(3, channel=channel)
    for number in range(8):
        await hosting.step(table_id, seeded(number))
    await hosting.settle(table_id)
    return table_id


def mend(path: Path, table_id: int, number: int, body: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE log SET body = ? WHERE table_id = ? AND number = ?", (body, table_id, number))


def log_body(path: Path, table_id: int, number: int) -> str:
    [(body,)] = query(path, "SELECT body FROM log WHERE table_id = ? AND number = ?", table_id, number)
    return str(body)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE snapshot SET body = '{'",
        "UPDATE snapshot SET body = ''",
        "UPDATE snapshot SET body = json_remove(body, '$.state.columns')",
        "UPDATE snapshot SET rules_version = 0",
        "UPDATE snapshot SET rules_version = 99",
        "UPDATE snapshot SET version = version - 1",
        "UPDATE snapshot SET version = version + 1",
        "DELETE FROM snapshot",
    ],
)
async def test_a_snapshot_that_cannot_be_used_is_rebuilt_from_the_log(hosting: Hosting, damage: str) -> None:
    table_id = await played(hosting)
    before = await hosting.snapshot(table_id)
    tamper(hosting.path, damage)
    again = hosting.restarted()
    assert await again.reader.snapshot(await hosting.table(table_id)) == before
    await again.playing.check_all()
    assert (await hosting.table(table_id)).aside is None
    await hosting.step(table_id, seeded(1))
    assert (await hosting.table(table_id)).version == 10


async def test_the_next_action_after_a_rebuild_saves_a_good_snapshot(hosting: Hosting) -> None:
    table_id = await played(hosting)
    tamper(hosting.path, "UPDATE snapshot SET body = '{'")
    await hosting.step(table_id, seeded(1))
    saved = await hosting.store.snapshot(table_id)
    assert decode(saved.body) == (await hosting.restarted().reader.history(await hosting.table(table_id))).snapshot


async def test_at_the_start_of_the_program_one_table_is_set_aside_with_a_notice_and_the_others_run(
    hosting: Hosting,
) -> None:
    good, bad, other = [await played(hosting, channel) for channel in (1, 2, 3)]
    break_log(hosting.path, bad, number=4)
    again = hosting.restarted()
    await again.playing.check_all()
    assert [(await hosting.table(each)).aside for each in (good, bad, other)] == [None, "unreadable", None]
    assert await hosting.owed(bad) == ASIDE
    assert await hosting.owed(good) == await hosting.owed(other) == []
    for table_id in (good, other):
        await hosting.step(table_id, seeded(3))
    with pytest.raises(TableAside):
        await hosting.snapshot(bad)


async def test_the_notice_is_owed_once_however_often_the_program_starts(hosting: Hosting) -> None:
    table_id = await played(hosting)
    break_log(hosting.path, table_id)
    for _ in range(3):
        await hosting.restarted().playing.check_all()
    assert await hosting.owed(table_id) == ASIDE
    await hosting.settle(table_id)
    await hosting.restarted().playing.check_all()
    assert await hosting.owed(table_id) == []


async def test_a_table_that_breaks_while_the_program_runs_is_set_aside_when_somebody_acts(hosting: Hosting) -> None:
    table_id = await played(hosting)
    break_log(hosting.path, table_id, number=2)
    tables, woken = hosting.restarted(), len(hosting.heard.woken)
    for _ in range(2):
        with pytest.raises(TableAside):
            await tables.playing.act(table_id, HOST.user_id, BID)
    assert await hosting.owed(table_id) == ASIDE
    assert set(hosting.heard.woken[woken:]) == {table_id}
    assert (await hosting.table(table_id)).version == 9


@pytest.mark.parametrize("by_acting", [False, True])
async def test_a_table_comes_back_when_it_can_be_read_again(hosting: Hosting, by_acting: bool) -> None:
    table_id = await played(hosting)
    expected, good_body = await hosting.snapshot(table_id), log_body(hosting.path, table_id, 4)
    break_log(hosting.path, table_id, number=4)
    await hosting.restarted().playing.check_all()
    await hosting.settle(table_id)
    mend(hosting.path, table_id, 4, good_body)
    tables = hosting.restarted()
    if by_acting:
        with pytest.raises(TableAside):
            await tables.playing.act(table_id, HOST.user_id, BID)
    else:
        await tables.playing.check_all()
    table = await hosting.table(table_id)
    assert table.aside is None
    assert await tables.reader.snapshot(table) == expected
    assert await hosting.board_due(table_id)
    await hosting.step(table_id, seeded(2))


async def test_a_table_that_is_back_owes_what_it_owed_before_and_says_no_more_that_it_is_aside(
    hosting: Hosting,
) -> None:
    table_id = await played(hosting)
    await hosting.step(table_id, seeded(20))
    owed, good_body = await hosting.owed(table_id), log_body(hosting.path, table_id, 4)
    assert owed
    break_log(hosting.path, table_id, number=4)
    await hosting.restarted().playing.check_all()
    pending = await hosting.tables.outbox.pending(table_id)
    assert [row.notice.kind for row in pending] == [Kind.ASIDE]
    mend(hosting.path, table_id, 4, good_body)
    await hosting.restarted().playing.check_all()
    table = await hosting.table(table_id)
    rows = await hosting.tables.outbox.pending(table_id)
    applying = [row.notice for row in rows if await hosting.tables.outbox.applies(table, row.notice)]
    assert [(notice.kind.value, notice.seat) for notice in applying] == owed


async def test_a_log_that_is_broken_sets_its_table_aside_even_where_the_snapshot_is_good(hosting: Hosting) -> None:
    table_id = await played(hosting)
    tamper(hosting.path, "UPDATE log SET body = '{' WHERE number = 3")
    await hosting.restarted().playing.check_all()
    assert (await hosting.table(table_id)).aside == "unreadable"
    assert await hosting.owed(table_id) == ASIDE


async def test_nothing_of_a_table_that_is_set_aside_is_shown(hosting: Hosting) -> None:
    table_id = await played(hosting)
    break_log(hosting.path, table_id)
    reader = hosting.restarted().reader
    await hosting.restarted().playing.check_all()
    table = await reader.table(table_id)
    for refused in (
        reader.sight(table_id, None),
        reader.sight(table_id, HOST.user_id),
        reader.history(table),
        reader.events(table, None),
    ):
        with pytest.raises(TableAside):
            await refused


async def test_a_table_that_is_set_aside_can_be_stopped_which_frees_its_channel(hosting: Hosting) -> None:
    table_id = await played(hosting)
    break_log(hosting.path, table_id)
    await hosting.restarted().playing.check_all()
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    assert (await hosting.table(table_id)).state is TableState.STOPPED
    await hosting.started(2, channel=1)


async def test_tables_that_do_not_run_are_not_checked(hosting: Hosting) -> None:
    lobby, stopped = await hosting.lobby(2, channel=1), await played(hosting, channel=2)
    await hosting.tables.playing.stop(stopped, HOST.user_id, manages=False)
    await hosting.settle(stopped)
    break_log(hosting.path, stopped)
    await hosting.restarted().playing.check_all()
    assert [(await hosting.table(each)).aside for each in (lobby, stopped)] == [None, None]
    assert await hosting.owed(stopped) == []


async def test_histories_are_kept_for_a_limited_number_of_tables(tmp_path: Path) -> None:
    async with hosting_at(tmp_path / "many.sqlite3") as hosting:
        for channel in range(TABLES_KEPT + 3):
            table_id = await hosting.started(2, channel=channel)
            await hosting.tables.reader.history(await hosting.table(table_id))
        assert len(hosting.tables.reader._histories) == TABLES_KEPT  # noqa: SLF001 - cannot be seen otherwise
        first = await hosting.table(1)
        assert (await hosting.tables.reader.history(first)).version == len(bodies(hosting.path, 1)) == 1


async def test_nobody_is_timed_out_for_the_time_that_a_table_was_aside(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await timed.reach_phase(table_id, Phase.CONSTRUCTION, BEA)
    bank, good_body = await timed.bank(table_id, BEA), log_body(timed.path, table_id, 1)
    break_log(timed.path, table_id, number=1)
    await timed.tables.playing.check(table_id)
    await timed.live(3 * DAY)
    mend(timed.path, table_id, 1, good_body)
    await timed.tables.playing.check(table_id)
    await timed.tick()
    assert await timed.bank(table_id, BEA) == bank
    assert await timed.stage(table_id, BEA) is Stage.RUNNING
    await timed.wholly_consistent(table_id)
