"""What acquiring and claiming income would bring the observing seat, before it is chosen (5.8-5.11)."""

from collections.abc import Iterator

from bot.game.components import COMMUNES, CardId
from bot.game.observation import CityFront, Observation
from bot.game.resources import NOTHING, Resources
from bot.game.state import Column
from bot.locale import Translator
from bot.ui.words import amounts


def acquired(observation: Observation) -> tuple[list[CardId], Resources]:
    """The cards of all columns where the seat's envoys stand, and the tokens of those bids (5.8)."""
    cards: list[CardId] = []
    tokens = NOTHING
    for column in _own(observation):
        assert column.bid is not None
        cards += column.cards
        tokens = tokens.plus(column.bid.tokens)
    return cards, tokens


def fixed_income(observation: Observation) -> Resources:
    """All that claiming income would owe the seat without choice (5.10)."""
    city = _city(observation)
    return COMMUNES[city.seat].income.plus(city.building_income).plus(city.notable_income)


def income_lines(observation: Observation, t: Translator) -> Iterator[str]:
    """Where the fixed income comes from, a line each."""
    city = _city(observation)
    commune = COMMUNES[city.seat]
    if commune.income.total:
        yield t("Your commune gives {tokens}.", tokens=amounts(commune.income, t))
    if city.active:
        yield t("Your active buildings give {tokens}.", tokens=amounts(city.building_income, t))
    if city.notables:
        yield t("Your notables give {tokens}.", tokens=amounts(city.notable_income, t))


def _own(observation: Observation) -> list[Column]:
    return [column for column in observation.columns if column.bid and column.bid.seat == observation.seat]


def _city(observation: Observation) -> CityFront:
    assert observation.seat is not None
    return observation.city(observation.seat)
