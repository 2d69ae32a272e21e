"""The one door: one change to a table at a time, whole or not at all, and announced only once it is saved (law 2)."""

import asyncio
import gc
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.game.actions import Action, dump_action
from bot.game.errors import Refusal
from bot.game.rules import legal, waiting
from bot.game.state import Phase
from bot.tables.errors import TableRefusal
from bot.tables.model import TableSettings
from storage import StaleVersion
from tests.storage.helpers import content
from tests.tables.hosting import BEA, CARLO, DINA, HOST, STRANGER, Hosting, bodies, query, seeded, typed

WRITES = ["append_log", "save_snapshot", "want_board", "add_outbox", "commit"]


class Gate:
    """Holds who comes for one table or channel until it is opened, and tells when somebody is there."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()

    async def __call__(self, number: int, *_: object) -> None:
        if number == self._number:
            self.reached.set()
            await self.opened.wait()


async def next_action(hosting: Hosting, table_id: int) -> tuple[int, dict[str, Any], Action]:
    """Who may act next, and something they may do that makes it another seat's turn or phase."""
    state = await hosting.state(table_id)
    seat = waiting(state)[0]
    action = next(iter(legal(state, seat)))
    return await hosting.holder(table_id, seat), typed(action), action


async def test_of_two_actions_at_once_the_second_sees_what_the_first_did(hosting: Hosting) -> None:
    table_id = await hosting.started()
    user_id, data, _ = await next_action(hosting, table_id)
    act = hosting.tables.playing.act
    first, second = await asyncio.gather(
        act(table_id, user_id, data), act(table_id, user_id, data), return_exceptions=True
    )
    assert isinstance(first, tuple)
    assert isinstance(second, Refusal)
    assert len(bodies(hosting.path, table_id)) == 2


async def test_two_seats_that_seal_at_once_are_both_in_the_log(hosting: Hosting) -> None:
    table_id = await hosting.started(4)
    await hosting.play_until(table_id, Phase.INVASION, seeded(1))
    await hosting.settle(table_id)
    rows = len(bodies(hosting.path, table_id))
    people = [person.user_id for person in (await hosting.table(table_id)).people]
    seals = [hosting.tables.playing.act(table_id, user_id, {"type": "defend"}) for user_id in people]
    await asyncio.gather(*seals)
    assert len(bodies(hosting.path, table_id)) == rows + 4
    assert (await hosting.state(table_id)).invasions == 1
    kinds = [kind for kind, _ in await hosting.owed(table_id)]
    assert kinds.count("report A") == 1


async def test_tables_do_not_wait_for_each_other(hosting: Hosting) -> None:
    slow, quick = await hosting.started(channel=1), await hosting.started(channel=2)
    user_id, data, _ = await next_action(hosting, slow)
    gate = Gate(slow)
    hosting.store.before["table"] = gate
    waiting_one = asyncio.create_task(hosting.tables.playing.act(slow, user_id, data))
    await gate.reached.wait()
    other_id, other_data, _ = await next_action(hosting, quick)
    await hosting.tables.playing.act(quick, other_id, other_data)
    assert len(bodies(hosting.path, quick)) == 2
    assert not waiting_one.done()
    gate.opened.set()
    await waiting_one
    assert len(bodies(hosting.path, slow)) == 2


async def test_channels_do_not_wait_for_each_other_when_tables_are_opened(hosting: Hosting) -> None:
    gate, other = asyncio.Event(), await hosting.lobby(1, channel=3)

    async def create() -> int:
        await gate.wait()
        return other

    waiting_one = asyncio.create_task(hosting.tables.door.open(1, create))
    await asyncio.sleep(0)
    await hosting.lobby(1, channel=2)
    assert not waiting_one.done()
    gate.set()
    await waiting_one


@pytest.mark.parametrize("at", ["table", "snapshot", *WRITES])
async def test_a_cancelled_caller_cancels_nothing(hosting: Hosting, at: str) -> None:
    table_id = await hosting.started()
    user_id, data, action = await next_action(hosting, table_id)
    tables = hosting.restarted()  # nothing is read yet
    caller = asyncio.create_task(tables.playing.act(table_id, user_id, data))

    async def cancel(*_: object) -> None:
        caller.cancel()
        await asyncio.wait({caller})

    hosting.store.before[at] = cancel
    woken = len(hosting.heard.woken)
    with pytest.raises(asyncio.CancelledError):
        await caller
    hosting.store.before.clear()
    await tables.door.drain()
    assert bodies(hosting.path, table_id)[1:] == [dump_action(action)]
    assert hosting.heard.woken[woken:] == [table_id]
    assert await hosting.owed(table_id)


async def test_who_is_cancelled_while_waiting_for_the_table_still_acts(hosting: Hosting) -> None:
    table_id = await hosting.lobby(1)
    gate = Gate(table_id)
    hosting.store.before["add_seat"] = gate
    first = asyncio.create_task(hosting.tables.lobby.join(table_id, BEA))
    await gate.reached.wait()
    second = asyncio.create_task(hosting.tables.lobby.join(table_id, CARLO))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.wait({second})
    gate.opened.set()
    await first
    await hosting.tables.door.drain()
    assert [person.name for person in (await hosting.table(table_id)).people] == ["Ada", "Bea", "Carlo"]


