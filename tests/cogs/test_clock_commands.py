"""What is typed about the clock: setting and reading it, being away, pausing, going on."""

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.local.simulation import Person
from bot.locale import translator
from bot.tables.model import TableState, TimeOut, Vacation
from bot.ui.clock_menus import BANKS, PACES
from bot.ui.clock_settings import duration
from cogs.clock_commands import BANK_NAMES, PACE_NAMES
from tests.cogs.club import Club, told
from tests.cogs.handling import answer_of, public
from tests.cogs.timed import board_text, days_ahead, guest_of, host_of, idle_for, text_of

LONG_IDLE = timedelta(days=30)
NOT_THERE = "There is no table here"


async def another_table(club: Club, people: list[Person], channel: str = "duomo", **clock: str) -> int:
    """A game with the same people in another channel; the table's id."""
    place = club.simulation.channel(channel)
    await people[0].slash(place, "comuni new", picture=False)
    if clock:
        await people[0].slash(place, "comuni clock", **clock)
    for person in people[1:]:
        await person.slash(place, "comuni join")
    await people[0].slash(place, "comuni start")
    return (await club.bot.tables.reader.table_of_channel(place.id)).id


async def away_until(club: Club, person: Person, table_id: int | None = None) -> datetime | None:
    """Until when the clock of a table knows somebody to be away."""
    table = await club.table() if table_id is None else await club.bot.tables.reader.table(table_id)
    seat = table.seat_of(person.id)
    assert seat is not None
    part = table.clock.of(seat)
    assert part is not None
    return part.away_until


# ------------------------------------------------------------------------------------------------------- /comuni clock


async def test_the_host_sets_every_setting_by_options(club: Club) -> None:
    host, _ = await club.gather(2)
    shown = await host.slash(
        club.channel,
        "comuni clock",
        pace="4320",
        bank="0",
        days_off="weekend",
        zone=" Europe/Rome ",
        time_out="host",
        vacation="wait",
    )
    assert told(shown).startswith("The clock is set.")
    found = (await club.table()).settings
    assert (found.pace, found.bank, found.days_off, found.zone) == (4320, 0, (5, 6), "Europe/Rome")
    assert (found.time_out, found.vacation) == (TimeOut.HOST, Vacation.WAIT)
    for text in (text_of(answer_of(shown)), await board_text(club)):
        assert "3 days" in text
        assert "Saturday and Sunday" in text
        assert "Europe/Rome" in text


async def test_an_option_that_is_left_out_stays_as_it_was(club: Club) -> None:
    host, _ = await club.gather(2, clock={"pace": "60", "days_off": "sunday"})
    await host.slash(club.channel, "comuni clock", pace="0")
    found = (await club.table()).settings
    assert (found.pace, found.days_off) == (None, (6,))


async def test_without_options_anybody_reads_the_clock(club: Club) -> None:
    await club.gather(2, clock={"pace": "4320"})
    for person in (*club.people, club.simulation.person("Passer-by")):
        shown = answer_of(await person.slash(club.channel, "comuni clock"))
        assert "3 days" in text_of(shown)
    await club.people[0].slash(club.channel, "comuni start")
    for person in (*club.people, club.simulation.person("Another")):
        assert "has until" in text_of(answer_of(await person.slash(club.channel, "comuni clock")))


async def test_only_the_host_sets_the_clock_and_only_before_the_game(club: Club) -> None:
    host, guest = await club.gather(2)
    before = (await club.table()).settings
    for person in (guest, club.simulation.person("Passer-by")):
        assert told(await person.slash(club.channel, "comuni clock", pace="60")).startswith("Only the host")
    await host.slash(club.channel, "comuni start")
    assert told(await host.slash(club.channel, "comuni clock", pace="60")).startswith(
        "The game at this table has begun"
    )
    assert (await club.table()).settings == before


@pytest.mark.parametrize(
    "typed", ["Europe/Atlantis", "europe/rome", "", "x" * 500, "../../etc/passwd", "UTC\x00", "+2"]
)
async def test_what_is_no_time_zone_sets_nothing(club: Club, typed: str) -> None:
    host, _ = await club.gather(2)
    before = (await club.table()).settings
    answer = told(await host.slash(club.channel, "comuni clock", zone=typed, pace="60"))
    assert answer.startswith("That is no time zone known here")
    assert (await club.table()).settings == before


