"""People are called as they call themselves now; who is called alike is told apart, and no name has effect."""

from typing import Any

import pytest
from simcord.builders import UserHandle

from bot.local.simulation import Person
from tests.cogs.club import Club, told
from tests.cogs.handling import answer_of, ids, state_of
from tests.cogs.timed import board_text, days_ahead, text_of

WILD = ("\u3164", "W" * 32, "שרה كبيرة", "👨‍👩‍👧🏰", "@everyone **x** <@1> [a](http://b)")


def call(club: Club, person: Person, *, nick: str | None = None, account: str | None = None) -> None:
    """Somebody is called otherwise from now on: in the server, or by their account. An empty nick is none."""
    discord = club.simulation.world.backend
    if nick is not None:
        discord.guilds[club.simulation.home.id].members[person.id].nick = nick or None
    if account is not None:
        discord.users[person.id].global_name = account


async def act(club: Club, person: Person, *, in_private: bool = False) -> None:
    """Somebody acts, in the channel or in private, so that the board is drawn."""
    place = person.dm if in_private else club.channel
    await person.slash(place, "comuni away", until=days_ahead(club, 3))
    await person.slash(place, "comuni away")


async def test_a_lobby_shows_who_joins_as_the_server_calls_them(club: Club) -> None:
    alice, bob = club.simulation.person("Alice"), club.simulation.person("Bob")
    call(club, bob, nick="Consul Bob")
    await alice.slash(club.channel, "comuni new", picture=False)
    await bob.slash(club.channel, "comuni join")
    assert "2. Consul Bob" in await board_text(club)


@pytest.mark.parametrize("renamed", [{"nick": "Podestà"}, {"account": "Renata"}])
async def test_a_new_name_is_shown_as_soon_as_its_person_acts(club: Club, renamed: dict[str, str]) -> None:
    person, _ = await club.start(2)
    (name,), old = renamed.values(), f"({person.name})"
    call(club, person, **renamed)
    assert old in await board_text(club)
    await act(club, person)
    assert f"({name})" in await board_text(club)
    assert old not in await board_text(club)
    await club.bid()
    assert name in text_of(answer_of(await club.people[1].slash(club.channel, "comuni log")))


async def test_what_was_posted_before_keeps_the_old_name(club: Club) -> None:
    person, _ = await club.start(2)
    begun = next(one for one in club.channel.history() if one.embeds and "begins" in (one.embeds[0].title or ""))
    call(club, person, nick="Podestà")
    await act(club, person)
    assert f"({person.name})" in text_of(next(one for one in club.channel.history() if one.id == begun.id))


async def test_in_private_nobody_loses_the_name_that_the_server_gives_them(club: Club) -> None:
    person, _ = await club.start(2)
    call(club, person, nick="Podestà")
    await act(club, person)
    await act(club, person, in_private=True)
    assert "(Podestà)" in await board_text(club)
    call(club, person, nick="")
    await act(club, person)
    assert f"({person.name})" in await board_text(club)


async def test_who_renames_their_account_is_called_so_in_private_too(club: Club) -> None:
    person, _ = await club.start(2)
    call(club, person, account="Renata")
    await act(club, person, in_private=True)
    assert "(Renata)" in await board_text(club)


async def test_who_is_offered_a_seat_is_not_renamed_by_it(club: Club) -> None:
    _, bob = await club.start(2)
    emi = club.simulation.person("Emi")
    call(club, emi, nick="Consul Emi")
    await emi.slash(club.simulation.channel("duomo"), "comuni new", picture=False)
    user = UserHandle(club.simulation.world, club.simulation.world.backend.users[emi.id])
    await bob.slash(bob.dm, "comuni handover", person=user, table=str((await club.table()).id))
    known = await club.bot.tables.people.known(emi.id)
    assert known is not None
    assert known.name == "Consul Emi"


async def test_who_takes_a_seat_in_private_keeps_the_name_that_the_server_gives_them(club: Club) -> None:
    _, bob = await club.start(2)
    emi = club.simulation.person("Emi")
    call(club, emi, nick="Consul Emi")
    await emi.slash(club.channel, "comuni rules")
    await bob.slash(club.channel, "comuni handover", person=emi.member)
    (letter,) = emi.dm.history()
    await emi.click(letter, custom_id=ids(letter)[0])
    assert "Consul Emi" in await board_text(club)


# ------------------------------------------------------------------------------------------ who is called alike


async def alike(club: Club) -> tuple[Person, Person, Person]:
    """Three people in a lobby, two of whom have the same name."""
    host, first, second = (club.simulation.person(name) for name in ("Bob", "Alice", "Alice"))
    club.people = [host, first, second]
    await host.slash(club.channel, "comuni new", picture=False)
    for person in (first, second):
        await person.slash(club.channel, "comuni join")
    return host, first, second


async def test_in_a_lobby_people_of_one_name_are_told_apart(club: Club) -> None:
    host, first, second = await alike(club)
    text = await board_text(club)
    assert f"2. Alice (<@{first.id}>)" in text
    assert f"3. Alice (<@{second.id}>)" in text
    assert f"<@{host.id}>" not in text
    assert told(await host.slash(club.channel, "comuni kick", person=first.member)).startswith(f"<@{first.id}>")
    assert [seated.user_id for seated in (await club.table()).people] == [host.id, second.id]
    assert "2. Alice'" in await board_text(club)


async def test_in_a_game_people_of_one_name_are_told_apart_by_their_communes(club: Club) -> None:
    host, first, second = await alike(club)
    await host.slash(club.channel, "comuni start")
    table = await club.table()
    labels = {f"{(table.seat_of(person.id) or '').capitalize()} (Alice)" for person in (first, second)}
    assert len(labels) == 2
    board = await board_text(club)
    assert all(label in board for label in labels)
    for person in (first, second):
        screen = text_of(answer_of(await person.slash(club.channel, "comuni screen")))
        assert f"{(table.seat_of(person.id) or '').capitalize()}: your screen" in screen


async def test_a_seat_is_offered_to_the_one_who_was_meant_and_the_answer_says_to_whom(club: Club) -> None:
    _, first, _ = await alike(club)
    await club.people[0].slash(club.channel, "comuni start")
    third = club.simulation.person("Alice")
    assert f"is offered to <@{third.id}>" in told(
        await first.slash(club.channel, "comuni handover", person=third.member)
    )
    shown = answer_of(await first.slash(club.channel, "comuni handover"))
    assert f"is offered to <@{third.id}>." in shown.content
    assert len(third.dm.history()) == 1


# ------------------------------------------------------------------------------------------ any name


async def test_any_name_can_sit_at_a_table_and_none_has_effect(club: Club) -> None:
    people = club.people = [club.simulation.person(f"p{number}") for number in range(len(WILD))]
    for person, name in zip(people, WILD, strict=True):
        call(club, person, nick=name)
    await people[0].slash(club.channel, "comuni new", picture=False)
    for person in people[1:]:
        await person.slash(club.channel, "comuni join")
    assert f"{len(WILD)} of 5 seats" in await board_text(club)
    await people[0].slash(club.channel, "comuni start")
    for person in people:
        await person.slash(club.channel, "comuni log")
    assert len((await state_of(club)).cities) == len(WILD)
    sent = [each.json for each in club.simulation.requests if each.json and each.method in ("POST", "PATCH")]
    assert "@everyone" not in str(sent).replace("@\u200beveryone", "")
    assert all(_pings_nobody(body) for body in sent)


def _pings_nobody(body: Any) -> bool:
    allowed = body.get("allowed_mentions") if isinstance(body, dict) else None
    return not allowed or not allowed.get("parse")
