"""What must be true after a death, and again after the next start; each finding is a sentence."""

import io
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from datetime import timedelta
from pathlib import Path
from typing import Any

from bot.backup_command import check_command
from bot.game.rules import waiting
from bot.game.state import Phase
from bot.tables.log import ACTION, SETUP, UNDO, read_log
from bot.tables.notices import Kind, Notice, after_action, at_start
from bot.tables.obligations import stood_in_for
from bot.tables.snapshot import Snapshot, encode
from bot.tables.table_clock import Stage, TableClock
from storage import LogRow
from tests.end_to_end.kills.books import Books, Done, Facts, Posted, Transaction, copy_of, facts, number_of
from tests.end_to_end.kills.life import CLOCK, DATABASE
from tests.end_to_end.kills.lines import Asked, Found
from tests.end_to_end.routes import typed

NONCE_LASTS = timedelta(minutes=5)
CLOCKWORK = (Kind.REMINDER, Kind.TIMED_OUT, Kind.ASK_HOST)


class Inquest:
    """Compares what a process has said with what is left of it."""

    def __init__(self, books: Books) -> None:
        self._books = books
        self._before = Facts()
        self._looked_at = 0
        self._clock = TableClock()
        self._rests = self._done = 0

    @property
    def left(self) -> Facts:
        """What the database held when it was last looked at."""
        return self._before

    def after_death(self) -> Iterator[str]:
        """What is wrong with what a dead process has left."""
        copy = copy_of(self._books.folder, self._books.folder / "dead")
        left = facts(copy)
        yield from _damage(copy) if left.made else ()
        yield from self._half_done(left)
        yield from self._rewritten(left)
        yield from self._told_in_vain(left)
        yield from self._not_owed(left)
        yield from self._told_too_early(left)
        self._before = left

    def after_start(self, found: Found) -> Iterator[str]:
        """What is wrong with what the next process has made of that; nothing is under way."""
        left = facts(self._books.folder / DATABASE)
        yield from self._rewritten(left)
        yield from self._not_owed(left)
        yield from self._wrong_state(left, found)
        yield from self._wrong_askings(left, found)
        yield from self._lost_notices(left, found)
        yield from self._messages(left, found)
        self._before = left

    # ------------------------------------------------------------------------------------------------- the database

    def _half_done(self, left: Facts) -> Iterator[str]:
        """The last transaction is there whole, or not at all."""
        last = self._books.open
        if last is None:
            return
        there = {number < len(left.rows) for number in last.rows}
        there |= {number <= left.last_notice for number in last.notices}
        if len(there) > 1:
            yield f"half a transaction is there: {last}"
        self._books.close(saved=there == {True})

    def _rewritten(self, left: Facts) -> Iterator[str]:
        """What was in the log is in it still, and leads to the states that were there."""
        known = self._before.rows
        if list(left.rows[: len(known)]) != list(known):
            yield "rows of the log are gone or others"
        for rest in self._books.rests[self._rests :]:
            if rest.version > len(left.rows):
                yield f"the log has lost rows: {len(left.rows)} of {rest.version}"
            elif rest.snapshot is not None and rest.snapshot != encode(self._state(left, rest.version)):
                yield f"at version {rest.version} the game was another"
        self._rests = len(self._books.rests)

    def _told_in_vain(self, left: Facts) -> Iterator[str]:
        """Whatever somebody was told is done stands in the database."""
        for done in self._books.done[self._done :]:
            if done.told and not stands(done, left):
                yield f"told as done and not there: {done.doing}"
        self._done = len(self._books.done)

    # ------------------------------------------------------------------------------------------------------ notices

    def _not_owed(self, left: Facts) -> Iterator[str]:
        """Each change owes, in its own transaction, what the rules say that it makes known."""
        for transaction in self._books.transactions[self._looked_at :]:
            wanted, given = list(self._due(left, transaction)), list(transaction.notices.values())
            told = [notice for notice in given if notice.kind not in CLOCKWORK]
            if told != wanted:
                yield f"a change to {transaction.rows} owes {told}, and should {wanted}"
            yield from self._not_rung(left, transaction)
            self._clock = transaction.clock or self._clock
        self._looked_at = len(self._books.transactions)
        written = {row.number for row in left.rows if row.kind != SETUP}
        if missing := written - {number for each in self._books.transactions for number in each.rows}:
            yield f"rows of the log that no transaction wrote: {missing}"

    def _due(self, left: Facts, transaction: Transaction) -> Iterator[Notice]:
        if not transaction.rows:
            return
        first, last = transaction.rows[0], transaction.rows[-1]
        row, clock = left.rows[first], transaction.clock or self._clock
        if row.kind == SETUP:
            notices = list(at_start(self._state(left, 1)))
        elif row.kind == UNDO:
            return
        else:
            entries = self._books.history(left.rows, last + 1).entries[first - 1 : last]
            events = tuple(event for entry in entries for event in entry.events)
            reading = None if row.author is None else entries[0].seat
            before, after = self._state(left, first), self._state(left, last + 1)
            notices = list(after_action(before, after, reading, events))
        people = {commune for _, commune, steward, _ in left.seats if steward is None}
        for notice in notices:
            owed = None if notice.seat is None else clock.obligation(notice.seat)
            for_steward = notice.prompt is not None and owed is not None and owed.for_steward
            if notice.seat is None or (notice.seat in people and not for_steward):
                yield notice

    def _not_rung(self, left: Facts, transaction: Transaction) -> Iterator[str]:
        """What the clock notes as told is owed."""
        if transaction.clock is None:
            return
        given = {(notice.kind, notice.seat) for notice in transaction.notices.values()}
        for owed in transaction.clock.obligations:
            before = self._clock.obligation(owed.seat)
            same = before is not None and (before.phase, before.number) == (owed.phase, owed.number)
            if same and before and owed.reminded and not before.reminded and (Kind.REMINDER, owed.seat) not in given:
                yield f"a reminder of {owed} is not owed"
            if same and before and owed.stage is Stage.HOST is not before.stage:
                yield f"the host is not asked about {owed}"
        acted = transaction.rows and left.rows[transaction.rows[0]].author is None
        for seat in stood_in_for(self._clock, transaction.clock) if acted else ():
            if (Kind.TIMED_OUT, seat) not in given:
                yield f"{seat} is not told that its time ran out"

    def _told_too_early(self, left: Facts) -> Iterator[str]:
        """Nothing was sent that was not saved before."""
        for posted in self._books.posted:
            number = number_of(posted.nonce)
            if number is not None and number > left.last_notice:
                yield f"sent and not saved: {posted}"

    def _lost_notices(self, left: Facts, found: Found) -> Iterator[str]:
        """Each notice was sent to the right place, but for what is over, or was said once more by a later one."""
        if left.owed or left.owes_board:
            yield f"{left.owed} notices and {int(left.owes_board)} boards are owed still"
        prompts, notices = self._prompts(left), self._books.notices
        newest = {(notice.seat, notice.prompt): number for number, notice in notices.items()}
        holders = {commune: user_id for user_id, commune, _, _ in left.seats}
        for number, notice in notices.items():
            sent = self._books.sent(number)
            over = notice.prompt is not None and prompts.get(notice.seat) != notice.prompt
            if not sent and not over and (notice.prompt is None or newest[notice.seat, notice.prompt] == number):
                yield f"{notice} was lost"
            if notice.seat is not None and {each.channel_id for each in sent} - {found.dms[holders[notice.seat]]}:
                yield f"{notice} went astray"

    # -------------------------------------------------------------------------------------------------- what is shown

    def _wrong_state(self, left: Facts, found: Found) -> Iterator[str]:
        """The bot reads the state, with its hands, decks and seals, that the log leads to."""
        if found.rest.version != len(left.rows):
            yield f"the bot is at version {found.rest.version} and not {len(left.rows)}"
        elif left.rows and found.rest.snapshot != encode(self._state(left, len(left.rows))):
            yield "the bot reads another state than the log leads to"
        if not found.board_is_current:
            yield "the board shows another state"

    def _wrong_askings(self, left: Facts, found: Found) -> Iterator[str]:
        """Each person's screen asks for what is open, and for nothing else."""
        if not left.rows:
            return
        snapshot = self._state(left, len(left.rows))
        state = snapshot.state
        for user_id, commune, steward, _ in left.seats:
            if steward is not None or commune is None:
                continue
            prompt = snapshot.prompt(commune)
            sealed = state.phase is Phase.INVASION and state.city(commune).sealed is not None
            wanted = Asked(prompt is not None, sealed, frozenset() if prompt is None else frozenset({prompt}))
            if found.asked[user_id] != wanted:
                yield f"{commune} is asked {found.asked[user_id]}, and should be {wanted}"
            if (commune in waiting(state)) is not (prompt is not None and not sealed):
                yield f"{commune} holds the game up and cannot know it"

    def _messages(self, left: Facts, found: Found) -> Iterator[str]:
        """Each message stands once and in its place; one board can be pressed."""
        books = self._books
        yield from self._repeats()
        for channel_id, there in found.standing.items():
            posts = {posted.message_id for posted in books.posted if posted.channel_id == channel_id}
            if there != posts - books.removed:
                yield f"in {channel_id} stand {sorted(there)} and not {sorted(posts - books.removed)}"
        boards = {posted.message_id for posted in books.posted if str(posted.nonce).startswith("board-")}
        if extra := (found.live & boards) - {left.board} - books.excused:
            yield f"boards beside {left.board} can be pressed: {sorted(extra)}"
        if left.board is not None and left.board not in found.live and left.state in ("lobby", "running"):
            yield "the board cannot be pressed"
        yield from self._pings(left, found)

    def _repeats(self) -> Iterator[str]:
        """What is sent once more is a second message only after Discord has forgotten its nonce."""
        for name, posted in self._books.by_name().items():
            if name is None:
                yield f"messages without a nonce: {posted}"
            elif _are_several(posted) and posted[-1].at - posted[0].at <= NONCE_LASTS:
                yield f"told twice: {name} {posted}"

    def _pings(self, left: Facts, found: Found) -> Iterator[str]:
        """In each private chat stands one ping, the newest, and with it at most what was done in the person's place."""
        notices, prompts = self._books.notices, self._prompts(left)
        numbers = {posted.message_id: number_of(posted.nonce) for posted in self._books.posted}
        communes = {user_id: commune for user_id, commune, _, _ in left.seats}
        doubles = {posted[0].channel_id for posted in self._books.by_name().values() if _are_several(posted)}
        for user_id, channel_id in found.dms.items():
            seat = communes.get(user_id)
            told = [number for each in found.standing[channel_id] if (number := numbers[each]) is not None]
            pings = [number for number in told if notices[number].kind is not Kind.TIMED_OUT]
            if len(pings) > 1 and channel_id not in doubles:
                yield f"{len(pings)} pings stand for {seat}"
            asked = [number for number, each in notices.items() if each.seat == seat and each.prompt]
            if asked and notices[asked[-1]].prompt == prompts.get(seat) and asked[-1] not in told:
                yield f"the ping {asked[-1]} of {seat} does not stand"

    def _state(self, left: Facts, version: int) -> Snapshot:
        return self._books.history(left.rows, version).snapshot

    def _prompts(self, left: Facts) -> dict[str | None, int]:
        """What each seat is asked now."""
        if not left.rows:
            return {}
        snapshot = self._state(left, len(left.rows))
        asked = {seat: snapshot.prompt(seat) for seat in snapshot.state.communes}
        return {seat: prompt for seat, prompt in asked.items() if prompt is not None}