async def test_a_clock_is_set_and_read_where_its_table_is(club: Club) -> None:
    alice = club.simulation.person("Alice")
    assert told(await alice.slash(club.channel, "comuni clock")).startswith(NOT_THERE)
    assert told(await alice.slash(alice.dm, "comuni clock", pace="60")).startswith("Use this in the server's channel")


async def test_common_time_zones_are_offered_first_and_all_of_them_by_a_part_of_their_names(club: Club) -> None:
    (host,) = await club.gather(1)

    async def offered(typed: str) -> list[str]:
        found = await host.autocomplete(club.channel, "comuni clock", "zone", typed)
        assert len(found) <= 25
        return [choice["value"] for choice in found]

    assert (await offered(""))[0] == "UTC"
    assert "Europe/Rome" in await offered("")
    assert await offered("rome") == ["Europe/Rome"]
    assert "America/New_York" in await offered("new york")
    assert len(await offered("a")) == 25
    assert await offered("atlantis") == []
    for zone in await offered("e"):
        assert told(await host.slash(club.channel, "comuni clock", zone=zone)).startswith("The clock is set.")


def test_every_pace_and_bank_of_the_menus_can_be_typed_too_and_is_called_the_same() -> None:
    english = translator("en")
    assert {int(value) for value in PACE_NAMES} == set(PACES)
    assert {int(value) for value in BANK_NAMES} == set(BANKS)
    for value, name in (*PACE_NAMES.items(), *BANK_NAMES.items()):
        assert value == "0" or name == duration(int(value), english)


# -------------------------------------------------------------------------------------------------------- /comuni away


async def test_who_is_away_is_so_at_all_their_running_tables(club: Club) -> None:
    people = await club.start(2)
    second = await another_table(club, people)
    day = days_ahead(club, 9)
    answer = told(await people[1].slash(club.channel, "comuni away", until=day))
    expected = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    assert answer.startswith(f"You are away until <t:{int(expected.timestamp())}:f>")
    assert "at 2 tables" in answer
    assert await away_until(club, people[1]) == await away_until(club, people[1], second) == expected
    assert await away_until(club, people[0]) is None
    assert told(await people[1].slash(people[1].dm, "comuni away")).startswith("You are back")
    assert await away_until(club, people[1]) is await away_until(club, people[1], second) is None


async def test_a_day_begins_in_the_time_zone_of_each_table(club: Club) -> None:
    people = await club.start(2)
    second = await another_table(club, people, zone="Asia/Tokyo")
    await people[1].slash(people[1].dm, "comuni away", until=days_ahead(club, 9))
    first, other = await away_until(club, people[1]), await away_until(club, people[1], second)
    assert first is not None
    assert other == first - timedelta(hours=9)


@pytest.mark.parametrize("days", [-1, 0, 91])
async def test_a_day_too_early_or_too_late_is_refused(club: Club, days: int) -> None:
    people = await club.start(2)
    answer = told(await people[1].slash(club.channel, "comuni away", until=days_ahead(club, days)))
    assert answer.startswith("That is no date that can be used here")
    assert "90 days" in answer
    assert await away_until(club, people[1]) is None


@pytest.mark.parametrize(
    "typed", ["tomorrow", "", "2030-13-01", "24.12.2030", "２０３０-12-24", "1e9", "x" * 1000, "\x00"]
)
async def test_what_is_no_day_is_refused(club: Club, typed: str) -> None:
    people = await club.start(2)
    answer = told(await people[1].slash(club.channel, "comuni away", until=typed))
    assert answer.startswith("That is no date that can be used here")
    assert await away_until(club, people[1]) is None


async def test_a_day_that_is_wrong_for_one_table_is_wrong_for_all(club: Club) -> None:
    people = await club.start(2)
    now = club.simulation.now()
    zone = "Pacific/Kiritimati" if now.hour >= 10 else "Pacific/Niue"  # where it is another day now
    second = await another_table(club, people, zone=zone)
    day = days_ahead(club, 1 if now.hour >= 10 else 90)
    answer = told(await people[1].slash(club.channel, "comuni away", until=day))
    assert answer.startswith("That is no date that can be used here")
    assert await away_until(club, people[1]) is await away_until(club, people[1], second) is None


