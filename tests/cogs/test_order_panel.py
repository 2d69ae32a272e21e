"""Standing orders by taps: every kind is given and cancelled, by its owner alone, whenever and wherever (law 6)."""

from collections.abc import Awaitable, Callable
from random import Random

import discord
import pytest

from bot.game.actions import Force
from bot.game.state import Phase
from bot.local.simulation import Person, Shown
from bot.tables.orders import NextAcquire, NextDefence, NextIncome, Orders, WhenOutbid
from bot.ui.custom_ids import ControlId, Kind, template
from tests.cogs.club import Club
from tests.cogs.handling import (
    answer_of,
    board_of,
    control_ids,
    controls,
    ids,
    panel,
    ping_of,
    play_to,
    public,
    state_of,
    tap,
    tour,
    version,
)
from tests.cogs.ordering import ordered, orders_of, text_of

NOT_YOURS = "These buttons belong to another seat than yours. `/comuni screen` shows yours."
OUT_OF_DATE = "That was asked earlier and has changed since."
DAY = 24 * 3600  # seconds

WAYS: list[tuple[list[str], Orders]] = [
    (["Outbid: withdraw"], Orders(outbid=WhenOutbid())),
    (["Outbid: move…", "Column 3", "Order this"], Orders(outbid=WhenOutbid(columns=(3,)))),
    (
        ["Outbid: move…", "Column 3", "Column 1", "Column 4", "Take the last one away", "Column 2", "Order this"],
        Orders(outbid=WhenOutbid(columns=(3, 1, 2))),
    ),
    (["Next turn: income…", "🔨"], Orders(turn=NextIncome(choice=("artisans",)))),
    (["Next invasion: defence…", "Order this"], Orders(defence=NextDefence())),
    (
        ["Next invasion: defence…", "League +1", "Walls: all", "Order this"],
        Orders(defence=NextDefence(league=Force(soldiers=1), walls=Force(soldiers=2, coins=2))),
    ),
    (["Loot points: keep them"], Orders(repair=0)),
    (["Loot points: remove 1"], Orders(repair=1)),
    (["Loot points: remove 2"], Orders(repair=2)),
    (["Finish for me"], Orders(finish=True)),
]


async def opened(club: Club, person: Person) -> discord.Message:
    """The panel of somebody's orders, from their screen."""
    return await tap(person, await panel(club, person, "My screen"), "Orders")


async def tap_all(person: Person, shown: Shown, labels: list[str]) -> discord.Message:
    """One tap after the other."""
    for label in labels:
        shown = await tap(person, shown, label)
    assert isinstance(shown, discord.Message)
    return shown


@pytest.mark.parametrize(("labels", "kept"), WAYS)
async def test_every_kind_of_order_is_given_by_taps(club: Club, labels: list[str], kept: Orders) -> None:
    _, other = await club.start(2)
    stands, before = public(club), await version(club)
    shown = await tap_all(other, await opened(club, other), labels)
    assert await orders_of(club, other) == kept
    assert shown.content.startswith("📌")
    assert shown.content.endswith("Where it does not fit, you are asked.")
    assert (public(club), await version(club)) == (stands, before)
    assert "Standing orders" in text_of(await tap(other, shown, "My screen"))


@pytest.mark.parametrize(("labels", "kept"), WAYS)
async def test_the_order_that_stands_is_cancelled_by_a_tap(club: Club, labels: list[str], kept: Orders) -> None:
    _, other = await club.start(2)
    for way, _ in (WAYS[0], WAYS[3], WAYS[4], WAYS[6], WAYS[9], (labels, kept)):
        shown = await tap_all(other, await opened(club, other), way)
    (kind,) = kept.given
    cancel = f"order:1:siena:0:do.cancel.{kind}"
    again = answer_of(await other.click(shown, custom_id=cancel))
    assert again.id == shown.id
    assert "asked" in again.content or "yourself" in again.content
    assert cancel not in ids(again)
    assert set((await orders_of(club, other)).given) == {"outbid", "turn", "defence", "repair", "finish"} - {kind}
    await tap(other, again, "Cancel all")
    assert await orders_of(club, other) == Orders()


