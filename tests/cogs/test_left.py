"""Who has left the server counts as away, is not mentioned there, and can come back (law 8)."""

import pytest

from bot.game.components import Seat
from bot.local.simulation import Person
from bot.tables.moments import FOR_GOOD
from tests.cogs.club import Club, told
from tests.cogs.handling import state_of, version
from tests.cogs.timed import A_MINUTE, PACE, QUICK, board_text, host_of

CLOSED = [(403, 50007), (403, 50278), (404, 10013), (400, 50033)]


def no_letters(club: Club, person: Person, status: int = 403, code: int = 50007) -> None:
    """Somebody takes no private messages any more."""
    path = f"/channels/{person.dm.id}/messages"
    club.simulation.inject_error("POST", path, status=status, code=code, times=None)


def leave(club: Club, person: Person) -> None:
    """Somebody leaves the server, and can no longer be written to."""
    club.simulation.home.remove_member(person.member)
    no_letters(club, person)


def come_back(club: Club, person: Person) -> None:
    """Somebody joins the server again."""
    club.simulation.home.add_member(person.member.user)
    club.simulation.heal()


def asked_for(club: Club, person: Person) -> int:
    """How often Discord was asked whether somebody is there."""
    return club.posts("GET", f"/guilds/*/members/{person.id}")


def lines_for(club: Club, person: Person) -> list[str]:
    return [line for line in club.lines() if f"<@{person.id}>" in line]


async def is_gone(club: Club, person: Person) -> bool:
    table = await club.table()
    part = table.clock.of(await seat_of(club, person))
    return part is not None and part.away_until == FOR_GOOD


async def seat_of(club: Club, person: Person) -> Seat:
    seat = (await club.table()).seat_of(person.id)
    assert seat is not None
    return seat


@pytest.mark.parametrize(("status", "code"), CLOSED)
async def test_who_has_left_is_away_and_a_steward_plays(club: Club, status: int, code: int) -> None:
    people = await club.start(2)
    club.simulation.home.remove_member(people[1].member)
    no_letters(club, people[1], status, code)
    before = await version(club)
    await club.bid()
    await club.simulation.settle()
    assert await is_gone(club, people[1])
    assert lines_for(club, people[1]) == []
    assert await version(club) > before + 1, "no steward has acted"
    assert "cannot be reached" in await board_text(club)
    assert "9999" not in await board_text(club)
    assert str(int(FOR_GOOD.timestamp())) not in await board_text(club)


async def test_a_deleted_account_to_which_no_chat_can_be_opened_is_away(club: Club) -> None:
    people = await club.gather(2)
    club.simulation.home.remove_member(people[1].member)
    club.simulation.inject_error("POST", "/users/@me/channels", status=400, code=50033, times=None)
    await people[0].slash(club.channel, "comuni start")
    await club.simulation.settle()
    assert await is_gone(club, people[1])
    assert not await is_gone(club, people[0]), "whose chat cannot be opened either, but who is there"
    assert len(lines_for(club, people[0])) == 1


async def test_who_is_there_and_takes_no_letters_is_mentioned(club: Club) -> None:
    people = await club.start(2)
    no_letters(club, people[1])
    await club.bid()
    assert not await is_gone(club, people[1])
    assert len(lines_for(club, people[1])) == 1
    assert asked_for(club, people[1]) == 1


async def test_who_is_mentioned_by_their_own_wish_and_has_left_is_away(club: Club) -> None:
    people = await club.start(2)
    await people[1].slash(club.channel, "comuni pings", how="mention")
    leave(club, people[1])
    await club.bid()
    await club.simulation.settle()
    assert await is_gone(club, people[1])
    assert lines_for(club, people[1]) == []


@pytest.mark.parametrize(("status", "code"), [(500, 0), (403, 50001), (404, 10004), (404, 0), (429, 0)])
async def test_where_discord_does_not_say_who_is_there_nobody_is_taken_for_gone(
    club: Club, status: int, code: int
) -> None:
    people = await club.start(2)
    no_letters(club, people[1])
    club.simulation.inject_error("GET", "/guilds/*/members/*", status=status, code=code, times=None)
    await club.bid()
    assert not await is_gone(club, people[1])
    assert len(lines_for(club, people[1])) == 1


async def test_asking_who_is_there_has_a_time_limit(club: Club) -> None:
    people = await club.start(2)
    no_letters(club, people[1])
    cable = club.hang("GET", "/guilds/*/members/*")
    async with club.simulation.together():
        await people[0].slash(club.channel, "act bid", column=1)
        await cable.reached.wait()
    await club.simulation.advance(club.call_seconds + 1)
    assert not await is_gone(club, people[1])
    assert len(lines_for(club, people[1])) == 1


async def test_of_one_thing_that_somebody_is_asked_it_is_learnt_once_who_is_there(club: Club) -> None:
    people = await club.start(2, clock=QUICK)
    no_letters(club, people[1])
    club.cut("POST", f"/channels/{club.channel.id}/messages", OSError("no route"), times=3)
    await club.bid()
    await club.simulation.advance(PACE - A_MINUTE)  # a reminder too
    assert len(lines_for(club, people[1])) == 1
    assert asked_for(club, people[1]) == 1


async def test_who_has_left_comes_back_by_acting(club: Club) -> None:
    people = await club.start(2, clock={"vacation": "wait"})
    leave(club, people[1])
    await club.bid()
    await club.simulation.settle()
    assert await is_gone(club, people[1])
    assert await version(club) == 2, "the table waits"
    come_back(club, people[1])
    assert "bids" in told(await people[1].slash(club.channel, "act bid", column=2))
    assert not await is_gone(club, people[1])
    assert "cannot be reached" not in await board_text(club)
    before = club.newest_letter(people[1])
    await club.bid()
    assert club.newest_letter(people[1]) not in (None, before)


async def test_who_has_left_comes_back_by_saying_so(club: Club) -> None:
    people = await club.start(2)
    leave(club, people[1])
    await club.bid()
    await club.simulation.settle()
    come_back(club, people[1])
    assert told(await people[1].slash(club.channel, "comuni away")).startswith("You are back")
    assert not await is_gone(club, people[1])


async def test_a_host_who_has_left_is_away_when_they_are_to_decide(club: Club) -> None:
    await club.start(2, clock={**QUICK, "time_out": "host"})
    host = await host_of(club)
    leave(club, host)
    if (await state_of(club)).active == await seat_of(club, host):
        await club.bid()
    await club.simulation.advance(PACE + A_MINUTE)
    assert await is_gone(club, host)
    assert lines_for(club, host) == []
