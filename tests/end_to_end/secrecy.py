"""Acts out the plays of a plot with the real bot, and takes down every byte that the observer gets (law 4)."""

import asyncio
import io
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.app import QUIET_LOGGERS
from bot.backup_command import backup_command, check_command
from bot.game.state import State
from bot.stewards import STEWARDS, Character
from tests.end_to_end.chance import chance
from tests.end_to_end.decks import Dealer
from tests.end_to_end.driver import CAREFUL, Driver
from tests.end_to_end.house import NAMES, House, answer, open_house
from tests.end_to_end.looks import Onlooker
from tests.end_to_end.plots import Moment, Orders, Plot
from tests.end_to_end.routes import Route
from tests.end_to_end.traffic import EVERYBODY
from tests.end_to_end.twins import REASONS, Script, act, cancel, normal, order, take_back

PACE = 15 * 60  # seconds
SHORT_PAGE = 500  # characters: so that the log has many pages
CLOCK = {"pace": "15", "bank": "0"}
OTHERS_LOGS = ("simcord",)  # the simulated Discord logs what Discord knows


class ProcessLog(logging.Handler):
    """Everything that the process logs."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line, with the trace of an exception."""
        if not record.name.startswith(OTHERS_LOGS):
            self.lines.append(self.format(record))


@contextmanager
def process_log() -> Iterator[ProcessLog]:
    """What is logged meanwhile with the level DEBUG; the libraries log as `set_up_logging` has them do."""
    root, kept, heard = logging.getLogger(), logging.getLogger().level, ProcessLog()
    root.addHandler(heard)
    root.setLevel(logging.DEBUG)
    for name in QUIET_LOGGERS:
        logging.getLogger(name).setLevel(logging.INFO)
    try:
        yield heard
    finally:
        root.setLevel(kept)
        root.removeHandler(heard)
        for name in QUIET_LOGGERS:
            logging.getLogger(name).setLevel(logging.NOTSET)


@dataclass
class Record:
    """One play, acted out: all that reached the observer, step by step, and where the game came to."""

    steps: list[list[str]] = field(default_factory=list)
    state: State | None = None


async def acted_out(
    plot: Plot, which: int, folder: Path, compare: Callable[[Record], None], scene_of: "type[Scene] | None" = None
) -> Record:
    """Act out one of the two plays; `compare` is called after each step."""
    actions = [(moment, action) for moment in plot.moments for action in moment.actions[which]]
    script = Script(
        [action for moment, action in actions if {Route.STEWARD, Route.DEADLINE} & set(moment.routes)], REASONS[which]
    )
    with pytest.MonkeyPatch.context() as patch, process_log() as log:
        patch.setitem(STEWARDS, Character.STEWARD, script)
        for module in ("log", "digest"):
            patch.setattr(f"bot.ui.{module}.PAGE_LENGTH", SHORT_PAGE)
        async with open_house(folder / "comuni.sqlite3", random=Dealer(plot.decks[which], which)) as house:
            scene, record = (scene_of or Scene)(plot, which, house, log, await _begun(house, plot)), Record()
            for number, moment in enumerate((None, *plot.moments), start=-1):
                if moment is not None:
                    await scene.happens(number, moment)
                if moment is None or scene.is_to_look(number):
                    record.steps.append(await scene.reached(moment, number))
                    compare(record)
            record.state = await house.state()
    return record


async def _begun(house: House, plot: Plot) -> Onlooker:
    """A game has begun; who looks on."""
    play = plot.play
    count = len(plot.people)
    people = [house.person(name) for name in NAMES[:count]]
    passer_by = house.person("Passer-by")
    for person in (*people, passer_by):
        if play.pings != "dm":
            await person.slash(person.dm, "comuni pings", how=play.pings)
    await house.gather(count, people, clock=CLOCK, seats=play.seats, picture=play.picture)
    if play.stewards:
        await people[0].slash(house.channel, "comuni stewards", count=play.stewards)
    house.drivers = [Driver(each, house.channel, house.menu, chance("person", each.name), CAREFUL) for each in people]
    assert answer(await people[0].slash(house.channel, "comuni start")).startswith("The game begins")
    place = None if plot.observer is None else plot.people.index(plot.observer)
    return Onlooker(house, passer_by if place is None else people[place], place)


@dataclass
class Scene:
    """One of the two plays as it goes on."""

    plot: Plot
    which: int
    house: House
    log: ProcessLog
    onlooker: Onlooker

    def is_to_look(self, number: int) -> bool:
        """Whether the observer looks round after a moment: when nothing follows from it by itself any more."""
        following = self.plot.moments[number + 1 : number + 2]
        return number >= self.plot.unseen and not any(moment.follows for moment in following)

    async def happens(self, number: int, moment: Moment) -> None:
        """A moment comes about."""
        if number:
            await self._are_cancelled(self.plot.moments[number - 1].idle)
        for given in (moment.ahead[self.which], moment.idle[self.which]):
            if given is not None:
                await order(self.house, given)
        if not moment.follows:
            await self.done(moment, moment.routes[self.which])
        elif number:
            await self._are_cancelled(self.plot.moments[number - 1].ahead)

    async def _are_cancelled(self, orders: Orders) -> None:
        """What somebody ordered before the last moment has been done, or looked at as long as it stood."""
        given = orders[self.which]
        if given is not None:
            await cancel(self.house, given)

    async def done(self, moment: Moment, route: Route) -> None:
        """What happens in a moment, by its route."""
        if route is Route.OPERATOR:
            await self._operated()
        elif route is Route.DEADLINE:
            await self.house.simulation.advance(PACE + 1)
        elif route is Route.UNDO:
            await take_back(self.house, moment.actions[self.which][0])
        else:
            for action in moment.actions[self.which]:
                await act(self.house, action, route)

    async def _operated(self) -> None:
        """The operator makes a backup, checks both files, and starts the program anew."""
        database, said = self.house.database, io.StringIO()
        backup = database.with_name(f"backup {len(list(database.parent.iterdir()))}")
        with redirect_stdout(said):
            await asyncio.to_thread(backup_command, database, backup)
            for file in (backup, database):
                await asyncio.to_thread(check_command, file)
        self.log.lines.append(said.getvalue().replace(str(database.parent), ""))
        await self.house.simulation.restart()

    async def reached(self, moment: Moment | None, number: int) -> list[str]:
        """All that reached the observer since last, who now looks round, and what the process logged."""
        house, person = self.house, self.onlooker.person
        house.deliver()
        files = await self.onlooker.looks(moment.strange if moment else (), number)
        known = {str(driver.person.id) for driver in house.drivers} | {str(house.channel.id)}
        sent = [letter for letter in house.unread_by_watchers() if letter.reader in (EVERYBODY, person.id)]
        pictures = [await attachment.read() for attachment in (await house.board()).attachments]
        logged, self.log.lines = self.log.lines, []
        return [
            *map(repr, (*pictures, *files)),
            *(
                normal(f"{letter.request.method} {letter.request.path} {json.dumps(letter.request.json)}", known)
                for letter in sent
            ),
            *(normal(f"log: {line}", known) for line in logged),
        ]
