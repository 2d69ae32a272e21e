"""Every kind of REST call that the bot makes, by what it is for."""

import re
from collections.abc import Collection
from typing import Any

from simcord.types import HttpLogEntry

from tests.end_to_end.traffic import pinged

FINGERPRINT = re.compile(r"[0-9a-f]{64}")
CALLBACKS = {
    4: "say what failed outside a command",
    5: "acknowledge a command or a press in public",
    6: "acknowledge a press in private",
    8: "offer choices",
    9: "open a form",
}
PATHS = (
    ("GET", r"/users/@me", "log in"),
    ("GET", r"/oauth2/applications/@me", "log in"),
    ("PUT", r"/applications/\d+/commands", "register the commands"),
    ("POST", r"/users/@me/channels", "open a private chat"),
    ("GET", r"/guilds/\d+/members/\d+", "look for a member"),
    ("GET", r"/channels/\d+/messages/\d+", "read the message that started a game"),
    ("DELETE", r"/channels/\d+/messages/\d+", "take back an earlier ping"),
)
MESSAGES = (
    "answer",
    "answer with a file",
    "write to the channel",
    "write a letter",
    "mention somebody",
    "tell who held a seat",
    "post a board",
    "post a drawn board",
    "edit a board",
    "edit a drawn board",
    "retire a board",
    "put a line over a board",
)
KINDS = frozenset({*CALLBACKS.values(), *MESSAGES, *(kind for *_, kind in PATHS)})
POSTED, EDITED = re.compile(r"/channels/(\d+)/messages"), re.compile(r"/channels/\d+/messages/\d+")


def kind_of(sent: HttpLogEntry, private: Collection[int] = ()) -> str | None:
    """What a call is for; `private` are the channels of private chats. None: nothing that is known here."""
    body = sent.json if isinstance(sent.json, dict) else {}
    if sent.path.endswith("/callback"):
        return CALLBACKS.get(body.get("type", 0))
    if sent.path.endswith("/messages/@original"):
        return "answer with a file" if body.get("attachments") else "answer"
    if sent.method == "POST" and (posted := POSTED.fullmatch(sent.path)):
        return _posted(sent, body, is_private=int(posted[1]) in private)
    if sent.method == "PATCH" and EDITED.fullmatch(sent.path):
        return _edited(body)
    found = (kind for method, path, kind in PATHS if method == sent.method and re.fullmatch(path, sent.path))
    return next(found, None)


def _posted(sent: HttpLogEntry, body: dict[str, Any], *, is_private: bool) -> str:
    if is_private:
        return "tell who held a seat" if str(body.get("nonce")).startswith("f-") else "write a letter"
    if str(body.get("nonce")).startswith("board-"):
        return "post a drawn board" if body.get("attachments") else "post a board"
    if pinged(sent):
        return "mention somebody"
    return "write to the channel"


def _edited(body: dict[str, Any]) -> str:
    if not body.get("embeds"):
        return "put a line over a board" if body.get("content") else "retire a board"
    return "edit a drawn board" if body.get("attachments") else "edit a board"
