"""What happened meanwhile, as people read it who look in now and then, in whole games and every language."""

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.game.state import Phase
from bot.local.simulation import Person
from bot.locale import language_of, translator
from tests.end_to_end.chance import chance
from tests.end_to_end.confidential import Confidence
from tests.end_to_end.house import House, in_phase, open_house
from tests.end_to_end.reading import Shown, embed_text
from tests.end_to_end.speaking import Listener
from tests.end_to_end.tapping import Tapper, controls
from tests.end_to_end.taps import begin, open_tapped

NEWS, NOTHING_NEW = "Since you last looked", "Nothing has happened since you last looked."


async def log(house: House[Any], person: Person, **options: int) -> discord.Message:
    """Somebody types the command in the channel; only they read the answer."""
    shown = (await person.slash(house.channel, "comuni log", **options)).response
    assert shown is not None
    assert shown.ephemeral
    return shown.message


async def turn(person: Person, shown: discord.Message, label: str) -> discord.Message:
    """Press a button of the log."""
    told = (await person.click(shown, label=label)).response
    assert told is not None
    assert told.ephemeral
    return told.message


async def press_log(tapper: Tapper) -> discord.Message:
    """Press the button of the board."""
    label = tapper.public("Log")
    told = (await tapper.person.click(tapper.board(label), label=label)).response
    assert told is not None
    assert told.ephemeral
    return told.message


@pytest.mark.parametrize(("seats", "seed", "locales"), [(3, 1, ("it", "ja", "en-US")), (5, 0, ("ja", "it"))])
async def test_people_who_look_in_now_and_then_read_what_happened_meanwhile(
    tmp_path: Path, seats: int, seed: int, locales: tuple[str, ...]
) -> None:
    async with open_tapped(tmp_path / "comuni.sqlite3", seed) as house:
        await begin(house, seats, seed, locales)
        listener, turns = Listener(house, language_of(locales[0])), chance("turns", seed)
        for _ in range(12):
            for _ in range(5):
                await house.step(turns, [listener])
            tapper = turns.choice(house.drivers)
            shown = await press_log(tapper)
            news, board = shown.embeds
            assert news.title == tapper.own(NEWS)
            assert board.title == tapper.own("Comuni")
            assert not shown.content
            house.deliver()
            if turns.random() < 0.3:
                await house.simulation.crash()
            await turn(tapper.person, shown, tapper.own("Whole log"))
            again = await press_log(tapper)
            assert again.content == tapper.own(NOTHING_NEW)
            await listener(house, house.deliver())


async def test_all_that_somebody_may_know_is_news_to_them_once(house: House) -> None:
    await house.begin(3, 1)
    confidence, turns = Confidence(), chance("turns", 1)
    await confidence(house, house.opening)
    read: dict[int, list[str]] = {driver.person.id: [] for driver in house.drivers}
    for number in range(90):
        await house.step(turns, [confidence])
        for driver in house.drivers if number == 89 else house.drivers[number % 3 :][:1]:
            shown = await log(house, driver.person)
            await confidence(house, house.deliver())
            if shown.content != NOTHING_NEW:
                read[driver.person.id] += str(shown.embeds[0].description).split("\n")
    for driver in house.drivers:
        assert read[driver.person.id] == await whole_log(house, driver.person)


async def whole_log(house: House, person: Person) -> list[str]:
    """Every line of the log, page by page."""
    shown, lines = await log(house, person, page=1), list[str]()
    while True:
        lines += str(shown.embeds[0].description).split("\n")
        if "Next page ▶" not in {getattr(control, "label", None) for control in controls(shown)}:
            return lines
        shown = await turn(person, shown, "Next page ▶")


async def test_who_never_looked_is_told_the_end_of_a_whole_game(tmp_path: Path) -> None:
    async with open_house(tmp_path / "comuni.sqlite3", 0) as house:
        await house.begin(5, 0)
        await house.play(chance("turns", 0), until=in_phase(Phase.OVER))
        driver = house.drivers[0]
        shown = await log(house, driver.person)
        news, board = shown.embeds
        first, *lines = str(news.description).split("\n")
        assert first == "*What came before is in the log: press the button.*"
        assert "The game is over." in lines[-1]
        assert board.title == "Comuni: the game is over"
        assert "💭" not in Shown("", [board]).text
        page = await turn(driver.person, shown, "Whole log")
        assert embed_text(page.embeds[0]).endswith(str(page.embeds[0].footer.text))
        assert str(page.embeds[0].footer.text).startswith("Page 1 of ")
        assert (await log(house, driver.person)).content == NOTHING_NEW


async def test_at_a_stopped_table_the_log_is_read_as_before(house: House) -> None:
    await house.begin(2, 0)
    for _ in range(6):
        await house.step(chance("turns"))
    await house.drivers[0].person.slash(house.channel, "comuni stop", confirm=True)
    for driver in house.drivers:
        news, board = (await log(house, driver.person)).embeds
        assert news.title == NEWS
        assert "Waiting for" not in embed_text(board)


async def test_news_are_read_in_private_messages_too(house: House) -> None:
    await house.begin(2, 0)
    driver = await house.step(chance("turns"))
    shown = (await driver.person.slash(driver.person.dm, "comuni log")).response
    assert shown is not None
    assert [embed.title for embed in shown.embeds] == [translator("en")(NEWS), "Comuni"]
    page = await driver.person.click(shown, label="Whole log")
    assert page.response is not None
    assert page.response.embeds[0].title == "What happened"
