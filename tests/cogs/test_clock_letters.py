"""What people and channels are told by the clock: reminders, time-outs, the board's time, tables nobody plays."""

from datetime import timedelta
from random import Random

import pytest

from bot.game.actions import Defend
from bot.game.events import visible_to
from bot.game.state import Phase
from bot.local.simulation import Person
from bot.locale import translator
from bot.tables.model import TableState
from bot.ui.board import LATEST_LINES
from bot.ui.log import line
from cogs.hosting import people_of
from tests.cogs.club import Club, told
from tests.cogs.handling import controls, holder, ids, panel, ping_of, play_on, play_to, state_of, tap, version
from tests.cogs.timed import (
    A_MINUTE,
    PACE,
    QUICK,
    active_of,
    board_text,
    guest_of,
    host_of,
    idle_for,
    let_run_out,
    text_of,
)

REMINDED_AT = PACE * 8 // 10  # seconds
REMINDER = "⏰ Your time is running out"


def reminders(club: Club, person: Person) -> list[str]:
    return [text for text in club.letters(person) if text.startswith(REMINDER)]


async def test_one_reminder_takes_the_place_of_the_ping_and_has_the_controls(club: Club) -> None:
    people = await club.start(2, clock=QUICK)
    await club.bid()
    asked = await active_of(club)
    before = ping_of(asked)
    club.simulation.requests.clear()
    await club.simulation.advance(REMINDED_AT + A_MINUTE)
    (text,) = club.letters(asked)
    assert text.startswith(REMINDER)
    assert "You have until <t:" in text
    assert ids(ping_of(asked)) == ids(before)
    assert club.posts("POST", f"/channels/{asked.dm.id}/messages") == 1
    assert club.posts("DELETE", f"/channels/{asked.dm.id}/messages/*") == 1
    await tap(asked, ping_of(asked), "Column")
    others = [person for person in people if person is not asked]
    assert not [text for person in others for text in reminders(club, person)]


async def test_who_has_acted_in_time_is_not_reminded(club: Club) -> None:
    people = await club.start(2, clock=QUICK)
    await club.simulation.advance(REMINDED_AT - A_MINUTE)
    await club.bid()
    first = people[0]
    await club.simulation.advance(2 * A_MINUTE)
    assert reminders(club, first) == []


async def test_who_wants_mentions_is_reminded_by_one(club: Club) -> None:
    people = await club.start(2, clock=QUICK)
    assert told(await people[1].slash(club.channel, "comuni pings", how="mention"))
    await club.bid()
    (before,) = [one.id for one in club.channel.history() if one.content.startswith(f"<@{people[1].id}>")]
    await club.simulation.advance(REMINDED_AT + A_MINUTE)
    (after,) = [one.id for one in club.channel.history() if one.content.startswith(f"<@{people[1].id}>")]
    assert after > before


async def test_in_an_invasion_all_are_reminded_alike_whoever_has_sealed(club: Club) -> None:
    await club.start(3, clock=QUICK)
    state = await play_to(club, Phase.INVASION, Random(4))
    people = [await holder(club, seat) for seat in state.communes]
    await tap(people[0], await panel(club, people[0]), "Seal")
    shown = {text_of(ping_of(person)).count("You have until") for person in people}
    assert shown == {1}
    await club.simulation.advance(REMINDED_AT + A_MINUTE)
    told_when = {ping_of(person).content.rpartition("\n")[2] for person in people}
    assert len(told_when) == 1
    assert all(reminders(club, person) for person in people)
    assert (await state_of(club)).phase is Phase.INVASION


async def test_a_ping_that_could_not_be_sent_gives_way_to_its_reminder(club: Club) -> None:
    people = await club.start(2, clock=QUICK)
    club.simulation.inject_error("POST", f"/channels/{people[1].dm.id}/messages", status=500, times=None)
    await club.bid()
    assert await club.owed() == ["turn"]
    await club.simulation.advance(REMINDED_AT + A_MINUTE)
    assert await club.owed() == ["reminder"]


async def test_whose_time_ran_out_is_told_what_a_steward_did(club: Club) -> None:
    await club.start(2, clock=QUICK)
    late = await active_of(club)
    assert await version(club) == 1
    await let_run_out(club)
    assert await version(club) > 1
    (text,) = club.letters(late)
    assert "your time ran out, and a steward acted for you" in text
    assert "your screen" in str(ping_of(late).embeds[0].title)


async def test_the_board_tells_until_when_there_is_time(club: Club) -> None:
    await club.start(2)
    assert "has until <t:" in await board_text(club)
    unlimited = await board_text(club)
    await (await host_of(club)).slash(club.channel, "comuni pause")
    paused = await board_text(club)
    assert "Paused: the clock stands still" in paused
    assert paused != unlimited


async def test_without_a_pace_the_board_and_letters_speak_of_no_time(club: Club) -> None:
    people = await club.start(2, clock={"pace": "0"})
    assert "until <t:" not in await board_text(club)
    assert not [text for person in people for text in club.letters(person) if "You have until" in text]


async def test_while_the_clock_is_paused_no_letter_names_an_end(club: Club) -> None:
    await club.start(2)
    await (await host_of(club)).slash(club.channel, "comuni pause")
    await club.bid()
    asked = await active_of(club)
    assert "until <t:" not in ping_of(asked).content


async def test_a_game_nobody_plays_is_archived_with_a_line_and_comes_back(club: Club) -> None:
    await club.start(2)
    await idle_for(club, timedelta(days=30))
    assert (await club.table()).state is TableState.ARCHIVED
    (said,) = [text for text in club.lines() if "archived" in text]
    assert "`/comuni resume`" in said
    assert "This game is archived" in await board_text(club)
    for person in club.people:
        shown = await panel(club, person)
        assert shown.content.startswith("This game is archived")
        assert not controls(shown)
    guest = await guest_of(club)
    clock = await panel(club, guest, "Clock")
    await tap(guest, clock, "Go on")
    assert "This game is archived" not in await board_text(club)
    assert controls(await panel(club, await active_of(club)))
    assert ping_of(await active_of(club)).content.startswith("In <#")


async def test_a_lobby_nobody_joins_is_closed(club: Club) -> None:
    await club.gather(2)
    await idle_for(club, timedelta(days=7))
    assert (await club.table()).state is TableState.STOPPED
    assert "closed before a game began" in await board_text(club)


@pytest.mark.parametrize("stewards", [2, 4])
async def test_the_board_tells_all_that_happened_since_a_person_acted(club: Club, stewards: int) -> None:
    (alice,) = await club.gather(1)
    await alice.slash(club.channel, "comuni stewards", count=stewards)
    await alice.slash(club.channel, "comuni start")
    random, most = Random(4), 0
    for _ in range(30):
        lines, shown = await lines_since_a_person(club), await board_text(club)
        if "What came before is in the log" not in shown:
            assert not [text for text in lines if repr(text)[1:-1] not in shown]
            most = max(most, len(lines))
        await play_on(club, random)
    assert most > LATEST_LINES


async def lines_since_a_person(club: Club) -> list[str]:
    """What everybody may know of what came with and after the last action of a person, a seal apart."""
    table, t = await club.table(), translator("en")
    entries = (await club.bot.tables.reader.history(table)).entries
    own = [
        place
        for place, entry in enumerate(entries)
        if entry.author is not None and not isinstance(entry.action, Defend)
    ]
    newest = [event for entry in entries[max(own, default=0) :] for event in entry.events]
    return [line(event, people_of(table, t), t) for event in newest if visible_to(event, None, open_screens=False)]
