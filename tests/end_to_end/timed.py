"""What tests of the clock share: little time, spans in which the program is there or not, and what people are told."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime, timedelta
from typing import Any

import discord
from discord.ext import commands
from simcord.builders import ChannelHandle

from bot.game.actions import Defend, Force
from bot.game.rules import waiting
from bot.game.state import Phase
from bot.local.simulation import Person, Shown
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House, in_phase
from tests.end_to_end.reading import Shown as Read
from tests.end_to_end.tapping import controls
from tests.end_to_end.traffic import POSTED, Sent
from tests.end_to_end.twins import act_by_command, driver_of

MINUTE = 60  # seconds
DAY = 24 * 60 * MINUTE
PACE = 15 * MINUTE  # the shortest that there is
REMINDED = PACE * 8 // 10
QUICK = {"pace": "15", "bank": "0"}
BANKED = {"pace": "15", "bank": "15"}
TIME_RUNS = "Your time is running out"
TIME_RAN_OUT = "your time ran out"
HOST_DECIDES = "You are the host, and decide"
POINTER = ": there is something for you. Type `/comuni screen`; only you will see it."


async def awaited(house: House) -> Driver:
    """The one for whom the game waits, where it is not all."""
    (seat,) = waiting(await house.state())
    return await driver_of(house, seat)


async def invade(house: House, seats: int, clock: Mapping[str, str], seed: int = 0, **settings: Any) -> list[Driver]:
    """A game that has just come to its first invasion; who is to seal, in the order of seats."""
    await house.begin(seats, seed, clock=clock, **settings)
    await house.play(chance("turns", seed), until=in_phase(Phase.INVASION))
    return [await driver_of(house, seat) for seat in (await house.state()).communes]


async def seal(house: House, driver: Driver, soldiers: int = 0) -> None:
    """Somebody seals a defence; if they say nothing, an empty one."""
    await act_by_command(house, Defend(seat=await house.seat_of(driver), league=Force(soldiers=soldiers)))


async def draft(house: House, driver: Driver) -> discord.Message:
    """Somebody opens the panel of the invasion, puts a soldier on it, and leaves it at that."""
    opened = answered(await driver.person.click(await house.board(), label="Act"))
    return await press(driver.person, opened, "League +1")


async def time_passes_until(house: House, instant: datetime) -> None:
    """The program is there, and a second more passes: what is due is rung on its second."""
    await house.simulation.advance((instant - house.simulation.now()).total_seconds() + 1)


async def down(house: House, seconds: float) -> None:
    """The process dies, and only after a while another one starts."""
    await house.simulation.crash(lambda: commands.Bot(command_prefix=(), intents=discord.Intents.none()))
    await house.simulation.advance(seconds)
    await house.simulation.restart()
    await house.simulation.settle()


async def nothing_happens_for(house: House, seconds: float) -> None:
    """Days pass with the program there, which a heartbeat a minute would take minutes to live through."""
    await house.simulation.restart(lambda: commands.Bot(command_prefix=(), intents=discord.Intents.none()))
    await house.simulation.advance(seconds)
    with closing(sqlite3.connect(house.database)) as database, database:
        at = house.simulation.now().replace(microsecond=0).isoformat()
        database.execute("UPDATE heartbeat SET at = ?", [at])
    await house.simulation.restart()
    await house.simulation.settle()


def day(house: House, ahead: int) -> str:
    """A day as people type it."""
    return (house.simulation.now().date() + timedelta(days=ahead)).isoformat()


def stamp(instant: datetime) -> str:
    """An instant as Discord shows it to each reader in their own way."""
    seconds = int(instant.timestamp())
    return f"<t:{seconds}:f> (<t:{seconds}:R>)"


async def time_field(house: House, name: str = "Time") -> str:
    """What the board, or the lobby, says of time; nothing where it says nothing."""
    fields = [field for embed in (await house.board()).embeds for field in embed.fields if field.name == name]
    return "\n".join(str(field.value) for field in fields)


def letters(person: Person) -> list[str]:
    """The texts of the letters that somebody has, oldest first; what was taken back is gone."""
    return [message.content for message in person.sees(person.dm) if not message.flags.ephemeral]


def ever_written(house: House, channel: ChannelHandle) -> list[str]:
    """The texts of all messages that were ever posted into a channel, oldest first."""
    return [str((sent.json or {}).get("content") or "") for sent in house.posts(channel)]


def assert_little_stands(person: Person) -> None:
    """Of somebody's letters there is one ping, one on what was done in their place, one question to the host."""
    found = letters(person)
    for words in (TIME_RAN_OUT, HOST_DECIDES):
        assert count(found, words) <= 1
    assert len(found) - count(found, TIME_RAN_OUT) - count(found, HOST_DECIDES) <= 1
    assert found


def letters_told(house: House, person: Person, words: str) -> int:
    """How many different letters with some words somebody was written: the same one may be sent twice (law 2)."""
    sent = [sent.json or {} for sent in house.posts(person.dm)]
    return len({body["nonce"] for body in sent if words in str(body.get("content"))})


def count(texts: list[str], words: str) -> int:
    """In how many texts some words stand."""
    return sum(words in text for text in texts)


def pointers(house: House, person: Person) -> list[str]:
    """The lines in the channel that point somebody to their screen; what was taken back is gone."""
    lines = [message.content for message in house.channel.history() if not message.flags.ephemeral]
    return [line for line in lines if line == f"<@{person.id}>{POINTER}"]


async def clock_of(house: House, person: Person, label: str = "Clock") -> discord.Message:
    """The panel behind the button of the board or the lobby."""
    return answered(await person.click(await house.board(), label=label))


async def press(person: Person, shown: Shown, label: str) -> discord.Message:
    """Press a button; the answer."""
    return answered(await person.click(shown, label=label))


def answered(result: Any) -> discord.Message:
    """What an interaction showed to the one who acted alone."""
    assert result.response is not None
    assert result.response.ephemeral or result.response.message.guild is None
    message: discord.Message = result.response.message
    return message


def labels(message: discord.Message) -> list[str]:
    """What stands on the buttons of a message."""
    return [str(control.label) for control in controls(message) if isinstance(control, discord.Button)]


def text_of(message: discord.Message) -> str:
    """All that a message says."""
    return Read(message.content, message.embeds).text


def writes(sent: Sent) -> bool:
    """Whether something new is posted."""
    return sent.request.method == "POST" and bool(POSTED.match(sent.request.path))
