"""How often something may be done: evenly over time, with some at once after a rest."""

from datetime import datetime, timedelta


class Pace:
    """A pace of one each `step`; whoever rested may do as many at once as fit into `burst`, one at least."""

    def __init__(self, step: timedelta, burst: timedelta) -> None:
        self._step = step
        self._burst = max(step, burst)
        self._rested_at: datetime | None = None

    def wait(self, now: datetime) -> timedelta:
        """How long it is until the next may be done; zero where that is now."""
        ahead = self._ahead(now) + self._step - self._burst
        return max(ahead, timedelta())

    def spend(self, now: datetime) -> None:
        """Note that one is done."""
        self._rested_at = now + self._ahead(now) + self._step

    def rested(self, now: datetime) -> bool:
        """Whether nothing of what was done counts any more."""
        return not self._ahead(now)

    def _ahead(self, now: datetime) -> timedelta:
        """How much of the burst is used up; a clock that was put back makes nobody wait for longer than that."""
        if self._rested_at is None:
            return timedelta()
        return min(max(self._rested_at - now, timedelta()), self._burst)
