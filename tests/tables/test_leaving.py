"""A person who cannot be found counts as away until they act, and then has back whatever is still asked of them."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.game.actions import Finish
from bot.game.observation import observe
from bot.game.rules import legal, waiting
from bot.game.state import Phase, State
from bot.stewards import Character
from bot.tables.model import Person, TableState
from bot.tables.moments import FOR_GOOD
from bot.tables.orders import NextIncome, Orders
from bot.tables.table_clock import Stage
from tests.storage.helpers import content
from tests.tables.hosting import BEA, CARLO, DINA, HOST, STRANGER, query
from tests.tables.seats import ASKED, DAY, HOUR, PACE, Club, club_at, die_at, writes_of


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "comuni.sqlite3") as opened:
        yield opened


async def away(club: Club, table_id: int) -> dict[str, Any]:
    return dict((await club.timing(table_id)).away)


async def left_in(club: Club, phase: Phase, seats: int = 3, **settings: Any) -> tuple[int, Person, str]:
    """A table where who is asked in a phase cannot be found any more."""
    table_id = await club.begin(seats, **settings)
    seat = await club.reach(table_id, phase, has_several_steps if phase is Phase.CONSTRUCTION else lambda _: True)
    person = await club.person(table_id, seat)
    await club.tables.seating.left(table_id, person.user_id)
    return table_id, person, seat


def has_several_steps(state: State) -> bool:
    """Whether the seat that constructs may do something and still not be done."""
    seat = waiting(state)[0]
    return len(state.city(seat).hand) > 2 and len(list(legal(state, seat))) > 2


@pytest.mark.parametrize("phase", ASKED)
async def test_a_steward_plays_for_who_cannot_be_found_and_in_an_invasion_only_when_the_time_is_over(
    club: Club, phase: Phase
) -> None:
    table_id, _, seat = await left_in(club, phase)
    assert await away(club, table_id) == {seat: FOR_GOOD}
    assert await club.board_due(table_id)
    assert ((await club.table(table_id)).acting_steward(seat) is Character.STEWARD) == (phase is not Phase.INVASION)
    await club.tables.stewarding.play(table_id)
    assert (seat in waiting(await club.state(table_id))) == (phase is Phase.INVASION)
    await club.pass_by(3 * HOUR)
    assert (await club.state(table_id)).phase is not Phase.INVASION


async def test_where_the_table_waits_for_who_is_away_it_waits_until_they_act(club: Club) -> None:
    table_id, person, seat = await left_in(club, Phase.PROJECTS, vacation="wait")
    turn = (await club.state(table_id)).turn
    await club.pass_by(20 * DAY)
    assert (await club.state(table_id)).turn == turn
    await club.act(table_id, person)
    assert await away(club, table_id) == {}
    owed = await club.owes(table_id, seat)
    assert owed is None or owed.since == club.clock.instant


async def test_a_table_that_waits_for_nobody_is_given_up_after_a_month(club: Club) -> None:
    table_id, _, _ = await left_in(club, Phase.PROJECTS, vacation="wait")
    await club.pass_by(31 * DAY)
    assert (await club.table(table_id)).state is TableState.ARCHIVED


async def test_who_is_not_found_again_changes_nothing(club: Club) -> None:
    table_id, person, _ = await left_in(club, Phase.PROJECTS)
    await club.settle(table_id)
    before = content(club.path)
    club.clock.instant += HOUR / 2
    await club.tables.seating.left(table_id, person.user_id)
    assert content(club.path) == before


async def test_who_does_not_sit_there_or_plays_no_game_is_never_an_error(club: Club) -> None:
    lobby, table_id = await club.lobby(2, channel=8), await club.begin(2)
    await club.tables.playing.stop(table_id, HOST.user_id, manages=False)
    running = await club.begin(2, stewards=1, channel=9)
    before = content(club.path)
    steward = (await club.table(running)).stewards[0].user_id
    for table, user_id in ((lobby, BEA.user_id), (table_id, BEA.user_id), (running, 99), (running, steward)):
        await club.tables.seating.left(table, user_id)
    assert content(club.path) == before


async def test_who_is_away_for_a_time_and_then_cannot_be_found_is_away_for_good(club: Club) -> None:
    table_id = await club.begin()
    await club.tables.timekeeping.away(table_id, BEA.user_id, "2026-03-10")
    await club.tables.seating.left(table_id, BEA.user_id)
    await club.pass_by(20 * DAY)
    assert await away(club, table_id) == {await club.seat(table_id, BEA): FOR_GOOD}


@pytest.mark.parametrize("phase", [Phase.PROJECTS, Phase.OUTBID, Phase.CONSTRUCTION, Phase.REPAIR])
async def test_who_acts_is_back_and_has_what_is_asked_of_them(club: Club, phase: Phase) -> None:
    table_id, person, _ = await left_in(club, phase)
    club.clock.instant += HOUR / 2
    await club.act(table_id, person)
    assert await away(club, table_id) == {}
    for owed in (await club.table(table_id)).clock.obligations:
        assert owed.stage is Stage.RUNNING
    await club.tables.stewarding.play(table_id)
    assert query(club.path, "SELECT 1 FROM log WHERE author IS NULL AND number > 0") == []


async def test_who_comes_back_in_the_middle_of_a_construction_goes_on_with_it(club: Club) -> None:
    """A bug once: a steward finished what the person had begun."""
    table_id, person, seat = await left_in(club, Phase.CONSTRUCTION)
    state = await club.state(table_id)
    step = next(action for action in legal(state, seat) if not isinstance(action, Finish))
    club.clock.instant += HOUR / 2
    await club.play(table_id, step)
    assert (await club.state(table_id)).phase is Phase.CONSTRUCTION
    owed = await club.owes(table_id, seat)
    assert owed is not None
    assert (owed.stage, owed.since, owed.left) == (Stage.RUNNING, club.clock.instant, PACE * 60)
    assert await club.tables.stewarding.asked(await club.table(table_id)) is None
    assert person.user_id == await club.holder(table_id, seat)


async def test_who_takes_an_action_back_is_back_too(club: Club) -> None:
    table_id = await club.begin()
    person = await club.asked(table_id)
    await club.play(table_id, legal_income(await club.state(table_id)))
    await club.tables.seating.left(table_id, person.user_id)
    await club.tables.playing.undo(table_id, person.user_id)
    assert await away(club, table_id) == {}
    assert await club.tables.stewarding.asked(await club.table(table_id)) is None


def legal_income(state: State) -> Any:
    return next(action for action in legal(state, state.active) if action.type == "income")


async def test_who_says_so_is_back(club: Club) -> None:
    table_id, person, _ = await left_in(club, Phase.PROJECTS)
    await club.tables.timekeeping.back(table_id, person.user_id)
    assert await away(club, table_id) == {}
    assert await club.tables.stewarding.asked(await club.table(table_id)) is None


async def test_an_order_that_acts_for_a_person_does_not_bring_them_back(club: Club) -> None:
    table_id = await club.begin(2)
    first = await club.asked(table_id)
    later = BEA if first == HOST else HOST
    seat = await club.seat(table_id, later)
    choice = ("coins", "coins") if seat == "milano" else ("coins",)
    await club.tables.playing.order(table_id, later.user_id, lambda _: Orders(turn=NextIncome(choice=choice)))
    await club.tables.seating.left(table_id, later.user_id)
    await club.act(table_id, first)
    assert query(club.path, "SELECT author FROM log ORDER BY number DESC LIMIT 1") == [(later.user_id,)]
    assert await away(club, table_id) == {seat: FOR_GOOD}


async def test_who_seals_is_back_when_the_defences_are_opened(club: Club) -> None:
    table_id = await club.begin(vacation="steward")
    await club.reach(table_id, Phase.INVASION)
    seat = await club.seat(table_id, BEA)
    await club.tables.seating.left(table_id, BEA.user_id)
    await club.seal(table_id, BEA, HOST)
    assert await away(club, table_id) == {seat: FOR_GOOD}
    await club.seal(table_id, CARLO)
    assert (await club.state(table_id)).phase is not Phase.INVASION
    assert await away(club, table_id) == {}
    owed = await club.owes(table_id, seat)
    assert owed is None or owed.stage is Stage.RUNNING


async def test_who_does_not_seal_is_still_away_when_the_defences_are_opened(club: Club) -> None:
    table_id = await club.begin()
    await club.reach(table_id, Phase.INVASION)
    seat = await club.seat(table_id, BEA)
    await club.tables.seating.left(table_id, BEA.user_id)
    await club.seal(table_id, HOST, CARLO)
    await club.pass_by(2 * HOUR)
    assert (await club.state(table_id)).phase is not Phase.INVASION
    assert await away(club, table_id) == {seat: FOR_GOOD}


@pytest.mark.parametrize("vacation", ["steward", "wait"])
@pytest.mark.parametrize("before", [False, True])
async def test_that_who_was_gone_has_sealed_is_told_to_nobody(tmp_path: Path, vacation: str, before: bool) -> None:
    """In one game Bea, who was gone, has sealed, and Carlo has not; in the other Carlo has, and not Bea."""
    async with AsyncExitStack() as opened:
        clubs = [await opened.enter_async_context(club_at(tmp_path / name)) for name in ("one", "other")]
        for club, sealing in zip(clubs, (BEA, CARLO), strict=True):
            table_id = await club.begin(4, vacation=vacation)
            await club.reach(table_id, Phase.INVASION)
            if before:
                await club.seal(table_id, sealing)
            await club.tables.seating.left(table_id, BEA.user_id)
            if not before:
                await club.seal(table_id, sealing)
            await club.settle(table_id)
        seat = await clubs[0].seat(table_id, BEA)
        defences = [observe(await club.state(table_id), seat).defence for club in clubs]
        assert (defences[0] is None) != (defences[1] is None)
        for step, person in enumerate((None, HOST, None)):
            for club in clubs:
                if person is not None:
                    await club.seal(table_id, person)
                club.clock.instant += HOUR / 2
                await club.tick()
            for user_id in (HOST.user_id, DINA.user_id, STRANGER.user_id, None):
                one, other = [await club.knows(table_id, user_id) for club in clubs]
                assert one == other, (step, user_id)


async def test_a_crash_at_any_write_of_it_comes_before_or_after_and_never_between(club: Club) -> None:
    table_id = await club.begin()
    before = content(club.path)
    made = await writes_of(club, lambda: club.tables.seating.left(table_id, BEA.user_id))
    assert made == ["save_clock", "want_board"]
    for write in range(len(made)):
        await die_at(club, write, lambda: club.tables.seating.left(table_id, BEA.user_id))
        assert content(club.path) == before
