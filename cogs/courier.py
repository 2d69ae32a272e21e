"""Brings notices to people and channels: one obligation, one ping, in the way the person wants it (laws 4, 7)."""

import logging

import discord

from bot.game.components import Seat
from bot.tables.model import Table
from bot.tables.notices import Kind, Notice
from bot.tables.outbox import HOST, Owed, stood_in
from bot.tables.people import Pings
from bot.tables.ports import MessageRow
from cogs.answering import failure_code
from cogs.channels import WHY, ChannelLost, in_channel_of
from cogs.hosting import NOT_TAKEN, HostingBot, never_taken
from cogs.letters import Letter, plain_letter, private_letter, public_letter, public_ping
from cogs.members import Members
from cogs.openings import DM_TOO_FAST, Openings
from cogs.people_letters import handed_letter, lobby_lost_letter, offer_letter
from cogs.sending import NOBODY, Sending

log = logging.getLogger(__name__)

INVALID_RECIPIENT = 50033  # a deleted account
NOT_FOR_ITS_BODY = frozenset({INVALID_RECIPIENT, *WHY})
NEVER_PUBLIC = frozenset({Kind.SUSPENDED, Kind.TAKEN_OVER})
APART = frozenset({Kind.OFFERED, Kind.TAKEN_OVER})


