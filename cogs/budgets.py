"""What one person may ask of the bot, so that nobody else waits for them: one thing at a time, and not too fast."""

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil
from typing import Any, TypeVar

from bot.tables.ports import Clock
from cogs.pace import Pace

T = TypeVar("T")

WAITING = 5  # interactions of one person behind the one that is worked on
MINUTE = timedelta(minutes=1)
BURST = MINUTE / 2  # as many as are allowed in this time may come at once


class Spent(Exception):
    """A person asks for more than they may: they wait some `seconds`, or where those are None for their answers."""

    def __init__(self, seconds: int | None = None) -> None:
        self.seconds = seconds
        super().__init__(seconds)


@dataclass(eq=False, slots=True)
class _Budget:
    """One person's: `here` counts what is worked on or waits, `places` those among it that are no autocomplete."""

    pace: Pace | None
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    typing: asyncio.Lock = field(default_factory=asyncio.Lock)
    here: int = 0
    places: int = 0
    typed: int = 0

    def idle(self, now: datetime) -> bool:
        return not self.here and (self.pace is None or self.pace.rested(now))


class Budgets:
    """The budgets of all people who act, `per_minute` interactions each (0: any number); who rests is forgotten."""

    def __init__(self, per_minute: int, clock: Clock) -> None:
        self._step = MINUTE / per_minute if per_minute else None
        self._clock = clock
        self._people: dict[int, _Budget] = {}  # who came last stands last

    @contextmanager
    def place(self, user_id: int) -> Iterator[asyncio.Lock]:
        """A place among a person's interactions; the lock lets through one after another, in order. Raises Spent."""
        with self._of(user_id) as budget:
            if budget.places > WAITING:
                raise Spent
            self._spend(budget.pace)
            budget.places += 1
            try:
                yield budget.turn
            finally:
                budget.places -= 1

    async def newest(self, user_id: int, work: Coroutine[Any, Any, list[T]]) -> list[T]:
        """What is offered to a person who types: one at a time, and of those that wait nothing but for the newest."""
        with self._of(user_id) as budget:
            budget.typed += 1
            mine = budget.typed
            try:
                async with budget.typing:
                    return await work if mine == budget.typed else []
            finally:
                work.close()  # where it was not begun

    @contextmanager
    def _of(self, user_id: int) -> Iterator[_Budget]:
        budget = self._people.pop(user_id, None) or _Budget(Pace(self._step, BURST) if self._step else None)
        self._people[user_id] = budget
        budget.here += 1
        try:
            yield budget
        finally:
            budget.here -= 1
            self._forget()

    def _spend(self, pace: Pace | None) -> None:
        if pace is None:
            return
        now = self._clock.now()
        wait = pace.wait(now)
        if wait:
            raise Spent(ceil(wait.total_seconds()))
        pace.spend(now)

    def _forget(self) -> None:
        """Drop who rests, from who came first; so nobody is kept for long beyond the others' last coming."""
        now = self._clock.now()
        while self._people:
            first = next(iter(self._people))
            if not self._people[first].idle(now):
                return
            del self._people[first]
