"""The same people play again: a new table at once, as the old one was, whose host is who asked for it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.stewards import Character
from bot.tables.errors import ChannelHasTable, LobbyFull, NothingToReplay
from bot.tables.model import Person, Table, TableState
from bot.tables.orders import Orders
from tests.storage.helpers import content
from tests.tables.hosting import BEA, CARLO, CHANNEL, DINA, HOST, STRANGER
from tests.tables.seats import NEWCOMER, Club, club_at, die_at, writes_of


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "comuni.sqlite3") as opened:
        yield opened


async def ended(club: Club, people: int = 3, *, stewards: int = 0, over: bool = False, **settings: Any) -> Table:
    """A table whose game was stopped, or played to its end."""
    table_id = await club.begin(people, stewards=stewards, **settings)
    if over:
        await club.finish(table_id)
    else:
        await club.tables.playing.stop(table_id, HOST.user_id, manages=False)
    await club.settle(table_id)
    return await club.table(table_id)


def sitting(table: Table) -> list[tuple[str, Character | None]]:
    return [(each.name, each.steward) for each in table.people]


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("person", [HOST, CARLO])
async def test_all_who_sat_there_sit_at_a_new_table_in_lobby(club: Club, person: Person, over: bool) -> None:
    old = await ended(club, over=over)
    new = await club.table(await club.tables.lobby.rematch(old, person))
    assert new.id != old.id
    assert (new.state, new.version, new.host_id) == (TableState.LOBBY, 0, person.user_id)
    assert (new.guild_id, new.channel_id) == (old.guild_id, old.channel_id)
    rest = [each.name for each in old.people if each.name != person.name]
    assert [each.name for each in new.people] == [person.name, *rest]
    assert {each.seat for each in new.people} == {None}
    assert await club.board_due(new.id)
    assert club.heard.woken[-1] == new.id
    assert await club.table(old.id) == old


async def test_the_settings_are_those_of_the_table_before(club: Club) -> None:
    chosen: dict[str, Any] = {
        "open_screens": True,
        "language": "it",
        "pace": 90,
        "days_off": [6],
        "zone": "Europe/Rome",
        "seats": 4,
    }
    old = await ended(club, **chosen)
    new = await club.table(await club.tables.lobby.rematch(old, BEA))
    assert new.settings == old.settings
    assert (new.settings.zone, new.settings.seats, new.settings.open_screens) == ("Europe/Rome", 4, True)


async def test_stewards_play_again_as_what_they_were_and_so_does_one_that_took_a_seat_over(club: Club) -> None:
    table_id = await club.lobby(3)
    await club.tables.lobby.set_stewards(table_id, HOST.user_id, 1, Character.NOVICE)
    await club.tables.lobby.start(table_id, HOST.user_id)
    await club.tables.seating.resign(table_id, BEA.user_id)
    await club.tables.playing.stop(table_id, HOST.user_id, manages=False)
    new = await club.table(await club.tables.lobby.rematch(await club.table(table_id), CARLO))
    assert sitting(new) == [("Carlo", None), ("Ada", None), ("", Character.STEWARD), ("", Character.NOVICE)]
    assert all((each.user_id < 0) == (each.steward is not None) for each in new.people)


async def test_who_took_a_seat_over_plays_again_and_not_whose_it_had_been(club: Club) -> None:
    table_id = await club.begin(2)
    await club.hand(table_id, BEA)
    await club.tables.playing.stop(table_id, HOST.user_id, manages=False)
    old = await club.table(table_id)
    with pytest.raises(NothingToReplay):
        await club.tables.lobby.rematch(old, BEA)
    new = await club.table(await club.tables.lobby.rematch(old, NEWCOMER))
    assert sitting(new) == [("Nina", None), ("Ada", None)]


async def test_nothing_of_the_old_game_comes_along(club: Club) -> None:
    table_id = await club.begin(2)
    await club.tables.playing.order(table_id, BEA.user_id, lambda _: Orders(finish=True))
    await club.tables.people.looked(await club.table(table_id), BEA.user_id)
    await club.tables.seating.offer(table_id, BEA.user_id, NEWCOMER)
    await club.tables.playing.stop(table_id, HOST.user_id, manages=False)
    await club.tables.playing.agree(table_id, BEA.user_id)
    new = await club.table(await club.tables.lobby.rematch(await club.table(table_id), HOST))
    kept = [(each.orders, each.looked, each.offered_to, each.offered_by, each.agrees) for each in new.people]
    assert kept == [(Orders(), 0, None, None, False)] * 2
    assert await club.owed(new.id) == []


async def test_the_new_game_begins_like_any_other(club: Club) -> None:
    old = await ended(club)
    table_id = await club.tables.lobby.rematch(old, BEA)
    await club.tables.lobby.leave(table_id, CARLO.user_id)
    await club.tables.lobby.join(table_id, DINA)
    await club.tables.lobby.start(table_id, BEA.user_id)
    table = await club.table(table_id)
    assert (table.state, len({each.seat for each in table.people})) == (TableState.RUNNING, 3)
    before, after = [await club.tables.reader.history(each) for each in (old, table)]
    assert before.salt != after.salt
    assert before.setup.decks != after.setup.decks
    await club.finish(table_id)


async def test_there_is_no_more_room_than_before(club: Club) -> None:
    old = await ended(club, 3, seats=3)
    table_id = await club.tables.lobby.rematch(old, HOST)
    with pytest.raises(LobbyFull):
        await club.tables.lobby.join(table_id, DINA)


async def test_a_game_that_goes_on_or_never_began_is_not_played_again(club: Club) -> None:
    lobby = await club.lobby(2, channel=5)
    running = await club.begin(2, channel=6)
    kept = await club.begin(2, channel=7)
    await club.tables.seating.resign(kept, BEA.user_id)
    unborn = await club.lobby(2, channel=8)
    await club.tables.playing.stop(unborn, HOST.user_id, manages=False)
    for table_id in (lobby, running, kept, unborn):
        work = club.tables.lobby.rematch(await club.table(table_id), HOST)
        assert await club.refused(work) is NothingToReplay


async def test_who_did_not_sit_there_does_not_play_again(club: Club) -> None:
    old = await ended(club)
    assert await club.refused(club.tables.lobby.rematch(old, STRANGER)) is NothingToReplay


async def test_a_channel_that_is_taken_has_no_rematch_until_it_is_free(club: Club) -> None:
    old = await ended(club)
    other = await club.lobby(1, channel=CHANNEL)
    assert await club.refused(club.tables.lobby.rematch(old, BEA)) is ChannelHasTable
    await club.tables.lobby.leave(other, HOST.user_id)
    await club.tables.lobby.rematch(old, BEA)
    assert await club.refused(club.tables.lobby.rematch(old, HOST)) is ChannelHasTable


async def test_of_two_who_want_it_at_once_one_is_the_host_and_all_sit_there_once(club: Club) -> None:
    old = await ended(club)
    works = [club.tables.lobby.rematch(old, person) for person in (BEA, CARLO)]
    outcomes = await asyncio.gather(*works, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [int, ChannelHasTable]
    new = await club.tables.reader.table_of_channel(CHANNEL)
    assert (new.host_id, len(new.people)) == (BEA.user_id, 3)


async def test_a_crash_at_any_write_of_it_leaves_no_half_table(club: Club) -> None:
    """A bug once: the host was alone at a table that had only then to be filled."""
    old = await ended(club, 2, stewards=1)
    before = content(club.path)
    made = await writes_of(club, lambda: club.tables.lobby.rematch(old, BEA))
    assert made.count("add_seat") + made.count("add_steward") == 3
    for write in range(len(made)):
        await die_at(club, write, lambda: club.tables.lobby.rematch(old, BEA))
        assert content(club.path) == before
    assert len((await club.table(await club.tables.lobby.rematch(old, BEA))).people) == 3
