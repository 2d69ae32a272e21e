"""What a person is told privately when something concerns them, and the public line where that is not possible."""

from collections.abc import Mapping
from typing import Literal, get_args

from bot.game.observation import Observation
from bot.locale import Translator, msgid
from bot.ui.people import People, commune
from bot.ui.status import own_status

Kind = Literal["started", "turn", "outbid", "withdrawn", "invasion", "over"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_SENTENCES: Mapping[str, str] = {
    "started": msgid(
        "The game in {where} has begun, and you are {commune}. {status}\n"
        "Your screen is below; `/comuni screen` shows it again at any time, and `/comuni rules` explains the game."
    ),
    "turn": msgid("In {where} you are {commune}. {status}"),
    "outbid": msgid("In {where} you are {commune}. {status}"),
    "withdrawn": msgid(
        "In {where} you are {commune}. You were outbid and no other column could take your bid: your envoy and its "
        "tokens are home again. (rule 5.7) {status}"
    ),
    "invasion": msgid(
        "An invasion has struck in {where}, where you are {commune}. {status}\n"
        "Nobody sees who has sealed, or what, before the last defence is in."
    ),
    "over": msgid("The game in {where}, where you were {commune}, is over. {status}"),
}


def notice(kind: Kind, observation: Observation, people: People, t: Translator, where: str) -> str:
    """The text of a private message to the seat of the observation; `where` is a link to the channel."""
    assert observation.seat is not None
    status = own_status(observation, people, t)
    return t(_SENTENCES[kind], where=where, commune=commune(observation.seat), status=status)


def closed_dm_line(mention: str, t: Translator) -> str:
    """The public line for somebody whose private messages are closed.

    It says the same whatever the reason; in an invasion it must name all such seats alike (3.5).
    """
    return t("{mention}: there is something for you. Type `/comuni screen`; only you will see it.", mention=mention)
