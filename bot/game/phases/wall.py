"""Wall: found a wall section or raise one, face down (rules 8.9, 8.10)."""

from collections.abc import Iterator

from bot.game.actions import Wall
from bot.game.components import TOP_LEVEL, Seat
from bot.game.errors import CardNotInHand, LevelTooHigh, NoSuchSection, Refusal
from bot.game.events import BonusWallGained, Event, WallCardPlaced, WallRaised
from bot.game.phases.payment import payment_refused, payments, wall_due
from bot.game.phases.spending import cities_with, spend
from bot.game.replacing import replace
from bot.game.resources import Resources
from bot.game.state import BONUS_WALL, City, State


def refusal(state: State, action: Wall) -> Refusal | None:
    """Why the step is refused."""
    city = state.city(action.seat)
    if action.card not in city.hand:
        return CardNotInHand(rule="8.9")
    if action.section is not None and not 1 <= action.section <= len(city.walls):
        return NoSuchSection(sections=len(city.walls))
    level = _level(city, action)
    if level > TOP_LEVEL:
        return LevelTooHigh(rule="8.9")
    due = wall_due(state, action.card, level)
    return payment_refused(state, action.seat, due, action.artisans, action.believers)


def perform(state: State, action: Wall, events: list[Event]) -> State:
    """Pay and place the card; a section of level 4 earns a bonus wall while they last (8.10)."""
    state = spend(state, action.seat, Resources(artisans=action.artisans, believers=action.believers))
    city, level = state.city(action.seat), _level(state.city(action.seat), action)
    section = action.section or len(city.walls) + 1
    events.append(WallRaised(action.seat, section, level, action.artisans, action.believers))
    events.append(WallCardPlaced(action.seat, section, action.card))
    cities = cities_with(state, _with_section(city, action, section))
    state = replace(state, cities=cities, wall_steps=state.wall_steps + 1)
    return _gain_bonus_wall(state, action.seat, events) if level == TOP_LEVEL else state


def choices(state: State, seat: Seat) -> Iterator[Wall]:
    """Every wall step with every way to pay for it."""
    city = state.city(seat)
    low = [(number, len(cards) + 1) for number, cards in enumerate(city.walls, start=1) if len(cards) < TOP_LEVEL]
    for card in city.hand:
        for section, level in ((None, 1), *low):
            for artisans, believers in payments(wall_due(state, card, level), city.resources):
                yield Wall(seat=seat, card=card, section=section, artisans=artisans, believers=believers)


def _level(city: City, action: Wall) -> int:
    return 1 if action.section is None else len(city.walls[action.section - 1]) + 1


def _with_section(city: City, action: Wall, section: int) -> City:
    before = city.walls[section - 1] if action.section else ()
    return replace(
        city,
        hand=tuple(card for card in city.hand if card != action.card),
        walls=(*city.walls[: section - 1], (*before, action.card), *city.walls[section:]),
    )


def _gain_bonus_wall(state: State, seat: Seat, events: list[Event]) -> State:
    if state.bonus_walls == 0:
        return state
    city = state.city(seat)
    events.append(BonusWallGained(seat, len(city.walls) + 1))
    cities = cities_with(state, replace(city, walls=(*city.walls, (BONUS_WALL,))))
    return replace(state, cities=cities, bonus_walls=state.bonus_walls - 1)
