"""Which time counts: every second but those of days off and of our own outages, by the calendar of the zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.tables.working_time import Outage, WorkingTime, is_zone, zone_names

MINUTE, HOUR, DAY = 60, 3600, 86400
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
WEEKEND = (SATURDAY, SUNDAY)  # such as 2026-03-07 and 08
A_SECOND = timedelta(seconds=1)
A_MINUTE = timedelta(minutes=1)


def at(text: str, zone: str = "UTC") -> datetime:
    """An instant in UTC, written as the clocks of a zone show it."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def outage(began: str, ended: str) -> Outage:
    return Outage(at(began), at(ended))


def test_without_days_off_and_outages_all_time_counts() -> None:
    time = WorkingTime()
    assert time.after(at("2026-03-06 12:00"), 7 * DAY) == at("2026-03-13 12:00")
    assert time.between(at("2026-03-06 12:00"), at("2026-03-13 12:00")) == 7 * DAY


def test_days_off_do_not_count() -> None:
    time = WorkingTime("UTC", WEEKEND)
    assert time.after(at("2026-03-06 12:00"), DAY) == at("2026-03-09 12:00")
    assert time.between(at("2026-03-06 12:00"), at("2026-03-09 12:00")) == DAY


def test_days_off_are_those_of_the_zone() -> None:
    start = at("2026-03-06 16:00")  # already Saturday in Tokyo, still Friday in Rome
    assert WorkingTime("Asia/Tokyo", WEEKEND).after(start, 1) == at("2026-03-09 00:00:01", "Asia/Tokyo")
    assert WorkingTime("Europe/Rome", WEEKEND).after(start, 1) == start + A_SECOND


def test_time_that_is_up_when_a_day_off_begins_is_up_then_and_not_when_it_ends() -> None:
    time = WorkingTime("Europe/Rome", WEEKEND)
    start = at("2026-03-06 12:00", "Europe/Rome")
    assert time.after(start, 12 * HOUR) == at("2026-03-07 00:00", "Europe/Rome")
    assert time.after(start, 12 * HOUR + 1) == at("2026-03-09 00:00:01", "Europe/Rome")


def test_from_inside_a_day_off_counting_begins_when_it_ends() -> None:
    time = WorkingTime("Europe/Rome", WEEKEND)
    start = at("2026-03-07 15:30", "Europe/Rome")
    assert time.after(start, HOUR) == at("2026-03-09 01:00", "Europe/Rome")
    assert time.between(start, at("2026-03-08 23:00", "Europe/Rome")) == 0
    assert time.between(start, at("2026-03-09 00:00:05", "Europe/Rome")) == 5


def test_a_day_off_lasts_until_it_ends_in_the_zone_even_when_it_is_over_in_utc() -> None:
    time = WorkingTime("America/New_York", (SATURDAY,))
    start = at("2026-03-07 22:00", "America/New_York")
    assert start.weekday() == SUNDAY
    assert time.after(start, 1) == at("2026-03-08 00:00:01", "America/New_York")
    assert time.between(start, at("2026-03-08 01:00", "America/New_York")) == HOUR


@pytest.mark.parametrize("seconds", [0, -1, -DAY])
def test_no_time_is_up_at_once_even_inside_a_day_off_or_an_outage(seconds: int) -> None:
    start = at("2026-03-07 15:30")
    time = WorkingTime("UTC", WEEKEND, (outage("2026-03-07 15:00", "2026-03-07 16:00"),))
    assert time.after(start, seconds) == start


def test_six_days_off_leave_one_a_week() -> None:
    time = WorkingTime("UTC", (TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY))
    assert time.after(at("2026-03-02 12:00"), 2 * DAY) == at("2026-03-16 12:00")


def test_the_answer_is_in_utc_whatever_the_zone_of_the_question() -> None:
    start = at("2026-03-06 12:00").astimezone(ZoneInfo("Asia/Tokyo"))
    for seconds in (0, HOUR):
        assert WorkingTime().after(start, seconds).tzinfo is UTC


def test_instants_of_a_zone_are_told_apart_where_its_clocks_show_an_hour_twice() -> None:
    rome = ZoneInfo("Europe/Rome")
    first = datetime(2026, 10, 25, 2, 30, tzinfo=rome)
    assert WorkingTime().between(first, first.replace(fold=1)) == HOUR


