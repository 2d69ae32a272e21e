"""People who are away for a time: a steward plays for them, or the table waits, as its settings say."""

from dataclasses import replace
from datetime import datetime

from bot.game.components import Seat
from bot.game.state import Phase
from bot.tables.model import Vacation
from bot.tables.obligations import Moment, anew, charge, rebased
from bot.tables.table_clock import Stage, TableClock


def gone(clock: TableClock, seat: Seat, until: datetime, moment: Moment) -> TableClock:
    """The person of a seat is away from now on, until an instant or (FOR_GOOD) until they act.

    A defence that is asked already keeps its time all the same: a steward that sealed at once would tell that the
    person had not (3.5).
    """
    part, owed = clock.of(seat), clock.obligation(seat)
    if part is None:
        return clock
    clock = rebased(clock, moment).with_seat(replace(part, away_since=moment.now, away_until=until))
    if owed is None:
        return clock
    owed = clock.obligation(seat) or owed
    if moment.settings.vacation is Vacation.WAIT:
        running = owed.stage is Stage.RUNNING
        return clock.with_obligation(replace(owed, since=until)) if running else clock
    if owed.phase is Phase.INVASION:
        return clock
    clock = clock.with_bank(seat, clock.bank(seat) - charge(clock, owed, moment))
    return clock.with_obligation(replace(owed, stage=Stage.AWAY))


def back(clock: TableClock, seat: Seat, moment: Moment) -> TableClock:
    """The person of a seat is here again: what they owe is theirs, and its time runs."""
    part, owed = clock.of(seat), clock.obligation(seat)
    if part is None:
        return clock
    clock = clock.with_seat(replace(part, away_since=None, away_until=None))
    if owed is None:
        return clock
    if owed.stage is Stage.AWAY and owed.phase is not Phase.INVASION:
        return clock.with_obligation(anew(clock, owed, moment))
    return clock.with_obligation(replace(owed, since=min(owed.since, moment.now)))
