"""Tables move to other channels with their people, and those whose channel is lost say so in private (law 8)."""

from random import Random
from typing import Any

import pytest

from bot.game.state import Phase
from bot.local.simulation import Person
from bot.tables.model import TableState
from bot.ui.table_texts import TEXTS
from cogs.channels import WHY
from tests.cogs.club import Club, last_board, told
from tests.cogs.handling import answer_of, board_of, controls, ids, ping_of, state_of, tap
from tests.cogs.losing import delete, forbid, play_in_private, thread
from tests.cogs.timed import guest_of, host_of

MOVED = "The table goes on in this channel."
LOST = "can no longer be shown"
LANGUAGES = ("en", "it", "ja")
LAST = 400  # actions


async def move(club: Club, person: Person, place: str = "duomo", **options: Any) -> str:
    """Somebody has the table go on in another channel, where the club looks from now on; the answer."""
    answer = told(await person.slash(club.simulation.channel(place), "comuni move-table", **options))
    if answer == MOVED:
        club.place, club.table_id = place, None
    return answer


def told_of_loss(club: Club, person: Person) -> list[str]:
    """The letters that tell somebody of a lost channel."""
    return [text for text in club.letters(person) if LOST in text]


# -------------------------------------------------------------------------------------- letters


async def test_everybody_at_the_table_is_told_once_in_private_why_and_what_to_do(club: Club) -> None:
    people = await club.start(3)
    await delete(club, club.channel)
    for person in people:
        (text,) = told_of_loss(club, person)
        assert "The channel is gone." in text
        assert "/comuni move-table" in text
        assert "/comuni resume" in text
        assert ping_of(person).embeds[0].title.endswith("your screen")  # type: ignore[union-attr]  # a screen has one
    await club.simulation.restart()
    await club.simulation.advance(1300)
    assert [len(told_of_loss(club, person)) for person in people] == [1, 1, 1]


async def test_the_letter_has_the_controls_of_who_is_asked(club: Club) -> None:
    people = await club.start(2)
    await delete(club, club.channel)
    assert controls(ping_of(people[0]))
    await tap(people[0], ping_of(people[0]), "Column 1")
    assert not [each for each in ids(ping_of(people[1])) if each.startswith("do:")]


async def test_who_wants_no_pings_is_not_told_and_who_wants_mentions_is_told_in_private(club: Club) -> None:
    people = await club.start(2)
    await people[0].slash(club.channel, "comuni pings", how="none")
    await people[1].slash(club.channel, "comuni pings", how="mention")
    await delete(club, club.channel)
    assert told_of_loss(club, people[0]) == []
    assert len(told_of_loss(club, people[1])) == 1


async def test_whom_no_letter_reaches_holds_nobody_up(club: Club) -> None:
    people = await club.start(2)
    club.simulation.inject_error("POST", f"/channels/{people[0].dm.id}/messages", status=403, code=50007, times=None)
    await delete(club, club.channel)
    assert await club.owed() == []
    assert len(told_of_loss(club, people[1])) == 1


async def test_of_a_lobby_the_host_alone_is_told(club: Club) -> None:
    host, guest = await club.gather(2)
    await delete(club, club.channel)
    assert len(told_of_loss(club, host)) == 1
    assert club.letters(guest) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_reads_why_in_their_own_language(club: Club, language: str) -> None:
    club.people = [club.simulation.person(name, locale=language) for name in ("Alice", "Bob")]
    await club.people[0].slash(club.channel, "comuni new", picture=False)
    await club.people[1].slash(club.channel, "comuni join")
    await club.people[0].slash(club.channel, "comuni start")
    await delete(club, club.channel)
    text = club.letters(club.people[1])[-1]
    assert {"en": "The channel is gone.", "it": "Il canale non c'è più.", "ja": "チャンネルがなくなりました。"}[
        language
    ] in text


def test_each_reason_has_its_words() -> None:
    assert set(WHY.values()) == {"gone", "removed", "closed", "refused"}


