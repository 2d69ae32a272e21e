"""The clock in private: what its host sets before the game, and what people do about it during the game (law 6)."""

from typing import Any

import discord
import pytest

from bot.tables.model import TableSettings, TimeOut, Vacation
from bot.ui.custom_ids import Kind, template
from tests.cogs.club import Club
from tests.cogs.handling import answer_of, board_of, control_ids, controls, ids, panel, public, version
from tests.cogs.timed import (
    DECIDES,
    PACE,
    QUICK,
    active_of,
    ask_host,
    board_text,
    clock_of,
    days_ahead,
    guest_of,
    host_of,
    labels,
    let_run_out,
    press,
    text_of,
)

NOT_HOST = "Only the host"
OUT_OF_DATE = "That was asked earlier and has changed since."
CHOICES: list[tuple[str, list[str], dict[str, Any]]] = [
    ("pace", ["0"], {"pace": None}),
    ("pace", ["60"], {"pace": 60}),
    ("bank", ["0"], {"bank": 0}),
    ("bank", ["10080"], {"bank": 10080}),
    ("daysoff", ["5", "6"], {"days_off": (5, 6)}),
    ("daysoff", [], {"days_off": ()}),
    ("timeout", ["wait"], {"time_out": TimeOut.WAIT}),
    ("vacation", ["wait"], {"vacation": Vacation.WAIT}),
]
NONSENSE: list[tuple[str, list[str]]] = [
    ("pace", ["1"]),
    ("pace", ["１５"]),
    ("pace", ["-60"]),
    ("pace", []),
    ("pace", ["15", "60"]),
    ("bank", ["99999"]),
    ("daysoff", ["7"]),
    ("daysoff", ["0", "1", "2", "3", "4", "5", "6"]),
    ("timeout", ["shout"]),
    ("vacation", [""]),
    ("zone", ["Europe/Rome"]),
    ("seats", ["5"]),
]


async def settings(club: Club) -> TableSettings:
    return (await club.table()).settings


def chosen(panel: discord.Message) -> dict[str, list[str]]:
    """What the menus of a panel show as set."""
    menus = [control for control in controls(panel) if isinstance(control, discord.SelectMenu)]
    return {
        str(menu.custom_id).rpartition(":")[2]: [option.value for option in menu.options if option.default]
        for menu in menus
    }


async def test_the_host_has_a_menu_for_each_setting_that_shows_what_is_set(club: Club) -> None:
    host, _ = await club.gather(2)
    shown = await clock_of(club, host)
    assert chosen(shown) == {
        "pace": ["1440"],
        "bank": ["720"],
        "daysoff": [],
        "timeout": ["steward"],
        "vacation": ["steward"],
    }
    assert "24 hours" in text_of(shown)


async def test_everybody_else_reads_the_same_clock_without_menus(club: Club) -> None:
    host, guest = await club.gather(2)
    expected = (await clock_of(club, host)).embeds
    for person in (guest, club.simulation.person("Passer-by")):
        shown = await clock_of(club, person)
        assert shown.embeds == expected
        assert not shown.components


@pytest.mark.parametrize(("name", "values", "expected"), CHOICES)
async def test_what_the_host_chooses_is_set_and_shown(
    club: Club, name: str, values: list[str], expected: dict[str, Any]
) -> None:
    host, _ = await club.gather(2, clock={"days_off": "sunday"})
    before = await settings(club)
    shown = await clock_of(club, host)
    again = answer_of(await host.select(shown, values, custom_id=f"set:{(await club.table()).id}:{name}"))
    assert again.id == shown.id
    assert again.content.startswith("The clock is set.")
    assert await settings(club) == before.model_copy(update=expected)
    assert chosen(again)[name] == values
    assert chosen(again) == {**chosen(shown), name: values}


async def test_the_lobby_says_how_the_clock_is_set(club: Club) -> None:
    host, _ = await club.gather(2)
    assert "24 hours" in await board_text(club)
    shown = await clock_of(club, host)
    await host.select(shown, ["2880"], custom_id=f"set:{(await club.table()).id}:pace")
    assert "2 days" in await board_text(club)


