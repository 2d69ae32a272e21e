"""Where time is over the host may be asked: they let a steward act, give more time, or say nothing."""

from datetime import timedelta

import discord

from bot.game.state import Phase
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House
from tests.end_to_end.timed import (
    HOST_DECIDES,
    MINUTE,
    PACE,
    QUICK,
    TIME_RAN_OUT,
    TIME_RUNS,
    awaited,
    count,
    ever_written,
    invade,
    labels,
    letters,
    press,
    stamp,
    time_field,
)

ASKING = {**QUICK, "time_out": "host"}
STEWARD, MORE = "Let a steward act", "Give more time"
OUT_OF_DATE = "That was asked earlier and has changed since."


async def host_is_asked(house: House) -> tuple[Driver, Driver]:
    """The host and somebody else, whose time has run out."""
    await house.begin(2, 0, clock=ASKING)
    host = house.drivers[0]
    while (absent := await awaited(house)) is host:
        await absent.look()
        await absent.act()
    await house.simulation.advance(PACE + 1)
    return host, absent


def question(host: Driver) -> discord.Message:
    """What the host was asked last."""
    return [message for message in host.person.sees(host.person.dm) if HOST_DECIDES in message.content][-1]


async def test_the_host_is_asked_in_private_and_everybody_sees_until_when_they_decide(house: House) -> None:
    host, absent = await host_is_asked(house)
    end = stamp(house.simulation.now() + timedelta(seconds=PACE - 1))
    seat = (await house.seat_of(absent)).capitalize()
    asked = question(host)
    assert seat in asked.content
    assert end in asked.content
    assert labels(asked) == [STEWARD, MORE]
    assert f"The host decides until {end}; then a steward acts." in await time_field(house)
    assert count(ever_written(house, absent.person.dm), HOST_DECIDES) == 0
    assert await awaited(house) is absent


async def test_a_host_has_a_steward_act(house: House) -> None:
    host, absent = await host_is_asked(house)
    shown = await press(host.person, question(host), STEWARD)
    assert shown.content.startswith("A steward acts for the seat.")
    assert labels(shown) == []
    assert await awaited(house) is not absent
    (told,) = letters(absent.person)
    assert TIME_RAN_OUT in told
    await house.simulation.advance(MINUTE)
    assert count(ever_written(house, absent.person.dm), TIME_RAN_OUT) == 1
    assert count(ever_written(house, host.person.dm), HOST_DECIDES) == 1


async def test_a_host_gives_more_time_and_all_begins_anew(house: House) -> None:
    host, absent = await host_is_asked(house)
    shown = await press(host.person, question(host), MORE)
    assert shown.content.startswith("The seat has all its time again.")
    until = stamp(house.simulation.now() + timedelta(seconds=PACE))
    assert f"has until {until}." in await time_field(house)
    await house.simulation.advance(PACE - MINUTE)
    assert count(ever_written(house, absent.person.dm), TIME_RUNS) == 2
    assert await awaited(house) is absent
    await house.simulation.advance(MINUTE + 1)
    assert count(ever_written(house, host.person.dm), HOST_DECIDES) == 2
    await absent.look()
    await absent.act()
    late = await press(host.person, question(host), STEWARD)
    assert late.content.startswith(OUT_OF_DATE)
    assert count(ever_written(house, absent.person.dm), TIME_RAN_OUT) == 0


async def test_where_the_host_says_nothing_a_steward_acts(house: House) -> None:
    _, absent = await host_is_asked(house)
    await house.simulation.advance(PACE - 10)
    assert await awaited(house) is absent
    await house.simulation.advance(20)
    assert await awaited(house) is not absent
    assert count(letters(absent.person), TIME_RAN_OUT) == 1


async def test_who_acts_while_the_host_is_asked_is_in_time(house: House) -> None:
    host, absent = await host_is_asked(house)
    await absent.look()
    await absent.act()
    assert await awaited(house) is host
    assert "The host decides" not in await time_field(house)
    await house.simulation.advance(MINUTE)
    assert count(ever_written(house, absent.person.dm), TIME_RAN_OUT) == 0


async def test_a_host_who_is_late_themselves_is_not_asked(house: House) -> None:
    await house.begin(2, 0, clock=ASKING)
    host = house.drivers[0]
    while (other := await awaited(house)) is not host:
        await other.look()
        await other.act()
    await house.simulation.advance(PACE + 1)
    assert await awaited(house) is not host
    assert count(ever_written(house, host.person.dm), HOST_DECIDES) == 0
    assert count(letters(host.person), TIME_RAN_OUT) == 1


async def test_in_an_invasion_the_host_is_not_asked_and_stewards_seal(house: House) -> None:
    await invade(house, 2, ASKING, 2)
    await house.simulation.advance(PACE + 1)
    assert (await house.state()).phase is not Phase.INVASION
    for driver in house.drivers:
        assert count(ever_written(house, driver.person.dm), HOST_DECIDES) == 0
        assert count(ever_written(house, driver.person.dm), TIME_RAN_OUT) == 1
