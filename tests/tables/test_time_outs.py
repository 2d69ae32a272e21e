"""A steward in place of a person whose time ran out: how far it goes, and how the person takes over again."""

from random import Random

import pytest

from bot.game.actions import Bid, Defend, Income, Withdraw
from bot.game.observation import Observation
from bot.game.rules import legal
from bot.game.state import Phase
from bot.stewards import STEWARDS, Character, Decision, Motive, Offers, Reason
from bot.tables.model import Person
from bot.tables.snapshot import Snapshot
from bot.tables.table_clock import Stage
from bot.tables.timing import Asked
from tests.game.characters import BIDDER
from tests.tables.hosting import BEA, HOST, seeded
from tests.tables.timed import MINUTE, SHORT, Timed, by_whom

PACE, BANK = SHORT * MINUTE, SHORT * MINUTE / 2


class Died(Exception):
    """The program, before it has written anything."""


async def act_of_steward(timed: Timed, table_id: int) -> None:
    """A steward acts once; then the program dies, and comes back."""
    written = 0

    async def count(*_: object) -> None:
        nonlocal written
        written += 1
        if written > 1:
            raise Died

    timed.store.before["append_log"] = count
    with pytest.raises(Died):
        await timed.tables.stewarding.play(table_id)
    timed.store.before.clear()
    timed.restart()


async def turn_of(timed: Timed, table_id: int, person: Person) -> None:
    """A turn of this person begins, in which stewards would have more than one thing to do."""
    seat = await timed.seat(table_id, person)

    def begins(snapshot: Snapshot) -> bool:
        state = snapshot.state
        return state.phase is Phase.PROJECTS and state.active == seat and len(state.city(seat).hand) > 1

    await timed.reach(table_id, begins, seeded("turn"))


async def test_a_steward_plays_the_rest_of_that_turn_and_not_the_next(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await turn_of(timed, table_id, BEA)
    version, turn = (await timed.table(table_id)).version, (await timed.state(table_id)).turn
    await timed.pass_by(PACE + BANK)
    rows = by_whom(timed.path, table_id, version)
    assert rows == [(None, True)] * len(rows)
    assert len(rows) > 1
    assert (await timed.state(table_id)).turn == turn + 1
    assert (await timed.told(table_id, BEA)).count("time out") == 1  # once for all of the turn
    await turn_of(timed, table_id, BEA)
    assert await timed.stage(table_id, BEA) is Stage.RUNNING
    await timed.wholly_consistent(table_id)


async def test_a_steward_that_answered_an_outbid_does_not_go_on_with_a_turn(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await timed.reach_phase(table_id, Phase.OUTBID, BEA)
    await timed.pass_by(PACE + BANK)
    assert (await timed.state(table_id)).phase is not Phase.OUTBID
    await turn_of(timed, table_id, BEA)
    assert await timed.stage(table_id, BEA) is Stage.RUNNING


async def begun_by_a_steward(timed: Timed, table_id: int) -> None:
    """Bea's time ran out, a steward has done the first thing in her turn, and is to do the next."""
    await turn_of(timed, table_id, BEA)
    await timed.live(PACE + BANK)
    await timed.ring()
    await act_of_steward(timed, table_id)
    assert (await timed.state(table_id)).phase is Phase.CONSTRUCTION
    assert await timed.stage(table_id, BEA) is Stage.STAND_IN
    assert "turn" not in await timed.told(table_id, BEA)


async def test_a_person_takes_a_turn_back_by_acting_and_has_all_the_time_again(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await begun_by_a_steward(timed, table_id)
    version, seat = (await timed.table(table_id)).version, await timed.seat(table_id, BEA)
    await timed.play(table_id, next(iter(legal(await timed.state(table_id), seat))))
    await timed.tick()
    assert by_whom(timed.path, table_id, version) == [(BEA.user_id, False)]
    assert (await timed.timing(table_id)).asked == Asked(seat, Stage.RUNNING, timed.now + PACE, timed.now + PACE)
    await timed.wholly_consistent(table_id)
    await timed.pass_by(PACE)
    assert (None, True) in by_whom(timed.path, table_id, version)


async def test_a_turn_taken_back_in_one_phase_is_the_person_s_in_the_next(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await turn_of(timed, table_id, BEA)
    await timed.live(PACE + BANK)
    await timed.ring()
    seat = await timed.seat(table_id, BEA)
    await timed.play(table_id, Income(seat=seat, choice=await income_of(timed, table_id)))
    assert (await timed.state(table_id)).phase is Phase.CONSTRUCTION
    assert await timed.stage(table_id, BEA) is Stage.RUNNING


async def income_of(timed: Timed, table_id: int) -> tuple[str, ...]:
    sight = await timed.tables.reader.sight(table_id, BEA.user_id)
    assert sight.observation is not None
    return sight.observation.income_choices[0]


def outbids(observation: Observation, offers: Offers, _random: Random) -> Decision:
    """A steward that takes a column from somebody else, and does else the first thing that is legal."""
    bids = [bid for bid in offers.of(Bid) if isinstance(bid, Bid) and observation.columns[bid.column - 1].bid]
    return Decision(bids[0] if bids else offers.of(offers.kinds[0])[0], Reason(Motive.BID))


async def test_another_s_answer_does_not_take_a_turn_back(timed: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    """The steward outbids Ada in Bea's turn; once she has answered, it goes on."""
    monkeypatch.setitem(STEWARDS, Character.STEWARD, outbids)
    table_id = await timed.begin(2)
    ada, bea = await timed.seat(table_id, HOST), await timed.seat(table_id, BEA)

    def begins(snapshot: Snapshot) -> bool:
        state = snapshot.state
        if state.phase is not Phase.PROJECTS or state.active != bea or not state.city(bea).hand:
            return False
        bids = [bid for bid in legal(state, bea).of(Bid) if isinstance(bid, Bid)]
        return any(state.columns[bid.column - 1].bid for bid in bids)

    await timed.reach(table_id, begins, seeded("taken"), BIDDER)
    await timed.pass_by(PACE + BANK)
    assert (await timed.state(table_id)).phase is Phase.OUTBID
    assert await timed.stage(table_id, HOST) is Stage.RUNNING
    await timed.play(table_id, Withdraw(seat=ada))
    assert await timed.stage(table_id, BEA) is Stage.STAND_IN


async def test_whose_defence_a_steward_sealed_is_told_of_the_turn_that_goes_on(timed: Timed) -> None:
    table_id = await timed.begin(2)
    seat = await timed.seat(table_id, BEA)

    def invades(snapshot: Snapshot) -> bool:
        state = snapshot.state
        return state.phase is Phase.INVASION and state.active == seat and len(state.city(seat).hand) > 0

    await timed.reach(table_id, invades, seeded("invades"))
    await timed.play(table_id, Defend(seat=await timed.seat(table_id, HOST)))
    await timed.pass_by(PACE + BANK)
    assert (await timed.state(table_id)).phase is Phase.CONSTRUCTION
    assert await timed.stage(table_id, BEA) is Stage.RUNNING
    assert {"time out", "turn"} <= set(await timed.told(table_id, BEA))


async def test_nobody_is_told_of_what_a_steward_is_asked_in_their_place(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await timed.tables.timekeeping.away(table_id, BEA.user_id, "2026-03-20")
    await timed.settle(table_id)
    if (await timed.state(table_id)).active == await timed.seat(table_id, BEA):
        await timed.tick()
    await timed.act(table_id, HOST, seeded(1))
    assert await timed.stage(table_id, BEA) is Stage.AWAY
    assert await timed.told(table_id, BEA) == []
