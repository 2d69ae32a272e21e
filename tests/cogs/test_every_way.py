"""By every way in: what is not acknowledged is not applied, and what Discord delivers twice is applied once (law 2)."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from itertools import cycle
from pathlib import Path

import pytest
from discord.app_commands import Command

from bot.local.gateway import Gateway
from bot.ui.custom_ids import Kind
from cogs.pressing import BOARD
from tests.cogs.club import Club, open_club
from tests.cogs.handling import board_of, id_of, state_of
from tests.cogs.ways import Script, Way

CALLBACK = "/interactions/*/callback"
REFUSALS = [(404, 10062), (400, 40060), (401, 50027), (500, 0)]
PASSING = ('INSERT INTO "heartbeat"', 'INSERT INTO "outage"')
READING = {"comuni screen", "comuni rules", "comuni verify", "comuni my-tables", "order show"}
SHOWING = {"act", "screen", "log", "help", "rules", "clock"}  # buttons of the board
PANELS = {Kind.GO, Kind.ASK, Kind.PAGE, Kind.BOARD}
PARTS = ("life", "acts")


def rows(club: Club) -> list[str]:
    """All that is kept, but for what passes by itself."""
    with closing(sqlite3.connect(club.database)) as database:
        kept = [line for line in database.iterdump() if line.startswith("INSERT")]
    return [line for line in kept if not line.startswith(PASSING)]


def commands_that_change(club: Club) -> set[str]:
    """Every command that is not only for reading."""
    return {each.qualified_name for each in club.bot.tree.walk_commands() if isinstance(each, Command)} - READING


def ways(club: Club, part: str) -> AsyncIterator[Way]:
    """A part of the script."""
    script = Script(club)
    return script.acts() if part == "acts" else script.ways()


def expected(club: Club, part: str) -> set[str]:
    """The ways that a part must go; what changes anything is in one of them."""
    commands = commands_that_change(club)
    acts = {name for name in commands if name.startswith("act ")} | {Kind.DO, Kind.MENU, Kind.CARDS}
    buttons = {f"{Kind.BOARD} {choice}" for choice in set(BOARD) - SHOWING}
    return acts if part == "acts" else (commands | buttons | set(Kind) - PANELS) - acts


@pytest.mark.parametrize("part", PARTS)
async def test_what_is_not_acknowledged_is_not_applied(club: Club, part: str) -> None:
    faults, seen = cycle(REFUSALS), set[str]()
    async for way in ways(club, part):
        before = rows(club)
        status, code = next(faults)
        club.simulation.inject_error("POST", CALLBACK, status=status, code=code)
        assert not (await way.do()).acknowledged
        assert rows(club) == before, way.name
        assert (await way.do()).acknowledged, way.name
        assert rows(club) != before, way.name
        seen.add(way.name)
    assert seen >= expected(club, part)


@pytest.mark.parametrize("part", PARTS)
async def test_what_is_delivered_twice_is_applied_once(tmp_path: Path, part: str) -> None:
    async with open_club(tmp_path / "once.sqlite3") as club:
        after = [rows(club) async for way in ways(club, part) if await way.do()]
    async with open_club(tmp_path / "twice.sqlite3") as club:
        gateway, once = Gateway(club.simulation), iter(after)
        async for way in ways(club, part):
            with gateway.telling(2):
                await way.do()
            as_once = next(once)
            assert rows(club) == as_once, f"at once: {way.name}"
            await gateway.repeat(gateway.newest("INTERACTION_CREATE"))
            assert rows(club) == as_once, f"afterwards: {way.name}"


async def test_an_action_that_comes_again_when_it_is_legal_again_is_not_played_again(club: Club) -> None:
    alice = club.simulation.person("Alice")
    await alice.slash(club.channel, "comuni new", picture=False)
    await alice.slash(club.channel, "comuni stewards", count=1)
    await alice.slash(club.channel, "comuni start")
    await alice.slash(club.channel, "act income", first="coins")
    assert (await state_of(club)).active == (await club.table()).seat_of(alice.id), "the steward has not played"
    gateway, before = Gateway(club.simulation), rows(club)
    await gateway.repeat(gateway.newest("INTERACTION_CREATE"))
    assert rows(club) == before
    await alice.slash(club.channel, "act income", first="coins")
    assert rows(club) != before, "it was not legal"


async def test_a_form_that_is_asked_for_twice_is_opened_once(club: Club) -> None:
    active, _ = await club.start(2)
    seat, before = (await state_of(club)).active, rows(club)
    gateway, asking = Gateway(club.simulation), await id_of(club, Kind.ASK, seat, "bid.1")
    with gateway.telling(2):
        opened = await active.forge(board_of(club), asking)
    await gateway.repeat(gateway.newest("INTERACTION_CREATE"))
    assert opened.modal is not None
    assert rows(club) == before


async def test_a_form_that_is_sent_twice_is_answered_once(club: Club) -> None:
    active, _ = await club.start(2)
    seat, gateway = (await state_of(club)).active, Gateway(club.simulation)
    club.simulation.requests.clear()
    with gateway.telling(2):
        await active.forge(board_of(club), await id_of(club, Kind.ASK, seat, "bid.1"), typed="1")
    await gateway.repeat(gateway.newest("INTERACTION_CREATE"))
    assert club.posts("POST", CALLBACK) == 3
    assert club.posts("PATCH", "/webhooks/*") == 1


async def test_what_is_typed_twice_is_offered_once_and_is_no_error(club: Club) -> None:
    active, _ = await club.start(2)
    gateway = Gateway(club.simulation)
    with gateway.telling(2):
        assert await active.autocomplete(club.channel, "act bid", "column")
    await gateway.repeat(gateway.newest("INTERACTION_CREATE"))
    assert club.simulation.errors == []