async def test_a_letter_that_is_late_is_not_sent_once_the_table_goes_on(club: Club) -> None:
    people = await club.start(2)
    club.simulation.inject_error("POST", f"/channels/{people[1].dm.id}/messages", status=500, times=None)
    await delete(club, club.channel)
    assert "suspended" in await club.owed()
    await move(club, people[0])
    club.simulation.heal()
    await club.simulation.advance(1300)
    assert told_of_loss(club, people[1]) == []


# -------------------------------------------------------------------------------------- who moves what, and where


async def test_anybody_who_sits_there_moves_a_table_whose_channel_is_lost(club: Club) -> None:
    await club.start(2)
    table = await delete(club, club.channel)
    assert await move(club, await guest_of(club)) == MOVED
    moved = await club.table()
    assert (moved.id, moved.suspended, moved.clock.paused_at) == (table.id, None, None)
    assert last_board(club).components
    await club.bid()


async def test_only_the_host_moves_a_table_whose_channel_is_well(club: Club) -> None:
    await club.start(2)
    old = last_board(club)
    assert await move(club, await guest_of(club)) == TEXTS["NotSuspended"]
    assert await move(club, await host_of(club)) == MOVED
    left = next(one for one in club.simulation.channel("piazza").history() if one.id == old.id)
    assert left.content == f"This table has moved to <#{club.channel.id}>."
    assert (left.embeds, controls(left)) == ([], [])
    assert controls(last_board(club))


async def test_a_button_that_is_left_in_the_old_channel_does_nothing(club: Club) -> None:
    people = await club.start(2)
    old, act = last_board(club), ids(last_board(club))[0]
    club.simulation.inject_error("PATCH", f"/channels/{club.channel.id}/messages/{old.id}", status=403, code=50001)
    await move(club, await host_of(club))
    assert controls(old)
    answer = answer_of(await people[0].forge(old, act))
    assert (answer.content, answer.embeds) == (TEXTS["NoTable"], [])


async def test_strangers_move_nothing(club: Club) -> None:
    await club.start(2)
    await delete(club, club.channel)
    stranger = club.simulation.person("Stranger")
    for options in ({}, {"table": str(club.table_id)}):
        assert await move(club, stranger, **options) == TEXTS["NoTable"]


async def test_a_table_goes_only_where_there_is_none(club: Club) -> None:
    people = await club.start(2)
    other = club.simulation.person("Emi")
    await other.slash(club.simulation.channel("duomo"), "comuni new", picture=False)
    await delete(club, club.channel)
    assert await move(club, people[0]) == TEXTS["ChannelHasTable"]
    assert (await club.table()).suspended == "gone"


async def test_a_table_does_not_go_into_a_private_chat(club: Club) -> None:
    people = await club.start(2)
    assert told(await people[0].slash(people[0].dm, "comuni move-table")) == TEXTS["NotInServer"]


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (["send_messages"], "Send Messages"),
        (["embed_links", "read_message_history"], "Embed Links, Read Message History"),
        (["view_channel"], "View Channel"),
    ],
)
async def test_where_the_bot_may_not_post_it_says_what_it_lacks(club: Club, denied: list[str], named: str) -> None:
    people = await club.start(2)
    await delete(club, club.channel)
    await forbid(club, club.simulation.channel("duomo"), *denied)
    answer = await move(club, people[0])
    assert named in answer
    assert answer.startswith("A table cannot be shown here: this bot lacks")
    assert (await club.table()).suspended == "gone"


async def test_in_a_thread_it_needs_the_permission_for_threads_alone(club: Club) -> None:
    people = await club.start(2)
    duomo = club.simulation.channel("duomo")
    club.place = "duomo"
    inner = thread(club, "inner")
    club.place = "piazza"
    await delete(club, club.channel)
    await forbid(club, duomo, "send_messages_in_threads")
    answer = told(await people[0].slash(inner, "comuni move-table"))
    assert "Send Messages in Threads" in answer
    await forbid(club, duomo, "send_messages")
    assert told(await people[0].slash(inner, "comuni move-table")) == MOVED
    assert (await club.table()).channel_id == inner.id


async def test_a_table_that_is_here_already_stays(club: Club) -> None:
    await club.start(2)
    host = await host_of(club)
    before = last_board(club).id
    assert told(await host.slash(club.channel, "comuni move-table")) == "The table is in this channel already."
    assert last_board(club).id == before


