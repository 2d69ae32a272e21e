"""An invasion: soldiers for the League, for the own walls, or kept (rule 11)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.game.actions import Defend, Force
from bot.game.components import Invasion
from bot.game.observation import CityFront, Observation
from bot.game.phases.defence import wall_defence
from bot.game.resources import Resources
from bot.stewards.decision import Motive, Offers, Option, Reason
from bot.stewards.holding import held
from bot.stewards.worth import Judge

# What every rival may send to the League, as a part of the invasion's strength, and how likely that is.
SCENARIOS = ((0.0, 0.35), (0.13, 0.25), (0.25, 0.2), (0.4, 0.12), (0.6, 0.08))


@dataclass(frozen=True, slots=True)
class Split:
    """So many soldiers and substitutes for the League and for the walls, in tokens."""

    league: Force
    walls: Force

    @property
    def tokens(self) -> Resources:
        """All that is sent."""
        return self.league.tokens.plus(self.walls.tokens)


def options(observation: Observation, _offers: Offers, judge: Judge) -> list[Option]:
    """Soldiers first, then coins, then believers: so few of the defences that the rules allow are weighed."""
    field = Field(observation, judge)
    return [field.option(split) for split in field.splits()]


class Field:
    """The field before the defences are opened."""

    def __init__(self, observation: Observation, judge: Judge) -> None:
        assert observation.invasion is not None
        self.observation, self.holding = observation, held(observation)
        self.invasion: Invasion = observation.invasion
        self.weights, later = judge.weights, judge.outlook.threats[1:]
        threats = tuple(replace(threat, next=place == 0) for place, threat in enumerate(later))
        self.judge = Judge(replace(judge.outlook, threats=threats), judge.weights)
        self.rivals = [city for city in observation.cities if city.seat != observation.seat]
        self.seat = judge.outlook.seat
        self.kept: dict[Resources, float] = {}
        self.rival_loot: dict[int, float] = {}
        self.scenarios = [(round(part * self.invasion.strength), chance) for part, chance in SCENARIOS]

    def splits(self) -> Iterator[Split]:
        """Defences that waste no soldier even if no rival sends one."""
        units = _units(self.holding.resources)
        strength = self._strength(0)
        enough = next((n for n in range(strength) if self._defence(n) >= strength), strength)
        for league in range(min(strength, len(units)) + 1):
            for walls in range(min(enough, len(units) - league) + 1):
                yield Split(_sum(units[:league]), _sum(units[league : league + walls]))

    def option(self, split: Split) -> Option:
        """What a defence is worth: loot, heroism, the rivals' loot, and what is kept."""
        action = Defend(seat=self.seat, league=split.league, walls=split.walls)
        league, walls = split.league.strength, split.walls.strength
        worth = sum(chance * self._in_scenario(league, walls, each) for each, chance in self.scenarios)
        return Option(worth + self._kept(split.tokens), action, self._why(league, walls))

    def _in_scenario(self, league: int, walls: int, each: int) -> float:
        """Where every rival sends `each` soldiers to the League."""
        total = league + each * len(self.rivals)
        loot = max(0, self._strength(total) - self._defence(walls))
        heroism = 0.0 if loot else self.weights.heroism * self._heroism(league, each)
        return heroism - self.weights.loot * loot + self.weights.envy * self._rival_loot(total)

    def _strength(self, league: int) -> int:
        return max(0, self.observation.strength_against(self.seat) - league)

    def _defence(self, soldiers: int) -> int:
        first = self.seat == self.observation.first_defender
        return wall_defence(self.holding.walls, soldiers) + first

    def _heroism(self, league: int, each: int) -> float:
        """The token to expect (rule 11.8); a tie counts half of both."""
        higher, lower = self.invasion.heroism
        last = lower if len(self.rivals) == 1 else 0
        if league == 0:
            return 0.0
        if league == each:
            return (higher + last) / 2
        return higher if league > each else last

    def _rival_loot(self, league: int) -> float:
        """Of a rival on the average."""
        if league not in self.rival_loot:
            loot = [self._loot_of(city, league) for city in self.rivals]
            self.rival_loot[league] = sum(loot) / len(loot)
        return self.rival_loot[league]

    def _loot_of(self, city: CityFront, league: int) -> float:
        left = max(0, self.observation.strength_against(city.seat) - league)
        guards = round(self.weights.guards * self.invasion.strength)
        return max(0, left - wall_defence(city.walls, guards))

    def _kept(self, tokens: Resources) -> float:
        if tokens not in self.kept:
            self.kept[tokens] = self.judge.worth(self.holding.paid(tokens)) - self.judge.worth(self.holding)
        return self.kept[tokens]

    def _why(self, league: int, walls: int) -> Reason:
        strength, defence = self._strength(league), self._defence(walls)
        if strength <= defence:
            motive = Motive.HEROISM if league else Motive.HOLD
        else:
            motive = Motive.CUT_LOSSES if league + walls else Motive.SAVE
        return Reason(motive, {"strength": strength, "defence": defence, "league": league})


def _units(resources: Resources) -> list[Force]:
    """What serves as a soldier, the cheapest first (rule 4.2)."""
    soldiers, coins, believers = Force(soldiers=1), Force(coins=2), Force(believers=2)
    pairs = [coins] * (resources.coins // 2) + [believers] * (resources.believers // 2)
    return [soldiers] * resources.soldiers + pairs


def _sum(units: list[Force]) -> Force:
    return Force(
        soldiers=sum(unit.soldiers for unit in units),
        coins=sum(unit.coins for unit in units),
        believers=sum(unit.believers for unit in units),
    )
