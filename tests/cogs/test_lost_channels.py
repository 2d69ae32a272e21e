"""A table whose channel is lost waits for another, or for its own to be mended; nothing storms (law 8)."""

import logging
from random import Random

import pytest

from bot.game.state import Phase
from bot.tables.model import TableState
from tests.cogs.club import Club, last_board, told
from tests.cogs.handling import state_of, tour
from tests.cogs.losing import Server, calls_to, delete, forbid, permit, play_in_private, thread
from tests.cogs.timed import days_ahead, host_of

LONG = 1300.0  # seconds in which every retry has had its turn
LOST = [(403, 50001), (403, 50013), (404, 10003), (404, 10004), (400, 50083), (400, 160005)]


async def hears_nothing(club: Club) -> None:
    """The channel takes nothing any more."""
    club.table_id = (await club.table()).id
    club.simulation.inject_error("*", f"/channels/{club.channel.id}/*", status=403, code=50001, times=None)


@pytest.mark.parametrize(("status", "code"), LOST)
async def test_a_channel_that_takes_nothing_suspends_its_table_at_the_first_try(
    club: Club, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    people = await club.start(2)
    club.simulation.inject_error("*", f"/channels/{club.channel.id}/*", status=status, code=code, times=None)
    before = club.newest_letter(people[1])
    with caplog.at_level(logging.WARNING):
        await club.bid()
        table = await club.table()
        assert table.suspended
        assert table.clock.paused_at is not None
        assert club.newest_letter(people[1]) not in (None, before), "letters still go"
        club.simulation.requests.clear()
        await club.bid()
        await club.simulation.advance(LONG)
    assert calls_to(club, club.channel) == []
    assert await club.bot.tables.outbox.board_due(table.id) is not None
    assert (await club.table()).version == 3
    assert len([record for record in caplog.records if "is suspended" in record.message]) == 1


async def test_after_a_restart_nothing_is_tried_in_the_channel(club: Club) -> None:
    await club.start(2)
    await hears_nothing(club)
    await club.bid()
    await club.simulation.restart()
    club.simulation.requests.clear()
    await club.simulation.settle()
    await club.simulation.advance(LONG)
    assert calls_to(club, club.channel) == []


async def test_a_table_that_is_resumed_catches_up_in_its_channel(club: Club) -> None:
    people = await club.start(2)
    await hears_nothing(club)
    await club.bid()
    club.simulation.heal()
    before = last_board(club).embeds[0].to_dict()
    assert told(await people[1].slash(club.channel, "comuni resume")).startswith("The table goes on")
    table = await club.table()
    assert (table.suspended, table.clock.paused_at) == (None, None)
    assert last_board(club).embeds[0].to_dict() != before
    assert await club.bot.tables.outbox.board_due(table.id) is None


async def test_a_table_that_is_resumed_too_early_is_suspended_again_after_one_try(club: Club) -> None:
    people = await club.start(2)
    await hears_nothing(club)
    await club.bid()
    club.simulation.requests.clear()
    await people[1].slash(people[1].dm, "comuni resume", table=str(club.table_id))
    await club.simulation.advance(LONG)
    assert len(calls_to(club, club.channel)) == 1
    assert (await club.table()).suspended


async def test_what_is_owed_to_the_channel_waits_and_is_told_once_it_is_mended(club: Club) -> None:
    await club.gather(2)
    await hears_nothing(club)
    await club.people[0].slash(club.channel, "comuni start")
    assert await club.owed() == ["commitment"]
    assert [len(club.letters(person)) for person in club.people] == [1, 1]
    club.simulation.heal()
    await club.people[0].slash(club.channel, "comuni resume")
    assert await club.owed() == []
    titles = [message.embeds[0].title for message in club.channel.history() if message.embeds]
    assert titles[-2:] == ["Comuni: the game begins", "Comuni"]


@pytest.mark.parametrize("seed", [1])
async def test_a_channel_deleted_in_any_phase_suspends_its_table_and_the_game_goes_on_in_private(
    club: Club, seed: int
) -> None:
    seen: list[Phase] = []
    async for state in tour(club, seed=seed):
        if state.phase is Phase.OVER:
            break
        seen.append(state.phase)
        table = await delete(club, club.channel)
        assert table.suspended == "gone"
        club.simulation.requests.clear()
        random = Random(1)
        for _ in range(3):
            await play_in_private(club, random)
        assert not [sent for sent in club.simulation.requests if str(table.channel_id) in sent.path]
        person = random.choice(club.people)
        assert told(await person.slash(club.channel, "comuni move-table")).startswith("The table goes on")
    assert len(seen) == 5
    assert (await club.table()).state is TableState.OVER


async def test_a_deleted_thread_suspends_its_table_and_no_other(club: Club) -> None:
    people = await club.start(2)
    aside = thread(club, "aside")
    await people[0].slash(aside, "comuni new", picture=False)
    table = await delete(club, aside)
    assert table.suspended == "gone"
    club.table_id = None
    assert (await club.table()).suspended is None


async def test_a_deleted_channel_takes_its_threads_along(club: Club) -> None:
    alice = club.simulation.person("Alice")
    aside = thread(club, "aside")
    await alice.slash(aside, "comuni new", picture=False)
    inner = await club.bot.tables.reader.table_of_channel(aside.id)
    await alice.slash(club.channel, "comuni new", picture=False)
    assert (await delete(club, club.channel)).suspended == "gone"
    assert (await club.bot.tables.reader.table(inner.id)).suspended == "gone"


async def test_a_bot_that_is_sent_away_suspends_all_tables_of_the_server_and_goes_on_when_it_is_back(
    club: Club,
) -> None:
    people = await club.start(2)
    club.table_id, channel = (await club.table()).id, club.channel
    await people[0].slash(club.simulation.channel("duomo"), "comuni new", picture=False)
    (other,) = [table for table in await club.bot.tables.reader.tables_of(people[0].id) if table.id != club.table_id]
    server = Server(club)
    await server.kick()
    assert (await club.table()).suspended == "removed"
    assert (await club.bot.tables.reader.table(other.id)).suspended == "removed"
    await play_in_private(club, Random(1))
    club.simulation.requests.clear()
    await server.invite()
    assert calls_to(club, channel) == [], "nobody has asked for it"
    await people[1].slash(channel, "comuni resume")
    assert (await club.table()).suspended is None
    assert calls_to(club, channel)


async def test_a_permission_that_is_lost_and_given_back(club: Club) -> None:
    people = await club.start(2)
    await people[0].member.send(club.channel, "hello")
    await forbid(club, club.channel)
    await people[0].slash(club.channel, "comuni board")
    assert (await club.table()).suspended == "refused"
    await permit(club, club.channel)
    await people[0].slash(club.channel, "comuni resume")
    assert (await club.table()).suspended is None
    assert await club.bot.tables.outbox.board_due((await club.table()).id) is None


async def test_a_thread_that_was_archived_is_opened_by_a_new_board(club: Club) -> None:
    await club.start(2)
    before = last_board(club).id
    path = f"/channels/{club.channel.id}/messages/{before}"
    club.simulation.inject_error("PATCH", path, status=400, code=50083)
    await club.bid()
    assert (await club.table()).suspended is None
    assert last_board(club).id > before


async def test_a_lobby_is_suspended_too_and_goes_on(club: Club) -> None:
    alice, bob = await club.gather(2)
    await hears_nothing(club)
    chiara = club.simulation.person("Chiara")
    await chiara.slash(club.channel, "comuni join")
    assert (await club.table()).suspended == "refused"
    club.simulation.heal()
    await bob.slash(club.channel, "comuni resume")
    assert (await club.table()).suspended is None
    await alice.slash(club.channel, "comuni start")
    assert (await state_of(club)).phase is Phase.PROJECTS


async def test_who_takes_no_letters_is_tried_once_and_mentioned_when_the_channel_is_mended(club: Club) -> None:
    people = await club.start(2)
    await hears_nothing(club)
    dm = f"/channels/{people[1].dm.id}/messages"
    club.simulation.inject_error("POST", dm, status=403, code=50007, times=None)
    await club.bid()
    club.simulation.requests.clear()
    for options in ({"until": days_ahead(club, 3)}, {}):  # what happens at the table wakes the sender
        await people[0].slash(people[0].dm, "comuni away", **options)
    assert club.posts("POST", dm) == 0
    assert await club.owed() == ["turn"]
    club.simulation.heal()
    club.simulation.inject_error("POST", dm, status=403, code=50007, times=None)
    await people[0].slash(club.channel, "comuni resume")
    assert await club.owed() == []
    assert [line for line in club.lines() if line.startswith(f"<@{people[1].id}>")]


async def test_who_wants_mentions_is_mentioned_when_the_channel_is_mended(club: Club) -> None:
    people = await club.start(2)
    await people[1].slash(club.channel, "comuni pings", how="mention")
    await hears_nothing(club)
    await club.bid()
    assert await club.owed() == ["turn"]
    club.simulation.heal()
    await (await host_of(club)).slash(club.channel, "comuni resume")
    assert await club.owed() == []
    assert [line for line in club.lines() if line.startswith(f"<@{people[1].id}>")]
