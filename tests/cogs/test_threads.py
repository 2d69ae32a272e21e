"""A table in a thread that is archived or locked: it waits, plays on in private, and comes back by itself (law 8)."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from simcord.builders import ChannelHandle

from bot.tables.model import TableState
from tests.cogs.club import Club, last_board, told
from tests.cogs.handling import board_of, play_on
from tests.cogs.losing import mark, play_in_private, thread
from tests.cogs.timed import host_of

LONG = 1300.0  # seconds in which every retry has had its turn


class Threaded(Club):
    """A club whose table is in a thread."""

    aside: ChannelHandle | None = None

    @property
    def channel(self) -> ChannelHandle:
        return self.aside or super().channel


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Threaded]:
    opened = Threaded(tmp_path / "comuni.sqlite3")
    async with opened.simulation:
        opened.aside = thread(opened, "aside")
        yield opened


async def locked_out(club: Club) -> None:
    """The thread is locked and archived in a game, and somebody has acted since."""
    await club.start(2)
    await mark(club, club.channel, archived=True, locked=True)
    await play_in_private(club, Random(1))
    assert (await club.table()).suspended == "closed"


async def test_a_thread_that_is_archived_in_a_game_is_opened_by_the_next_board(club: Club) -> None:
    await club.start(2)
    before = last_board(club).id
    await mark(club, club.channel, archived=True)
    await play_in_private(club, Random(1))
    assert (await club.table()).suspended is None
    assert last_board(club).id > before
    assert not last_board(club).channel.archived  # type: ignore[union-attr]  # a thread


@pytest.mark.parametrize("marks", [{"locked": True}, {"archived": True, "locked": True}])
async def test_a_thread_that_is_locked_in_a_game_suspends_it_and_it_goes_on_in_private(
    club: Club, marks: dict[str, bool]
) -> None:
    people = await club.start(2)
    stands = last_board(club)
    await club.people[0].member.send(club.channel, "hello")
    await mark(club, club.channel, **marks)
    random = Random(1)
    await play_in_private(club, random)
    table = await club.table()
    assert table.suspended == "closed"
    assert table.clock.paused_at is not None
    assert all("The thread is closed." in "".join(club.letters(person)) for person in people)
    club.simulation.requests.clear()
    for _ in range(3):
        await play_in_private(club, random)
    await club.simulation.advance(LONG)
    assert not [sent for sent in club.simulation.requests if str(club.channel.id) in sent.path]
    assert last_board(club).id == stands.id


async def test_a_thread_that_is_unlocked_has_its_table_go_on_by_itself_with_what_it_owes(club: Club) -> None:
    await locked_out(club)
    stands = last_board(club).id
    await mark(club, club.channel, locked=False)
    table = await club.table()
    assert (table.suspended, table.clock.paused_at) == (None, None)
    assert last_board(club).id > stands
    assert await club.bot.tables.outbox.board_due(table.id) is None
    await play_on(club, Random(2))


async def test_a_thread_that_was_unlocked_while_we_were_away_is_noticed_when_somebody_acts_in_it(club: Club) -> None:
    await locked_out(club)
    await club.simulation.world.close_bot()
    await mark(club, club.channel, archived=False, locked=False)
    await club.simulation.crash()
    assert (await club.table()).suspended == "closed"
    await club.people[0].click(board_of(club), label="My screen")
    assert (await club.table()).suspended is None
    assert await club.bot.tables.outbox.board_due((await club.table()).id) is None


async def test_a_command_in_the_open_thread_is_enough(club: Club) -> None:
    await locked_out(club)
    await club.simulation.world.close_bot()
    await mark(club, club.channel, archived=False, locked=False)
    await club.simulation.crash()
    await club.people[1].slash(club.channel, "comuni screen")
    assert (await club.table()).suspended is None


async def test_who_has_it_go_on_by_hand_is_told_so(club: Club) -> None:
    await locked_out(club)
    await club.simulation.world.close_bot()
    await mark(club, club.channel, archived=False, locked=False)
    await club.simulation.crash()
    assert told(await club.people[1].slash(club.channel, "comuni resume")).startswith("The table goes on")
    assert (await club.table()).suspended is None


async def test_whoever_acts_in_a_locked_thread_changes_nothing(club: Club) -> None:
    await club.start(2)
    await mark(club, club.channel, locked=True)
    await club.people[0].member.send(club.channel, "hello")
    await play_in_private(club, Random(1))
    club.simulation.requests.clear()
    await club.people[0].slash(club.channel, "comuni screen")
    assert (await club.table()).suspended == "closed"
    assert club.posts("POST", "/channels/*") == 0


async def test_a_table_that_its_people_have_paused_stays_so(club: Club) -> None:
    await club.start(2)
    host = await host_of(club)
    await host.slash(club.channel, "comuni pause")
    await mark(club, club.channel, archived=True, locked=True)
    await play_in_private(club, Random(1))
    await mark(club, club.channel, locked=False)
    table = await club.table()
    assert table.suspended is None
    assert table.clock.paused_at is not None


async def test_a_game_that_ended_while_its_thread_was_locked_is_told_there_once_it_is_open(club: Club) -> None:
    await club.start(2)
    host = await host_of(club)
    await mark(club, club.channel, locked=True)
    await host.member.send(club.channel, "hello")
    await play_in_private(club, Random(1))
    await host.slash(club.channel, "comuni stop", confirm=True)
    table = await club.table()
    assert (table.state, table.suspended) == (TableState.STOPPED, "closed")
    assert "This table was stopped" not in "".join(club.lines())
    await mark(club, club.channel, locked=False)
    assert "".join(club.lines()).count("This table was stopped") == 1
    assert await club.owed() == []


async def test_a_table_that_has_left_a_thread_does_not_return_when_it_opens(club: Club) -> None:
    await locked_out(club)
    aside, piazza = club.channel, club.simulation.channel("piazza")
    await club.people[0].slash(piazza, "comuni move-table")
    await mark(club, aside, locked=False)
    table = await club.bot.tables.reader.table_of_channel(piazza.id)
    assert (table.channel_id, table.suspended) == (piazza.id, None)
