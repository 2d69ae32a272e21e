"""An invasion has one time for all: what was sealed stays, a draft counts as nothing, and stewards seal the rest."""

import re
from pathlib import Path

import pytest

from bot.game.events import InvasionResolved
from bot.game.state import Phase
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House, open_house
from tests.end_to_end.tapping import controls
from tests.end_to_end.timed import (
    BANKED,
    MINUTE,
    PACE,
    QUICK,
    REMINDED,
    TIME_RAN_OUT,
    TIME_RUNS,
    count,
    draft,
    ever_written,
    invade,
    letters,
    pointers,
    seal,
    time_field,
)
from tests.end_to_end.traffic import pinged

BANKS = re.compile(r"Banks: (.*)")
SEED = 2
OUT_OF_DATE = "That was asked earlier and has changed since."


async def sent_to_the_league(house: House) -> list[int]:
    """How many soldiers each seat sent in the newest invasion, as its report says, in seat order."""
    events = await house.bot.tables.reader.events(await house.table(), None)
    report = next(event for event in reversed(events) if isinstance(event, InvasionResolved))
    return [defence.league.soldiers for defence in report.defences]


def written(house: House, sealing: list[Driver], words: str) -> list[int]:
    """How often each was ever written some words, in seat order."""
    return [count(ever_written(house, driver.person.dm), words) for driver in sealing]


async def test_at_the_common_end_stewards_seal_only_for_those_who_have_not(house: House) -> None:
    with_nothing, with_soldiers, with_a_draft = sealing = await invade(house, 3, QUICK, SEED)
    await seal(house, with_nothing)
    await seal(house, with_soldiers, 1)
    panel = await draft(house, with_a_draft)
    await house.simulation.advance(PACE - 1)
    assert (await house.state()).phase is Phase.INVASION
    assert "2 of 3 seats have sealed" in await house.board_text()
    await house.simulation.advance(2)
    assert (await house.state()).phase is not Phase.INVASION
    assert (await sent_to_the_league(house))[:2] == [0, 1]
    assert written(house, sealing, TIME_RAN_OUT) == [0, 0, 1]
    late = next(control for control in controls(panel) if control.custom_id and control.custom_id.startswith("do:"))
    shown = (await with_a_draft.person.click(panel, custom_id=late.custom_id)).response
    assert shown is not None
    assert shown.content.startswith(OUT_OF_DATE)


async def test_nobody_answers_and_the_game_goes_on(house: House) -> None:
    sealing = await invade(house, 3, QUICK, SEED)
    await house.simulation.advance(PACE + 1)
    assert (await house.state()).phase is not Phase.INVASION
    assert written(house, sealing, TIME_RAN_OUT) == [1, 1, 1]


async def test_all_are_reminded_alike_and_the_board_does_not_change(house: House) -> None:
    sealing = await invade(house, 3, QUICK, SEED)
    await seal(house, sealing[1], 1)
    shown = await house.board_text()
    await house.simulation.advance(REMINDED + 1)
    assert written(house, sealing, TIME_RUNS) == [1, 1, 1]
    for driver in sealing:
        (letter,) = letters(driver.person)
        assert ("Your defence is sealed" in letter) == (driver is sealing[1])
    assert await house.board_text() == shown
    assert "All seats have until" in await time_field(house)
    await seal(house, sealing[1])  # what they change now is what counts
    for driver in (sealing[0], sealing[2]):
        await seal(house, driver)
    assert (await sent_to_the_league(house))[1] == 0
    await house.simulation.advance(PACE)
    assert written(house, sealing, TIME_RUNS)[1] == 1


@pytest.mark.parametrize("how", ["mention", "closed"])
async def test_lines_in_the_channel_remind_all_alike_in_the_order_of_seats(tmp_path: Path, how: str) -> None:
    async with open_house(tmp_path / "comuni.sqlite3") as house:
        people = [house.person(name) for name in ("Alice", "Bob", "Chiara")]
        for person in people:
            await person.slash(person.dm, "comuni pings", how="mention" if how == "mention" else "dm")
            if how == "closed":
                path = f"/channels/{person.dm.id}/messages"
                house.simulation.inject_error("POST", path, status=403, code=50007, times=None)
        sealing = await invade(house, 3, QUICK, SEED, people=people)
        for driver in sealing[:2]:
            await seal(house, driver)
        start = len(house.posts(house.channel))
        await house.simulation.advance(REMINDED + 1)
        lines = house.posts(house.channel)[start:]
        assert [pinged(line) for line in lines] == [[driver.person.id] for driver in sealing]
        assert [len(pointers(house, driver.person)) for driver in sealing] == [1, 1, 1]


async def test_banks_are_shown_as_they_were_until_all_is_open(house: House) -> None:
    in_time, late, missing = await invade(house, 3, BANKED, SEED)
    await seal(house, in_time)
    before = BANKS.findall(await time_field(house))
    await house.simulation.advance(PACE + 5 * MINUTE)
    await seal(house, late)
    assert BANKS.findall(await time_field(house)) == before
    await house.simulation.advance(5 * MINUTE)
    await seal(house, late)  # to change one's mind costs nothing
    await seal(house, missing)
    assert (await house.state()).phase is not Phase.INVASION
    names = [(await house.seat_of(driver)).capitalize() for driver in (in_time, late, missing)]
    (shown,) = BANKS.findall(await time_field(house))
    assert sorted(shown.split(", ")) == sorted(
        f"{name} {left} min" for name, left in zip(names, (15, 10, 5), strict=True)
    )
