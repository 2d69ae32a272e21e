"""What a parent knows of one game: all that the lives of its process have said, and its database."""

import re
import shutil
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bot.tables.clocks import BEAT, MISSED
from bot.tables.history import History
from bot.tables.log import read_log, read_row
from bot.tables.notices import Kind, Notice
from bot.tables.table_clock import TableClock, decode_clock
from storage import LogRow
from tests.end_to_end.kills.life import DATABASE, SCREEN, load_world
from tests.end_to_end.kills.lines import AtRest, Called, Doing, Found, Line, Passing, Reached

ANSWER = re.compile(r"^/webhooks/\d+/[^/]+/messages/@original$")
REMOVED = re.compile(r"^/channels/(\d+)/messages/(\d+)$")
POSTED = re.compile(r"^/channels/(\d+)/messages$")
NUMBERED = re.compile(r"^comuni-(\d+)")


@dataclass(slots=True)
class Transaction:
    """What one transaction wrote of a game."""

    rows: list[int] = field(default_factory=list)
    notices: dict[int, Notice] = field(default_factory=dict)
    clock: TableClock | None = None


@dataclass(slots=True)
class Done:
    """What somebody typed, and whether they were told that it is done."""

    doing: Doing
    told: bool = False


@dataclass(frozen=True, slots=True)
class Posted:
    """A message that the bot has asked Discord to post: once for each time it did."""

    channel_id: int
    message_id: int
    nonce: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Facts:
    """What a database holds, once it is made; there is one table at most."""

    made: bool = False
    rows: Sequence[LogRow] = ()
    state: str | None = None
    settings: str = "{}"
    clock: str = "{}"
    owes_board: bool = False
    owed: int = 0
    last_notice: int = 0
    seats: Sequence[tuple[int, str | None, str | None, str]] = ()  # user id, commune, steward, orders
    board: int | None = None


