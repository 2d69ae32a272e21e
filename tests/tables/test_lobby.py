"""The lobby: people come and go, and the host starts (law 2)."""

import asyncio

import pytest

from bot.tables.errors import (
    AlreadySeated,
    CannotKickSelf,
    ChannelHasTable,
    LobbyFull,
    NoTable,
    NotHost,
    NotInLobby,
    NotSeated,
    PersonNotSeated,
    TableEnded,
    TableRefusal,
    TooFewPeople,
)
from bot.tables.model import Person, TableSettings, TableState
from tests.storage.helpers import content
from tests.tables.hosting import BEA, CARLO, CHANNEL, DINA, ELIO, GUILD, HOST, NOW, STRANGER, Hosting, bodies, query


async def seated(hosting: Hosting, table_id: int) -> list[str]:
    return [person.name for person in (await hosting.table(table_id)).people]


async def test_a_new_table_has_its_host_at_it_and_what_the_host_chose(hosting: Hosting) -> None:
    settings = TableSettings(seats=3, open_screens=True, language="it")
    table = await hosting.table(await hosting.tables.lobby.open(GUILD, CHANNEL, HOST, settings))
    assert (table.guild_id, table.channel_id, table.host_id) == (GUILD, CHANNEL, HOST.user_id)
    assert (table.state, table.settings, table.version, table.aside) == (TableState.LOBBY, settings, 0, None)
    assert [(person.user_id, person.name, person.seat) for person in table.people] == [(HOST.user_id, "Ada", None)]
    assert query(hosting.path, "SELECT created_at FROM game_table") == [(NOW,)]


async def test_a_new_table_wants_its_board_and_wakes_the_announcer(hosting: Hosting) -> None:
    table_id = await hosting.lobby(1)
    assert await hosting.board_due(table_id)
    assert hosting.heard.woken == [table_id]


async def test_people_sit_down_in_the_order_in_which_they_come(hosting: Hosting) -> None:
    table_id = await hosting.lobby(4)
    assert await seated(hosting, table_id) == ["Ada", "Bea", "Carlo", "Dina"]


async def test_every_change_of_the_lobby_wants_its_board_anew(hosting: Hosting) -> None:
    table_id = await hosting.lobby(3)
    lobby = hosting.tables.lobby
    for change in (
        lobby.join(table_id, DINA),
        lobby.leave(table_id, DINA.user_id),
        lobby.kick(table_id, HOST.user_id, BEA.user_id),
        lobby.start(table_id, HOST.user_id),
    ):
        await hosting.settle(table_id)
        await change
        assert await hosting.board_due(table_id)


async def test_nobody_sits_down_twice(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2)
    for person in (HOST, BEA):
        with pytest.raises(AlreadySeated):
            await hosting.tables.lobby.join(table_id, person)


async def test_a_table_takes_as_many_people_as_it_has_seats(hosting: Hosting) -> None:
    table_id = await hosting.lobby(3, room=3)
    with pytest.raises(LobbyFull) as caught:
        await hosting.tables.lobby.join(table_id, DINA)
    assert caught.value.data == {"seats": 3}


async def test_who_sits_at_a_full_table_is_told_that_and_not_that_it_is_full(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2, room=2)
    with pytest.raises(AlreadySeated):
        await hosting.tables.lobby.join(table_id, BEA)


async def test_of_two_who_want_the_last_seat_at_once_one_gets_it(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2, room=3)
    joins = [hosting.tables.lobby.join(table_id, person) for person in (CARLO, DINA, ELIO)]
    outcomes = await asyncio.gather(*joins, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), LobbyFull, LobbyFull]
    assert await seated(hosting, table_id) == ["Ada", "Bea", "Carlo"]


async def test_who_has_left_may_come_back_behind_the_others(hosting: Hosting) -> None:
    table_id = await hosting.lobby(3)
    await hosting.tables.lobby.leave(table_id, BEA.user_id)
    await hosting.tables.lobby.join(table_id, BEA)
    assert await seated(hosting, table_id) == ["Ada", "Carlo", "Bea"]


