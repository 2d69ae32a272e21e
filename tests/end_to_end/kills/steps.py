"""The steps of a change and of its announcing, by name: after each of them the process may die.

They are found by wrapping the functions of the program, and every statement that SQLite is given. A function that is
renamed, or a statement of an unknown kind, is an error; `test_kills.py` proves that nothing happens between two steps.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from functools import wraps
from itertools import count
from types import ModuleType
from typing import Any

from bot.tables.door import Door
from bot.tables.outbox import Outbox
from bot.tables.people import People
from bot.tables.playing import Playing
from cogs import answering
from cogs.boards import Boards
from cogs.hosting import HostingBot
from cogs.sending import Sending
from storage import database

# A person's action, in order, through the one door.
DOOR = (
    "interaction arrived",
    "acknowledged",
    "lock taken",
    "table loaded",
    "change checked",
    "transaction begun",
    "log counted up",
    "log row written",
    "snapshot written",
    "board wished for",
    "clock written",
    "outbox row written",
    "commit asked for",
    "commit under way",
    "committed",
    "lock released",
    "sender woken",
    "answer ready",
    "answered",
)
# What follows in the table's sender; each thing kept has a transaction of its own.
ANNOUNCING = (
    "outbox read",
    "letter due",
    "letter posted",
    "earlier letter removed",
    "letter kept",
    "letter settled",
    "board due",
    "board posted",
    "older board retired",
    "board kept",
    "board shown",
)
# What only some changes do.
AT_THE_START_OF_A_GAME = ("seat dealt", "state written", "promise kept", "private chat opened")
AT_TIMES = ("board edited", "orders written", "another row written")
AT_THE_START_OF_THE_PROCESS = ("tables checked",)
STEPS = (*DOOR, *ANNOUNCING, *AT_THE_START_OF_A_GAME, *AT_TIMES, *AT_THE_START_OF_THE_PROCESS)

STATEMENTS = {
    "BEGIN IMMEDIATE": "transaction begun",
    "UPDATE game_table SET version": "log counted up",
    "INSERT INTO log": "log row written",
    "INSERT INTO snapshot": "snapshot written",
    "UPDATE game_table SET board_wanted": "board wished for",
    "UPDATE game_table SET clock": "clock written",
    "INSERT INTO outbox": "outbox row written",
    "COMMIT": "committed",
    "UPDATE seat SET commune": "seat dealt",
    "UPDATE game_table SET state": "state written",
    "UPDATE seat SET orders": "orders written",
    "INSERT ": "another row written",
    "UPDATE ": "another row written",
    "DELETE ": "another row written",
}
READS = ("SELECT ", "PRAGMA ")
ONLY_WHERE_SO = ("board due", "board edited")  # else there was nothing to do

WRAPPED: tuple[tuple[type | ModuleType, str], ...] = (
    (answering, "acknowledge"),
    (answering, "_send"),
    (Door, "_change"),
    (Door, "_lock"),
    (HostingBot, "wake"),
    (database, "_fetch"),
    (Outbox, "pending"),
    (Sending, "post"),
    (People, "dm_found"),
)
AFTER: tuple[tuple[type | ModuleType, str, str], ...] = (
    (Playing, "check_all", "tables checked"),
    (Outbox, "applies", "letter due"),
    (Sending, "remove", "earlier letter removed"),
    (Outbox, "pinged", "letter kept"),
    (Outbox, "promised", "promise kept"),
    (Outbox, "settle", "letter settled"),
    (Outbox, "board_due", "board due"),
    (Boards, "_edit", "board edited"),
    (Outbox, "board_posted", "board kept"),
    (Outbox, "board_edited", "board kept"),
    (Boards, "_retire", "older board retired"),
    (Outbox, "board_shown", "board shown"),
)

CHAIN: ContextVar[str] = ContextVar("CHAIN", default="")  # which doing of one thing after the other a step belongs to
Reach = Callable[..., None]
_numbers = count(1)


def install(reach: Reach) -> None:
    """From now on in this process have every step told by its name, a statement's with its values and outcome.

    Raises KeyError, before anything is wrapped, where a function is gone.
    """
    for owner, name in (*WRAPPED, *((owner, name) for owner, name, _ in AFTER)):
        vars(owner)[name]
    _Seams(reach).wrap()


def step_of(sql: str) -> str | None:
    """The name of the step that a statement is; None for one that writes nothing. LookupError for any other."""
    if sql.startswith(READS):
        return None
    for beginning, step in STATEMENTS.items():
        if sql.startswith(beginning):
            return step
    raise LookupError(sql)


class _Seams:
    def __init__(self, reach: Reach) -> None:
        self._reach = reach

    def wrap(self) -> None:
        self._wrap_answers()
        self._wrap_door()
        self._wrap_statements()
        self._wrap_sender()
        for owner, name, step in AFTER:
            self._after(owner, name, step)

    def _after(self, owner: type | ModuleType, name: str, step: str) -> None:
        """Tell of a step whenever a coroutine function is done."""
        original: Callable[..., Awaitable[Any]] = vars(owner)[name]

        @wraps(original)
        async def wrapped(*args: Any, **options: Any) -> Any:
            done = await original(*args, **options)
            if done or step not in ONLY_WHERE_SO:
                self._reach(step)
            return done

        setattr(owner, name, wrapped)

    def _wrap_answers(self) -> None:
        acknowledge, send = vars(answering)["acknowledge"], vars(answering)["_send"]

        async def acknowledged(interaction: Any) -> None:
            CHAIN.set(f"answer {next(_numbers)}")
            self._reach("interaction arrived")
            await acknowledge(interaction)
            self._reach("acknowledged")

        async def sent(interaction: Any, outcome: Any) -> None:
            self._reach("answer ready")
            await send(interaction, outcome)
            self._reach("answered")

        vars(answering).update(acknowledge=acknowledged, _send=sent)

    def _wrap_door(self) -> None:
        change, lock, reach = vars(Door)["_change"], vars(Door)["_lock"], self._reach
        wake = vars(HostingBot)["wake"]

        async def changed(door: Door, table_id: int, plan: Callable[[Any], Awaitable[Any]]) -> Any:
            async def planned(table: Any) -> Any:
                reach("table loaded")
                found = await plan(table)
                reach("change checked")
                return found

            return await change(door, table_id, planned)

        def woken(bot: HostingBot, table_id: int) -> None:
            wake(bot, table_id)
            reach("sender woken")

        setattr(Door, "_change", changed)  # noqa: B010 - what is private to the door is what is looked at
        setattr(Door, "_lock", lambda door, key: _Lock(lock(door, key), reach))  # noqa: B010 - likewise
        setattr(HostingBot, "wake", woken)  # noqa: B010 - mypy lets nothing else take a method's place

    def _wrap_statements(self) -> None:
        fetch = vars(database)["_fetch"]

        async def fetched(connection: Any, sql: str, values: tuple[Any, ...]) -> Any:
            step = step_of(sql)
            if sql == "COMMIT":
                return await self._commit(fetch(connection, sql, values))
            rows = await fetch(connection, sql, values)
            if step is not None:
                self._reach(step, *values, *(rows[0] if rows else ()))
            return rows

        vars(database)["_fetch"] = fetched

    async def _commit(self, statement: Awaitable[Any]) -> Any:
        self._reach("commit asked for")
        work = asyncio.ensure_future(statement)
        await asyncio.sleep(0)  # now it is in the hands of SQLite's thread
        self._reach("commit under way")
        rows = await work
        self._reach("committed")
        return rows

    def _wrap_sender(self) -> None:
        read, post, keep_dm = vars(Outbox)["pending"], vars(Sending)["post"], vars(People)["dm_found"]

        async def pending(outbox: Outbox, table_id: int) -> Any:
            CHAIN.set(f"sender {next(_numbers)}")
            owed = await read(outbox, table_id)
            self._reach("outbox read")
            return owed

        async def posted(sender: Sending, channel_id: int, letter: Any, nonce: str, **rest: Any) -> Any:
            message_id = await post(sender, channel_id, letter, nonce, **rest)
            self._reach("board posted" if nonce.startswith("board-") else "letter posted")
            return message_id

        async def opened(people: People, user_id: int, channel_id: int) -> None:
            self._reach("private chat opened")
            await keep_dm(people, user_id, channel_id)

        setattr(People, "dm_found", opened)  # noqa: B010 - as above
        setattr(Outbox, "pending", pending)  # noqa: B010 - as above
        setattr(Sending, "post", posted)  # noqa: B010 - as above


class _Lock:
    """A lock that tells when it is taken and released."""

    def __init__(self, lock: asyncio.Lock, reach: Reach) -> None:
        self._lock = lock
        self._reach = reach

    async def __aenter__(self) -> None:
        await self._lock.acquire()
        self._reach("lock taken")

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()
        self._reach("lock released")
