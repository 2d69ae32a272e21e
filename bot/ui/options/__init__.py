"""What autocomplete offers: for each option of an action only what is legal with what was typed before it.

`choices` are the caller's own legal actions. Values are strings, or numbers where the option is one. Other options
that are not typed yet are None. At most 25 are given.
"""

from bot.ui.options.construction import (
    artisan_options,
    as_options,
    build_target_options,
    card_options,
    discard_options,
    payment_believer_options,
    section_options,
)
from bot.ui.options.defence import DEFENCE_FIELDS, DefenceField, defence_given, defence_options, loot_options
from bot.ui.options.option import NEW, Option
from bot.ui.options.projects import believer_options, coin_options, column_options, resource_options

__all__ = [
    "DEFENCE_FIELDS",
    "NEW",
    "DefenceField",
    "Option",
    "artisan_options",
    "as_options",
    "believer_options",
    "build_target_options",
    "card_options",
    "coin_options",
    "column_options",
    "defence_given",
    "defence_options",
    "discard_options",
    "loot_options",
    "payment_believer_options",
    "resource_options",
    "section_options",
]
