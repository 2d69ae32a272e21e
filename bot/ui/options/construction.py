"""What autocomplete offers for building, walling and discarding."""

import re

from bot.game.actions import Build, Finish, Wall
from bot.game.components import BUILDING_TYPES, CARDS
from bot.game.observation import Observation
from bot.game.rules import Choices
from bot.locale import Translator
from bot.ui.cards import TYPE_MARKS, card_with_id, ids, type_mark_name
from bot.ui.legal import legal_of
from bot.ui.limits import CHOICES
from bot.ui.options.option import NEW, Option, matching
from bot.ui.steps import Step, cost_text, due, level_reached, place_of, steps
from bot.ui.words import amount, cards_count, is_wild


def card_options(choices: Choices, kind: type[Step], typed: str, t: Translator) -> list[Option]:
    """The cards with which there is a step, and what the cheapest of them costs (8.4-8.9)."""
    cheapest: dict[str, int] = {}
    for step in steps(choices, kind):
        cheapest[step.card] = min(due(step), cheapest.get(step.card, due(step)))
    options = [
        Option(t("{card}, {cost}", card=card_with_id(card), cost=_from(least, t)), card)
        for card, least in cheapest.items()
    ]
    return matching(options, typed)


def build_target_options(
    choices: Choices, observation: Observation, card: str | None, typed: str, t: Translator
) -> list[Option]:
    """What to build with a card: "new", or the number of a building, with level, VP and cost (8.4-8.8)."""
    return matching(_targets(choices, observation, Build, card, t), typed)


def section_options(
    choices: Choices, observation: Observation, card: str | None, typed: str, t: Translator
) -> list[Option]:
    """Where to put a card into the walls: "new", or the number of a section, with level and cost (8.9)."""
    return matching(_targets(choices, observation, Wall, card, t), typed)


def as_options(choices: Choices, card: str | None, place: str | None, typed: str, t: Translator) -> list[Option]:
    """The types to declare for a new building from a wild card (8.4); none where no type is wanted."""
    if place not in (None, NEW):
        return []
    found = {step.declared for step in _with_card(choices, Build, card) if isinstance(step, Build)}
    return matching([Option(type_mark_name(kind, t), kind) for kind in BUILDING_TYPES if kind in found], typed)


def artisan_options(
    choices: Choices,
    kind: type[Step],
    card: str | None,
    place: str | None,
    typed: str,
    t: Translator,
    *,
    believers: int | None = None,
) -> list[Option]:
    """How many artisans to pay for a step, believers standing for the rest (8.7); `believers` may be named already."""
    fitting = [step for step in _at(choices, kind, card, place) if believers in (None, step.believers)]
    found = {(step.artisans, step.believers) for step in fitting}
    least = {artisans: min(rest for count, rest in found if count == artisans) for artisans, _ in found}
    return matching([Option(_payment(artisans, rest, t), artisans) for artisans, rest in sorted(least.items())], typed)


def payment_believer_options(
    choices: Choices,
    kind: type[Step],
    card: str | None,
    place: str | None,
    typed: str,
    t: Translator,
    *,
    artisans: int | None = None,
) -> list[Option]:
    """How many believers to pay for a step, and how many artisans beside them (8.7), which may be named already."""
    fitting = [step for step in _at(choices, kind, card, place) if artisans in (None, step.artisans)]
    found = {(step.believers, step.artisans) for step in fitting}
    least = {believers: min(count for rest, count in found if rest == believers) for believers, _ in found}
    return matching([Option(_payment(count, rest, t), rest) for rest, count in sorted(least.items())], typed)


def discard_options(choices: Choices, typed: str, t: Translator) -> list[Option]:
    """The list of cards to discard, its last id completed; ids are separated by spaces or commas (8.11)."""
    *named, last = re.split(r"[\s,]+", typed.lstrip(" ,").upper())
    discards = [action.discard for action in legal_of(choices, Finish)]
    fitting = [discard for discard in discards if len(set(named)) == len(named) and {*named} <= {*discard}]
    left = dict.fromkeys(card for discard in fitting for card in discard if card not in named)
    found = [card for card in left if card.startswith(last)]
    return [_discard([*named, card], len(fitting[0]), t) for card in found][:CHOICES]


def _with_card(choices: Choices, kind: type[Step], card: str | None) -> list[Step]:
    wanted = card.strip().upper() if card else None
    return [step for step in steps(choices, kind) if wanted in (None, step.card)]


def _at(choices: Choices, kind: type[Step], card: str | None, place: str | None) -> list[Step]:
    found = _with_card(choices, kind, card)
    return [step for step in found if place in (None, str(place_of(step) or NEW))]


def _targets(
    choices: Choices, observation: Observation, kind: type[Step], card: str | None, t: Translator
) -> list[Option]:
    cheapest: dict[int | None, Step] = {}
    for step in _with_card(choices, kind, card):
        place = place_of(step)
        if place not in cheapest or due(step) < due(cheapest[place]):
            cheapest[place] = step
    places = sorted(cheapest.items(), key=lambda item: item[0] or 0)
    return [Option(_target(observation, step, t), str(place or NEW)) for place, step in places]


def _target(observation: Observation, step: Step, t: Translator) -> str:
    level = level_reached(observation, type(step), place_of(step))
    details = {"number": place_of(step), "before": level - 1, "level": level, "cost": cost_text(due(step), t)}
    if isinstance(step, Wall):
        if step.section is None:
            return t("New wall section, level 1, {cost}", **details)
        return t("Section {number}: level {before} → {level}, {cost}", **details)
    if step.building is None:
        kind = TYPE_MARKS[CARDS[step.card].types[0]]
        if is_wild(step.card):
            return t("New building, level 1: +1 VP, {cost}", **details)
        return t("New {type} building, level 1: +1 VP, {cost}", type=kind, **details)
    assert observation.seat is not None
    kind = TYPE_MARKS[observation.city(observation.seat).buildings[step.building - 1].type]
    return t("Building {number} {type}: level {before} → {level}, +{level} VP, {cost}", type=kind, **details)


def _from(least: int, t: Translator) -> str:
    return t("from {artisans}", artisans=amount("artisans", least, t)) if least else t("free")


def _payment(artisans: int, believers: int, t: Translator) -> str:
    paid = amount("artisans", artisans, t)
    if not believers:
        return paid
    return t("{artisans} + {believers}", artisans=paid, believers=amount("believers", believers, t))


def _discard(cards: list[str], wanted: int, t: Translator) -> Option:
    names = ids([*cards[:-1], card_with_id(cards[-1])])
    if missing := wanted - len(cards):
        names = t("{cards}, then {more} more", cards=names, more=cards_count(missing, t))
    return Option(names, ids(cards))
