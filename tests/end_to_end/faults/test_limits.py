"""discord.py's own retries and rate limits, as the bot meets them: nothing is held up for longer than it must."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.local.simulation import Person
from bot.local.wire import Trouble
from tests.end_to_end.driver import Driver
from tests.end_to_end.faults.wired import WiredHouse, open_wired

LIMIT = 30.0  # seconds of one call, as the settings have it


@pytest_asyncio.fixture
async def house(tmp_path: Path) -> AsyncIterator[WiredHouse]:
    """A game for two that has begun, on a wire."""
    async with open_wired(tmp_path / "comuni.sqlite3") as wired:
        await wired.begin(2, 0)
        yield wired


async def two(house: WiredHouse) -> tuple[Driver, Driver]:
    """Whose turn it is, and the other."""
    (active,) = await house.asked()
    return active, next(driver for driver in house.drivers if driver is not active)


async def income(house: WiredHouse, driver: Driver) -> None:
    """A seat claims income, and the turn passes."""
    await driver.say("act income", await driver.fill("income"))


def letters(person: Person) -> list[int]:
    """The ids of somebody's private messages."""
    return [message.id for message in person.sees(person.dm) if not message.flags.ephemeral]


def to(driver: Driver) -> str:
    """Where somebody's letters go."""
    return f"/channels/{driver.person.dm.id}/messages"


async def test_discord_py_tries_again_by_itself_what_discord_fails_to_take(house: WiredHouse) -> None:
    active, other = await two(house)
    before = letters(other.person)
    house.wire.troubles.append(Trouble("POST", to(other), status=502, times=2))
    await income(house, active)
    await house.simulation.advance(5)  # its two pauses are of 1 and 3 seconds, ours is not needed
    (written,) = letters(other.person)
    assert [written] != before


async def test_a_limit_on_everything_that_outlasts_a_call_does_not_hold_up_all_calls_after_it(
    house: WiredHouse,
) -> None:
    active, other = await two(house)
    before = letters(other.person)
    house.wire.troubles.append(Trouble("POST", to(other), status=429, retry_after=LIMIT + 20, everywhere=True))
    await income(house, active)
    await house.simulation.advance(LIMIT + 40)
    assert letters(other.person) != before
    seen = await house.board_text()
    await other.look()
    await income(house, other)
    assert await house.board_text() != seen


async def test_a_call_that_was_given_up_leaves_its_bucket_to_the_next(house: WiredHouse) -> None:
    active, other = await two(house)
    before = letters(other.person)
    house.wire.troubles.append(Trouble("POST", to(other), kept=True))
    await income(house, active)
    await house.simulation.advance(LIMIT + 1)
    assert letters(other.person) == before
    await house.simulation.advance(5)
    (written,) = letters(other.person)
    assert [written] != before


async def test_an_empty_bucket_delays_what_follows_and_loses_nothing(house: WiredHouse) -> None:
    active, other = await two(house)
    board = f"/channels/{house.channel.id}/messages*"
    house.wire.troubles.append(Trouble("*", board, times=None, bucket_seconds=7))
    await income(house, active)
    seen = await house.board_text()
    await other.look()
    await income(house, other)
    await house.simulation.advance(6)
    assert await house.board_text() == seen
    await house.simulation.advance(60)
    assert await house.board_text() != seen


async def test_a_letter_that_is_taken_into_a_bucket_that_rests_for_long_is_no_second_letter(house: WiredHouse) -> None:
    active, other = await two(house)
    before = letters(other.person)
    house.wire.troubles.append(Trouble("POST", to(other), bucket_seconds=LIMIT + 20))
    await income(house, active)
    *earlier, written = letters(other.person)
    assert earlier == before
    await house.simulation.advance(200)
    assert letters(other.person) == [written]


async def test_the_calls_of_one_table_hold_up_no_other_table(house: WiredHouse) -> None:
    active, other = await two(house)
    second = house.simulation.channel("duomo")
    guest = house.person("Fosco")
    await guest.slash(second, "comuni new", seats=2, picture=False)
    await active.person.slash(second, "comuni join")
    for path in (to(other), f"/channels/{house.channel.id}/*"):
        house.wire.troubles.append(Trouble("*", path, times=None, kept=True))
    await income(house, active)
    before = house.simulation.now()
    await guest.slash(second, "comuni start")
    assert letters(guest)
    assert [message for message in second.history() if "Waiting for" in str([e.description for e in message.embeds])]
    assert house.simulation.now() == before
    house.wire.heal()
    await house.simulation.advance(100)


@pytest.mark.parametrize("retry_after", [4, 20, 600], ids=lambda seconds: f"wait {seconds}")
async def test_an_old_board_that_may_not_be_edited_is_posted_anew(house: WiredHouse, retry_after: float) -> None:
    active, _ = await two(house)
    await active.person.slash(house.channel, "comuni pause")
    await house.simulation.advance(2 * 60 * 60)
    before = await house.shown_board()
    old = Trouble("PATCH", f"/channels/*/{before.id}", times=None, status=429, code=30046, retry_after=retry_after)
    house.wire.troubles.append(old)
    await active.person.slash(house.channel, "comuni resume")
    await house.simulation.advance(3 * LIMIT)
    assert old.met
    shown = await house.shown_board()
    assert shown.id != before.id
    assert "Waiting for" in str(shown.embeds)


async def test_a_lobby_that_is_posted_anew_does_not_say_that_its_game_has_begun(house: WiredHouse) -> None:
    guest = house.person("Fosco")
    house.place = "duomo"
    await guest.slash(house.channel, "comuni new", seats=3, picture=False)
    before = await house.shown_board()
    house.wire.troubles.append(Trouble("PATCH", f"/channels/*/{before.id}", status=403, code=50005))
    await house.drivers[0].person.slash(house.channel, "comuni join")
    assert (await house.shown_board()).id != before.id
    assert not before.content
    assert not before.components
