"""One obligation, one ping, in the way a person wants it; a newer one takes the place of the one before."""

from random import Random
from typing import Any

import discord
import pytest

from bot.game.state import Phase
from bot.local.simulation import Person
from tests.cogs.club import Club, told
from tests.cogs.handling import controls, holder, panel, ping_of, play_on, play_to, state_of, tap

NOBODY: dict[str, Any] = {"parse": []}
WILD_NAMES = ("@everyone", "<@&1> **b**")


async def want(club: Club, person: Person, how: str) -> None:
    """Somebody says how they want to be pinged."""
    assert told(await person.slash(club.channel, "comuni pings", how=how))


def lines_for(club: Club, person: Person) -> list[str]:
    """The public lines that mention somebody."""
    return [line for line in club.lines() if f"<@{person.id}>" in line]


def pinging(club: Club) -> list[list[int]]:
    """Whom each message of the bot that was sent or edited since last notifies, where it notifies anybody."""
    bodies = [sent.json for sent in club.simulation.requests if isinstance(sent.json, dict)]
    mentions = [body["allowed_mentions"] for body in bodies if "allowed_mentions" in body]
    return [allowed["users"] for allowed in mentions if allowed.get("users")]


async def test_a_turn_pings_the_seat_whose_turn_it_is_and_nobody_else(club: Club) -> None:
    people = await club.start(3)
    for place in range(5):
        club.simulation.requests.clear()
        before = [ping_of(person).id for person in people]
        await club.bid()
        asked = await holder(club, (await state_of(club)).active)
        pinged = [person for person, old in zip(people, before, strict=True) if ping_of(person).id != old]
        assert pinged == [asked], place
        assert club.posts("POST", f"/channels/{asked.dm.id}/messages") == 1
        assert club.posts("DELETE", f"/channels/{asked.dm.id}/messages/*") == 1
    assert [len(club.letters(person)) for person in people] == [1, 1, 1]


async def test_what_a_seat_does_itself_pings_it_not(club: Club) -> None:
    await club.start(2)
    state = await play_to(club, Phase.CONSTRUCTION, Random(4))
    active = await holder(club, state.active)
    club.simulation.requests.clear()
    before = ping_of(active).id
    opened = await panel(club, active)
    steps = next(one for one in controls(opened) if isinstance(one, discord.SelectMenu))
    await tap(active, opened, steps.options[0].label)
    assert (await state_of(club)).active == state.active
    assert club.posts("POST", f"/channels/{active.dm.id}/messages") == 0
    assert ping_of(active).id == before


async def test_a_mention_is_a_line_in_the_channel_and_takes_the_place_of_the_one_before(club: Club) -> None:
    people = await club.start(2)
    await want(club, people[1], "mention")
    seen = set()
    for _ in range(3):
        club.simulation.requests.clear()
        await club.bid()
        if (await state_of(club)).active != (await club.table()).seat_of(people[1].id):
            continue
        (line,) = lines_for(club, people[1])
        assert "/comuni screen" in line
        assert club.letters(people[1]) == [], "the letter of the start was replaced"
        assert pinging(club) == [[people[1].id]]
        seen.add(next(one.id for one in club.channel.history() if one.content == line and not one.flags.ephemeral))
    assert len(seen) == 2


async def test_who_wants_no_ping_gets_none_and_plays_all_the_same(club: Club) -> None:
    people = await club.start(2)
    await want(club, people[1], "none")
    letters = club.letters(people[1])
    club.simulation.requests.clear()
    await club.bid()
    assert lines_for(club, people[1]) == []
    assert club.letters(people[1]) == letters
    assert pinging(club) == []
    assert await club.owed() == []
    assert "Your turn" in str((await panel(club, people[1])).embeds[0].description)


async def test_who_wants_letters_again_gets_them_in_place_of_the_line(club: Club) -> None:
    people = await club.start(2)
    await want(club, people[1], "mention")
    await club.bid()
    await club.bid()
    assert len(lines_for(club, people[1])) == 1
    await want(club, people[1], "dm")
    await club.bid()
    assert lines_for(club, people[1]) == []
    assert len(club.letters(people[1])) == 1


async def test_whose_letters_do_not_arrive_is_mentioned_once(club: Club) -> None:
    people = await club.start(2)
    path = f"/channels/{people[1].dm.id}/messages"
    club.simulation.inject_error("POST", path, status=403, code=50007, times=None)
    for _ in range(4):
        await club.bid()
        assert len(lines_for(club, people[1])) <= 1
    assert len(lines_for(club, people[1])) == 1


@pytest.mark.parametrize("order", [(0, 1), (1, 0), (1, 1)])
async def test_in_an_invasion_all_are_pinged_alike_whatever_is_sealed(club: Club, order: tuple[int, int]) -> None:
    people = await club.start(3)
    for person in people:
        await want(club, person, "mention")
    state = await play_to(club, Phase.INVASION, Random(4))
    people = [await holder(club, seat) for seat in state.communes]
    lines = {person.id: lines_for(club, person) for person in people}
    assert {len(found) for found in lines.values()} == {1}
    assert len({found[0].replace(str(person), "") for person, found in lines.items()}) == 1
    club.simulation.requests.clear()
    for place, step in zip(order, ("Walls +1", "League: all"), strict=True):
        opened = await panel(club, people[place])
        drafted = await tap(people[place], opened, step) if opened.components else opened
        await tap(people[place], drafted, "Seal")
    assert {person.id: lines_for(club, person) for person in people} == lines
    assert pinging(club) == []
    assert club.posts("DELETE", "*") == 0


async def test_only_pings_notify_and_names_have_no_effect(club: Club) -> None:
    club.people = [club.simulation.person(name) for name in WILD_NAMES]
    host, guest = club.people
    await host.slash(club.channel, "comuni new", picture=False)
    await guest.slash(club.channel, "comuni join")
    await want(club, guest, "mention")
    await host.slash(club.channel, "comuni start")
    random = Random(4)
    for _ in range(60):
        await play_on(club, random)
        await panel(club, guest, random.choice(["Act", "My screen", "Log", "Help"]))
    sent = [sent.json for sent in club.simulation.requests if isinstance(sent.json, dict)]
    said = [body for body in sent if "embeds" in body or "content" in body]
    assert len(said) > 200
    for body in said:
        pings = {"parse": [], "users": [guest.id]}
        is_ping = str(body.get("content")).startswith(f"<@{guest.id}>")
        assert body.get("allowed_mentions") == (pings if is_ping else NOBODY)
        assert "@everyone" not in str(body)
        assert "<@&1>" not in str(body)
        assert "**b**" not in str(body)


async def test_a_crash_while_the_earlier_ping_is_taken_back_leaves_one_ping(club: Club) -> None:
    people = await club.start(2)
    cable = club.hang("DELETE", f"/channels/{people[1].dm.id}/messages/*")
    async with club.simulation.together():
        await people[0].slash(club.channel, "act bid", column=1)
        await cable.reached.wait()
        await club.simulation.crash()
    await club.simulation.settle()
    assert len(club.letters(people[1])) == 1
    assert await club.owed() == []
