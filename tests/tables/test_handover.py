"""A seat passes to another person: the new one has all of it, the old one nothing more, and nobody else can tell."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from bot.game.actions import Action, Defend, Force, Income, Move, Withdraw
from bot.game.events import DefenceSealed
from bot.game.observation import observe
from bot.game.rules import apply, legal, waiting
from bot.game.state import Defence, Phase, State
from bot.tables.errors import NothingOffered, NothingToDecide, NothingToUndo, NotSeated
from bot.tables.log import read_log
from bot.tables.model import Person, TableState
from bot.tables.notices import Kind
from bot.tables.orders import Orders
from bot.tables.table_clock import SeatClock, Stage
from tests.storage.helpers import content
from tests.tables.hosting import BEA, CARLO, DINA, HOST, STRANGER, query, typed
from tests.tables.seats import ASKED, DAY, HOUR, NEWCOMER, PACE, Club, Died, club_at, crash, die_at, writes_of

INCOME = {"type": "income", "choice": ["coins"]}


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "comuni.sqlite3") as opened:
        yield opened


async def owner_in(club: Club, table_id: int, phase: Phase) -> Person:
    """Who is asked in a phase."""
    return await club.person(table_id, await club.reach(table_id, phase))


async def bystander(club: Club, table_id: int) -> Person:
    """Somebody who is not asked."""
    seats = waiting(await club.state(table_id))
    free = [each.seat for each in (await club.table(table_id)).humans if each.seat and each.seat not in seats]
    return await club.person(table_id, free[0])


@pytest.mark.parametrize("phase", ASKED)
async def test_the_new_person_sees_all_of_the_seat_and_the_old_one_only_what_everybody_does(
    club: Club, phase: Phase
) -> None:
    table_id = await club.begin()
    owner = await owner_in(club, table_id, phase)
    seat, before = await club.seat(table_id, owner), await club.knows(table_id, owner.user_id)
    public = await club.knows(table_id, None)
    assert await club.hand(table_id, owner) == seat
    new, old = [await club.knows(table_id, person.user_id) for person in (NEWCOMER, owner)]
    same = ("seat", "observation", "asked", "told", "news")
    assert {name: new[name] for name in same} == {name: before[name] for name in same}
    assert {name: old[name] for name in same} == {name: public[name] for name in same}
    assert (new["tables"], old["tables"]) == ([table_id], [])
    assert (await club.state(table_id)) == read_log(await club.store.log(table_id)).snapshot.state


@pytest.mark.parametrize("phase", ASKED)
async def test_the_old_person_s_buttons_are_dead_and_the_new_one_plays_on(club: Club, phase: Phase) -> None:
    table_id = await club.begin()
    owner = await owner_in(club, table_id, phase)
    seat, snapshot = await club.seat(table_id, owner), await club.snapshot(table_id)
    data = typed(Defend(seat=seat) if phase is Phase.INVASION else next(iter(legal(snapshot.state, seat))))
    await club.hand(table_id, owner)
    act, prompt = club.tables.playing.act, snapshot.prompt(seat)
    assert await club.refused(act(table_id, owner.user_id, data)) is NotSeated
    assert await club.refused(act(table_id, owner.user_id, data, prompt=prompt)) is NotSeated
    assert await club.refused(club.tables.playing.undo(table_id, owner.user_id)) is NotSeated
    assert await club.refused(club.tables.playing.order(table_id, owner.user_id, lambda orders: orders)) is NotSeated
    assert await club.refused(club.tables.seating.resign(table_id, owner.user_id)) is NotSeated
    assert await club.refused(club.tables.seating.offer(table_id, owner.user_id, STRANGER)) is NotSeated
    await act(table_id, NEWCOMER.user_id, data, prompt=prompt)
    await club.finish(table_id)
    assert (await club.table(table_id)).state is TableState.OVER


async def test_the_old_person_s_orders_look_and_offer_end_with_their_seat(club: Club) -> None:
    table_id = await club.begin()
    await club.tables.playing.order(table_id, BEA.user_id, lambda _: Orders(repair=2))
    await club.tables.people.looked(await club.table(table_id), BEA.user_id)
    seat = await club.hand(table_id, BEA)
    held = (await club.table(table_id)).holder(seat)
    assert (held.user_id, held.orders, held.offered_to, held.offered_by, held.looked) == (77, Orders(), None, None, 0)


@pytest.mark.parametrize("phase", ASKED)
async def test_the_new_person_s_time_begins_anew(club: Club, phase: Phase) -> None:
    table_id = await club.begin()
    owner = await owner_in(club, table_id, phase)
    club.clock.instant += HOUR * 1.5
    seat = await club.hand(table_id, owner)
    owed = await club.owes(table_id, seat)
    assert owed is not None
    assert (owed.since, owed.left, owed.stage, owed.reminded) == (
        club.clock.instant,
        PACE * 60,
        Stage.RUNNING,
        False,
    )
    assert (await club.table(table_id)).clock.of(seat) == SeatClock(seat, PACE * 60)
    asked = (await club.timing(table_id)).asked
    assert asked is not None
    assert asked.until == club.clock.instant + HOUR


@pytest.mark.parametrize("phase", ASKED)
async def test_who_is_asked_is_told_so_and_whoever_takes_a_seat_over_that_they_have_it(
    club: Club, phase: Phase
) -> None:
    table_id = await club.begin()
    owner = await owner_in(club, table_id, phase)
    seat = await club.hand(table_id, owner)
    kinds = {Phase.OUTBID: "outbid", Phase.INVASION: "invasion"}
    assert await club.owed(table_id) == [("taken over", seat), (kinds.get(phase, "turn"), seat)]
    await club.settle(table_id)
    if phase is not Phase.INVASION:
        other = await club.hand(table_id, await bystander(club, table_id), STRANGER)
        assert await club.owed(table_id) == [("taken over", other)]


async def test_what_was_not_yet_told_to_the_old_person_is_not_told_to_the_new_one(club: Club) -> None:
    table_id = await club.begin()
    while len(await club.told(table_id, await club.seat(table_id, BEA))) == 0:
        await club.act(table_id, await club.asked(table_id))
    seat = await club.seat(table_id, BEA)
    others = [row for row in await club.owed(table_id) if row[1] != seat]
    await club.hand(table_id, BEA)
    assert await club.told(table_id, seat) == ["taken over", "turn"]
    assert [row for row in await club.owed(table_id) if row[1] != seat] == others


async def test_the_bank_stays_with_the_seat(club: Club) -> None:
    table_id = await club.begin()
    owner = await club.asked(table_id)
    seat = await club.seat(table_id, owner)
    club.clock.instant += 1.5 * HOUR
    await club.act(table_id, owner)
    left = dict((await club.timing(table_id)).banks)
    assert left[seat] < PACE * 60
    await club.hand(table_id, owner)
    assert dict((await club.timing(table_id)).banks) == left


async def test_what_a_turn_gave_to_the_bank_goes_when_it_has_not_begun_though_the_seat_changed_hands(
    club: Club,
) -> None:
    table_id = await club.begin(2)
    first = await club.asked(table_id)
    for _ in range(2):
        club.clock.instant += 1.75 * HOUR
        await club.play(table_id, income(await club.state(table_id)))
    before = dict((await club.timing(table_id)).banks)
    await club.play(table_id, income(await club.state(table_id)))
    seat = await club.hand(table_id, await club.asked(table_id))
    assert dict((await club.timing(table_id)).banks)[seat] > before[seat]
    await club.tables.playing.undo(table_id, first.user_id)
    assert dict((await club.timing(table_id)).banks) == before


def income(state: State) -> Action:
    """To claim any income, after which the turn is over."""
    return legal(state, state.active).of(Income)[0]


async def test_who_takes_a_seat_over_wakes_a_table_that_was_falling_asleep(club: Club) -> None:
    table_id = await club.begin(time_out="wait")
    for one, other in ((BEA, NEWCOMER), (NEWCOMER, BEA)):
        await club.pass_by(25 * DAY)
        assert (await club.table(table_id)).state is TableState.RUNNING
        await club.hand(table_id, one, other)


async def test_the_new_person_is_neither_away_nor_has_wished_a_pause(club: Club) -> None:
    table_id = await club.begin()
    await club.tables.timekeeping.away(table_id, BEA.user_id, "2026-03-10")
    assert not await club.tables.timekeeping.pause(table_id, BEA.user_id)
    await club.hand(table_id, BEA)
    timing = await club.timing(table_id)
    assert (timing.away, timing.pause_wishes, timing.paused) == ((), (), False)


@pytest.mark.parametrize("who", ["outbid", "active", "neither"])
async def test_in_an_outbid_chain_any_seat_may_change_hands(club: Club, who: str) -> None:
    table_id = await club.begin(4)
    outbid = await owner_in(club, table_id, Phase.OUTBID)
    active = await club.active(table_id)
    neither = next(person for person in (HOST, BEA, CARLO, DINA) if person not in (outbid, active))
    before = await club.state(table_id)
    seat = await club.hand(table_id, {"outbid": outbid, "active": active, "neither": neither}[who])
    assert await club.state(table_id) == before
    answering = await club.seat(table_id, NEWCOMER if who == "outbid" else outbid)
    await club.play(table_id, Withdraw(seat=answering))
    await club.finish(table_id)
    assert (await club.holder(table_id, seat)) == NEWCOMER.user_id


def rivals(state: State) -> list[Move]:
    """The moves by which the outbid seat would outbid another that can choose."""
    moves = legal(state, waiting(state)[0]).of(Move)
    return [move for move in moves if isinstance(move, Move) and apply(state, move)[0].phase is Phase.OUTBID]


async def test_a_chain_goes_on_through_seats_that_change_hands(club: Club) -> None:
    table_id = await club.begin(4)
    first = await club.reach(table_id, Phase.OUTBID, lambda state: bool(rivals(state)))
    move = rivals(await club.state(table_id))[0]
    await club.hand(table_id, await club.person(table_id, first))
    await club.play(table_id, move)
    [second] = waiting(await club.state(table_id))
    await club.hand(table_id, await club.person(table_id, second), STRANGER)
    await club.play(table_id, Withdraw(seat=second))
    authors = query(club.path, "SELECT author FROM log ORDER BY number DESC LIMIT 2")
    assert authors == [(STRANGER.user_id,), (NEWCOMER.user_id,)]
    assert (await club.state(table_id)).phase is not Phase.OUTBID


async def test_a_steward_that_stands_in_for_another_seat_goes_on(club: Club) -> None:
    """A bug once: when any seat changed hands, a steward forgot whose turn it was playing."""
    table_id = await club.begin(4)
    outbid = await club.reach(table_id, Phase.OUTBID)
    table, turn = await club.table(table_id), (await club.state(table_id)).turn
    moment = await club.tables.clocks.moment(table.settings)
    async with club.store.write() as writer:
        await club.tables.clocks.save(writer, table, replace(table.clock, stand_in=turn), moment)
    await club.hand(table_id, await club.person(table_id, outbid))
    assert (await club.table(table_id)).clock.stand_in == turn
    await club.hand(table_id, await club.active(table_id), STRANGER)
    assert (await club.table(table_id)).clock.stand_in is None


async def sealed_by(club: Club, *sealing: Person, seats: int = 4) -> int:
    """A table where an invasion is open and these people have sealed."""
    table_id = await club.begin(seats)
    await club.reach(table_id, Phase.INVASION)
    for person in sealing:
        await club.seal(table_id, person)
    await club.settle(table_id)
    return table_id


async def test_a_seal_stays_and_the_new_person_sees_it_and_may_replace_it(club: Club) -> None:
    table_id = await club.begin()
    seat = await club.seat(table_id, BEA)
    await club.reach(table_id, Phase.INVASION, lambda state: state.city(seat).resources.soldiers > 0)
    await club.play(table_id, Defend(seat=seat, walls=Force(soldiers=1)))
    before = await club.state(table_id)
    await club.hand(table_id, BEA)
    assert await club.state(table_id) == before
    sight = await club.tables.reader.sight(table_id, NEWCOMER.user_id)
    assert sight.observation is not None
    assert sight.observation.defence == Defence(Force(), Force(soldiers=1))
    assert sight.choices is not None
    told = await club.tables.reader.told(await club.table(table_id), NEWCOMER.user_id)
    assert isinstance(told[-1], DefenceSealed)
    await club.play(table_id, Defend(seat=seat, league=Force(soldiers=1)))
    assert (await club.state(table_id)).city(seat).sealed == Defence(Force(soldiers=1), Force())


@pytest.mark.parametrize("time_out", ["steward", "host"])
async def test_a_sealed_seat_is_never_sealed_by_a_steward(club: Club, time_out: str) -> None:
    table_id = await club.begin(4, time_out=time_out)
    await club.reach(table_id, Phase.INVASION)
    await club.seal(table_id, BEA)
    seat = await club.hand(table_id, BEA)
    await club.pass_by(3 * HOUR)
    assert (await club.state(table_id)).phase is not Phase.INVASION
    sealing = query(club.path, "SELECT author FROM log WHERE body LIKE ? AND author IS NOT NULL", '%"defend"%')
    assert (BEA.user_id,) in sealing
    told = [each for each in await club.owed(table_id) if each == ("time out", seat)]
    assert told == []


async def test_who_takes_an_unsealed_seat_over_has_all_the_time_to_seal(club: Club) -> None:
    table_id = await sealed_by(club, HOST)
    club.clock.instant += 1.9 * HOUR
    seat = await club.hand(table_id, BEA)
    await club.pass_by(HOUR)
    assert (await club.state(table_id)).phase is Phase.INVASION
    await club.seal(table_id, NEWCOMER)
    assert (await club.state(table_id)).city(seat).sealed is not None
    await club.pass_by(HOUR)
    assert (await club.state(table_id)).phase is not Phase.INVASION


async def test_whether_a_seat_was_sealed_is_told_to_nobody_when_it_changes_hands(tmp_path: Path) -> None:
    """In one game Bea has sealed and Carlo has not, in the other Carlo and not Bea; then Bea's seat changes hands."""
    async with AsyncExitStack() as opened:
        clubs = [await opened.enter_async_context(club_at(tmp_path / name)) for name in ("one", "other")]
        tables = [await sealed_by(club, sealing) for club, sealing in zip(clubs, (BEA, CARLO), strict=True)]
        assert len(set(tables)) == 1
        table_id = tables[0]
        defences = [observe(await club.state(table_id), await club.seat(table_id, BEA)).defence for club in clubs]
        assert (defences[0] is None) != (defences[1] is None)
        for club in clubs:
            await club.hand(table_id, BEA)
        for step in range(4):
            for user_id in (HOST.user_id, DINA.user_id, STRANGER.user_id, BEA.user_id, None):
                one, other = [await club.knows(table_id, user_id) for club in clubs]
                assert one == other, (step, user_id)
            for club in clubs:
                if step == 0:
                    await club.seal(table_id, HOST)
                club.clock.instant += HOUR / 2
                await club.tick()


