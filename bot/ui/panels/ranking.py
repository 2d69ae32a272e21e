"""Every construction step that is legal now, best first, the ways to pay for it together (rule 8)."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from bot.game.actions import Build, Wall
from bot.game.components import CARDS, BuildingType
from bot.ui.panels.asking import Asking
from bot.ui.panels.codes import NONE
from bot.ui.steps import Step, level_reached, place_of, steps

HEAD = "pay"


@dataclass(frozen=True, slots=True)
class Plan:
    """One step, whichever way it is paid for. `level` is what it reaches: for a building also the VP it gives (8.8)."""

    payments: tuple[Step, ...]
    level: int

    @property
    def step(self) -> Step:
        """The step, paid in the way the rules name first: artisans before believers."""
        return self.payments[0]

    @property
    def cost(self) -> int:
        """The fewest tokens that pay for it."""
        return min(step.artisans + step.believers for step in self.payments)

    @property
    def path(self) -> str:
        """The path of its payments."""
        step = self.step
        kind, declared = ("B", step.declared) if isinstance(step, Build) else ("W", None)
        return f"{HEAD}.{kind}.{step.card}.{place_of(step) or NONE}.{declared or NONE}"


def ranked(asking: Asking) -> list[Plan]:
    """The legal steps: by VP gained per token paid, free ones first, then the walls by level in the same way.

    Of equal steps the one that uses up the lesser card comes first.
    """
    found = [*_plans(asking, Build), *_plans(asking, Wall)]
    return sorted(found, key=_rank)


def building_type(asking: Asking, step: Build) -> BuildingType:
    """The type of the building that a step founds or expands."""
    if step.building is not None:
        return asking.city.buildings[step.building - 1].type
    types = CARDS[step.card].types
    return next(kind for kind in types if step.declared in (kind, None))


def _plans(asking: Asking, kind: type[Step]) -> Iterable[Plan]:
    alike: dict[tuple[object, ...], list[Step]] = {}
    for step in steps(asking.choices, kind):
        declared = step.declared if isinstance(step, Build) else None
        alike.setdefault((step.card, place_of(step), declared), []).append(step)
    for payments in alike.values():
        yield Plan(tuple(payments), level_reached(asking.observation, kind, place_of(payments[0])))


def _rank(plan: Plan) -> tuple[object, ...]:
    card = CARDS[plan.step.card]
    worth = Fraction(plan.level, plan.cost) if plan.cost else 0
    return isinstance(plan.step, Wall), plan.cost > 0, -worth, -plan.level, len(card.types), card.value
