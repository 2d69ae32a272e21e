"""No room on the disk while the bot runs: what was to be done is refused, nothing is half done, and it goes on."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.local.simulation import Person
from cogs.announcer import LONGEST_PAUSE
from tests.cogs.club import Club, open_club, told
from tests.cogs.handling import answer_of, board_of, ids, panel, state_of, tap
from tests.storage.helpers import content

NOT_DONE = (
    "This could not be saved, so nothing was done. Try again in a few minutes; if it stays so, tell who runs this bot."
)
SAID = "nothing can be saved: The database cannot be written: disk I/O error."


@contextmanager
def no_room() -> Iterator[None]:
    """No file of this process grows beyond a page, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def logged(club: Club) -> set[str]:
    """What the operator reads; afterwards it is dealt with."""
    found = {line.partition(": ")[2] for line in club.simulation.errors}
    club.simulation.errors.clear()
    return found


async def bids(club: Club, person: Person) -> str:
    return told(await person.slash(club.channel, "act bid", column=1))


async def test_an_action_is_refused_in_words_and_can_be_repeated_once_there_is_room(club: Club) -> None:
    active, _ = await club.start(2)
    before, amounts = content(club.database), await tap(active, await panel(club, active), "Column 1")
    with no_room():
        assert await bids(club, active) == NOT_DONE
        pressed = await tap(active, amounts, "0 coins")
        assert pressed.content == NOT_DONE
        assert ids(pressed) == ids(await panel(club, active)), "what is left can be pressed again"
    assert content(club.database) == before
    assert logged(club) == {SAID}
    assert await bids(club, active) != NOT_DONE
    assert (await club.table()).version == 2


async def test_what_changes_nothing_works_without_room_also_after_a_restart(tmp_path: Path) -> None:
    async with open_club(tmp_path / "comuni.sqlite3") as club:
        active, other = await club.start(2)
        await club.simulation.restart()
        before = content(club.database)
        with no_room():
            for person in (active, other):
                for command in ("comuni screen", "comuni log", "comuni rules", "comuni clock", "order show"):
                    shown = answer_of(await person.slash(club.channel, command))
                    assert shown.embeds
        assert content(club.database) == before
        assert logged(club) == {SAID}


async def test_every_change_of_a_table_is_refused_and_none_is_half_done(club: Club) -> None:
    host, _ = await club.gather(2)
    late = club.simulation.person("Late")
    await late.slash(club.channel, "comuni screen")
    before = content(club.database)
    with no_room():
        assert told(await late.slash(club.channel, "comuni join")) == NOT_DONE
        for command, options in (
            ("comuni start", {}),
            ("comuni clock", {"pace": "60"}),
            ("comuni stewards", {"count": 1}),
            ("comuni stop", {"confirm": True}),
            ("comuni pings", {"how": "none"}),
        ):
            assert told(await host.slash(club.channel, command, **options)) == NOT_DONE, command
        elsewhere = club.simulation.channel("loggia")
        assert told(await host.slash(elsewhere, "comuni new")) == NOT_DONE
    assert content(club.database) == before
    assert logged(club) == {SAID}
    assert told(await host.slash(club.channel, "comuni start")) != NOT_DONE


async def test_what_cannot_be_noted_as_told_is_told_twice_at_most(club: Club) -> None:
    active, other = await club.start(2)
    hung = club.hang("POST", f"/channels/{other.dm.id}/messages")
    await bids(club, active)
    letters = len(club.letters(other))
    with no_room():
        hung.mended.set()
        await club.simulation.advance(6 * LONGEST_PAUSE)
    assert len(club.letters(other)) <= letters + 1
    assert SAID in logged(club)
    await club.simulation.advance(2 * LONGEST_PAUSE)
    assert len(club.letters(other)) <= letters + 2
    assert await club.owed() == []
    assert board_of(club)


async def test_time_without_room_counts_against_nobody_and_stewards_go_on_after_it(club: Club) -> None:
    await club.start(2, clock={"pace": "15", "bank": "0"})
    before = await state_of(club)
    with no_room():
        await club.simulation.advance(3600)
    assert SAID in logged(club)
    assert await state_of(club) == before
    await club.simulation.advance(600)
    assert await state_of(club) == before
    await club.simulation.advance(900)
    assert await state_of(club) != before
    assert logged(club) == set()
