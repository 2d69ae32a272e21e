"""Stewards act through the one door whenever they are asked, whatever happens meanwhile, and the game goes on."""

import asyncio
import logging
import threading
from pathlib import Path
from random import Random

import pytest

from bot.game.actions import Defend, Income
from bot.game.observation import Observation
from bot.game.rules import waiting
from bot.game.state import Phase
from bot.stewards import STEWARDS, Character, Decide, Decision, Motive, Offers, Reason
from bot.tables.log import read_log
from bot.tables.model import TableState
from tests.tables.hosting import HOST, Hosting, bodies, hosting_at, query, seeded, tamper
from tests.tables.solo import begun, first_legal, own_seat, play_alone

PATIENCE = 60  # s: only ends a hang


def be(monkeypatch: pytest.MonkeyPatch, decide: Decide) -> None:
    """From now on stewards decide like this."""
    monkeypatch.setitem(STEWARDS, Character.STEWARD, decide)


async def asked(hosting: Hosting, table_id: int) -> bool:
    return await hosting.tables.stewarding.asked(await hosting.table(table_id)) is not None


async def begun_with_a_steward_s_turn(hosting: Hosting) -> int:
    """Ada has done what she was asked, if she was the first."""
    table_id = await begun(hosting)
    seat, state = await own_seat(hosting, table_id), await hosting.state(table_id)
    if state.active == seat:
        await hosting.play(table_id, Income(seat=seat, choice=("coins",)))
    assert await asked(hosting, table_id)
    return table_id


async def version(hosting: Hosting, table_id: int) -> int:
    return (await hosting.table(table_id)).version


async def test_stewards_act_until_a_person_is_asked(hosting: Hosting) -> None:
    table_id = await begun_with_a_steward_s_turn(hosting)
    before = await version(hosting, table_id)
    await hosting.tables.stewarding.play(table_id)
    assert await version(hosting, table_id) > before
    assert waiting(await hosting.state(table_id)) == (await own_seat(hosting, table_id),)
    assert not await asked(hosting, table_id)


@pytest.mark.parametrize("stewards", [1, 4])
async def test_a_person_alone_comes_to_the_end_and_the_log_tells_who_did_what(hosting: Hosting, stewards: int) -> None:
    table_id = await begun(hosting, stewards)
    await play_alone(hosting, table_id, seeded("alone"))
    table, history = await hosting.table(table_id), read_log(await hosting.store.log(table_id))
    assert table.state is TableState.OVER
    assert history.snapshot == await hosting.snapshot(table_id)
    own = await own_seat(hosting, table_id)
    rows = query(hosting.path, "SELECT author, reason IS NULL FROM log WHERE number > 0 ORDER BY number")
    assert rows == [(HOST.user_id, 1) if action.seat == own else (None, 0) for action in history.actions]


async def test_nothing_is_ever_owed_to_a_steward(hosting: Hosting) -> None:
    table_id = await begun(hosting, 3)
    await play_alone(hosting, table_id, seeded("owed"))
    assert {seat for _, seat in await hosting.owed(table_id)} == {None, await own_seat(hosting, table_id)}


def broken(_observation: Observation, _offers: Offers, _random: Random) -> Decision:
    raise ZeroDivisionError


def greedy(observation: Observation, _offers: Offers, _random: Random) -> Decision:
    """Wants what no rule gives."""
    assert observation.seat is not None
    return Decision(Income(seat=observation.seat, choice=("coins",) * 9), Reason(Motive.INCOME))


@pytest.mark.parametrize("decide", [broken, greedy])
async def test_a_steward_that_fails_takes_the_first_legal_action_and_that_is_logged(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, decide: Decide
) -> None:
    be(monkeypatch, decide)
    table_id = await begun_with_a_steward_s_turn(hosting)
    before = await version(hosting, table_id)
    sight = await hosting.tables.stewarding.asked(await hosting.table(table_id))
    assert sight is not None
    assert sight.choices is not None
    first = next(iter(sight.choices))
    await hosting.tables.stewarding.play(table_id)
    history = await hosting.tables.reader.history(await hosting.table(table_id))
    assert history.actions[before - 1] == first
    assert history.entries[before - 1].reason == Reason(Motive.SLIP)
    assert {record.levelno for record in caplog.records if record.name == "bot.tables.stewarding"} == {logging.ERROR}


class Pensive:
    """Decides when it is let, and then what is legal."""

    def __init__(self) -> None:
        self.thinks, self.may_go_on = threading.Event(), threading.Event()

    def __call__(self, observation: Observation, offers: Offers, random: Random) -> Decision:
        self.thinks.set()
        assert self.may_go_on.wait(PATIENCE)
        return first_legal(observation, offers, random)


