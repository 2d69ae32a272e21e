"""A pace: some at once after a rest, and then one each step."""

from datetime import UTC, datetime, timedelta

from cogs.pace import Pace

NOW = datetime(2030, 1, 1, 8, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def spent(pace: Pace, times: int) -> Pace:
    for _ in range(times):
        pace.spend(NOW)
    return pace


def test_some_are_let_through_at_once_and_then_one_each_step() -> None:
    pace = Pace(2 * SECOND, 10 * SECOND)
    for _ in range(5):
        assert not pace.wait(NOW)
        pace.spend(NOW)
    assert pace.wait(NOW) == 2 * SECOND
    assert pace.wait(NOW + 1.5 * SECOND) == 0.5 * SECOND
    later = NOW + 2 * SECOND
    assert not pace.wait(later)
    pace.spend(later)
    assert pace.wait(later) == 2 * SECOND


def test_who_waits_long_enough_has_rested() -> None:
    pace = spent(Pace(2 * SECOND, 10 * SECOND), 5)
    assert not pace.rested(NOW + 9 * SECOND)
    assert pace.rested(NOW + 10 * SECOND)


def test_a_slow_pace_lets_one_through_too() -> None:
    pace = Pace(60 * SECOND, 10 * SECOND)
    assert not pace.wait(NOW)
    assert spent(pace, 1).wait(NOW) == 60 * SECOND


def test_a_clock_that_was_put_back_keeps_nobody_waiting_for_long() -> None:
    pace = spent(Pace(2 * SECOND, 10 * SECOND), 5)
    before = NOW - 3600 * SECOND
    assert pace.wait(before) == 2 * SECOND
    pace.spend(before)
    assert pace.wait(before + 2 * SECOND) == 2 * SECOND
