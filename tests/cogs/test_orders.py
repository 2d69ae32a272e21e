"""Standing orders typed: each is told with its end, kept, shown and cancelled in private; what cannot be is refused."""

from typing import Any

import discord
import pytest

from bot.game.actions import Force
from bot.local.simulation import Person
from bot.tables.orders import NextDefence, NextIncome, Orders, WhenOutbid
from cogs.order_offers import OFFERS
from cogs.orders import OrdersCog
from tests.cogs.club import Club, told
from tests.cogs.handling import answer_of, panel, public, version
from tests.cogs.ordering import order, orders_of, text_of

ASKED = "Where it does not fit, you are asked."
GIVEN: list[tuple[str, dict[str, Any], Orders, str]] = [
    ("outbid", {"do": "withdraw"}, Orders(outbid=WhenOutbid()), "your envoy comes home"),
    ("outbid", {"do": "move", "columns": "3 1,2"}, Orders(outbid=WhenOutbid(columns=(3, 1, 2))), "columns 3, 1, 2"),
    ("income", {"first": "Coins"}, Orders(turn=NextIncome(choice=("coins",))), "claim income, and choose coins"),
    (
        "defend",
        {"league_soldiers": 1, "walls_coins": 2},
        Orders(defence=NextDefence(league=Force(soldiers=1), walls=Force(coins=2))),
        "seal 1 soldier for the League, 2 coins = 1 soldier for your walls",
    ),
    ("defend", {}, Orders(defence=NextDefence()), "seal 0 soldiers for the League"),
    ("repair", {"loot": "0"}, Orders(repair=0), "always keep them"),
    ("repair", {"loot": "2"}, Orders(repair=2), "remove 2 loot points"),
    ("finish", {"on": True}, Orders(finish=True), "finish where nothing can be placed"),
]


@pytest.mark.parametrize(("command", "given", "kept", "says"), GIVEN)
async def test_an_order_is_kept_told_and_shown_to_its_owner_alone(
    club: Club, command: str, given: dict[str, Any], kept: Orders, says: str
) -> None:
    _, other = await club.start(2)
    stands, before = public(club), await version(club)
    shown = await order(club, other, command, **given)
    assert says in shown.content
    assert shown.content.endswith(ASKED)
    assert says in str(shown.embeds[0].description)
    assert await orders_of(club, other) == kept
    assert says in text_of(await panel(club, other, "My screen"))
    assert (public(club), await version(club)) == (stands, before)
    assert says in text_of(await order(club, other, "show"))
    assert says not in text_of(await panel(club, club.people[0], "My screen"))


async def test_all_orders_stand_beside_each_other_and_each_answer_shows_all(club: Club) -> None:
    _, other = await club.start(2)
    for command, given, _, _ in GIVEN:
        shown = await order(club, other, command, **given)
    assert str(shown.embeds[0].description).count("📌") == 5
    assert (await orders_of(club, other)).given == ("outbid", "defence", "turn", "repair", "finish")


async def test_orders_outlive_the_program(club: Club) -> None:
    _, other = await club.start(2)
    for command, given, _, _ in GIVEN:
        await order(club, other, command, **given)
    kept, shown = await orders_of(club, other), text_of(await order(club, other, "show"))
    for end in (club.simulation.restart, club.simulation.crash):
        await end()
        assert await orders_of(club, other) == kept
        assert text_of(await order(club, other, "show")) == shown


@pytest.mark.parametrize("kind", ["outbid", "turn", "defence", "repair", "finish"])
async def test_one_order_is_cancelled_and_the_others_stand(club: Club, kind: str) -> None:
    _, other = await club.start(2)
    for command, given, _, _ in GIVEN:
        await order(club, other, command, **given)
    shown = await order(club, other, "cancel", what=kind.upper())
    assert "asked" in shown.content or "yourself" in shown.content
    assert str(shown.embeds[0].description).count("📌") == 4
    assert kind not in (await orders_of(club, other)).given