async def test_handing_a_seat_back_makes_it_one_s_own_again(club: Club) -> None:
    table_id = await club.begin()
    before = await club.knows(table_id, BEA.user_id)
    await club.hand(table_id, BEA)
    await club.hand(table_id, NEWCOMER, BEA)
    await club.settle(table_id)
    assert {**await club.knows(table_id, BEA.user_id), "timing": None} == {**before, "timing": None}


async def test_the_new_person_takes_back_nothing_that_the_old_one_did(club: Club) -> None:
    table_id = await club.begin()
    owner = await club.asked(table_id)
    await club.act(table_id, owner)
    await club.hand(table_id, owner)
    assert await club.refused(club.tables.playing.undo(table_id, NEWCOMER.user_id)) is NothingToUndo


async def test_the_host_s_seat_takes_the_table_along(club: Club) -> None:
    table_id = await club.begin()
    await club.hand(table_id, HOST)
    assert (await club.table(table_id)).host_id == NEWCOMER.user_id
    await club.hand(table_id, BEA, STRANGER)
    assert (await club.table(table_id)).host_id == NEWCOMER.user_id
    await club.tables.playing.stop(table_id, NEWCOMER.user_id, manages=False)


async def test_a_new_host_is_asked_what_the_old_one_was(club: Club) -> None:
    """A bug once: the question was put to who had just left, and to nobody else."""
    table_id = await club.begin(time_out="host")
    while await club.active(table_id) == HOST:
        await club.act(table_id, HOST)
    seat = (await club.state(table_id)).active
    await club.pass_by(2 * HOUR)
    assert ("ask host", seat) in await club.owed(table_id)
    await club.hand(table_id, HOST)
    assert (await club.owed(table_id)).count(("ask host", seat)) == 1
    await club.settle(table_id)
    await club.hand(table_id, NEWCOMER, STRANGER)
    rows = [row.notice for row in await club.tables.outbox.pending(table_id)]
    asked = next(notice for notice in rows if notice.kind is Kind.ASK_HOST)
    assert await club.tables.outbox.applies(await club.table(table_id), asked)
    assert asked.prompt is not None
    decide = club.tables.timekeeping.decide
    await decide(table_id, STRANGER.user_id, seat, asked.prompt, steward=True)
    await club.tables.stewarding.play(table_id)
    again = decide(table_id, STRANGER.user_id, seat, asked.prompt, steward=True)
    assert await club.refused(again) is NothingToDecide


