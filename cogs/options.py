"""What options of several commands share."""

from collections.abc import Mapping

from discord import app_commands

from bot.locale import msgid

TABLE = msgid("Which of your tables; needed only in a DM where you sit at more than one")


def choices(names: Mapping[str, str]) -> list[app_commands.Choice[str]]:
    """The choices of an option, from their values and English names; the names are translated at registration."""
    return [app_commands.Choice(name=name, value=value) for value, name in names.items()]
