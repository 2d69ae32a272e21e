"""A game is played on under the rules under which it was begun, or waits for a program that knows them."""

import json
from pathlib import Path

import pytest

from bot.game.state import Phase
from bot.tables.checking import problems
from bot.tables.errors import TableAside, UnknownRules
from bot.tables.log import LogUnreadable, RulesUnknown, read_log
from bot.tables.model import TableState
from bot.tables.snapshot import KNOWN_RULES, RULES_VERSION
from tests.game.games import whole_game
from tests.tables.hosting import HOST, Hosting, bodies, query, seeded, tamper
from tests.tables.test_log import Row, rows_of

LATER = max(KNOWN_RULES) + 1
BID = {"type": "bid", "column": 1}


def of_rules(table_id: int, version: int) -> str:
    """A game was begun by a program of other rules, which may say more of it than this one knows."""
    change = f"json_set(body, '$.rules', {version}, '$.wonders', json('[1]'))"
    return f"UPDATE log SET body = {change} WHERE table_id = {table_id} AND number = 0"  # noqa: S608 - numbers


async def played(hosting: Hosting, channel: int) -> int:
    table_id = await hosting.started(2, channel=channel)
    for number in range(6):
        await hosting.step(table_id, seeded(number))
    await hosting.settle(table_id)
    return table_id


def game(path: Path, table_id: int) -> list[tuple[object, ...]]:
    """All that is saved of a game."""
    log = query(path, "SELECT * FROM log WHERE table_id = ? ORDER BY number", table_id)
    return [*log, *query(path, "SELECT * FROM snapshot WHERE table_id = ?", table_id)]


def test_the_rules_of_new_games_are_known() -> None:
    assert RULES_VERSION in KNOWN_RULES


async def test_a_new_game_says_under_which_rules_it_was_begun(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    assert bodies(hosting.path, table_id)[0]["rules"] == RULES_VERSION


async def test_a_game_that_does_not_say_it_was_begun_under_the_first_rules_and_goes_on(hosting: Hosting) -> None:
    table_id = await played(hosting, 1)
    before = await hosting.state(table_id)
    tamper(hosting.path, "UPDATE log SET body = json_remove(body, '$.rules') WHERE number = 0", "DELETE FROM snapshot")
    hosting.tables = hosting.restarted()
    await hosting.tables.playing.check_all()
    assert await hosting.state(table_id) == before
    await hosting.play_until(table_id, Phase.CONSTRUCTION, seeded(1))


@pytest.mark.parametrize("rules", ["0", "-1", "true", '"1"', "1.5", "null", "[]"])
def test_what_is_no_version_of_rules_is_unreadable(rules: str) -> None:
    rows = rows_of(whole_game(5, 2, "mixed"))
    body = json.dumps({**json.loads(rows[0].body), "rules": json.loads(rules)})
    with pytest.raises(LogUnreadable) as caught:
        read_log([Row(0, "setup", body), *rows[1:]])
    assert not isinstance(caught.value, RulesUnknown)


async def test_a_table_of_unknown_rules_is_set_aside_with_a_notice_and_the_others_run(hosting: Hosting) -> None:
    good, other = [await played(hosting, channel) for channel in (1, 2)]
    tamper(hosting.path, of_rules(other, LATER))
    before = game(hosting.path, other)
    for _ in range(2):
        hosting.tables = hosting.restarted()
        await hosting.tables.playing.check_all()
    assert [(await hosting.table(each)).aside for each in (good, other)] == [None, "rules"]
    assert [await hosting.owed(each) for each in (good, other)] == [[], [("aside", None)]]
    with pytest.raises(UnknownRules):
        await hosting.tables.playing.act(other, HOST.user_id, BID)
    with pytest.raises(UnknownRules):
        await hosting.tables.reader.sight(other, HOST.user_id)
    await hosting.step(good, seeded(1))
    assert game(hosting.path, other) == before


async def test_a_program_that_knows_the_rules_takes_the_table_back_as_it_was(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await played(hosting, 1)
    before = await hosting.snapshot(table_id)
    monkeypatch.setattr("bot.tables.log.KNOWN_RULES", frozenset({LATER}))
    hosting.tables = hosting.restarted()
    await hosting.tables.playing.check_all()
    assert (await hosting.table(table_id)).aside == "rules"
    monkeypatch.undo()
    hosting.tables = hosting.restarted()
    await hosting.tables.playing.check_all()
    assert (await hosting.table(table_id)).aside is None
    assert await hosting.snapshot(table_id) == before
    assert await hosting.board_due(table_id)
    await hosting.step(table_id, seeded(1))


async def test_a_table_that_cannot_be_read_is_told_apart_once_it_is_of_unknown_rules(hosting: Hosting) -> None:
    table_id = await played(hosting, 1)
    tamper(hosting.path, "UPDATE log SET body = '{' WHERE number = 2", "DELETE FROM snapshot")
    with pytest.raises(TableAside):
        await hosting.restarted().playing.act(table_id, HOST.user_id, BID)
    assert (await hosting.table(table_id)).aside == "unreadable"
    await hosting.settle(table_id)
    tamper(hosting.path, of_rules(table_id, LATER))
    await hosting.restarted().playing.check_all()
    assert (await hosting.table(table_id)).aside == "rules"
    assert await hosting.owed(table_id) == [("aside", None)]


async def test_a_table_of_unknown_rules_can_be_stopped(hosting: Hosting) -> None:
    table_id = await played(hosting, 1)
    tamper(hosting.path, of_rules(table_id, LATER))
    hosting.tables = hosting.restarted()
    await hosting.tables.playing.check_all()
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    assert (await hosting.table(table_id)).state is TableState.STOPPED


async def test_a_check_says_of_which_rules_a_table_is(hosting: Hosting) -> None:
    table_id = await played(hosting, 1)
    tamper(hosting.path, of_rules(table_id, 12))
    row, log = await hosting.store.table(table_id), await hosting.store.log(table_id)
    said = list(problems(row, log, await hosting.store.snapshot(table_id)))
    assert said == ["its game was begun under rules 12, which this program does not know"]
