"""A table counts time: its host sets the clock, and whoever does not act is reminded once and then stood in for."""

from datetime import timedelta
from itertools import pairwise

import discord
import pytest

from bot.local.simulation import Person
from bot.locale import translator
from bot.ui.clock_menus import menus
from bot.ui.clock_settings import ClockSettings, settings_lines
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House, answer
from tests.end_to_end.tapping import controls
from tests.end_to_end.timed import (
    BANKED,
    MINUTE,
    PACE,
    QUICK,
    REMINDED,
    TIME_RAN_OUT,
    TIME_RUNS,
    answered,
    awaited,
    clock_of,
    count,
    ever_written,
    letters,
    pointers,
    stamp,
    text_of,
    time_field,
)
from tests.end_to_end.traffic import pinged

CHOSEN = ClockSettings(60, 15, (5, 6), "Asia/Tokyo", "wait", "wait")
MENUS = {"pace": ["60"], "bank": ["15"], "daysoff": ["5", "6"], "timeout": ["wait"], "vacation": ["wait"]}


async def chosen(person: Person, shown: discord.Message, name: str, values: list[str]) -> discord.Message:
    """Somebody chooses the options of a menu by what is written on them, in their own language."""
    offered = {menu.name: menu for menu in menus(CHOSEN, translator("en"))}[name]
    wanted = [label for label, value, _ in offered.options if value in values]
    selects = [control for control in controls(shown) if isinstance(control, discord.SelectMenu)]
    for select in selects:
        found = [option.value for option in select.options if option.label in wanted]
        if found:
            return answered(await person.select(shown, found, custom_id=select.custom_id))
    raise AssertionError(f"nothing is offered for {name}")


async def lobby_shows(house: House, language: str) -> None:
    """Everybody reads the clock that was chosen, in the language of the table."""
    t = translator(language)
    assert await time_field(house, t("Time")) == "\n".join(settings_lines(CHOSEN, t))


@pytest.mark.parametrize("language", ["en", "it", "ja"])
async def test_a_host_sets_the_clock_of_the_lobby_by_its_menus(house: House, language: str) -> None:
    host, guest = await house.gather(2, language=language)
    label = translator(language)("Clock")
    shown = await clock_of(house, host, label)
    assert "24 hours" in text_of(shown)
    for name, values in MENUS.items():
        shown = await chosen(host, shown, name, values)
        assert shown.content.startswith("The clock is set.")
    assert answer(await host.slash(house.channel, "comuni clock", zone="Asia/Tokyo")).startswith("The clock is set.")
    await lobby_shows(house, language)
    assert not controls(await clock_of(house, guest, label))


@pytest.mark.parametrize("language", ["en", "it", "ja"])
async def test_a_host_sets_the_clock_of_the_lobby_by_a_command(house: House, language: str) -> None:
    host, guest = await house.gather(2, language=language)
    offered = {option["name"]: option.get("choices", []) for option in house.menu["comuni clock"]}
    wishes = {"pace": "1 hour", "bank": "15 minutes", "days_off": "Saturday and Sunday"}
    wishes |= {"time_out": "The table waits", "vacation": "The table waits"}
    options = {
        name: next(choice["value"] for choice in offered[name] if choice["name"] == wish)
        for name, wish in wishes.items()
    }
    (zone, *_) = await host.autocomplete(house.channel, "comuni clock", "zone", "tokyo")
    refused = await guest.slash(house.channel, "comuni clock", **options)
    assert answer(refused).startswith("Only the host")
    await host.slash(house.channel, "comuni clock", zone=zone["value"], **options)
    await lobby_shows(house, language)


async def test_the_board_says_until_when_there_is_time(house: House) -> None:
    await house.begin(2, 0, clock=BANKED)
    asked, now = await awaited(house), house.simulation.now()
    shown = await time_field(house)
    assert f"({discord.utils.escape_markdown(asked.person.name)})** has until" in shown
    until, bank_until = stamp(now + timedelta(seconds=PACE)), stamp(now + timedelta(seconds=2 * PACE))
    assert f"has until {until}; its bank then lasts until {bank_until}." in shown
    assert "Banks: " in shown
    assert f"You have until {until}; your bank then lasts until {bank_until}." in letters(asked.person)[0]
    await house.simulation.advance(PACE + MINUTE)
    assert await time_field(house) == shown, "the board has changed though nothing did"


async def test_without_a_pace_nobody_is_hurried(house: House) -> None:
    await house.begin(2, 0, clock={"pace": "0"})
    before = len(house.simulation.requests)
    await house.simulation.advance(3 * 60 * MINUTE)
    assert len(house.simulation.requests) == before
    assert await time_field(house) == ""


async def somebody_absent(house: House, how: str = "dm", **clock: str) -> Driver:
    """A game of three in which the second person was told of their turn in the way they want, and does nothing."""
    people = [house.person(name) for name in ("Alice", "Bob", "Chiara")]
    for person in people:
        if how == "closed":
            path = f"/channels/{person.dm.id}/messages"
            house.simulation.inject_error("POST", path, status=403, code=50007, times=None)
        else:
            await person.slash(person.dm, "comuni pings", how=how)
    await house.begin(3, 0, people=people, clock={**QUICK, **clock})
    first = await awaited(house)
    await first.look()
    await first.act()
    house.deliver()
    for driver in house.drivers:
        driver.unread = driver.pinged = False
    absent = await awaited(house)
    assert absent is not first
    return absent