async def test_when_the_host_leaves_the_next_person_becomes_host(hosting: Hosting) -> None:
    table_id = await hosting.lobby(3)
    await hosting.tables.lobby.leave(table_id, HOST.user_id)
    assert (await hosting.table(table_id)).host_id == BEA.user_id
    await hosting.tables.lobby.leave(table_id, BEA.user_id)
    assert (await hosting.table(table_id)).host_id == CARLO.user_id


async def test_a_host_who_has_left_is_host_no_more_even_when_back(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2)
    await hosting.tables.lobby.leave(table_id, HOST.user_id)
    await hosting.tables.lobby.join(table_id, HOST)
    with pytest.raises(NotHost):
        await hosting.tables.lobby.start(table_id, HOST.user_id)
    await hosting.tables.lobby.start(table_id, BEA.user_id)


async def test_somebody_else_s_leaving_leaves_the_host(hosting: Hosting) -> None:
    table_id = await hosting.lobby(3)
    await hosting.tables.lobby.leave(table_id, BEA.user_id)
    assert (await hosting.table(table_id)).host_id == HOST.user_id


async def test_when_the_last_one_leaves_the_table_is_closed_and_the_channel_free(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2)
    await hosting.tables.lobby.leave(table_id, BEA.user_id)
    await hosting.tables.lobby.leave(table_id, HOST.user_id)
    assert (await hosting.table(table_id)).state is TableState.STOPPED
    with pytest.raises(TableEnded):
        await hosting.tables.lobby.join(table_id, CARLO)
    assert await hosting.lobby(2) != table_id


async def test_two_who_leave_at_once_close_the_table(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2)
    leave = hosting.tables.lobby.leave
    await asyncio.gather(leave(table_id, HOST.user_id), leave(table_id, BEA.user_id))
    assert (await hosting.table(table_id)).state is TableState.STOPPED
    assert await seated(hosting, table_id) == []


async def test_who_does_not_sit_there_cannot_leave(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2)
    with pytest.raises(NotSeated):
        await hosting.tables.lobby.leave(table_id, STRANGER.user_id)


async def test_the_host_sends_somebody_away_who_may_come_back(hosting: Hosting) -> None:
    table_id = await hosting.lobby(3)
    await hosting.tables.lobby.kick(table_id, HOST.user_id, BEA.user_id)
    assert await seated(hosting, table_id) == ["Ada", "Carlo"]
    await hosting.tables.lobby.join(table_id, BEA)