async def test_a_game_that_is_stopped_while_a_steward_thinks_stays_as_it_was(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await begun_with_a_steward_s_turn(hosting)
    steward, before = Pensive(), await version(hosting, table_id)
    be(monkeypatch, steward)
    playing = asyncio.create_task(hosting.tables.stewarding.play(table_id))
    await asyncio.to_thread(steward.thinks.wait, PATIENCE)
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    steward.may_go_on.set()
    await playing
    assert (await hosting.table(table_id)).state is TableState.STOPPED
    assert await version(hosting, table_id) == before


async def test_a_table_that_is_set_aside_while_a_steward_thinks_is_left_alone(
    hosting: Hosting, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await begun_with_a_steward_s_turn(hosting)
    steward, before = Pensive(), await version(hosting, table_id)
    be(monkeypatch, steward)
    playing = asyncio.create_task(hosting.restarted().stewarding.play(table_id))
    await asyncio.to_thread(steward.thinks.wait, PATIENCE)
    tamper(hosting.path, "DELETE FROM log", "DELETE FROM snapshot")
    steward.may_go_on.set()
    await playing
    assert (await hosting.table(table_id)).aside is not None
    assert await version(hosting, table_id) == before


async def test_several_loops_at_once_do_what_one_does(
    hosting: Hosting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    be(monkeypatch, first_legal)
    table_id = await begun_with_a_steward_s_turn(hosting)
    await asyncio.gather(*[hosting.tables.stewarding.play(table_id) for _ in range(3)])
    async with hosting_at(tmp_path / "other.sqlite3") as other:
        assert await begun_with_a_steward_s_turn(other) == table_id
        await other.tables.stewarding.play(table_id)
        assert bodies(other.path, table_id) == bodies(hosting.path, table_id)


class Died(Exception):
    """The program, before it has written anything."""


async def die(hosting: Hosting, table_id: int, after: int) -> None:
    """The program dies when stewards have done so many things; another takes its place."""
    written = 0

    async def count(*_: object) -> None:
        nonlocal written
        written += 1
        if written > after:
            raise Died

    hosting.store.before["append_log"] = count
    with pytest.raises(Died):
        await hosting.tables.stewarding.play(table_id)
    hosting.store.before.clear()
    hosting.tables = hosting.restarted()


@pytest.mark.parametrize("after", [0, 1, 2])
async def test_a_steward_s_turn_goes_on_after_a_crash_in_its_middle(hosting: Hosting, after: int) -> None:
    table_id = await begun_with_a_steward_s_turn(hosting)
    before = await version(hosting, table_id)
    await die(hosting, table_id, after if after < 2 else 1)
    if after == 2:
        await die(hosting, table_id, 0)  # and once more at once
    assert await version(hosting, table_id) == before + min(after, 1)
    await hosting.tables.stewarding.play(table_id)
    assert waiting(await hosting.state(table_id)) == (await own_seat(hosting, table_id),)


async def test_an_invasion_goes_on_after_a_crash_between_the_seals_of_stewards(hosting: Hosting) -> None:
    table_id = await begun(hosting, 3)
    rng, own = seeded("invaded"), await own_seat(hosting, table_id)
    await play_until_stewards_are_to_seal(hosting, table_id, rng)
    await die(hosting, table_id, 1)
    assert [city.sealed is not None for city in (await hosting.state(table_id)).cities].count(True) == 1
    await hosting.tables.stewarding.play(table_id)
    state = await hosting.state(table_id)
    assert (state.phase, waiting(state)) == (Phase.INVASION, (own,))
    await hosting.play(table_id, Defend(seat=own))
    await play_alone(hosting, table_id, rng)
    assert (await hosting.table(table_id)).state is TableState.OVER


async def play_until_stewards_are_to_seal(hosting: Hosting, table_id: int, rng: Random) -> None:
    """The invasion comes by Ada's action or by one of the stewards; none of the seals is in."""

    async def before_a_seal(
        _table: object, _number: object, _kind: object, _author: object, _at: object, body: str
    ) -> None:
        if '"defend"' in body:
            raise Died

    hosting.store.before["append_log"] = before_a_seal
    with pytest.raises(Died):
        await play_alone(hosting, table_id, rng)
    hosting.store.before.clear()
    hosting.tables = hosting.restarted()
    state = await hosting.state(table_id)
    assert state.phase is Phase.INVASION
    assert not any(city.sealed for city in state.cities)


async def reasons(hosting: Hosting, table_id: int) -> list[Reason]:
    told = await hosting.tables.reader.told(await hosting.table(table_id), HOST.user_id)
    return [item for item in told if isinstance(item, Reason)]


async def test_reasons_are_told_when_a_game_is_open_to_all_and_not_before(hosting: Hosting) -> None:
    table_id = await begun_with_a_steward_s_turn(hosting)
    await hosting.tables.stewarding.play(table_id)
    assert await reasons(hosting, table_id) == []
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    assert await reasons(hosting, table_id) == []
    await hosting.tables.playing.agree(table_id, HOST.user_id)  # stewards have nothing against it
    told = query(hosting.path, "SELECT reason FROM log WHERE reason IS NOT NULL ORDER BY number")
    assert len(told) == len(await reasons(hosting, table_id)) > 0


@pytest.mark.parametrize("strange", ["{", "[]", '{"motive": "envy"}', '{"motive": "bid", "data": {"column": null}}'])
async def test_a_reason_that_cannot_be_read_is_left_out(hosting: Hosting, strange: str) -> None:
    table_id = await begun_with_a_steward_s_turn(hosting)
    await hosting.tables.stewarding.play(table_id)
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    await hosting.tables.playing.agree(table_id, HOST.user_id)
    tamper(hosting.path, f"UPDATE log SET reason = '{strange}' WHERE reason IS NOT NULL")  # noqa: S608 - no stranger's
    hosting.tables = hosting.restarted()
    assert await reasons(hosting, table_id) == []
    assert await hosting.tables.reader.events(await hosting.table(table_id), None)
