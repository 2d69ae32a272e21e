"""What a holding is worth to its seat at the end, in VP: the one judgement behind every decision of a steward."""

from functools import lru_cache

from bot.game.components import BUILDING_TYPES, RESOURCE_OF, TOP_LEVEL
from bot.game.resources import RESOURCES, Resource, Resources
from bot.stewards.holding import Holding, cards_at_heights, top_levels, type_vps
from bot.stewards.outlook import Outlook, Threat
from bot.stewards.weights import Weights

FIRST_AWARD_LEVEL = 2  # of a notable that nobody holds (rule 9.1)
SURE = 1.0
EVEN = 0.6  # of holding a notable to the end, when a rival is as strong


class Judge:
    """A character's eye for one moment of the game.

    `time`: from 0, with no turn left, to 1, how far away the end is. `prices`: of the first token of each kind; less as
    the end comes, down to its part in a majority (rule 12.6).
    """

    def __init__(self, outlook: Outlook, weights: Weights) -> None:
        self.outlook, self.weights = outlook, weights
        self.time = min(1.0, outlook.turns / weights.horizon)
        self.prices: dict[Resource, float] = {kind: self._price(kind) for kind in RESOURCES}

    def _price(self, kind: Resource) -> float:
        return self.weights.majority + self.time * (self.weights.price(kind) - self.weights.majority)

    def worth(self, holding: Holding) -> float:
        """All that counts at the end (rule 12.5), and what may still become of it; the hand does not count."""
        return (
            holding.vp
            - self.outlook.trailing * min(holding.vp, self.outlook.lowest_rival_vp)
            - self.weights.loot * holding.loot
            - self._expected_loot(holding)
            + self._variety(holding)
            + self._notables(holding)
            + self._activity(holding)
            + self._room(holding)
            + self._tokens(holding.resources)
        )

    def _expected_loot(self, holding: Holding) -> float:
        """What the invasions to come are likely to cost (rules 11.1-11.7)."""
        lead = self.weights.lead * max(0, holding.vp - self.outlook.lowest_rival_vp)
        return sum([threat.weight * self._loot(threat, holding, lead) for threat in self.outlook.threats])

    def _loot(self, threat: Threat, holding: Holding, lead: float) -> float:
        soldiers = threat.recruits + (self._soldiers(holding.resources) if threat.next else 0)
        return softened(threat.strength + lead - wall_defence(holding.walls, soldiers), self.weights.doubt)

    def _soldiers(self, resources: Resources) -> float:
        """With the part of the substitutes that would serve (rule 4.2)."""
        return resources.soldiers + self.weights.substitutes * (resources.coins // 2 + resources.believers // 2)

    def _variety(self, holding: Holding) -> float:
        """The lowest type counts again at the end (rule 12.8)."""
        lowest, second, *_ = sorted(type_vps(holding.buildings))
        return self.weights.variety * lowest + self.weights.spread * self.time * (second - lowest)

    def _notables(self, holding: Holding) -> float:
        """Three VP each at the end, and a resource at each income (rules 5.10, 9, 12.5)."""
        each = self.weights.notable + self.weights.office * self.outlook.turns
        return each * sum([self._hold(holding, index) for index in range(len(BUILDING_TYPES))])

    def _hold(self, holding: Holding, index: int) -> float:
        """How likely the seat is to hold a notable at the end."""
        margin = type_vps(holding.buildings)[index] - self.outlook.rival_vps[index]
        if self.outlook.taken[index]:
            return 0.0 if margin <= 0 else min(SURE, EVEN + self.weights.notable_margin * margin)
        if BUILDING_TYPES[index] not in holding.notables and top_levels(holding.buildings)[index] < FIRST_AWARD_LEVEL:
            return 0.0
        return max(0.0, min(SURE, EVEN + self.weights.notable_margin * (margin + 1)))

    def _activity(self, holding: Holding) -> float:
        """What the active types will give at the next income (rule 5.10)."""
        if self.outlook.last:
            return 0.0
        tops = zip(BUILDING_TYPES, top_levels(holding.buildings), strict=True)
        due = [self.prices[RESOURCE_OF[kind]] * level for kind, level in tops if kind in holding.active]
        return self.weights.activity * sum(due)

    def _room(self, holding: Holding) -> float:
        """A building below its top can take a card for more VP than a new one (rule 8.8)."""
        return self.weights.room * self.time * sum([level for _, level in holding.buildings if level < TOP_LEVEL])

    def _tokens(self, resources: Resources) -> float:
        """Behind the screen, beside what soldiers do in an invasion (rules 12.6, 4)."""
        prices = self.prices.values()
        return sum([price * glutted(n, self.weights.glut) for price, n in zip(prices, resources, strict=True)])


@lru_cache(maxsize=1024)
def glutted(count: int, part: float) -> float:
    """The sum of 1, part, part squared, ...: `count` of them."""
    return float((1 - part**count) / (1 - part))


def softened(excess: float, doubt: float) -> float:
    """max(0, excess), where excess is known up to `doubt` either way."""
    if excess >= doubt:
        return excess
    return 0.0 if excess <= -doubt else (excess + doubt) ** 2 / (4 * doubt)


def wall_defence(levels: tuple[int, ...], soldiers: float) -> float:
    """As `bot.game.phases.defence.wall_defence` (rules 11.4, 11.5), for an expected number of soldiers."""
    total, left, height = soldiers, soldiers, TOP_LEVEL
    for cards in cards_at_heights(levels):
        if left <= cards:
            return total + left * height
        total, left, height = total + cards * height, left - cards, height - 1
    return total
