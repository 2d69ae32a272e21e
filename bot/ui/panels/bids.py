"""Bidding: a column, then an amount; coins first, believers where they are wanted (rules 5.1-5.3)."""

from collections.abc import Sequence

from bot.game.actions import Bid
from bot.game.state import StandingBid
from bot.locale import Translator
from bot.ui.cards import cards_row
from bot.ui.columns import BONUS_ICON, column_title
from bot.ui.legal import legal_of
from bot.ui.panels.asking import Asking, UnfitPath, back_button, number, page, rows_of
from bot.ui.panels.codes import encode
from bot.ui.panels.parts import Ask, Button, Choice, Do, Go, Menu, Panel
from bot.ui.people import commune_name
from bot.ui.refusals import refusal_text
from bot.ui.words import SEPARATOR, amount, bid_text, half_coins

AMOUNTS = 10  # on buttons: from the least bid to nine coins more
PAIR = 2  # believers that stand for one coin (4.1)


def column_menu(asking: Asking) -> Menu | None:
    """The columns that take a bid of the seat; None where none does."""
    bids = legal_of(asking.choices, Bid)
    columns = sorted({bid.column for bid in bids})
    if not columns:
        return None
    choices = [_column_choice(asking, column, [bid for bid in bids if bid.column == column]) for column in columns]
    return Menu("columns", asking.t("Bid on a column…"), choices)


def bid_panel(asking: Asking, rest: Sequence[str]) -> Panel:
    """The amounts for a column, or one that was typed. `rest`: column, least believers, amount where one was typed."""
    if len(rest) not in (2, 3):
        raise UnfitPath
    column, believers, *typed = map(number, rest)
    bids = [bid for bid in legal_of(asking.choices, Bid) if bid.column == column]
    if believers not in {bid.believers for bid in bids}:
        raise UnfitPath
    if typed:
        return _typed_panel(asking, column, believers, typed[0])
    return _amounts_panel(asking, column, believers, bids)


def path_of(column: int, believers: int = 0) -> str:
    """The path of the amounts for a column that use at least so many believers."""
    return f"bid.{column}.{believers}"


def typed_amount(rest: Sequence[str], amount_typed: str) -> Go:
    """Where an amount leads that was typed for a column. Raises UnfitPath."""
    if len(rest) != 2:
        raise UnfitPath
    column, believers = map(number, rest)
    return Go(f"{path_of(column, believers)}.{number(amount_typed)}")


def _column_choice(asking: Asking, number_: int, bids: list[Bid]) -> Choice:
    t, column = asking.t, asking.observation.columns[number_ - 1]
    parts = [
        t("no bid") if column.bid is None else _standing_text(column.bid, t),
        t("yours from {bid}", bid=_bid_text(_least(bids), t)),
    ]
    if column_title(asking.observation, number_) != str(number_):
        parts.insert(0, t("{icon} +1 of choice", icon=BONUS_ICON))
    label = t("Column {column}: {cards}", column=number_, cards=cards_row(column.cards))
    least_believers = min(bid.believers for bid in bids)
    return Choice(label, Go(path_of(number_, least_believers)), SEPARATOR.join(parts))


def _standing_text(bid: StandingBid, t: Translator) -> str:
    return t("{seat} bids {bid}", seat=commune_name(bid.seat), bid=half_coins(bid.value))


def _amounts_panel(asking: Asking, column: int, believers: int, bids: list[Bid]) -> Panel:
    t, target = asking.t, asking.observation.columns[column - 1]
    amounts = sorted({_worth(bid) for bid in bids if bid.believers >= believers})[:AMOUNTS]
    embed = page(
        asking,
        t("Bid on column {column}", column=column_title(asking.observation, column)),
        cards_row(target.cards),
        "" if target.bid is None else _standing_text(target.bid, t),
        t("Coins are used first; 2 believers count as 1 coin. The tokens stay with your envoy. (rules 5.1, 5.4)"),
        t("Now at least {believers} are used.", believers=amount("believers", believers, t)) if believers else "",
    )
    paid = [_payment(bids, worth, believers) for worth in amounts]
    buttons = [Button(_bid_text(bid, t), Do(encode(bid)), "green") for bid in paid if bid is not None]
    return Panel([embed], [*rows_of(buttons), _amount_controls(asking, column, believers, bids)])


def _amount_controls(asking: Asking, column: int, believers: int, bids: list[Bid]) -> list[Button]:
    t, found = asking.t, {bid.believers for bid in bids}
    buttons = []
    if believers - PAIR in found:
        buttons.append(Button(t("Fewer believers"), Go(path_of(column, believers - PAIR))))
    if believers + PAIR in found:
        buttons.append(Button(t("More believers"), Go(path_of(column, believers + PAIR))))
    other = Button(t("Other amount…"), Ask(path_of(column, believers)))
    return [*buttons, other, back_button(asking)]


def _typed_panel(asking: Asking, column: int, believers: int, worth: int) -> Panel:
    """What an amount that was typed would take, or why it cannot be bid."""
    t, bid = asking.t, _intended(asking, column, believers, worth)
    refused = asking.choices.refusal(bid)
    title = t("Bid on column {column}", column=column_title(asking.observation, column))
    other, back = Ask(path_of(column, believers)), back_button(asking, path_of(column, believers))
    controls = [Button(t("Other amount…"), other), back]
    if refused:
        return Panel([page(asking, title, refusal_text(refused, asking.people, t))], [controls])
    text = t("You would bid {bid}.", bid=_bid_text(bid, t))
    confirm = Button(t("Bid {bid}", bid=_bid_text(bid, t)), Do(encode(bid)), "green")
    return Panel([page(asking, title, text)], [[confirm, *controls]])


def _intended(asking: Asking, column: int, believers: int, worth: int) -> Bid:
    """The bid that was typed as an amount: the legal one where there is one, else all of it in coins."""
    bids = [bid for bid in legal_of(asking.choices, Bid) if bid.column == column]
    fallback = Bid(seat=asking.seat, column=column, coins=worth)
    return _payment(bids, worth, believers) or _payment(bids, worth, 0) or fallback


def _payment(bids: list[Bid], worth: int, believers: int) -> Bid | None:
    """The bid of an amount that uses at least so many believers, and no more than it must."""
    fitting = [bid for bid in bids if _worth(bid) == worth and bid.believers >= believers]
    return min(fitting, key=lambda bid: bid.believers, default=None)


def _least(bids: list[Bid]) -> Bid:
    return min(bids, key=lambda bid: (_worth(bid), bid.believers))


def _worth(bid: Bid) -> int:
    """The value of a bid in coins (5.1); legal bids have believers in pairs only."""
    return _standing(bid).value // 2


def _standing(bid: Bid) -> StandingBid:
    return StandingBid(bid.seat, bid.coins, bid.believers)


def _bid_text(bid: Bid, t: Translator) -> str:
    return bid_text(_standing(bid), t)
