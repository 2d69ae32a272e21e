"""People come and go, channels are lost, and whole games are played to their end all the same (laws 4, 7, 8)."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.__main__ import main
from bot.game.state import Phase
from bot.tables.model import TableState
from tests.end_to_end.chance import chance
from tests.end_to_end.confidential import Confidence
from tests.end_to_end.driver import CAREFUL, Driver
from tests.end_to_end.endings import assert_proved, everybody_was_told_the_end, saved_record
from tests.end_to_end.house import MOST_STEPS, House, answer, in_phase, open_house
from tests.end_to_end.tapping import Tapper
from tests.end_to_end.taps import begin, open_tapped
from tests.end_to_end.traffic import Visitor

PHASES = (Phase.OUTBID, Phase.CONSTRUCTION, Phase.INVASION, Phase.REPAIR, Phase.PROJECTS)
NEWCOMERS = ("Fabio", "Gaia", "Hugo", "Ida", "Leo")
IN_PRIVATE = 4  # actions
AN_HOUR = 3600  # seconds

Joins = Callable[[Visitor], Any]  # makes a player of somebody


async def hand_over(house: House[Any], name: str, joins: Joins, watch: Confidence) -> None:
    """Somebody who is asked hands their seat to somebody new, who takes it by the button of their letter."""
    old = (await house.asked())[0]
    seat, new = await house.seat_of(old), house.person(name)
    offered = await old.person.slash(house.channel, "comuni handover", person=new.member)
    assert "is offered to" in answer(offered) or "è offerto a" in answer(offered)
    await watch(house, house.deliver())  # whoever is no player yet reads what everybody may
    letter = new.sees(new.dm)[-1]
    custom_id = f"seat:{(await house.table()).id}:{seat}:0:accept"
    player = joins(new)
    house.drivers[house.drivers.index(old)] = player
    await new.click(letter, custom_id=custom_id)
    assert await house.seat_of(player) == seat
    await watch(house, house.deliver())
    assert not (await house.table()).sits(old.person.id)


async def play_to(house: House[Any], turns: Random, watch: Confidence, phase: Phase) -> None:
    """Play until a phase begins, and watch what is sent."""
    if watch.before is None:
        await watch(house, house.opening)
    while (await house.state()).phase is not phase:
        await house.step(turns, watch=[watch])


def types(house: House[Driver]) -> Joins:
    """Makes people who type."""
    return lambda new: Driver(new, house.channel, house.menu, chance("newcomer", new.name), CAREFUL)


def taps(house: House[Tapper]) -> Joins:
    """Makes people who tap."""
    language = house.simulation.locale(house.drivers[0].person)
    return lambda new: Tapper(new, house.channel, ("en-US", language), chance("newcomer", new.name))


@pytest.mark.parametrize("seed", [0])
async def test_seats_change_hands_in_every_phase_of_a_game_that_is_typed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    async with open_house(tmp_path / "comuni.sqlite3", seed) as house:
        await house.begin(3, seed)
        watch, turns = Confidence(), chance("turns", seed)
        for phase, name in zip(PHASES, NEWCOMERS, strict=True):
            await play_to(house, turns, watch, phase)
            await hand_over(house, name, types(house), watch)
        await play_to(house, turns, watch, Phase.OVER)
        await assert_proved(house, tmp_path, capsys)
        assert await everybody_was_told_the_end(house)


@pytest.mark.parametrize("seed", [0])
async def test_seats_change_hands_in_every_phase_of_a_game_that_is_tapped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    async with open_tapped(tmp_path / "comuni.sqlite3", seed) as house:
        await begin(house, 3, seed)
        watch, turns = Confidence(), chance("turns", seed)
        for phase, name in zip(PHASES, NEWCOMERS, strict=True):
            await play_to(house, turns, watch, phase)
            await hand_over(house, name, taps(house), watch)
        await play_to(house, turns, watch, Phase.OVER)
        await assert_proved(house, tmp_path, capsys)
        assert await everybody_was_told_the_end(house)


async def play_in_private(house: House[Driver]) -> None:
    """Some actions by people who have no channel."""
    for driver in house.drivers:
        driver.channel = driver.person.dm
    turns = chance("private")
    for _ in range(IN_PRIVATE):
        if not house.is_over:
            await house.step(turns)


async def move(house: House[Driver], mover: Driver) -> None:
    """Somebody has the table go on in the new channel of the same name."""
    moved = await mover.person.slash(house.channel, "comuni move-table")
    assert answer(moved) == "The table goes on in this channel."
    for driver in house.drivers:
        driver.channel = house.channel


@pytest.mark.parametrize("seed", [0])
async def test_a_channel_that_is_deleted_in_every_phase_moves_and_the_game_comes_to_its_end(
    tmp_path: Path, seed: int
) -> None:
    async with open_house(tmp_path / "comuni.sqlite3", seed) as house:
        await house.begin(3, seed)
        watch, turns = Confidence(), chance("turns", seed)
        for number, phase in enumerate(PHASES):
            await play_to(house, turns, watch, phase)
            table = await house.table()
            house.simulation.world.backend.delete_channel(house.channel.id)
            await house.simulation.settle()
            house.deliver()
            assert (await house.bot.tables.reader.table(table.id)).suspended == "gone"
            await play_in_private(house)
            await move(house, house.drivers[number % 3])
            watch.before = None
            await watch(house, house.deliver())
        await play_to(house, turns, watch, Phase.OVER)
        assert main(["replay", str(await saved_record(house, tmp_path))]) == 0
        assert len([post for post in house.posts(house.channel) if "final scores" in str(post.json)]) == 1
        assert await everybody_was_told_the_end(house)


async def test_who_leaves_the_server_is_played_for_and_the_game_comes_to_its_end(tmp_path: Path) -> None:
    async with open_house(tmp_path / "comuni.sqlite3", 0) as house:
        await house.begin(3, 0)
        turns = chance("turns", 0)
        await house.play(turns, until=in_phase(Phase.CONSTRUCTION))
        gone = house.drivers.pop()
        house.simulation.home.remove_member(gone.person.member)
        path = f"/channels/{gone.person.dm.id}/messages"
        house.simulation.inject_error("POST", path, status=403, code=50278, times=None)
        before = len(house.simulation.requests)
        await play_while_stewards_do(house)
        assert (await house.table()).state is TableState.OVER
        sent = house.simulation.requests[before:]
        assert not [each for each in sent if f"<@{gone.person.id}>" in str((each.json or {}).get("content"))]


async def play_while_stewards_do(house: House[Driver]) -> None:
    """Play on; where nobody is asked, time passes until a steward acts."""
    turns = chance("rest")
    for _ in range(MOST_STEPS):
        if house.is_over:
            return
        asked = [driver for driver in house.drivers if await driver.asked()]
        if asked:
            await turns.choice(asked).act()
        else:
            await house.simulation.advance(AN_HOUR)
        house.deliver()
    raise AssertionError("the game does not end")
