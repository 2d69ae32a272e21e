"""One obligation, one ping, in the way a person wants it; a newer one takes the place of the one before."""

from tests.cogs.club import Club


async def test_a_crash_while_the_earlier_ping_is_taken_back_leaves_one_ping(club: Club) -> None:
    people = await club.start(2)
    cable = club.hang("DELETE", f"/channels/{people[1].dm.id}/messages/*")
    async with club.simulation.together():
        await people[0].slash(club.channel, "act bid", column=1)
        await cable.reached.wait()
        await club.simulation.crash()
    await club.simulation.settle()
    assert len(club.letters(people[1])) == 1
    assert await club.owed() == []
