"""Repair: 0, 1 or 2 loot points for 0, 1 or 3 believers (rule 10.1)."""

from collections.abc import Iterator

from bot.game.actions import Repair
from bot.game.components import Seat
from bot.game.errors import MoreThanLoot, Refusal, WrongLootNumber
from bot.game.events import Event, LootRemoved
from bot.game.phases.spending import not_held, spend, with_city
from bot.game.replacing import replace
from bot.game.resources import Resources
from bot.game.state import Phase, State

BELIEVERS_FOR = (0, 1, 3)  # by loot points removed


def refusal(state: State, action: Repair) -> Refusal | None:
    """Why the repair is refused."""
    city = state.city(action.seat)
    if action.loot >= len(BELIEVERS_FOR):
        return WrongLootNumber()
    if action.loot > city.loot:
        return MoreThanLoot(loot=city.loot)
    return not_held("10.1", city.resources, Resources(believers=BELIEVERS_FOR[action.loot]))


def perform(state: State, action: Repair, events: list[Event]) -> State:
    """Pay and discard loot; the turn ends."""
    if action.loot:
        price = BELIEVERS_FOR[action.loot]
        events.append(LootRemoved(action.seat, action.loot, price))
        state = spend(state, action.seat, Resources(believers=price))
        city = state.city(action.seat)
        state = with_city(state, replace(city, loot=city.loot - action.loot))
    return replace(state, phase=Phase.TURN_END)


def choices(state: State, seat: Seat) -> Iterator[Repair]:
    """Every number of loot points the seat can buy off."""
    for loot in range(len(BELIEVERS_FOR)):
        action = Repair(seat=seat, loot=loot)
        if refusal(state, action) is None:
            yield action
