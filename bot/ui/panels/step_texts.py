"""Construction steps in words: what goes where, what it brings and what it costs."""

from bot.game.actions import Build
from bot.game.components import CARDS, BuildingType, CardId
from bot.game.resources import Resources
from bot.locale import Translator, msgid
from bot.ui.cards import card_with_id
from bot.ui.panels.asking import Asking
from bot.ui.panels.ranking import Plan, building_type
from bot.ui.steps import Step, cost_text, due
from bot.ui.words import SEPARATOR, amounts, is_wild, type_name

_ALONE: dict[BuildingType, str] = {
    "economic": msgid("Economic {value}"),
    "military": msgid("Military {value}"),
    "cultural": msgid("Cultural {value}"),
    "religious": msgid("Religious {value}"),
}
_WILD = msgid("Wild {value}")


def plan_text(asking: Asking, plan: Plan) -> str:
    """A step in one line: "Economic 3 onto your level 2: level 3, +3 VP, free"."""
    t, step = asking.t, plan.step
    details: dict[str, object] = {"level": plan.level, "before": plan.level - 1}
    details |= {"card": card_text(step.card, t), "cost": _cost(plan, t)}
    if not isinstance(step, Build):
        if step.section is None:
            return t("{card} as a new wall section: level 1, {cost}", **details)
        return t("{card} onto wall section {number}: level {level}, {cost}", number=step.section, **details)
    details["type"] = type_name(building_type(asking, step), t)
    if step.building is None:
        if is_wild(step.card):
            return t("{card} as a new {type} building: level 1, +1 VP, {cost}", **details)
        return t("{card} as a new building: level 1, +1 VP, {cost}", **details)
    if is_wild(step.card):
        return t("{card} onto your {type} level {before}: level {level}, +{level} VP, {cost}", **details)
    return t("{card} onto your level {before}: level {level}, +{level} VP, {cost}", **details)


def detail_text(plan: Plan, t: Translator) -> str:
    """Which card and which building it is, and whether there are several ways to pay."""
    parts = [card_with_id(plan.step.card)]
    if isinstance(plan.step, Build) and plan.step.building is not None:
        parts.append(t("building {number}", number=plan.step.building))
    if len(plan.payments) > 1:
        parts.append(t("choose how to pay next"))
    return SEPARATOR.join(parts)


def card_text(card: CardId, t: Translator) -> str:
    """A card by its type and value: "Economic 3", "Wild 2"."""
    kinds, value = CARDS[card].types, CARDS[card].value
    return t(_WILD if is_wild(card) else _ALONE[kinds[0]], value=value)


def paid_text(step: Step, t: Translator) -> str:
    """What a step takes, to the token."""
    return t("Pay {tokens}", tokens=amounts(Resources(artisans=step.artisans, believers=step.believers), t))


def _cost(plan: Plan, t: Translator) -> str:
    """What is due in artisans; exactly what is paid where there is one way."""
    if len(plan.payments) > 1:
        return cost_text(due(plan.step), t)
    paid = Resources(artisans=plan.step.artisans, believers=plan.step.believers)
    return t("costs {tokens}", tokens=amounts(paid, t)) if paid.total else t("free")
