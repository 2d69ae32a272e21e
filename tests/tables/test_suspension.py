"""A table whose channel is lost stands still without ending, and goes on there or in another channel."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.game.rules import waiting
from bot.game.state import Phase
from bot.tables.errors import ChannelHasTable, NotPaused, NotSeated, NotSuspended, PausedAlready, TableEnded
from bot.tables.model import TableSettings, TableState
from bot.tables.notices import Kind, Notice
from bot.tables.outbox import BOARD
from bot.tables.table_clock import Stage
from tests.storage.helpers import content
from tests.tables.hosting import BEA, CARLO, CHANNEL, DINA, GUILD, HOST, STRANGER, query
from tests.tables.seats import ASKED, DAY, HOUR, NEWCOMER, PACE, Club, club_at, die_at, writes_of

LOST = "the channel is gone"
NEXT = 9
A_MOMENT = 0.2  # s: for what would look before it may write


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "comuni.sqlite3") as opened:
        yield opened


async def lost(club: Club, phase: Phase = Phase.PROJECTS, count: int = 3) -> int:
    """A table that is suspended while a phase asks somebody."""
    table_id = await club.begin(count)
    await club.reach(table_id, phase)
    await club.tables.seating.suspend(table_id, LOST)
    return table_id


async def move(club: Club, table_id: int, user_id: int = HOST.user_id, channel: int = NEXT) -> None:
    await club.tables.seating.move(table_id, user_id, GUILD, channel)


@pytest.mark.parametrize("phase", ASKED)
async def test_the_clock_stands_still_while_nothing_can_be_posted(club: Club, phase: Phase) -> None:
    table_id = await club.begin()
    seat = await club.reach(table_id, phase)
    club.clock.instant += HOUR / 2
    await club.tables.seating.suspend(table_id, LOST)
    await club.pass_by(10 * DAY)
    table, owed = await club.table(table_id), await club.owes(table_id, seat)
    assert (table.state, table.suspended) == (TableState.RUNNING, LOST)
    assert (await club.timing(table_id)).paused
    assert owed is not None
    assert (owed.left, owed.stage, owed.reminded) == (PACE * 30, Stage.RUNNING, False)


@pytest.mark.parametrize("phase", ASKED)
async def test_who_is_asked_may_act_all_the_same(club: Club, phase: Phase) -> None:
    table_id = await lost(club, phase)
    club.clock.instant += 3 * HOUR
    for _ in range(4):
        await club.act(table_id, await club.asked(table_id))
    await club.finish(table_id)
    table = await club.table(table_id)
    assert (table.state, table.suspended) == (TableState.OVER, LOST)
    assert set(dict((await club.timing(table_id)).banks).values()) == {PACE * 60}


async def test_stewards_go_on_while_a_table_is_suspended(club: Club) -> None:
    table_id = await club.begin(1, stewards=2)
    await club.tables.seating.suspend(table_id, LOST)
    while await club.tables.stewarding.asked(await club.table(table_id)) is None:
        await club.act(table_id, HOST)
    await club.tables.stewarding.play(table_id)
    assert waiting(await club.state(table_id)) == (await club.seat(table_id, HOST),)


async def test_to_suspend_it_again_changes_nothing(club: Club) -> None:
    table_id = await lost(club)
    before = content(club.path)
    club.clock.instant += HOUR / 2
    await club.tables.seating.suspend(table_id, "and again")
    assert content(club.path) == before


async def test_what_is_owed_stays_owed_and_more_comes(club: Club) -> None:
    table_id = await club.begin()
    await club.act(table_id, await club.asked(table_id))
    owed = await club.owed(table_id)
    await club.tables.seating.suspend(table_id, LOST)
    owed += [("suspended", person.seat) for person in (await club.table(table_id)).people]
    assert await club.owed(table_id) == owed
    seat = waiting(await club.state(table_id))[0]
    while waiting(await club.state(table_id))[0] == seat:
        await club.act(table_id, await club.asked(table_id))
    pending = await club.tables.outbox.pending(table_id)
    assert [(row.notice.kind.value, row.notice.seat) for row in pending[: len(owed)]] == owed
    assert len(pending) > len(owed)
    assert await club.tables.outbox.unsettled() == [table_id]


async def test_a_suspended_table_goes_on_where_it_stopped_when_anybody_there_says_so(club: Club) -> None:
    table_id = await club.begin()
    seat = (await club.state(table_id)).active
    club.clock.instant += HOUR / 2
    await club.tables.seating.suspend(table_id, LOST)
    club.clock.instant += 3 * DAY
    await club.settle(table_id)
    assert await club.refused(club.tables.timekeeping.resume(table_id, STRANGER.user_id)) is NotSeated
    await club.tables.timekeeping.resume(table_id, CARLO.user_id)
    table, owed = await club.table(table_id), await club.owes(table_id, seat)
    assert table.suspended is None
    assert owed is not None
    assert (owed.since, owed.left) == (club.clock.instant, PACE * 30)
    assert await club.board_due(table_id)
    assert not (await club.timing(table_id)).paused
    assert await club.refused(club.tables.timekeeping.resume(table_id, CARLO.user_id)) is NotPaused


async def test_what_fails_again_is_suspended_again(club: Club) -> None:
    table_id = await lost(club)
    await club.tables.timekeeping.resume(table_id, BEA.user_id)
    await club.tables.seating.suspend(table_id, "still")
    assert (await club.table(table_id)).suspended == "still"
    assert (await club.timing(table_id)).paused


@pytest.mark.parametrize("phase", ASKED)
async def test_a_table_that_is_lost_in_any_phase_moves_and_is_played_to_its_end(club: Club, phase: Phase) -> None:
    table_id = await lost(club, phase)
    before = await club.snapshot(table_id)
    club.clock.instant += 3 * DAY
    await move(club, table_id, BEA.user_id)
    table = await club.table(table_id)
    assert (table.guild_id, table.channel_id, table.suspended, table.clock.lost) == (GUILD, NEXT, None, False)
    assert await club.snapshot(table_id) == before
    asked = (await club.timing(table_id)).asked
    assert asked is not None
    assert asked.until == club.clock.instant + HOUR
    await club.act(table_id, await club.asked(table_id))
    await club.finish(table_id)
    assert (await club.table(table_id)).state is TableState.OVER


async def test_a_board_of_the_old_channel_is_forgotten_and_one_is_wanted_in_the_new(club: Club) -> None:
    table_id = await club.begin()
    outbox = club.tables.outbox
    await outbox.board_posted(table_id, CHANNEL, 700, "turn 1")
    await club.tables.seating.suspend(table_id, LOST)
    assert await outbox.board_message(table_id) is not None
    await move(club, table_id)
    assert await outbox.board_message(table_id) is None
    assert await club.board_due(table_id)
    assert query(club.path, "SELECT 1 FROM message WHERE kind = ?", BOARD) == []
    assert club.heard.woken[-1] == table_id


async def test_the_host_moves_a_table_that_is_well_and_its_clock_runs_on(club: Club) -> None:
    table_id = await club.begin()
    seat = (await club.state(table_id)).active
    before = await club.owes(table_id, seat)
    club.clock.instant += HOUR / 2
    await move(club, table_id)
    assert await club.owes(table_id, seat) == before
    assert (await club.table(table_id)).channel_id == NEXT


async def test_of_a_table_that_is_well_only_the_host_disposes_and_of_a_lost_one_all_who_sit_there(club: Club) -> None:
    table_id = await club.begin()
    assert await club.refused(move(club, table_id, BEA.user_id)) is NotSuspended
    assert await club.refused(move(club, table_id, STRANGER.user_id)) is NotSeated
    await club.tables.seating.suspend(table_id, LOST)
    assert await club.refused(move(club, table_id, STRANGER.user_id)) is NotSeated
    await move(club, table_id, BEA.user_id)
    assert await club.refused(move(club, table_id, BEA.user_id, channel=10)) is NotSuspended


@pytest.mark.parametrize("state", ["lobby", "running"])
async def test_no_table_moves_to_where_another_is_open(club: Club, state: str) -> None:
    table_id = await lost(club)
    other = await club.lobby(2, channel=NEXT)
    if state == "running":
        await club.tables.lobby.start(other, HOST.user_id)
    assert await club.refused(move(club, table_id)) is ChannelHasTable
    assert await club.refused(move(club, table_id, channel=CHANNEL)) is ChannelHasTable
    await club.tables.playing.stop(other, HOST.user_id, manages=False)
    await move(club, table_id)


async def test_where_a_table_has_moved_no_other_is_opened_and_where_it_was_one_is(club: Club) -> None:
    table_id = await lost(club)
    await move(club, table_id)
    opening = club.tables.lobby.open
    assert await club.refused(opening(GUILD, NEXT, DINA, TableSettings())) is ChannelHasTable
    await opening(GUILD, CHANNEL, DINA, TableSettings())
    assert await club.refused(move(club, table_id, channel=CHANNEL)) is ChannelHasTable


@pytest.mark.parametrize("moves_first", [False, True])
async def test_of_a_table_that_moves_and_one_that_is_opened_there_at_once_one_is_refused(
    club: Club, moves_first: bool
) -> None:
    """A bug once: the second of them was an error of the store's."""
    table_id = await lost(club)
    works = [club.tables.lobby.open(GUILD, NEXT, DINA, TableSettings()), move(club, table_id)]
    outcomes = await asyncio.gather(*(works[::-1] if moves_first else works), return_exceptions=True)
    assert sorted(isinstance(outcome, ChannelHasTable) for outcome in outcomes) == [False, True]
    assert [outcome for outcome in outcomes if not isinstance(outcome, ChannelHasTable)] in ([None], [table_id + 1])