def _are_several(posted: Sequence[Posted]) -> bool:
    return len({each.message_id for each in posted}) > 1


def stands(done: Done, left: Facts) -> bool:
    """Whether what somebody typed is done, by the database alone."""
    doing = done.doing
    own = [row for row in left.rows[doing.version :] if row.author == doing.user_id]
    kind, _, name = doing.command.partition(" ")
    match kind, name:
        case "act", _:
            return any(row.kind == ACTION and _is(row, left.rows, doing.command, doing.options) for row in own)
        case "order", _:
            return bool(own) or any(user == doing.user_id and orders != "{}" for user, _, _, orders in left.seats)
        case _, "undo":
            return any(row.kind == UNDO for row in own)
        case _, "start":
            return bool(left.rows)
        case _, "clock":
            return f'"pace":{CLOCK["pace"]}' in left.settings
    return any(user == doing.user_id for user, *_ in left.seats)


def _is(row: LogRow, rows: Sequence[LogRow], command: str, options: Any) -> bool:
    """Whether a row of a log is an action as somebody typed it."""
    action = read_log(rows[: row.number + 1]).entries[-1].action
    assert action is not None
    said, kept = (command, _plain(options)), typed(action)
    return said == (kept[0], _plain(kept[1]))


def _plain(options: Any) -> dict[str, str]:
    """What is typed, without what may be left out."""
    return {name: str(value) for name, value in options.items() if value not in (0, "") and name != "table"}


def _damage(copy: Path) -> Iterator[str]:
    """What `python -m bot check` finds."""
    said = io.StringIO()
    with redirect_stdout(said):
        sound = check_command(copy) == 0
    if not sound:
        yield from said.getvalue().splitlines()