async def test_moved_into_its_own_mended_channel_it_is_resumed(club: Club) -> None:
    people = await club.start(2)
    club.table_id = (await club.table()).id
    club.simulation.inject_error("*", f"/channels/{club.channel.id}/*", status=403, code=50013, times=None)
    await club.bid()
    assert (await club.table()).suspended == "refused"
    club.simulation.heal()
    assert told(await people[1].slash(club.channel, "comuni move-table")).startswith("The table goes on")
    assert (await club.table()).suspended is None


async def test_one_of_several_is_named_and_offered_those_that_are_lost_first(club: Club) -> None:
    people = await club.start(2)
    host = await host_of(club)
    for place in ("forum", "porto"):
        await host.slash(club.simulation.channel(place), "comuni new", picture=False)
    well = await club.table()
    duomo = club.simulation.channel("duomo")
    assert told(await host.slash(duomo, "comuni move-table")).startswith("You sit at 3 running tables.")
    for place in ("forum", "porto"):
        club.simulation.world.backend.delete_channel(club.simulation.channel(place).id)
    await club.simulation.settle()
    assert told(await host.slash(duomo, "comuni move-table")).startswith("You sit at 2 running tables.")
    offered = await host.autocomplete(duomo, "comuni move-table", "table")
    assert offered[-1]["value"] == str(well.id)
    assert len(offered) == 3
    assert told(await host.slash(duomo, "comuni move-table", table=offered[0]["value"])) == MOVED
    assert people


# -------------------------------------------------------------------------------------- what else happens there


async def test_the_commands_of_a_suspended_table_say_how_it_goes_on(club: Club) -> None:
    people = await club.start(2)
    club.simulation.inject_error("*", f"/channels/{club.channel.id}/*", status=403, code=50013, times=None)
    await club.bid()
    answer = told(await people[0].slash(club.channel, "comuni board"))
    assert "This bot is not allowed to write there." in answer
    assert "/comuni move-table" in answer
    assert told(await people[0].slash(club.channel, "comuni pause")) == TEXTS["PausedAlready"]


async def test_a_game_that_ends_while_its_channel_is_lost_is_told_where_it_moves(club: Club) -> None:
    people = await club.start(2)
    await delete(club, club.channel)
    random = Random(4)
    for _ in range(LAST):
        if (await state_of(club)).phase is Phase.OVER:
            break
        await play_in_private(club, random)
    assert (await club.table()).state is TableState.OVER
    assert await move(club, people[1]) == MOVED
    titles = [one.embeds[0].title for one in club.channel.history() if one.embeds]
    assert titles.count("Comuni: final scores") == 1
    assert "Comuni: the game is over" in titles
    final = next(one for one in club.channel.history() if one.embeds and one.embeds[0].title == "Comuni: final scores")
    await tap(people[1], final, "Rematch")
    assert (await club.table()).state is TableState.LOBBY


async def test_a_game_that_is_stopped_in_a_channel_that_takes_nothing_is_told_where_it_moves(club: Club) -> None:
    await club.start(2)
    host = await host_of(club)
    club.table_id = (await club.table()).id
    club.simulation.inject_error("*", f"/channels/{club.channel.id}/*", status=403, code=50013, times=None)
    await host.slash(club.channel, "comuni stop", confirm=True)
    assert (await club.table()).suspended == "refused"
    assert await move(club, host) == MOVED
    assert "This table was stopped" in "".join(club.lines())
    assert not told_of_loss(club, host)


async def test_an_archived_table_moves_and_goes_on(club: Club) -> None:
    people = await club.start(2)
    await people[1].slash(club.channel, "comuni resign", confirm=True)
    table = await club.table()
    assert table.state is TableState.ARCHIVED
    club.table_id = table.id
    other = club.simulation.person("Emi")
    await other.slash(club.channel, "comuni new", picture=False)
    assert await move(club, people[0]) == MOVED
    await people[0].slash(club.channel, "comuni resume")
    assert (await club.table()).state is TableState.RUNNING
    assert controls(board_of(club))
