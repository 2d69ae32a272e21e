"""People whose private messages are closed play whole games: the channel points them to their screen (law 7)."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.game.state import Phase
from bot.tables.notices import Kind
from tests.end_to_end.chance import chance
from tests.end_to_end.confidential import Confidence
from tests.end_to_end.house import House, open_house
from tests.end_to_end.owed import assert_no_message_twice, notices, posted
from tests.end_to_end.traffic import Sent, pinged

CLOSED = {0: 50007, 2: 50278}  # by place at the table


async def begin_with_closed_dms(house: House, seed: int) -> None:
    """A game for three, two of whom take no private messages from the start."""
    people = [house.person(name) for name in ("Alice", "Bob", "Chiara")]
    for place, code in CLOSED.items():
        path = f"/channels/{people[place].dm.id}/messages"
        house.simulation.inject_error("POST", path, status=403, code=code, times=None)
    await house.begin(3, seed, people=people)


def lines(house: House, sent: Sequence[Sent]) -> list[tuple[int, str]]:
    """The public lines that point somebody to their screen: to whom, and what they say to whoever it is."""
    pings = [(pinged(letter.request), letter.request.json or {}) for letter in sent]
    return [(users[0], str(body["content"]).replace(str(users[0]), "")) for users, body in pings if users]


class Pointers:
    """Watches that an invasion points all alike to their screens when it strikes, and never while seals come in."""

    def __init__(self) -> None:
        self.struck = 0
        self.before = Phase.PROJECTS
        self.texts: set[str] = set()

    async def __call__(self, house: House, sent: Sequence[Sent]) -> None:
        """Look at the lines of a step."""
        state, pointed = await house.state(), lines(house, sent)
        self.texts |= {text for _, text in pointed}
        if state.phase is Phase.INVASION:
            strikes = self.before is not Phase.INVASION
            closed = {house.drivers[place].person.id for place in CLOSED}
            assert {user for user, _ in pointed} == (closed if strikes else set())
            self.struck += strikes
        self.before = state.phase


@pytest.mark.parametrize("seed", [0])
async def test_closed_dms_never_stop_a_game(tmp_path: Path, seed: int) -> None:
    async with open_house(tmp_path / "comuni.sqlite3", seed) as house:
        await begin_with_closed_dms(house, seed)
        pointers = Pointers()
        await house.play(chance("turns", seed), watch=[Confidence(), pointers])
        assert pointers.struck >= 3
        assert len(pointers.texts) == 1, "the line tells why it was written"
        await assert_pointed_at_the_same_moments(house)
        assert_no_message_twice(house, house.channel)


async def assert_pointed_at_the_same_moments(house: House) -> None:
    """Each notice that could not be written in private has its public line, and no other has one."""
    table, where = await house.table(), posted(house)
    readers = {driver.person.id: place for place, driver in enumerate(house.drivers)}
    for number, notice in (await notices(house)).items():
        if notice.seat is None:
            assert where[number] == {house.channel.id}
            continue
        place = readers[table.holder(notice.seat).user_id]
        dm = house.drivers[place].person.dm.id
        assert where[number] == ({dm, house.channel.id} if place in CLOSED else {dm})
    assert {notice.kind for notice in (await notices(house)).values()} >= {Kind.STARTED, Kind.TURN, Kind.OVER}


async def test_a_line_pings_only_whom_it_concerns(house: House) -> None:
    await begin_with_closed_dms(house, 0)
    found = [sent for sent in house.posts(house.channel) if pinged(sent)]
    assert sorted(user for sent in found for user in pinged(sent)) == [
        house.drivers[place].person.id for place in sorted(CLOSED)
    ]
    for sent in found:
        assert sent.json is not None
        assert sent.json["allowed_mentions"]["parse"] == []
        assert "/comuni screen" in sent.json["content"]


async def test_dms_that_open_again_are_used_again(house: House) -> None:
    await begin_with_closed_dms(house, 0)
    house.simulation.heal()
    for _ in range(12):
        await house.step(chance("turns"))
    for place in CLOSED:
        person = house.drivers[place].person
        assert [message for message in person.sees(person.dm) if not message.flags.ephemeral]
