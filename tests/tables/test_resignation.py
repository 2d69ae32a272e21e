"""A person gives a seat up: a steward plays on, and a game of two ends unless the other wants to go on."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.game.actions import Withdraw
from bot.game.rules import waiting
from bot.game.state import Phase
from bot.stewards import Character
from bot.tables.errors import (
    ChannelHasTable,
    NothingOffered,
    NotRunning,
    NotSeated,
    TableArchived,
    TableEnded,
)
from bot.tables.model import Person, TableState
from bot.tables.orders import Orders
from bot.tables.table_clock import Stage
from tests.storage.helpers import content
from tests.tables.hosting import BEA, CARLO, CHANNEL, DINA, ELIO, HOST, STRANGER, query
from tests.tables.seats import ASKED, DAY, HOUR, NEWCOMER, PACE, Club, club_at, die_at, writes_of


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "comuni.sqlite3") as opened:
        yield opened


async def resign(club: Club, table_id: int, person: Person) -> str:
    """A person resigns; gives the seat."""
    seat = await club.seat(table_id, person)
    await club.tables.seating.resign(table_id, person.user_id)
    return seat


@pytest.mark.parametrize("phase", ASKED)
async def test_a_steward_plays_on_in_each_phase(club: Club, phase: Phase) -> None:
    table_id = await club.begin()
    person = await club.person(table_id, await club.reach(table_id, phase))
    before, rows = await club.snapshot(table_id), len(await club.store.log(table_id))
    seat = await resign(club, table_id, person)
    assert await club.snapshot(table_id) == before
    held = (await club.table(table_id)).holder(seat)
    assert (held.steward, held.user_id < 0) == (Character.STEWARD, True)
    if phase is Phase.INVASION:
        await club.seal(table_id, *[other for other in (HOST, BEA, CARLO) if other != person])
    await club.tables.stewarding.play(table_id)
    assert seat not in waiting(await club.state(table_id))
    authors = query(club.path, "SELECT author FROM log WHERE number >= ? AND body LIKE ?", rows, f'%"{seat}"%')
    assert (None,) in authors
    assert (await club.table(table_id)).state is TableState.RUNNING


@pytest.mark.parametrize("phase", ASKED)
async def test_who_has_resigned_sees_and_may_do_what_a_spectator_does(club: Club, phase: Phase) -> None:
    table_id = await club.begin()
    person = await club.person(table_id, await club.reach(table_id, phase))
    await resign(club, table_id, person)
    assert {**await club.knows(table_id, person.user_id), "news": []} == {
        **await club.knows(table_id, None),
        "news": [],
    }
    playing, seating = club.tables.playing, club.tables.seating
    assert await club.refused(playing.act(table_id, person.user_id, {"type": "finish"}, prompt=1)) is NotSeated
    assert await club.refused(playing.undo(table_id, person.user_id)) is NotSeated
    assert await club.refused(seating.resign(table_id, person.user_id)) is NotSeated
    assert await club.refused(club.tables.timekeeping.pause(table_id, person.user_id)) is NotSeated


async def test_everything_of_the_person_ends_with_their_seat(club: Club) -> None:
    table_id = await club.begin()
    while not await club.told(table_id, await club.seat(table_id, BEA)):
        await club.act(table_id, await club.asked(table_id))
    await club.tables.playing.order(table_id, BEA.user_id, lambda _: Orders(finish=True))
    await club.tables.seating.offer(table_id, BEA.user_id, NEWCOMER)
    await club.tables.people.looked(await club.table(table_id), BEA.user_id)
    seat = await resign(club, table_id, BEA)
    table = await club.table(table_id)
    held = table.holder(seat)
    assert (held.orders, held.offered_to, held.looked) == (Orders(), None, 0)
    assert (table.clock.of(seat), table.clock.obligation(seat)) == (None, None)
    assert seat not in dict((await club.timing(table_id)).banks)
    assert await club.told(table_id, seat) == []
    assert await club.refused(club.tables.seating.accept(table_id, NEWCOMER)) is NothingOffered
    assert await club.tables.reader.tables_of(BEA.user_id) == []


async def test_the_log_still_says_who_did_what(club: Club) -> None:
    table_id = await club.begin()
    person = await club.asked(table_id)
    await club.act(table_id, person)
    await resign(club, table_id, person)
    assert query(club.path, "SELECT author FROM log WHERE number = 1") == [(person.user_id,)]


@pytest.mark.parametrize("who", ["outbid", "active"])
async def test_in_an_outbid_chain_a_steward_answers_or_waits_as_its_person_did(club: Club, who: str) -> None:
    table_id = await club.begin(4)
    outbid = await club.person(table_id, await club.reach(table_id, Phase.OUTBID))
    active = await club.active(table_id)
    await resign(club, table_id, {"outbid": outbid, "active": active}[who])
    if who == "active":
        assert await club.tables.stewarding.asked(await club.table(table_id)) is None
        await club.play(table_id, Withdraw(seat=await club.seat(table_id, outbid)))
    await club.tables.stewarding.play(table_id)
    assert (await club.state(table_id)).phase is not Phase.OUTBID
    await club.finish(table_id)


async def invaded(club: Club, *sealing: Person, seats: int = 4, **settings: Any) -> int:
    """A table where an invasion is open and these people have sealed."""
    table_id = await club.begin(seats, **settings)
    await club.reach(table_id, Phase.INVASION)
    await club.seal(table_id, *sealing)
    await club.settle(table_id)
    return table_id


async def play(club: Club, table_id: int) -> int:
    """Stewards act, where they are asked; gives how many seats have sealed."""
    await club.tables.stewarding.play(table_id)
    return sum(city.sealed is not None for city in (await club.state(table_id)).cities)


async def test_a_seal_that_is_in_stays_as_it_is(club: Club) -> None:
    table_id = await invaded(club, BEA)
    before = await club.state(table_id)
    seat = await resign(club, table_id, BEA)
    assert await play(club, table_id) == 1
    await club.seal(table_id, HOST, CARLO)
    assert await play(club, table_id) == 3
    assert (await club.state(table_id)).city(seat).sealed == before.city(seat).sealed
    await club.seal(table_id, DINA)
    assert query(club.path, "SELECT 1 FROM log WHERE author IS NULL AND kind = 'action'") == []


async def test_a_steward_that_takes_a_seat_over_before_its_seal_seals_when_all_others_have(club: Club) -> None:
    table_id = await invaded(club, HOST)
    seat = await resign(club, table_id, BEA)
    assert await play(club, table_id) == 1
    await club.seal(table_id, CARLO)
    assert await play(club, table_id) == 2
    await club.seal(table_id, DINA)
    assert (await club.state(table_id)).phase is Phase.INVASION
    await play(club, table_id)
    state = await club.state(table_id)
    assert state.phase is not Phase.INVASION
    rows = query(club.path, "SELECT author, body FROM log ORDER BY number DESC LIMIT 4")
    assert next((author, f'"{seat}"' in body) for author, body in rows if '"defend"' in body) == (None, True)


async def test_a_steward_that_takes_over_the_last_seat_to_seal_does_so_at_once(club: Club) -> None:
    table_id = await invaded(club, HOST, CARLO, DINA)
    await resign(club, table_id, BEA)
    await play(club, table_id)
    assert (await club.state(table_id)).phase is not Phase.INVASION


async def test_stewards_that_take_over_before_their_seals_do_not_wait_for_each_other(club: Club) -> None:
    table_id = await invaded(club, HOST, seats=4)
    for person in (BEA, CARLO):
        await resign(club, table_id, person)
    assert await play(club, table_id) == 1
    await club.seal(table_id, DINA)
    await play(club, table_id)
    assert (await club.state(table_id)).phase is not Phase.INVASION
    assert (await club.table(table_id)).clock.sealing_last == ()


@pytest.mark.parametrize("pace", [PACE, None])
async def test_when_the_others_time_is_over_all_stewards_seal(club: Club, pace: int | None) -> None:
    table_id = await invaded(club, HOST, pace=pace)
    await resign(club, table_id, BEA)
    await club.pass_by(3 * HOUR)
    sealed = await play(club, table_id)
    state = await club.state(table_id)
    assert (state.phase is Phase.INVASION, sealed) == ((True, 1) if pace is None else (False, 0))


async def test_in_the_next_invasion_the_steward_seals_like_any_other(club: Club) -> None:
    table_id = await invaded(club, HOST, CARLO, DINA)
    await resign(club, table_id, BEA)
    await play(club, table_id)
    await club.reach(table_id, Phase.INVASION)
    assert await play(club, table_id) == 1


async def test_whether_a_seat_was_sealed_is_told_to_nobody_when_its_person_resigns(tmp_path: Path) -> None:
    """In one game Bea has sealed and Carlo has not, in the other Carlo and not Bea; then Bea resigns."""
    async with AsyncExitStack() as opened:
        clubs = [await opened.enter_async_context(club_at(tmp_path / name)) for name in ("one", "other")]
        [table_id] = {await invaded(club, person, seats=5) for club, person in zip(clubs, (BEA, CARLO), strict=True)}
        seat = await clubs[0].seat(table_id, BEA)
        sealed = [(await club.state(table_id)).city(seat).sealed for club in clubs]
        assert (sealed[0] is None) != (sealed[1] is None)
        for club in clubs:
            await resign(club, table_id, BEA)
        for step, sealing in enumerate((None, HOST, None, ELIO, None)):
            for club in clubs:
                if sealing is not None:
                    await club.seal(table_id, sealing)
                club.clock.instant += HOUR / 4
                await club.tick()
            for user_id in (HOST.user_id, DINA.user_id, STRANGER.user_id, BEA.user_id, None):
                one, other = [await club.knows(table_id, user_id) for club in clubs]
                assert one == other, (step, user_id)


async def test_of_two_who_play_one_resigns_and_the_table_is_kept(club: Club) -> None:
    table_id = await club.begin(2)
    before = await club.snapshot(table_id)
    seat = await resign(club, table_id, BEA)
    table = await club.table(table_id)
    assert (table.state, table.host_id, table.opened) == (TableState.ARCHIVED, HOST.user_id, False)
    assert await club.owed(table_id) == [("resigned", None)]
    assert await club.board_due(table_id)
    assert table.clock.obligations == ()
    await club.pass_by(90 * DAY)
    assert (await club.table(table_id)).state is TableState.ARCHIVED
    assert await club.snapshot(table_id) == before
    assert (await club.table(table_id)).acting_steward(seat) is Character.STEWARD
    assert await club.tables.stewarding.asked(await club.table(table_id)) is None
    act = club.tables.playing.act(table_id, HOST.user_id, {"type": "income", "choice": ["coins"]})
    assert await club.refused(act) is TableArchived


@pytest.mark.parametrize("phase", ASKED)
async def test_the_other_of_two_may_go_on_against_a_steward_from_the_same_state(club: Club, phase: Phase) -> None:
    table_id = await club.begin(2)
    await club.reach(table_id, phase)
    before = await club.snapshot(table_id)
    gone = await club.asked(table_id)
    left = BEA if gone == HOST else HOST
    await resign(club, table_id, gone)
    club.clock.instant += 5 * DAY
    await club.tables.timekeeping.resume(table_id, left.user_id)
    table = await club.table(table_id)
    assert (table.state, table.host_id) == (TableState.RUNNING, left.user_id)
    assert await club.snapshot(table_id) == before
    seat = await club.seat(table_id, left)
    owed = await club.owes(table_id, seat)
    if seat in waiting(before.state):
        assert owed is not None
        assert (owed.since, owed.stage) == (club.clock.instant, Stage.RUNNING)
        assert len(await club.told(table_id, seat)) == 1
    else:
        assert owed is None
    await club.finish(table_id)
    assert (await club.table(table_id)).state is TableState.OVER


async def test_only_who_is_left_has_a_game_of_two_go_on_and_only_in_a_free_channel(club: Club) -> None:
    table_id = await club.begin(2)
    await resign(club, table_id, HOST)
    resume = club.tables.timekeeping.resume
    for person in (HOST, STRANGER):
        assert await club.refused(resume(table_id, person.user_id)) is NotSeated
    other = await club.lobby(1, channel=CHANNEL)
    assert await club.refused(resume(table_id, BEA.user_id)) is ChannelHasTable
    await club.tables.lobby.leave(other, HOST.user_id)
    await resume(table_id, BEA.user_id)
    assert (await club.table(table_id)).host_id == BEA.user_id


async def test_who_is_left_of_two_may_stop_the_table_for_good(club: Club) -> None:
    table_id = await club.begin(2)
    await resign(club, table_id, HOST)
    await club.tables.playing.stop(table_id, BEA.user_id, manages=False)
    assert (await club.table(table_id)).state is TableState.STOPPED


async def test_a_person_alone_with_a_steward_stops_the_table_by_resigning(club: Club) -> None:
    table_id = await club.begin(1, stewards=1)
    await resign(club, table_id, HOST)
    table = await club.table(table_id)
    assert (table.state, table.humans) == (TableState.STOPPED, ())
    assert await club.owed(table_id) == [("stopped", None), ("opened", None)]
    assert await club.refused(club.tables.timekeeping.resume(table_id, HOST.user_id)) is TableEnded


async def test_the_last_of_several_stops_the_table_and_with_nobody_left_to_ask_it_is_opened(club: Club) -> None:
    table_id = await club.begin(3)
    for person in (BEA, HOST):
        await resign(club, table_id, person)
        assert (await club.table(table_id)).state is TableState.RUNNING
        assert not (await club.table(table_id)).opened
    await club.settle(table_id)
    await resign(club, table_id, CARLO)
    table = await club.table(table_id)
    assert (table.state, table.opened, table.clock.obligations) == (TableState.STOPPED, True, ())
    assert await club.owed(table_id) == [("stopped", None), ("opened", None)]
    assert (await club.tables.reader.record(table)).version == table.version


async def test_with_three_seats_nothing_is_said_and_the_board_shows_it(club: Club) -> None:
    table_id = await club.begin(3)
    await resign(club, table_id, BEA)
    assert await club.owed(table_id) == []
    assert await club.board_due(table_id)


async def test_the_host_who_resigns_passes_the_table_on_to_the_next_person(club: Club) -> None:
    table_id = await club.begin(3, stewards=2)
    await resign(club, table_id, HOST)
    assert (await club.table(table_id)).host_id == BEA.user_id
    await resign(club, table_id, CARLO)
    assert (await club.table(table_id)).host_id == BEA.user_id


async def test_the_next_host_is_asked_what_the_one_who_resigned_was(club: Club) -> None:
    """A bug once: the question was put to who had just left, and to nobody else."""
    table_id = await club.begin(4, time_out="host")
    while await club.active(table_id) in (HOST, BEA):
        await club.act(table_id, await club.asked(table_id))
    seat = (await club.state(table_id)).active
    await club.pass_by(2 * HOUR)
    await club.settle(table_id)
    await resign(club, table_id, HOST)
    assert (await club.owed(table_id)) == [("ask host", seat)]
    prompt = (await club.snapshot(table_id)).prompt(seat)
    assert prompt is not None
    await club.tables.timekeeping.decide(table_id, BEA.user_id, seat, prompt, steward=False)


async def test_in_a_game_of_two_nobody_is_asked_as_host_when_it_is_kept(club: Club) -> None:
    table_id = await club.begin(2, time_out="host")
    while await club.active(table_id) == HOST:
        await club.act(table_id, HOST)
    await club.pass_by(2 * HOUR)
    await club.settle(table_id)
    await resign(club, table_id, HOST)
    assert await club.owed(table_id) == [("resigned", None)]


async def test_a_seat_is_given_up_while_a_game_runs_by_who_holds_it(club: Club) -> None:
    lobby = await club.lobby(2, channel=8)
    resigning = club.tables.seating.resign
    assert await club.refused(resigning(lobby, HOST.user_id)) is NotRunning
    table_id = await club.begin(2)
    assert await club.refused(resigning(table_id, STRANGER.user_id)) is NotSeated
    await resign(club, table_id, BEA)
    assert await club.refused(resigning(table_id, HOST.user_id)) is TableArchived
    await club.tables.playing.stop(table_id, HOST.user_id, manages=False)
    assert await club.refused(resigning(table_id, HOST.user_id)) is TableEnded


@pytest.mark.parametrize(("people", "stewards"), [(4, 0), (2, 0), (1, 1)])
async def test_a_crash_at_any_write_of_a_resignation_comes_before_it_or_after_and_never_between(
    club: Club, people: int, stewards: int
) -> None:
    table_id = await club.begin(people, stewards=stewards, time_out="host")
    while people == 4 and await club.active(table_id) in (HOST, BEA):
        await club.act(table_id, await club.asked(table_id))
    if people == 4:
        await club.pass_by(2 * HOUR)
    before = content(club.path)
    made = await writes_of(club, lambda: club.tables.seating.resign(table_id, HOST.user_id))
    assert {"seat_steward", "save_clock", "want_board"} <= set(made)
    for write in range(len(made)):
        await die_at(club, write, lambda: club.tables.seating.resign(table_id, HOST.user_id))
        assert content(club.path) == before
    await club.tables.seating.resign(table_id, HOST.user_id)
    assert not (await club.table(table_id)).sits(HOST.user_id)
