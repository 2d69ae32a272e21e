"""Servers as Discord has them: what a bot that was invited may do there, and threads that are archived or locked.

simcord lets the bot do nearly everything, and keeps both marks of threads and heeds neither. An archived thread opens
by itself for a new message and changes none of its old ones. A locked one takes nothing, but from who may manage
threads; archived too, it does not even take answers to who may not open it.
"""

from typing import Any

from discord import Permissions
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Guild
from simcord.http import router
from simcord.http.routes import interactions, messages

CLOSED, LOCKED = BackendError(403, 50083, "Thread is archived"), BackendError(403, 160005, "Thread is locked")
INVITED = (  # what the README asks for
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
)
_MESSAGE = ["channels", "{channel_id}", "messages", "{message_id}"]


def invite(discord: Any, guild: Guild) -> None:
    """The bot's own role permits what it asks for, and no more."""
    (role,) = (each for each in guild.roles.values() if each.managed)
    permitted = Permissions(**dict.fromkeys(INVITED, True))
    discord.edit_role(guild.id, role.id, {"permissions": permitted.value})


def open_for_message(request: router.RequestContext) -> None:
    """A message of the bot is about to be posted. Raises BackendError where the thread takes none."""
    discord, channel = request.backend, request.backend.get_channel(request.int_arg("channel_id"))
    if _is(channel, "locked") and not _manages(discord, channel, discord.bot_user.id):
        raise LOCKED
    if _is(channel, "archived"):
        discord.edit_channel(channel.id, {}, thread_metadata={"archived": False})


def _edit_message(request: router.RequestContext) -> Any:
    _require_open(request)
    return messages.edit_message(request)


def _delete_message(request: router.RequestContext) -> Any:
    _require_open(request)
    return messages.delete_message(request)


def _answer(request: router.RequestContext) -> Any:
    discord, record = request.backend, request.backend.interactions.get(request.int_arg("interaction_id"))
    channel = None if record is None else discord.channels.get(record.channel_id)
    if record is not None and channel is not None and _is(channel, "locked") and _is(channel, "archived"):
        _require_managing(discord, channel, record.user_id)
    return interactions.interaction_callback(request)


def _require_open(request: router.RequestContext) -> None:
    if _is(request.backend.get_channel(request.int_arg("channel_id")), "archived"):
        raise CLOSED


def _require_managing(discord: Any, channel: Channel, user_id: int) -> None:
    if not _manages(discord, channel, user_id):
        raise CLOSED


def _is(channel: Channel, mark: str) -> bool:
    return channel.thread_metadata is not None and bool(getattr(channel.thread_metadata, mark))


def _manages(discord: Any, channel: Channel, user_id: int) -> bool:
    try:
        discord.require_permissions(channel.guild_id, user_id, channel.id, "manage_threads")
    except BackendError:  # that is simcord's answer
        return False
    return True


# simcord's router takes the first of two equal templates, so ours stand before its own.
router._ROUTES["PATCH"].insert(0, (_MESSAGE, _edit_message))  # noqa: SLF001 - there is no way to replace a route
router._ROUTES["DELETE"].insert(0, (_MESSAGE, _delete_message))  # noqa: SLF001 - as above
router._ROUTES["POST"].insert(0, (["interactions", "{interaction_id}", "{token}", "callback"], _answer))  # noqa: SLF001 - as above
