"""People take back what they did, typed and tapped, in whole games; and nobody learns anything by it (law 4)."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.game.actions import Action
from bot.game.state import Phase
from bot.locale import language_of
from tests.end_to_end.chance import chance
from tests.end_to_end.confidential import Confidence
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House, answer, open_house
from tests.end_to_end.speaking import Listener
from tests.end_to_end.tapping import Tapper, controls
from tests.end_to_end.taps import begin, open_tapped
from tests.end_to_end.twins import BY_COMMANDS, BY_TAPS, Manner, driver_of, twins

# Every seed that ever failed stays here.
ALIKE = [(3, 5, BY_TAPS), (2, 3, BY_COMMANDS)]
MOST = 36  # with an invasion, repair and outbid seats among them
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


class Regret:
    """Everybody takes everything back that they can, and does it again; the observer also asks when it is too late."""

    def __init__(self, manner: Manner) -> None:
        self._manner = manner
        self.undone = 0
        self.refused: list[tuple[Phase, str]] = []

    @property
    def manner(self) -> Manner:
        return Manner(self._act, self._look)

    async def _act(self, house: House, action: Action) -> None:
        await self._manner.act(house, action)
        driver = await driver_of(house, action.seat)
        shown = await screen(house, driver)
        found = button(shown)
        if found is not None:
            told = (await driver.person.click(shown, custom_id=found.custom_id)).response
            assert told is not None
            assert told.content.startswith("↩️ Taken back: ")
            self.undone += 1
            await self._manner.act(house, action)

    async def _look(self, house: House) -> None:
        await self._manner.look(house)
        driver = house.drivers[0]
        if button(await screen(house, driver)) is None:
            told = answer(await driver.person.slash(house.channel, "comuni undo"))
            assert told.startswith(REFUSALS)
            self.refused.append(((await house.state()).phase, told))


@pytest.mark.parametrize(("seats", "seed", "base"), ALIKE)
async def test_what_is_hidden_changes_no_byte_of_taking_back(
    tmp_path: Path, seats: int, seed: int, base: Manner
) -> None:
    pair = twins(seats, seed, other_first_deck=False)
    pair.plan(MOST)
    assert pair.differed * 2 >= len(pair.played) >= 20
    regrets = [Regret(base), Regret(base)]
    reached = [await pair.bytes_of(which, tmp_path / str(which), regrets[which].manner) for which in (0, 1)]
    for step, (one, other) in enumerate(zip(*reached, strict=True)):
        assert one == other, f"step {step}"
    assert regrets[0].undone > 5
    phases = {phase for phase, _ in regrets[0].refused}
    assert Phase.INVASION in phases, "asked while the others' seals differ"


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
