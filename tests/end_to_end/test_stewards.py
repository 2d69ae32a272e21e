"""One person and stewards: from the lobby to the record, the board once a round, and nothing told of what is hidden."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.stewards import Character
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import CHARACTERS, Driver
from tests.end_to_end.endings import saved_record
from tests.end_to_end.house import House, answer, open_house
from tests.end_to_end.reading import Shown
from tests.end_to_end.tapping import Tapper
from tests.end_to_end.taps import open_tapped, press
from tests.end_to_end.traffic import EVERYBODY, Sent

# Every seed that ever failed stays here.
GAMES = [(1, 0), (2, 0), (4, 0)]
BOARDS = {"Comuni", "Comuni: the game is over"}
CRASHES = 0.3  # of all steps


async def begin_alone(house: House, stewards: int, seed: int) -> None:
    """Alice has started a game with stewards."""
    (alice,) = await house.gather(1, seats=stewards + 1)
    said = await alice.slash(house.channel, "comuni stewards", count=stewards)
    assert answer(said).startswith(str(stewards))
    house.drivers = [Driver(alice, house.channel, house.menu, chance("person", seed), CHARACTERS[0])]
    assert answer(await alice.slash(house.channel, "comuni start")).startswith("The game begins")
    house.opening = house.deliver()


class Boards:
    """Watches that the board is shown once, however much the stewards did since the person acted."""

    def __init__(self) -> None:
        self.version = 0
        self.most_actions = 0

    async def __call__(self, house: House[Any], sent: Sequence[Sent]) -> None:
        """Count the boards of a step."""
        boards = [each for each in sent if each.reader == EVERYBODY and BOARDS & {e.get("title") for e in each.embeds}]
        assert len(boards) <= 1
        before, self.version = self.version, (await house.table()).version
        self.most_actions = max(self.most_actions, self.version - before)


async def log_text(house: House) -> str:
    """All pages of the log, as Alice reads them."""
    texts = []
    for page in range(1, 100):
        shown = (await house.drivers[0].person.slash(house.channel, "comuni log", page=page)).response
        assert shown is not None
        texts.append(Shown(shown.content, shown.embeds).text)
        if texts[-1].endswith(f"Page {page} of {page}"):
            break
    return "\n".join(texts)


@pytest.mark.parametrize(("stewards", "seed"), GAMES)
async def test_a_person_alone_plays_to_the_end(tmp_path: Path, stewards: int, seed: int) -> None:
    async with open_house(tmp_path / "comuni.sqlite3", seed) as house:
        await begin_alone(house, stewards, seed)
        assert "🤖 Steward" in await house.board_text()
        assert "💭" not in await log_text(house)
        house.deliver()
        boards = Boards()
        await house.play(chance("turns", seed), watch=[boards])
        assert boards.most_actions > 1
        assert main(["replay", str(await saved_record(house, tmp_path))]) == 0
        history = await house.bot.tables.reader.history(await house.table())
        assert (await log_text(house)).count("💭") == sum(entry.reason is not None for entry in history.entries)


async def test_a_person_alone_begins_and_plays_by_taps(tmp_path: Path) -> None:
    async with open_tapped(tmp_path / "comuni.sqlite3") as house:
        alice = house.person("Alice")
        await alice.slash(house.channel, "comuni new", picture=False)
        tapper = Tapper(alice, house.channel, ("en", "en"), chance("tapper"))
        house.drivers = [tapper]
        for label in ("Add a steward", "Add a steward", "Send a steward away"):
            await press(tapper, label)
        assert [seated.steward for seated in (await house.table()).people] == [None, Character.STEWARD]
        await press(tapper, "Start the game")
        house.opening = house.deliver()
        await house.play(chance("turns"), watch=[Boards()])
        assert main(["replay", str(await saved_record(house, tmp_path))]) == 0


async def test_only_the_host_seats_stewards_by_buttons(house: House) -> None:
    _, bob = await house.gather(2, seats=3)
    for label in ("Add a steward", "Send a steward away"):
        assert answer(await bob.click(await house.board(), label=label)).startswith("Only the host")


async def test_a_game_with_stewards_outlives_many_crashes(tmp_path: Path) -> None:
    async with open_house(tmp_path / "comuni.sqlite3") as house:
        await begin_alone(house, 2, 0)
        turns, crashes = chance("turns"), chance("crashes")
        while not house.is_over:
            if crashes.random() < CRASHES:
                await crash_while_stewards_act(house, crashes.randint(1, 4))
            else:
                await house.step(turns)


async def crash_while_stewards_act(house: House, actions: int) -> None:
    """Alice acts, and the process dies when about so many actions are in, or none comes for a while."""
    (driver,) = await house.asked()
    command, options = await driver.decide()
    goal = (await house.table()).version + actions
    async with house.simulation.together():
        result = await driver.person.slash(house.channel, command, **options)
        for _ in range(60):
            if (await house.table()).version >= goal:
                break
            await asyncio.sleep(0.0005)
        await house.simulation.crash()
    driver.heard(result)
    await house.simulation.settle()
    house.deliver()
    driver.unread = driver.pinged = True