class Courier:
    """Sends notices. Raises one of NOT_TAKEN where Discord does not take something now.

    Raises ChannelLost for what must go into the channel of a suspended table.
    """

    def __init__(self, bot: HostingBot, sending: Sending) -> None:
        self._bot = bot
        self._sending = sending
        self._members = Members(bot)
        self._openings = Openings(bot)
        self._held: set[int] = set()  # letters that nobody takes, of suspended tables

    async def deliver(self, table: Table, owed: Owed) -> None:
        """Send one notice. Its id is the nonce, so that a repeat within some minutes is no second message."""
        user_id = _reader(table, owed.notice)
        if user_id is None:
            with in_channel_of(table):
                letter = await public_letter(self._bot.tables, table, owed.notice)
                message_id = await self._post(table.channel_id, letter, owed)
            if owed.notice.kind is Kind.COMMITMENT:
                await self._bot.tables.outbox.promised(table.id, table.channel_id, message_id)
            return
        pings = await self._bot.tables.people.pings(user_id)
        if pings is Pings.NONE or (owed.notice.kind is Kind.TAKEN_OVER and pings is not Pings.DM):
            return
        if owed.notice.kind in NEVER_PUBLIC:
            await self._to_person(table, user_id, owed)
        else:
            await self._tell(table, user_id, owed, in_private=pings is Pings.DM)

    async def tell_former(self, table: Table, seat: Seat, user_id: int, nonce: str) -> None:
        """Tell who held a seat that another has now. Where no letter reaches them, the board tells it."""
        if await self._bot.tables.people.pings(user_id) is Pings.NONE:
            return
        letter = await handed_letter(self._bot.tables, table, seat, user_id)
        try:
            await self._sending.post(await self._kept_dm(user_id), letter, nonce)
        except NOT_TAKEN as error:
            log.info("table %s: who held a seat is not told: %s", table.id, type(error).__name__)

    async def _tell(self, table: Table, user_id: int, owed: Owed, *, in_private: bool) -> None:
        if in_private and not self._waits(table, owed) and await self._to_person(table, user_id, owed):
            return
        try:
            await self._mention(table, user_id, owed)
        except ChannelLost:
            self._held.add(owed.id)
            raise

    def _waits(self, table: Table, owed: Owed) -> bool:
        """Whether a letter was tried since the table is suspended: it is not tried again for all that happens there."""
        if table.suspended is None:
            self._held.discard(owed.id)
        return owed.id in self._held

    async def _to_person(self, table: Table, user_id: int, owed: Owed) -> bool:
        """False where the person cannot be written to, most often as their DMs are closed, or the letter not taken."""
        letter = await self._letter(table, owed.notice, user_id)
        try:
            try:
                await self._ping(table, await self._kept_dm(user_id), letter, owed)
            except discord.NotFound:  # the kept channel is gone
                await self._ping(table, await self._open_dm(user_id), letter, owed)
        except discord.HTTPException as error:
            closed = isinstance(error, discord.Forbidden | discord.NotFound) or never_taken(error)
            if not closed or error.code == DM_TOO_FAST:
                raise
            return False
        return True

    async def _letter(self, table: Table, told: Notice, user_id: int) -> Letter:
        if told.seat is None:
            return await lobby_lost_letter(self._bot.tables, table)
        if told.kind is Kind.OFFERED:
            return await offer_letter(self._bot.tables, table, told.seat, user_id)
        return await private_letter(self._bot.tables, table, told, user_id)

    async def _mention(self, table: Table, user_id: int, owed: Owed) -> None:
        """A line in the channel; who is no longer in the server counts as away instead."""
        pinged = discord.AllowedMentions(users=[discord.Object(user_id)])
        with in_channel_of(table):
            if await self._members.has_left(table, user_id, owed.notice.prompt or -owed.id):
                await self._bot.tables.seating.left(table.id, user_id)
                return
            await self._ping(table, table.channel_id, public_ping(table, owed.notice, user_id), owed, pinged)

    async def _ping(
        self,
        table: Table,
        channel_id: int,
        letter: Letter,
        owed: Owed,
        mentions: discord.AllowedMentions | None = None,
    ) -> None:
        """Post a ping in place of the earlier one, which is known until it is gone: a crash leaves no two."""
        whom, stays = _pinged(owed.notice), owed.notice.kind is Kind.TIMED_OUT and mentions is None
        replaced = await self._replaced(table.id, whom, stays=stays)
        message_id = await self._post(channel_id, letter, owed, mentions or NOBODY)
        for earlier in replaced:
            if earlier.message_id != message_id:
                await self._sending.remove(earlier.channel_id, earlier.message_id)
        for kept in (whom, stood_in(whom)) if stays else (whom,):
            await self._bot.tables.outbox.pinged(table.id, kept, channel_id, message_id)

    async def _post(
        self, channel_id: int, letter: Letter, owed: Owed, mentions: discord.AllowedMentions = NOBODY
    ) -> int:
        """Post a letter, or where Discord will never take it its words alone."""
        try:
            return await self._sending.post(channel_id, letter, _nonce(owed), mentions=mentions)
        except discord.HTTPException as error:
            if error.code in NOT_FOR_ITS_BODY or not never_taken(error):
                raise
            failure_code("letter", owed.id, error)
            return await self._sending.post(channel_id, plain_letter(letter), _nonce(owed), mentions=mentions)

    async def _replaced(self, table_id: int, whom: str, *, stays: bool) -> list[MessageRow]:
        """What the next ping takes the place of.

        A letter that says what was done in somebody's place stays until the next such one: they may be asked again
        within a second, and would never read it.
        """
        before = await self._bot.tables.outbox.ping(table_id, whom)
        told = await self._bot.tables.outbox.ping(table_id, stood_in(whom))
        found = {row.message_id: row for row in (before, told) if row is not None}
        if told is not None and not stays:
            del found[told.message_id]
        return list(found.values())

    async def _kept_dm(self, user_id: int) -> int:
        known = await self._bot.tables.people.known(user_id)
        kept = known and known.dm_channel_id
        return kept or await self._open_dm(user_id)

    async def _open_dm(self, user_id: int) -> int:
        channel_id = await self._openings.open(user_id)
        await self._bot.tables.people.dm_found(user_id, channel_id)
        return channel_id


def _reader(table: Table, told: Notice) -> int | None:
    """Who is to read a notice; None: everybody."""
    if told.kind is Kind.ASK_HOST or (told.kind is Kind.SUSPENDED and told.seat is None):
        return table.host_id
    if told.seat is None:
        return None
    holder = table.holder(told.seat)
    return holder.offered_to if told.kind is Kind.OFFERED else holder.user_id


def _pinged(told: Notice) -> str:
    """Of which pings it takes the place: what concerns another than a seat's holder takes none of theirs away.

    What was told when the seat was taken over stays until somebody takes it over again.
    """
    if told.kind is Kind.ASK_HOST or told.seat is None:
        return HOST
    return f"{told.kind} {told.seat}" if told.kind in APART else told.seat


def _nonce(owed: Owed) -> str:
    return f"comuni-{owed.id}"
