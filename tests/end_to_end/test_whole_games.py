"""Whole games by slash commands, from the lobby to the final scores and the record."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.game.state import Phase
from tests.end_to_end.chance import chance
from tests.end_to_end.confidential import Confidence
from tests.end_to_end.endings import assert_proved, everybody_was_told_the_end, saved_record
from tests.end_to_end.house import NAMES, WILD_NAMES, House, answer, open_house
from tests.end_to_end.traffic import Sent

# Every seed that ever failed stays here.
GAMES = [(2, 0), (3, 0), (4, 0), (5, 0)]


class Phases:
    """Notes which phases a game went through."""

    def __init__(self) -> None:
        self.seen: set[Phase] = set()

    async def __call__(self, house: House, _sent: Sequence[Sent]) -> None:
        """Look where the game stands."""
        self.seen.add((await house.state()).phase)


@pytest.mark.parametrize(("seats", "seed"), GAMES)
async def test_a_game_is_played_to_its_end_and_its_record_proves_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seats: int, seed: int
) -> None:
    async with open_house(tmp_path / "comuni.sqlite3", seed) as house:
        names = WILD_NAMES if seats == 5 else NAMES
        await house.begin(seats, seed, people=[house.person(name) for name in names[:seats]])
        confidence, phases = Confidence(), Phases()
        await house.play(chance("turns", seed), watch=[confidence, phases])
        assert confidence.searched > 500
        assert {Phase.PROJECTS, Phase.CONSTRUCTION, Phase.INVASION, Phase.OUTBID, Phase.REPAIR} <= phases.seen
        await assert_proved(house, tmp_path, capsys)
        assert await everybody_was_told_the_end(house)


async def test_the_record_of_a_running_game_is_refused(house: House) -> None:
    await house.begin(2, 0)
    for driver in house.drivers:
        refused = await driver.person.slash(house.channel, "comuni record")
        assert answer(refused).startswith("The record is given when the game is over")
        assert refused.response is not None
        assert not refused.response.attachments


async def test_the_record_of_an_open_screens_game_is_accepted_too(tmp_path: Path) -> None:
    async with open_house(tmp_path / "comuni.sqlite3", 1) as house:
        await house.begin(2, 1, open_screens=True)
        await house.play(chance("turns", 1))
        assert main(["replay", str(await saved_record(house, tmp_path))]) == 0
