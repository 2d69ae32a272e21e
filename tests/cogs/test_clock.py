"""The one loop over what is due: it beats, rings each table by itself, and waits while Discord does not reach us."""

import logging
import re
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from simcord.gateway import FakeWebSocket

from bot.tables.clocks import BEAT, Clocks
from bot.tables.timekeeping import Timekeeping
from cogs.clock import LISTENING
from tests.cogs.club import Club

MINUTE = 60  # seconds
PACE = 15  # minutes
A_BEAT = BEAT.total_seconds()
MINUTES = re.compile(r"silent for (\d+) min")


async def quick(club: Club) -> None:
    """A game of two has begun, whose seats have 15 minutes and no bank."""
    await club.start(2, clock={"pace": str(PACE), "bank": "0"})


def heartbeat(club: Club) -> datetime:
    """When the bot last said that it is there."""
    with closing(sqlite3.connect(club.database)) as database:
        ((at,),) = database.execute("SELECT at FROM heartbeat")
    return datetime.fromisoformat(at)


def outages(club: Club) -> list[timedelta]:
    """How long each downtime was that the bot has noted."""
    with closing(sqlite3.connect(club.database)) as database:
        rows = database.execute("SELECT began_at, ended_at FROM outage").fetchall()
    return [datetime.fromisoformat(ended) - datetime.fromisoformat(began) for began, ended in rows]


async def acted(club: Club) -> bool:
    """Whether anything was played."""
    return (await club.table()).version > 1


