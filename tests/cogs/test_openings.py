"""Private chats are opened one at a time and a distance apart; who must wait loses nothing and holds up nothing."""

from cogs.openings import AT_ONCE, DISTANCE, FIRST_REST
from tests.cogs.club import NAMES, Club

OPENING = ("POST", "/users/@me/channels")
STEP = DISTANCE.total_seconds()
REST = FIRST_REST.total_seconds()
PLACES = ("duomo", "loggia", "torre")


async def started(club: Club, place: str, count: int = 2) -> list[int]:
    """A game of new people in some channel; how many letters each has got."""
    club.people, club.place = [club.simulation.person(f"{name} of {place}") for name in NAMES[:count]], place
    await club.people[0].slash(club.channel, "comuni new", picture=False)
    for person in club.people[1:]:
        await person.slash(club.channel, "comuni join")
    await club.people[0].slash(club.channel, "comuni start")
    return letters(club)


def letters(club: Club) -> list[int]:
    return [len(club.letters(person)) for person in club.people]


async def test_after_some_at_once_chats_are_opened_a_distance_apart(club: Club) -> None:
    for place in PLACES[:2]:
        assert await started(club, place, 5) == [1] * 5
    assert club.posts(*OPENING) == AT_ONCE
    assert await started(club, PLACES[2], 3) == [0, 0, 0]
    for opened in (1, 2, 3):
        await club.simulation.advance(STEP)
        assert club.posts(*OPENING) == AT_ONCE + opened
        assert sum(letters(club)) == opened
    assert await club.owed() == []
    await club.simulation.advance(AT_ONCE * STEP)
    assert await started(club, "piazza", 5) == [1] * 5


async def test_where_discord_finds_us_too_fast_all_openings_wait_longer_each_time(club: Club) -> None:
    club.simulation.inject_error(*OPENING, status=403, code=40003, times=2)
    assert await started(club, PLACES[0]) == [0, 0]
    first = club.people
    assert await started(club, PLACES[1]) == [0, 0]
    assert club.posts(*OPENING) == 1
    await club.simulation.advance(REST - 1)
    assert club.posts(*OPENING) == 1
    await club.simulation.advance(1)
    assert club.posts(*OPENING) == 2
    await club.simulation.advance(2 * REST - 1)
    assert club.posts(*OPENING) == 2
    await club.simulation.advance(1 + 4 * STEP)
    assert club.posts(*OPENING) == 2 + 4
    assert [len(club.letters(person)) for person in (*first, *club.people)] == [1] * 4
    assert not club.lines()  # nobody was taken for somebody whose chat is closed


async def test_while_openings_wait_games_go_on_and_letters_go_to_chats_that_are_known(club: Club) -> None:
    known = await club.start(2)
    club.simulation.inject_error(*OPENING, status=403, code=40003)
    assert await started(club, PLACES[0]) == [0, 0]
    await club.bid()
    assert (await club.table()).version == 2
    assert await club.bot.tables.outbox.board_due((await club.table()).id) is None
    club.people, club.place = known, "piazza"
    before = club.newest_letter(known[1])
    await club.bid()
    assert club.newest_letter(known[1]) not in (None, before)
    assert club.posts(*OPENING) == 1


async def test_while_one_opening_hangs_no_other_is_tried_and_no_other_table_waits(club: Club) -> None:
    known = await club.start(2)
    cable = club.hang(*OPENING, times=9)
    assert await started(club, PLACES[0]) == [0, 0]
    assert await started(club, PLACES[1]) == [0, 0]
    assert len(cable.met) == 1
    assert await club.bot.tables.outbox.board_due((await club.table()).id) is None
    club.people, club.place = known, "piazza"
    before = club.newest_letter(known[1])
    await club.bid()
    assert club.newest_letter(known[1]) not in (None, before)
    cable.mended.set()
    await club.simulation.advance(60)
    for club.place in PLACES[:2]:
        assert await club.owed() == []


async def test_who_does_not_come_when_it_is_their_time_holds_nobody_up(club: Club) -> None:
    for place in PLACES[:2]:
        await started(club, place, 5)
    await started(club, PLACES[2])
    await club.people[0].slash(club.channel, "comuni stop", confirm=True)
    assert await started(club, "piazza") == [0, 0]
    await club.simulation.advance(4 * STEP)
    assert letters(club) == [1, 1]
