"""What seats owe and how long they have: obligations open, run, are paused, and close. Pure arithmetic on a clock."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.game.components import Seat
from bot.game.state import Phase, State
from bot.tables.model import TableSettings, Vacation
from bot.tables.snapshot import Snapshot
from bot.tables.table_clock import Obligation, SeatClock, Stage, TableClock
from bot.tables.working_time import Outage, WorkingTime

REMINDED_AT = 80  # per cent of the time
OUT_OF_TIME = frozenset({Stage.HOST, Stage.TIMED_OUT, Stage.STAND_IN})  # what a person may still do instead
REFILLS = 4  # turns of its own until an empty bank is full
MINUTE = 60  # seconds


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


def begun(clock: TableClock, seats: Iterable[Seat], snapshot: Snapshot, moment: Moment) -> TableClock:
    """The clock of a game that starts: full banks for people's `seats`, and what the first seat owes."""
    parts = tuple(SeatClock(seat, moment.bank) for seat in seats)
    return settled(replace(clock, active_at=moment.now, seats=parts), snapshot, moment)


def acted(
    clock: TableClock, seat: Seat, before: Snapshot, after: Snapshot, moment: Moment, *, by_person: bool
) -> TableClock:
    """The clock after an action of a seat: it may have sealed, and others be asked in place of who was."""
    if by_person:
        own = seat == before.state.active
        clock = replace(clock, active_at=moment.now, stand_in=None if own else clock.stand_in)
        clock = _taken_back(clock, seat, moment)
    if before.state.phase is Phase.INVASION:
        clock = _sealed(clock, seat, moment)
    if after.state.turn != before.state.turn:
        clock = _refilled(clock, after.state.active, moment)
    return settled(clock, after, moment)


def settled(clock: TableClock, snapshot: Snapshot, moment: Moment) -> TableClock:
    """Close what is no longer owed, with its charge to the bank, and open what is asked now."""
    wanted = {seat: _asking(snapshot, seat) for seat in snapshot.state.communes if clock.of(seat) is not None}
    kept = []
    for owed in clock.obligations:
        if wanted.get(owed.seat) == (owed.phase, owed.number):
            kept.append(owed)
        else:
            clock = clock.with_bank(owed.seat, clock.bank(owed.seat) - charge(clock, owed, moment))
    known = {owed.seat for owed in kept}
    opened = [
        _opened(clock, seat, asking, snapshot.state, moment)
        for seat, asking in wanted.items()
        if asking is not None and seat not in known
    ]
    return replace(clock, obligations=(*kept, *opened))


def stood_in_for(before: TableClock, after: TableClock) -> Iterator[Seat]:
    """The seats for which a steward has just acted because their time had run out."""
    for owed in before.obligations:
        now = after.obligation(owed.seat)
        if owed.stage is Stage.TIMED_OUT and (now is None or now.number != owed.number or now.phase is not owed.phase):
            yield owed.seat


def rebased(clock: TableClock, moment: Moment) -> TableClock:
    """The same clock, its obligations counted from now on; a paused one stands still."""
    return replace(clock, obligations=tuple(_rebased(clock, owed, moment) for owed in clock.obligations))


def paused(clock: TableClock, moment: Moment) -> TableClock:
    """The clock stands still from now on."""
    return replace(rebased(clock, moment), paused_at=moment.now)


def resumed(clock: TableClock, moment: Moment) -> TableClock:
    """The clock goes on, with what was left when it was paused."""
    running = _unpaused(clock)
    return replace(
        running,
        obligations=tuple(replace(owed, since=_start(running, owed.seat, moment)) for owed in running.obligations),
    )


def reopened(clock: TableClock, snapshot: Snapshot, moment: Moment) -> TableClock:
    """Everything that is asked is asked anew, with all its time."""
    clock = settled(replace(_unpaused(clock), stand_in=None, obligations=()), snapshot, moment)
    return replace(clock, obligations=tuple(_reopened(owed, snapshot.state) for owed in clock.obligations))


def anew(clock: TableClock, owed: Obligation, moment: Moment) -> Obligation:
    """An obligation with all its time again."""
    return replace(owed, since=_start(clock, owed.seat, moment), left=moment.pace, stage=Stage.RUNNING, reminded=False)


def charge(clock: TableClock, owed: Obligation, moment: Moment) -> int:
    """What closing an obligation takes from its bank; what a sealed defence took is known since its seal."""
    if owed.overrun is not None:
        return owed.overrun
    return _overrun(clock, owed, moment) if owed.stage is Stage.RUNNING else 0


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


