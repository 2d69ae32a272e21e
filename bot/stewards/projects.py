"""Phase 1: bid, acquire or claim income (rule 5)."""

from collections.abc import Iterator
from itertools import compress, groupby
from math import exp

from bot.game.actions import Acquire, Bid, Income
from bot.game.components import COMMUNES
from bot.game.observation import Observation
from bot.game.resources import Resources
from bot.stewards.cards import Appraiser
from bot.stewards.decision import Motive, Offers, Option, Reason
from bot.stewards.holding import Holding, held
from bot.stewards.worth import Judge

HIGHEST_RAISE = 6  # half coins above the least that a column takes


def options(observation: Observation, offers: Offers, judge: Judge) -> list[Option]:
    """What the seat may do in phase 1; passing would be worth 0."""
    table = Columns(observation, judge, held(observation))
    return [*_incomes(table, offers), *_acquisitions(table, offers), *_bids(table, offers)]


class Columns:
    """The project columns through the eyes of one seat."""

    def __init__(self, observation: Observation, judge: Judge, holding: Holding) -> None:
        self.observation, self.judge, self.holding = observation, judge, holding
        self.appraiser = Appraiser(judge, holding)
        self.gains = [self.appraiser.gains(column.cards) for column in observation.columns]
        self.hand = self.appraiser.gains(holding.hand)
        own = [column.bid is not None and column.bid.seat == observation.seat for column in observation.columns]
        self.own = [gain for gains in compress(self.gains, own) for gain in gains]

    def taken(self) -> float:
        """What the cards of the seat's columns add to its hand."""
        return self._more(self.hand, self.own)

    def added(self, column: int) -> float:
        """What the cards of one more column would add."""
        return self._more([*self.hand, *self.own], self.gains[column - 1])

    def _more(self, before: list[float], gains: list[float]) -> float:
        more = self.appraiser.together([*before, *gains]) - self.appraiser.together(before)
        return self.judge.weights.hunger * more

    def stake(self) -> float:
        """The part of a column that counts once an envoy stands there: none when no turn is left to acquire."""
        return self.judge.weights.stake * min(1.0, self.judge.outlook.turns)

    def chance(self, value: int) -> float:
        """How likely a bid of a value in half coins is to stand until its seat acquires (rule 5.4)."""
        rivals = [city for city in self.observation.cities if city.seat != self.observation.seat and city.envoys]
        weights = self.judge.weights
        outbid = weights.risk * exp(-value / 2 / weights.caution)
        return float((1 - outbid) ** len(rivals))

    def prospect(self, column: int, value: int, spent: Resources) -> float:
        """What it is worth to place a bid on a column with these tokens spent."""
        stands = self.observation.columns[column - 1].bid
        cost = self.appraiser.now - self.judge.worth(self.holding.paid(spent))
        spite = self.judge.weights.spite if stands else 0.0
        return self.chance(value) * (self.stake() * self.added(column) - cost) + spite


def _incomes(table: Columns, offers: Offers) -> Iterator[Option]:
    seat = table.judge.outlook.seat
    city = table.observation.city(seat)
    fixed = COMMUNES[seat].income.plus(city.building_income).plus(city.notable_income)
    richer = table.holding.given(fixed)._replace(active=())
    for action in offers.of(Income):
        assert isinstance(action, Income)
        gain = table.judge.worth(richer.given(_named(action.choice))) - table.appraiser.now
        yield Option(gain, action, Reason(Motive.INCOME, {"tokens": fixed.total + len(action.choice)}))


def _acquisitions(table: Columns, offers: Offers) -> Iterator[Option]:
    cards = table.taken() * (1 - table.stake())
    for action in offers.of(Acquire):
        assert isinstance(action, Acquire)
        bonus = table.judge.worth(table.holding.given(_named(action.bonus))) - table.appraiser.now
        yield Option(cards + bonus, action, Reason(Motive.ACQUIRE, {"cards": len(table.own)}))


def _bids(table: Columns, offers: Offers) -> Iterator[Option]:
    bids = [action for action in offers.of(Bid) if isinstance(action, Bid)]
    for column, group in groupby(bids, key=lambda bid: bid.column):
        offered = list(group)
        least = min(map(value_of, offered))
        for bid in offered:
            if value_of(bid) <= least + HIGHEST_RAISE:
                spent = Resources(coins=bid.coins, believers=bid.believers)
                yield Option(table.prospect(column, value_of(bid), spent), bid, _why(table, bid))


def value_of(bid: Bid) -> int:
    """In half coins (rule 5.1)."""
    return 2 * bid.coins + bid.believers


def _why(table: Columns, bid: Bid) -> Reason:
    rival = table.observation.columns[bid.column - 1].bid
    if rival is None:
        return Reason(Motive.BID, {"column": bid.column, "value": value_of(bid)})
    return Reason(Motive.OUTBID, {"column": bid.column, "value": value_of(bid), "rival": rival.seat})


def _named(names: tuple[str, ...]) -> Resources:
    return Resources(*(names.count(kind) for kind in Resources._fields))
