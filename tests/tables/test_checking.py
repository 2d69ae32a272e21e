"""A saved table is checked row by row: what a failing disk or a hand did to it is named."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.game.state import Phase
from bot.tables.checking import problems
from storage import open_store
from tests.tables.hosting import HOST, Hosting, hosting_at, seeded, tamper

NO_COMMUNES = "UPDATE seat SET commune = NULL"


async def problems_of(store: Any, row: Any) -> list[str]:
    """What is wrong with a table of a store."""
    return list(problems(row, await store.log(row.id), await store.snapshot(row.id)))


async def found(path: Path, table_id: int = 1) -> list[str]:
    """What is wrong with a table in a file."""
    store = await open_store(path)
    try:
        row = await store.table(table_id)
        assert row is not None
        return await problems_of(store, row)
    finally:
        await store.close()


async def running(path: Path) -> None:
    """A file with a running table at which twelve things were done."""
    async with hosting_at(path) as hosting:
        table_id, rng = await hosting.started(3), seeded(1)
        for _ in range(12):
            await hosting.step(table_id, rng)


@pytest.mark.parametrize(
    ("statements", "phrases"),
    [
        ([], []),
        (["UPDATE log SET body = '{' WHERE number = 4"], ["row 4 of its log is no game under these rules"]),
        (["UPDATE log SET body = '{}' WHERE number = 0"], ["row 0 of its log is no game under these rules"]),
        (["UPDATE log SET body = (SELECT body FROM log WHERE number = 1) WHERE number = 2"], ["row 2 of its log"]),
        (["UPDATE log SET kind = 'correction' WHERE number = 7"], ["row 7 of its log is no game under these rules"]),
        (
            ["DELETE FROM log WHERE number = 12"],
            ["it is at version 13, but its log has 12 rows", "its snapshot is not"],
        ),
        (["DELETE FROM log WHERE number = 5"], ["it is at version 13, but its log has 12 rows", "row 6 of its log"]),
        (["DELETE FROM log"], ["it is at version 13, but its log has 0 rows", "it is running, but its log is empty"]),
        (
            ["UPDATE game_table SET version = 12"],
            ["it is at version 12, but", "its snapshot is of version 13 and not 12"],
        ),
        (["DELETE FROM snapshot"], ["it has no snapshot"]),
        (["UPDATE snapshot SET body = '{}'"], ["its snapshot cannot be read"]),
        (["UPDATE snapshot SET version = 3"], ["its snapshot is of version 3 and not 13"]),
        (["UPDATE snapshot SET body = replace(body, '\"turn\":', '\"turn\":1')"], ["its snapshot is not what its log"]),
        (["UPDATE snapshot SET rules_version = 99, body = '?'"], []),
        (["UPDATE game_table SET settings = '{}x'"], ["its settings cannot be read"]),
        (["UPDATE game_table SET settings = '{\"seats\":9}'"], ["its settings cannot be read"]),
        (["UPDATE game_table SET clock = '[]'"], ["its clock cannot be read"]),
        (["UPDATE game_table SET state = 'over'"], ["it is over, but its game is not over"]),
        (["UPDATE game_table SET state = 'stopped'"], []),
        (["UPDATE game_table SET state = 'archived'"], []),
        (["UPDATE game_table SET state = 'lobby', version = 0, clock = '{}'", "DELETE FROM log", NO_COMMUNES], []),
        (["UPDATE seat SET commune = NULL WHERE place = 2"], ["its seats make no sense", "its seats are not those"]),
        (["UPDATE seat SET commune = 'roma' WHERE place = 2"], ["its seats make no sense", "its seats are not those"]),
        (["UPDATE seat SET steward = 'oracle' WHERE place = 2"], ["its seats make no sense"]),
        (["DELETE FROM seat WHERE place = 2"], ["its clock is not of its seats", "its seats are not those of its log"]),
        (["UPDATE game_table SET clock = replace(clock, 'Z\"', '\"')"], ["its clock cannot be read"]),
        (["UPDATE game_table SET clock = replace(clock, '\"left\":', '\"left\":9999999999')"], ["its clock cannot be"]),
    ],
)
async def test_what_is_wrong_with_a_table_is_named(
    tmp_path: Path, statements: Sequence[str], phrases: Sequence[str]
) -> None:
    path = tmp_path / "comuni.sqlite3"
    await running(path)
    tamper(path, *statements)
    said = await found(path)
    assert len(said) == len(phrases)
    for sentence, phrase in zip(said, phrases, strict=True):
        assert phrase in sentence


async def test_a_game_that_is_over_is_sound_and_one_that_runs_on_is_not(tmp_path: Path) -> None:
    path = tmp_path / "comuni.sqlite3"
    async with hosting_at(path) as hosting:
        table_id = await hosting.started(2)
        await hosting.play_until(table_id, Phase.OVER, seeded(2))
    assert await found(path) == []
    tamper(path, "UPDATE game_table SET state = 'running'")
    assert await found(path) == ["it is running, but its game is over"]


async def test_at_every_step_of_a_game_its_log_folds_to_its_snapshot(hosting: Hosting) -> None:
    table_id, rng = await hosting.started(4), seeded(3)
    while (await hosting.state(table_id)).phase is not Phase.OVER:
        for _ in range(9):
            if (await hosting.state(table_id)).phase is not Phase.OVER:
                await hosting.step(table_id, rng)
        row = await hosting.store.table(table_id)
        assert await problems_of(hosting.store, row) == []


async def test_lobbies_and_stopped_tables_are_sound(hosting: Hosting) -> None:
    lobby, closed = await hosting.lobby(2), await hosting.lobby(2, channel=9)
    stopped = await hosting.started(2, channel=10)
    for table_id in (closed, stopped):
        await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    for table_id in (lobby, closed, stopped):
        row = await hosting.store.table(table_id)
        assert await problems_of(hosting.store, row) == []
