"""Whole games by taps alone, from the lobby to the final scores and the record, in every language."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.game.state import Phase
from bot.locale import language_of
from bot.ui.custom_ids import Kind
from tests.end_to_end.chance import chance
from tests.end_to_end.confidential import Confidence
from tests.end_to_end.endings import assert_proved, everybody_was_told_the_end
from tests.end_to_end.house import House
from tests.end_to_end.speaking import Listener
from tests.end_to_end.taps import begin, open_tapped
from tests.end_to_end.traffic import Sent

# Every seed that ever failed stays here.
GAMES = [
    (2, 0, ("en-US",)),
    (3, 0, ("it",)),
    (4, 0, ("ja",)),
    (5, 0, ("en-GB", "ja", "it", "fr", "en-US")),
]


OF_A_SEAT = (Kind.GO, Kind.DO, Kind.ASK, Kind.MENU, Kind.CARDS)


class Steps:
    """Watches that each person who believes to have done something has done one thing, and notes the phases."""

    def __init__(self) -> None:
        self.version, self.misled = 1, 0
        self.seen: set[Phase] = set()

    async def __call__(self, house: House[Any], sent: Sequence[Sent]) -> None:
        """Look where the game stands."""
        self.seen.add((await house.state()).phase)
        before, self.version = self.version, (await house.table()).version
        misled, self.misled = self.misled, sum(tapper.misled for tapper in house.drivers)
        assert self.version == before + (sent is not house.opening) - (self.misled - misled)


@pytest.mark.parametrize(("seats", "seed", "locales"), GAMES)
async def test_a_game_is_played_by_taps_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seats: int, seed: int, locales: tuple[str, ...]
) -> None:
    async with open_tapped(tmp_path / "comuni.sqlite3", seed) as house:
        await begin(house, seats, seed, locales)
        steps, confidence, listener = Steps(), Confidence(), Listener(house, language_of(locales[0]))
        await house.play(chance("turns", seed), watch=[steps, confidence, listener])
        assert {Phase.PROJECTS, Phase.CONSTRUCTION, Phase.INVASION, Phase.OUTBID, Phase.REPAIR} <= steps.seen
        assert sum(tapper.mistyped for tapper in house.drivers) > 3
        pressed = {(id_.split(":")[0], private) for tapper in house.drivers for id_, private in tapper.pressed}
        assert pressed >= {(kind.value, private) for kind in OF_A_SEAT for private in (True, False)}
        assert Kind.UNDO in {kind for kind, _ in pressed}
        await assert_proved(house, tmp_path, capsys)
        assert await everybody_was_told_the_end(house)
