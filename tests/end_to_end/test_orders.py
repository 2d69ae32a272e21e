"""Standing orders end to end: given by taps and typed, they act after a restart; nobody else learns of any (law 4)."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from bot.__main__ import main
from bot.game.components import COMMUNES
from bot.game.resources import RESOURCES
from bot.tables.orders import OrderKind, Orders
from tests.end_to_end.chance import chance
from tests.end_to_end.confidential import Confidence
from tests.end_to_end.driver import Driver
from tests.end_to_end.endings import saved_record
from tests.end_to_end.house import House, Watch, open_house
from tests.end_to_end.reading import Shown
from tests.end_to_end.tapping import controls
from tests.end_to_end.traffic import EVERYBODY, Sent

Options = dict[str, Any]
# How a kind of order is typed, and what is tapped for it from one's screen on.
KINDS: dict[str, tuple[str, Options, Sequence[str]]] = {
    "withdraw": ("outbid", {"do": "withdraw"}, ["Outbid: withdraw"]),
    "move": ("outbid", {"do": "move", "columns": "1 3"}, ["Outbid: move…", "Column 1", "Column 3", "Order this"]),
    "acquire": ("acquire", {}, ["Next turn: acquire"]),
    "income": ("income", {"first": "coins"}, ["Next turn: income…", "🪙"]),
    "defence": (
        "defend",
        {"league_soldiers": 1},
        ["Next invasion: defence…", "League +1", "Order this"],
    ),
    "repair": ("repair", {"loot": "1"}, ["Loot points: remove 1"]),
    "finish": ("finish", {"on": True}, ["Finish for me"]),
}
OF_KIND: dict[str, OrderKind] = {"withdraw": "outbid", "move": "outbid", "acquire": "turn", "income": "turn"}


async def give(house: House, driver: Driver, kind: str, way: str) -> Shown:
    """Somebody gives an order, typed or by taps; what they are told."""
    command, options, labels = KINDS[kind]
    if way == "typed":
        result = await driver.person.slash(house.channel, f"order {command}", **options)
        return driver.heard(result)
    result = await driver.person.click(await house.board(), label="My screen")
    for label in ("Orders", *labels):
        assert result.response is not None
        result = await tap(driver, result.response.message, label)
    return driver.heard(result)


async def tap(driver: Driver, shown: discord.Message, label: str) -> Any:
    """Press the first control, or take the first option, whose text begins so."""
    for control in controls(shown):
        if isinstance(control, discord.SelectMenu):
            for option in control.options:
                if option.label.startswith(label):
                    return await driver.person.select(shown, [option.value], custom_id=control.custom_id)
        elif (control.label or "").startswith(label):
            return await driver.person.click(shown, custom_id=control.custom_id)
    raise AssertionError(f"nothing to press says {label}")


async def ordered(house: House) -> list[tuple[str, OrderKind]]:
    """What orders have done so far: whose, and of which kind."""
    history = await house.bot.tables.reader.history(await house.table())
    return [(entry.seat, entry.order) for entry in history.entries if entry.order is not None]


async def orders_of(house: House, driver: Driver) -> Orders:
    """The orders that are kept for somebody."""
    return (await house.table()).holder(await house.seat_of(driver)).orders


async def log_of(house: House, person: Any) -> str:
    """All pages of the log, as somebody reads them."""
    texts: list[str] = []
    while not texts or not texts[-1].endswith(f"Page {len(texts)} of {len(texts)}"):
        shown = (await person.slash(house.channel, "comuni log", page=len(texts) + 1)).response
        assert shown is not None
        texts.append(Shown(shown.content, shown.embeds).text)
    return "\n".join(texts)


async def act(house: House, driver: Driver, command: str, **options: Any) -> Shown:
    """Somebody types an action."""
    shown = driver.heard(await driver.person.slash(house.channel, f"act {command}", **options))
    assert shown.is_screen, shown.text
    return shown


async def begun(house: House, seed: int = 0) -> tuple[Driver, Driver]:
    """A game for two: who begins stands on column 1, and it is the other's turn."""
    await house.begin(2, seed)
    (first,) = await house.asked()
    other = next(driver for driver in house.drivers if driver is not first)
    await act(house, first, "bid", column=1)
    return first, other


WAYS = pytest.mark.parametrize("way", ["typed", "tapped"])


