"""The construction steps a seat may take now, grouped by what they raise and what they cost."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from bot.game.actions import Build, Wall
from bot.game.observation import Observation
from bot.game.rules import Choices
from bot.locale import Translator
from bot.ui.cards import TYPE_MARKS, ids
from bot.ui.steps import Step, cost_text, due, level_reached, place_of, steps
from bot.ui.words import is_wild, listed

Costs = tuple[tuple[int, tuple[str, ...]], ...]  # artisans due, and the cards that cost so many


def build_offer(observation: Observation, choices: Choices, t: Translator) -> Iterator[str]:
    """The building steps: what each brings, and with which cards it costs what (8.4-8.8)."""
    yield t("**Build**: a new building, or expand one with a card of its type. (rules 8.4, 8.5)")
    found = steps(choices, Build)
    for place, costs in _by_place(found):
        level = level_reached(observation, Build, place)
        if place is None:
            yield t("New building, level 1, +1 VP: {costs}", costs=_costs_text(costs, t))
        else:
            yield t(
                "Building {number} {type} → level {level}, +{level} VP: {costs}",
                number=place,
                type=TYPE_MARKS[observation.city(_seat(observation)).buildings[place - 1].type],
                level=level,
                costs=_costs_text(costs, t),
            )
    if wild := sorted({step.card for step in found if place_of(step) is None and is_wild(step.card)}):
        yield t("For a new building from {cards} say its type with `as`.", cards=ids(wild))
    if any(map(due, found)):
        yield t("2 believers may stand for an artisan; name `artisans` and `believers` to pay so. (rule 8.7)")


def wall_offer(observation: Observation, choices: Choices, t: Translator) -> Iterator[str]:
    """The wall steps: sections of the same level together, and with which cards they cost what (8.9)."""
    yield t("**Wall**: any card, face down; no VP, but a stronger city defence. (rule 8.9)")
    alike: dict[tuple[int, Costs], list[int | None]] = defaultdict(list)
    for place, costs in _by_place(steps(choices, Wall)):
        alike[level_reached(observation, Wall, place), costs].append(place)
    for (level, costs), places in alike.items():
        yield from _wall_lines(level, places, _costs_text(costs, t), t)


def _wall_lines(level: int, places: list[int | None], costs: str, t: Translator) -> Iterator[str]:
    if None in places:
        yield t("New section, level 1: {costs}", costs=costs)
    if numbers := [str(place) for place in places if place is not None]:
        sections = listed(numbers, t)
        yield t.plural(
            "Section {numbers} → level {level}: {costs}",
            "Sections {numbers} → level {level}: {costs}",
            len(numbers),
            numbers=sections,
            level=level,
            costs=costs,
        )


def _by_place(found: Iterable[Step]) -> list[tuple[int | None, Costs]]:
    places: dict[int | None, dict[int, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
    for step in found:
        places[place_of(step)][due(step)][step.card] = None
    return [
        (place, tuple((artisans, tuple(cards)) for artisans, cards in sorted(costs.items())))
        for place, costs in sorted(places.items(), key=lambda item: item[0] or 0)
    ]


def _costs_text(costs: Costs, t: Translator) -> str:
    return "; ".join(
        t("{cost} with {cards}", cost=cost_text(artisans, t), cards=ids(cards)) for artisans, cards in costs
    )


def _seat(observation: Observation) -> str:
    assert observation.seat is not None
    return observation.seat
