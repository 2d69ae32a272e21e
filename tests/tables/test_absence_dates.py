"""Until which dates people may be away: typed by hand, and meant in the table's time zone."""

from datetime import datetime, timedelta

import pytest

from bot.tables.errors import WrongDate
from tests.tables.hosting import BEA
from tests.tables.timed import Timed

REFUSED = [
    "2026-03-02",
    "2026-03-01",
    "2026-06-01",
    "9999-12-31",
    "",
    "tomorrow",
    "2026-02-30",
    "03/05/2026",
    "2026-3-5",
    "2026-03-05T10:00",
    "20260305",
    "2026-W10-4",
    "２０２６-０３-０５",
    "2026-03-05\x00",
]


@pytest.mark.parametrize("typed", ["2026-03-03", "2026-05-31", " 2026-03-10 "])
async def test_one_may_be_away_from_tomorrow_to_90_days_ahead(timed: Timed, typed: str) -> None:
    table_id = await timed.begin(2)
    until = await timed.tables.timekeeping.away(table_id, BEA.user_id, typed)
    assert until.date().isoformat() == typed.strip()
    assert until.time() == datetime.min.time()


@pytest.mark.parametrize("typed", REFUSED)
async def test_no_other_date_is_taken(timed: Timed, typed: str) -> None:
    table_id = await timed.begin(2)
    with pytest.raises(WrongDate) as refused:
        await timed.tables.timekeeping.away(table_id, BEA.user_id, typed)
    assert refused.value.data == {"days": 90}
    assert (await timed.timing(table_id)).away == ()


@pytest.mark.parametrize(
    ("zone", "date", "until"),
    [
        ("Pacific/Kiritimati", "2026-03-04", "2026-03-03T10:00+00:00"),  # there it is Tuesday at two in the morning
        ("Pacific/Pago_Pago", "2026-03-03", "2026-03-03T11:00+00:00"),
        ("Asia/Kathmandu", "2026-03-03", "2026-03-02T18:15+00:00"),
    ],
)
async def test_a_date_is_one_of_the_table_s_time_zone(timed: Timed, zone: str, date: str, until: str) -> None:
    table_id = await timed.begin(2, zone=zone)
    today = (datetime.fromisoformat(date) - timedelta(days=1)).date().isoformat()
    with pytest.raises(WrongDate):
        await timed.tables.timekeeping.away(table_id, BEA.user_id, today)
    assert await timed.tables.timekeeping.away(table_id, BEA.user_id, date) == datetime.fromisoformat(until)
