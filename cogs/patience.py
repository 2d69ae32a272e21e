"""Where Discord has said how long to wait, nothing is tried before."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import discord

from bot.tables.ports import Clock


class Patience:
    """Remembers for each thing until when Discord does not take it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: dict[int, datetime] = {}

    @contextmanager
    def before(self, key: int) -> Iterator[None]:
        """Around what is tried. Raises RateLimited without trying it while it is too early."""
        left = self._until.get(key, self._clock.now()) - self._clock.now()
        if left > timedelta():
            raise discord.RateLimited(left.total_seconds())
        self._until.pop(key, None)
        try:
            yield
        except discord.RateLimited as limited:
            self._until[key] = self._clock.now() + timedelta(seconds=limited.retry_after)
            raise