async def test_acquiring_is_ordered_by_a_tap_and_with_a_bonus_by_two(club: Club) -> None:
    active, other = await club.start(2)
    await active.slash(club.channel, "act bid", column=1)
    await tap(active, await opened(club, active), "Next turn: acquire")
    assert await orders_of(club, active) == Orders(turn=NextAcquire(columns=(1,)))
    await tap(active, await opened(club, active), "Cancel: next turn")
    await other.slash(club.channel, "act bid", column=2)
    await active.slash(club.channel, "act bid", column=4)
    await tap_all(active, await opened(club, active), ["Next turn: acquire…", "🙏"])
    assert await orders_of(club, active) == Orders(turn=NextAcquire(columns=(1, 4), bonus=("believers",)))


async def test_what_an_order_does_at_once_is_shown_as_an_action_that_was_pressed(club: Club) -> None:
    active, _ = await club.start(2)
    shown = await tap_all(active, await opened(club, active), ["Next turn: income…", "🪙"])
    assert "claims income" in shown.content
    assert "your screen" in str(shown.embeds[0].title)
    assert await ordered(club) == ["turn"]


async def test_an_order_acts_though_the_program_ended_after_it_was_given(club: Club) -> None:
    active, other = await club.start(2)
    await active.slash(club.channel, "act bid", column=1)
    await tap(active, await opened(club, active), "Outbid: withdraw")
    await club.simulation.crash()
    await other.slash(club.channel, "act bid", column=1, coins=1)
    assert (await state_of(club)).phase is Phase.PROJECTS
    assert await ordered(club) == [None, None, "outbid"]


@pytest.mark.parametrize("wait", [0, 15 * 60 + 1, DAY])
async def test_a_draft_goes_on_after_any_time_and_a_restart(club: Club, wait: int) -> None:
    _, other = await club.start(2, clock={"pace": "0"})
    draft = await tap_all(other, await opened(club, other), ["Outbid: move…", "Column 3"])
    await club.simulation.advance(wait)
    await (club.simulation.restart() if wait else club.simulation.crash())
    await tap_all(other, draft, ["Column 1", "Order this"])
    assert await orders_of(club, other) == Orders(outbid=WhenOutbid(columns=(3, 1)))


async def test_the_panel_of_orders_outlives_askings(club: Club) -> None:
    active, other = await club.start(2)
    shown = await opened(club, active)
    for _ in range(2):
        await club.bid()
    await tap(active, shown, "Loot points: remove 1")
    assert await orders_of(club, active) == Orders(repair=1)
    assert other.id != active.id


async def test_pressed_three_times_at_once_it_is_given_once_and_acts_once(club: Club) -> None:
    active, _ = await club.start(2)
    shown = await tap(active, await opened(club, active), "Next turn: income…")
    (button,) = [one for one in controls(shown) if str(getattr(one, "label", "")).startswith("🪙")]
    async with club.simulation.together():
        for _ in range(3):
            await active.click(shown, custom_id=button.custom_id)
    assert await ordered(club) == ["turn"]


async def test_a_draft_that_no_longer_fits_says_why_and_shows_the_orders_of_now(club: Club) -> None:
    active, other = await club.start(2)
    await active.slash(club.channel, "act bid", column=1)
    shown = await opened(club, active)
    await other.slash(club.channel, "act bid", column=1, coins=1)
    await active.slash(club.channel, "act withdraw")
    again = await tap(active, shown, "Next turn: acquire")
    assert again.content.startswith("You have no envoy on a column")
    assert await orders_of(club, active) == Orders()


async def test_the_controls_of_orders_work_on_a_private_message_too(club: Club) -> None:
    active, _ = await club.start(2)
    await club.bid()
    await club.bid()
    table = await club.table()
    seat = table.seat_of(active.id)
    assert seat is not None
    letter = ping_of(active)
    shown = answer_of(await active.forge(letter, str(ControlId(Kind.ORDER, table.id, seat, 0, "go."))))
    assert shown.id == letter.id
    await tap(active, shown, "Finish for me")
    assert await orders_of(club, active) == Orders(finish=True)


async def passer_by(club: Club) -> Person:
    return club.simulation.person("Passer-by")


async def opponent(club: Club) -> Person:
    return club.people[0]


@pytest.mark.parametrize("who", [passer_by, opponent])
async def test_nobody_else_s_press_shows_gives_or_cancels_anything(
    club: Club, who: Callable[[Club], Awaitable[Person]]
) -> None:
    _, other = await club.start(2)
    shown = await tap(other, await opened(club, other), "Outbid: withdraw")
    drafted = await tap(other, shown, "Outbid: move…")
    thief, stands = await who(club), public(club)
    for custom_id in {*ids(shown), *ids(drafted), "order:1:siena:0:go.screen"}:
        values = ["go:move.1"] if "menu" in custom_id else None
        told = answer_of(await thief.forge(board_of(club), custom_id, values=values))
        assert told.content == NOT_YOURS
        assert not told.embeds
        assert not told.components
    assert await orders_of(club, other) == Orders(outbid=WhenOutbid())
    assert public(club) == stands


