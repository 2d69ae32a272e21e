"""What autocomplete offers for sealing a defence and for removing loot points."""

from collections.abc import Mapping
from typing import Literal, Protocol, get_args

from bot.game.actions import Defend, Force, Repair
from bot.game.components import Seat
from bot.game.observation import Observation
from bot.game.phases.defence import wall_defence
from bot.game.phases.remove_loot import BELIEVERS_FOR
from bot.game.resources import Resource
from bot.game.rules import Choices
from bot.locale import Translator
from bot.ui.legal import legal_of
from bot.ui.options.option import Option, matching
from bot.ui.words import amount, loot_points


class Defences(Protocol):
    """Says which defences are possible, as the legal actions of a seat in an invasion do."""

    def contains(self, action: Defend) -> bool:
        """Whether the defence is one of them."""


DefenceField = Literal[
    "league_soldiers", "league_coins", "league_believers", "walls_soldiers", "walls_coins", "walls_believers"
]
DEFENCE_FIELDS: tuple[DefenceField, ...] = get_args(DefenceField)
_RESOURCES: Mapping[DefenceField, Resource] = {
    "league_soldiers": "soldiers",
    "league_coins": "coins",
    "league_believers": "believers",
    "walls_soldiers": "soldiers",
    "walls_coins": "coins",
    "walls_believers": "believers",
}


def defence_given(seat: Seat, given: Mapping[DefenceField, int]) -> Defend:
    """The defence that numbers by field describe; fields left out are 0."""
    return Defend(
        seat=seat,
        league=Force(
            soldiers=given.get("league_soldiers", 0),
            coins=given.get("league_coins", 0),
            believers=given.get("league_believers", 0),
        ),
        walls=Force(
            soldiers=given.get("walls_soldiers", 0),
            coins=given.get("walls_coins", 0),
            believers=given.get("walls_believers", 0),
        ),
    )


def defence_options(
    choices: Defences,
    observation: Observation,
    field: DefenceField,
    given: Mapping[DefenceField, int],
    typed: str,
    t: Translator,
) -> list[Option]:
    """How many tokens to send, with what the side then amounts to (11.2-11.6). `given` are the other fields."""
    assert observation.seat is not None
    own = observation.screen(observation.seat)
    assert own is not None
    held = own.resources.count(_RESOURCES[field])
    defences = {count: defence_given(observation.seat, {**given, field: count}) for count in range(held + 1)}
    return matching(
        [
            Option(_sent(observation, field, count, defence, t), count)
            for count, defence in defences.items()
            if choices.contains(defence)
        ],
        typed,
    )


def city_defence(observation: Observation, soldiers: int) -> int:
    """The city defence of the observing seat with so many soldiers on its walls (11.4-11.6)."""
    assert observation.seat is not None
    marker = observation.seat == observation.first_defender
    return wall_defence(observation.city(observation.seat).walls, soldiers) + marker


def loot_options(choices: Choices, typed: str, t: Translator) -> list[Option]:
    """How many loot points to remove, and for how many believers (10.1)."""
    numbers = [action.loot for action in legal_of(choices, Repair)]
    return matching([Option(_repair(number, t), number) for number in numbers], typed)


def _sent(observation: Observation, field: DefenceField, count: int, defence: Defend, t: Translator) -> str:
    resource: Resource = _RESOURCES[field]
    tokens = amount(resource, count, t)
    if field.startswith("league"):
        return t.plural(
            "{tokens}: {count} soldier to the League",
            "{tokens}: {count} soldiers to the League",
            defence.league.strength,
            tokens=tokens,
        )
    return t(
        "{tokens}: city defence {defence}",
        tokens=tokens,
        defence=city_defence(observation, defence.walls.strength),
    )


def _repair(loot: int, t: Translator) -> str:
    if not loot:
        return t("Keep all loot points")
    return t(
        "Remove {loot} for {believers}",
        loot=loot_points(loot, t),
        believers=amount("believers", BELIEVERS_FOR[loot], t),
    )
