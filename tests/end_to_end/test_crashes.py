"""The process dies at any moment, and the game goes on where it stood; nobody is told anything twice or not at all."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.game.state import Phase
from cogs.sending import Sending
from tests.end_to_end.chance import chance
from tests.end_to_end.house import House, answer, in_phase, open_house
from tests.end_to_end.owed import assert_told_once
from tests.end_to_end.tapping import controls

# Every seed that ever failed stays here.
GAMES = [(2, 0), (3, 0), (5, 0)]
CRASHES = 0.12  # of all steps
PHASES = {Phase.PROJECTS, Phase.OUTBID, Phase.CONSTRUCTION, Phase.INVASION, Phase.REPAIR}
LONGEST_WAIT = 60  # looks at what was sent


async def crash_in_the_middle(house: House, random: Random) -> bool:
    """Somebody acts, and after some of the requests that follow the process dies; whether there was an answer yet.

    What was answered stands.
    """
    driver = random.choice(await house.asked())
    command, options = await driver.decide()
    before = (await house.table()).version
    goal = len(house.simulation.requests) + random.randint(0, 6)
    async with house.simulation.together():
        result = await driver.person.slash(house.channel, command, **options)
        for _ in range(LONGEST_WAIT):
            if len(house.simulation.requests) >= goal:
                break
            await asyncio.sleep(0.0005)
        await house.simulation.crash()
    answered = driver.heard(result).is_screen
    assert (await house.table()).version >= before + answered
    house.deliver()
    return answered


@pytest.mark.parametrize(("seats", "seed"), GAMES)
async def test_a_game_of_many_crashes_is_played_to_its_end(tmp_path: Path, seats: int, seed: int) -> None:
    async with open_house(tmp_path / "comuni.sqlite3", seed) as house:
        await house.begin(seats, seed)
        turns, crashes = chance("turns", seed), chance("crashes", seed)
        crashed: Counter[Phase] = Counter()
        answered = set()
        while not house.is_over:
            phase = (await house.state()).phase
            if crashes.random() < CRASHES or phase not in crashed:
                crashed[phase] += 1
                answered.add(await crash_in_the_middle(house, crashes))
            else:
                await house.step(turns)
        assert set(crashed) >= PHASES
        assert answered == {True, False}, "no crash was in the middle"
        await assert_told_once(house)


async def test_a_crash_at_rest_changes_nothing_for_anybody(house: House) -> None:
    await house.begin(3, 0)
    for phase in (Phase.CONSTRUCTION, Phase.INVASION):
        await house.play(chance("turns"), until=in_phase(phase))
        shown, state = [await driver.look() for driver in house.drivers], await house.state()
        house.deliver()
        await house.simulation.crash()
        assert house.deliver() == []
        assert await house.state() == state
        assert [(await driver.look()).text for driver in house.drivers] == [each.text for each in shown]


async def test_seals_that_are_in_stay_in(house: House) -> None:
    await house.begin(3, 0)
    await house.play(chance("turns"), until=in_phase(Phase.INVASION))
    await house.step(chance("turns"))
    sealed = [city.sealed for city in (await house.state()).cities]
    assert len([seal for seal in sealed if seal]) == 1
    await house.simulation.crash()
    assert [city.sealed for city in (await house.state()).cities] == sealed
    assert len(await house.asked()) == 2


async def test_a_lobby_outlives_a_crash(house: House) -> None:
    alice, bob = await house.gather(2, seats=3)
    before = await house.board_text()
    await house.simulation.crash()
    assert await house.board_text() == before
    assert "sit at this table already" in answer(await bob.slash(house.channel, "comuni join"))
    chiara = house.person("Chiara")
    async with house.simulation.together():
        await chiara.slash(house.channel, "comuni join")
        await asyncio.sleep(0.005)
        await house.simulation.crash()
    assert len((await house.table()).people) in (2, 3)
    assert "The game begins" in answer(await alice.slash(house.channel, "comuni start"))


@pytest.mark.parametrize("goal", range(8))
async def test_a_crash_while_the_game_starts_starts_it_once_or_not_at_all(tmp_path: Path, goal: int) -> None:
    async with open_house(tmp_path / "comuni.sqlite3") as house:
        alice, bob = await house.gather(2)
        async with house.simulation.together():
            await alice.slash(house.channel, "comuni start")
            sent = len(house.simulation.requests)
            for _ in range(LONGEST_WAIT):
                if len(house.simulation.requests) >= sent + goal:
                    break
                await asyncio.sleep(0.0005)
            await house.simulation.crash()
        if (await house.table()).version == 0:
            await alice.slash(house.channel, "comuni start")
        for person in (alice, bob):
            letters = [message for message in person.sees(person.dm) if not message.flags.ephemeral]
            assert len(letters) == 1
        starts = [
            embed.title
            for message in house.channel.history()
            for embed in message.embeds
            if embed.title == "Comuni: the game begins"
        ]
        assert len(starts) == 1


async def test_a_crash_between_a_new_board_and_the_end_of_the_older_leaves_one_that_can_be_pressed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hang(*_args: Any, **_kwargs: Any) -> None:
        await asyncio.Event().wait()

    def boards() -> list[int]:
        return [message.id for message in house.channel.history() if not message.flags.ephemeral and controls(message)]

    await house.begin(2, 0)
    (driver,) = await house.asked()
    await driver.person.member.send(house.channel, "the board is no longer the last message")
    with monkeypatch.context() as patched:
        patched.setattr(Sending, "retire", hang)
        await driver.say("act income", await driver.fill("income"))
        assert len(boards()) == 2
    await house.simulation.crash()
    await house.simulation.settle()
    assert boards() == [(await house.board()).id]


async def test_an_orderly_end_changes_nothing_either(house: House) -> None:
    await house.begin(2, 0)
    await house.step(chance("turns"))
    state = await house.state()
    await house.simulation.restart()
    assert house.deliver() == []
    assert await house.state() == state
    await house.step(chance("turns"))
