"""Clocks of tables in the store, and the heartbeat that measures our own downtime, which counts against nobody."""

from datetime import datetime, timedelta

from bot.tables.alarms import due_at
from bot.tables.model import Table, TableSettings, TableState
from bot.tables.moments import Moment
from bot.tables.ports import Clock, OutageRow, Store, Writer
from bot.tables.table_clock import TableClock, encode_clock
from bot.tables.working_time import Outage

BEAT = timedelta(minutes=1)
MISSED = timedelta(minutes=2, seconds=30)  # without a heartbeat: we were not there


class Clocks:
    """What time it is for tables. The outages are kept as a cache: only this process adds any."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._outages: tuple[Outage, ...] | None = None
        self._beat_at: datetime | None = None

    def now(self) -> datetime:
        """The present instant, UTC, in whole seconds as the store keeps it."""
        return self._clock.now().replace(microsecond=0)

    async def moment(self, settings: TableSettings) -> Moment:
        """This instant at a table of these settings."""
        now = self.now()
        return Moment(now, settings, (*await self._known(), *self._present(now)))

    async def begin(self, writer: Writer, table_id: int, moment: Moment) -> None:
        """The clock of a lobby: it counts from when the last person joined, which is now."""
        clock = TableClock(active_at=moment.now)
        due = due_at(TableState.LOBBY, clock, moment)
        await writer.save_clock(table_id, encode_clock(clock), None if due is None else text(due))

    async def save(
        self, writer: Writer, table: Table, clock: TableClock, moment: Moment, state: TableState | None = None
    ) -> None:
        """Keep a table's clock, and when it falls due next, within the transaction of what changed it.

        `state` is the table's where it changes too.
        """
        due = due_at(state or table.state, clock, moment)
        await writer.save_clock(table.id, encode_clock(clock), None if due is None else text(due))

    async def beat(self) -> list[int]:
        """Note that we are here. Gives the tables whose boards show another time now, because we were not."""
        now = self.now()
        stored, missed = await self._known(), self._present(now)
        known, boards = _until(now, stored), list[int]()
        async with self._store.write() as writer:
            if known != stored:  # a clock that was set far ahead has left one that is not over yet
                await writer.cut_outages(text(now))
            for outage in missed:
                await writer.add_outage(text(outage.began), text(outage.ended))
                boards = list(await writer.want_running_boards())
            await writer.beat(text(now))
        self._outages, self._beat_at = (*known, *missed), now
        return boards

    async def due(self) -> list[int]:
        """The tables where something is due, the longest due first."""
        return list(await self._store.due_tables(text(self.now())))

    async def next_due(self) -> datetime | None:
        """When the next thing falls due that is not due yet."""
        found = await self._store.next_due(text(self.now()))
        return None if found is None else instant(found)

    async def _known(self) -> tuple[Outage, ...]:
        if self._outages is None:
            beat, rows = await self._store.heartbeat(), await self._store.outages()
            found = [_outage(row) for row in rows]
            if self._outages is None:  # else a heartbeat came meanwhile, and what was read is old
                self._beat_at = None if beat is None else instant(beat)
                self._outages = tuple(outage for outage in found if outage is not None)
        return self._outages

    def _present(self, now: datetime) -> tuple[Outage, ...]:
        """The outage that the next heartbeat will end: who acts before it is not charged for it either."""
        if self._beat_at is None or now - self._beat_at <= MISSED:
            return ()
        return (Outage(self._beat_at, now),)


def _outage(row: OutageRow) -> Outage | None:
    began, ended = instant(row.began_at), instant(row.ended_at)
    return None if began is None or ended is None else Outage(began, ended)


def _until(now: datetime, outages: tuple[Outage, ...]) -> tuple[Outage, ...]:
    return tuple(Outage(each.began, min(each.ended, now)) for each in outages if each.began < now)


def text(when: datetime) -> str:
    """An instant as the store keeps it: ISO 8601, UTC, whole seconds, so that text sorts by time."""
    return when.isoformat(timespec="seconds")


def instant(kept: str) -> datetime | None:
    """The inverse of `text`; None for anything else, which counts as if it had not been kept."""
    try:
        found = datetime.fromisoformat(kept)
    except ValueError:  # that is the answer
        return None
    return found if found.tzinfo is not None else None
