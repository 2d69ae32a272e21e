"""People take back what they did, typed and tapped, in whole games; and nobody learns anything by it (law 4)."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.game.state import Phase
from bot.locale import language_of
from tests.end_to_end.chance import chance
from tests.end_to_end.confidential import Confidence
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House, open_house
from tests.end_to_end.speaking import Listener
from tests.end_to_end.tapping import Tapper, controls
from tests.end_to_end.taps import begin, open_tapped

ACTED = "Somebody else has acted since you did"
REVEALED = "Something hidden was shown since you acted"
SEALED = "A sealed defence is not taken back but replaced"
NOTHING = "There is nothing to take back"
REFUSALS = (ACTED, REVEALED, SEALED, NOTHING)


def button(message: discord.Message) -> discord.Button | None:
    """What takes back, on a message."""
    found = [one for one in controls(message) if isinstance(one, discord.Button)]
    return next((one for one in found if str(one.label).startswith("Take back: ")), None)


async def screen(house: House[Any], driver: Driver) -> discord.Message:
    """The screen that the board shows somebody."""
    shown = (await driver.person.click(await house.board(), label="My screen")).response
    assert shown is not None
    return shown.message


async def take_back(house: House, driver: Driver, confidence: Confidence) -> bool:
    """Somebody types that they take back what they did; whether it was done. Whoever else was asked looks again."""
    before = await house.state()
    shown = await driver.say("comuni undo", {})
    if not shown.content.startswith("↩️ Taken back: "):
        assert shown.content.startswith(REFUSALS), shown.text
        assert await house.state() == before
        return False
    assert shown.is_screen
    assert shown.examples, "it is asked again"
    await confidence(house, house.deliver())
    for other in house.drivers:
        await other.look()
        other.unread = other.pinged = False
    return True


UNDONE, KEPT = {Phase.PROJECTS, Phase.CONSTRUCTION}, {Phase.PROJECTS, Phase.INVASION}


@pytest.mark.parametrize(("seats", "seed"), [(2, 0), (3, 1)])
async def test_people_who_type_take_back_until_something_is_shown(tmp_path: Path, seats: int, seed: int) -> None:
    async with open_house(tmp_path / "comuni.sqlite3", seed) as house:
        await house.begin(seats, seed)
        turns, confidence = chance("turns", seed), Confidence()
        await confidence(house, house.opening)
        undone, kept = set[Phase](), set[Phase]()
        while not (undone >= UNDONE and kept >= KEPT):
            before = await house.state()
            driver = await house.step(turns, [confidence])
            if await take_back(house, driver, confidence):
                assert await house.state() == before
                undone.add(before.phase)
                if turns.random() < 0.3:
                    await house.simulation.crash()
                assert await house.asked() == [driver], "nobody else is asked any more"
                await driver.act()
                await confidence(house, house.deliver())
            else:
                kept.add(before.phase)
            others = [one for one in house.drivers if one is not driver]
            assert not await take_back(house, turns.choice(others), confidence)


@pytest.mark.parametrize("locales", [("it", "ja"), ("ja", "en-US", "it")])
async def test_people_who_tap_regret_in_their_own_languages(tmp_path: Path, locales: tuple[str, ...]) -> None:
    async with open_tapped(tmp_path / "comuni.sqlite3", 7) as house:
        await begin(house, len(locales), 7, locales)
        listener, turns = Listener(house, language_of(locales[0])), chance("turns", 7)
        for tapper in house.drivers:
            tapper.taste = replace(tapper.taste, regrets=3.0)
        for _ in range(60):
            await house.step(turns, [listener])
        undone = [tapper for tapper in house.drivers if _pressed(tapper)]
        assert undone, "somebody took something back"
        history = await house.bot.tables.reader.history(await house.table())
        assert sum(entry.action is None for entry in history.entries) > 0


def _pressed(tapper: Tapper) -> list[str]:
    return [custom_id for custom_id, _ in tapper.pressed if custom_id.startswith("undo:")]
