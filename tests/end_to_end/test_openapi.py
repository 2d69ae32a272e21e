"""Discord's own description of its API judges every request of these tests; here it is judged itself."""

from pathlib import Path
from typing import Any

import pytest
from simcord.types import HttpLogEntry

from tests.end_to_end.chance import chance
from tests.end_to_end.house import House
from tests.end_to_end.openapi import DESCRIPTION, Description, all_problems, description


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


@pytest.mark.parametrize(
    "wrong",
    [
        sent("POST", "/channels/123456789012345678/letters", {"content": "x"}),
        sent("POST", "/channels/123456789012345678/messages", {"embeds": [{"color": -1}]}),
        sent("POST", "/channels/123456789012345678/messages", {"embeds": "none"}),
        sent(
            "PUT",
            "/applications/123456789012345678/commands",
            [{"name": "act", "description": "x" * 101, "type": 1}],
        ),
    ],
)
def test_what_discord_would_refuse_is_found(described: Description, wrong: HttpLogEntry) -> None:
    assert all_problems([wrong])