async def test_of_two_who_accept_at_once_one_has_the_seat(club: Club) -> None:
    table_id = await club.begin()
    await club.tables.seating.offer(table_id, BEA.user_id, NEWCOMER)
    accepts = [club.tables.seating.accept(table_id, NEWCOMER) for _ in range(2)]
    outcomes = await asyncio.gather(*accepts, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [str, NothingOffered]


@pytest.mark.parametrize("acts_first", [False, True])
async def test_who_acts_while_their_seat_is_taken_over_has_acted_or_is_refused(club: Club, acts_first: bool) -> None:
    table_id = await club.begin()
    owner = await club.asked(table_id)
    await club.tables.seating.offer(table_id, owner.user_id, NEWCOMER)
    works = [club.tables.seating.accept(table_id, NEWCOMER), club.tables.playing.act(table_id, owner.user_id, INCOME)]
    outcomes = await asyncio.gather(*(works[::-1] if acts_first else works), return_exceptions=True)
    assert [isinstance(outcome, NotSeated) for outcome in outcomes] == [False, not acts_first]
    authors = query(club.path, "SELECT author FROM log WHERE number > 0")
    assert authors == ([(owner.user_id,)] if acts_first else [])
    assert (await club.table(table_id)).sits(NEWCOMER.user_id)


async def test_a_look_of_the_old_person_that_comes_late_harms_nobody(club: Club) -> None:
    """A bug once: it was an error, for there is no such seat any more."""
    table_id = await club.begin()
    seen = await club.table(table_id)
    seat = await club.hand(table_id, BEA)
    await club.tables.people.looked(seen, BEA.user_id)
    assert (await club.table(table_id)).holder(seat).looked == 0


async def prepared(club: Club) -> int:
    """A table whose host, who is asked, has offered their seat, and to whom another is offered too."""
    table_id = await club.begin()
    while await club.asked(table_id) != HOST:
        await club.act(table_id, await club.asked(table_id))
    for person in (HOST, BEA):
        await club.tables.seating.offer(table_id, person.user_id, NEWCOMER)
    return table_id


async def test_a_crash_at_any_write_of_an_offer_or_its_answer_comes_before_or_after_and_never_between(
    club: Club,
) -> None:
    table_id = await prepared(club)
    for work in (
        lambda: club.tables.seating.offer(table_id, HOST.user_id, STRANGER),
        lambda: club.tables.seating.decline(table_id, HOST.user_id),
        lambda: club.tables.seating.accept(table_id, NEWCOMER),
    ):
        before = content(club.path)
        made = await writes_of(club, work)
        assert len(made) > 0
        for write in range(len(made)):
            await die_at(club, write, work)
            assert content(club.path) == before
    await club.tables.seating.accept(table_id, NEWCOMER)
    assert (await club.table(table_id)).host_id == NEWCOMER.user_id


async def test_a_crash_after_the_commit_leaves_the_seat_with_the_new_person(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await prepared(club)

    def die(_table_id: int) -> None:
        raise Died

    monkeypatch.setattr(club.heard, "wake", die)  # before anybody is told
    await crash(club, lambda: club.tables.seating.accept(table_id, NEWCOMER))
    table = await club.table(table_id)
    assert table.seat_of(HOST.user_id) is None
    assert table.host_id == NEWCOMER.user_id
    assert ("taken over", table.seat_of(NEWCOMER.user_id)) in await club.owed(table_id)
