"""Faults of the kinds that the kills are to find, planted into the program before it starts."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any

from bot.tables.door import Door
from cogs import courier
from cogs.boards import Boards


def tell_before_saving() -> None:
    """Who acts is told so before the transaction is committed."""
    change = vars(Door)["_change"]

    async def hasty(door: Any, table_id: int, plan: Callable[[Any], Awaitable[Any]]) -> Any:
        found: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def planned(table: Any) -> Any:
            planned_change = await plan(table)
            found.set_result(planned_change.answer)
            await asyncio.sleep(0.05)
            return planned_change

        work = asyncio.create_task(change(door, table_id, planned))
        await asyncio.wait({work, found}, return_when=asyncio.FIRST_COMPLETED)
        return found.result() if found.done() else await work

    setattr(Door, "_change", hasty)  # noqa: B010 - mypy lets nothing else take a method's place


def owe_in_a_transaction_of_its_own() -> None:
    """What a change makes known is written after its commit."""
    change, later = vars(Door)["_change"], list[tuple[Any, ...]]()

    async def owe(door: Any, _writer: Any, table_id: int, notices: Any) -> None:
        later.extend((table_id, told.kind, told.seat, told.prompt, door.now()) for told in notices)

    async def changed(door: Any, table_id: int, plan: Any) -> Any:
        answer = await change(door, table_id, plan)
        async with door._store.write() as writer:  # noqa: SLF001 - what is broken is the door's own
            for row in later:
                await writer.add_outbox(*row)
        later.clear()
        door._announcer.wake(table_id)  # noqa: SLF001 - likewise
        return answer

    setattr(Door, "_change", changed)  # noqa: B010 - as above
    setattr(Door, "owe", owe)  # noqa: B010 - as above


def settle_before_sending() -> None:
    """A notice leaves the outbox before it is sent."""
    deliver = vars(courier.Courier)["deliver"]

    async def settled(sender: Any, table: Any, owed: Any) -> None:
        await sender._bot.tables.outbox.settle(owed)  # noqa: SLF001 - what is broken is the courier's own
        await deliver(sender, table, owed)

    setattr(courier.Courier, "deliver", settled)  # noqa: B010 - as above


def number_letters_anew() -> None:
    """A letter that is sent once more is another letter to Discord."""
    vars(courier)["_nonce"] = lambda owed: f"comuni-{owed.id}-{os.getpid()}"


def retire_the_older_board_last() -> None:
    """A new board is noted in place of the older one before that has lost its buttons."""
    post = vars(Boards)["_post"]

    async def posted(boards: Any, table: Any, *rest: Any) -> Any:
        message_id, key = await post(boards, table, *rest), await boards._turn_key(table)  # noqa: SLF001 - as above
        await boards._bot.tables.outbox.board_posted(table.id, table.channel_id, message_id, key)  # noqa: SLF001 - as above
        return message_id

    setattr(Boards, "_post", posted)  # noqa: B010 - as above


FAULTS: dict[str, Callable[[], None]] = {
    "told before saved": tell_before_saving,
    "owed in a transaction of its own": owe_in_a_transaction_of_its_own,
    "settled before sent": settle_before_sending,
    "numbered anew": number_letters_anew,
    "retired at last": retire_the_older_board_last,
}


def plant(fault: str | None) -> None:
    """From now on in this process the program has a fault; None: it has not."""
    if fault is not None:
        FAULTS[fault]()
