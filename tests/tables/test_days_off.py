"""Days off at a table, in its own time zone, also where clocks are put forward or back meanwhile."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.tables.table_clock import Stage
from bot.tables.timing import Asked
from tests.tables.hosting import HOST
from tests.tables.timed import DAY, HOUR, MINUTE, Timed, by_whom

WEEKEND = (5, 6)
ROME = {"zone": "Europe/Rome", "days_off": WEEKEND}


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


async def asked_at(timed: Timed, instant: str, **clock: Any) -> int:
    """Ada, who plays with a steward, is asked at this instant (UTC): a day for each thing, half a day in the bank."""
    timed.clock.instant = at(instant)
    table_id = await timed.begin(1, stewards=1, **{"pace": 24 * 60, "bank": 12 * 60, **clock})
    await timed.tick()
    await timed.settle(table_id)
    return table_id


async def ends(timed: Timed, table_id: int) -> tuple[datetime | None, datetime | None, datetime | None]:
    """When Ada is reminded, when the pace is over, and when the bank."""
    asked = (await timed.timing(table_id)).asked
    assert asked is not None
    return await timed.due(table_id), asked.until, asked.bank_until


async def test_a_day_asked_on_friday_evening_ends_on_monday_evening(timed: Timed) -> None:
    table_id = await asked_at(timed, "2026-02-06 18:00", days_off=WEEKEND)
    expected = at("2026-02-09 13:12"), at("2026-02-09 18:00"), at("2026-02-10 06:00")
    assert await ends(timed, table_id) == expected


async def test_what_is_asked_on_a_day_off_begins_with_the_next_day_at_work(timed: Timed) -> None:
    table_id = await asked_at(timed, "2026-02-07 09:30", days_off=WEEKEND)
    assert (await ends(timed, table_id))[1] == at("2026-02-10 00:00")


async def test_the_bank_is_not_used_on_days_off(timed: Timed) -> None:
    table_id = await asked_at(timed, "2026-02-05 20:00", days_off=WEEKEND)
    assert (await ends(timed, table_id))[1:] == (at("2026-02-06 20:00"), at("2026-02-09 08:00"))
    await timed.skip_until(at("2026-02-08 21:00"))
    await timed.tick()
    version = (await timed.table(table_id)).version
    income = {"type": "income", "choice": await income_of_ada(timed, table_id)}
    await timed.tables.playing.act(table_id, HOST.user_id, income)
    assert by_whom(timed.path, table_id, version) == [(HOST.user_id, False)]
    assert await timed.bank(table_id, HOST) == 8 * HOUR  # four on Friday evening


async def income_of_ada(timed: Timed, table_id: int) -> list[str]:
    sight = await timed.tables.reader.sight(table_id, HOST.user_id)
    assert sight.observation is not None
    return list(sight.observation.income_choices[0])


@pytest.mark.parametrize(
    ("asked", "reminded", "until", "bank_until"),
    [
        ("2026-03-27 17:00", "2026-03-30 11:12", "2026-03-30 16:00", "2026-03-31 04:00"),
        ("2026-10-23 16:00", "2026-10-26 12:12", "2026-10-26 17:00", "2026-10-27 05:00"),
    ],
    ids=["put forward in March", "put back in October"],
)
async def test_clocks_that_change_on_a_weekend_off_move_the_end_by_their_hour(
    timed: Timed, asked: str, reminded: str, until: str, bank_until: str
) -> None:
    """From six on Friday to six on Monday evening in Rome, whatever happened to its clocks on Sunday."""
    table_id = await asked_at(timed, asked, **ROME)
    assert await ends(timed, table_id) == (at(reminded), at(until), at(bank_until))


@pytest.mark.parametrize("asked", ["2026-03-28 12:00", "2026-10-24 12:00"])
async def test_clocks_that_change_on_days_that_count_make_no_day_longer_or_shorter(timed: Timed, asked: str) -> None:
    table_id = await asked_at(timed, asked, zone="Europe/Rome")
    assert (await ends(timed, table_id))[1:] == (at(asked) + DAY, at(asked) + 1.5 * DAY)


@pytest.mark.parametrize(
    ("asked", "date", "back"),
    [("2026-03-28 12:00", "2026-03-30", "2026-03-29 22:00"), ("2026-10-24 12:00", "2026-10-26", "2026-10-25 23:00")],
)
async def test_who_is_away_is_back_at_midnight_at_home_though_clocks_have_changed(
    timed: Timed, asked: str, date: str, back: str
) -> None:
    table_id = await asked_at(timed, asked, zone="Europe/Rome")
    assert await timed.tables.timekeeping.away(table_id, HOST.user_id, date) == at(back)


@pytest.mark.parametrize("asked", ["2026-03-27 17:00", "2026-10-23 16:00"], ids=["March", "October"])
async def test_all_happens_when_it_was_shown_and_nothing_on_days_off(timed: Timed, asked: str) -> None:
    table_id = await asked_at(timed, asked, **ROME)
    version, shown = (await timed.table(table_id)).version, await timed.timing(table_id)
    reminded, _, end = await ends(timed, table_id)
    assert reminded is not None
    assert end is not None
    for instant, told in ((reminded - MINUTE, []), (reminded, ["reminder"]), (end - MINUTE, ["reminder"])):
        await timed.skip_until(instant)
        await timed.tick()
        assert await timed.told(table_id, HOST) == told
        assert await timed.timing(table_id) == shown
        assert by_whom(timed.path, table_id, version) == []
        await timed.wholly_consistent(table_id)
    await timed.skip_until(end)
    await timed.tick()
    assert (None, True) in by_whom(timed.path, table_id, version)


async def test_a_pause_over_days_off_takes_nothing_from_the_time(timed: Timed) -> None:
    table_id = await asked_at(timed, "2026-02-06 18:00", days_off=WEEKEND)
    await timed.skip_until(at("2026-02-06 21:00"))
    await timed.tables.timekeeping.pause(table_id, HOST.user_id)
    await timed.skip_until(at("2026-02-08 12:00"))
    await timed.tables.timekeeping.resume(table_id, HOST.user_id)
    seat = await timed.seat(table_id, HOST)
    until = at("2026-02-09 21:00")  # three hours of Friday are used
    assert (await timed.timing(table_id)).asked == Asked(seat, Stage.RUNNING, until, until + 12 * HOUR)


async def test_a_table_falls_asleep_whatever_its_days_off(timed: Timed) -> None:
    table_id = await asked_at(timed, "2026-02-06 18:00", days_off=tuple(range(6)), pace=None)
    assert await timed.due(table_id) == at("2026-02-06 18:00") + timedelta(days=30)
