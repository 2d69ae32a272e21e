"""The time for each thing that is asked: what is one thing, when its time begins, and tables without a limit."""

from datetime import timedelta

from bot.game.actions import Acquire, Finish
from bot.game.rules import legal
from bot.game.state import Phase
from bot.tables.model import Person
from bot.tables.snapshot import Snapshot
from bot.tables.table_clock import Stage
from bot.tables.timing import Asked
from tests.tables.hosting import BEA, HOST, seeded
from tests.tables.timed import DAY, MINUTE, SHORT, Timed

PACE = SHORT * MINUTE


async def asked_person(timed: Timed, table_id: int) -> Person:
    """Whose time runs."""
    (owed,) = (await timed.table(table_id)).clock.obligations
    return BEA if owed.seat == await timed.seat(table_id, BEA) else HOST


async def test_without_a_pace_nothing_runs_out_but_the_table_may_fall_asleep(timed: Timed) -> None:
    table_id = await timed.begin(2, pace=None)
    person = await asked_person(timed, table_id)
    seat = await timed.seat(table_id, person)
    assert (await timed.timing(table_id)).asked == Asked(seat, Stage.RUNNING, None, None)
    assert await timed.due(table_id) == timed.now + 30 * DAY
    assert await timed.bank(table_id, person) == timedelta()  # nothing to go beyond
    shown = await timed.timing(table_id)
    await timed.pass_by(29 * DAY)
    assert await timed.timing(table_id) == shown
    assert await timed.owed(table_id) == []
    await timed.act(table_id, person, seeded(1))
    await timed.wholly_consistent(table_id)
    assert await timed.due(table_id) == timed.now + 30 * DAY


async def since_when(timed: Timed, table_id: int, person: Person) -> timedelta:
    """For how long what this person owes has been asked."""
    owed = await timed.owes(table_id, person)
    assert owed is not None
    return timed.now - owed.asked_at


async def test_the_steps_of_a_construction_are_asked_once_and_have_one_time(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await timed.reach_phase(table_id, Phase.CONSTRUCTION, BEA)
    seat, shown, prompt = (
        await timed.seat(table_id, BEA),
        await timed.timing(table_id),
        await prompt_of_bea(timed, table_id),
    )
    for minutes in (5, 10):
        await timed.live(5 * MINUTE)
        steps = [action for action in legal(await timed.state(table_id), seat) if not isinstance(action, Finish)]
        await timed.play(table_id, steps[0])
        assert await timed.timing(table_id) == shown
        assert await since_when(timed, table_id, BEA) == minutes * MINUTE
    assert await prompt_of_bea(timed, table_id) == prompt + 2
    await timed.wholly_consistent(table_id)


async def prompt_of_bea(timed: Timed, table_id: int) -> int:
    prompt = (await timed.tables.reader.sight(table_id, BEA.user_id)).prompt
    assert prompt is not None
    return prompt


async def test_each_phase_that_asks_has_a_time_of_its_own(timed: Timed) -> None:
    table_id = await timed.begin(2)
    seat = await timed.seat(table_id, BEA)

    def about_to_acquire(snapshot: Snapshot) -> bool:
        state = snapshot.state
        held = [column for column in state.columns if column.bid is not None and column.bid.seat == seat]
        return state.phase is Phase.PROJECTS and state.active == seat and len(held) > 0

    await timed.reach(table_id, about_to_acquire, seeded("acquire"))
    await timed.live(PACE - MINUTE)
    await timed.play(table_id, legal(await timed.state(table_id), seat).of(Acquire)[0])
    assert (await timed.state(table_id)).phase is Phase.CONSTRUCTION
    assert await since_when(timed, table_id, BEA) == timedelta()
    assert await timed.due(table_id) == timed.now + PACE * 0.8


async def test_each_outbid_and_each_invasion_has_a_time_of_its_own(timed: Timed) -> None:
    table_id = await timed.begin(3)
    for phase in (Phase.OUTBID, Phase.OUTBID, Phase.INVASION, Phase.OUTBID, Phase.INVASION):
        await timed.live(PACE / 2)
        await timed.reach_phase(table_id, phase, BEA)
        assert await since_when(timed, table_id, BEA) == timedelta()
        asked = (await timed.timing(table_id)).asked
        assert asked is not None
        assert asked.until == timed.now + PACE
        await timed.wholly_consistent(table_id)
