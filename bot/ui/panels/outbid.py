"""The answer to being outbid: take the envoy back, or move it for a believer (rules 5.4-5.7)."""

from bot.game.actions import Move, Withdraw
from bot.ui.cards import cards_row
from bot.ui.columns import BONUS_ICON, column_title
from bot.ui.legal import legal_of
from bot.ui.panels.asking import Asking, help_button, page
from bot.ui.panels.codes import encode
from bot.ui.panels.parts import Button, Choice, Do, Menu, Panel, Row
from bot.ui.people import commune_name
from bot.ui.status import own_status
from bot.ui.words import SEPARATOR, amounts, bid_text, half_coins


def outbid_panel(asking: Asking) -> Panel:
    """Take back, or a menu of the columns that take the bid."""
    t, outbid = asking.t, asking.observation.outbid
    assert outbid is not None
    moves = legal_of(asking.choices, Move)
    tokens = amounts(outbid.bid.tokens, t)
    moving = t("Moving costs 1 believer; your bid of {bid} stays as it is. (rule 5.5)", bid=bid_text(outbid.bid, t))
    embed = page(
        asking,
        t("Outbid"),
        f"**{own_status(asking.observation, asking.people, t)}**",
        t("Taken back, your envoy comes home with {tokens}. (rule 5.4)", tokens=tokens),
        moving if moves else t("Moving is not possible: it costs 1 believer, and you have none."),
    )
    label = t("Take back: {tokens}", tokens=tokens) if outbid.bid.value else t("Take back")
    withdraw = Button(label, Do(encode(Withdraw(seat=asking.seat))), "green")
    rows: list[Row] = [[withdraw, help_button(asking)]]
    if moves:
        rows.append(Menu("moves", t("Move for 1 believer to…"), [_choice(asking, move) for move in moves]))
    return Panel([embed], rows)


def _choice(asking: Asking, move: Move) -> Choice:
    t, column = asking.t, asking.observation.columns[move.column - 1]
    parts = [t("costs 1 believer")]
    if column_title(asking.observation, move.column) != str(move.column):
        parts.append(t("{icon} +1 of choice", icon=BONUS_ICON))
    if column.bid is None:
        parts.append(t("no bid"))
    else:
        rival = commune_name(column.bid.seat)
        parts.append(t("outbids {seat} ({bid})", seat=rival, bid=half_coins(column.bid.value)))
    label = t("Column {column}: {cards}", column=move.column, cards=cards_row(column.cards))
    return Choice(label, Do(encode(move)), SEPARATOR.join(parts))