async def test_all_orders_are_cancelled_together(club: Club) -> None:
    _, other = await club.start(2)
    for command, given, _, _ in GIVEN:
        await order(club, other, command, **given)
    shown = await order(club, other, "cancel", what="all")
    assert shown.content.startswith("You have no standing orders")
    assert await orders_of(club, other) == Orders()
    assert "Standing orders" not in text_of(await panel(club, other, "My screen"))


@pytest.mark.parametrize(
    ("command", "given", "kind"),
    [("outbid", {"do": "ask"}, "outbid"), ("repair", {"loot": "ask"}, "repair"), ("finish", {"on": False}, "finish")],
)
async def test_to_be_asked_is_no_order(club: Club, command: str, given: dict[str, Any], kind: str) -> None:
    _, other = await club.start(2)
    for _ in range(2):  # also where there was none
        shown = await order(club, other, command, **given)
        assert "asked" in shown.content or "yourself" in shown.content
        assert await orders_of(club, other) == Orders()
        await order(club, other, "outbid", do="withdraw")
        await order(club, other, "repair", loot="1")
        await order(club, other, "finish", on=True)
        await order(club, other, command, **given)
        assert kind not in (await orders_of(club, other)).given
        await order(club, other, "cancel", what="all")


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("outbid", {"do": "move"}, "Say to which columns"),
    ("outbid", {"do": "move", "columns": " , "}, "Say to which columns"),
    ("outbid", {"do": "withdraw", "columns": "1"}, "Columns are for `do:move` alone"),
    ("outbid", {"do": "ask", "columns": "1"}, "Columns are for `do:move` alone"),
    ("outbid", {"do": "move", "columns": "9"}, "Columns are numbers from 1 to 4"),
    ("outbid", {"do": "move", "columns": "0"}, "Columns are numbers from 1 to 4"),
    ("outbid", {"do": "move", "columns": "one"}, "Columns are numbers from 1 to 4"),
    ("outbid", {"do": "move", "columns": "１"}, "Columns are numbers from 1 to 4"),
    ("outbid", {"do": "move", "columns": "1.0"}, "Columns are numbers from 1 to 4"),
    ("outbid", {"do": "move", "columns": "-1"}, "Columns are numbers from 1 to 4"),
    ("outbid", {"do": "move", "columns": "9" * 3000}, "Columns are numbers from 1 to 4"),
    ("outbid", {"do": "move", "columns": "2 2"}, "A column is named twice"),
    ("acquire", {}, "You have no envoy on a column"),
    ("acquire", {"columns": "1"}, "You have no envoy on a column"),
    ("income", {}, "You must name 1 resource of choice"),
    ("income", {"first": "coins", "second": "coins"}, "You must name 1 resource of choice"),
    ("income", {"first": "gold"}, "Resource 1 is unknown"),
    ("defend", {"league_coins": 1}, "You named 1: coins stand in for others only in pairs"),
    ("defend", {"walls_soldiers": 99}, "That takes 99 soldiers and you have"),
    ("cancel", {"what": "everything"}, "There is no such order"),
    ("cancel", {"what": ""}, "There is no such order"),
]


@pytest.mark.parametrize(("command", "given", "says"), REFUSED)
async def test_what_cannot_be_ordered_is_refused_with_what_to_do(
    club: Club, command: str, given: dict[str, Any], says: str
) -> None:
    _, other = await club.start(2)
    await order(club, other, "repair", loot="1")
    shown = await order(club, other, command, **given)
    assert shown.content.startswith(says)
    assert "Loot points" in str(shown.embeds[0].description), "it shows what stands"
    assert await orders_of(club, other) == Orders(repair=1)


async def test_an_order_for_a_turn_takes_the_place_of_the_one_before(club: Club) -> None:
    active, _ = await club.start(2)
    await active.slash(club.channel, "act bid", column=1)
    await order(club, active, "income", first="coins")
    shown = await order(club, active, "acquire")
    assert "acquire, if your envoy still stands on column 1" in shown.content
    assert (await orders_of(club, active)).given == ("turn",)


