"""Three tables at once with people who never answer: each game ends by itself, and nobody is told anything twice."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from simcord.builders import ChannelHandle

from bot.__main__ import main
from bot.game.components import Seat
from bot.game.state import Phase
from bot.local.simulation import Person
from bot.tables.history import History
from bot.tables.model import Table, TableState
from bot.tables.snapshot import advance, begin
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import BUILDER, Driver
from tests.end_to_end.house import FINALS, House, open_house
from tests.end_to_end.owed import assert_no_message_twice
from tests.end_to_end.timed import (
    MINUTE,
    QUICK,
    TIME_RAN_OUT,
    TIME_RUNS,
    answered,
    assert_little_stands,
    day,
    down,
    letters_told,
)
from tests.end_to_end.traffic import Sent, Visitor

STEP = 5 * MINUTE
MOST_STEPS = 1000
DIES = 0.04  # of the times when nobody is asked who plays


@dataclass
class Hosted:
    """A table in a channel of its own: who plays, who never answers, who is away."""

    channel: ChannelHandle
    present: list[Driver]
    absent: list[Visitor]
    away: list[Visitor]

    async def table(self, house: House) -> Table:
        """As the database has it."""
        return await house.bot.tables.reader.table_of_channel(self.channel.id)


async def open_table(house: House, name: str, names: Sequence[str], roles: str, stewards: int, **clock: str) -> Hosted:
    """A game that has begun in a channel. `roles` has a letter for each person: p plays, n never answers, a is away."""
    channel = house.simulation.channel(name)
    people = [house.person(one) for one in names]
    host = people[0]
    await host.slash(channel, "comuni new", picture=False, seats=len(people) + stewards)
    for person in people[1:]:
        await person.slash(channel, "comuni join")
    await host.slash(channel, "comuni clock", **{**QUICK, **clock})
    await host.slash(channel, "comuni stewards", count=stewards)
    await host.slash(channel, "comuni start")
    by_role = {role: [person for person, its in zip(people, roles, strict=True) if its == role] for role in "pna"}
    for person in by_role["a"]:
        await person.slash(channel, "comuni away", until=day(house, 80))
    drivers = [Driver(person, channel, house.menu, chance("person", name), BUILDER) for person in by_role["p"]]
    return Hosted(channel, drivers, by_role["n"], by_role["a"])


async def play_on(house: House, tables: Sequence[Hosted], random: Random) -> int:
    """Who is there plays, and time passes, until all games are over; how often the program died meanwhile."""
    deaths = 0
    for _ in range(MOST_STEPS):
        states = [(await hosted.table(house)).state for hosted in tables]
        if set(states) == {TableState.OVER}:
            return deaths
        house.deliver()
        for driver in house.drivers:
            driver.pinged |= driver.unread  # what a host is asked is no screen: they look at theirs
        playing = [hosted for hosted, state in zip(tables, states, strict=True) if state is TableState.RUNNING]
        asked = [driver for hosted in playing for driver in hosted.present if await driver.asked()]
        if asked:
            await random.choice(asked).act()
        elif random.random() < DIES:
            deaths += 1
            await down(house, random.choice([0, 20 * MINUTE]))
        else:
            await house.simulation.advance(STEP)
    raise AssertionError("the games do not end")


def stood_in_for(history: History, seat: Seat) -> int:
    """How many things that a seat was asked were done by a steward, what followed in the same turn not counted."""
    snapshot, found = begin(history.setup), set()
    for number, entry in enumerate(history.entries):
        action = entry.action
        assert action is not None
        if entry.seat == seat and entry.reason is not None:
            own = snapshot.state.phase not in (Phase.OUTBID, Phase.INVASION)
            found.add(("turn", snapshot.state.turn) if own else ("answer", number))
        snapshot, _ = advance(snapshot, action)
    return len(found)


async def test_three_tables_with_people_who_never_answer_end_by_themselves(tmp_path: Path) -> None:
    async with open_house(tmp_path / "comuni.sqlite3") as house:
        tables = [
            await open_table(house, "piazza", ("Alice", "Bob"), "pn", 0, time_out="host"),
            await open_table(house, "duomo", ("Chiara",), "n", 1, bank="15"),
            await open_table(house, "porto", ("Dante", "Emi"), "pa", 1),
        ]
        house.drivers = [driver for hosted in tables for driver in hosted.present]
        house.deliver()
        assert await play_on(house, tables, chance("turns"))
        for hosted in tables:
            await assert_ended_well(house, hosted, tmp_path)


async def assert_ended_well(house: House, hosted: Hosted, folder: Path) -> None:
    """The final report is there once, the record holds, and each was told what was done in their place, once."""
    shown = [embed.get("title") for sent in house.posts(hosted.channel) for embed in Sent(0, sent).embeds]
    assert len([title for title in shown if title in FINALS]) == 1
    assert_no_message_twice(house, hosted.channel)
    table = await hosted.table(house)
    history = await house.bot.tables.reader.history(table)
    people: list[tuple[Person, bool]] = [(driver.person, False) for driver in hosted.present]
    people += [(person, True) for person in hosted.absent] + [(person, False) for person in hosted.away]
    for person, late in people:
        seat = table.seat_of(person.id)
        assert seat is not None
        due = stood_in_for(history, seat) if late else 0
        assert letters_told(house, person, TIME_RAN_OUT) == due
        assert not late or letters_told(house, person, TIME_RUNS) == due
        assert_little_stands(person)
        assert_no_message_twice(house, person.dm, person)
    given = answered(await people[0][0].slash(hosted.channel, "comuni record"))
    saved = folder / given.attachments[0].filename
    saved.write_bytes(await given.attachments[0].read())
    assert main(["replay", str(saved)]) == 0
