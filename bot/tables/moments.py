"""What time means at a table: how long something that is asked has run, and when its time is over."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.game.components import Seat
from bot.game.state import Phase
from bot.tables.model import TableSettings, Vacation
from bot.tables.table_clock import LATEST, Obligation, Stage, TableClock
from bot.tables.working_time import Outage, WorkingTime

REMINDED_AT = 80  # per cent of the time
MINUTE = 60  # seconds
FOR_GOOD = LATEST  # away until they act again


@dataclass(frozen=True, slots=True)
class Moment:
    """An instant at a table: what time it is, how the table counts time, and our own outages, which do not count."""

    now: datetime
    settings: TableSettings
    outages: tuple[Outage, ...] = ()

    @property
    def pace(self) -> int | None:
        """The time for an obligation in seconds; None: no limit."""
        return None if self.settings.pace is None else self.settings.pace * MINUTE

    @property
    def bank(self) -> int:
        """What a full bank holds, in seconds; nothing where there is no pace."""
        return 0 if self.settings.pace is None else self.settings.bank * MINUTE

    @property
    def working(self) -> WorkingTime:
        """Which time counts for obligations."""
        return WorkingTime(self.settings.zone, self.settings.days_off, self.outages)

    def later(self, start: datetime, span: timedelta) -> datetime:
        """When a span has passed on every day, our own outages apart."""
        return WorkingTime(outages=self.outages).after(start, int(span.total_seconds()))


def rebased(clock: TableClock, moment: Moment) -> TableClock:
    """The same clock, its obligations counted from now on; a paused one stands still."""
    return replace(clock, obligations=tuple(rebased_one(clock, owed, moment) for owed in clock.obligations))


def paused(clock: TableClock, moment: Moment) -> TableClock:
    """The clock stands still from now on."""
    return replace(rebased(clock, moment), paused_at=moment.now)


def resumed(clock: TableClock, moment: Moment) -> TableClock:
    """The clock goes on, with what was left when it was paused."""
    running = unpaused(clock)
    return replace(
        running,
        obligations=tuple(replace(owed, since=start_of(running, owed.seat, moment)) for owed in running.obligations),
    )


def anew(clock: TableClock, owed: Obligation, moment: Moment) -> Obligation:
    """An obligation with all its time again."""
    return replace(
        owed, since=start_of(clock, owed.seat, moment), left=moment.pace, stage=Stage.RUNNING, reminded=False
    )


def charge(clock: TableClock, owed: Obligation, moment: Moment) -> int:
    """What closing an obligation takes from its bank; what a sealed defence took is known since its seal."""
    if owed.overrun is not None:
        return owed.overrun
    return overrun(clock, owed, moment) if owed.stage is Stage.RUNNING else 0


def reminder_at(owed: Iterable[Obligation], moment: Moment) -> datetime | None:
    """When seats that are asked together are reminded, all alike (3.5); None without a pace."""
    pace = moment.pace
    if pace is None:
        return None
    spare = pace * (100 - REMINDED_AT) // 100
    return max((_after(each, (each.left or 0) - spare, moment) for each in owed), default=None)


def pace_ends_at(owed: Iterable[Obligation], moment: Moment) -> datetime | None:
    """When the pace is over and banks begin, for seats that are asked together; None without a pace."""
    return max((_after(each, each.left, moment) for each in owed if each.left is not None), default=None)


def time_out_at(clock: TableClock, owed: Iterable[Obligation], moment: Moment) -> datetime | None:
    """When the time of seats that are asked together is over, banks included; None without a pace."""
    ends = (
        _after(each, each.left + (0 if each.stage is Stage.HOST else clock.bank(each.seat)), moment)
        for each in owed
        if each.left is not None
    )
    return max(ends, default=None)


def groups(clock: TableClock) -> Iterator[tuple[Obligation, ...]]:
    """What is asked together: all seats of an invasion, any other seat by itself."""
    sealing = tuple(owed for owed in clock.obligations if owed.phase is Phase.INVASION)
    if sealing:
        yield sealing
    yield from ((owed,) for owed in clock.obligations if owed.phase is not Phase.INVASION)


def unpaused(clock: TableClock) -> TableClock:
    """The clock with nothing that keeps it from running."""
    parts = tuple(replace(part, wants_pause=False) for part in clock.seats)
    return replace(clock, paused_at=None, lost=False, seats=parts)


def _after(owed: Obligation, seconds: int, moment: Moment) -> datetime:
    return moment.working.after(owed.since, max(0, seconds))


def overrun(clock: TableClock, owed: Obligation, moment: Moment) -> int:
    """How much of its seat's bank an obligation has used until now, in seconds."""
    if owed.left is None:
        return 0
    ran = 0 if clock.paused_at is not None else moment.working.between(owed.since, moment.now)
    return min(max(0, ran - owed.left), clock.bank(owed.seat))


def is_away(clock: TableClock, seat: Seat, moment: Moment) -> bool:
    """Whether the person of a seat is away at this moment."""
    part = clock.of(seat)
    return part is not None and part.away_until is not None and part.away_until > moment.now


def waits_for_away(clock: TableClock, moment: Moment) -> bool:
    """Whether the table waits for who is away: as its settings say, and always where no person is left there.

    Else a game whose people are all on holiday would be played to its end by stewards.
    """
    nobody = all(is_away(clock, part.seat, moment) for part in clock.seats)
    return nobody or moment.settings.vacation is Vacation.WAIT


def start_of(clock: TableClock, seat: Seat, moment: Moment) -> datetime:
    """From when on a seat's time runs: where the table waits for people who are away, not before they are back."""
    part = clock.of(seat)
    if part is None or part.away_until is None or not waits_for_away(clock, moment):
        return moment.now
    return max(moment.now, part.away_until)


def rebased_one(clock: TableClock, owed: Obligation, moment: Moment) -> Obligation:
    """An obligation counted from now on."""
    if clock.paused_at is not None or owed.left is None or owed.since >= moment.now:
        return owed
    used = moment.working.between(owed.since, moment.now)
    return replace(owed, since=moment.now, left=owed.left - used)