async def test_who_is_back_at_one_table_already_comes_back_at_the_others(club: Club) -> None:
    people = await club.start(2)
    second = await another_table(club, people)
    await people[1].slash(club.channel, "comuni away", until=days_ahead(club, 9))
    await club.bot.tables.timekeeping.back((await club.table()).id, people[1].id)
    assert told(await people[1].slash(club.channel, "comuni away")).startswith("You are back")
    assert await away_until(club, people[1], second) is None


@pytest.mark.parametrize("tables", [1, 2])
async def test_who_is_not_away_cannot_come_back(club: Club, tables: int) -> None:
    people = await club.start(2)
    if tables == 2:
        await another_table(club, people)
    assert told(await people[1].slash(club.channel, "comuni away")).startswith("You are not away")


@pytest.mark.parametrize("typed", [True, False])
async def test_who_plays_nowhere_is_told_why_they_cannot_be_away(club: Club, typed: bool) -> None:
    options = {"until": days_ahead(club, 9)} if typed else {}
    alice, passer = club.simulation.person("Zoe"), club.simulation.person("Passer-by")
    assert told(await alice.slash(alice.dm, "comuni away", **options)).startswith(NOT_THERE)
    assert told(await alice.slash(club.channel, "comuni away", **options)).startswith(NOT_THERE)
    host, _ = await club.gather(2)
    assert told(await host.slash(club.channel, "comuni away", **options)).startswith("No game is running")
    assert told(await host.slash(host.dm, "comuni away", **options)).startswith("No game is running")
    await host.slash(club.channel, "comuni start")
    assert told(await passer.slash(club.channel, "comuni away", **options)).startswith("You do not sit at this table")
    await host.slash(club.channel, "comuni stop", confirm=True)
    assert told(await host.slash(club.channel, "comuni away", **options)).startswith("This table has ended already")


async def test_every_day_that_is_offered_may_be_chosen_and_is_read_in_the_person_s_language(club: Club) -> None:
    people = await club.start(2)
    chiara = club.simulation.person("Chiara", locale="it")
    found = await people[1].autocomplete(club.channel, "comuni away", "until")
    days = [choice["value"] for choice in found]
    assert days[0] == days_ahead(club, 1)
    assert days == sorted(days)
    assert len(days) == len(set(days)) <= 25
    for day in days:
        assert told(await people[1].slash(club.channel, "comuni away", until=day)).startswith("You are away until")
    english, italian = found[0]["name"], (await chiara.autocomplete(club.channel, "comuni away", "until"))[0]["name"]
    weekday = date.fromisoformat(days[0]).strftime("%A")
    assert weekday in english
    assert weekday not in italian
    typed = await people[1].autocomplete(club.channel, "comuni away", "until", weekday.lower()[:4])
    assert {date.fromisoformat(choice["value"]).weekday() for choice in typed} == {
        date.fromisoformat(days[0]).weekday()
    }
    assert await people[1].autocomplete(club.channel, "comuni away", "until", "nonsense") == []


# --------------------------------------------------------------------------------------------- /comuni pause and resume


async def test_the_host_pauses_and_a_guest_resumes(club: Club) -> None:
    await club.start(2)
    host, guest = await host_of(club), await guest_of(club)
    assert told(await host.slash(club.channel, "comuni pause")).startswith("The clock stands still.")
    assert (await club.table()).clock.paused_at is not None
    assert told(await host.slash(club.channel, "comuni pause")).startswith("The clock stands still already")
    assert told(await guest.slash(club.channel, "comuni resume")).startswith("The table goes on")
    assert (await club.table()).clock.paused_at is None
    assert told(await guest.slash(club.channel, "comuni resume")).startswith("The clock of this table is not paused")


async def test_two_guests_pause_together(club: Club) -> None:
    await club.start(3)
    host = await host_of(club)
    one, two = [person for person in club.people if person is not host]
    assert told(await one.slash(club.channel, "comuni pause")).startswith("You would like a pause")
    assert (await club.table()).clock.paused_at is None
    assert told(await two.slash(club.channel, "comuni pause")).startswith("The clock stands still.")
    assert (await club.table()).clock.paused_at is not None


