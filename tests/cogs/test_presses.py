"""A control works whenever and wherever it is pressed, once, and for the holder of its seat alone (law 6)."""

from random import Random

import discord
import pytest

from bot.game.state import Phase
from bot.local.simulation import Person, Shown
from bot.ui.custom_ids import Kind, template
from cogs.controls import CONTROLS
from tests.cogs.club import Club
from tests.cogs.handling import (
    answer_of,
    asking,
    control_ids,
    controls,
    holder,
    ids,
    panel,
    ping_of,
    play_to,
    state_of,
    tap,
    tour,
    version,
)

DAY = 24 * 3600  # seconds
OF_OTHERS = {Kind.SET, Kind.HOST, Kind.SEAT}  # see test_clock_panel.py, test_handover.py
OUT_OF_DATE = "That was asked earlier and has changed since."


async def bids(club: Club, person: Person, amounts: Shown) -> None:
    """Somebody presses the bid of 0 or 1 coins, and it counts."""
    before = await version(club)
    shown = await tap(person, amounts, "1 coin")
    assert "bids 1 coin" in shown.content
    assert await version(club) == before + 1


async def amounts_for(club: Club, person: Person, opened: Shown) -> Shown:
    """The panel of amounts for the first column, from an opened panel."""
    return await tap(person, opened, "Column 1")


@pytest.mark.parametrize("wait", [0, 15 * 60 + 1, DAY])
async def test_a_control_of_the_channel_works_after_any_time(club: Club, wait: int) -> None:
    active, _ = await club.start(2, clock={"pace": "0"})
    amounts = await amounts_for(club, active, await panel(club, active))
    await club.simulation.advance(wait)
    await bids(club, active, amounts)


@pytest.mark.parametrize("wait", [0, DAY])
async def test_a_control_in_private_works_after_any_time_and_a_restart(club: Club, wait: int) -> None:
    active, _ = await club.start(2, clock={"pace": "0"})
    amounts = await amounts_for(club, active, ping_of(active))
    await club.simulation.advance(wait)
    await club.simulation.restart()
    await bids(club, active, amounts)


async def test_a_control_of_the_channel_works_after_a_crash(club: Club) -> None:
    active, _ = await club.start(2)
    amounts = await amounts_for(club, active, await panel(club, active))
    await club.simulation.crash()
    await bids(club, active, amounts)


async def test_a_private_panel_and_one_in_the_channel_say_the_same(club: Club) -> None:
    active, _ = await club.start(2)
    await club.bid()
    await club.bid()
    here, there = await panel(club, active), await tap(active, await tap(active, ping_of(active), "Help"), "Back")
    assert ids(here) == ids(there)
    assert [embed.to_dict() for embed in here.embeds] == [embed.to_dict() for embed in there.embeds]


async def test_what_is_out_of_date_says_so_and_shows_the_panel_of_now(club: Club) -> None:
    active, _ = await club.start(2)
    old = await amounts_for(club, active, await panel(club, active))
    await club.bid()
    await club.bid()
    before = await version(club)
    shown = await tap(active, old, "1 coin")
    assert shown.content.startswith(OUT_OF_DATE)
    assert ids(shown) == ids(await panel(club, active))
    assert await version(club) == before


async def test_what_is_out_of_date_shows_the_screen_to_who_is_not_asked(club: Club) -> None:
    active, _ = await club.start(2)
    old = await amounts_for(club, active, await panel(club, active))
    await club.bid()
    shown = await tap(active, old, "1 coin")
    assert shown.content.startswith(OUT_OF_DATE)
    assert "your screen" in str(shown.embeds[0].title)
    assert not asking(shown)


async def test_a_form_that_comes_back_too_late_says_so(club: Club) -> None:
    active, _ = await club.start(2)
    form = await active.click(await amounts_for(club, active, await panel(club, active)), label="Other amount…")
    assert form.modal is not None
    await club.bid()
    ((field,),) = [row["components"] for row in form.modal["components"]]
    shown = answer_of(await active.submit(form, {field["custom_id"]: "1"}))
    assert shown.content.startswith(OUT_OF_DATE)


async def test_pressed_three_times_at_once_it_counts_once(club: Club) -> None:
    active, _ = await club.start(2)
    amounts = await amounts_for(club, active, await panel(club, active))
    (custom_id,) = [one.custom_id for one in controls(amounts) if getattr(one, "label", "") == "1 coin"]
    assert custom_id is not None
    async with club.simulation.together():
        for _ in range(3):
            await active.click(amounts, custom_id=custom_id)
    assert await version(club) == 2


