"""What a table owes reaches people where they can be reached, and the channel otherwise (law 7)."""

import pytest

from bot.tables.model import Table
from tests.cogs.club import Club, last_board

OPENING = ("POST", "/users/@me/channels")


async def stored_dm(club: Club, user_id: int) -> int | None:
    known = await club.bot.tables.people.known(user_id)
    return None if known is None else known.dm_channel_id


async def test_a_dm_channel_is_opened_once_and_its_id_kept(club: Club) -> None:
    people = await club.gather(2)
    await people[0].slash(club.channel, "comuni start")
    assert club.posts(*OPENING) == 2
    assert [await stored_dm(club, person.id) for person in people] == [person.dm.id for person in people]
    for _ in range(4):
        await club.bid()
    assert club.posts(*OPENING) == 2


async def test_a_kept_dm_channel_is_used_after_a_restart_without_asking_for_it(club: Club) -> None:
    people = await club.start(2)
    await club.simulation.restart()
    club.simulation.requests.clear()
    before = club.newest_letter(people[1])
    await club.bid()
    assert club.newest_letter(people[1]) not in (None, before)
    assert club.posts(*OPENING) == 0


async def test_a_kept_dm_channel_that_is_gone_is_opened_anew_for_the_same_letter(club: Club) -> None:
    people = await club.start(2)
    await club.simulation.restart()  # discord.py remembers the channels that it has opened itself
    before = club.newest_letter(people[1])
    club.simulation.requests.clear()
    club.simulation.inject_error("POST", f"/channels/{people[1].dm.id}/messages", status=404, code=10003)
    await club.bid()
    assert club.posts(*OPENING) == 1
    assert club.newest_letter(people[1]) not in (None, before)
    assert club.lines() == []


@pytest.mark.parametrize(("status", "code"), [(403, 50007), (403, 50278), (403, 50001), (404, 10003), (404, 10013)])
async def test_whose_dm_is_closed_is_pointed_to_their_screen_and_nobody_else_is_pinged(
    club: Club, status: int, code: int
) -> None:
    people = await club.start(3)
    path = f"/channels/{people[1].dm.id}/messages"
    club.simulation.inject_error("POST", path, status=status, code=code, times=None)
    await club.bid()
    assert club.letters(people[1]) == []  # and the earlier one was taken back
    [line] = club.lines()
    assert line.startswith(f"<@{people[1].id}>:")
    [posted] = [each.json for each in club.simulation.requests if each.json and each.json.get("content") == line]
    assert posted["allowed_mentions"] == {"parse": [], "users": [people[1].id]}
    assert "embeds" not in posted or posted["embeds"] == []


async def test_whose_dm_is_open_again_is_written_to_again(club: Club) -> None:
    people = await club.start(2)
    path = f"/channels/{people[1].dm.id}/messages"
    club.simulation.inject_error("POST", path, status=403, code=50007)
    before = club.newest_letter(people[1])
    for _ in range(3):
        await club.bid()
    assert club.newest_letter(people[1]) not in (None, before)
    assert club.lines() == []  # the line that pointed to the screen was replaced


async def test_a_letter_is_written_in_the_language_of_its_reader_and_from_their_observation_alone(club: Club) -> None:
    people = await club.start(2)
    first = people[0].dm.history()[-1]
    second = people[1].dm.history()[-1]
    assert first.embeds != second.embeds
    assert first.embeds[0].title != "Comuni"


async def test_a_call_that_never_returns_is_given_up_and_tried_again(club: Club) -> None:
    people = await club.start(2)
    cable = club.hang("POST", f"/channels/{people[1].dm.id}/messages")
    before = club.newest_letter(people[1])
    async with club.simulation.together():
        await people[0].slash(club.channel, "act bid", column=1)
        await cable.reached.wait()
    assert club.newest_letter(people[1]) == before
    await club.simulation.advance(club.call_seconds + 10)
    assert club.newest_letter(people[1]) not in (None, before)
    assert await club.owed() == []


async def test_while_a_call_hangs_the_table_plays_on(club: Club) -> None:
    people = await club.start(2)
    cable = club.hang("POST", f"/channels/{people[1].dm.id}/messages")
    async with club.simulation.together():
        await people[0].slash(club.channel, "act bid", column=1)
        await cable.reached.wait()
    await people[1].slash(club.channel, "act bid", column=2)
    assert (await club.table()).version == 3
    await club.simulation.advance(club.call_seconds + 10)


async def test_opening_a_dm_that_hangs_is_given_up_and_tried_again(club: Club) -> None:
    people = await club.gather(2)
    cable = club.hang(*OPENING)
    async with club.simulation.together():
        await people[0].slash(club.channel, "comuni start")
        await cable.reached.wait()
    await club.simulation.advance(club.call_seconds + 10)
    assert [len(club.letters(person)) for person in people] == [1, 1]


async def kept_board(club: Club, table: Table) -> int:
    kept = await club.bot.tables.outbox.board_message(table.id)
    assert kept is not None
    return kept.message_id


async def test_a_board_that_hangs_is_given_up_and_tried_again(club: Club) -> None:
    people = await club.start(2)
    board = await kept_board(club, await club.table())
    cable = club.hang("PATCH", f"/channels/{club.channel.id}/messages/{board}")
    async with club.simulation.together():
        await people[0].slash(club.channel, "act bid", column=1)
        await cable.reached.wait()
    await club.simulation.advance(club.call_seconds + 10)
    assert len(cable.met) == 1
    assert await club.bot.tables.outbox.board_due((await club.table()).id) is None
    assert "Bob" in str(last_board(club).embeds[0].to_dict())


async def test_an_older_board_that_cannot_be_retired_holds_nothing_up(club: Club) -> None:
    people = await club.start(2)
    table = await club.table()
    old = await kept_board(club, table)
    await people[0].member.send(club.channel, "hello")
    cable = club.hang("PATCH", f"/channels/{club.channel.id}/messages/{old}", times=9)
    async with club.simulation.together():
        await people[0].slash(club.channel, "comuni board")
        await cable.reached.wait()
    await club.simulation.advance(club.call_seconds + 10)
    assert await kept_board(club, table) != old
    assert await club.bot.tables.outbox.board_due(table.id) is None