async def test_acquiring_is_ordered_for_the_columns_that_are_named(club: Club) -> None:
    active, other = await club.start(2)
    await active.slash(club.channel, "act bid", column=1)
    await other.slash(club.channel, "act bid", column=2)
    await active.slash(club.channel, "act bid", column=4)
    refused = await order(club, active, "acquire", columns="1 2")
    assert refused.content.startswith("Column 2: no envoy of yours stands there")
    assert (await order(club, active, "acquire")).content.startswith("You must name 1 resource of choice")
    shown = await order(club, active, "acquire", columns="4 1", first="artisans")
    assert "columns 1 and 4" in shown.content
    assert "As a bonus choose artisans." in shown.content
    alone = await order(club, active, "acquire", columns="1")
    assert "column 1." in alone.content


REQUIRED: dict[str, dict[str, Any]] = {
    "outbid": {"do": "ask"},
    "repair": {"loot": "1"},
    "finish": {"on": True},
    "cancel": {"what": "all"},
}


@pytest.mark.parametrize("command", ["show", "outbid", "income", "acquire", "defend", "repair", "finish", "cancel"])
async def test_who_does_not_play_in_a_game_that_runs_gives_no_orders(club: Club, command: str) -> None:
    given = REQUIRED.get(command, {})
    stranger = club.simulation.person("Zeno")
    assert told(await stranger.slash(club.channel, f"order {command}", **given)).startswith("There is no table here")
    host, _ = await club.gather(2)
    assert told(await host.slash(club.channel, f"order {command}", **given)).startswith("No game is running")
    await host.slash(club.channel, "comuni start")
    assert told(await stranger.slash(club.channel, f"order {command}", **given)).startswith("You do not sit")
    await host.slash(club.channel, "comuni stop", confirm=True)
    assert told(await host.slash(club.channel, f"order {command}", **given)).startswith("This table has ended already")


async def test_orders_are_given_in_the_private_chat_too(club: Club) -> None:
    _, other = await club.start(2)
    shown = answer_of(await other.slash(other.dm, "order repair", loot="1"))
    assert "remove 1 loot point" in shown.content
    duomo = club.simulation.channel("duomo")
    await other.slash(duomo, "comuni new", seats=2)
    await club.people[0].slash(duomo, "comuni join")
    await other.slash(duomo, "comuni start")
    assert told(await other.slash(other.dm, "order show")).startswith("You sit at 2 running tables")
    assert "remove 1 loot point" in text_of(answer_of(await other.slash(other.dm, "order show", table="1")))
    assert "remove 1 loot point" not in text_of(answer_of(await other.slash(other.dm, "order show", table="2")))
    offered = await other.autocomplete(other.dm, "order show", "table")
    assert {choice["value"] for choice in offered} == {"1", "2"}


async def test_while_an_order_is_typed_only_one_s_own_is_offered(club: Club) -> None:
    active, other = await club.start(2)
    await active.slash(club.channel, "act bid", column=4)
    await order(club, active, "finish", on=True)

    async def offered(person: Person, command: str, option: str, typed: str = "") -> list[Any]:
        found = await person.autocomplete(club.channel, f"order {command}", option, typed)
        return [choice["value"] for choice in found]

    assert await offered(active, "acquire", "columns") == ["4"]
    assert await offered(active, "acquire", "first") == ["coins", "soldiers", "believers", "artisans"]
    assert await offered(active, "acquire", "second") == []
    assert await offered(active, "income", "first", "a") == ["artisans"]
    assert await offered(active, "cancel", "what") == ["finish", "all"]
    assert await offered(active, "outbid", "columns", "3 ") == ["3 1", "3 2", "3 4"]
    assert await offered(active, "defend", "league_coins") == [0, 2]
    for command, option in (("acquire", "columns"), ("acquire", "first"), ("cancel", "what")):
        assert await offered(other, command, option) == []
    stranger = club.simulation.person("Zeno")
    for command, option in OFFERS:
        assert await offered(stranger, command, option) == []


async def test_every_option_with_something_to_offer_has_an_offer() -> None:
    options = {
        (command.name, parameter.name)
        for command in OrdersCog().walk_app_commands()
        if isinstance(command, discord.app_commands.Command)
        for parameter in command.parameters
        if parameter.name != "table" and not parameter.choices and parameter.type.name != "boolean"
    }
    assert options == set(OFFERS)
