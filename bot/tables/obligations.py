"""What seats owe: opened when they are asked, and closed, with its charge to the bank, when they are no longer."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.game.components import Seat
from bot.game.state import Displaced, Phase, State
from bot.tables.moments import Moment, anew, charge, is_away, overrun, rebased_one, start_of, unpaused, waits_for_away
from bot.tables.snapshot import Snapshot
from bot.tables.table_clock import Obligation, SeatClock, Stage, TableClock

OUT_OF_TIME = frozenset({Stage.HOST, Stage.TIMED_OUT, Stage.STAND_IN})  # what a person may still do instead
REFILLS = 4  # turns of its own until an empty bank is full
SPENT_KEPT = 4  # of what a seat owed last: as much as it can be asked once more by undos


def begun(clock: TableClock, seats: Iterable[Seat], snapshot: Snapshot, moment: Moment) -> TableClock:
    """The clock of a game that starts: full banks for people's `seats`, and what the first seat owes."""
    parts = tuple(SeatClock(seat, moment.bank) for seat in seats)
    return settled(replace(clock, active_at=moment.now, seats=parts), snapshot, moment)


def acted(
    clock: TableClock, seat: Seat, before: Snapshot, after: Snapshot, moment: Moment, *, by: int | None
) -> TableClock:
    """The clock after an action of a seat: it may have sealed, and others be asked in place of who was.

    `by` is the person who acted; None: a computer player.
    """
    if by is not None:
        own = seat == before.state.active
        clock = replace(clock, active_at=moment.now, stand_in=None if own else clock.stand_in)
        clock = _taken_back(clock, seat, moment)
    if before.state.phase is Phase.INVASION:
        clock = _sealed(clock, seat, moment)
    if after.state.turn != before.state.turn:
        clock = _refilled(clock, after.state.active, moment)
    return settled(clock, after, moment)


def undone(clock: TableClock, before: Snapshot, after: Snapshot, moment: Moment) -> TableClock:
    """The clock after a person took an action back: what a turn that had begun gave to a bank goes with it."""
    clock = replace(clock, active_at=moment.now)
    if after.state.turn != before.state.turn:
        clock = _drained(clock, before.state.active)
    return settled(clock, after, moment)


def settled(clock: TableClock, snapshot: Snapshot, moment: Moment) -> TableClock:
    """Close what is no longer owed, with its charge to the bank, and open what is asked now."""
    wanted = {seat: _asking(snapshot, seat) for seat in snapshot.state.communes if clock.of(seat) is not None}
    kept = []
    for owed in clock.obligations:
        if wanted.get(owed.seat) == (owed.phase, owed.number):
            kept.append(owed)
        else:
            clock = _closed(clock, owed, moment)
    known = {owed.seat for owed in kept}
    opened = [
        _opened(clock, seat, asking, snapshot.state, moment)
        for seat, asking in wanted.items()
        if asking is not None and seat not in known
    ]
    sealing_last = clock.sealing_last if snapshot.state.phase is Phase.INVASION else ()
    return replace(clock, obligations=(*kept, *opened), sealing_last=sealing_last)


def stood_in_for(before: TableClock, after: TableClock) -> Iterator[Seat]:
    """The seats for which a steward has just acted because their time had run out."""
    for owed in before.obligations:
        now = after.obligation(owed.seat)
        if owed.stage is Stage.TIMED_OUT and (now is None or now.number != owed.number or now.phase is not owed.phase):
            yield owed.seat


def reopened(clock: TableClock, snapshot: Snapshot, moment: Moment) -> TableClock:
    """Everything that is asked is asked anew, with all its time."""
    return corrected(unpaused(clock), snapshot, moment)


def corrected(clock: TableClock, snapshot: Snapshot, moment: Moment) -> TableClock:
    """The clock of a game that was put to another state: as `reopened`, but a pause goes on. No bank is charged."""
    parts = tuple(replace(part, spent=()) for part in clock.seats)
    clock = settled(replace(clock, stand_in=None, obligations=(), seats=parts), snapshot, moment)
    return replace(clock, obligations=tuple(map(_reopened, clock.obligations)))


