"""What a game has owed to people, reckoned from its log, against what was written to them."""

import re
from collections import Counter, defaultdict

from bot.tables.notices import Notice, after_action, at_start
from bot.tables.snapshot import advance, begin
from tests.end_to_end.house import POSTED, House

NONCE = re.compile(r"^comuni-(\d+)$")


async def notices(house: House) -> dict[int, Notice]:
    """All notices of the house's only game, by their number in the outbox, which their nonce bears."""
    history = await house.bot.tables.reader.history(await house.table())
    snapshot = begin(history.setup)
    found = list(at_start(snapshot))
    for action in history.actions:
        after, events = advance(snapshot, action)
        found += after_action(snapshot, after, action.seat, events)
        snapshot = after
    return dict(enumerate(found, start=1))


def posted(house: House) -> dict[int, set[int]]:
    """The channels into which each numbered notice was posted."""
    channels = defaultdict(set)
    for sent in house.simulation.requests:
        place = POSTED.match(sent.path)
        number = NONCE.match(str((sent.json or {}).get("nonce"))) if place and sent.method == "POST" else None
        if place and number:
            channels[int(number[1])].add(int(place["channel"]))
    return dict(channels)


async def assert_told_once(house: House) -> None:
    """Each notice was written once and to the right place; left out at most is what was no longer worth sending."""
    table, where, due = await house.table(), posted(house), await notices(house)
    assert set(where) <= set(due)
    for number, notice in due.items():
        if number not in where:
            assert notice.prompt is not None, f"{notice} was lost"
            continue
        readers = {driver.person.id: driver.person.dm.id for driver in house.drivers}
        place = house.channel.id if notice.seat is None else readers[table.holder(notice.seat).user_id]
        assert where[number] == {place}
    for driver in house.drivers:
        letters = [message for message in driver.person.sees(driver.person.dm) if not message.flags.ephemeral]
        assert len(letters) == sum(driver.person.dm.id in places for places in where.values())
    assert_no_public_message_twice(house)


def assert_no_public_message_twice(house: House) -> None:
    """As many messages stand in the channel as there were different nonces."""
    nonces = Counter((sent.json or {}).get("nonce") for sent in house.posts(house.channel))
    public = [message for message in house.channel.history() if not message.flags.ephemeral]
    assert len(public) == len(nonces)
    assert None not in nonces
