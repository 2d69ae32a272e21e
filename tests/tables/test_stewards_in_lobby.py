"""The host seats computer players, sends them away, and starts with them; without a person there is no table."""

from collections.abc import Awaitable, Callable

import pytest

from bot.stewards import Character
from bot.tables.errors import LobbyFull, NoSteward, NotHost, NotInLobby
from bot.tables.lobby import Lobby
from bot.tables.model import TableState
from tests.tables.hosting import BEA, CARLO, HOST, Hosting, bodies
from tests.tables.solo import begun, lobby

Change = Callable[[Lobby, int, int], Awaitable[object]]
CHANGES: dict[str, Change] = {
    "set": lambda lobby, table_id, host: lobby.set_stewards(table_id, host, 1, Character.STEWARD),
    "engage": lambda lobby, table_id, host: lobby.engage(table_id, host),
    "dismiss": lambda lobby, table_id, host: lobby.dismiss(table_id, host),
}
changes = pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)


async def characters(hosting: Hosting, table_id: int) -> list[Character | None]:
    return [seated.steward for seated in (await hosting.table(table_id)).people]


async def test_the_stewards_that_are_set_come_in_place_of_those_there_were(hosting: Hosting) -> None:
    table_id = await lobby(hosting, 3, character=Character.NOVICE)
    assert await characters(hosting, table_id) == [None, *[Character.NOVICE] * 3]
    await hosting.tables.lobby.set_stewards(table_id, HOST.user_id, 1, Character.STEWARD)
    assert await characters(hosting, table_id) == [None, Character.STEWARD]
    await hosting.tables.lobby.set_stewards(table_id, HOST.user_id, 0, Character.STEWARD)
    assert await characters(hosting, table_id) == [None]


async def test_one_comes_and_one_goes_and_the_others_stay_what_they_are(hosting: Hosting) -> None:
    table_id = await lobby(hosting, 1, character=Character.NOVICE)
    assert await hosting.tables.lobby.engage(table_id, HOST.user_id) == 2
    assert await characters(hosting, table_id) == [None, Character.NOVICE, Character.STEWARD]
    assert await hosting.tables.lobby.dismiss(table_id, HOST.user_id) == 1
    assert await characters(hosting, table_id) == [None, Character.NOVICE]


async def test_where_no_steward_sits_none_can_be_sent_away(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2)
    with pytest.raises(NoSteward):
        await hosting.tables.lobby.dismiss(table_id, HOST.user_id)


@changes
async def test_only_the_host_does_it_and_only_before_the_game(hosting: Hosting, change: Change) -> None:
    table_id = await lobby(hosting, 1, people=2)
    with pytest.raises(NotHost):
        await change(hosting.tables.lobby, table_id, BEA.user_id)
    await hosting.tables.lobby.start(table_id, HOST.user_id)
    with pytest.raises(NotInLobby):
        await change(hosting.tables.lobby, table_id, HOST.user_id)


@changes
async def test_each_change_wants_the_board_anew(hosting: Hosting, change: Change) -> None:
    table_id = await lobby(hosting, 1)
    await hosting.settle(table_id)
    await change(hosting.tables.lobby, table_id, HOST.user_id)
    assert await hosting.board_due(table_id)


async def test_people_and_stewards_together_fill_a_table(hosting: Hosting) -> None:
    table_id = await lobby(hosting, 2, people=2, room=4)
    with pytest.raises(LobbyFull):
        await hosting.tables.lobby.engage(table_id, HOST.user_id)
    with pytest.raises(LobbyFull):
        await hosting.tables.lobby.join(table_id, CARLO)
    with pytest.raises(LobbyFull):
        await hosting.tables.lobby.set_stewards(table_id, HOST.user_id, 3, Character.NOVICE)
    assert await characters(hosting, table_id) == [None, None, Character.STEWARD, Character.STEWARD]


async def test_five_stewards_do_not_play_without_a_person(hosting: Hosting) -> None:
    table_id = await lobby(hosting, 4)
    with pytest.raises(LobbyFull):
        await hosting.tables.lobby.set_stewards(table_id, HOST.user_id, 5, Character.STEWARD)
    await hosting.tables.lobby.leave(table_id, HOST.user_id)
    assert (await hosting.table(table_id)).state is TableState.STOPPED


async def test_a_host_who_leaves_passes_the_table_to_a_person_and_never_to_a_steward(hosting: Hosting) -> None:
    table_id = await lobby(hosting, 1)
    await hosting.tables.lobby.join(table_id, BEA)
    await hosting.tables.lobby.leave(table_id, HOST.user_id)
    table = await hosting.table(table_id)
    assert (table.state, table.host_id) == (TableState.LOBBY, BEA.user_id)
    await hosting.tables.lobby.kick(table_id, BEA.user_id, table.stewards[0].user_id)
    assert await characters(hosting, table_id) == [None]


async def test_one_person_and_a_steward_are_a_game(hosting: Hosting) -> None:
    table_id = await begun(hosting, 1)
    table = await hosting.table(table_id)
    assert table.state is TableState.RUNNING
    (setup,) = bodies(hosting.path, table_id)
    assert sorted(seated.seat or "" for seated in table.people) == sorted(setup["communes"])
