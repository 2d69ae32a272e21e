"""Whole games by slash commands, from the lobby to the final scores and the record."""

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.game.state import Phase, State
from tests.end_to_end.chance import chance
from tests.end_to_end.confidential import Confidence
from tests.end_to_end.house import FINAL, NAMES, WILD_NAMES, House, Sent, answer, open_house
from tests.end_to_end.reading import embed_text

# Every seed that ever failed stays here.
GAMES = [(2, 0), (3, 0), (4, 0), (5, 0)]
FINGERPRINT = re.compile(r"`([0-9a-f]{64})`")
SCORE = re.compile(r"\*\*(−?\d+) points?\*\* = " + r"\D+".join([r"(\d+)"] * 6))


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
        record = await saved_record(house, tmp_path)
        assert main(["replay", str(record)]) == 0
        position = json.loads(capsys.readouterr().out)["position"]
        assert_scores_are_shown(final_embed(house), position, seats)
        assert_committed(house, json.loads(record.read_text("utf-8")))
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


async def saved_record(house: House, folder: Path) -> Path:
    """The file that `/comuni record` gives."""
    given = await house.drivers[-1].person.slash(house.channel, "comuni record")
    assert given.response is not None
    (attachment,) = given.response.attachments
    saved = folder / attachment.filename
    saved.write_bytes(await attachment.read())
    return saved


def final_embed(house: House) -> dict[str, Any]:
    """The report that everybody sees at the end."""
    found = [embed for sent in house.posts(house.channel) for embed in Sent(0, sent).embeds if embed["title"] == FINAL]
    assert len(found) == 1
    return found[0]


def assert_scores_are_shown(embed: dict[str, Any], position: dict[str, Any], seats: int) -> None:
    """Every part of every seat's score stands there, adds up, and is what replaying the record gives."""
    assert len(embed["fields"]) == seats
    for field in embed["fields"]:
        (shown,) = SCORE.findall(field["value"])
        total, vp, notables, majorities, heroism, loot, lowest = (int(part.replace("−", "-")) for part in shown)
        assert total == vp + notables + majorities + heroism - loot + lowest
        (seat,) = [seat for seat in position["scores"] if seat.capitalize() in field["name"]]
        score = position["scores"][seat]
        assert [total, vp, notables, majorities, heroism, -loot, lowest] == [
            score[part] for part in ("total", "vp", "notables", "majorities", "heroism", "loot", "lowest")
        ]
    winner = position["winner"].capitalize()
    assert winner in embed["description"]
    assert winner in embed["fields"][0]["name"]


def assert_committed(house: House, record: dict[str, Any]) -> None:
    """The fingerprint of the start message is that of the opened decks, as record.md says."""
    start = next(
        embed_of
        for sent in house.posts(house.channel)
        for embed_of in Sent(0, sent).embeds
        if "begins" in embed_of["title"]
    )
    (promised,) = FINGERPRINT.findall(start["fields"][0]["value"])
    opened = {"communes": record["communes"], "decks": record["decks"], "salt": record["proof"]["salt"]}
    canonical = json.dumps(opened, sort_keys=True, separators=(",", ":")).encode()
    assert hashlib.sha256(canonical).hexdigest() == promised == record["proof"]["commitment"]


async def everybody_was_told_the_end(house: House) -> bool:
    """Whether each seat's last private message says that the game is over."""
    state: State = await house.state()
    assert state.phase is Phase.OVER
    last = [driver.person.sees(driver.person.dm)[-1] for driver in house.drivers]
    return all("is over" in message.content and embed_text(message.embeds[0]) for message in last)
