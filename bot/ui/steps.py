"""Construction steps as people weigh them: what they reach, bring and cost. Numbers come from the legal actions."""

from bot.game.actions import Build, Wall
from bot.game.observation import Observation
from bot.game.resources import Resources
from bot.game.rules import Choices
from bot.locale import Translator
from bot.ui.legal import legal_of
from bot.ui.words import amounts

Step = Build | Wall


def steps(choices: Choices, kind: type[Step]) -> list[Step]:
    """The legal steps of one kind, one for each way to pay."""
    return list(legal_of(choices, kind))


def place_of(step: Step) -> int | None:
    """The building or section that a step raises, counted from 1; None for a new one."""
    return step.building if isinstance(step, Build) else step.section


def due(step: Step) -> int:
    """Artisans due, two believers standing for each (8.7)."""
    return step.artisans + step.believers // 2


def cost_text(artisans: int, t: Translator) -> str:
    """What is due in artisans, or "free"."""
    return t("costs {artisans}", artisans=amounts(Resources(artisans=artisans), t)) if artisans else t("free")


def level_reached(observation: Observation, kind: type[Step], place: int | None) -> int:
    """The level that a step of the observing seat reaches."""
    assert observation.seat is not None
    if place is None:
        return 1
    city = observation.city(observation.seat)
    before = city.buildings[place - 1].level if kind is Build else city.walls[place - 1]
    return before + 1