class Calls:
    """What the loop did, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: list[str] = []
        beat, ring = Clocks.beat, Timekeeping.ring

        async def beaten(clocks: Clocks) -> list[int]:
            self.made.append("beat")
            return await beat(clocks)

        async def rung(timekeeping: Timekeeping, table_id: int) -> None:
            self.made.append("ring")
            await ring(timekeeping, table_id)

        monkeypatch.setattr(Clocks, "beat", beaten)
        monkeypatch.setattr(Timekeeping, "ring", rung)


async def test_it_beats_once_a_minute_and_once_only_however_often_discord_says_that_we_are_ready(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = Calls(monkeypatch)
    for event in ("ready", "connect", "resumed", "ready"):
        club.bot.dispatch(event)
    await club.simulation.advance(10 * A_BEAT)
    assert calls.made == ["beat"] * 10
    assert club.simulation.now() - heartbeat(club) < BEAT


async def test_what_is_due_is_rung_on_the_second(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await quick(club)
    asked = club.simulation.now()
    calls = Calls(monkeypatch)
    await club.simulation.advance(PACE * MINUTE * 8 // 10 - 2)
    assert "ring" not in calls.made
    await club.simulation.advance(3)
    assert calls.made.count("ring") == 1
    await club.simulation.advance(PACE * MINUTE - 2 - (club.simulation.now() - asked).total_seconds())
    assert not await acted(club)
    await club.simulation.advance(3)
    assert await acted(club)


async def test_a_fault_of_one_table_stops_no_other_and_it_is_tried_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await quick(club)
    first, channel = await club.table(), club.simulation.channel("duomo")
    await club.people[0].slash(channel, "comuni new", picture=False)
    await club.people[0].slash(channel, "comuni clock", pace=str(PACE), bank="0")
    second = await club.bot.tables.reader.table_of_channel(channel.id)
    await club.people[0].slash(channel, "comuni stewards", count=1)
    await club.people[0].slash(channel, "comuni start")
    ring, rung = Timekeeping.ring, []

    async def faulty(timekeeping: Timekeeping, table_id: int) -> None:
        rung.append(table_id)
        if table_id == first.id:
            raise OSError
        await ring(timekeeping, table_id)

    with monkeypatch.context() as patched:
        patched.setattr(Timekeeping, "ring", faulty)
        await club.simulation.advance(3 * PACE * MINUTE)
    assert not await acted(club)
    assert (await club.bot.tables.reader.table(second.id)).version > 3
    tries = rung.count(first.id)
    assert 3 <= tries <= 3 * PACE + len(rung) - tries
    assert ["code " in logged for logged in club.simulation.errors] == [True] * tries
    club.simulation.errors.clear()
    await club.simulation.advance(A_BEAT)
    assert await acted(club)


async def test_a_fault_outside_any_table_is_logged_and_the_loop_goes_on_at_the_next_beat(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    async def broken(_clocks: Clocks) -> list[int]:
        tries.append(club.simulation.now())
        raise OSError("no room on the disk")

    with monkeypatch.context() as patched:
        patched.setattr(Clocks, "beat", broken)
        await club.simulation.advance(5 * A_BEAT)
    assert len(tries) == len(club.simulation.errors) == 5
    club.simulation.errors.clear()
    await club.simulation.advance(A_BEAT)
    assert club.simulation.now() - heartbeat(club) < BEAT


async def test_while_the_gateway_is_away_no_time_runs(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await quick(club)
    calls = Calls(monkeypatch)
    for _ in range(3):
        club.bot.dispatch("disconnect")
    await club.simulation.advance(60 * MINUTE)
    assert calls.made == []
    assert not await acted(club)
    club.bot.dispatch("resumed")
    await club.simulation.settle()
    assert calls.made[0] == "beat"
    (outage,) = outages(club)
    assert timedelta(minutes=59) <= outage <= timedelta(minutes=61)
    await club.simulation.advance(PACE * MINUTE - 2 * A_BEAT)
    assert not await acted(club)
    await club.simulation.advance(2 * A_BEAT)
    assert await acted(club)


async def test_silence_is_logged_in_ever_longer_distances_and_so_is_its_end(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "cogs.clock"):
        for _ in range(3):
            club.bot.dispatch("disconnect")
        await club.simulation.advance(40 * MINUTE)
        assert [int(minutes) for minutes in MINUTES.findall(caplog.text)] == [1, 2, 4, 8, 16, 32]
        caplog.clear()
        club.bot.dispatch("resumed")
        await club.simulation.settle()
        (said,) = caplog.messages
        assert said == "Discord's gateway is back; it was silent for 40 min"
        await club.simulation.advance(10 * MINUTE)
        assert len(caplog.messages) == 1


@pytest.mark.parametrize("silence", [float("inf"), float("nan")])
async def test_a_gateway_that_takes_connections_and_answers_none_is_silent(
    club: Club, monkeypatch: pytest.MonkeyPatch, silence: float
) -> None:
    await quick(club)
    calls = Calls(monkeypatch)
    with monkeypatch.context() as patched:
        patched.setattr(FakeWebSocket, "latency", silence)
        for _ in range(40):
            club.bot.dispatch("disconnect")
            club.bot.dispatch("resumed")
            await club.simulation.advance(MINUTE)
    assert calls.made == []
    await club.simulation.advance(LISTENING)
    assert calls.made[0] == "beat"
    assert not await acted(club)
    assert len(outages(club)) == 1


async def test_a_gateway_that_comes_back_within_a_beat_is_not_missed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = Calls(monkeypatch)
    club.bot.dispatch("disconnect")
    await club.simulation.advance(10)
    club.bot.dispatch("resumed")
    await club.simulation.advance(2 * A_BEAT)
    assert calls.made == ["beat"] * 2
    assert outages(club) == []


async def test_after_a_restart_it_beats_before_it_rings_and_time_without_us_counts_against_nobody(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await quick(club)
    await club.simulation.world.close_bot()
    calls = Calls(monkeypatch)
    await club.simulation.advance(60 * MINUTE)
    assert calls.made == []
    await club.simulation.crash()
    await club.simulation.settle()
    assert calls.made == ["beat", "ring"]
    assert not await acted(club)
    assert len(outages(club)) == 1
    await club.simulation.advance(PACE * MINUTE + A_BEAT)
    assert await acted(club)


@pytest.mark.parametrize("way", ["restart", "crash"])
async def test_a_new_program_has_one_loop_and_the_old_one_none(
    club: Club, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    await (club.simulation.restart() if way == "restart" else club.simulation.crash())
    calls = Calls(monkeypatch)
    await club.simulation.advance(3 * A_BEAT)
    assert calls.made == ["beat"] * 3
    assert outages(club) == []
