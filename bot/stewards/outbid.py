"""An outbid envoy: withdraw, or move for a believer (rules 5.4, 5.5)."""

from collections.abc import Iterator

from bot.game.actions import Move, Withdraw
from bot.game.observation import Observation
from bot.game.resources import ONE
from bot.stewards.decision import Motive, Offers, Option, Reason
from bot.stewards.holding import held
from bot.stewards.projects import Columns
from bot.stewards.worth import Judge


def options(observation: Observation, offers: Offers, judge: Judge) -> list[Option]:
    """Withdrawing is worth 0."""
    assert observation.outbid is not None
    home = Reason(Motive.WITHDRAW, {"column": observation.outbid.column})
    withdrawals = [Option(0.0, action, home) for action in offers.of(Withdraw)]
    return [*withdrawals, *_moves(observation, offers, judge)]


def _moves(observation: Observation, offers: Offers, judge: Judge) -> Iterator[Option]:
    assert observation.outbid is not None
    bid = observation.outbid.bid
    table = Columns(observation, judge, held(observation).given(bid.tokens))
    for action in offers.of(Move):
        assert isinstance(action, Move)
        worth = table.prospect(action.column, bid.value, bid.tokens.plus(ONE["believers"]))
        yield Option(worth, action, Reason(Motive.MOVE, {"column": action.column}))
