"""Build: found a building or expand one (rules 8.4-8.8)."""

from collections.abc import Iterator

from bot.game.actions import Build
from bot.game.components import BUILDING_TYPES, CARDS, TOP_LEVEL, BuildingType, Card, Seat
from bot.game.errors import (
    CardNotInHand,
    DeclarationMissing,
    DeclarationNotWanted,
    DeclarationWrong,
    LevelTooHigh,
    NoSuchBuilding,
    Refusal,
    WrongType,
)
from bot.game.events import BuildingRaised, Event
from bot.game.phases.payment import building_due, payment_refused, payments
from bot.game.phases.spending import cities_with, spend
from bot.game.replacing import replace
from bot.game.resources import Resources
from bot.game.state import City, CityBuilding, State


def refusal(state: State, action: Build) -> Refusal | None:
    """Why the step is refused."""
    city = state.city(action.seat)
    if action.card not in city.hand:
        return CardNotInHand(rule="8.4" if action.building is None else "8.5")
    refused = _founding_refused(action) if action.building is None else _expansion_refused(city, action)
    if refused:
        return refused
    due = building_due(state, action.card, _level(city, action))
    return payment_refused(state, action.seat, due, action.artisans, action.believers)


def perform(state: State, action: Build, events: list[Event]) -> State:
    """Pay, place the card, gain VP and turn the activation card (8.8)."""
    state = spend(state, action.seat, Resources(artisans=action.artisans, believers=action.believers))
    number, building = _raised(state.city(action.seat), action)
    events.append(
        BuildingRaised(
            action.seat, action.card, number, building.type, building.level, action.artisans, action.believers
        )
    )
    city = _with_building(state.city(action.seat), action, number, building)
    return replace(state, cities=cities_with(state, city), building_steps=state.building_steps + 1)


def choices(state: State, seat: Seat) -> Iterator[Build]:
    """Every building step with every way to pay for it."""
    city = state.city(seat)
    for card in map(CARDS.__getitem__, city.hand):
        for building, level, declared in _steps(city, card):
            for artisans, believers in payments(building_due(state, card.id, level), city.resources):
                yield Build(
                    seat=seat,
                    card=card.id,
                    building=building,
                    declared=declared,
                    artisans=artisans,
                    believers=believers,
                )


def _steps(city: City, card: Card) -> Iterator[tuple[int | None, int, BuildingType | None]]:
    """What a card can do: the building (None for a new one), its new level and the declared type."""
    for number, building in enumerate(city.buildings, start=1):
        if building.type in card.types and building.level < TOP_LEVEL:
            yield number, building.level + 1, None
    for declared in (None,) if len(card.types) == 1 else card.types:
        yield None, 1, declared


def _founding_refused(action: Build) -> Refusal | None:
    card = CARDS[action.card]
    if len(card.types) == 1:
        return None if action.declared is None else DeclarationNotWanted()
    if action.declared is None:
        return DeclarationMissing(card=card.id)
    return None if action.declared in card.types else DeclarationWrong(card=card.id)


def _expansion_refused(city: City, action: Build) -> Refusal | None:
    number = action.building
    assert number is not None
    if not 1 <= number <= len(city.buildings):
        return NoSuchBuilding(buildings=len(city.buildings))
    if action.declared is not None:
        return DeclarationNotWanted()
    building = city.buildings[number - 1]
    if building.level == TOP_LEVEL:
        return LevelTooHigh(rule="8.5")
    return None if building.type in CARDS[action.card].types else WrongType(card=action.card, type=building.type)


def _level(city: City, action: Build) -> int:
    return 1 if action.building is None else city.buildings[action.building - 1].level + 1


def _raised(city: City, action: Build) -> tuple[int, CityBuilding]:
    if action.building is None:
        return len(city.buildings) + 1, CityBuilding(_founded_type(CARDS[action.card], action), (action.card,))
    building = city.buildings[action.building - 1]
    return action.building, replace(building, cards=(*building.cards, action.card))


def _founded_type(card: Card, action: Build) -> BuildingType:
    return next(kind for kind in card.types if action.declared in (kind, None))


def _with_building(city: City, action: Build, number: int, building: CityBuilding) -> City:
    active = {*city.active, building.type}
    return replace(
        city,
        hand=tuple(card for card in city.hand if card != action.card),
        buildings=(*city.buildings[: number - 1], building, *city.buildings[number:]),
        active=tuple(kind for kind in BUILDING_TYPES if kind in active),
        vp=city.vp + building.level,
    )
