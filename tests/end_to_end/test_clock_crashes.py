"""The program dies at any instant of a clock: nothing is told twice or not at all, and nobody is charged for it."""

import asyncio
import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.game.state import Phase
from bot.tables.playing import Playing
from bot.tables.stewarding import Stewarding
from cogs.sending import Sending
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House, answer
from tests.end_to_end.owed import assert_no_message_twice
from tests.end_to_end.timed import (
    BANKED,
    MINUTE,
    PACE,
    QUICK,
    REMINDED,
    TIME_RAN_OUT,
    TIME_RUNS,
    assert_little_stands,
    awaited,
    count,
    down,
    invade,
    letters,
    letters_told,
    seal,
    stamp,
    time_field,
)

HOUR = 60 * MINUTE
UNTIL = re.compile(r"has until <t:(\d+):f>")
SEED = 2


async def hang(*_args: Any, **_kwargs: Any) -> None:
    """Something takes longer than the program lives."""
    await asyncio.Event().wait()


async def somebody_asked(house: House, clock: dict[str, str]) -> Driver:
    """A game of three in which the second person has been told of their turn, just now."""
    await house.begin(3, 0, clock=clock)
    first = await awaited(house)
    await first.look()
    await first.act()
    return await awaited(house)


async def assert_told(house: House, driver: Driver, *, reminders: int, time_outs: int) -> None:
    """So many letters have reached somebody, none of them twice; nothing is owed, and one letter stands."""
    told = [letters_told(house, driver.person, words) for words in (TIME_RUNS, TIME_RAN_OUT)]
    assert told == [reminders, time_outs]
    assert await house.bot.tables.outbox.pending((await house.table()).id) == []
    for each in house.drivers:
        assert_no_message_twice(house, each.person.dm, each.person)
        assert_little_stands(each.person)
    assert_no_message_twice(house, house.channel)


async def until(house: House) -> datetime:
    """The end of the pace, as the board shows it."""
    (found,) = UNTIL.findall(await time_field(house))
    return datetime.fromtimestamp(int(found), house.simulation.now().tzinfo)


async def test_just_before_a_reminder(house: House) -> None:
    asked = await somebody_asked(house, QUICK)
    await house.simulation.advance(REMINDED - 10)
    await house.simulation.crash()
    await house.simulation.advance(20)
    await assert_told(house, asked, reminders=1, time_outs=0)
    await house.simulation.crash()
    await house.simulation.advance(PACE - REMINDED - 20)
    await assert_told(house, asked, reminders=1, time_outs=0)
    await house.simulation.advance(10)
    await assert_told(house, asked, reminders=1, time_outs=1)
    assert await awaited(house) is not asked


@pytest.mark.parametrize("span", [REMINDED, PACE])
async def test_between_what_is_due_and_its_letter(house: House, span: int) -> None:
    asked = await somebody_asked(house, QUICK)
    await house.simulation.advance(REMINDED - 1 if span == REMINDED else PACE - 1)
    path = f"/channels/{asked.person.dm.id}/messages"
    house.simulation.inject_error("POST", path, status=500, times=None)
    await house.simulation.advance(2)
    assert count(letters(asked.person), TIME_RAN_OUT) == 0
    house.simulation.heal()
    await house.simulation.crash()
    await house.simulation.settle()
    await assert_told(house, asked, reminders=1, time_outs=int(span == PACE))


async def test_a_letter_that_was_taken_before_the_end_is_not_sent_again(house: House) -> None:
    asked = await somebody_asked(house, QUICK)
    await house.simulation.advance(REMINDED - 1)
    house.simulation.lose_answers()
    await house.simulation.advance(1.5)
    await house.simulation.crash()
    await house.simulation.settle()
    await assert_told(house, asked, reminders=1, time_outs=0)


async def test_between_a_reminder_and_the_end_of_the_ping_before_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await somebody_asked(house, QUICK)
    with monkeypatch.context() as patched:
        patched.setattr(Sending, "remove", hang)
        await house.simulation.advance(REMINDED + 1)
        assert len(letters(asked.person)) == 2
        await house.simulation.crash()
    await house.simulation.restart()
    await house.simulation.settle()
    await assert_told(house, asked, reminders=1, time_outs=0)


@pytest.mark.parametrize("acts", [False, True], ids=["nobody", "the person"])
async def test_between_the_end_of_the_time_and_the_steward_s_action(
    house: House, monkeypatch: pytest.MonkeyPatch, acts: bool
) -> None:
    asked = await somebody_asked(house, QUICK)
    with monkeypatch.context() as patched:
        patched.setattr(Stewarding, "play", hang)
        await house.simulation.advance(PACE + 1)
        assert await awaited(house) is asked
        assert count(letters(asked.person), TIME_RAN_OUT) == 0
        await house.simulation.crash()
        if acts:
            await asked.look()
            await asked.act()
    await house.simulation.crash()
    await house.simulation.settle()
    assert await awaited(house) is not asked
    await assert_told(house, asked, reminders=1, time_outs=int(not acts))


