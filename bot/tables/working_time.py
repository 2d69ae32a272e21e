"""Which time counts at a table: neither the days off of its zone nor our own outages. Pure: it reads no clock."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from heapq import merge
from itertools import takewhile
from zoneinfo import ZoneInfo, available_timezones

_DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)
_NEVER = datetime.max.replace(tzinfo=UTC)
_NO_PLACES = {"Factory", "localtime", "posixrules"}  # they name whatever a machine was set to, or nothing at all
_OTHER_READINGS = ("posix/", "right/")  # the same zones once more; "right" counts leap seconds

_Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Outage:
    """A span of our own downtime, of aware instants in UTC: `began` lies before `ended`."""

    began: datetime
    ended: datetime


@dataclass(frozen=True, slots=True)
class WorkingTime:
    """Which time counts at a table: neither its days off, by the calendar of its zone, nor our own outages.

    `zone` is an IANA name; `days_off` are 0 (Monday) to 6 (Sunday), never all seven; outages may overlap, in any order.
    A day begins when its midnight is first reached; where clocks skip midnight, when they do.
    """

    zone: str = "UTC"
    days_off: tuple[int, ...] = ()
    outages: tuple[Outage, ...] = ()

    def after(self, start: datetime, seconds: int) -> datetime:
        """The earliest instant, in UTC, when so many seconds that count have passed; for 0 or less `start` itself.

        Raises OverflowError beyond the year 9999, ZoneInfoNotFoundError for an unknown zone with days off.
        """
        now, left = start.astimezone(UTC), timedelta(seconds=max(seconds, 0))
        if not left:
            return now
        for began, ended in self._counting(now):
            if left <= ended - began:
                return began + left
            left -= ended - began
        raise OverflowError(seconds)

    def between(self, start: datetime, end: datetime) -> int:
        """How many whole seconds that count lie between; 0 where `end` is not after `start`: clocks may be set back.

        Raises ZoneInfoNotFoundError for an unknown zone with days off.
        """
        now, until = start.astimezone(UTC), end.astimezone(UTC)
        if until <= now:
            return 0
        spans = takewhile(lambda span: span[0] < until, self._counting(now))
        return sum((min(ended, until) - began for began, ended in spans), timedelta()) // _SECOND

    def _counting(self, now: datetime) -> Iterator[_Span]:
        """The spans that count from now on, in order, apart from each other."""
        for began, ended in merge(self._off(now), self._down(now)):
            if began > now:
                yield now, began
            now = max(now, ended)
        yield now, _NEVER

    def _off(self, now: datetime) -> Iterator[_Span]:
        """The days off from the present one on, in order, without end."""
        if not self.days_off:
            return
        zone = ZoneInfo(self.zone)
        day = now.astimezone(zone).date()
        while True:
            if day.weekday() in self.days_off:
                yield _midnight(day, zone), _midnight(day + _DAY, zone)
            day += _DAY

    def _down(self, now: datetime) -> list[_Span]:
        """The outages that are not over yet, in order."""
        return sorted((outage.began, outage.ended) for outage in self.outages if outage.ended > now)


@cache
def zone_names() -> tuple[str, ...]:
    """The IANA names of all time zones known here, sorted. The first call reads files (some 30 ms)."""
    names = available_timezones() - _NO_PLACES
    return tuple(sorted(name for name in names if not name.startswith(_OTHER_READINGS)))


def is_zone(name: str) -> bool:
    """Whether this is exactly such a name; never raises."""
    return name in zone_names()


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    """When a day begins: the first of two midnights; of a skipped one (or a skipped day) the instant of the skip."""
    return datetime.combine(day, time.min, zone).astimezone(UTC)