async def test_a_table_that_is_opened_while_another_moves_there_is_refused(club: Club) -> None:
    table_id = await lost(club)
    opening: list[asyncio.Task[int]] = []

    async def open_meanwhile() -> None:
        club.store.before.clear()
        opening.append(asyncio.create_task(club.tables.lobby.open(GUILD, NEXT, DINA, TableSettings())))
        await asyncio.wait(opening, timeout=A_MOMENT)

    club.store.before["commit"] = open_meanwhile
    await move(club, table_id)
    with pytest.raises(ChannelHasTable):
        await opening[0]


async def test_of_two_tables_that_move_to_one_channel_at_once_one_is_refused(club: Club) -> None:
    tables = [await club.begin(channel=channel) for channel in (1, 2)]
    outcomes = await asyncio.gather(*(move(club, table_id) for table_id in tables), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] in ([type(None), ChannelHasTable], [ChannelHasTable, type(None)])


@pytest.mark.parametrize("resumes_first", [False, True])
async def test_of_an_archived_table_that_comes_back_and_one_that_is_opened_at_once_one_is_refused(
    club: Club, resumes_first: bool
) -> None:
    """A bug once: the second of them was an error of the store's."""
    table_id = await club.begin(2)
    await club.tables.seating.resign(table_id, BEA.user_id)
    works = [
        club.tables.lobby.open(GUILD, CHANNEL, DINA, TableSettings()),
        club.tables.timekeeping.resume(table_id, HOST.user_id),
    ]
    outcomes = await asyncio.gather(*(works[::-1] if resumes_first else works), return_exceptions=True)
    assert sorted(isinstance(outcome, ChannelHasTable) for outcome in outcomes) == [False, True]
    assert [outcome for outcome in outcomes if not isinstance(outcome, ChannelHasTable)] in ([None], [table_id + 1])


