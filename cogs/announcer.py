"""One sender a table: sends what is owed, in order, until nothing is; after a restart it goes on (law 2).

What a suspended table owes to its channel is not tried, and stays owed until it moves or is resumed (law 8).
"""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import discord
from discord.ext import commands

from bot.game.components import Seat
from bot.tables.errors import NotSaved, TableAside
from bot.tables.outbox import Owed
from cogs.answering import failure_code
from cogs.boards import Boards
from cogs.channels import ChannelLost, suspended
from cogs.courier import Courier
from cogs.hosting import NOT_TAKEN, HostingBot, never_taken
from cogs.openings import DM_TOO_FAST
from cogs.sending import Sending

log = logging.getLogger(__name__)

FIRST_PAUSE = 2.0  # seconds; doubled with every failure
LONGEST_PAUSE = 600.0


class Announcer(commands.Cog):
    """Starts a sender for each table that owes something, and ends with the bot."""

    def __init__(self, bot: HostingBot) -> None:
        self._bot = bot
        sending = Sending(bot)
        self._courier = Courier(bot, sending)
        self._boards = Boards(bot, sending)
        self._senders: dict[int, asyncio.Task[None]] = {}
        self._news: dict[int, asyncio.Event] = {}
        self._unsaved: set[int] = set()  # tables of which it could not be noted what was sent

    async def cog_load(self) -> None:
        """Go on with what was owed when the program ended."""
        for table_id in await self._bot.tables.outbox.unsettled():
            self._wake(table_id)

    async def cog_unload(self) -> None:
        """Stop sending; what is owed stays in the outbox."""
        senders = list(self._senders.values())
        for sender in senders:
            sender.cancel()
        await asyncio.gather(*senders, return_exceptions=True)

    @commands.Cog.listener()
    async def on_table_changed(self, table_id: int) -> None:
        """A table may owe something now."""
        self._wake(table_id)

    @commands.Cog.listener()
    async def on_seat_handed(self, table_id: int, seat: Seat, user_id: int, nonce: str) -> None:
        """A seat was taken over from somebody."""
        try:
            await self._courier.tell_former(await self._bot.tables.reader.table(table_id), seat, user_id, nonce)
        except Exception as error:  # noqa: BLE001 - nobody else can be told; logged with a code
            failure_code("table", table_id, error)

    def _wake(self, table_id: int) -> None:
        self._news.setdefault(table_id, asyncio.Event()).set()
        if table_id not in self._senders:
            self._senders[table_id] = asyncio.create_task(self._send_until_settled(table_id))

    async def _send_until_settled(self, table_id: int) -> None:
        pause, news = FIRST_PAUSE, self._news[table_id]
        try:
            while news.is_set():
                news.clear()
                waits = await self._left(table_id)
                if not waits:
                    pause = FIRST_PAUSE
                    continue
                with suppress(TimeoutError):  # what is new does not wait for what was not taken
                    await asyncio.wait_for(news.wait(), min(wait or pause for wait in waits))
                news.set()
                if not all(waits):
                    pause = min(2 * pause, LONGEST_PAUSE)
        except Exception as error:  # noqa: BLE001 - a fault of one table's sender ends only that one, with a code
            failure_code("table", table_id, error)
        finally:
            del self._senders[table_id], self._news[table_id]

    async def _left(self, table_id: int) -> list[float]:
        """Send all that is owed, passing over what Discord does not take now; the waits for what is left.

        Once it could not be noted what was sent, nothing is before it can be. Whether a steward moves is looked at
        first: how long it thinks must not decide what is sent before what (law 4).
        """
        try:
            if table_id in self._unsaved:
                await self._bot.tables.outbox.require_room(table_id)
                self._unsaved.discard(table_id)
            moving = await self._moving(table_id)
            owed = await self._bot.tables.outbox.pending(table_id)
            waits = [await self._wait(table_id, self._deliver(table_id, notice)) for notice in owed]
            if not moving:
                waits.append(await self._wait(table_id, self._show_board(table_id)))
        except TableAside:
            log.warning("table %s is set aside", table_id)
            return []
        except NotSaved:  # logged where it failed
            self._unsaved.add(table_id)
            return [0.0]
        return [wait for wait in waits if wait is not None]

    async def _wait(self, table_id: int, sending: Coroutine[Any, Any, None]) -> float | None:
        """Send something; None where it was. Else how many seconds to wait, 0 where Discord does not say."""
        try:
            await sending
        except NOT_TAKEN as error:
            log.warning("table %s: sending waits after %s", table_id, type(error).__name__)
            return error.retry_after if isinstance(error, discord.RateLimited) else 0.0
        except (TableAside, NotSaved):
            raise
        except Exception as error:  # noqa: BLE001 - what cannot be written must not hold up the rest; with a code
            failure_code("table", table_id, error)
            return 0.0
        return None

    async def _deliver(self, table_id: int, owed: Owed) -> None:
        table = await self._bot.tables.reader.table(table_id)
        if await self._bot.tables.outbox.applies(table, owed.notice):
            try:
                await self._courier.deliver(table, owed)
            except ChannelLost as lost:
                if await suspended(self._bot, table, lost.why):
                    return
            except discord.HTTPException as error:
                if error.code == DM_TOO_FAST:
                    raise
                _give_up("notice", owed.id, error)
        await self._bot.tables.outbox.settle(owed)

    async def _show_board(self, table_id: int) -> None:
        wanted = await self._bot.tables.outbox.board_due(table_id)
        if wanted is None:
            return
        table = await self._bot.tables.reader.table(table_id)
        try:
            await self._boards.show(table, wanted)
        except ChannelLost as lost:
            if await suspended(self._bot, table, lost.why):
                return
        except discord.HTTPException as error:
            _give_up("board", table_id, error)
        await self._bot.tables.outbox.board_shown(table_id, wanted)

    async def _moving(self, table_id: int) -> bool:
        """Whether a steward is about to act: the board waits for it, and shows many of their actions at once."""
        table = await self._bot.tables.reader.table(table_id)
        try:
            return await self._bot.tables.stewarding.asked(table) is not None
        except TableAside:  # found again when the board is drawn, once what is owed is sent
            return False


def _give_up(what: str, number: int, error: discord.HTTPException) -> None:
    """Go on without what Discord will never take. Raises the error where it may take it later."""
    if never_taken(error):
        failure_code(what, number, error)
    elif isinstance(error, discord.Forbidden | discord.NotFound):
        log.warning("%s %s cannot be sent: %s", what, number, error.code)
    else:
        raise error


async def setup(bot: HostingBot) -> None:
    """Called by discord.py when the extension is loaded."""
    await bot.add_cog(Announcer(bot))
