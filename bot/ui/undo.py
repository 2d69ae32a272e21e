"""Taking an action back: what the button says, what is told afterwards, and why it is refused."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.game.actions import Acquire, Action, Bid, Build, Finish, Income, Move, Repair, Wall, Withdraw
from bot.game.events import BuildingRaised, CardsAcquired, EnvoyWithdrawn, Event, WallRaised
from bot.locale import Translator, msgid
from bot.ui.cards import type_mark_name
from bot.ui.words import cards_count, listed, loot_points

REFUSALS: Mapping[str, str] = {
    "NothingToUndo": msgid("There is nothing to take back: nothing that you did at this table still stands."),
    "ActedSince": msgid(
        "Somebody else has acted since you did, so your last action stands. You can take it back only while it is the "
        "last one at the table; `/comuni screen` shows what you can do now."
    ),
    "RevealedSince": msgid(
        "Something hidden was shown since you acted, cards or defences, so your last action stands; `/comuni screen` "
        "shows what you can do now."
    ),
    "CorrectedSince": msgid(
        "The operator of this bot has taken the game back since you acted, so your last action stands; "
        "`/comuni screen` shows what you can do now."
    ),
    "SealAgain": msgid(
        "A sealed defence is not taken back but replaced: seal again, until the last seat has sealed. `/comuni screen` "
        "has the buttons for it. (rule 11.9)"
    ),
}
Events = Sequence[Event]


@dataclass(frozen=True, slots=True)
class Undo:
    """What a seat may take back now: the number of its rows in the log, and what the button says."""

    own: int
    label: str


def undo_label(action: Action, events: Events, t: Translator) -> str:
    """The button that takes an action back, at which this happened; at most 80 characters."""
    return t("Take back: {action}", action=_name(action, events, t))


def undone_text(action: Action, events: Events, t: Translator) -> str:
    """To who has just taken an action back."""
    return t("↩️ Taken back: {action}.", action=_name(action, events, t))


def _name(action: Action, events: Events, t: Translator) -> str:
    return NAMES[type(action)](action, events, t)


def _bid(action: Bid, _events: Events, t: Translator) -> str:
    return t("bid on column {column}", column=action.column)


def _acquire(_action: Acquire, events: Events, t: Translator) -> str:
    columns = next(event.columns for event in events if isinstance(event, CardsAcquired))
    return t.plural(
        "acquiring column {columns}", "acquiring columns {columns}", len(columns), columns=listed(map(str, columns), t)
    )


def _income(_action: Income, _events: Events, t: Translator) -> str:
    return t("claiming income")


def _withdraw(_action: Withdraw, events: Events, t: Translator) -> str:
    column = next(event.column for event in events if isinstance(event, EnvoyWithdrawn))
    return t("withdrawing from column {column}", column=column)


def _move(action: Move, _events: Events, t: Translator) -> str:
    return t("moving to column {column}", column=action.column)


def _build(_action: Build, events: Events, t: Translator) -> str:
    raised = next(event for event in events if isinstance(event, BuildingRaised))
    kind = type_mark_name(raised.type, t)
    if raised.level == 1:
        return t("founding a {type} building", type=kind)
    return t("expanding a {type} building to level {level}", type=kind, level=raised.level)


def _wall(_action: Wall, events: Events, t: Translator) -> str:
    raised = next(event for event in events if isinstance(event, WallRaised))
    if raised.level == 1:
        return t("founding wall section {section}", section=raised.section)
    return t("raising wall section {section} to level {level}", section=raised.section, level=raised.level)


def _finish(action: Finish, _events: Events, t: Translator) -> str:
    if not action.discard:
        return t("finishing construction")
    return t("finishing construction, discarding {cards}", cards=cards_count(len(action.discard), t))


def _repair(action: Repair, _events: Events, t: Translator) -> str:
    return t("removing {loot}", loot=loot_points(action.loot, t)) if action.loot else t("keeping all loot points")


# A seal is not among them: it is replaced by another (11.9).
NAMES: Mapping[type[Action], Callable[[Any, Events, Translator], str]] = {
    Bid: _bid,
    Acquire: _acquire,
    Income: _income,
    Withdraw: _withdraw,
    Move: _move,
    Build: _build,
    Wall: _wall,
    Finish: _finish,
    Repair: _repair,
}
