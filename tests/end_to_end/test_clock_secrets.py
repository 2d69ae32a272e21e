"""Two invasions that differ only in who has sealed: until the opening every byte that others get is the same (3.5)."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.game.state import Phase
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House, open_house
from tests.end_to_end.timed import BANKED, MINUTE, PACE, REMINDED, clock_of, count, day, draft, invade, seal, time_field
from tests.end_to_end.traffic import EVERYBODY
from tests.end_to_end.twins import driver_of, normal

ONLOOKER = 0  # by seat; each of the other two has sealed in one of the two plays
LEAVER = 1
BANK = PACE
SEED = 2


@dataclass(frozen=True)
class Course:
    """How the invasions go: what happens when time is over, how people are told, what else happens on the way."""

    time_out: str = "steward"
    pings: str = "dm"
    seals_too: bool = False  # the onlooker
    late: bool = False  # one seals when the banks run
    dies: bool = False  # the program, on the way
    leaves: bool = False  # one of the two says that they are away: whether they have sealed or not


COURSES = (
    Course(pings="mention", seals_too=True, leaves=True),
    Course(pings="mention", time_out="host", late=True, dies=True),
    Course(pings="closed", time_out="wait", late=True, leaves=True),
    Course(time_out="wait", seals_too=True, dies=True),
)


class Onlookers:
    """Those who may know no difference, and all that reached them since they last looked."""

    def __init__(self, house: House, onlooker: Driver) -> None:
        self._house = house
        self._people = [onlooker.person, house.person("Passer-by")]
        self.reached: list[list[str]] = []
        house.unread_by_watchers()

    async def look(self) -> None:
        """They look round; all that reached them is kept, in its order."""
        house = self._house
        for person in self._people:
            for command in ("comuni screen", "comuni log", "comuni clock"):
                await person.slash(house.channel, command)
            await clock_of(house, person)
        known = {str(driver.person.id) for driver in house.drivers} | {str(house.channel.id)}
        readers = {EVERYBODY, *(person.id for person in self._people)}
        sent = [letter.request for letter in house.unread_by_watchers() if letter.reader in readers]
        self.reached.append([normal(f"{one.method} {one.path} {json.dumps(one.json)}", known) for one in sent])


async def reached(database: Path, course: Course, which: int) -> list[list[str]]:
    """What reached the onlookers, step by step, of the play in which one or the other has sealed."""
    async with open_house(database) as house:
        sealing = await strike(house, course)
        onlookers = Onlookers(house, sealing[ONLOOKER])
        await onlookers.look()
        if course.seals_too:
            await seal(house, sealing[ONLOOKER])
        sealer, drafter = sealing[1 + which], sealing[2 - which]
        await until_the_end(house, onlookers, course, sealer, drafter)
        assert [bool(city.sealed) for city in (await house.state()).cities] == [
            course.seals_too,
            which == 0,
            which == 1,
        ]
        await the_end(house, onlookers, course)
    return onlookers.reached


async def strike(house: House, course: Course) -> list[Driver]:
    """An invasion has just struck; who is to seal, in the order of seats."""
    people = [house.person(name) for name in ("Alice", "Bob", "Chiara")]
    for person in people:
        if course.pings == "mention":
            await person.slash(person.dm, "comuni pings", how="mention")
        if course.pings == "closed":
            path = f"/channels/{person.dm.id}/messages"
            house.simulation.inject_error("POST", path, status=403, code=50007, times=None)
    return await invade(house, 3, {**BANKED, "time_out": course.time_out}, SEED, people=people)


async def until_the_end(house: House, onlookers: Onlookers, course: Course, sealer: Driver, drafter: Driver) -> None:
    """Somebody seals and somebody does not, all are reminded, and the time is over but for some seconds."""
    if not course.late:
        await seal(house, sealer, 1)
        await draft(house, drafter)
    await onlookers.look()
    await house.simulation.advance(REMINDED + 1)
    if course.dies:
        await house.simulation.crash()
    if course.leaves:
        leaver = await driver_of(house, (await house.state()).communes[LEAVER])
        await leaver.person.slash(house.channel, "comuni away", until=day(house, 1))
    await onlookers.look()
    await house.simulation.advance(PACE - REMINDED + MINUTE)
    await seal(house, sealer)  # for the first time, or a change of mind
    await onlookers.look()
    await draft(house, drafter)
    await house.simulation.advance(BANK - MINUTE - 10)
    await onlookers.look()


async def the_end(house: House, onlookers: Onlookers, course: Course) -> None:
    """Time is over: the table waits, or stewards seal in one go, and all is opened."""
    assert (await house.state()).phase is Phase.INVASION
    await house.simulation.advance(MINUTE)
    if course.time_out == "wait":
        assert "the table waits until all have sealed" in await time_field(house)
        await onlookers.look()
    else:
        assert (await house.state()).phase is not Phase.INVASION
        shown = [letter.text for letter in house.unread_by_watchers() if letter.reader == EVERYBODY]
        assert count(shown, "have sealed") == 0


@pytest.mark.parametrize("course", COURSES, ids=str)
async def test_who_has_sealed_changes_no_byte_that_reaches_others(tmp_path: Path, course: Course) -> None:
    one, other = [await reached(tmp_path / f"{which}.sqlite3", course, which) for which in (0, 1)]
    assert len(one) == (6 if course.time_out == "wait" else 5)
    for step, (first, second) in enumerate(zip(one, other, strict=True)):
        assert first == second, f"step {step}"
    letters, lines = count(one[2], "Your time is running out"), count(one[2], "there is something for you")
    assert (letters, lines) == {"dm": (1, 0), "mention": (0, 3), "closed": (1, 3)}[course.pings], "not reminded alike"