def posted_to(house: House, person: Person) -> int:
    """How many letters were ever written to somebody, or tried to be."""
    return len(house.posts(person.dm))


async def test_who_does_not_act_is_reminded_once_in_place_of_the_ping(house: House) -> None:
    absent = await somebody_absent(house)
    asked, before = house.simulation.now(), posted_to(house, absent.person)
    (ping,) = letters(absent.person)
    await house.simulation.advance(REMINDED - 1)
    assert letters(absent.person) == [ping]
    await house.simulation.advance(2)
    (reminder,) = letters(absent.person)
    assert TIME_RUNS in reminder
    assert f"You have until {stamp(asked + timedelta(seconds=PACE))}." in reminder
    house.deliver()
    assert [driver for driver in house.drivers if driver.unread] == [absent]
    await house.simulation.advance(PACE - REMINDED - 3)
    assert posted_to(house, absent.person) == before + 1
    assert await awaited(house) is absent
    assert await absent.asked()
    await absent.act()
    await house.simulation.advance(MINUTE)
    assert count(ever_written(house, absent.person.dm), TIME_RAN_OUT) == 0


async def test_at_the_end_of_the_time_a_steward_acts_and_the_game_goes_on(house: House) -> None:
    absent = await somebody_absent(house)
    seat, before = await house.seat_of(absent), posted_to(house, absent.person)
    await house.simulation.advance(PACE + 1)
    asked = await awaited(house)
    assert asked is not absent
    (told,) = letters(absent.person)
    assert TIME_RAN_OUT in told
    assert "/comuni away" in told
    assert posted_to(house, absent.person) == before + 2
    house.deliver()
    assert asked.unread
    assert await asked.asked()
    shown = await house.board_text()
    assert f"({discord.utils.escape_markdown(asked.person.name)})** has until" in await time_field(house)
    assert seat.capitalize() in shown.rpartition("Latest")[2]
    assert not await absent.asked()


async def test_that_time_ran_out_is_read_though_stewards_ask_again_at_once(house: House) -> None:
    (alice,) = await house.gather(1, seats=2, clock=QUICK)
    await alice.slash(house.channel, "comuni stewards", count=1)
    await alice.slash(house.channel, "comuni start")
    for _ in range(4):
        await house.simulation.advance(PACE + 1)
        told, ping = letters(alice)
        assert TIME_RAN_OUT in told
        assert TIME_RAN_OUT not in ping
        assert TIME_RUNS not in ping


async def test_the_log_shows_what_was_done_in_place_of_somebody_and_once_all_is_open_why(house: House) -> None:
    absent = await somebody_absent(house)
    seat = await house.seat_of(absent)
    before = await log_text(house)
    await house.simulation.advance(PACE + 1)
    after = await log_text(house)
    assert after.startswith(before)
    assert seat.capitalize() in after.removeprefix(before)
    assert "💭" not in after
    await house.drivers[0].person.slash(house.channel, "comuni stop", confirm=True)
    for driver in house.drivers:
        await driver.person.slash(house.channel, "comuni record", agree=True)
    assert (await log_text(house)).count("💭") == 1


async def log_text(house: House) -> str:
    """The last page of the log, as the first person reads it, without its number."""
    shown = answered(await house.drivers[0].person.slash(house.channel, "comuni log", page=1000))
    return str(shown.embeds[0].description)


@pytest.mark.parametrize("how", ["mention", "closed"])
async def test_who_is_pinged_in_the_channel_is_reminded_and_told_there_with_the_same_words(
    house: House, how: str
) -> None:
    absent = await somebody_absent(house, how)
    lines, ids = [pointers(house, absent.person)], set()
    for span in (REMINDED + 1, PACE - REMINDED):
        await house.simulation.advance(span)
        lines.append(pointers(house, absent.person))
        house.deliver()
        assert absent.pinged
        ids.add(len([sent for sent in house.posts(house.channel) if absent.person.id in pinged(sent)]))
        absent.pinged = False
    assert all(len(found) == 1 for found in lines), "an earlier line stays, or none was written"
    assert len({found[0] for found in lines}) == 1
    assert [two - one for one, two in pairwise(sorted(ids))] == [1]
    assert letters(absent.person) == []
    assert await awaited(house) is not absent


async def test_who_wants_no_pings_is_never_written_to_and_all_the_same_stood_in_for(house: House) -> None:
    absent = await somebody_absent(house, "none")
    await house.simulation.advance(PACE + 1)
    assert posted_to(house, absent.person) == 0
    assert not [sent for sent in house.posts(house.channel) if pinged(sent)]
    assert await awaited(house) is not absent
    assert (await absent.look()).examples == []


async def test_where_the_table_waits_nobody_acts_for_who_does_not(house: House) -> None:
    absent = await somebody_absent(house, time_out="wait", bank="15")
    version = (await house.table()).version
    await house.simulation.advance(PACE + PACE + 1)
    assert "the table waits." in await time_field(house)
    assert count(ever_written(house, absent.person.dm), TIME_RUNS) == 1
    sent = len(house.simulation.requests)
    await house.simulation.advance(3 * 60 * MINUTE)
    assert len(house.simulation.requests) == sent
    assert (await house.table()).version == version
    assert await absent.asked()
    await absent.act()
    assert "has until" in await time_field(house)
    assert count(ever_written(house, absent.person.dm), TIME_RAN_OUT) == 0