@pytest.mark.parametrize("way", ["restart", "crash"])
async def test_a_menu_works_after_the_program_has_ended(club: Club, way: str) -> None:
    host, _ = await club.gather(2)
    custom_id = f"set:{(await club.table()).id}:pace"
    await (club.simulation.restart() if way == "restart" else club.simulation.crash())
    answer_of(await host.forge(board_of(club), custom_id, values=["60"]))
    assert (await settings(club)).pace == 60


async def test_who_is_host_now_sets_the_clock_whoever_was_it_when_the_menu_was_shown(club: Club) -> None:
    host, guest = await club.gather(2)
    shown, custom_id = await clock_of(club, host), f"set:{(await club.table()).id}:pace"
    await host.slash(club.channel, "comuni leave")
    assert answer_of(await host.select(shown, ["60"], custom_id=custom_id)).content.startswith(NOT_HOST)
    assert (await settings(club)).pace == 1440
    assert answer_of(await guest.forge(board_of(club), custom_id, values=["60"])).content.startswith("The clock is set")
    assert (await settings(club)).pace == 60


@pytest.mark.parametrize(("name", "values"), [*[(name, values) for name, values, _ in CHOICES], *NONSENSE])
async def test_nobody_but_the_host_sets_anything(club: Club, name: str, values: list[str]) -> None:
    _, guest = await club.gather(2)
    before, stands = await settings(club), public(club)
    for person in (guest, club.simulation.person("Passer-by")):
        answer = answer_of(await person.forge(board_of(club), f"set:{(await club.table()).id}:{name}", values=values))
        assert answer.content.startswith(NOT_HOST)
        assert not answer.embeds
    assert (await settings(club), public(club)) == (before, stands)


@pytest.mark.parametrize(("name", "values"), NONSENSE)
async def test_what_no_menu_offers_is_out_of_date_and_sets_nothing(club: Club, name: str, values: list[str]) -> None:
    host, _ = await club.gather(2)
    before = await settings(club)
    shown = await clock_of(club, host)
    answer = answer_of(await host.forge(shown, f"set:{(await club.table()).id}:{name}", values=values))
    assert answer.content.startswith(OUT_OF_DATE)
    assert ids(answer) == ids(shown)
    assert await settings(club) == before


async def test_once_the_game_has_begun_the_clock_is_no_longer_set(club: Club) -> None:
    host, _ = await club.gather(2)
    shown, custom_id = await clock_of(club, host), f"set:{(await club.table()).id}:pace"
    await host.slash(club.channel, "comuni start")
    answer = answer_of(await host.select(shown, ["60"], custom_id=custom_id))
    assert answer.content.startswith("The game at this table has begun")
    assert (await settings(club)).pace == 1440


async def test_a_clock_belongs_to_its_channel(club: Club) -> None:
    await club.start(2)
    table, host = await club.table(), await host_of(club)
    elsewhere = await host.member.send(club.simulation.channel("duomo"), "hello")
    forged: list[tuple[str, list[str] | None]] = [(f"set:{table.id}:pace", ["60"])]
    forged += [(f"board:{table.id}:{choice}", None) for choice in ("clock", "pause", "resume", "back")]
    for custom_id, values in forged:
        answer = answer_of(await host.forge(elsewhere, custom_id, values=values))
        assert answer.content.startswith("There is no table here")


async def test_everybody_reads_until_when_who_has_time(club: Club) -> None:
    people = await club.start(2)
    active = await active_of(club)
    for person in (*people, club.simulation.person("Passer-by")):
        shown = text_of(await clock_of(club, person))
        assert f"({active.name})** has until <t:" in shown
        assert "Banks: " in shown


async def test_the_host_stops_the_clock_and_anybody_at_the_table_lets_it_run_again(club: Club) -> None:
    await club.start(2, clock=QUICK)
    host, guest = await host_of(club), await guest_of(club)
    shown = await press(host, await clock_of(club, host), "Pause")
    assert shown.content.startswith("The clock stands still.")
    assert labels(shown) == ["Go on"]
    assert "Paused" in await board_text(club)
    await club.simulation.advance(2 * PACE)
    assert await version(club) == 1
    shown = await press(guest, await clock_of(club, guest), "Go on")
    assert labels(shown) == ["Pause"]
    assert "Paused" not in await board_text(club)
    await let_run_out(club)
    assert await version(club) > 1


