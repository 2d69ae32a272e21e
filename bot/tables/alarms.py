"""What falls due at a table by its clock alone, and when: reminders, time-outs, returns, tables that nobody plays."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.game.state import Phase
from bot.tables.absences import back
from bot.tables.model import Table, TableState, TimeOut
from bot.tables.moments import Moment, groups, is_away, reminder_at, time_out_at
from bot.tables.notices import Kind, Notice
from bot.tables.snapshot import Snapshot
from bot.tables.table_clock import Obligation, Stage, TableClock

LOBBY_LASTS = timedelta(days=7)  # after the last person joined
GAME_SLEEPS_AFTER = timedelta(days=30)  # after the last action of a person
RUNS_OUT = frozenset({Stage.RUNNING, Stage.HOST})


@dataclass(frozen=True, slots=True)
class Rung:
    """What a table's clock has brought about: its clock and state then, what to tell, whether the board changes."""

    clock: TableClock
    state: TableState
    notices: tuple[Notice, ...] = ()
    board: bool = False


def due_at(state: TableState, clock: TableClock, moment: Moment) -> datetime | None:
    """The next instant at which something falls due; None where nothing ever does."""
    return min(_instants(state, clock, moment), default=None)


def ring(table: Table, snapshot: Snapshot | None, moment: Moment) -> Rung:
    """Do what is due now. The snapshot is that of a started game."""
    idle = _idle_at(table.state, table.clock, moment)
    if idle is not None and idle <= moment.now:
        return _given_up(table)
    rung = Rung(table.clock, table.state)
    if table.state is not TableState.RUNNING or snapshot is None:
        return rung
    rung = _returned(rung, moment)
    if rung.clock.paused_at is not None:
        return rung
    for group in tuple(groups(rung.clock)):
        rung = _run_out(table, rung, group, snapshot, moment)
    return rung


def hand_over(clock: TableClock, owed: Obligation, snapshot: Snapshot) -> TableClock:
    """A steward acts for a seat whose time ran out, in its own turn until that ends."""
    clock = clock.with_obligation(replace(owed, stage=Stage.TIMED_OUT))
    own = owed.phase is not Phase.INVASION and owed.seat == snapshot.state.active
    return replace(clock, stand_in=snapshot.state.turn) if own else clock


def _instants(state: TableState, clock: TableClock, moment: Moment) -> Iterator[datetime]:
    idle = _idle_at(state, clock, moment)
    if idle is not None:
        yield idle
    if state is not TableState.RUNNING:
        return
    yield from (part.away_until for part in clock.seats if part.away_until is not None)
    if clock.paused_at is None:
        for group in groups(clock):
            yield from _group_instants(clock, group, moment)


def _group_instants(clock: TableClock, group: tuple[Obligation, ...], moment: Moment) -> Iterator[datetime]:
    running = [owed for owed in group if owed.stage in RUNS_OUT]
    reminder = reminder_at(running, moment)
    if reminder is not None and any(_is_unreminded(owed) for owed in running):
        yield reminder
    end = time_out_at(clock, running, moment)
    if end is not None:
        yield end


def _idle_at(state: TableState, clock: TableClock, moment: Moment) -> datetime | None:
    if clock.active_at is None or state not in (TableState.LOBBY, TableState.RUNNING):
        return None
    span = LOBBY_LASTS if state is TableState.LOBBY else GAME_SLEEPS_AFTER
    return moment.later(clock.active_at, span)


def _given_up(table: Table) -> Rung:
    clock = replace(table.clock, obligations=())
    if table.state is TableState.LOBBY:
        return Rung(clock, TableState.STOPPED, board=True)
    return Rung(clock, TableState.ARCHIVED, (Notice(Kind.ARCHIVED),), board=True)


def _returned(rung: Rung, moment: Moment) -> Rung:
    """Who is back from being away plays again."""
    clock = rung.clock
    for part in rung.clock.seats:
        if part.away_until is not None and not is_away(clock, part.seat, moment):
            clock = back(clock, part.seat, moment)
    return rung if clock == rung.clock else replace(rung, clock=clock, board=True)


def _run_out(table: Table, rung: Rung, group: tuple[Obligation, ...], snapshot: Snapshot, moment: Moment) -> Rung:
    """Time out what is asked together, or remind of it: of the two that came to be due in between, the later."""
    running = [owed for owed in group if owed.stage in RUNS_OUT]
    end, reminder = time_out_at(rung.clock, running, moment), reminder_at(running, moment)
    if end is not None and end <= moment.now:
        for owed in running:
            rung = _timed_out(table, rung, owed, snapshot, moment)
    elif reminder is not None and reminder <= moment.now:
        for owed in filter(_is_unreminded, running):
            notice = Notice(Kind.REMINDER, owed.seat, snapshot.prompt(owed.seat))
            clock = rung.clock.with_obligation(replace(owed, reminded=True))
            rung = replace(rung, clock=clock, notices=(*rung.notices, notice))
    return rung


def _is_unreminded(owed: Obligation) -> bool:
    return owed.stage is Stage.RUNNING and not owed.reminded


def _timed_out(table: Table, rung: Rung, owed: Obligation, snapshot: Snapshot, moment: Moment) -> Rung:
    mode = moment.settings.time_out
    if mode is TimeOut.WAIT:
        return replace(rung, clock=_waiting(rung.clock, owed), board=True)
    if owed.phase is Phase.INVASION:
        return rung if owed.overrun is not None else replace(rung, clock=hand_over(rung.clock, owed, snapshot))
    clock = rung.clock.with_bank(owed.seat, 0)
    if mode is TimeOut.HOST and owed.stage is Stage.RUNNING and table.seat_of(table.host_id) != owed.seat:
        asked = replace(owed, stage=Stage.HOST, since=moment.now, left=moment.pace)
        notice = Notice(Kind.ASK_HOST, owed.seat, snapshot.prompt(owed.seat))
        return replace(rung, clock=clock.with_obligation(asked), notices=(*rung.notices, notice), board=True)
    return replace(rung, clock=hand_over(clock, owed, snapshot), board=True)


def _waiting(clock: TableClock, owed: Obligation) -> TableClock:
    """The bank is used up; that of an invasion is charged when the defences are opened (3.5)."""
    if owed.phase is not Phase.INVASION:
        clock = clock.with_bank(owed.seat, 0)
    elif owed.overrun is None:
        owed = replace(owed, overrun=clock.bank(owed.seat))
    return clock.with_obligation(replace(owed, stage=Stage.WAITING))
