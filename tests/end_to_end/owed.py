"""What a game has owed to people, reckoned from its log, against what was written to them."""

import re
from collections import Counter, defaultdict

from simcord.builders import ChannelHandle

from bot.local.simulation import Person
from bot.tables.notices import Notice, after_action, at_start
from bot.tables.snapshot import advance, begin
from tests.end_to_end.house import House
from tests.end_to_end.traffic import POSTED

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
        assert_no_message_twice(house, driver.person.dm, driver.person)
        assert len(standing(driver.person.dm, driver.person)) == 1, "an earlier ping was not taken back"
    assert_no_message_twice(house, house.channel)


def assert_no_message_twice(house: House, channel: ChannelHandle, reader: Person | None = None) -> None:
    """As many messages stand in a channel, or were taken back, as there were different nonces."""
    nonces = Counter((sent.json or {}).get("nonce") for sent in house.posts(channel))
    assert None not in nonces
    assert len(standing(channel, reader)) + len(taken_back(house, channel)) == len(nonces)


def standing(channel: ChannelHandle, reader: Person | None = None) -> list[int]:
    """The ids of the messages in a channel; answers to somebody's own interactions are none."""
    seen = channel.history() if reader is None else reader.sees(channel)
    return [message.id for message in seen if not message.flags.ephemeral]


def taken_back(house: House, channel: ChannelHandle) -> set[str]:
    """The messages of a channel that the bot has deleted."""
    gone = re.compile(rf"^/channels/{channel.id}/messages/(\d+)$")
    found = [gone.match(sent.path) for sent in house.simulation.requests if sent.method == "DELETE"]
    return {match[1] for match in found if match}
