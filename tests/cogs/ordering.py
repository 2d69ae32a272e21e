"""What the tests of standing orders share: what is kept, told and done."""

from typing import Any

import discord

from bot.local.simulation import Person
from bot.tables.orders import OrderKind, Orders
from tests.cogs.club import Club
from tests.cogs.handling import (
    answer_of,
)


def text_of(message: discord.Message) -> str:
    """All that a message says."""
    fields = [f"{field.name}\n{field.value}" for embed in message.embeds for field in embed.fields]
    return "\n".join([message.content, *(f"{embed.title}\n{embed.description}" for embed in message.embeds), *fields])


async def order(club: Club, person: Person, command: str, **given: Any) -> discord.Message:
    """What somebody is answered to a command about orders."""
    return answer_of(await person.slash(club.channel, f"order {command}", **given))


async def orders_of(club: Club, person: Person) -> Orders:
    """The orders that are kept for somebody."""
    table = await club.table()
    return next(seated.orders for seated in table.people if seated.user_id == person.id)


async def ordered(club: Club) -> list[OrderKind | None]:
    """By what kind of order each action that stands was done, oldest first."""
    history = await club.bot.tables.reader.history(await club.table())
    return [entry.order for entry in history.entries]


async def log_of(club: Club, person: Person) -> str:
    """The log as somebody reads it."""
    return text_of(answer_of(await person.slash(club.channel, "comuni log")))
