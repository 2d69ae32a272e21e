"""What the host may do, who manages the table's channel may too, and nobody else; and they see no more for it."""

import inspect
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.local.simulation import Person
from bot.tables.lobby import Lobby
from bot.tables.playing import Playing
from bot.tables.seating import Seating
from bot.tables.timekeeping import Timekeeping
from bot.ui.table_texts import TEXTS
from tests.cogs.club import Club
from tests.cogs.handling import answer_of, board_of, controls, ping_of
from tests.cogs.powers import ELSEWHERE, MAY_WISH, POWERS, Power, decide_id, move
from tests.cogs.reaching import Scene, commands, values
from tests.cogs.timed import DECIDES, ask_host, clock_of, host_of, labels

ROOT = Path(__file__).parents[2]
MANAGES = discord.Permissions(manage_channels=True)
WHO_MAY = "Manage Channels"
ANYBODY_S = {"Timekeeping.resume"}  # who sits there; but who manages the channel need not
SERVICES: tuple[type, ...] = (Lobby, Playing, Seating, Timekeeping)


def warden(club: Club, name: str = "Warden") -> Person:
    """Somebody who manages all channels of the server, and sits nowhere."""
    role = club.simulation.home.create_role(name, permissions=MANAGES)
    return club.simulation.person(name, roles=[role])


def let_manage(club: Club, person: Person, place: str) -> None:
    """Somebody is allowed to manage one channel."""
    overwrite = Overwrite(person.id, OverwriteType.MEMBER, allow=MANAGES.value)
    club.simulation.world.backend.set_overwrite(club.simulation.channel(place).id, overwrite)


async def company(club: Club, power: Power) -> dict[str, Person]:
    """People round a power: the host, another at the table, who manages channels, and a stranger."""
    if power.running:
        host, late = await ask_host(club, 3)
        other = next(person for person in club.people if person not in (host, late))
    else:
        host, other, _ = await club.gather(3)
        await host.slash(club.channel, "comuni stewards", count=1)
    club.table_id = (await club.table()).id
    return {"stranger": club.simulation.person("Stranger"), "other": other, "host": host, "manager": warden(club)}


@pytest.mark.parametrize("who", ["host", "manager"])
@pytest.mark.parametrize("name", POWERS)
async def test_a_power_is_the_host_s_and_of_who_manages_the_channel_alone(club: Club, name: str, who: str) -> None:
    power = POWERS[name]
    people = await company(club, power)
    for refused in ("stranger", "other"):
        answer = await power.use(club, people[refused])
        key = power.refused.get(refused, "NotHost")
        assert key == MAY_WISH or answer.content == TEXTS[key]
        assert not power.used(club, await club.table())
    await power.use(club, people[who])
    assert power.used(club, await club.table())


def test_every_power_is_among_them() -> None:
    found = {
        f"{service.__name__}.{name}"
        for service in SERVICES
        for name, method in inspect.getmembers(service, inspect.isfunction)
        if "manages" in inspect.signature(method).parameters
    }
    assert found - ANYBODY_S == {power.of for power in POWERS.values()}


def test_who_has_a_power_is_decided_in_one_place() -> None:
    files = [path for package in ("bot", "cogs") for path in (ROOT / package).rglob("*.py")]
    assert [path.name for path in files if "raise NotHost" in path.read_text(encoding="utf-8")] == ["powers.py"]


def test_the_refusals_of_powers_say_who_may() -> None:
    assert all(WHO_MAY in TEXTS[key] for key in ("NotHost", "CannotOffer", "NotSuspended"))


async def test_who_manages_the_channel_has_a_table_go_on_too(club: Club) -> None:
    await club.start(2)
    keeper, host = warden(club), await host_of(club)
    await host.slash(club.channel, "comuni pause")
    assert answer_of(await club.simulation.person("Stranger").slash(club.channel, "comuni resume")).content
    assert (await club.table()).clock.paused_at is not None
    await keeper.slash(club.channel, "comuni resume")
    assert (await club.table()).clock.paused_at is None


async def test_a_host_who_was_sent_away_leaves_the_table_to_the_next(club: Club) -> None:
    host, other = await club.gather(2)
    await warden(club).slash(club.channel, "comuni kick", person=host.member)
    table = await club.table()
    assert ([person.user_id for person in table.people], table.host_id) == ([other.id], other.id)


async def test_in_a_dm_nobody_has_the_power_but_the_host(club: Club) -> None:
    _, late = await ask_host(club)
    let_manage(club, late, club.place)
    before = await club.table()
    answer = answer_of(await late.forge(ping_of(late), await decide_id(club, "more")))
    assert answer.content == TEXTS["NotHost"]
    assert await club.table() == before
    await late.forge(board_of(club), await decide_id(club, "more"))
    assert await club.table() != before


async def test_who_manages_another_channel_does_not_draw_the_table_there(club: Club) -> None:
    _, late = await ask_host(club)
    stranger = club.simulation.person("Stranger")
    for person, refusal in ((late, "NotSuspended"), (stranger, "NoTable")):
        let_manage(club, person, ELSEWHERE)
        assert (await move(club, person)).content == TEXTS[refusal]
    let_manage(club, stranger, club.place)
    offered = await stranger.autocomplete(club.simulation.channel(ELSEWHERE), "comuni move-table", "table")
    assert [each["value"] for each in offered] == [str((await club.table()).id)]
    assert (await move(club, stranger)).content not in TEXTS.values()


async def test_who_manages_the_channel_is_shown_what_the_host_may_decide(club: Club) -> None:
    await ask_host(club)
    assert labels(await clock_of(club, warden(club))) == DECIDES
    assert not controls(await clock_of(club, club.simulation.person("Stranger")))


async def test_who_manages_the_channel_sees_no_more_than_a_spectator(club: Club) -> None:
    scene = await Scene.of(club)
    keeper, stranger, compared = warden(club), club.simulation.person("Stranger"), 0
    powers = {"kick", "stewards", "start", "stop", "pause", "resume", "move-table", "handover"}
    for command in commands(club):
        if command.name in powers:
            continue
        given = await values(scene, command, all_of_them=False)
        read = [await shown(club, person, command.qualified_name, given) for person in (keeper, stranger)]
        assert read[0] == read[1]
        compared += 1
    assert compared > 25


async def shown(club: Club, person: Person, command: str, given: dict[str, Any]) -> list[Any]:
    answer = answer_of(await person.slash(club.channel, command, **given))
    return [answer.content, [embed.to_dict() for embed in answer.embeds]]
