"""However much happens while a board cannot be shown, one more edit shows it all; none waits behind another."""

import discord

from bot.local.simulation import Person
from tests.cogs.club import Club, last_board
from tests.cogs.handling import version

ACTIONS = 20
WAIT = 45.0  # seconds


def edits(club: Club) -> tuple[str, str]:
    return "PATCH", f"/channels/{club.channel.id}/messages/{last_board(club).id}"


async def act_on(club: Club, active: Person, times: int = ACTIONS) -> None:
    """So many actions that are rows of the log: bids, and bids taken back; the last one takes back."""
    before = await version(club)
    for _ in range(times // 2):
        await active.slash(club.channel, "act bid", column=1)
        await active.slash(club.channel, "comuni undo")
    assert await version(club) == before + times


async def test_what_happens_while_an_edit_is_under_way_makes_one_more_with_the_newest_state(club: Club) -> None:
    active, other = await club.start(2)
    club.simulation.requests.clear()
    cable = club.hang(*edits(club), times=ACTIONS)
    await act_on(club, active, ACTIONS - 2)
    await active.slash(club.channel, "act bid", column=2)
    await other.slash(club.channel, "act bid", column=3)
    assert len(cable.met) == 1
    cable.mended.set()
    await club.simulation.settle()
    assert len(cable.met) == 2
    assert club.posts(*edits(club)) == 2
    assert club.posts("POST", f"/channels/{club.channel.id}/messages") == 0
    assert "Waiting for" in str(last_board(club).embeds[0].to_dict())
    table = await club.table()
    assert await club.bot.tables.outbox.board_due(table.id) is None


async def test_what_happens_while_discord_makes_us_wait_is_shown_once_when_it_no_longer_does(club: Club) -> None:
    active, _ = await club.start(2)
    club.simulation.requests.clear()
    cable = club.cut(*edits(club), discord.RateLimited(WAIT))
    await act_on(club, active)
    assert len(cable.met) == 1
    assert club.posts(*edits(club)) == 0
    await club.simulation.advance(WAIT - 1)
    assert club.posts(*edits(club)) == 0
    await club.simulation.advance(2)
    assert club.posts(*edits(club)) == 1


async def test_letters_do_not_wait_for_a_board_that_discord_makes_wait(club: Club) -> None:
    active, other = await club.start(2)
    club.cut(*edits(club), discord.RateLimited(WAIT))
    before = club.newest_letter(other)
    await active.slash(club.channel, "act bid", column=1)
    assert club.newest_letter(other) not in (None, before)


async def test_each_table_waits_for_its_own_board_alone(club: Club) -> None:
    active, _ = await club.start(2)
    club.cut(*edits(club), discord.RateLimited(WAIT))
    await active.slash(club.channel, "act bid", column=1)
    club.place = "duomo"
    active, _ = await club.start(2)
    await active.slash(club.channel, "act bid", column=1)
    assert club.posts(*edits(club)) == 1
