"""What the tests of the clock share: tables with little time, and the private panel of their clock."""

from datetime import UTC, datetime, timedelta

import discord

from bot.local.simulation import Person, Shown
from tests.cogs.club import Club, rewrite
from tests.cogs.handling import answer_of, board_of, controls, holder, state_of

PACE = 15 * 60  # seconds
QUICK = {"pace": "15", "bank": "0"}
A_MINUTE = 60  # seconds
DECIDES = ["Let a steward act", "Give more time"]


async def clock_of(club: Club, person: Person) -> discord.Message:
    """The panel behind the button "Clock" of the board or the lobby."""
    return answer_of(await person.click(board_of(club), label="Clock"))


async def press(person: Person, shown: Shown, label: str) -> discord.Message:
    """Press a button; the answer."""
    return answer_of(await person.click(shown, label=label))


def text_of(message: Shown) -> str:
    """All that a message says."""
    return str([message.content, *(embed.to_dict() for embed in message.embeds)])


def labels(message: Shown) -> list[str]:
    """What stands on its buttons."""
    return [control.label or "" for control in controls(message) if isinstance(control, discord.Button)]


async def host_of(club: Club) -> Person:
    """Who made the table."""
    host_id = (await club.table()).host_id
    return next(person for person in club.people if person.id == host_id)


async def guest_of(club: Club) -> Person:
    """The first who did not."""
    host = await host_of(club)
    return next(person for person in club.people if person is not host)


async def active_of(club: Club) -> Person:
    """Whose turn it is."""
    return await holder(club, (await state_of(club)).active)


def days_ahead(club: Club, days: int) -> str:
    """A day as people type it."""
    return (club.simulation.now().date() + timedelta(days=days)).isoformat()


async def let_run_out(club: Club) -> None:
    """The time for what is asked passes."""
    await club.simulation.advance(PACE + A_MINUTE)


async def ask_host(club: Club, count: int = 2) -> tuple[Person, Person]:
    """A game whose host is asked about somebody whose time ran out: the two of them."""
    await club.start(count, clock={"time_out": "host", **QUICK})
    host = await host_of(club)
    while (late := await active_of(club)) is host:
        await club.bid()
    await let_run_out(club)
    table = await club.table()
    assert table.host_decides(table.seat_of(late.id))
    return host, late


async def board_text(club: Club) -> str:
    """All that the board or the lobby says."""
    kept = await club.bot.tables.outbox.board_message((await club.table()).id)
    assert kept is not None
    return text_of(next(one for one in club.channel.history() if one.id == kept.message_id))


async def idle_for(club: Club, span: timedelta) -> None:
    """The last thing that people did at the table was so long ago; the clock has a beat to see it."""
    now = club.simulation.now().astimezone(UTC).replace(microsecond=0)
    sql = "UPDATE game_table SET clock = json_set(clock, '$.active_at', ?), due_at = ? WHERE id = ?"
    await rewrite(club.database, sql, _text(now - span), _text(now), (await club.table()).id)
    await club.simulation.advance(A_MINUTE)


def _text(instant: datetime) -> str:
    return instant.isoformat(timespec="seconds")
