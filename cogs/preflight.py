"""Whether a table can be shown in the channel where somebody wants it, before it is there (law 8)."""

import discord

from bot.ui import people_texts
from cogs.hosting import Interaction, private_language

NEEDED = ("view_channel", "embed_links", "read_message_history")  # the history: to read again what was published


def hindrance(interaction: Interaction, *, picture: bool) -> str | None:
    """Why not, for the person alone; None where nothing stands in the way. Only with `picture` files are attached."""
    t, thread = private_language(interaction), interaction.channel
    missing = _missing(interaction, picture=picture)
    if missing:
        return people_texts.missing_permissions_text(missing, t)
    if isinstance(thread, discord.Thread) and thread.locked and not interaction.app_permissions.manage_threads:
        return people_texts.locked_text(t)
    return None


def _missing(interaction: Interaction, *, picture: bool) -> list[str]:
    """What Discord says that the bot is not permitted here and needs, by the names of discord.py."""
    write = "send_messages_in_threads" if isinstance(interaction.channel, discord.Thread) else "send_messages"
    needed = [*NEEDED, write, *(["attach_files"] if picture else [])]
    return [
        name for name in people_texts.PERMISSIONS if name in needed and not getattr(interaction.app_permissions, name)
    ]
