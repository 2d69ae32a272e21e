"""Seats are offered, and taken or not: by whom, when, and what others learn of it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.game.state import Phase
from bot.tables.errors import (
    CannotOffer,
    NothingOffered,
    NotRunning,
    NotSeated,
    NotToThem,
    TableArchived,
    TableEnded,
)
from bot.tables.model import Person
from bot.tables.notices import Kind, Notice
from tests.tables.hosting import BEA, CARLO, HOST, STRANGER, query
from tests.tables.seats import ASKED, HOUR, NEWCOMER, Club, club_at


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "comuni.sqlite3") as opened:
        yield opened


def offered(club: Club) -> list[tuple[int, int, int]]:
    """Every offer that is kept: of whose seat, to whom, by whom."""
    return [
        (holder, to, by)
        for holder, to, by in query(club.path, "SELECT user_id, offered_to, offered_by FROM seat ORDER BY place")
        if to is not None
    ]


async def test_an_offer_is_owed_to_whom_it_is_made_and_their_name_is_kept(club: Club) -> None:
    table_id = await club.begin()
    await club.tables.seating.offer(table_id, BEA.user_id, NEWCOMER)
    assert offered(club) == [(BEA.user_id, NEWCOMER.user_id, BEA.user_id)]
    assert await club.owed(table_id) == [("offered", await club.seat(table_id, BEA))]
    assert query(club.path, "SELECT name, locale FROM person WHERE user_id = ?", NEWCOMER.user_id) == [("Nina", "it")]
    assert not await club.board_due(table_id)
    assert club.heard.woken[-1] == table_id


@pytest.mark.parametrize("phase", ASKED)
async def test_nothing_of_a_seat_is_known_to_whom_it_is_offered(club: Club, phase: Phase) -> None:
    table_id = await club.begin()
    seat = await club.reach(table_id, phase)
    person = await club.person(table_id, seat)
    await club.tables.people.note(NEWCOMER)
    before = [await club.knows(table_id, user_id) for user_id in (NEWCOMER.user_id, STRANGER.user_id, None)]
    await club.tables.seating.offer(table_id, person.user_id, NEWCOMER)
    after = [await club.knows(table_id, user_id) for user_id in (NEWCOMER.user_id, STRANGER.user_id, None)]
    assert after == [{**before[0], "offers": [table_id]}, *before[1:]]
    assert before[0] == before[1] == before[2]
    assert after[0]["tables"] == []


async def test_nobody_else_learns_of_an_offer_nor_that_it_is_declined(club: Club) -> None:
    table_id = await club.begin()
    others = [HOST.user_id, CARLO.user_id, STRANGER.user_id, None]
    before = [await club.knows(table_id, user_id) for user_id in others]
    for change in (
        club.tables.seating.offer(table_id, BEA.user_id, NEWCOMER),
        club.tables.seating.offer(table_id, BEA.user_id, STRANGER),
        club.tables.seating.decline(table_id, BEA.user_id),
    ):
        await change
        after = [await club.knows(table_id, user_id) for user_id in others]
        assert [{**each, "offers": []} for each in after] == before


async def test_the_same_offer_again_changes_nothing_and_is_told_once(club: Club) -> None:
    table_id = await club.begin()
    await club.tables.seating.offer(table_id, BEA.user_id, NEWCOMER)
    await club.settle(table_id)
    await club.tables.seating.offer(table_id, BEA.user_id, NEWCOMER)
    assert await club.owed(table_id) == []
    assert len(offered(club)) == 1


async def test_another_offer_of_a_seat_takes_the_place_of_the_first(club: Club) -> None:
    table_id = await club.begin()
    seat = await club.seat(table_id, BEA)
    for person in (NEWCOMER, STRANGER):
        await club.tables.seating.offer(table_id, BEA.user_id, person)
    assert await club.owed(table_id) == [("offered", seat)]
    assert await club.tables.reader.offered_to(NEWCOMER.user_id) == []
    assert await club.refused(club.tables.seating.accept(table_id, NEWCOMER)) is NothingOffered
    assert await club.tables.seating.accept(table_id, STRANGER) == seat


@pytest.mark.parametrize("to", [HOST, BEA, CARLO])
async def test_a_seat_is_not_offered_to_who_sits_there(club: Club, to: Person) -> None:
    table_id = await club.begin()
    assert await club.refused(club.tables.seating.offer(table_id, BEA.user_id, to)) is NotToThem


async def test_who_does_not_sit_there_offers_nothing(club: Club) -> None:
    table_id = await club.begin()
    seat = await club.seat(table_id, BEA)
    offer = club.tables.seating.offer
    assert await club.refused(offer(table_id, STRANGER.user_id, NEWCOMER)) is NotSeated
    assert await club.refused(offer(table_id, STRANGER.user_id, NEWCOMER, seat=seat)) is CannotOffer


async def test_seats_are_offered_while_a_game_runs(club: Club) -> None:
    lobby = await club.lobby(2, channel=8)
    offer, accept = club.tables.seating.offer, club.tables.seating.accept
    assert await club.refused(offer(lobby, HOST.user_id, NEWCOMER)) is NotRunning
    table_id = await club.begin(2)
    await offer(table_id, BEA.user_id, NEWCOMER)
    await club.tables.seating.resign(table_id, HOST.user_id)
    assert await club.refused(offer(table_id, BEA.user_id, STRANGER)) is TableArchived
    assert await club.refused(accept(table_id, NEWCOMER)) is TableArchived
    assert await club.tables.reader.offered_to(NEWCOMER.user_id) == []
    await club.tables.timekeeping.resume(table_id, BEA.user_id)
    await accept(table_id, NEWCOMER)
    await club.tables.playing.stop(table_id, NEWCOMER.user_id, manages=False)
    assert await club.refused(offer(table_id, NEWCOMER.user_id, STRANGER)) is TableEnded


@pytest.mark.parametrize("how", ["stopped", "over"])
async def test_an_offer_ends_with_the_game(club: Club, how: str) -> None:
    table_id = await club.begin()
    seat = await club.seat(table_id, BEA)
    if how == "over":
        await club.reach(table_id, Phase.REPAIR)
    await club.tables.seating.offer(table_id, BEA.user_id, NEWCOMER)
    if how == "over":
        await club.finish(table_id)
    else:
        await club.tables.playing.stop(table_id, HOST.user_id, manages=False)
    table = await club.table(table_id)
    assert [each.offered_to for each in table.people] == [each.offered_by for each in table.people] == [None] * 3
    assert await club.tables.reader.offered_to(NEWCOMER.user_id) == []
    assert not await club.tables.outbox.applies(table, Notice(Kind.OFFERED, seat))
    assert await club.refused(club.tables.seating.accept(table_id, NEWCOMER)) is TableEnded
    for person in (BEA, NEWCOMER):
        assert await club.refused(club.tables.seating.decline(table_id, person.user_id)) is NothingOffered


@pytest.mark.parametrize("decliner", [BEA, NEWCOMER])
async def test_either_side_declines_and_then_nothing_is_offered(club: Club, decliner: Person) -> None:
    table_id = await club.begin()
    await club.tables.seating.offer(table_id, BEA.user_id, NEWCOMER)
    notice = Notice(Kind.OFFERED, await club.seat(table_id, BEA))
    assert await club.tables.outbox.applies(await club.table(table_id), notice)
    await club.tables.seating.decline(table_id, decliner.user_id)
    assert offered(club) == []
    assert not await club.tables.outbox.applies(await club.table(table_id), notice)
    assert await club.refused(club.tables.seating.accept(table_id, NEWCOMER)) is NothingOffered
    assert await club.refused(club.tables.seating.decline(table_id, BEA.user_id)) is NothingOffered
    await club.hand(table_id, BEA)


@pytest.mark.parametrize("person", [HOST, CARLO, STRANGER])
async def test_an_offer_is_nobody_else_s_business(club: Club, person: Person) -> None:
    table_id = await club.begin()
    await club.tables.seating.offer(table_id, BEA.user_id, NEWCOMER)
    seating = club.tables.seating
    assert await club.refused(seating.accept(table_id, person)) is NothingOffered
    assert await club.refused(seating.decline(table_id, person.user_id)) is NothingOffered


async def test_a_person_may_hold_offers_at_several_tables(club: Club) -> None:
    tables = [await club.begin(channel=channel) for channel in (1, 2, 3)]
    for table_id in tables:
        await club.tables.seating.offer(table_id, BEA.user_id, NEWCOMER)
    assert [table.id for table in await club.tables.reader.offered_to(NEWCOMER.user_id)] == tables[::-1]
    await club.tables.seating.accept(tables[1], NEWCOMER)
    await club.tables.seating.decline(tables[0], NEWCOMER.user_id)
    assert [table.id for table in await club.tables.reader.offered_to(NEWCOMER.user_id)] == [tables[2]]
    assert [table.id for table in await club.tables.reader.tables_of(NEWCOMER.user_id)] == [tables[1]]


@pytest.mark.parametrize("named", [False, True])
async def test_who_is_offered_two_seats_of_a_table_takes_one_and_the_other_offer_ends(club: Club, named: bool) -> None:
    table_id = await club.begin()
    first, second = [await club.seat(table_id, person) for person in (BEA, CARLO)]
    for person in (BEA, CARLO):
        await club.tables.seating.offer(table_id, person.user_id, NEWCOMER)
    assert [table.id for table in await club.tables.reader.offered_to(NEWCOMER.user_id)] == [table_id]
    taken = await club.tables.seating.accept(table_id, NEWCOMER, seat=second if named else None)
    assert taken == (second if named else first)
    assert offered(club) == []
    assert await club.refused(club.tables.seating.accept(table_id, NEWCOMER)) is NothingOffered
    assert (await club.table(table_id)).seat_of(NEWCOMER.user_id) == taken


async def test_of_two_offers_the_one_of_a_named_seat_is_declined_and_no_other_is_touched(club: Club) -> None:
    table_id = await club.begin()
    for person in (BEA, CARLO):
        await club.tables.seating.offer(table_id, person.user_id, NEWCOMER)
    await club.tables.seating.decline(table_id, NEWCOMER.user_id, seat=await club.seat(table_id, CARLO))
    assert offered(club) == [(BEA.user_id, NEWCOMER.user_id, BEA.user_id)]
    elsewhere = club.tables.seating.accept(table_id, NEWCOMER, seat=await club.seat(table_id, CARLO))
    assert await club.refused(elsewhere) is NothingOffered


async def late(club: Club, **settings: Any) -> tuple[int, str]:
    """A table of Ada and two whose time has run out in turn: the seat that was late, of Bea or Carlo."""
    table_id = await club.begin(**settings)
    while await club.active(table_id) == HOST:
        await club.act(table_id, HOST)
    seat = (await club.state(table_id)).active
    await club.pass_by(2 * HOUR)
    return table_id, seat


async def test_the_host_offers_no_seat_that_is_in_time(club: Club) -> None:
    table_id = await club.begin()
    for person in (BEA, CARLO):
        seat = await club.seat(table_id, person)
        assert await club.refused(club.tables.seating.offer(table_id, HOST.user_id, NEWCOMER, seat=seat)) is CannotOffer
    assert await club.refused(club.tables.seating.offer(table_id, HOST.user_id, NEWCOMER, seat="roma")) is CannotOffer


@pytest.mark.parametrize("time_out", ["steward", "host", "wait"])
async def test_the_host_offers_a_seat_that_is_late_and_nobody_else_does(club: Club, time_out: str) -> None:
    table_id, seat = await late(club, time_out=time_out)
    owner = await club.person(table_id, seat)
    other = CARLO if owner == BEA else BEA
    offer = club.tables.seating.offer
    assert await club.refused(offer(table_id, other.user_id, NEWCOMER, seat=seat)) is CannotOffer
    in_time = await club.seat(table_id, other)
    assert await club.refused(offer(table_id, HOST.user_id, NEWCOMER, seat=in_time)) is CannotOffer
    await offer(table_id, HOST.user_id, NEWCOMER, seat=seat)
    assert await club.tables.seating.accept(table_id, NEWCOMER) == seat
    assert (await club.table(table_id)).host_id == HOST.user_id


async def test_a_person_who_acts_again_in_time_keeps_the_seat_that_the_host_has_offered(club: Club) -> None:
    table_id, seat = await late(club)
    owner = await club.person(table_id, seat)
    await club.tables.seating.offer(table_id, HOST.user_id, NEWCOMER, seat=seat)
    while seat != (await club.state(table_id)).active:
        await club.act(table_id, await club.asked(table_id))
    await club.act(table_id, owner)
    await club.act(table_id, await club.asked(table_id))
    assert await club.refused(club.tables.seating.accept(table_id, NEWCOMER)) is NothingOffered
    assert await club.refused(club.tables.seating.offer(table_id, HOST.user_id, STRANGER, seat=seat)) is CannotOffer
    assert await club.holder(table_id, seat) == owner.user_id


async def test_an_own_offer_stands_while_its_person_plays_on(club: Club) -> None:
    table_id = await club.begin()
    person = await club.asked(table_id)
    await club.tables.seating.offer(table_id, person.user_id, NEWCOMER)
    for _ in range(6):
        await club.act(table_id, await club.asked(table_id))
    await club.tables.seating.accept(table_id, NEWCOMER)


@pytest.mark.parametrize("who", ["owner", "host", "newcomer"])
async def test_the_host_s_offer_is_declined_by_the_host_the_owner_and_whom_it_is_made_to(club: Club, who: str) -> None:
    table_id, seat = await late(club)
    await club.tables.seating.offer(table_id, HOST.user_id, NEWCOMER, seat=seat)
    users = {"owner": await club.holder(table_id, seat), "host": HOST.user_id, "newcomer": NEWCOMER.user_id}
    await club.tables.seating.decline(table_id, users[who])
    assert offered(club) == []


async def test_the_host_offers_the_seat_of_who_has_left_for_good(club: Club) -> None:
    table_id = await club.begin()
    person = CARLO if await club.active(table_id) == BEA else BEA
    await club.tables.seating.left(table_id, person.user_id)
    seat = await club.seat(table_id, person)
    await club.tables.seating.offer(table_id, HOST.user_id, NEWCOMER, seat=seat)
    assert await club.tables.seating.accept(table_id, NEWCOMER) == seat
    assert (await club.timing(table_id)).away == ()


async def test_who_is_away_for_a_time_keeps_their_seat(club: Club) -> None:
    table_id = await club.begin()
    person = CARLO if await club.active(table_id) == BEA else BEA
    await club.tables.timekeeping.away(table_id, person.user_id, "2026-03-10")
    seat = await club.seat(table_id, person)
    assert await club.refused(club.tables.seating.offer(table_id, HOST.user_id, NEWCOMER, seat=seat)) is CannotOffer


async def test_a_steward_s_seat_is_not_offered(club: Club) -> None:
    table_id = await club.begin(2, stewards=1)
    seat = next(each.seat for each in (await club.table(table_id)).stewards)
    assert await club.refused(club.tables.seating.offer(table_id, HOST.user_id, NEWCOMER, seat=seat)) is CannotOffer


@pytest.mark.parametrize("time_out", ["steward", "host"])
async def test_the_host_cannot_find_out_by_offers_who_had_not_sealed_in_time(club: Club, time_out: str) -> None:
    table_id = await club.begin(4, time_out=time_out)
    await club.reach(table_id, Phase.INVASION)
    await club.seal(table_id, HOST, BEA)
    club.clock.instant += 2 * HOUR
    await club.tables.timekeeping.ring(table_id)
    for _ in range(2):
        for person in (BEA, CARLO):
            seat = await club.seat(table_id, person)
            offer = club.tables.seating.offer(table_id, HOST.user_id, NEWCOMER, seat=seat)
            assert await club.refused(offer) is CannotOffer
        await club.tables.stewarding.play(table_id)
    assert (await club.state(table_id)).phase is not Phase.INVASION


async def test_where_the_table_waits_for_defences_all_seats_are_late_alike(club: Club) -> None:
    table_id = await club.begin(time_out="wait")
    await club.reach(table_id, Phase.INVASION)
    await club.seal(table_id, BEA)
    await club.pass_by(2 * HOUR)
    for person in (BEA, CARLO):
        seat = await club.seat(table_id, person)
        await club.tables.seating.offer(table_id, HOST.user_id, NEWCOMER, seat=seat)
        await club.tables.seating.decline(table_id, HOST.user_id)
