"""What everybody may know of a table's clock: built up, never the clock itself (law 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.game.components import Seat
from bot.game.state import Phase
from bot.tables.model import Table
from bot.tables.moments import Moment, groups, pace_ends_at, time_out_at, waits_for_away
from bot.tables.table_clock import Obligation, Stage


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose time runs: one seat's, or with None all seats' alike, who are to seal (3.5).

    `until` is the end of the pace, `bank_until` of the bank behind it: both None without a limit.
    """

    seat: Seat | None
    stage: Stage
    until: datetime | None
    bank_until: datetime | None


@dataclass(frozen=True, slots=True)
class Timing:
    """The public part of a clock: banks in seconds, who is away until when, which seats would like a pause.

    `away_waits`: the table waits for who is away, and no steward plays for them.
    """

    asked: Asked | None
    paused: bool
    pause_wishes: tuple[Seat, ...]
    banks: tuple[tuple[Seat, int], ...]
    away: tuple[tuple[Seat, datetime], ...]
    away_waits: bool


def timing(table: Table, moment: Moment) -> Timing:
    """What everybody may know now. It is the same whoever has sealed (3.5)."""
    clock = table.clock
    asked = next((_asked(table, group, moment) for group in groups(clock)), None)
    return Timing(
        asked=asked,
        paused=clock.paused_at is not None,
        pause_wishes=tuple(part.seat for part in clock.seats if part.wants_pause),
        banks=tuple((part.seat, part.bank) for part in clock.seats),
        away=tuple((part.seat, part.away_until) for part in clock.seats if part.away_until is not None),
        away_waits=waits_for_away(clock, moment),
    )


def _asked(table: Table, group: Sequence[Obligation], moment: Moment) -> Asked | None:
    seat = None if group[0].phase is Phase.INVASION else group[0].seat
    counted = [owed for owed in group if owed.stage is not Stage.AWAY]
    if not counted:
        return Asked(seat, Stage.AWAY, None, None)
    stage = counted[0].stage if seat is not None else _common_stage(counted)
    return Asked(seat, stage, pace_ends_at(counted, moment), time_out_at(table.clock, counted, moment))


def _common_stage(sealing: Sequence[Obligation]) -> Stage:
    waiting = any(owed.stage is Stage.WAITING for owed in sealing)
    return Stage.WAITING if waiting else Stage.RUNNING
