"""Starts the process, kills it, and starts it again, through whole games."""

import multiprocessing
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Self

from tests.end_to_end.chance import chance
from tests.end_to_end.kills import life
from tests.end_to_end.kills.books import Books, Facts, copy_of, facts
from tests.end_to_end.kills.inquest import Inquest, stands
from tests.end_to_end.kills.lines import Failed, Found, Line, Order, Over, Strike
from tests.end_to_end.kills.steps import AT_THE_START_OF_A_GAME, AT_THE_START_OF_THE_PROCESS

ANY_TIME = "any time"
AT_REST = "at rest"  # no kill that counts
HANGS = 60.0  # seconds in which a life says nothing
LONGEST = 1.6  # seconds until a kill at any time
AWAY = (0, 0, 0, 1, 20, 100, 200, 3600)  # seconds between a death and the next start
PRELOADED = ["tests.end_to_end.kills.life"]
ENDED = ("over", "stopped", "archived")


@dataclass(slots=True)
class Outcome:
    """A kill, and what the next start found. Of what a person did then: whether they were told, and whether it stands.

    `stood` is None where nobody did anything.
    """

    step: str
    last: str
    told: bool = False
    stood: bool | None = None
    findings: list[str] = field(default_factory=list)


class LifeFailed(Exception):
    """A process ended by itself; says with what."""


class NotReached(Exception):
    """The game came to its end before the step."""


class Game:
    """One game in a folder of its own, and the deaths of its process."""

    def __init__(self, folder: Path, seed: str, *, fault: str | None = None) -> None:
        folder.mkdir()
        self._seed = seed
        self._fault = fault
        self._random = chance("kills", seed)
        self._seats = self._random.randint(2, 4)
        self._stewards = int(self._random.random() < 0.3)
        self.books = Books(folder)
        self._inquest = Inquest(self.books)
        self._lived = 0
        self.outcomes: list[Outcome] = []

    @property
    def facts(self) -> Facts:
        """What the dead process has left in its database."""
        return facts(copy_of(self.books.folder, self.books.folder / "dead"))

    @property
    def is_begun(self) -> bool:
        """Whether there is a game."""
        return bool(self.outcomes) and bool(self.facts.rows)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.outcomes) and self.facts.state in ENDED

    @property
    def findings(self) -> list[str]:
        """All that was found so far."""
        return [finding for outcome in self.outcomes for finding in outcome.findings]

    def kill(self, step: str) -> None:
        """Live on, to die at a step or at any time. Raises NotReached."""
        if step == ANY_TIME:
            self._live(self._order(None), self._random.uniform(0, LONGEST))
            self._bury(step)
        else:
            self.strike(self._strike(step))

    def strike(self, strike: Strike) -> None:
        """Live on, to die there. Raises NotReached."""
        if self._live(self._order(strike), None):
            self._bury(AT_REST)
            raise NotReached
        self._bury(strike.step)

    def _strike(self, step: str) -> Strike:
        if step in AT_THE_START_OF_THE_PROCESS:
            return Strike(step, early=True)
        if step in AT_THE_START_OF_A_GAME:
            return Strike(step)
        early = self._random.random() < 0.15
        return Strike(step, self._random.choice((1, 1, 2, 3, 5)), 0 if early else self._random.randint(0, 3), early)

    def close(self) -> None:
        """Start once more, look, and end."""
        self._live(self._order(None, most=0), None)
        self._bury(AT_REST)

    def play(self, most: int) -> list[Line]:
        """Live without a death until so much was done; all that was said."""
        said: list[Line] = []
        self._live(self._order(None, most=most, traced=True), None, said)
        return said

    def _order(self, strike: Strike | None, *, most: int | None = None, traced: bool = False) -> Order:
        return Order(
            folder=self.books.folder,
            seed=self._seed,
            seats=self._seats,
            stewards=0 if traced else self._stewards,
            lived=self._lived,
            now=self.books.now,
            strike=strike,
            most=most,
            traced=traced,
            fault=self._fault,
        )

    def _live(self, order: Order, lasts: float | None, said: list[Line] | None = None) -> bool:
        """One life to its end; whether it had nothing left to do.

        It lasts at most so many seconds, one time in four from its birth on, else from when it begins to play.
        """
        away = timedelta(seconds=self._random.choice(AWAY))
        order = replace(order, now=None if order.now is None else order.now + away)
        self.books.begin_life(order.now)
        self._lived += 1
        end = time.monotonic() + lasts if lasts is not None and self._random.random() < 0.25 else None
        with _Child(order) as child:
            while (line := child.heard(end)) is not None:
                self.books.hear(line)
                if said is not None:
                    said.append(line)
                match line:
                    case Failed(why):
                        raise LifeFailed(why)
                    case Over():
                        return True
                    case Found():
                        self._found(self._inquest.after_start(line))
                        end = end or (None if lasts is None else time.monotonic() + lasts)
                        child.go_on()
        return False

    def _bury(self, step: str) -> None:
        self.books.bury()
        last = self.books.steps[-1] if self.books.steps else "before the first step"
        outcome = Outcome(step, last)
        self.outcomes.append(outcome)
        self._found(self._inquest.after_death())
        under_way = self.books.under_way
        if under_way is not None:
            outcome.told, outcome.stood = under_way.told, stands(under_way, self._inquest.left)

    def _found(self, findings: Iterator[str]) -> None:
        """Every finding counts for the last death."""
        found = list(findings)
        assert self.outcomes or not found, found
        if found:
            self.outcomes[-1].findings += found


class _Child:
    """A process and the line to it; killed at the end of its block."""

    def __init__(self, order: Order) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(PRELOADED)
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=life.live, args=(theirs, order))
        self._process.start()
        theirs.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()
        self._line.close()
        assert self._process.exitcode == -signal.SIGKILL, f"it ended by itself: {self._process.exitcode}"
        self._process.close()

    def heard(self, deadline: float | None) -> Line | None:
        """The next line; None once it is dead, of which it dies at a deadline."""
        left = HANGS if deadline is None else max(0.0, deadline - time.monotonic())
        if deadline is not None and (not left or not self._line.poll(left)):
            self._process.kill()
        if not self._line.poll(HANGS):
            raise LifeFailed("it hangs")
        try:
            line: Line = self._line.recv()
        except (EOFError, OSError):  # that is its death, perhaps in the middle of a line
            return None
        return line

    def go_on(self) -> None:
        """Let it play."""
        self._line.send(None)