def _reopened(owed: Obligation) -> Obligation:
    """For who is away no steward seals at once: that would tell of the others (3.5)."""
    return replace(owed, stage=Stage.RUNNING) if owed.phase is Phase.INVASION else owed


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
    used = 0 if owed.stage is Stage.AWAY else overrun(clock, owed, moment)
    return clock.with_obligation(replace(owed, overrun=used))


def _refilled(clock: TableClock, seat: Seat, moment: Moment) -> TableClock:
    """A quarter of the bank for the seat whose turn begins."""
    part = clock.of(seat)
    if part is None:
        return clock
    refill = min(moment.bank // REFILLS, moment.bank - part.bank)
    return clock.with_seat(replace(part, bank=part.bank + refill, refill=refill))


def _drained(clock: TableClock, seat: Seat) -> TableClock:
    """The seat's turn has not begun after all."""
    part = clock.of(seat)
    return clock if part is None else clock.with_seat(replace(part, bank=max(0, part.bank - part.refill), refill=0))


def _closed(clock: TableClock, owed: Obligation, moment: Moment) -> TableClock:
    part = clock.of(owed.seat)
    if part is None:
        return clock
    before = [old for old in part.spent if (old.phase, old.number) != (owed.phase, owed.number)]
    spent = (*before, rebased_one(clock, owed, moment))[-SPENT_KEPT:]
    part = replace(part, bank=part.bank - charge(clock, owed, moment), spent=spent)
    return clock.with_seat(replace(part, away_since=None, away_until=None, found=False) if part.found else part)


def _opened(clock: TableClock, seat: Seat, asking: tuple[Phase, int], state: State, moment: Moment) -> Obligation:
    phase, number = asking
    once = _once(clock, seat, asking)
    return Obligation(
        seat,
        phase,
        number,
        asked_at=moment.now,
        since=start_of(clock, seat, moment),
        left=moment.pace if once is None or once.left is None else _left(once, once.left),
        stage=_first_stage(clock, seat, phase, state, moment),
        reminded=once is not None and once.reminded,
        overrun=0 if phase is Phase.INVASION and state.city(seat).sealed is not None else None,
    )


def _once(clock: TableClock, seat: Seat, asking: tuple[Phase, int]) -> Obligation | None:
    """What is asked once more, after an undo, as it was when it was asked before."""
    part = clock.of(seat)
    spent = () if part is None else part.spent
    return next((owed for owed in spent if (owed.phase, owed.number) == asking), None)


def _left(once: Obligation, left: int) -> int:
    """What there is of the time of a seat that is asked once more; none where its host was asked about it already."""
    return 0 if once.stage is Stage.HOST else max(0, left)


def _first_stage(clock: TableClock, seat: Seat, phase: Phase, state: State, moment: Moment) -> Stage:
    if is_away(clock, seat, moment) and not waits_for_away(clock, moment):
        return Stage.AWAY
    if phase is not Phase.INVASION and seat == state.active and clock.stand_in == state.turn:
        return Stage.STAND_IN
    return Stage.RUNNING


def _asking(snapshot: Snapshot, seat: Seat) -> tuple[Phase, int] | None:
    """What tells one obligation of a seat from the next: the steps of a construction are one, for all their prompts."""
    state = snapshot.state
    if snapshot.prompt(seat) is None:
        return None
    if state.phase is Phase.INVASION:
        return (Phase.INVASION, state.invasions)
    return (state.phase, state.turn if state.outbid is None else _outbid_number(state.turn, state.outbid))


def _outbid_number(turn: int, outbid: Displaced) -> int:
    """The same after an undo, and else never twice: in one turn the bids on a column only rise (5.5)."""
    return (turn * 10 + outbid.column) * 1000 + outbid.bid.value
