"""What options of several commands share."""

from collections.abc import Mapping

from discord import app_commands

from bot.locale import msgid

TABLE = msgid("Which of your tables; needed only in a DM where you sit at more than one")
MOST = 999  # of anything that is counted


def number_given(value: object) -> int | None:
    """What another option holds while one is being typed; None while that is no number that it takes (law 9)."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MOST:
        return None
    return value


def choices(names: Mapping[str, str]) -> list[app_commands.Choice[str]]:
    """The choices of an option, from their values and English names; the names are translated at registration."""
    return [app_commands.Choice(name=name, value=value) for value, name in names.items()]
