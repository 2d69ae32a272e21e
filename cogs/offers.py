"""Autocomplete of `/act`: only what is legal, and only the caller's own; reads, never waits for a table's lock."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.actions import Acquire, Build, Income, Wall
from bot.game.observation import Observation
from bot.game.rules import Choices
from bot.locale import Translator
from bot.ui import options
from bot.ui.limits import check_choices
from bot.ui.options import DEFENCE_FIELDS, DefenceField, Option
from cogs.answering import offered
from cogs.hosting import Interaction, offer_own_tables, private_language, table_meant
from cogs.options import number_given
from cogs.typed import card_typed


@dataclass(frozen=True, slots=True)
class Asked:
    """What an offer depends on: what the person sees and may do, the options so far, and the text being typed."""

    choices: Choices
    observation: Observation
    typed: str
    filled: discord.app_commands.Namespace
    t: Translator

    def text(self, option: str) -> str | None:
        """Another option's value as text; None while it is not there."""
        value = getattr(self.filled, option, None)
        return None if value is None else str(value)

    def number(self, option: str) -> int | None:
        """Another option's value as a number; None while it is none."""
        return number_given(getattr(self.filled, option, None))

    @property
    def card(self) -> str | None:
        """The card that the other options name."""
        card = self.text("card")
        return card and card_typed(card)


Choice = app_commands.Choice[Any]  # numbers or text, as the option is
Offer = Callable[[Asked], Sequence[Option]]


def _defence(field: DefenceField) -> Offer:
    def offer(asked: Asked) -> Sequence[Option]:
        numbers = {other: asked.number(other) for other in DEFENCE_FIELDS if other != field}
        given = {other: number for other, number in numbers.items() if number is not None}
        return options.defence_options(asked.choices, asked.observation, field, given, asked.typed, asked.t)

    return offer


OFFERS: dict[tuple[str, str], Offer] = {
    ("bid", "column"): lambda asked: options.column_options(asked.choices, asked.observation, asked.typed, asked.t),
    ("bid", "coins"): lambda asked: options.coin_options(asked.choices, asked.number("column"), asked.typed, asked.t),
    ("bid", "believers"): lambda asked: options.believer_options(
        asked.choices, asked.number("column"), asked.number("coins"), asked.typed, asked.t
    ),
    ("acquire", "first"): lambda asked: options.resource_options(
        asked.choices, Acquire, asked.text("second"), asked.typed, asked.t
    ),
    ("acquire", "second"): lambda asked: options.resource_options(
        asked.choices, Acquire, asked.text("first"), asked.typed, asked.t
    ),
    ("income", "first"): lambda asked: options.resource_options(
        asked.choices, Income, asked.text("second"), asked.typed, asked.t
    ),
    ("income", "second"): lambda asked: options.resource_options(
        asked.choices, Income, asked.text("first"), asked.typed, asked.t
    ),
    ("move", "column"): lambda asked: options.column_options(asked.choices, asked.observation, asked.typed, asked.t),
    ("build", "card"): lambda asked: options.card_options(asked.choices, Build, asked.typed, asked.t),
    ("build", "building"): lambda asked: options.build_target_options(
        asked.choices, asked.observation, asked.card, asked.typed, asked.t
    ),
    ("build", "as"): lambda asked: options.as_options(
        asked.choices, asked.card, asked.text("building"), asked.typed, asked.t
    ),
    ("build", "artisans"): lambda asked: options.artisan_options(
        asked.choices,
        Build,
        asked.card,
        asked.text("building"),
        asked.typed,
        asked.t,
        believers=asked.number("believers"),
    ),
    ("build", "believers"): lambda asked: options.payment_believer_options(
        asked.choices,
        Build,
        asked.card,
        asked.text("building"),
        asked.typed,
        asked.t,
        artisans=asked.number("artisans"),
    ),
    ("wall", "card"): lambda asked: options.card_options(asked.choices, Wall, asked.typed, asked.t),
    ("wall", "section"): lambda asked: options.section_options(
        asked.choices, asked.observation, asked.card, asked.typed, asked.t
    ),
    ("wall", "artisans"): lambda asked: options.artisan_options(
        asked.choices,
        Wall,
        asked.card,
        asked.text("section"),
        asked.typed,
        asked.t,
        believers=asked.number("believers"),
    ),
    ("wall", "believers"): lambda asked: options.payment_believer_options(
        asked.choices,
        Wall,
        asked.card,
        asked.text("section"),
        asked.typed,
        asked.t,
        artisans=asked.number("artisans"),
    ),
    ("finish", "discard"): lambda asked: options.discard_options(asked.choices, asked.typed, asked.t),
    ("repair", "loot"): lambda asked: options.loot_options(asked.choices, asked.typed, asked.t),
    **{("defend", field): _defence(field) for field in DEFENCE_FIELDS},
}


def offer_all(cog: commands.GroupCog) -> None:
    """Give every option of the cog's commands its autocomplete."""
    for command in cog.walk_app_commands():
        if isinstance(command, app_commands.Command):
            for parameter in command.parameters:
                command.autocomplete(parameter.name)(_offered(command.name, str(parameter.display_name)))


def _offered(command: str, option: str) -> "Callable[[Interaction, str], Coroutine[Any, Any, list[Choice]]]":
    async def offer(interaction: Interaction, typed: str) -> list[Choice]:
        if option == "table":
            return await offered(interaction, offer_own_tables(interaction, str(typed)))
        return await offered(interaction, _choices(interaction, OFFERS[command, option], str(typed)))

    return offer


async def _choices(interaction: Interaction, offer: Offer, typed: str) -> list[Choice]:
    table = await table_meant(interaction, getattr(interaction.namespace, "table", None))
    sight = await interaction.client.tables.reader.sight(table.id, interaction.user.id)
    if sight.choices is None or sight.observation is None:
        return []
    t = private_language(interaction)
    found = offer(Asked(sight.choices, sight.observation, typed, interaction.namespace, t))
    check_choices(found)
    return [app_commands.Choice(name=option.name, value=option.value) for option in found]