async def test_only_the_host_sends_away_and_only_somebody_else_who_is_there(hosting: Hosting) -> None:
    table_id = await hosting.lobby(3)
    kick = hosting.tables.lobby.kick
    for host_id, user_id, refusal in [
        (BEA.user_id, CARLO.user_id, NotHost),
        (BEA.user_id, HOST.user_id, NotHost),
        (BEA.user_id, BEA.user_id, NotHost),
        (STRANGER.user_id, BEA.user_id, NotHost),
        (HOST.user_id, HOST.user_id, CannotKickSelf),
        (HOST.user_id, STRANGER.user_id, PersonNotSeated),
    ]:
        with pytest.raises(refusal):
            await kick(table_id, host_id, user_id)
    assert await seated(hosting, table_id) == ["Ada", "Bea", "Carlo"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
async def test_the_start_deals_a_commune_to_everybody_at_the_table(hosting: Hosting, seats: int) -> None:
    table_id = await hosting.lobby(seats)
    await hosting.tables.lobby.start(table_id, HOST.user_id)
    table, state = await hosting.table(table_id), await hosting.state(table_id)
    assert (table.state, table.version) == (TableState.RUNNING, 1)
    assert sorted(person.seat or "" for person in table.people) == sorted(state.communes)
    assert query(hosting.path, "SELECT number, kind, author, at FROM log") == [(0, "setup", HOST.user_id, NOW)]
    [setup] = bodies(hosting.path, table_id)
    assert tuple(setup["communes"]) == state.communes
    assert await hosting.owed(table_id) == [("commitment", None), *[("started", seat) for seat in state.communes]]


async def test_the_start_keeps_open_screens(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2, open_screens=True)
    await hosting.tables.lobby.start(table_id, HOST.user_id)
    assert (await hosting.state(table_id)).open_screens


async def test_a_game_needs_two_people(hosting: Hosting) -> None:
    table_id = await hosting.lobby(1)
    with pytest.raises(TooFewPeople) as caught:
        await hosting.tables.lobby.start(table_id, HOST.user_id)
    assert caught.value.data == {"people": 1}


async def test_only_the_host_starts(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2)
    for user_id in (BEA.user_id, STRANGER.user_id):
        with pytest.raises(NotHost):
            await hosting.tables.lobby.start(table_id, user_id)


async def test_two_starts_at_once_deal_once(hosting: Hosting) -> None:
    table_id = await hosting.lobby(3)
    starts = [hosting.tables.lobby.start(table_id, HOST.user_id) for _ in range(3)]
    outcomes = await asyncio.gather(*starts, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [type(None), NotInLobby, NotInLobby]
    assert len(bodies(hosting.path, table_id)) == 1
    assert len(await hosting.owed(table_id)) == 4


async def test_who_comes_while_the_game_starts_is_in_it_or_is_refused(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2)
    lobby = hosting.tables.lobby
    outcomes = await asyncio.gather(
        lobby.start(table_id, HOST.user_id), lobby.join(table_id, CARLO), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), NotInLobby]
    assert len((await hosting.state(table_id)).communes) == 2


async def test_after_the_start_people_no_longer_come_and_go(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    before = content(hosting.path)
    lobby = hosting.tables.lobby
    for refused in (
        lobby.join(table_id, DINA),
        lobby.join(table_id, BEA),
        lobby.leave(table_id, BEA.user_id),
        lobby.kick(table_id, HOST.user_id, BEA.user_id),
        lobby.start(table_id, HOST.user_id),
    ):
        with pytest.raises(NotInLobby):
            await refused
    assert content(hosting.path) == before


@pytest.mark.parametrize("running", [False, True])
async def test_a_channel_has_one_open_table(hosting: Hosting, running: bool) -> None:
    table_id = await (hosting.started() if running else hosting.lobby())
    with pytest.raises(ChannelHasTable):
        await hosting.tables.lobby.open(GUILD, CHANNEL, STRANGER, TableSettings())
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    assert await hosting.tables.lobby.open(GUILD, CHANNEL, STRANGER, TableSettings()) != table_id


async def test_of_two_tables_opened_at_once_in_a_channel_one_is(hosting: Hosting) -> None:
    opens = [hosting.tables.lobby.open(GUILD, CHANNEL, person, TableSettings()) for person in (HOST, BEA, CARLO)]
    outcomes = await asyncio.gather(*opens, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [int, ChannelHasTable, ChannelHasTable]
    assert query(hosting.path, "SELECT count(*) FROM game_table") == [(1,)]


async def test_a_person_may_sit_at_many_tables(hosting: Hosting) -> None:
    tables = [await hosting.lobby(2, channel=channel) for channel in (1, 2, 3)]
    found = await hosting.tables.reader.tables_of(BEA.user_id)
    assert [table.id for table in found] == tables[::-1]


async def test_a_table_that_is_not_there_refuses_everything(hosting: Hosting) -> None:
    lobby = hosting.tables.lobby
    for refused in (lobby.join(7, BEA), lobby.leave(7, 1), lobby.kick(7, 1, 2), lobby.start(7, 1)):
        with pytest.raises(NoTable):
            await refused


async def test_the_name_that_a_person_has_now_is_kept_when_they_sit_down(hosting: Hosting) -> None:
    await hosting.lobby(2, channel=1)
    renamed = Person(BEA.user_id, "Beatrice", None)
    other = await hosting.lobby(1, channel=2)
    await hosting.tables.lobby.join(other, renamed)
    assert await seated(hosting, other) == ["Ada", "Beatrice"]
    [(name, locale)] = query(hosting.path, "SELECT name, locale FROM person WHERE user_id = ?", BEA.user_id)
    assert (name, locale) == ("Beatrice", "en-US")


def test_every_refusal_of_a_table_has_a_key_of_its_own() -> None:
    keys = [refusal().key for refusal in TableRefusal.__subclasses__()]
    assert len(set(keys)) == len(keys)