async def test_two_seats_stop_the_clock_together(club: Club) -> None:
    await club.start(3)
    host = await host_of(club)
    one, two = [person for person in club.people if person is not host]
    shown = await press(one, await clock_of(club, one), "Pause")
    assert shown.content.startswith("You would like a pause")
    assert "would like a pause" in await board_text(club)
    assert (await press(one, shown, "Pause")).content.startswith("You have asked for a pause already")
    shown = await press(two, await clock_of(club, two), "Pause")
    assert shown.content.startswith("The clock stands still.")


async def test_a_button_whose_time_is_over_says_so(club: Club) -> None:
    await club.start(2)
    host, guest = await host_of(club), await guest_of(club)
    old = await clock_of(club, guest)
    paused = await press(host, await clock_of(club, host), "Pause")
    assert (await press(guest, old, "Pause")).content.startswith("The clock stands still already")
    await press(guest, await clock_of(club, guest), "Go on")
    assert (await press(host, paused, "Go on")).content.startswith("The clock of this table is not paused")


async def test_who_is_away_comes_back_by_a_button(club: Club) -> None:
    await club.start(2)
    guest = await guest_of(club)
    await guest.slash(club.channel, "comuni away", until=days_ahead(club, 7))
    assert "is away until" in await board_text(club)
    shown = await clock_of(club, guest)
    assert labels(shown) == ["Pause", "I am back"]
    again = await press(guest, shown, "I am back")
    assert again.content.startswith("You are back")
    assert labels(again) == ["Pause"]
    assert "is away until" not in await board_text(club)


async def test_who_does_not_sit_there_reads_the_clock_and_changes_nothing(club: Club) -> None:
    await club.start(2)
    passer, table = club.simulation.person("Passer-by"), await club.table()
    shown = await clock_of(club, passer)
    assert not shown.components
    for choice in ("pause", "resume", "back"):
        answer = answer_of(await passer.forge(shown, f"board:{table.id}:{choice}"))
        assert answer.content.startswith("You do not sit at this table")
    assert (await club.table()).clock == table.clock


async def test_when_the_game_has_ended_there_is_nothing_to_press(club: Club) -> None:
    await club.start(2)
    host = await host_of(club)
    await press(host, await clock_of(club, host), "Pause")
    await host.slash(club.channel, "comuni stop", confirm=True)
    shown = await clock_of(club, host)
    assert "Nobody's time runs now" in text_of(shown)
    assert not shown.components
    answer = answer_of(await host.forge(shown, f"board:{(await club.table()).id}:resume"))
    assert answer.content.startswith("This table has ended already")


async def test_every_control_of_the_clock_is_known_by_exactly_one_class(club: Club) -> None:
    host, _ = await club.gather(2, clock={"time_out": "host", **QUICK})
    await clock_of(club, host)
    await host.slash(club.channel, "comuni start")
    while await active_of(club) is host:
        await club.bid()
    await let_run_out(club)
    await clock_of(club, host)
    found = set(control_ids(club))
    for custom_id in found:
        assert len(custom_id) <= 100
        assert [kind for kind in Kind if template(kind).fullmatch(custom_id)] == [Kind(custom_id.partition(":")[0])]
    assert {Kind.SET, Kind.HOST} <= {Kind(custom_id.partition(":")[0]) for custom_id in found}


async def test_no_press_about_the_clock_puts_anything_where_others_see_it(club: Club) -> None:
    host, _ = await ask_host(club)
    before = [one.id for one in club.channel.history() if not one.flags.ephemeral]
    for label in (*DECIDES, "Pause"):
        shown = await clock_of(club, host)
        if label in labels(shown):
            answer = await press(host, shown, label)
            assert not [text for _, text, *_ in public(club) if answer.content in text]
    await panel(club, host, "Clock")
    assert [one.id for one in club.channel.history() if not one.flags.ephemeral][: len(before)] == before