async def test_who_moves_a_table_on_gives_it_to_the_new_person_too(club: Club) -> None:
    table_id = await lost(club)
    await club.hand(table_id, BEA)
    assert await club.refused(move(club, table_id, BEA.user_id)) is NotSeated
    await move(club, table_id, NEWCOMER.user_id)


async def test_a_table_that_its_people_have_paused_stays_paused_when_it_moves(club: Club) -> None:
    """A bug once: the clock of a table that had been paused ran on as soon as it was moved."""
    table_id = await club.begin()
    await club.tables.timekeeping.pause(table_id, HOST.user_id)
    await club.tables.seating.suspend(table_id, LOST)
    await move(club, table_id)
    assert (await club.timing(table_id)).paused
    await club.tables.timekeeping.resume(table_id, BEA.user_id)
    assert not (await club.timing(table_id)).paused


async def test_who_resumes_a_paused_table_that_is_lost_lifts_both(club: Club) -> None:
    table_id = await club.begin()
    await club.tables.timekeeping.pause(table_id, HOST.user_id)
    await club.tables.seating.suspend(table_id, LOST)
    await club.tables.timekeeping.resume(table_id, BEA.user_id)
    assert not (await club.timing(table_id)).paused
    assert (await club.table(table_id)).suspended is None


async def test_a_lost_table_needs_no_pause(club: Club) -> None:
    table_id = await lost(club)
    assert await club.refused(club.tables.timekeeping.pause(table_id, HOST.user_id)) is PausedAlready


