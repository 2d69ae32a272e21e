"""Opens private chats, as seldom as Discord wants it; who must wait holds up nothing else."""

from datetime import UTC, datetime, timedelta

import discord

from cogs.hosting import HostingBot, calling

DM_TOO_FAST = 40003
DISTANCE = timedelta(seconds=2)  # between two openings
AT_ONCE = 10  # after a rest: the people of two tables
FIRST_REST = timedelta(seconds=30)  # after Discord has found us too fast; doubled each time until an opening succeeds
LONGEST_REST = timedelta(hours=1)
FORGOTTEN_AFTER = timedelta(hours=1)  # who does not come when it is their time


class Openings:
    """One at a time and a distance apart, in the order of asking; after a rest some follow each other at once."""

    def __init__(self, bot: HostingBot) -> None:
        self._bot = bot
        self._times: dict[int, datetime] = {}  # by person: when theirs may be opened
        self._next = datetime.min.replace(tzinfo=UTC)
        self._rest = FIRST_REST
        self._under_way = False

    async def open(self, user_id: int) -> int:
        """Open a person's private chat; gives its id. Raises one of NOT_TAKEN, RateLimited before its time."""
        now = self._bot.tables.clock.now()
        wait = self._time_of(user_id, now) - now
        if wait <= timedelta() and self._under_way:
            wait = DISTANCE
        if wait > timedelta():
            raise discord.RateLimited(wait.total_seconds())
        del self._times[user_id]
        self._under_way = True
        try:
            channel_id = await self._open(user_id)
        finally:
            self._under_way = False
        self._rest = FIRST_REST
        return channel_id

    async def _open(self, user_id: int) -> int:
        try:
            async with calling(self._bot):
                return (await self._bot.create_dm(discord.Object(user_id))).id
        except discord.HTTPException as error:
            if error.code != DM_TOO_FAST:
                raise
            raise discord.RateLimited(self._be_still().total_seconds()) from error

    def _time_of(self, user_id: int, now: datetime) -> datetime:
        if user_id not in self._times:
            self._next = max(self._next, now - (AT_ONCE - 1) * DISTANCE)
            self._times = {each: time for each, time in self._times.items() if now - time < FORGOTTEN_AFTER}
            self._times[user_id] = max(self._next, now)
            self._next += DISTANCE
        return self._times[user_id]

    def _be_still(self) -> timedelta:
        """Nothing is opened for a while, and then one after another; gives how long."""
        rest = self._rest
        self._rest = min(2 * rest, LONGEST_REST)
        self._times.clear()
        self._next = self._bot.tables.clock.now() + rest
        return rest
