"""Nobody learns from any byte what others have ordered; what an order did reads like a quick answer (law 4)."""

import re
from pathlib import Path
from typing import Any

import pytest

from bot.game.state import Phase
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House, in_phase, open_house
from tests.end_to_end.reading import Shown
from tests.end_to_end.twins import normal

SEALED = re.compile(r"\d of 3 seats have sealed")
# What is ordered, the same as a quick answer, and what brings it about.
QUICK: list[tuple[str, dict[str, Any], str, dict[str, Any], int]] = [
    ("outbid", {"do": "withdraw"}, "withdraw", {}, 1),
    ("outbid", {"do": "move", "columns": "1 4"}, "move", {"column": 4}, 1),
    ("acquire", {}, "acquire", {}, 3),
    ("income", {"first": "coins"}, "income", {"first": "coins"}, 3),
]


async def seen_by_others(house: House, one: Driver) -> list[str]:
    """How things stand for everybody else: the board, their screens, logs and private messages."""
    seen = [await house.board_text()]
    for person in (*(driver.person for driver in house.drivers if driver is not one), house.person("Passer-by")):
        log = (await person.slash(house.channel, "comuni log", page=1)).response
        assert log is not None
        seen += [Shown(log.content, log.embeds).text, await house.screen(person)]
        letters = [message for message in person.sees(person.dm) if not message.flags.ephemeral]
        seen += [Shown(letter.content, letter.embeds).text for letter in letters]
    return [normal(text, set()) for text in seen]


@pytest.mark.parametrize(("order", "ordered", "action", "answered", "column"), QUICK)
async def test_an_ordered_action_reads_like_a_quick_answer(
    tmp_path: Path, order: str, ordered: dict[str, Any], action: str, answered: dict[str, Any], column: int
) -> None:
    seen = []
    for ahead in (True, False):
        async with open_house(tmp_path / f"{ahead}.sqlite3") as house:
            await house.begin(3, 0)
            one, two, three = await in_turn(house)
            await one.person.slash(house.channel, "act bid", column=1)
            if ahead:
                await one.person.slash(house.channel, f"order {order}", **ordered)
            await two.person.slash(house.channel, "act bid", column=2)
            await three.person.slash(house.channel, "act bid", column=column, coins=1)
            if not ahead:
                await one.person.slash(house.channel, f"act {action}", **answered)
            assert (await house.table()).version == 5
            seen.append(await seen_by_others(house, one))
    assert seen[0] == seen[1]


async def test_a_defence_that_was_ordered_looks_like_one_that_was_sealed_quickly(tmp_path: Path) -> None:
    seen = []
    for ahead in (True, False):
        async with open_house(tmp_path / f"{ahead}.sqlite3") as house:
            await house.begin(3, 0)
            one = house.drivers[1]
            if ahead:
                await one.person.slash(house.channel, "order defend")
            await house.play(chance("turns"), until=in_phase(Phase.INVASION))
            if not ahead:
                await one.person.slash(house.channel, "act defend")
            assert [city.sealed is not None for city in (await house.state()).cities].count(True) == 1
            seen.append([SEALED.sub("", text) for text in await seen_by_others(house, one)])
    assert seen[0] == seen[1], "but for the count at the moment when the private messages were written"


async def in_turn(house: House) -> list[Driver]:
    """The drivers in the order of their seats, from whose turn it is on."""
    state = await house.state()
    by_seat = {await house.seat_of(driver): driver for driver in house.drivers}
    first = state.communes.index(state.active)
    return [by_seat[seat] for seat in (*state.communes[first:], *state.communes[:first])]