class Books:
    """The lines of all lives of a process, those set right that never came to be."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.transactions: list[Transaction] = []
        self.open: Transaction | None = None
        self.done: list[Done] = []
        self.posted: list[Posted] = []
        self.removed: set[int] = set()
        self.rests: list[AtRest] = []
        self.excused: set[int] = set()  # boards that nobody can know of: none was noted before Discord forgot them
        self.calls = 0
        self.now: datetime | None = None
        self.steps: list[str] = []
        self.under_way: Done | None = None
        self.unkept: Posted | None = None  # a board that was posted, and not noted before the death
        self._unread: list[Line] = []
        self._histories: list[History] = []
        self._rows: list[LogRow] = []

    def hear(self, line: Line) -> None:
        """A life says something."""
        self._unread.append(line)
        if isinstance(line, Found):
            self._read()

    def bury(self) -> None:
        """A life has ended. A last call whose world was not kept has never reached Discord."""
        self.calls, _ = load_world(self.folder)
        self._read(self.calls)

    def begin_life(self, now: datetime | None) -> None:
        """A new life begins. After a while the time is another on the board, and its wish has another number."""
        if now is not None and self.unkept is not None and now - self.unkept.at > MISSED - BEAT:
            self.excused.add(self.unkept.message_id)
        self.unkept = None
        self.steps.clear()
        self.under_way = None

    @property
    def notices(self) -> dict[int, Notice]:
        """All that was ever owed, by number."""
        return {number: notice for each in self.transactions for number, notice in each.notices.items()}

    def by_name(self) -> dict[str | int | None, list[Posted]]:
        """The messages of each notice, by number, and of each wish for a board, by nonce; the oldest first."""
        found = defaultdict[str | int | None, list[Posted]](list)
        for posted in self.posted:
            found[number_of(posted.nonce) or posted.nonce].append(posted)
        return dict(found)

    def sent(self, number: int) -> list[Posted]:
        """The messages that tell a notice."""
        return [posted for posted in self.posted if number_of(posted.nonce) == number]

    def history(self, rows: Sequence[LogRow], version: int) -> History:
        """The game after so many rows of its log, folded by the rules. Raises LogUnreadable."""
        if list(rows[: len(self._rows)]) != self._rows:
            self._histories, self._rows = [], []
        for row in rows[len(self._rows) :]:
            self._histories.append(read_row(self._histories[-1], row) if self._histories else read_log([row]))
            self._rows.append(row)
        return self._histories[version - 1]

    def _read(self, last_call: int | None = None) -> None:
        for line in self._unread:
            match line:
                case Reached():
                    self.steps.append(line.step)
                    self._reached(line)
                case Called() if last_call is None or line.number <= last_call:
                    self._called(line)
                case Doing():
                    self.under_way = Done(line)
                    self.done.append(self.under_way)
                case AtRest():
                    self.rests.append(line)
                    self.under_way = None
                case Passing():
                    self.now = max(self.now or line.until, line.until)
        self._unread.clear()

    def _reached(self, line: Reached) -> None:
        match line.step:
            case "board kept":
                self.unkept = None
            case "transaction begun":
                self.open = Transaction()
            case "committed":
                self.close(saved=True)
        if self.open is None:
            return
        match line.step, line.values:
            case "log row written", (_, int(number), *_):
                self.open.rows.append(number)
            case "outbox row written", (_, str(kind), seat, prompt, _, int(number)):
                self.open.notices[number] = Notice(Kind(kind), seat, prompt)
            case "clock written", (str(clock), *_):
                self.open.clock = decode_clock(clock)

    def close(self, *, saved: bool) -> None:
        """The open transaction is over."""
        if saved and self.open is not None and (self.open.rows or self.open.notices or self.open.clock):
            self.transactions.append(self.open)
        self.open = None

    def _called(self, line: Called) -> None:
        self.now = max(self.now or line.at, line.at)
        if line.method == "POST" and line.message_id is not None and (place := POSTED.match(line.path)):
            self.posted.append(Posted(int(place[1]), line.message_id, line.nonce, line.at))
            if str(line.nonce).startswith("board-"):
                self.unkept = self.posted[-1]
        if line.method == "DELETE" and (gone := REMOVED.match(line.path)):
            self.removed.add(int(gone[2]))
        if line.method == "PATCH" and ANSWER.match(line.path) and self.under_way is not None:
            self.under_way.told |= _tells(line, self.under_way.doing.wins)


def number_of(nonce: str | None) -> int | None:
    """The number of the notice that a message tells; None for a board."""
    found = NUMBERED.match(nonce or "")
    return None if found is None else int(found[1])


def copy_of(folder: Path, target: Path) -> Path:
    """The files of a dead process's database, untouched by any other."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    for name in (DATABASE, f"{DATABASE}-wal"):
        if (folder / name).exists():
            shutil.copyfile(folder / name, target / name)
    return target / DATABASE


def facts(database: Path) -> Facts:
    """What a database holds, read beside whoever has it open."""
    if not database.exists():
        return Facts()
    with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as found:
        if not _one(found.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'outage'")):
            return Facts()
        rows = found.execute("SELECT number, kind, author, at, body, reason FROM log ORDER BY number").fetchall()
        table = found.execute("SELECT state, settings, clock, board_wanted <> board_shown FROM game_table").fetchall()
        state, settings, clock, owes = table[0] if table else (None, "{}", "{}", False)
        return Facts(
            made=True,
            rows=[LogRow(*row) for row in rows],
            state=state,
            settings=settings,
            clock=clock,
            owes_board=bool(owes),
            owed=_one(found.execute("SELECT count(*) FROM outbox")) or 0,
            last_notice=_one(found.execute("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'")) or 0,
            seats=found.execute("SELECT user_id, commune, steward, orders FROM seat ORDER BY place").fetchall(),
            board=_one(found.execute("SELECT message_id FROM message WHERE kind = 'board'")),
        )


def _one(rows: Iterable[tuple[int]]) -> int | None:
    return next((row[0] for row in rows), None)


def _tells(answer: Called, wins: str) -> bool:
    """Whether somebody reads that what they wanted is done."""
    body = answer.body or {}
    if wins == SCREEN:
        return any(str(embed.get("title")).endswith(": your screen") for embed in body.get("embeds") or ())
    return bool(wins) and str(body.get("content") or "").startswith(wins)
