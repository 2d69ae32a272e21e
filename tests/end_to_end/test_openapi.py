"""Discord's own description of its API judges every request of these tests; here it is judged itself."""

from pathlib import Path
from typing import Any

import pytest
from simcord.types import HttpLogEntry

from tests.end_to_end.chance import chance
from tests.end_to_end.house import House
from tests.end_to_end.openapi import DESCRIPTION, Description, all_problems, description
from tests.end_to_end.tapping import CURIOUS
from tests.end_to_end.taps import begin, open_tapped


@pytest.fixture
def described() -> Description:
    """Discord's description; it lies beside the repository, or not."""
    found = description()
    if found is None:
        pytest.skip(f"Discord's description is not there: {Path(*DESCRIPTION.parts[-2:])}")
    return found


def sent(method: str, path: str, body: Any) -> HttpLogEntry:
    """A request as the simulation records it."""
    return HttpLogEntry(method, path, {}, body, None)


async def test_what_the_bot_sends_fits(house: House, described: Description) -> None:
    await house.begin(2, 0)
    for _ in range(20):
        await house.step(chance("turns"))
    assert len(house.simulation.requests) > 100
    assert all_problems(house.simulation.requests) == []


async def test_what_the_bot_sends_by_taps_and_with_pictures_fits(tmp_path: Path, described: Description) -> None:
    async with open_tapped(tmp_path / "comuni.sqlite3") as house:
        await begin(house, 2, 0, ("ja", "it"), picture=True)
        for tapper in house.drivers:
            tapper.taste = CURIOUS
        for _ in range(20):
            await house.step(chance("turns"))
        bodies = [sent.json for sent in house.simulation.requests if isinstance(sent.json, dict)]
        assert len([body for body in bodies if body.get("components")]) > 20
        assert len([body for body in bodies if body.get("attachments")]) > 5
        assert [body for body in bodies if "custom_id" in (body.get("data") or {})], "no form was opened"
        assert all_problems(house.simulation.requests) == []


MESSAGES = "/channels/123456789012345678/messages"
BUTTON = {"type": 2, "style": 1, "label": "Act", "custom_id": "board:1:act"}
OPTION = {"label": "Column 1", "value": "go:bid.1.0"}
MENU = {"type": 3, "custom_id": "menu:1:siena:1:columns", "options": [OPTION]}
PICTURE = {"id": 0, "filename": "board.png", "description": "The board"}


def with_row(*controls: dict[str, Any]) -> HttpLogEntry:
    """A message with one row of controls."""
    return sent("POST", MESSAGES, {"components": [{"type": 1, "components": list(controls)}]})


def test_controls_and_attachments_fit(described: Description) -> None:
    right = [with_row(BUTTON), with_row(MENU), sent("PATCH", f"{MESSAGES}/1", {"attachments": [PICTURE]})]
    assert all_problems(right) == []


@pytest.mark.parametrize(
    "wrong",
    [
        sent("POST", "/channels/123456789012345678/letters", {"content": "x"}),
        sent("POST", MESSAGES, {"embeds": [{"color": -1}]}),
        sent("POST", MESSAGES, {"embeds": "none"}),
        with_row(*[BUTTON] * 6),
        with_row(BUTTON | {"label": "x" * 81}),
        with_row(BUTTON | {"custom_id": "x" * 101}),
        with_row(BUTTON | {"style": 9}),
        with_row(MENU | {"options": [OPTION] * 26}),
        with_row(MENU | {"options": [OPTION | {"label": "x" * 101}]}),
        with_row(MENU | {"options": [OPTION | {"description": "x" * 101}]}),
        with_row(MENU | {"placeholder": "x" * 151}),
        with_row(MENU | {"min_values": 26}),
        sent("POST", MESSAGES, {"components": [{"type": 1, "components": [BUTTON]}] * 41}),
        sent("POST", MESSAGES, {"attachments": [PICTURE | {"description": "x" * 1025}]}),
        sent("POST", MESSAGES, {"attachments": [PICTURE | {"filename": 1}]}),
        sent("POST", MESSAGES, {"attachments": [{"filename": "board.png"}]}),
        sent(
            "PUT",
            "/applications/123456789012345678/commands",
            [{"name": "act", "description": "x" * 101, "type": 1}],
        ),
    ],
)
def test_what_discord_would_refuse_is_found(described: Description, wrong: HttpLogEntry) -> None:
    assert all_problems([wrong])
