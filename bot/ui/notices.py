"""What a person is told privately when something concerns them, and the public line where that is not possible."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, get_args

from bot.game.components import Seat
from bot.game.observation import Observation
from bot.game.state import Phase
from bot.locale import Translator, msgid
from bot.ui.clock import instant, running_text
from bot.ui.people import People, commune
from bot.ui.status import own_status

Kind = Literal["started", "turn", "outbid", "withdrawn", "invasion", "over", "reminder", "time out", "taken over"]
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
    "reminder": msgid("⏰ Your time is running out: in {where} you are {commune}. {status}"),
    "time out": msgid(
        "⌛ In {where}, where you are {commune}, your time ran out, and a steward acted for you. {status}\n"
        "If you cannot play for some days, say so with `/comuni away until:` and a date."
    ),
    "taken over": msgid(
        "You have taken over {commune} in {where}. {status}\n"
        "Your screen is below, with what happened last; `/comuni log` tells all of it, and `/comuni rules` explains "
        "the game."
    ),
}
HOST_BUTTONS: Mapping[str, str] = {
    "steward": msgid("Let a steward act"),
    "more": msgid("Give more time"),
}


def notice(
    kind: Kind,
    observation: Observation,
    people: People,
    t: Translator,
    where: str,
    *,
    until: datetime | None = None,
    bank_until: datetime | None = None,
) -> str:
    """The text of a private message to the seat of the observation; `where` is a link to the channel.

    `until` and `bank_until` are the ends of the pace and the bank, where the seat's time runs.
    """
    assert observation.seat is not None
    status = own_status(observation, people, t)
    text = t(_SENTENCES[kind], where=where, commune=commune(observation.seat), status=status)
    if until is None:
        return text
    return f"{text}\n{running_text(until, bank_until, all_alike=observation.phase is Phase.INVASION, t=t)}"


def host_question(seat: Seat, people: People, t: Translator, where: str, until: datetime | None) -> str:
    """To the host, above HOST_BUTTONS: the time of a seat is over; `until` is when a steward acts all the same."""
    text = t(
        "⌛ In {where} time is over for **{seat}**. You are the host, and decide: a steward acts, or the seat has all "
        "its time again.",
        where=where,
        seat=people.marked(seat),
    )
    if until is None:
        return text
    return f"{text}\n{t('If you do not decide, a steward acts {when}.', when=instant(until))}"


def closed_dm_line(mention: str, t: Translator) -> str:
    """The public line for somebody whose private messages are closed.

    It says the same whatever the reason; in an invasion it must name all such seats alike (3.5).
    """
    return t("{mention}: there is something for you. Type `/comuni screen`; only you will see it.", mention=mention)