@pytest.mark.parametrize("sealed", [0, 1])
async def test_at_the_end_of_an_invasion_that_several_have_not_answered(
    house: House, monkeypatch: pytest.MonkeyPatch, sealed: int
) -> None:
    in_time, *missing = await invade(house, 3, QUICK, SEED)
    await seal(house, in_time)
    with monkeypatch.context() as patched:
        patched.setattr(Playing, "act", acting_up_to(sealed))
        await house.simulation.advance(PACE + 1)
        assert f"{1 + sealed} of 3" in await house.screen(in_time.person)
        assert "1 of 3 seats have sealed" in await house.board_text()
        await house.simulation.crash()
    await house.simulation.crash()
    await house.simulation.settle()
    assert (await house.state()).phase is not Phase.INVASION
    for driver in missing:
        await assert_told(house, driver, reminders=1, time_outs=1)
    await assert_told(house, in_time, reminders=1, time_outs=0)


def acting_up_to(most: int) -> Any:
    """Actions are played so many times, and then no more."""
    act, played = Playing.act, list[None]()

    async def acting(*args: Any, **kwargs: Any) -> Any:
        if len(played) == most:
            await hang()
        played.append(None)
        return await act(*args, **kwargs)

    return acting


async def test_while_a_table_is_paused(house: House) -> None:
    asked = await somebody_asked(house, QUICK)
    await house.simulation.advance(5 * MINUTE)
    await house.drivers[0].person.slash(house.channel, "comuni pause")
    await house.simulation.crash()
    await down(house, HOUR)
    await house.simulation.advance(PACE)
    assert "Paused" in await time_field(house)
    await assert_told(house, asked, reminders=0, time_outs=0)
    assert answer(await asked.person.slash(house.channel, "comuni resume")).startswith("The table goes on")
    assert await until(house) == house.simulation.now().replace(microsecond=0) + timedelta(minutes=10)
    await house.simulation.advance(10 * MINUTE + 1)
    await assert_told(house, asked, reminders=1, time_outs=1)


@pytest.mark.parametrize("before", [5 * MINUTE, REMINDED - 10, PACE - 10])
async def test_time_without_the_program_counts_against_nobody_and_the_board_says_so(house: House, before: int) -> None:
    asked = await somebody_asked(house, BANKED)
    await house.simulation.advance(before)
    reminders = int(before > REMINDED)
    end = await until(house)
    await down(house, HOUR)
    moved = (await until(house) - end).total_seconds()
    assert HOUR <= moved <= HOUR + MINUTE
    await assert_told(house, asked, reminders=reminders, time_outs=0)
    await house.simulation.advance((await until(house) - house.simulation.now()).total_seconds())
    await assert_told(house, asked, reminders=1, time_outs=0)
    await asked.look()
    await asked.act()
    assert "Siena 15 min" in await time_field(house), "the bank was charged"


async def test_an_invasion_goes_on_where_it_stood(house: House) -> None:
    in_time, *missing = await invade(house, 3, QUICK, SEED)
    await seal(house, in_time)
    await house.simulation.advance(REMINDED + 1)
    await down(house, HOUR)
    assert (await house.state()).phase is Phase.INVASION
    assert stamp(house.simulation.now()) not in await time_field(house)
    await house.simulation.advance(2 * MINUTE)
    assert (await house.state()).phase is Phase.INVASION
    await house.simulation.advance(2 * MINUTE)
    assert (await house.state()).phase is not Phase.INVASION
    for driver in missing:
        await assert_told(house, driver, reminders=1, time_outs=1)


async def test_while_the_gateway_is_away_no_time_runs(house: House) -> None:
    asked = await somebody_asked(house, QUICK)
    await house.simulation.advance(5 * MINUTE)
    end = await until(house)
    house.bot.dispatch("disconnect")
    await house.simulation.advance(HOUR)
    await assert_told(house, asked, reminders=0, time_outs=0)
    house.bot.dispatch("resumed")
    await house.simulation.settle()
    assert HOUR - MINUTE <= (await until(house) - end).total_seconds() <= HOUR + MINUTE
    await assert_told(house, asked, reminders=0, time_outs=0)
    await house.simulation.advance((await until(house) - house.simulation.now()).total_seconds() + 1)
    await assert_told(house, asked, reminders=1, time_outs=1)
