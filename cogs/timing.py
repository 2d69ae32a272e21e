"""What a table's clock is to what Discord shows of it, in the words of `bot.ui`, and back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.game.components import Seat
from bot.tables.model import Table, TableSettings, TableState, TimeOut, Vacation
from bot.tables.moments import FOR_GOOD
from bot.tables.service import Tables
from bot.tables.table_clock import Stage
from bot.tables.timing import Asked
from bot.ui.clock import TimeShown
from bot.ui.clock_menus import read_menu
from bot.ui.clock_settings import ClockSettings

NOTHING = TimeShown(None, None, None, None, False, (), (), (), False)
_KINDS: Mapping[str, Callable[[str], object]] = {"time_out": TimeOut, "vacation": Vacation}


def settings_shown(settings: TableSettings) -> ClockSettings:
    """The part of a table's settings that its clock goes by."""
    return ClockSettings(
        pace=settings.pace,
        bank=settings.bank,
        days_off=settings.days_off,
        zone=settings.zone,
        time_out=settings.time_out,
        vacation=settings.vacation,
    )


def settings_chosen(name: str, values: Sequence[str]) -> dict[str, object]:
    """The settings that a choice in a menu of the clock makes. Raises ValueError for what no menu offers."""
    chosen = read_menu(name, values)
    return {field: _KINDS[field](str(value)) if field in _KINDS else value for field, value in chosen.items()}


async def time_shown(tables: Tables, table: Table) -> TimeShown:
    """What everybody may know of a table's clock now; only that of a game that goes on runs."""
    if table.state is not TableState.RUNNING:
        return NOTHING
    timing = await tables.timekeeping.timing(table)
    return replace(
        _asked(timing.asked),
        paused=timing.paused,
        wishes=timing.pause_wishes,
        banks=timing.banks,
        away=tuple((seat, _known(until)) for seat, until in timing.away),
        away_waits=timing.away_waits,
    )


def time_left(shown: TimeShown, seat: Seat) -> tuple[datetime | None, datetime | None]:
    """The ends of the pace and the bank for a seat that is asked; nothing where no time of it runs."""
    runs = shown.stage == Stage.RUNNING and shown.seat in (None, seat) and not shown.paused
    return (shown.until, shown.bank_until) if runs else (None, None)


def _asked(asked: Asked | None) -> TimeShown:
    if asked is None:
        return NOTHING
    until, bank_until = _known(asked.until), _known(asked.bank_until)
    return replace(NOTHING, seat=asked.seat, stage=asked.stage, until=until, bank_until=bank_until)


def _known(until: datetime | None) -> datetime | None:
    """An instant; None where it depends on somebody who is gone for good."""
    return None if until is None or until >= FOR_GOOD else until