@pytest.mark.parametrize("back", [timedelta(0), A_SECOND, timedelta(days=400)])
def test_no_time_lies_between_when_the_clock_was_set_back(back: timedelta) -> None:
    start = at("2026-03-04 12:00")
    time = WorkingTime("Europe/Rome", WEEKEND, (outage("2026-03-04 11:00", "2026-03-04 11:30"),))
    assert time.between(start, start - back) == 0


def test_only_whole_seconds_are_told() -> None:
    start = at("2026-03-04 12:00")
    assert WorkingTime().between(start, start + timedelta(seconds=1, microseconds=999_999)) == 1
    assert WorkingTime().between(start, start + timedelta(microseconds=999_999)) == 0


def test_the_parts_of_seconds_on_both_sides_of_an_outage_add_up() -> None:
    start = at("2026-03-04 12:00:00.500")
    time = WorkingTime(outages=(outage("2026-03-04 12:00:01", "2026-03-04 12:01"),))
    assert time.after(start, 1) == at("2026-03-04 12:01:00.500")
    assert time.between(start, at("2026-03-04 12:01:00.500")) == 1


# Zone, day, weekday, the instant when it begins (UTC) and its length.
CHANGES = [
    pytest.param("Europe/Rome", "2026-03-29", SUNDAY, "2026-03-28 23:00", 23 * HOUR, id="Rome, forward at 2"),
    pytest.param("Europe/Rome", "2026-10-25", SUNDAY, "2026-10-24 22:00", 25 * HOUR, id="Rome, back at 3"),
    pytest.param("America/New_York", "2026-03-08", SUNDAY, "2026-03-08 05:00", 23 * HOUR, id="New York, forward at 2"),
    pytest.param("America/New_York", "2026-11-01", SUNDAY, "2026-11-01 04:00", 25 * HOUR, id="New York, back at 2"),
    pytest.param("America/Havana", "2024-03-10", SUNDAY, "2024-03-10 05:00", 23 * HOUR, id="Havana, no midnight"),
    pytest.param("America/Havana", "2024-11-03", SUNDAY, "2024-11-03 04:00", 25 * HOUR, id="Havana, two midnights"),
    pytest.param("Africa/Cairo", "2024-04-26", FRIDAY, "2024-04-25 22:00", 23 * HOUR, id="Cairo, no midnight"),
    pytest.param("Africa/Cairo", "2024-10-31", THURSDAY, "2024-10-30 21:00", 25 * HOUR, id="Cairo, back at 24"),
    pytest.param("Asia/Beirut", "2024-03-31", SUNDAY, "2024-03-30 22:00", 23 * HOUR, id="Beirut, no midnight"),
    pytest.param("Asia/Beirut", "2024-10-26", SATURDAY, "2024-10-25 21:00", 25 * HOUR, id="Beirut, back at 24"),
    pytest.param("Australia/Lord_Howe", "2024-10-06", SUNDAY, "2024-10-05 13:30", 47 * HOUR // 2, id="Lord Howe, on"),
    pytest.param("Australia/Lord_Howe", "2024-04-07", SUNDAY, "2024-04-06 13:00", 49 * HOUR // 2, id="Lord Howe, back"),
    pytest.param("America/St_Johns", "2024-03-10", SUNDAY, "2024-03-10 03:30", 23 * HOUR, id="St John's, forward"),
    pytest.param("Asia/Tokyo", "2024-03-31", SUNDAY, "2024-03-30 15:00", 24 * HOUR, id="Tokyo, never"),
]


@pytest.mark.parametrize(("zone", "day", "weekday", "begins", "length"), CHANGES)
def test_a_day_off_is_as_long_as_the_clocks_make_it(
    zone: str, day: str, weekday: int, begins: str, length: int
) -> None:
    time = WorkingTime(zone, (weekday,))
    began, ended = at(begins), at(begins) + timedelta(seconds=length)
    assert datetime.fromisoformat(day).weekday() == weekday
    assert time.after(began - A_SECOND, 1) == began
    assert time.after(began - A_SECOND, 2) == ended + A_SECOND
    assert time.between(began - timedelta(hours=3), began) == 3 * HOUR
    assert time.between(began, ended) == 0
    assert time.between(ended, ended + timedelta(hours=3)) == 3 * HOUR


@pytest.mark.parametrize(("zone", "day", "weekday", "begins", "length"), CHANGES)
def test_a_day_that_counts_is_as_long_as_the_clocks_make_it(
    zone: str, day: str, weekday: int, begins: str, length: int
) -> None:
    time = WorkingTime(zone, tuple(other for other in range(7) if other != weekday))
    began = at(begins)
    assert time.between(began - timedelta(days=2), began + timedelta(days=3)) == length
    assert time.after(began - timedelta(days=2), length) == began + timedelta(seconds=length)


def test_the_same_pace_ends_an_hour_earlier_or_later_by_the_wall_when_clocks_change() -> None:
    rome = WorkingTime("Europe/Rome")
    assert rome.after(at("2026-03-28 12:00", "Europe/Rome"), DAY) == at("2026-03-29 13:00", "Europe/Rome")
    assert rome.after(at("2026-10-24 12:00", "Europe/Rome"), DAY) == at("2026-10-25 11:00", "Europe/Rome")


def test_the_day_that_apia_skipped_was_no_day_off() -> None:
    """On Thursday 2011-12-29, at midnight, Samoa crossed the date line: Saturday followed."""
    start = at("2011-12-29 12:00", "Pacific/Apia")
    line = at("2011-12-30 10:00")
    assert WorkingTime("Pacific/Apia", (FRIDAY,)).after(start, DAY) == at("2011-12-31 12:00", "Pacific/Apia")
    assert WorkingTime("Pacific/Apia", WEEKEND).after(start, 12 * HOUR) == line
    assert WorkingTime("Pacific/Apia", WEEKEND).after(start, 12 * HOUR + 1) == line + timedelta(days=2, seconds=1)
    assert WorkingTime("Pacific/Apia", (THURSDAY, FRIDAY)).after(start, 1) == line + A_SECOND


def test_a_repeated_midnight_begins_its_day_once() -> None:
    """Until 2010 the clocks of St John's went from 00:01 on Sunday back to 23:01 on Saturday."""
    first = at("2010-11-07 00:00", "America/St_Johns")
    assert WorkingTime("America/St_Johns", (SATURDAY,)).between(first, first + timedelta(hours=25)) == 25 * HOUR
    assert WorkingTime("America/St_Johns", (SUNDAY,)).between(first, first + timedelta(hours=25)) == 0


def test_an_outage_does_not_count() -> None:
    time = WorkingTime(outages=(outage("2026-03-04 12:00", "2026-03-04 14:00"),))
    assert time.after(at("2026-03-04 11:00"), 2 * HOUR) == at("2026-03-04 15:00")
    assert time.between(at("2026-03-04 11:00"), at("2026-03-04 15:00")) == 2 * HOUR


def test_time_that_is_up_when_an_outage_begins_is_up_then() -> None:
    time = WorkingTime(outages=(outage("2026-03-04 12:00", "2026-03-04 14:00"),))
    assert time.after(at("2026-03-04 11:00"), HOUR) == at("2026-03-04 12:00")


def test_from_inside_an_outage_counting_begins_when_it_ends() -> None:
    time = WorkingTime(outages=(outage("2026-03-04 12:00", "2026-03-04 14:00"),))
    assert time.after(at("2026-03-04 13:00"), 1) == at("2026-03-04 14:00:01")
    assert time.between(at("2026-03-04 13:00"), at("2026-03-04 13:59")) == 0
    assert time.between(at("2026-03-04 14:00"), at("2026-03-04 14:01")) == MINUTE


def test_outages_that_overlap_count_once_whatever_their_order() -> None:
    outages = (
        outage("2026-03-04 13:30", "2026-03-04 14:30"),
        outage("2026-03-04 12:00", "2026-03-04 14:00"),
        outage("2026-03-04 12:30", "2026-03-04 13:00"),
        outage("2026-03-04 14:30", "2026-03-04 15:00"),
        outage("2026-03-04 12:00", "2026-03-04 14:00"),
    )
    for order in (outages, outages[::-1]):
        time = WorkingTime(outages=order)
        assert time.after(at("2026-03-04 11:00"), 2 * HOUR) == at("2026-03-04 16:00")
        assert time.between(at("2026-03-04 11:00"), at("2026-03-04 16:00")) == 2 * HOUR


def test_outages_that_overlap_days_off_are_not_given_twice() -> None:
    outages = (
        outage("2026-03-06 22:00", "2026-03-07 03:00"),  # into the weekend
        outage("2026-03-07 10:00", "2026-03-07 12:00"),  # inside
        outage("2026-03-08 20:00", "2026-03-09 06:00"),  # out of it
    )
    time = WorkingTime("UTC", WEEKEND, outages)
    assert time.after(at("2026-03-06 12:00"), 10 * HOUR) == at("2026-03-06 22:00")
    assert time.after(at("2026-03-06 12:00"), 11 * HOUR) == at("2026-03-09 07:00")
    assert time.between(at("2026-03-06 12:00"), at("2026-03-09 07:00")) == 11 * HOUR


def test_an_outage_longer_than_all_days_off_swallows_them() -> None:
    time = WorkingTime("UTC", WEEKEND, (outage("2026-03-04 00:00", "2026-03-26 00:00"),))
    assert time.after(at("2026-03-03 12:00"), DAY) == at("2026-03-26 12:00")


def test_outages_elsewhere_change_nothing() -> None:
    elsewhere = (outage("2020-01-01 00:00", "2026-03-04 11:00"), outage("2026-03-05 11:00", "2030-01-01 00:00"))
    time = WorkingTime(outages=elsewhere)
    assert time.after(at("2026-03-04 11:00"), DAY) == at("2026-03-05 11:00")
    assert time.between(at("2026-03-04 11:00"), at("2026-03-05 11:00")) == DAY


def test_years_of_outages_are_kept_apart_from_those_that_matter() -> None:
    first = at("2020-01-01 03:00")
    nightly = tuple(
        Outage(first + timedelta(days=day), first + timedelta(days=day, minutes=5)) for day in range(3 * 365)
    )
    time = WorkingTime("Europe/Rome", WEEKEND, nightly)
    assert time.after(at("2022-12-20 12:00"), 3 * DAY) == at("2022-12-23 12:15")
    assert time.after(at("2025-12-02 12:00"), DAY) == at("2025-12-03 12:00")


@pytest.mark.parametrize("days_off", [(), WEEKEND], ids=["no days off", "weekends off"])
def test_time_beyond_the_calendar_is_refused(days_off: tuple[int, ...]) -> None:
    with pytest.raises(OverflowError):
        WorkingTime("UTC", days_off).after(at("9990-01-01 00:00"), 20 * 365 * DAY)


def test_days_off_of_an_unknown_zone_are_refused() -> None:
    time = WorkingTime("Europe/Roma", WEEKEND)
    with pytest.raises(ZoneInfoNotFoundError):
        time.after(at("2026-03-04 12:00"), 1)
    with pytest.raises(ZoneInfoNotFoundError):
        time.between(at("2026-03-04 12:00"), at("2026-03-04 13:00"))


# Zones, and an instant near which their clocks do something odd.
CHANGING = [
    ("UTC", at("2026-03-01 00:00")),
    *(
        (zone, at(around))
        for zone, _, _, around, _ in (change.values for change in CHANGES)
        if isinstance(zone, str) and isinstance(around, str)
    ),
    ("Pacific/Apia", at("2011-12-30 10:00")),
    ("Africa/Casablanca", at("2026-02-15 02:00")),
    ("Europe/Dublin", at("2026-03-29 01:00")),
    ("Asia/Kathmandu", at("2026-03-01 18:15")),
    ("Antarctica/Troll", at("2026-03-29 01:00")),
    ("America/Nuuk", at("2024-03-31 01:00")),
]
SPAN = 3 * DAY // MINUTE  # minutes to each side of a change


@st.composite
def minutes(draw: st.DrawFn, around: datetime) -> datetime:
    return around + draw(st.integers(-SPAN, SPAN)) * A_MINUTE


@st.composite
def outages_around(draw: st.DrawFn, around: datetime) -> Outage:
    began = draw(minutes(around))
    return Outage(began, began + draw(st.integers(1, 2 * DAY // MINUTE)) * A_MINUTE)


@st.composite
def cases(draw: st.DrawFn, instants: int) -> tuple[WorkingTime, list[datetime]]:
    """Some time that counts, and instants in order of which it is asked."""
    zone, around = draw(st.sampled_from(CHANGING))
    days_off = tuple(draw(st.lists(st.integers(0, 6), unique=True, max_size=6)))
    outages = tuple(draw(st.lists(outages_around(around), max_size=4)))
    asked = sorted(draw(st.lists(minutes(around), min_size=instants, max_size=instants)))
    return WorkingTime(zone, days_off, outages), asked


def counts(time: WorkingTime, instant: datetime) -> bool:
    """Whether this minute counts, by nothing but the date that the clocks of the zone show."""
    weekday = instant.astimezone(ZoneInfo(time.zone)).weekday()
    return weekday not in time.days_off and not any(down.began <= instant < down.ended for down in time.outages)


def slowly_between(time: WorkingTime, start: datetime, end: datetime) -> int:
    total = (end - start) // A_MINUTE
    return sum(MINUTE for minute in range(total) if counts(time, start + minute * A_MINUTE))


@given(cases(instants=2))
def test_what_counts_is_what_a_count_minute_by_minute_finds(case: tuple[WorkingTime, list[datetime]]) -> None:
    time, (start, end) = case
    assert time.between(start, end) == slowly_between(time, start, end)
    assert time.between(end, start) == 0


@given(cases(instants=3))
def test_what_counts_adds_up(case: tuple[WorkingTime, list[datetime]]) -> None:
    time, (first, second, third) = case
    assert time.between(first, second) + time.between(second, third) == time.between(first, third)


@given(cases(instants=1), st.integers(0, 20 * DAY), st.integers(0, 999_999))
@example((WorkingTime("Europe/Rome", WEEKEND), [at("2026-03-06 23:00", "Europe/Rome")]), HOUR, 0)
def test_after_is_the_earliest_instant_with_so_much_time_between(
    case: tuple[WorkingTime, list[datetime]], seconds: int, microseconds: int
) -> None:
    time, (minute,) = case
    start = minute + timedelta(microseconds=microseconds)
    up = time.after(start, seconds)
    assert time.between(start, up) == seconds
    assert up >= start
    assert seconds == 0 or time.between(start, up - timedelta(microseconds=1)) == seconds - 1


@given(cases(instants=1), st.integers(0, 10 * DAY), st.integers(0, 10 * DAY))
def test_waiting_twice_is_waiting_for_both(case: tuple[WorkingTime, list[datetime]], first: int, second: int) -> None:
    time, (start,) = case
    assert time.after(time.after(start, first), second) == time.after(start, first + second)


@given(cases(instants=2), st.integers(0, 10 * DAY))
def test_whoever_starts_later_is_up_no_sooner(case: tuple[WorkingTime, list[datetime]], seconds: int) -> None:
    time, (earlier, later) = case
    assert time.after(earlier, seconds) <= time.after(later, seconds)


def test_every_zone_counts_five_days_of_a_week_without_change() -> None:
    for zone in zone_names():
        start = at("2025-12-08 00:00", zone)
        time = WorkingTime(zone, WEEKEND)
        assert time.between(start, start + timedelta(days=7)) == 5 * DAY, zone
        assert time.after(start, 5 * DAY + 1) == start + timedelta(days=7, seconds=1), zone


def test_the_names_of_zones_are_sorted_and_each_is_one() -> None:
    assert list(zone_names()) == sorted(set(zone_names()))
    assert all(map(is_zone, zone_names()))


@pytest.mark.parametrize(
    "name",
    [
        "UTC",
        "Europe/Rome",
        "Asia/Tokyo",
        "America/Argentina/Buenos_Aires",
        "America/Havana",
        "Pacific/Apia",
        "Etc/GMT+5",
    ],
)
def test_a_name_of_the_iana_list_is_a_zone(name: str) -> None:
    assert is_zone(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            " ",
            ".",
            "..",
            "/",
            "\\",
            "\x00",
            "\ud800",
            "Europe",
            "Europe/",
            "/Europe/Rome",
            "./Europe/Rome",
            "Roma",
        ),
        *(
            "europe/rome",
            "EUROPE/ROME",
            " Europe/Rome",
            "Europe/Rome ",
            "Europe/Rome\n",
            "Europe\\Rome",
            "Europe//Rome",
        ),
        *("Europe/Rome\x00", "../zoneinfo/Europe/Rome", "/etc/localtime", "/etc/passwd", "a" * 5000, "Europe/Romе"),
        *("posix/Europe/Rome", "right/Europe/Rome", "localtime", "Factory", "posixrules", "zone.tab", "+01:00", "CEST"),
    ],
    ids=ascii,
)
def test_nothing_else_is_a_zone(name: str) -> None:
    assert not is_zone(name)
