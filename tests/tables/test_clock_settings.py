"""The settings of a table's clock: what is chosen where nobody chooses, and what may be."""

from typing import Any

import pytest
from pydantic import ValidationError

from bot.tables.errors import NoSuchZone, NotHost, NotInLobby
from bot.tables.model import TableSettings, TimeOut, Vacation
from tests.tables.hosting import BEA, HOST
from tests.tables.timed import Timed

WEEK = 7 * 24 * 60  # minutes
ALLOWED: list[dict[str, object]] = [
    {"pace": 15},
    {"pace": WEEK},
    {"pace": None},
    {"bank": 0},
    {"bank": WEEK},
    {"days_off": (5, 6)},
    {"days_off": tuple(range(6))},
    {"zone": "Europe/Rome"},
    {"time_out": TimeOut.HOST, "vacation": Vacation.WAIT},
]
REFUSED: list[dict[str, object]] = [
    {"pace": 14},
    {"pace": WEEK + 1},
    {"pace": True},
    {"pace": 60.0},
    {"pace": "60"},
    {"bank": -1},
    {"bank": None},
    {"bank": WEEK + 1},
    {"days_off": tuple(range(7))},
    {"days_off": (7,)},
    {"days_off": (-1,)},
    {"time_out": "never"},
    {"vacation": None},
    {"hours": 3},
]


def test_a_table_has_a_day_for_each_thing_half_a_day_more_in_the_bank_and_a_steward_that_acts() -> None:
    settings = TableSettings()
    assert (settings.pace, settings.bank, settings.days_off, settings.zone) == (24 * 60, 12 * 60, (), "UTC")
    assert (settings.time_out, settings.vacation) == (TimeOut.STEWARD, Vacation.STEWARD)


@pytest.mark.parametrize("changes", ALLOWED)
async def test_the_host_sets_the_clock_in_the_lobby(timed: Timed, changes: dict[str, Any]) -> None:
    table_id = await timed.gather()
    settings = await timed.tables.lobby.set_clock(table_id, HOST.user_id, **changes)
    assert settings == (await timed.table(table_id)).settings
    assert {name: getattr(settings, name) for name in changes} == changes


@pytest.mark.parametrize("changes", REFUSED)
async def test_no_other_clock_than_these_can_be_set(timed: Timed, changes: dict[str, Any]) -> None:
    table_id = await timed.gather()
    before = (await timed.table(table_id)).settings
    with pytest.raises(ValidationError):
        await timed.tables.lobby.set_clock(table_id, HOST.user_id, **changes)
    assert (await timed.table(table_id)).settings == before


@pytest.mark.parametrize("zone", ["", "Rome", "europe/rome", "../zoneinfo/Europe/Rome", "localtime", "+01:00"])
async def test_what_is_no_zone_is_refused_by_name(timed: Timed, zone: str) -> None:
    table_id = await timed.gather()
    with pytest.raises(NoSuchZone):
        await timed.tables.lobby.set_clock(table_id, HOST.user_id, zone=zone)


async def test_only_the_host_sets_the_clock_and_only_before_the_game(timed: Timed) -> None:
    table_id = await timed.gather()
    with pytest.raises(NotHost):
        await timed.tables.lobby.set_clock(table_id, BEA.user_id, pace=60)
    await timed.tables.lobby.start(table_id, HOST.user_id)
    with pytest.raises(NotInLobby):
        await timed.tables.lobby.set_clock(table_id, HOST.user_id, pace=60)