async def test_a_lost_table_that_nobody_plays_is_archived_and_comes_back_whole(club: Club) -> None:
    """A bug once: it came back with its clock running, and still suspended."""
    table_id = await lost(club)
    await club.pass_by(31 * DAY)
    assert (await club.table(table_id)).state is TableState.ARCHIVED
    await club.tables.timekeeping.resume(table_id, BEA.user_id)
    table = await club.table(table_id)
    assert (table.state, table.suspended, table.clock.paused_at, table.clock.lost) == (
        TableState.RUNNING,
        None,
        None,
        False,
    )
    await club.tables.seating.suspend(table_id, LOST)
    assert (await club.timing(table_id)).paused


async def test_an_archived_table_may_move_before_it_comes_back(club: Club) -> None:
    table_id = await lost(club)
    await club.pass_by(31 * DAY)
    await move(club, table_id, BEA.user_id)
    table = await club.table(table_id)
    assert (table.state, table.channel_id, table.suspended) == (TableState.ARCHIVED, NEXT, None)
    await club.tables.timekeeping.resume(table_id, BEA.user_id)
    assert (await club.table(table_id)).state is TableState.RUNNING


async def test_a_game_that_ended_while_it_could_not_be_told_moves_to_where_it_can(club: Club) -> None:
    table_id = await lost(club, Phase.REPAIR)
    await club.finish(table_id)
    await move(club, table_id, BEA.user_id)
    assert (await club.table(table_id)).channel_id == NEXT
    assert await club.board_due(table_id)
    assert await club.refused(move(club, table_id, channel=10)) is TableEnded


async def test_of_a_game_that_has_ended_only_what_it_owes_to_its_channel_waits(club: Club) -> None:
    table_id = await club.begin()
    await club.tables.playing.stop(table_id, HOST.user_id, manages=False)
    before, owed = await club.table(table_id), await club.owed(table_id)
    await club.tables.seating.suspend(table_id, LOST)
    assert await club.table(table_id) == replace(before, suspended=LOST)
    assert await club.owed(table_id) == owed
    await move(club, table_id)
    assert (await club.table(table_id)).suspended is None


async def test_a_lobby_that_was_closed_has_nothing_to_wait_for(club: Club) -> None:
    table_id = await club.lobby(2)
    await club.tables.playing.stop(table_id, HOST.user_id, manages=False)
    before = content(club.path)
    await club.tables.seating.suspend(table_id, LOST)
    assert content(club.path) == before


