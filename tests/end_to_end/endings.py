"""What must be true of a game that is over: the final report, the record, and the proof of the decks."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.game.state import Phase
from tests.end_to_end.house import FINALS, House
from tests.end_to_end.reading import embed_text
from tests.end_to_end.traffic import Sent

FINGERPRINT = re.compile(r"`([0-9a-f]{64})`")
SCORE = re.compile(r"\*\*[^\d−]*(−?\d+)\D*\*\* = " + r"\D+".join([r"(\d+)"] * 6))
PARTS = ("total", "vp", "notables", "majorities", "heroism", "loot", "lowest")


async def assert_proved(house: House[Any], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The record is accepted by the rules, gives the scores that are shown, and opens the fingerprint of the start."""
    record = await saved_record(house, folder)
    capsys.readouterr()
    assert main(["replay", str(record)]) == 0
    position = json.loads(capsys.readouterr().out)["position"]
    _assert_scores_are_shown(_final_embed(house), position, len(house.drivers))
    _assert_committed(house, json.loads(record.read_text("utf-8")))


async def saved_record(house: House[Any], folder: Path) -> Path:
    """The file that `/comuni record` gives."""
    given = await house.drivers[-1].person.slash(house.channel, "comuni record")
    assert given.response is not None
    (attachment,) = given.response.attachments
    name: str = attachment.filename
    saved = folder / name
    saved.write_bytes(await attachment.read())
    return saved


async def everybody_was_told_the_end(house: House[Any]) -> bool:
    """Whether each seat's last private message is its screen at the end, with nothing left to press."""
    assert (await house.state()).phase is Phase.OVER
    last = [driver.person.sees(driver.person.dm)[-1] for driver in house.drivers]
    return all(message.content and embed_text(message.embeds[0]) and not message.components for message in last)


def _final_embed(house: House[Any]) -> dict[str, Any]:
    """The report that everybody sees at the end."""
    shown = [embed for sent in house.posts(house.channel) for embed in Sent(0, sent).embeds]
    (found,) = [embed for embed in shown if embed.get("title") in FINALS]
    return found


def _assert_scores_are_shown(embed: dict[str, Any], position: dict[str, Any], seats: int) -> None:
    """Every part of every seat's score stands there, adds up, and is what replaying the record gives."""
    assert len(embed["fields"]) == seats
    for field in embed["fields"]:
        (shown,) = SCORE.findall(field["value"])
        total, vp, notables, majorities, heroism, loot, lowest = (int(part.replace("−", "-")) for part in shown)
        assert total == vp + notables + majorities + heroism - loot + lowest
        (seat,) = [seat for seat in position["scores"] if seat.capitalize() in field["name"]]
        score = position["scores"][seat]
        assert [total, vp, notables, majorities, heroism, -loot, lowest] == [score[part] for part in PARTS]
    winner = position["winner"].capitalize()
    assert winner in embed["description"]
    assert winner in embed["fields"][0]["name"]


def _assert_committed(house: House[Any], record: dict[str, Any]) -> None:
    """The fingerprint of the start message is that of the opened decks, as record.md says."""
    shown = [str(embed) for sent in house.posts(house.channel) for embed in Sent(0, sent).embeds]
    promised = next(found[1] for text in shown if (found := FINGERPRINT.search(text)))
    opened = {"communes": record["communes"], "decks": record["decks"], "salt": record["proof"]["salt"]}
    canonical = json.dumps(opened, sort_keys=True, separators=(",", ":")).encode()
    assert hashlib.sha256(canonical).hexdigest() == promised == record["proof"]["commitment"]
