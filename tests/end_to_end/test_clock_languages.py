"""Whatever is said of time, people read it in their own language, and all together in the table's."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.game.rules import waiting
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import CAREFUL, Driver
from tests.end_to_end.house import House, open_house
from tests.end_to_end.speaking import Listener
from tests.end_to_end.timed import DAY, MINUTE, PACE, QUICK, day, ever_written, nothing_happens_for
from tests.end_to_end.traffic import Visitor

LOCALES = ("it", "ja", "en-GB")
RUNS, RAN_OUT = "⏰ ", "⌛ "  # how letters about time begin in all languages


async def gathered(house: House, language: str) -> list[Visitor]:
    """Three people who speak different languages, at a table in lobby."""
    names = ("Alice", "Bob", "Chiara")
    people = [house.person(name, locale=locale) for name, locale in zip(names, LOCALES, strict=True)]
    await people[2].slash(people[2].dm, "comuni pings", how="mention")
    await house.gather(3, people, clock={**QUICK, "time_out": "host"}, language=language)
    house.drivers = [Driver(one, house.channel, {}, chance("never"), CAREFUL) for one in people]
    return people


async def asked_until_all_were(house: House, people: Sequence[Visitor]) -> None:
    """Nobody acts, until everybody's time has run out once."""
    left = {(await house.table()).seat_of(person.id) for person in people}
    while left:
        left -= set(waiting(await house.state()))
        await house.simulation.advance(2 * PACE + MINUTE)


@pytest.mark.parametrize("language", ["en", "it", "ja"])
async def test_time_is_spoken_of_in_everybodys_language(tmp_path: Path, language: str) -> None:
    async with open_house(tmp_path / "comuni.sqlite3") as house:
        people = await gathered(house, language)
        host, guest, _ = people
        listener = Listener(house, language)
        for person in people:
            await person.slash(house.channel, "comuni clock")
            await person.autocomplete(house.channel, "comuni away", "until")
        await host.slash(house.channel, "comuni clock", zone="Nowhere")
        await host.slash(house.channel, "comuni start")
        await asked_until_all_were(house, people)
        await guest.slash(house.channel, "comuni away", until="31.12.2030")
        await guest.slash(house.channel, "comuni away", until=day(house, 3))
        await guest.slash(house.channel, "comuni away")
        for command in ("pause", "pause", "clock", "resume", "resume"):
            for person in people:
                await person.slash(house.channel, f"comuni {command}")
        await nothing_happens_for(house, 31 * DAY)
        for person in people:
            await person.slash(house.channel, "comuni clock")
            await person.slash(house.channel, "comuni screen")
        await guest.slash(house.channel, "comuni resume")
        await listener(house, list(house.by_reader()))
        assert listener.heard > 60
        for person in people[:2]:
            assert {text[:2] for text in ever_written(house, person.dm)} >= {RUNS, RAN_OUT}
