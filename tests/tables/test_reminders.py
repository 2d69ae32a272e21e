"""Reminders: one for each thing that is asked, at 80 % of the pace, in place of a ping that is not yet sent."""

from typing import Any

from bot.game.actions import Defend
from bot.game.state import Phase
from bot.tables.table_clock import Stage
from tests.tables.hosting import BEA, CARLO, HOST, seeded
from tests.tables.timed import DAY, HOUR, MINUTE, SHORT, Timed

PACE, BANK = SHORT * MINUTE, SHORT * MINUTE / 2
REMINDED = PACE * 0.8


async def asked(timed: Timed, **clock: Any) -> int:
    """Bea is asked, and has been told."""
    table_id = await timed.begin(3, **clock)
    await timed.reach_phase(table_id, Phase.PROJECTS, BEA)
    return table_id


async def reminders(timed: Timed, table_id: int) -> list[str | None]:
    """The seats that are to be reminded."""
    return [seat for kind, seat in await timed.owed(table_id) if kind == "reminder"]


async def test_there_is_one_at_80_per_cent_of_the_pace_and_none_before_or_after(timed: Timed) -> None:
    table_id = await asked(timed)
    assert await timed.due(table_id) == timed.now + REMINDED
    await timed.live(REMINDED - 2 * MINUTE)
    await timed.tick()
    assert await timed.owed(table_id) == []
    await timed.live(2 * MINUTE)
    await timed.tick()
    seat = await timed.seat(table_id, BEA)
    assert await timed.owed(table_id) == [("reminder", seat)]
    assert not await timed.board_due(table_id)
    await timed.settle(table_id)
    for _ in range(3):
        await timed.live(2 * MINUTE)
        await timed.tables.timekeeping.ring(table_id)
    assert await timed.owed(table_id) == []
    assert await timed.due(table_id) == timed.now + PACE - REMINDED + BANK - 6 * MINUTE


async def test_it_names_the_asking_and_is_not_sent_once_the_person_has_acted(timed: Timed) -> None:
    table_id = await asked(timed)
    await timed.live(REMINDED)
    await timed.tick()
    (owed,) = await timed.tables.outbox.pending(table_id)
    sight = await timed.tables.reader.sight(table_id, BEA.user_id)
    assert owed.notice.prompt == sight.prompt
    assert await timed.tables.outbox.applies(sight.table, owed.notice)
    await timed.act(table_id, BEA, seeded(1))
    assert not await timed.tables.outbox.applies(await timed.table(table_id), owed.notice)


async def test_there_is_none_for_what_was_done_in_time(timed: Timed) -> None:
    table_id = await asked(timed)
    await timed.live(REMINDED - MINUTE)
    await timed.act(table_id, BEA, seeded(1))
    await timed.live(10 * MINUTE)
    await timed.tick()
    assert await reminders(timed, table_id) == []


async def test_it_takes_the_place_of_a_ping_that_was_not_sent(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await timed.reach_phase(table_id, Phase.PROJECTS, BEA)
    before = (await timed.table(table_id)).version
    while (await timed.owes(table_id, CARLO)) is None:
        state = await timed.state(table_id)
        await timed.step(table_id, seeded((before, state.phase)))
    assert set(await timed.told(table_id, CARLO)) & {"turn", "outbid"}
    await timed.live(REMINDED)
    await timed.tick()
    assert [kind for kind in await timed.told(table_id, CARLO) if kind in ("turn", "outbid", "reminder")] == [
        "reminder"
    ]


async def test_in_an_invasion_all_are_reminded_alike_whoever_has_sealed(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    await timed.live(MINUTE)
    await timed.play(table_id, Defend(seat=await timed.seat(table_id, CARLO)))
    await timed.settle(table_id)
    await timed.live(REMINDED - MINUTE)
    await timed.tick()
    owed = await timed.tables.outbox.pending(table_id)
    assert sorted(str(row.notice.seat) for row in owed) == sorted((await timed.state(table_id)).communes)
    table = await timed.table(table_id)
    assert all([await timed.tables.outbox.applies(table, row.notice) for row in owed])
    assert not await timed.board_due(table_id)


async def test_when_both_came_to_be_due_meanwhile_only_the_time_out_is_told(timed: Timed) -> None:
    """The loop was at fault for long, while the heart went on beating."""
    table_id = await asked(timed)
    await timed.live(PACE + BANK + HOUR)
    await timed.tick()
    assert await timed.told(table_id, BEA) == ["time out"]


async def test_when_both_came_to_be_due_in_an_invasion_only_the_time_out_is_told(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    await timed.live(PACE + BANK + HOUR)
    await timed.tick()
    assert await reminders(timed, table_id) == []
    assert {person: "time out" in await timed.told(table_id, person) for person in (HOST, BEA, CARLO)} == dict.fromkeys(
        (HOST, BEA, CARLO), True
    )


async def test_a_pause_after_it_does_not_bring_another(timed: Timed) -> None:
    table_id = await asked(timed)
    await timed.live(REMINDED)
    await timed.tick()
    await timed.settle(table_id)
    await timed.tables.timekeeping.pause(table_id, HOST.user_id)
    await timed.pass_by(DAY)
    await timed.tables.timekeeping.resume(table_id, HOST.user_id)
    await timed.pass_by(PACE - REMINDED + BANK - MINUTE)
    assert await timed.owed(table_id) == []
    assert await timed.stage(table_id, BEA) is Stage.RUNNING


async def test_a_steward_s_seat_is_not_reminded(timed: Timed) -> None:
    table_id = await timed.begin(1, stewards=2)
    await timed.tick()
    seat = await timed.seat(table_id, HOST)
    await timed.live(REMINDED)
    await timed.tick()
    assert await reminders(timed, table_id) == [seat]


async def test_without_a_pace_there_is_none(timed: Timed) -> None:
    table_id = await asked(timed, pace=None)
    await timed.pass_by(20 * DAY)
    assert await timed.owed(table_id) == []


async def test_those_of_an_invasion_come_in_the_same_order_whoever_has_sealed(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    seats = (await timed.state(table_id)).communes
    await timed.play(table_id, Defend(seat=seats[0]))
    await timed.settle(table_id)
    await timed.live(REMINDED)
    await timed.tick()
    assert await reminders(timed, table_id) == list(seats)
