"""What is owed to people and not yet sent: notices in order, and the newest board (law 2)."""

from dataclasses import dataclass

from bot.game.components import Seat
from bot.tables.model import Table, TableState
from bot.tables.notices import Kind, Notice
from bot.tables.ports import Clock, MessageRow, Store
from bot.tables.reading import Reader

_KINDS = frozenset(Kind)  # another release may owe others, which wait for it
BOARD = "board"
PROMISE = "commitment"
HOST = "host"  # whom a ping reaches that is of no seat: the host, who is asked to decide


@dataclass(frozen=True, slots=True)
class Owed:
    """A notice in the outbox; the id is its nonce."""

    id: int
    notice: Notice


class Outbox:
    """Hands out what a table owes and notes what was sent. One sender a table at a time."""

    def __init__(self, store: Store, reader: Reader, clock: Clock) -> None:
        self._store = store
        self._reader = reader
        self._clock = clock

    async def unsettled(self) -> list[int]:
        """The tables that owe something."""
        return list(await self._store.unsettled_tables())

    async def pending(self, table_id: int) -> list[Owed]:
        """What a table owes, oldest first; set aside, it says only that, and the rest waits until it can be read."""
        table = await self._reader.table(table_id)
        rows = await self._store.outbox(table_id)
        owed = [Owed(row.id, Notice(Kind(row.kind), row.seat, row.prompt)) for row in rows if row.kind in _KINDS]
        return [row for row in owed if table.aside is None or row.notice.kind is Kind.ASIDE]

    async def applies(self, table: Table, notice: Notice) -> bool:
        """Whether a notice is still worth sending: not once its prompt is over, or what it says is no longer so."""
        unknown = notice.seat is not None and all(seated.seat != notice.seat for seated in table.people)
        if unknown or not _is_so(table, notice):
            return False
        if notice.prompt is None or notice.seat is None:
            return True
        sight = await self._reader.sight(table.id, table.holder(notice.seat).user_id)
        return sight.prompt == notice.prompt

    async def require_room(self, table_id: int) -> None:
        """Write something that leaves nothing behind: what is told must be noted, or it is told again and again.

        Raises NotSaved.
        """
        async with self._store.write() as writer:
            at = self._clock.now().isoformat(timespec="seconds")
            await writer.drop_outbox(await writer.add_outbox(table_id, Kind.STOPPED, None, None, at))

    async def settle(self, owed: Owed) -> None:
        """A notice was sent, or is not worth sending, or can never be."""
        async with self._store.write() as writer:
            await writer.drop_outbox(owed.id)

    async def board_due(self, table_id: int) -> int | None:
        """The number of the newest wish for a board that is not yet shown; None when the board is current."""
        row = await self._store.table(table_id)
        return None if row is None or row.board_wanted == row.board_shown else row.board_wanted

    async def board_message(self, table_id: int) -> MessageRow | None:
        """Where the board was last posted."""
        return await self._store.message(table_id, BOARD)

    async def board_shown(self, table_id: int, wanted: int) -> None:
        """The board of that wish is shown, or cannot be."""
        async with self._store.write() as writer:
            await writer.board_shown(table_id, wanted)

    async def board_posted(self, table_id: int, channel_id: int, message_id: int, turn_key: str) -> None:
        """The board was posted as a new message, in the turn that the key names."""
        async with self._store.write() as writer:
            at = self._clock.now().isoformat(timespec="seconds")
            await writer.save_message(table_id, BOARD, channel_id, message_id, at, turn_key)

    async def board_edited(self, table_id: int, board: MessageRow, turn_key: str) -> None:
        """The board shows the turn that the key names, and stays where it is as long as that lasts."""
        if board.turn_key != turn_key:
            async with self._store.write() as writer:
                at = board.posted_at
                await writer.save_message(table_id, BOARD, board.channel_id, board.message_id, at, turn_key)

    async def ping(self, table_id: int, whom: Seat | str) -> MessageRow | None:
        """Where a seat's holder, or HOST, was last pinged."""
        return await self._store.message(table_id, _ping_kind(whom))

    async def pinged(self, table_id: int, whom: Seat | str, channel_id: int, message_id: int) -> None:
        """A seat's holder, or HOST, was pinged by a new message."""
        async with self._store.write() as writer:
            at = self._clock.now().isoformat(timespec="seconds")
            await writer.save_message(table_id, _ping_kind(whom), channel_id, message_id, at, "")

    async def promise(self, table_id: int) -> MessageRow | None:
        """Where the commitment to the deal was posted (law 10); None for a game begun before that was kept."""
        return await self._store.message(table_id, PROMISE)

    async def promised(self, table_id: int, channel_id: int, message_id: int) -> None:
        """The commitment to the deal was posted."""
        async with self._store.write() as writer:
            at = self._clock.now().isoformat(timespec="seconds")
            await writer.save_message(table_id, PROMISE, channel_id, message_id, at, "")

    async def want_board(self, table_id: int) -> None:
        """Ask for the board to be drawn, and posted anew unless it stands last in its channel."""
        row = await self._store.message(table_id, BOARD)
        async with self._store.write() as writer:
            if row is not None:
                await writer.save_message(table_id, BOARD, row.channel_id, row.message_id, row.posted_at, "")
            await writer.want_board(table_id)


def stood_in(whom: str) -> str:
    """Whom a letter reaches that says what a steward did in their place; it is no ping."""
    return f"stood in {whom}"


def _ping_kind(whom: Seat | str) -> str:
    return f"ping {whom}"


def _is_so(table: Table, notice: Notice) -> bool:
    match notice.kind:
        case Kind.ASIDE:
            return table.aside is not None
        case Kind.SUSPENDED:
            return table.suspended is not None
        case Kind.ARCHIVED | Kind.RESIGNED:
            return table.state is TableState.ARCHIVED
        case Kind.ASK_HOST:
            return table.host_decides(notice.seat)
        case Kind.OFFERED:
            return notice.seat is not None and table.holder(notice.seat).offered_to is not None
    return True