async def test_who_does_not_sit_there_neither_pauses_nor_resumes(club: Club) -> None:
    await club.start(2)
    passer, clock = club.simulation.person("Passer-by"), (await club.table()).clock
    for command in ("comuni pause", "comuni resume"):
        assert told(await passer.slash(club.channel, command)).startswith("You do not sit at this table")
        assert told(await passer.slash(passer.dm, command)).startswith(NOT_THERE)
        assert told(await passer.slash(club.channel, command, table="1")).startswith(NOT_THERE)
    assert (await club.table()).clock == clock


async def test_before_and_after_the_game_nothing_is_paused(club: Club) -> None:
    host, _ = await club.gather(2)
    assert told(await host.slash(club.channel, "comuni pause")).startswith("No game is running")
    await host.slash(club.channel, "comuni start")
    await host.slash(club.channel, "comuni stop", confirm=True)
    for command in ("comuni pause", "comuni resume"):
        assert told(await host.slash(club.channel, command)).startswith("This table has ended already")


async def test_in_private_a_table_is_named_where_there_are_several(club: Club) -> None:
    people = await club.start(2)
    second = await another_table(club, [await host_of(club), await guest_of(club)])
    host = await host_of(club)
    for command, state in (("comuni pause", True), ("comuni resume", False)):
        assert "Say which one" in told(await host.slash(host.dm, command))
        offered = await host.autocomplete(host.dm, command, "table")
        assert str(second) in {choice["value"] for choice in offered}
        await host.slash(host.dm, command, table=str(second))
        assert ((await club.bot.tables.reader.table(second)).clock.paused_at is not None) == state
        assert (await club.table()).clock.paused_at is None
    assert people


async def test_an_archived_game_goes_on_where_it_was(club: Club) -> None:
    await club.start(2)
    await idle_for(club, LONG_IDLE)
    assert (await club.table()).state is TableState.ARCHIVED
    guest, passer = await guest_of(club), club.simulation.person("Passer-by")
    assert told(await passer.slash(club.channel, "comuni resume")).startswith("You do not sit at this table")
    assert told(await guest.slash(club.channel, "comuni pause")).startswith("This game is archived")
    assert told(await guest.slash(club.channel, "comuni resume")).startswith("The table goes on")
    assert (await club.table()).state is TableState.RUNNING


async def test_behind_a_newer_table_that_has_ended_the_archived_one_is_meant(club: Club) -> None:
    await club.start(2)
    first, host = (await club.table()).id, await host_of(club)
    await idle_for(club, LONG_IDLE)
    await host.slash(club.channel, "comuni new", picture=False)
    newer = (await club.table()).id
    assert newer != first
    stands = public(club)
    assert told(await host.slash(club.channel, "comuni resume")).startswith("This channel has a table already")
    assert public(club) == stands
    await host.slash(club.channel, "comuni stop", confirm=True)
    assert told(await host.slash(club.channel, "comuni resume")).startswith("The table goes on")
    assert (await club.table()).id == first


async def test_a_paused_table_is_meant_before_an_archived_one(club: Club) -> None:
    await club.start(2)
    first, host, guest = (await club.table()).id, await host_of(club), await guest_of(club)
    await idle_for(club, LONG_IDLE)
    await host.slash(club.channel, "comuni new", picture=False)
    await guest.slash(club.channel, "comuni join")
    await host.slash(club.channel, "comuni start")
    await host.slash(club.channel, "comuni pause")
    assert told(await guest.slash(club.channel, "comuni resume")).startswith("The table goes on")
    assert (await club.table()).id != first
    assert (await club.table()).clock.paused_at is None
    assert (await club.bot.tables.reader.table(first)).state is TableState.ARCHIVED


async def test_an_archived_game_is_resumed_in_private_by_its_name(club: Club) -> None:
    await club.start(2)
    table_id, guest = (await club.table()).id, await guest_of(club)
    await idle_for(club, LONG_IDLE)
    offered = await guest.autocomplete(guest.dm, "comuni resume", "table")
    assert [(choice["value"], "archived" in choice["name"]) for choice in offered] == [(str(table_id), True)]
    assert told(await guest.slash(guest.dm, "comuni resume", table=str(table_id))).startswith("The table goes on")
    assert (await club.table()).state is TableState.RUNNING
