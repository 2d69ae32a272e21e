"""Where nobody knows whether Discord took an acknowledgement the person is told that nothing was done, in private."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.local.wire import Trouble
from bot.locale import translator
from tests.end_to_end.faults.game_scenes import PressedInPrivate
from tests.end_to_end.faults.wired import WiredHouse, open_wired

NOTHING_DONE = "Discord did not take this in time; nothing was done. Please try again."
CALLBACK = "/interactions/*/callback"
UNCLEAR = {
    "the connection broke": Trouble("POST", CALLBACK, taken=True, cut=True),
    "a gateway failed": Trouble("POST", CALLBACK, taken=True, status=502),  # discord.py's second try gets 40060
    "no answer came": Trouble("POST", CALLBACK, taken=True, kept=True),
}
CLEAR = {
    "it came twice": Trouble("POST", CALLBACK, status=400, code=40060),
    "it came too late": Trouble("POST", CALLBACK, status=404, code=10062),
    "it was refused": Trouble("POST", CALLBACK, status=400, code=50035),
}


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[WiredHouse]:
    """An empty house, on a wire."""
    async with open_wired(tmp_path / "comuni.sqlite3") as wired:
        yield wired


def answers(house: WiredHouse) -> int:
    """How often something was to be put where an answer goes."""
    return sum(path.startswith("/webhooks/") for _, path, _ in house.wire.tries)


@pytest.mark.parametrize("why", UNCLEAR)
@pytest.mark.parametrize("locale", ["en-US", "it", "ja"])
async def test_who_would_see_for_ever_that_we_think_is_told_that_nothing_was_done(
    house: WiredHouse, why: str, locale: str
) -> None:
    await house.gather(3, [house.person("Alice")])
    bob = house.person("Bob", locale=locale)
    house.wire.troubles.append(replace(UNCLEAR[why]))
    told = await bob.slash(house.channel, "comuni join")
    await house.simulation.advance(5)
    assert told.response is not None
    assert told.response.content == translator(locale)(NOTHING_DONE)
    assert told.response.ephemeral
    assert not (await house.table()).sits(bob.id)


@pytest.mark.parametrize("why", UNCLEAR)
async def test_a_board_that_was_pressed_stays_as_it_is(house: WiredHouse, why: str) -> None:
    (alice,) = await house.gather(3, [house.person("Alice")])
    board = await house.shown_board()
    before = board.content, list(board.embeds), list(board.components)
    house.wire.troubles.append(replace(UNCLEAR[why]))
    told = await alice.click(await house.board(), label="Leave")
    await house.simulation.advance(5)
    assert told.response is not None
    assert (told.response.content, told.response.ephemeral) == (NOTHING_DONE, True)
    assert (board.content, board.embeds, board.components) == before


@pytest.mark.parametrize("why", UNCLEAR)
async def test_a_letter_that_was_pressed_says_so_and_keeps_its_controls(house: WiredHouse, why: str) -> None:
    stage = PressedInPrivate(house)
    await stage.open()
    await stage.prepare()
    (letter,) = house.messages(stage.active.dm)
    embeds, components = list(letter.embeds), list(letter.components)
    house.wire.troubles.append(replace(UNCLEAR[why]))
    await stage.act()
    await house.simulation.advance(5)
    assert not await stage.done()
    assert (letter.content, letter.embeds, letter.components) == (NOTHING_DONE, embeds, components)
    await stage.act()
    assert await stage.done()


@pytest.mark.parametrize("why", CLEAR)
async def test_where_it_is_clear_that_it_was_not_taken_nothing_is_put_anywhere(house: WiredHouse, why: str) -> None:
    await house.gather(3, [house.person("Alice")])
    bob = house.person("Bob")
    house.wire.troubles.append(replace(CLEAR[why]))
    house.wire.tries.clear()
    await bob.slash(house.channel, "comuni join")
    await house.simulation.advance(60)
    assert answers(house) == 0
    assert not (await house.table()).sits(bob.id)
