"""People who are away for a time or for good, and seats that change hands: what becomes of the clock.

For who is away a steward plays, or the table waits, as its settings say.
"""

from dataclasses import replace
from datetime import datetime

from bot.game.components import Seat
from bot.game.state import Phase
from bot.tables.moments import FOR_GOOD, Moment, anew, charge, is_away, rebased, waits_for_away
from bot.tables.snapshot import Snapshot
from bot.tables.table_clock import SeatClock, Stage, TableClock


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
    if waits_for_away(clock, moment):
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
    clock = _handed_to_stewards(clock.with_seat(replace(part, away_since=None, away_until=None, found=False)), moment)
    if owed is None:
        return clock
    if owed.stage is Stage.AWAY and owed.phase is not Phase.INVASION:
        return clock.with_obligation(anew(clock, owed, moment))
    return clock.with_obligation(replace(owed, since=min(owed.since, moment.now)))


def _handed_to_stewards(clock: TableClock, moment: Moment) -> TableClock:
    """With somebody here again, stewards play for those who are away still, whom the table had to wait for.

    A defence has its time from now on, as one has that was asked before its person went.
    """
    if waits_for_away(clock, moment):
        return clock
    for owed in clock.obligations:
        if owed.phase is Phase.INVASION:
            clock = clock.with_obligation(replace(owed, since=min(owed.since, moment.now)))
        elif is_away(clock, owed.seat, moment):
            clock = clock.with_obligation(replace(owed, stage=Stage.AWAY))
    return clock


def found(clock: TableClock, seat: Seat, phase: Phase, moment: Moment) -> TableClock:
    """The person of a seat acts in a phase: who was gone for good is here again, after a seal once it is opened.

    To show it before would tell that they have sealed (3.5).
    """
    part = clock.of(seat)
    if part is None or part.away_until != FOR_GOOD:
        return clock
    return clock.with_seat(replace(part, found=True)) if phase is Phase.INVASION else back(clock, seat, moment)


def handed_over(clock: TableClock, seat: Seat, snapshot: Snapshot) -> TableClock:
    """The clock without what was of a seat's person, but for the bank, which the next one has."""
    parts = tuple(SeatClock(seat, old.bank, refill=old.refill) if old.seat == seat else old for old in clock.seats)
    stand_in = None if seat == snapshot.state.active else clock.stand_in
    others = tuple(owed for owed in clock.obligations if owed.seat != seat)
    return replace(clock, stand_in=stand_in, obligations=others, seats=parts)


def given_up(clock: TableClock, seat: Seat, snapshot: Snapshot) -> TableClock:
    """The clock without a seat, which a computer player holds from now on.

    Where its defence is asked it seals last: at once, it would tell that the person had not (3.5).
    """
    left = handed_over(clock, seat, snapshot)
    last = (seat,) if snapshot.state.phase is Phase.INVASION else ()
    parts = tuple(part for part in left.seats if part.seat != seat)
    return replace(left, seats=parts, sealing_last=(*left.sealing_last, *last))
