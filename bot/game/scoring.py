"""The final score, part by part (rules 12.5-12.9)."""

from typing import NamedTuple

from bot.game.components import BUILDING_TYPES, Seat
from bot.game.resources import RESOURCES
from bot.game.state import City, State

VP_PER_NOTABLE = 3
SOLE_MAJORITY = 2
SHARED_MAJORITY = 1


class Score(NamedTuple):
    """The parts of one seat's final score; `loot` is zero or negative."""

    vp: int
    notables: int
    majorities: int
    heroism: int
    loot: int
    lowest: int

    @property
    def total(self) -> int:
        """The sum of the parts (12.5)."""
        return sum(self)


def score(state: State, city: City) -> Score:
    """The score of one seat as things stand."""
    return Score(
        vp=city.vp,
        notables=VP_PER_NOTABLE * state.notables.count(city.seat),
        majorities=majorities(state, city),
        heroism=sum(city.heroism),
        loot=-city.loot,
        lowest=min(city.type_vp(kind) for kind in BUILDING_TYPES),
    )


def scores(state: State) -> dict[Seat, Score]:
    """The scores of all seats, in seat order."""
    return {city.seat: score(state, city) for city in state.cities}


def majorities(state: State, city: City) -> int:
    """2 for each resource of which the seat has most, 1 where tied, nothing of what nobody has (12.6, 12.7)."""
    total = 0
    for kind in RESOURCES:
        counts = [other.resources.count(kind) for other in state.cities]
        best = max(counts)
        if best and city.resources.count(kind) == best:
            total += SOLE_MAJORITY if counts.count(best) == 1 else SHARED_MAJORITY
    return total


def winner(state: State) -> Seat:
    """Most points; tied: the lowest commune number, which is first in seat order (12.9)."""
    totals = {seat: score.total for seat, score in scores(state).items()}
    return max(totals, key=totals.__getitem__)