async def test_draining_waits_for_changes_and_is_not_disturbed_by_refusals(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2)
    joins = [asyncio.create_task(hosting.tables.lobby.join(table_id, person)) for person in (BEA, CARLO, DINA)]
    await asyncio.sleep(0)
    await hosting.tables.door.drain()
    assert len((await hosting.table(table_id)).people) == 4
    outcomes = await asyncio.gather(*joins, return_exceptions=True)
    assert [type(outcome).__name__ for outcome in outcomes] == ["AlreadySeated", "NoneType", "NoneType"]


def refusals(hosting: Hosting, lobby: int, running: int) -> list[Callable[[], Awaitable[object]]]:
    """Everything that a lobby with two people and a running table refuse."""
    tables = hosting.tables
    return [
        lambda: tables.lobby.open(1, 1, HOST, TableSettings()),
        lambda: tables.lobby.join(lobby, BEA),
        lambda: tables.lobby.join(running, CARLO),
        lambda: tables.lobby.leave(lobby, STRANGER.user_id),
        lambda: tables.lobby.leave(running, HOST.user_id),
        lambda: tables.lobby.kick(lobby, BEA.user_id, HOST.user_id),
        lambda: tables.lobby.start(lobby, BEA.user_id),
        lambda: tables.lobby.start(running, HOST.user_id),
        lambda: tables.lobby.start(12345, HOST.user_id),
        lambda: tables.playing.act(lobby, HOST.user_id, {"type": "income"}),
        lambda: tables.playing.act(running, STRANGER.user_id, {"type": "income"}),
        lambda: tables.playing.act(running, HOST.user_id, {"type": "finish"}),
        lambda: tables.playing.act(running, HOST.user_id, {"type": "no such"}),
        lambda: tables.playing.act(running, HOST.user_id, {}),
        lambda: tables.playing.stop(running, STRANGER.user_id, manages=False),
        lambda: tables.playing.agree(running, HOST.user_id),
    ]


async def test_a_refusal_writes_nothing_and_wakes_nobody(hosting: Hosting) -> None:
    lobby, running = await hosting.lobby(2, channel=1), await hosting.started(channel=2)
    before, woken = content(hosting.path), len(hosting.heard.woken)
    for refused in refusals(hosting, lobby, running):
        with pytest.raises((TableRefusal, Refusal)):
            await refused()
    assert content(hosting.path) == before
    assert len(hosting.heard.woken) == woken


FAULTS = [sqlite3.OperationalError("disk I/O error"), StaleVersion(1, 1), OSError("no space left")]


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("at", WRITES)
async def test_a_change_that_fails_leaves_nothing_and_the_next_one_works(
    hosting: Hosting, at: str, error: Exception
) -> None:
    table_id = await hosting.started()
    user_id, data, _ = await next_action(hosting, table_id)
    before, woken = content(hosting.path), len(hosting.heard.woken)

    async def fail(*_: object) -> None:
        raise error

    hosting.store.before[at] = fail
    with pytest.raises(type(error)):
        await hosting.tables.playing.act(table_id, user_id, data)
    hosting.store.before.clear()
    assert content(hosting.path) == before
    assert len(hosting.heard.woken) == woken
    await hosting.tables.playing.act(table_id, user_id, data)
    assert len(bodies(hosting.path, table_id)) == 2


@pytest.mark.parametrize("at", ["append_log", "save_snapshot", "set_commune", "set_state", "add_outbox", "commit"])
async def test_a_start_that_fails_leaves_the_lobby_and_can_be_tried_again(hosting: Hosting, at: str) -> None:
    table_id = await hosting.lobby(3)
    before = content(hosting.path)

    async def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    hosting.store.before[at] = fail
    with pytest.raises(sqlite3.OperationalError):
        await hosting.tables.lobby.start(table_id, HOST.user_id)
    hosting.store.before.clear()
    assert content(hosting.path) == before
    await hosting.tables.lobby.start(table_id, HOST.user_id)
    assert len(bodies(hosting.path, table_id)) == 1


async def test_an_action_that_another_program_has_overtaken_is_not_saved(hosting: Hosting) -> None:
    table_id = await hosting.started()
    user_id, data, _ = await next_action(hosting, table_id)

    late, early = hosting.restarted(), hosting.restarted()

    async def overtake(*_: object) -> None:
        hosting.store.before.clear()
        await early.playing.act(table_id, user_id, data)

    hosting.store.before["snapshot"] = overtake
    with pytest.raises(Refusal):
        await late.playing.act(table_id, user_id, data)
    assert len(bodies(hosting.path, table_id)) == 2


async def test_whoever_is_woken_finds_the_change_committed(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    for number in range(2, 12):
        await hosting.step(table_id, seeded(number))
        assert hosting.heard.versions[-1] == number
    assert set(hosting.heard.woken) == {table_id}


async def test_log_row_snapshot_and_outbox_are_saved_together(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    await hosting.step(table_id, seeded(1))
    [(version, saved)] = query(
        hosting.path, "SELECT t.version, s.version FROM game_table AS t JOIN snapshot AS s ON s.table_id = t.id"
    )
    assert version == saved == len(bodies(hosting.path, table_id)) == 2
    assert await hosting.owed(table_id)


async def test_the_lock_of_a_table_is_forgotten_when_nobody_needs_it(hosting: Hosting) -> None:
    for channel in range(10, 20):
        await hosting.lobby(2, channel=channel)
    gc.collect()
    assert len(hosting.tables.door._locks) == 0  # noqa: SLF001 - that it does not grow cannot be seen otherwise
