"""Channels that are gone, or closed to us: what their tables owe there waits until it can be told (law 8)."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import discord

from bot.tables.errors import NoTable
from bot.tables.model import Table
from cogs.hosting import HostingBot

log = logging.getLogger(__name__)

GONE, REMOVED, CLOSED, REFUSED = "gone", "removed", "closed", "refused"
WHY = {10003: GONE, 10004: REMOVED, 50001: REFUSED, 50013: REFUSED, 50083: CLOSED, 160005: CLOSED}  # by Discord's codes


class ChannelLost(Exception):
    """Nothing can be posted in a table's channel, now or until people mend it; says why."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


@contextmanager
def in_channel_of(table: Table) -> Iterator[None]:
    """What is sent within goes into the table's channel. Raises ChannelLost where that takes nothing.

    Of a suspended table that is known already, and nothing is tried.
    """
    if table.suspended is not None:
        raise ChannelLost(table.suspended)
    try:
        yield
    except discord.HTTPException as error:
        if error.code not in WHY:
            raise
        raise ChannelLost(WHY[error.code]) from error


async def suspended(bot: HostingBot, table: Table, why: str) -> bool:
    """Suspend a table unless it is so already; whether what it owes to its channel waits from now on.

    It does not wait where the table has ended, or cannot be read; it does where the table has moved on meanwhile.
    """
    if table.suspended is not None:
        return True
    now = await bot.tables.reader.table(table.id)
    if now.aside is not None:
        return False
    if now.suspended is None and now.channel_id == table.channel_id:
        log.warning("table %s is suspended: its channel is %s", table.id, why)
        await bot.tables.seating.suspend(table.id, why)
        now = await bot.tables.reader.table(table.id)
    return now.suspended is not None or now.channel_id != table.channel_id


async def opened(bot: HostingBot, channel_id: int) -> None:
    """A thread takes messages again: a table that waited for that goes on, with all that it owes there."""
    try:
        table = await bot.tables.reader.table_of_channel(channel_id)
    except NoTable:  # most threads have none
        return
    if table.suspended == CLOSED:
        log.info("table %s goes on: its thread is open again", table.id)
        await bot.tables.timekeeping.mended(table.id, channel_id, CLOSED)