FORGED = [
    "order:{table}:{seat}:0:",
    "order:{table}:{seat}:0:do",
    "order:{table}:{seat}:0:do.zzz",
    "order:{table}:{seat}:0:do.outbid.9",
    "order:{table}:{seat}:0:do.outbid.1.1",
    "order:{table}:{seat}:0:do.outbid.x",
    "order:{table}:{seat}:0:do.acquire.",
    "order:{table}:{seat}:0:do.acquire.1",
    "order:{table}:{seat}:0:do.income",
    "order:{table}:{seat}:0:do.income.gold",
    "order:{table}:{seat}:0:do.defence.999.0.0.0.0.0",
    "order:{table}:{seat}:0:do.defence.0.1.0.0.1.0",
    "order:{table}:{seat}:0:do.defence.0.0.0.0.0",
    "order:{table}:{seat}:0:do.repair.3",
    "order:{table}:{seat}:0:do.cancel.x",
    "order:{table}:{seat}:0:go.draft.999.999.999.999",
    "order:{table}:{seat}:0:go.move.99",
    "order:{table}:{seat}:0:go.acquire.47.gold",
    "order:{table}:{seat}:0:menu.move",
    "order:{table}:{seat}:999999:go.",
    "order:999999999999:{seat}:0:do.finish",
]


@pytest.mark.parametrize("form", FORGED)
async def test_a_forged_control_is_answered_in_private_and_orders_nothing(club: Club, form: str) -> None:
    _, other = await club.start(2)
    custom_id = form.format(table=(await club.table()).id, seat="siena")
    assert [kind for kind in Kind if template(kind).fullmatch(custom_id)] == [Kind.ORDER]
    stands = public(club)
    for message in (board_of(club), await opened(club, other), ping_of(other)):
        told = answer_of(await other.forge(message, custom_id))
        assert told.content or told.embeds
        assert "went wrong" not in told.content
    assert await orders_of(club, other) == Orders()
    assert public(club) == stands


@pytest.mark.parametrize("values", [[], ["do:zzz"], ["do:outbid.9"], ["go:move.9"], ["x" * 100], ["C01", "A01"]])
async def test_a_forged_choice_of_the_menu_orders_nothing(club: Club, values: list[str]) -> None:
    _, other = await club.start(2)
    drafted = await tap(other, await opened(club, other), "Outbid: move…")
    (custom_id,) = [custom_id for custom_id in ids(drafted) if "menu" in custom_id]
    told = answer_of(await other.forge(drafted, custom_id, values=values))
    assert "went wrong" not in told.content
    assert await orders_of(club, other) == Orders()


@pytest.mark.parametrize("end", ["stopped", "over"])
async def test_once_a_game_has_ended_orders_are_neither_shown_nor_given(club: Club, end: str) -> None:
    host, other = await club.start(2)
    shown = await tap(other, await opened(club, other), "Loot points: keep them")
    if end == "stopped":
        for person in (host, other):
            await person.slash(club.channel, "comuni stop", confirm=True)
    else:
        await play_to(club, Phase.OVER, Random(4))
    told = await tap(other, shown, "Finish for me")
    assert told.content.startswith("This table has ended already")
    assert await orders_of(club, other) == Orders(repair=0)
    screen = await panel(club, other, "My screen")
    assert "Standing orders" not in text_of(screen)
    assert not [custom_id for custom_id in ids(screen) if custom_id.startswith(Kind.ORDER)]


async def test_in_every_phase_all_panels_open_in_private_and_are_known_by_one_class(club: Club) -> None:
    async for state in tour(club):
        if state.phase is Phase.OVER:
            continue
        before, stands = await version(club), public(club)
        for person in club.people:
            shown = await opened(club, person)
            for custom_id in [each for each in ids(shown) if each.rpartition(":")[2].startswith("go")]:
                answer_of(await person.forge(shown, custom_id))
        assert (await version(club), public(club)) == (before, stands)
    found = {custom_id for custom_id in control_ids(club) if custom_id.startswith(Kind.ORDER)}
    assert len(found) > 50
    for custom_id in found:
        assert len(custom_id) <= 100
        assert [kind for kind in Kind if template(kind).fullmatch(custom_id)] == [Kind.ORDER]