@WAYS
@pytest.mark.parametrize("kind", ["withdraw", "move", "acquire", "income"])
async def test_an_order_acts_in_the_other_s_turn_after_a_restart(house: House, kind: str, way: str) -> None:
    first, other = await begun(house)
    assert "Where it does not fit, you are asked." in (await give(house, first, kind, way)).text
    await house.simulation.restart()
    await act(house, other, "bid", column=1 if kind in ("withdraw", "move") else 2, coins=1)
    assert await ordered(house) == [(await house.seat_of(first), OF_KIND[kind])]
    await assert_marked_for_its_owner_alone(house, first)


@WAYS
@pytest.mark.parametrize("kind", ["defence", "repair"])
async def test_an_order_acts_whenever_its_time_comes_after_many_restarts(house: House, kind: str, way: str) -> None:
    await house.begin(3, 0)
    driver, turns = house.drivers[1], chance("turns")
    await give(house, driver, kind, way)
    house.deliver()
    await house.simulation.restart()
    while not await ordered(house):
        await house.step(turns)
    await house.simulation.crash()
    assert await ordered(house) == [(await house.seat_of(driver), kind)]
    assert (kind in (await orders_of(house, driver)).given) == (kind == "repair")
    await assert_marked_for_its_owner_alone(house, driver)


async def assert_marked_for_its_owner_alone(house: House, driver: Driver) -> None:
    """Only who gave it reads that an order acted."""
    assert "📌 A standing order of" in await log_of(house, driver.person)
    for person in (*(each.person for each in house.drivers if each is not driver), house.person("Passer-by")):
        assert "📌" not in await log_of(house, person)


async def random_order(house: House, driver: Driver, random: Random) -> None:
    """Somebody gives or cancels any order, typed or by taps; it may act at once, or be refused."""
    command, options = _typed(random, COMMUNES[await house.seat_of(driver)].choices)
    if random.random() < 0.5:
        kind = random.choice(("withdraw", "repair", "finish"))
        await give(house, driver, kind, "tapped")
    else:
        driver.heard(await driver.person.slash(house.channel, f"order {command}", **options))


def _typed(random: Random, choices: int) -> tuple[str, Options]:
    names = dict(zip(("first", "second"), random.choices(RESOURCES, k=choices), strict=False))
    columns = " ".join(map(str, random.sample(range(1, 6), random.randint(1, 4))))
    found: list[tuple[str, Options]] = [
        ("outbid", {"do": "move", "columns": columns}),
        ("outbid", {"do": random.choice(("withdraw", "ask"))}),
        ("acquire", {}),
        ("acquire", {"first": "coins"}),
        ("income", names),
        ("defend", {"walls_soldiers": random.randint(0, 2)}),
        ("repair", {"loot": random.choice("012")}),
        ("finish", {"on": True}),
        ("cancel", {"what": random.choice(("all", "repair"))}),
    ]
    return random.choice(found)


class Screens:
    """Watches that while the game goes on nobody is shown in public that there are orders."""

    def __init__(self) -> None:
        self.seen = 0

    async def __call__(self, house: House[Any], sent: Sequence[Sent]) -> None:
        """Look at what was sent."""
        for letter in sent:
            told = "📌" in letter.text or "Standing orders" in letter.text
            assert letter.reader != EVERYBODY or house.is_over or not told, letter.text
            self.seen += told


async def looked(house: House, watch: Sequence[Watch], sent: Sequence[Sent]) -> None:
    """All who watch look at what was sent."""
    for look in watch:
        await look(house, sent)


@pytest.mark.parametrize(("seats", "seed"), [(2, 0), (4, 1)])
async def test_a_game_full_of_orders_and_restarts_is_played_to_its_end(tmp_path: Path, seats: int, seed: int) -> None:
    async with open_house(tmp_path / "comuni.sqlite3", seed) as house:
        await house.begin(seats, seed)
        turns, moods, screens = chance("turns", seed), chance("orders", seed), Screens()
        watch: list[Watch] = [Confidence(), screens]
        await looked(house, watch, house.opening)
        while not house.is_over:
            if moods.random() < 0.05:
                await (house.simulation.crash() if moods.random() < 0.5 else house.simulation.restart())
            if moods.random() < 0.3:
                await random_order(house, moods.choice(house.drivers), moods)
                await looked(house, watch, house.deliver())
            else:
                await house.step(turns, watch)
        assert {kind for _, kind in await ordered(house)} >= {"outbid", "turn", "defence", "repair"}
        assert screens.seen > 10
        assert main(["replay", str(await saved_record(house, tmp_path))]) == 0
