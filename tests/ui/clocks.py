"""Clocks to show: at rest, at every stage, and as full as they get."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.game.components import COMMUNES
from bot.tables.table_clock import Stage
from bot.ui.clock import TimeShown
from bot.ui.clock_settings import TIME_OUTS, VACATIONS, ClockSettings

UNTIL = datetime(2030, 5, 4, 12, tzinfo=UTC)
BANK_UNTIL = UNTIL + timedelta(hours=12)
INSTANT, BANK_INSTANT = 1904126400, 1904169600
DAY = 24 * 60  # minutes
USUAL = ClockSettings(pace=DAY, bank=DAY // 2, days_off=(), zone="UTC", time_out="steward", vacation="steward")
LONGEST = ClockSettings(
    pace=7 * DAY - 1,
    bank=7 * DAY - 1,
    days_off=(0, 1, 2, 3, 4, 5),
    zone="America/Argentina/ComodRivadavia",
    time_out="host",
    vacation="steward",
)
QUIET = TimeShown(
    seat=None,
    stage=None,
    until=None,
    bank_until=None,
    paused=False,
    wishes=(),
    banks=(),
    away=(),
    away_waits=False,
)
RUNNING = replace(QUIET, seat="siena", stage=Stage.RUNNING, until=UNTIL, bank_until=BANK_UNTIL)
INVASION = replace(RUNNING, seat=None)


def stages() -> Iterator[TimeShown]:
    """Every stage of one seat, and of all seats that are to seal, with a bank, without, and without a limit."""
    for seat in ("siena", None):
        for stage in Stage:
            for until, bank_until in ((UNTIL, BANK_UNTIL), (UNTIL, UNTIL), (None, None)):
                yield replace(RUNNING, seat=seat, stage=stage, until=until, bank_until=bank_until)


def full(shown: TimeShown) -> TimeShown:
    """The same with all that five seats may add to it."""
    bank = 7 * DAY * 60 - 60  # seconds
    everybody = tuple(COMMUNES)
    return replace(
        shown,
        wishes=everybody[:1],
        banks=tuple((seat, bank) for seat in everybody),
        away=tuple((seat, BANK_UNTIL) for seat in everybody),
    )


def clocks() -> Iterator[TimeShown]:
    """All that a clock may show."""
    for shown in (QUIET, *stages()):
        for paused in (False, True):
            yield replace(shown, paused=paused)
            for waits in (False, True):
                yield replace(full(shown), paused=paused, away_waits=waits)
                yield replace(full(shown), away=tuple((seat, None) for seat in COMMUNES), away_waits=waits)


def settings() -> Iterator[ClockSettings]:
    """Clocks as hosts may set them."""
    for base in (USUAL, LONGEST, replace(USUAL, bank=0), replace(USUAL, pace=None), replace(USUAL, pace=90, bank=61)):
        for time_out in TIME_OUTS:
            for vacation in VACATIONS:
                yield replace(base, time_out=time_out, vacation=vacation)
