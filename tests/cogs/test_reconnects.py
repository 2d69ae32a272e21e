"""Discord greets us again and again, and tells what it told before: one loop of each kind, and nothing done twice."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from bot.app import ComuniBot, build_bot
from bot.local.gateway import Gateway
from tests.cogs.club import Club
from tests.cogs.handling import play_on, public
from tests.cogs.losing import delete
from tests.cogs.test_every_way import rows

GREETINGS = 4
SENDER, STEWARDS = "Announcer._send_until_settled", "Stewards._play"
LOOPS = {"ClockCog._run": 1, "BackupsCog._run": 1}


class BackedUp(Club):
    """A club whose bot makes backups."""

    def make_bot(self) -> ComuniBot:
        settings = super().make_bot().settings
        return build_bot(settings.model_copy(update={"backups": self.database.parent / "kept"}), clock=self.clock)


def tasks() -> Counter[str]:
    """What is under way in cogs, and how often."""
    coroutines: list[Any] = [task.get_coro() for task in asyncio.all_tasks()]
    ours = [each for each in coroutines if each.cr_frame.f_globals["__name__"].startswith("cogs.")]
    return Counter(each.__qualname__ for each in ours)


def listeners(club: Club) -> dict[str, int]:
    """How many hear each event."""
    return {event: len(heard) for event, heard in club.bot.extra_events.items()}


async def greet(club: Club) -> None:
    """Discord says in every way and many times that we are there."""
    gateway = Gateway(club.simulation)
    for _ in range(GREETINGS):
        club.bot.dispatch("disconnect")
        await gateway.greet()
        await gateway.resume()
        for event in ("connect", "ready", "resumed"):
            club.bot.dispatch(event)
        await club.simulation.settle()


def shown(club: Club) -> list[Any]:
    """All that people were sent and that stands."""
    return [public(club), *(club.letters(person) for person in club.people)]


async def test_however_often_we_are_greeted_there_is_one_loop_of_each_kind(tmp_path: Path) -> None:
    club = BackedUp(tmp_path / "comuni.sqlite3")
    async with club.simulation:
        await club.start(2)
        before, heard = tasks(), listeners(club)
        assert before == LOOPS
        await greet(club)
        assert tasks() == before
        assert listeners(club) == heard
        assert club.posts("PUT", "*") == 0, "the commands are registered again"


async def test_a_table_has_one_sender_however_often_we_are_greeted(club: Club) -> None:
    people = await club.gather(2)
    cable = club.hang("POST", f"/channels/{club.channel.id}/messages")
    async with club.simulation.together():
        await people[0].slash(club.channel, "comuni start")
        await cable.reached.wait()
    assert tasks()[SENDER] == 1
    await greet(club)
    assert tasks()[SENDER] == 1
    cable.mended.set()
    await club.simulation.settle()
    assert tasks()[SENDER] == 0
    assert [len(club.letters(person)) for person in people] == [1, 1]


async def test_stewards_play_once_however_often_we_are_greeted(club: Club) -> None:
    people = await club.gather(2)
    await people[0].slash(club.channel, "comuni stewards", count=2)
    await people[0].slash(club.channel, "comuni start")
    before = rows(club)
    await greet(club)
    assert rows(club) == before
    assert tasks()[STEWARDS] == 0


async def test_all_that_was_told_before_is_told_again_and_nothing_is_done_twice(club: Club) -> None:
    people = await club.start(3)
    await people[0].member.send(club.channel, "hello")
    random = Random(2)
    for _ in range(12):
        await play_on(club, random)
    for person in people:
        await person.slash(club.channel, "comuni pause")
        await person.slash(club.channel, "comuni resume")
    gateway, kept, seen = Gateway(club.simulation), rows(club), shown(club)
    old = gateway.told
    assert {"INTERACTION_CREATE", "MESSAGE_CREATE", "MESSAGE_UPDATE"} <= {event for event, _ in old}
    for wait in (0, 60, 16 * 60):
        await club.simulation.advance(wait)
        await gateway.greet()
        await gateway.repeat(*old)
        assert rows(club) == kept
        assert shown(club) == seen
    await play_on(club, random)


async def test_a_channel_that_is_deleted_once_more_takes_no_table_that_has_left_it(club: Club) -> None:
    people = await club.start(2)
    await delete(club, club.channel)
    told = Gateway(club.simulation).newest("CHANNEL_DELETE")
    await people[0].slash(club.simulation.channel("duomo"), "comuni move-table")
    assert (await club.table()).suspended is None
    await Gateway(club.simulation).repeat(told, told)
    assert (await club.table()).suspended is None


async def test_a_channel_that_is_deleted_many_times_suspends_its_table_once(club: Club) -> None:
    await club.start(2)
    await delete(club, club.channel)
    gateway, kept, seen = Gateway(club.simulation), rows(club), shown(club)
    await gateway.repeat(*[gateway.newest("CHANNEL_DELETE")] * GREETINGS)
    assert rows(club) == kept
    assert shown(club) == seen
