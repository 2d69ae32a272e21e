"""How messages are drawn in local play, where simcord's preview leaves out what Discord shows.

With ``bot.local.world`` and ``bot.local.preview`` this alone knows simcord's internals. Each reach into them says why.
"""

import struct
from typing import Any

from simcord.backend.access import can_access_channel
from simcord.preview import _component_projection, _markdown, _messages
from simcord.preview._media import MediaError, MediaInfo, MediaWorker

PNG = b"\x89PNG\r\n\x1a\n"
PNG_SIZE_AT = 16  # bytes: width and height, after the signature and the head of the first chunk

for _field in ("embed_description", "embed_field_value"):  # Discord shows mentions there, simcord raw ids
    _markdown._FIELD_POLICIES[_field]["mentions"] = True  # noqa: SLF001 - no setting
_simcord_context = _messages._markdown_context  # noqa: SLF001 - wrapped below
_simcord_embed = _component_projection._embed_projection  # noqa: SLF001 - wrapped below


def _context(preview: Any, page: Any, message: Any, channel: Any, **more: Any) -> dict[str, Any]:
    context = _simcord_context(preview, page, message, channel, **more)
    if channel.guild_id is None:
        known = [each for each in preview.env.backend.channels.values() if each.name]
        seen = [each for each in known if can_access_channel(preview.env, each.id, page.viewer)]
        context["channels"] |= {str(each.id): each.name for each in seen}
        context["channel_ids"] = list(context["channels"])
    return context


def _embed(
    page: Any, message: Any, embed: dict[str, Any], attachments: list[dict[str, Any]], context: Any
) -> dict[str, Any]:
    drawn = _simcord_embed(page, message, embed, attachments, context)
    address = embed.get("image", {}).get("url")
    for file in attachments:
        if file["description"] and address in (file["url"], f"attachment://{file['filename']}"):
            drawn["image"]["description"] = file["description"]
    return drawn


# Discord names a mentioned channel of a guild in a DM too, and a picture in an embed is described as its file is.
_messages._markdown_context = _context  # noqa: SLF001 - no hook
_messages._embed_projection = _embed  # type: ignore[attr-defined]  # noqa: SLF001 - no hook; simcord imports it there


class Pictures(MediaWorker):
    """Shows pictures as they are.

    simcord starts a process for each, which decodes it and writes it anew, once for every window. What is shown
    here comes from our own bot.
    """

    async def validate(self, _key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        """What the preview wants to know of a PNG; ``MediaError`` for anything else."""
        size = png_size(blob)
        if size is None or media_time:
            raise MediaError("only pictures in PNG are shown")
        return MediaInfo("PNG", *size, 1, size[0] * size[1] * 4, blob, "image/png")


def png_size(blob: bytes) -> tuple[int, int] | None:
    """Width and height in pixels; None for what is no PNG."""
    if not blob.startswith(PNG):
        return None
    width, height = struct.unpack_from("!II", blob, PNG_SIZE_AT)
    return width, height
