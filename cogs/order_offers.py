"""Autocomplete of `/order`: only the caller's own; reads, never waits for a table's lock."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.ui.limits import check_choices
from bot.ui.options import DEFENCE_FIELDS, DefenceField, Option
from bot.ui.orders import options
from bot.ui.orders.ordering import Ordering
from cogs.answering import offered
from cogs.hosting import Interaction, offer_own_tables, table_meant
from cogs.options import number_given
from cogs.order_panel import ordering_of, own

Choice = app_commands.Choice[Any]
Offer = Callable[[Ordering, str, app_commands.Namespace], Sequence[Option]]


def _defence(field: DefenceField) -> Offer:
    def offer(ordering: Ordering, typed: str, filled: app_commands.Namespace) -> Sequence[Option]:
        values = {other: number_given(getattr(filled, other, None)) for other in DEFENCE_FIELDS if other != field}
        given = {other: value for other, value in values.items() if value is not None}
        return options.next_defence_options(ordering, field, given, typed)

    return offer


OFFERS: Mapping[tuple[str, str], Offer] = {
    ("outbid", "columns"): lambda ordering, typed, _: options.move_options(ordering, typed),
    ("acquire", "columns"): lambda ordering, typed, _: options.held_options(ordering, typed),
    ("acquire", "first"): lambda ordering, typed, _: options.bonus_options(ordering, 1, typed),
    ("acquire", "second"): lambda ordering, typed, _: options.bonus_options(ordering, 2, typed),
    ("income", "first"): lambda ordering, typed, _: options.choice_options(ordering, 1, typed),
    ("income", "second"): lambda ordering, typed, _: options.choice_options(ordering, 2, typed),
    ("cancel", "what"): lambda ordering, typed, _: options.cancel_options(ordering, typed),
    **{("defend", field): _defence(field) for field in DEFENCE_FIELDS},
}


def offer_orders(cog: commands.GroupCog) -> None:
    """Give the options of the cog's commands their autocomplete."""
    for command in cog.walk_app_commands():
        if isinstance(command, app_commands.Command):
            command.autocomplete("table")(_tables)
            for parameter in command.parameters:
                if offer := OFFERS.get((command.name, parameter.name)):
                    command.autocomplete(parameter.name)(_offered(offer))


async def _tables(interaction: Interaction, typed: str) -> list[Choice]:
    return await offered(interaction, offer_own_tables(interaction, str(typed)))


def _offered(offer: Offer) -> "Callable[[Interaction, str], Coroutine[Any, Any, list[Choice]]]":
    async def answer(interaction: Interaction, typed: str) -> list[Choice]:
        return await offered(interaction, _choices(interaction, offer, str(typed)))

    return answer


async def _choices(interaction: Interaction, offer: Offer, typed: str) -> list[Choice]:
    table = await table_meant(interaction, getattr(interaction.namespace, "table", None))
    ordering = ordering_of(interaction, await own(interaction, table.id))
    found = offer(ordering, typed, interaction.namespace)
    check_choices(found)
    return [app_commands.Choice(name=option.name, value=option.value) for option in found]
