"""Standing orders in words: what each comes to, when it ends, and what is said when it is given or cancelled."""

from collections.abc import Mapping

from bot.locale import Translator, msgid
from bot.ui.orders.order import (
    AcquireNext,
    ClaimNext,
    Given,
    Order,
    OrderKind,
    RepairAlways,
    SealNext,
    WhenOutbid,
    kind_of,
    resources,
)
from bot.ui.words import choice_text, force_text, listed, loot_points

_UNTIL_CANCELLED = msgid("This stands until you cancel it.")
ENDS: Mapping[OrderKind, str] = {
    "outbid": _UNTIL_CANCELLED,
    "turn": msgid("This is for your next turn alone."),
    "defence": msgid("This is for the next invasion alone."),
    "repair": _UNTIL_CANCELLED,
    "finish": _UNTIL_CANCELLED,
}
ASKED_AGAIN: Mapping[OrderKind, str] = {
    "outbid": msgid("When you are outbid, you are asked."),
    "turn": msgid("On your next turn, you are asked what to do."),
    "defence": msgid("In the next invasion, you are asked for a defence."),
    "repair": msgid("You are asked about loot points."),
    "finish": msgid("You finish construction yourself."),
}


def order_text(order: Order, t: Translator) -> str:
    """What an order comes to, in a sentence."""
    match order:
        case WhenOutbid():
            return _outbid(order, t)
        case AcquireNext():
            return _acquire(order, t)
        case ClaimNext(choice):
            return t("**Next turn:** claim income, and choose {choice}.", choice=choice_text(resources(choice), t))
        case SealNext():
            return _defence(order, t)
        case RepairAlways():
            return _repair(order, t)
    return t("**Construction:** finish where nothing can be placed and nothing must be discarded.")


def order_lines(given: Given, t: Translator) -> list[str]:
    """A line for each order."""
    return [order_text(order, t) for order in given.values()]


def whole_text(order: Order, t: Translator) -> str:
    """What an order comes to, and when it ends."""
    return f"{order_text(order, t)} {t(ENDS[kind_of(order)])}"


def given_text(order: Order, t: Translator) -> str:
    """To who has just given an order."""
    return t("📌 {order} Where it does not fit, you are asked.", order=whole_text(order, t))


def cancelled_text(kind: OrderKind | None, t: Translator) -> str:
    """To who has just cancelled the order of a kind; None: all of them."""
    return t("You have no standing orders: you are asked for everything.") if kind is None else t(ASKED_AGAIN[kind])


def not_now_text(t: Translator) -> str:
    """To who has given an order for what they are asked now, which it does not answer."""
    return t("It does not answer what you are asked now: do that yourself.")


def for_the_next_text(t: Translator) -> str:
    """To who has ordered a defence while their own for the invasion of now is sealed."""
    return t("Your defence in this invasion is sealed already, and stays as it is.")


def no_columns_text(t: Translator) -> str:
    """To who would move their envoy and did not say where to."""
    return t("Say to which columns, the one you like best first, such as `columns:2 1`.")


def columns_unused_text(t: Translator) -> str:
    """To who named columns where none are wanted."""
    return t("Columns are for `do:move` alone: choose that, or leave them out.")


def no_such_order_text(t: Translator) -> str:
    """To who would cancel something that is no kind of order."""
    return t("There is no such order; choose one from the list.")


def _outbid(order: WhenOutbid, t: Translator) -> str:
    if not order.columns:
        return t("**When outbid:** your envoy comes home with its tokens.")
    return t.plural(
        "**When outbid:** your envoy moves for 1 believer to column {columns}, if that takes your bid.",
        "**When outbid:** your envoy moves for 1 believer to the first of the columns {columns} that takes your bid.",
        len(order.columns),
        columns=", ".join(map(str, order.columns)),
    )


def _acquire(order: AcquireNext, t: Translator) -> str:
    text = t.plural(
        "**Next turn:** acquire, if your envoy still stands on column {columns}.",
        "**Next turn:** acquire, if your envoys still stand on the columns {columns}.",
        len(order.columns),
        columns=listed(map(str, order.columns), t),
    )
    if not order.bonus:
        return text
    return t("{order} As a bonus choose {choice}.", order=text, choice=choice_text(resources(order.bonus), t))


def _defence(order: SealNext, t: Translator) -> str:
    return t(
        "**Next invasion:** seal {league} for the League, {walls} for your walls.",
        league=force_text(order.league, t),
        walls=force_text(order.walls, t),
    )


def _repair(order: RepairAlways, t: Translator) -> str:
    if not order.loot:
        return t("**Loot points:** always keep them.")
    return t.plural(
        "**Loot points:** remove {loot} at the end of each of your turns, if you can.",
        "**Loot points:** remove {loot} at the end of each of your turns, or as many as you can.",
        order.loot,
        loot=loot_points(order.loot, t),
    )
