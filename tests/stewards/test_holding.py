"""The sketch that a steward weighs is what the rules make of the same step."""

import pytest

from bot.game.actions import Build, Repair, Wall
from bot.game.observation import observe
from bot.game.phases.defence import wall_defence as ruled_defence
from bot.game.phases.remove_loot import BELIEVERS_FOR
from bot.game.resources import Resources
from bot.game.state import CityBuilding
from bot.stewards.holding import Holding, held
from bot.stewards.worth import wall_defence
from tests.game.games import Step, whole_game

STEPS = [step for seats in (2, 4) for cast in ("masons", "builders") for step in whole_game(1, seats, cast).steps]


def raised(step: Step) -> CityBuilding:
    """The building that a step founded or expanded."""
    assert isinstance(step.action, Build)
    return step.after.city(step.action.seat).buildings[(step.action.building or 0) - 1]


def sketched(step: Step) -> Holding:
    """What a steward would expect of the action."""
    action = step.action
    holding = held(observe(step.before, action.seat))
    if isinstance(action, Repair):
        left = holding.paid(Resources(believers=BELIEVERS_FOR[action.loot]))
        return left._replace(loot=holding.loot - action.loot)
    assert isinstance(action, Build | Wall)
    holding = holding.without(action.card).paid(Resources(artisans=action.artisans, believers=action.believers))
    if isinstance(action, Wall):
        return holding.walled(action.section)
    return holding.built(raised(step).type, action.building)


@pytest.mark.parametrize("kind", [Build, Wall, Repair])
def test_a_step_is_foreseen(kind: type[Build | Wall | Repair]) -> None:
    steps = [step for step in STEPS if isinstance(step.action, kind) and step.before.bonus_walls]
    assert len(steps) > 20
    for step in steps:
        seat = step.action.seat
        real, foreseen = held(observe(step.after, seat)), sketched(step)
        assert sorted(foreseen.active) == sorted(real.active)
        # notables move in the phase that follows (rule 9)
        assert foreseen._replace(active=(), notables=()) == real._replace(active=(), notables=())


def test_walls_defend_as_the_rules_say() -> None:
    for levels in ((), (1,), (4,), (4, 3, 1), (2, 2, 2)):
        for soldiers in range(14):
            assert wall_defence(levels, soldiers) == ruled_defence(levels, soldiers)
