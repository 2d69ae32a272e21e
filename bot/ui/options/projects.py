"""What autocomplete offers for bids, moves and resources of choice."""

from collections.abc import Sequence

from bot.game.actions import Acquire, Bid, Income, Move
from bot.game.observation import Observation
from bot.game.resources import RESOURCES, Resource
from bot.game.rules import Choices
from bot.game.state import StandingBid
from bot.locale import Translator
from bot.ui.cards import cards_row
from bot.ui.legal import legal_of
from bot.ui.options.option import Option, matching
from bot.ui.people import commune_name
from bot.ui.words import RESOURCE_EMOJI, amount, bid_text, half_coins, resource_name


def column_options(choices: Choices, observation: Observation, typed: str, t: Translator) -> list[Option]:
    """The columns for a bid, or for moving an outbid envoy (5.1, 5.5)."""
    least: dict[int, int] = {}
    for bid in _bids(choices):
        least[bid.column] = min(_value(bid), least.get(bid.column, _value(bid)))
    options = [Option(_bid_column(observation, column, value, t), column) for column, value in least.items()]
    moves = legal_of(choices, Move)
    options += [Option(_move_column(observation, move.column, t), move.column) for move in moves]
    return matching(options, typed)


def coin_options(choices: Choices, column: int | None, typed: str, t: Translator) -> list[Option]:
    """How many coins to bid on a column; where they are not enough alone, with how many believers (5.1)."""
    bids: dict[int, Bid] = {}
    for bid in _bids(choices, column):
        if bid.coins not in bids or bid.believers < bids[bid.coins].believers:
            bids[bid.coins] = bid
    return matching([Option(_coins(bid, t), coins) for coins, bid in sorted(bids.items())], typed)


def believer_options(
    choices: Choices, column: int | None, coins: int | None, typed: str, t: Translator
) -> list[Option]:
    """How many believers to add to a bid: two count as one coin (5.1). Coins not typed are none."""
    bids = {bid.believers: bid for bid in _bids(choices, column) if bid.coins == (coins or 0)}
    return matching([Option(_believers(bid, t), count) for count, bid in sorted(bids.items())], typed)


def resource_options(
    choices: Choices, kind: type[Acquire | Income], other: str | None, typed: str, t: Translator
) -> list[Option]:
    """A resource of choice, with what the other option of the two names already (5.9, 5.11)."""
    lists = [_named(action) for action in legal_of(choices, kind)]
    found = {name for names in lists for name in _beside(names, other)}
    return matching([_resource(kind, t) for kind in RESOURCES if kind in found], typed)


def _bids(choices: Choices, column: int | None = None) -> list[Bid]:
    return [bid for bid in legal_of(choices, Bid) if column in (None, bid.column)]


def _value(bid: Bid) -> int:
    return StandingBid(bid.seat, bid.coins, bid.believers).value


def _bid_column(observation: Observation, number: int, least: int, t: Translator) -> str:
    column = observation.columns[number - 1]
    cards = cards_row(column.cards)
    if column.bid is None:
        return t("Column {column}: {cards}, no bid", column=number, cards=cards)
    return t(
        "Column {column}: {cards}, bid {bid} by {seat}, you need {least}",
        column=number,
        cards=cards,
        bid=half_coins(column.bid.value),
        seat=commune_name(column.bid.seat),
        least=half_coins(least),
    )


def _move_column(observation: Observation, number: int, t: Translator) -> str:
    column = observation.columns[number - 1]
    cards = cards_row(column.cards)
    if column.bid is None:
        return t("Column {column}: {cards}, no bid; costs 1 believer", column=number, cards=cards)
    return t(
        "Column {column}: {cards}, outbids {seat} ({bid}); costs 1 believer",
        column=number,
        cards=cards,
        seat=commune_name(column.bid.seat),
        bid=half_coins(column.bid.value),
    )


def _coins(bid: Bid, t: Translator) -> str:
    coins = amount("coins", bid.coins, t)
    if not bid.believers:
        return coins
    return t("{coins}, with at least {believers}", coins=coins, believers=amount("believers", bid.believers, t))


def _believers(bid: Bid, t: Translator) -> str:
    standing = StandingBid(bid.seat, bid.coins, bid.believers)
    believers = amount("believers", bid.believers, t)
    return t("{believers}: the bid is {bid}", believers=believers, bid=bid_text(standing, t))


def _named(action: Acquire | Income) -> Sequence[str]:
    return action.bonus if isinstance(action, Acquire) else action.choice


def _beside(names: Sequence[str], other: str | None) -> Sequence[str]:
    """What is left to name of a list when the other option names one of it."""
    if other is None:
        return names
    if other not in names:
        return ()
    rest = list(names)
    rest.remove(other)
    return rest


def _resource(kind: Resource, t: Translator) -> Option:
    return Option(f"{RESOURCE_EMOJI[kind]} {resource_name(kind, t)}", kind)