async def test_who_is_told_of_the_loss_and_when_it_is_too_late_to_tell(club: Club) -> None:
    table_id = await club.begin(2, stewards=1)
    await club.tables.seating.suspend(table_id, LOST)
    table = await club.table(table_id)
    told = [Notice(Kind.SUSPENDED, person.seat) for person in table.humans]
    assert [row.notice for row in await club.tables.outbox.pending(table_id)] == told
    assert await club.tables.outbox.applies(table, told[0])
    await club.tables.timekeeping.resume(table_id, HOST.user_id)
    assert not await club.tables.outbox.applies(await club.table(table_id), told[0])


async def test_of_a_lobby_the_host_is_told_of_the_loss(club: Club) -> None:
    table_id = await club.lobby(2)
    await club.tables.seating.suspend(table_id, LOST)
    assert [row.notice for row in await club.tables.outbox.pending(table_id)] == [Notice(Kind.SUSPENDED)]


async def test_that_a_game_stands_still_is_not_told_once_it_goes_on(club: Club) -> None:
    table_id = await club.begin(2)
    await club.tables.seating.resign(table_id, BEA.user_id)
    assert ("resigned", None) in await club.owed(table_id)
    assert await club.tables.outbox.applies(await club.table(table_id), Notice(Kind.RESIGNED))
    await club.tables.timekeeping.resume(table_id, HOST.user_id)
    assert not await club.tables.outbox.applies(await club.table(table_id), Notice(Kind.RESIGNED))


async def test_a_lobby_may_be_lost_and_moves_or_goes_on_too(club: Club) -> None:
    """A bug once: nobody could say that a lobby's channel was well again, for nobody has a seat there."""
    table_id = await club.lobby(2)
    await club.tables.seating.suspend(table_id, LOST)
    await club.tables.lobby.join(table_id, CARLO)  # by an older message
    assert await club.refused(club.tables.timekeeping.resume(table_id, STRANGER.user_id)) is NotSeated
    await club.tables.timekeeping.resume(table_id, CARLO.user_id)
    assert (await club.table(table_id)).suspended is None
    assert await club.refused(club.tables.timekeeping.resume(table_id, CARLO.user_id)) is NotPaused
    await club.tables.seating.suspend(table_id, LOST)
    await move(club, table_id, BEA.user_id)
    await club.tables.lobby.start(table_id, HOST.user_id)
    assert not (await club.timing(table_id)).paused


async def test_a_game_that_begins_in_a_lost_channel_stands_still_from_the_start(club: Club) -> None:
    table_id = await club.lobby(2)
    await club.tables.seating.suspend(table_id, LOST)
    await club.tables.lobby.start(table_id, HOST.user_id)
    await club.pass_by(5 * DAY)
    assert (await club.state(table_id)).turn == 1
    await move(club, table_id)
    asked = (await club.timing(table_id)).asked
    assert asked is not None
    assert asked.until == club.clock.instant + DAY


@pytest.mark.parametrize("what", ["suspend", "move", "resume"])
async def test_a_crash_at_any_write_of_it_comes_before_or_after_and_never_between(club: Club, what: str) -> None:
    table_id = await (club.begin() if what == "suspend" else lost(club))
    works = {
        "suspend": lambda: club.tables.seating.suspend(table_id, LOST),
        "move": lambda: move(club, table_id),
        "resume": lambda: club.tables.timekeeping.resume(table_id, BEA.user_id),
    }
    before = content(club.path)
    made = await writes_of(club, works[what])
    assert len(made) > 1
    for write in range(len(made)):
        await die_at(club, write, works[what])
        assert content(club.path) == before
    await works[what]()
    assert (await club.table(table_id)).suspended == (LOST if what == "suspend" else None)