def _unpaused(clock: TableClock) -> TableClock:
    return replace(clock, paused_at=None, seats=tuple(replace(part, wants_pause=False) for part in clock.seats))


def _reopened(owed: Obligation, state: State) -> Obligation:
    """A defence that was in is in; for who is away no steward seals at once: that would tell of the others (3.5)."""
    if owed.phase is not Phase.INVASION:
        return owed
    is_in = state.city(owed.seat).sealed is not None
    return replace(owed, stage=Stage.RUNNING, overrun=0 if is_in else None)


def _after(owed: Obligation, seconds: int, moment: Moment) -> datetime:
    return moment.working.after(owed.since, max(0, seconds))


def _taken_back(clock: TableClock, seat: Seat, moment: Moment) -> TableClock:
    """Who acts after all, before anybody did so in their place, has all the time again for what they owe still."""
    owed = clock.obligation(seat)
    if owed is None or owed.stage not in OUT_OF_TIME:
        return clock
    if owed.phase is Phase.INVASION:  # its time is one for all seats, and goes on or is over for all alike (3.5)
        return clock.with_obligation(replace(owed, stage=Stage.RUNNING))
    return clock.with_obligation(anew(clock, owed, moment))


def _sealed(clock: TableClock, seat: Seat, moment: Moment) -> TableClock:
    """Only the first seal counts: to seal again costs nothing."""
    owed = clock.obligation(seat)
    if owed is None or owed.overrun is not None:
        return clock
    used = 0 if owed.stage is Stage.AWAY else _overrun(clock, owed, moment)
    return clock.with_obligation(replace(owed, overrun=used))


def _refilled(clock: TableClock, seat: Seat, moment: Moment) -> TableClock:
    """A quarter of the bank for the seat whose turn begins."""
    return clock.with_bank(seat, min(moment.bank, clock.bank(seat) + moment.bank // REFILLS))


def _overrun(clock: TableClock, owed: Obligation, moment: Moment) -> int:
    """How much of its seat's bank an obligation has used until now, in seconds."""
    if owed.left is None:
        return 0
    ran = 0 if clock.paused_at is not None else moment.working.between(owed.since, moment.now)
    return min(max(0, ran - owed.left), clock.bank(owed.seat))


def _opened(clock: TableClock, seat: Seat, asking: tuple[Phase, int], state: State, moment: Moment) -> Obligation:
    phase, number = asking
    start = _start(clock, seat, moment)
    stage = _first_stage(clock, seat, phase, state, moment)
    return Obligation(seat, phase, number, asked_at=moment.now, since=start, left=moment.pace, stage=stage)


def _first_stage(clock: TableClock, seat: Seat, phase: Phase, state: State, moment: Moment) -> Stage:
    if is_away(clock, seat, moment) and moment.settings.vacation is Vacation.STEWARD:
        return Stage.AWAY
    if phase is not Phase.INVASION and seat == state.active and clock.stand_in == state.turn:
        return Stage.STAND_IN
    return Stage.RUNNING


def is_away(clock: TableClock, seat: Seat, moment: Moment) -> bool:
    """Whether the person of a seat is away at this moment."""
    part = clock.of(seat)
    return part is not None and part.away_until is not None and part.away_until > moment.now


def _start(clock: TableClock, seat: Seat, moment: Moment) -> datetime:
    """From when on a seat's time runs: where the table waits for people who are away, not before they are back."""
    part = clock.of(seat)
    if part is None or part.away_until is None or moment.settings.vacation is Vacation.STEWARD:
        return moment.now
    return max(moment.now, part.away_until)


def _rebased(clock: TableClock, owed: Obligation, moment: Moment) -> Obligation:
    if clock.paused_at is not None or owed.left is None or owed.since >= moment.now:
        return owed
    used = moment.working.between(owed.since, moment.now)
    return replace(owed, since=moment.now, left=owed.left - used)


def _asking(snapshot: Snapshot, seat: Seat) -> tuple[Phase, int] | None:
    """What tells one obligation of a seat from the next: the steps of a construction are one, for all their prompts."""
    prompt, state = snapshot.prompt(seat), snapshot.state
    if prompt is None:
        return None
    if state.phase is Phase.INVASION:
        return (Phase.INVASION, state.invasions)
    return (state.phase, prompt if state.phase is Phase.OUTBID else state.turn)