@pytest.mark.parametrize("first", [0, 1])
async def test_pressed_on_two_devices_at_once_it_counts_once(club: Club, first: int) -> None:
    active, other = await club.start(2)
    letter = ping_of(other).id
    devices = [await amounts_for(club, active, one) for one in (await panel(club, active), ping_of(active))]
    async with club.simulation.together():
        results = [
            await active.click(devices[place], label=label)
            for place, label in ((first, "1 coin"), (1 - first, "2 coins"))
        ]
    told = [answer_of(result).content for result in results]
    assert await version(club) == 2
    assert [text.startswith(OUT_OF_DATE) for text in told].count(True) == 1
    for result in results:
        assert answer_of(result).embeds, "both show how things stand now"
    assert ping_of(other).id > letter
    assert [ping.content for ping in other.dm.history()] == [ping_of(other).content], "one ping for one turn"


async def test_the_log_screen_and_help_are_there_at_any_time(club: Club) -> None:
    active, other = await club.start(2)
    for person in (active, other, club.simulation.person("Passer-by")):
        for label in ("My screen", "Log", "Help"):
            assert (await panel(club, person, label)).embeds


async def test_act_tells_who_is_not_asked_what_is_awaited(club: Club) -> None:
    active, other = await club.start(2)
    for person in (other, club.simulation.person("Passer-by")):
        shown = await panel(club, person)
        assert "Waiting for" in str(shown.embeds[0].description)
        assert active.name in str(shown.embeds[0].description)
        assert not asking(shown)


async def over(club: Club) -> None:
    """Play to the end."""
    await play_to(club, Phase.OVER, Random(4))


async def stopped(club: Club) -> None:
    """The host stops the table."""
    for person in club.people:
        await person.slash(club.channel, "comuni stop", confirm=True)


@pytest.mark.parametrize("end", [over, stopped])
async def test_at_a_table_that_has_ended_nothing_is_asked_of_anybody(club: Club, end: object) -> None:
    active, other = await club.start(2)
    open_panel = await amounts_for(club, active, await panel(club, active))
    ping = ping_of(active)
    assert callable(end)
    await end(club)
    before = await state_of(club)
    shown = await tap(active, open_panel, "1 coin")
    assert shown.content.startswith(OUT_OF_DATE)
    for person in (active, other, club.simulation.person("Passer-by")):
        for label in ("Act", "My screen", "Log", "Help"):
            told = await panel(club, person, label)
            said = told.content + str([embed.to_dict() for embed in told.embeds])
            assert told.embeds
            assert not asking(told)
            assert "Your turn" not in said
            assert "Waiting for" not in said
            assert "It is not your turn" not in said
    if end is stopped:
        assert (await tap(active, ping, "Help")).content.startswith(OUT_OF_DATE)
    assert await state_of(club) == before


async def test_anothers_seal_changes_no_controls_and_no_private_message(club: Club) -> None:
    await club.start(3)
    state = await play_to(club, Phase.INVASION, Random(4))
    first, second, third = [await holder(club, seat) for seat in state.communes]
    opened, letter = await panel(club, third), ping_of(third)
    shown = (ids(opened), letter.id, ids(letter), [embed.to_dict() for embed in letter.embeds])
    for person in (first, second, first):
        await tap(person, await panel(club, person), "Seal")
        again, letter = await panel(club, third), ping_of(third)
        assert (ids(again), letter.id, ids(letter), [embed.to_dict() for embed in letter.embeds]) == shown
    told = await tap(third, opened, "Seal")
    assert not told.content.startswith(OUT_OF_DATE)
    assert (await state_of(club)).phase is not Phase.INVASION


async def test_every_control_of_a_game_is_known_by_exactly_one_class_and_keeps_the_limits(club: Club) -> None:
    async for state in tour(club, each=3):
        for seat in state.communes:
            await open_all(await holder(club, seat), await panel(club, await holder(club, seat)))
    await panel(club, club.people[0], "Log")
    found = set(control_ids(club))
    for custom_id in found:
        assert len(custom_id) <= 100
        assert [kind for kind in Kind if template(kind).fullmatch(custom_id)] == [Kind(custom_id.partition(":")[0])]
    assert {custom_id.partition(":")[0] for custom_id in found} == set(Kind) - OF_OTHERS
    assert len(CONTROLS) == len(Kind)


async def open_all(person: Person, opened: Shown) -> None:
    """Look at every panel that is a tap away; Discord's limits are checked before each is sent."""
    menus = [control for control in controls(opened) if isinstance(control, discord.SelectMenu)]
    options = [(str(menu.custom_id), option.value) for menu in menus for option in menu.options]
    for custom_id in ids(opened):
        if custom_id.startswith(Kind.GO):
            answer_of(await person.forge(opened, custom_id))
    for custom_id, option in options:
        if option.startswith(Kind.GO):
            answer_of(await person.forge(opened, custom_id, values=[option]))
