"""Defend: seal soldiers for the League and the own walls (rules 11.2, 11.9)."""

from collections.abc import Iterator
from itertools import product

from bot.game.actions import Defend, Force
from bot.game.components import Seat
from bot.game.errors import Refusal
from bot.game.events import DefenceSealed, Event
from bot.game.phases.spending import not_held, odd, with_city
from bot.game.replacing import replace
from bot.game.state import Defence, State


def refusal(state: State, action: Defend) -> Refusal | None:
    """Why the defence is refused."""
    league, walls = action.league, action.walls
    return (
        odd("11.2", coins=league.coins, believers=league.believers)
        or odd("11.2", coins=walls.coins, believers=walls.believers)
        or not_held("11.2", state.city(action.seat).resources, Defence(league, walls).tokens)
    )


def perform(state: State, action: Defend, events: list[Event]) -> State:
    """Seal; the tokens stay behind the screen until all are opened (3.5)."""
    events.append(DefenceSealed(action.seat, action.league, action.walls))
    return with_city(state, replace(state.city(action.seat), sealed=Defence(action.league, action.walls)))


def choices(state: State, seat: Seat) -> Iterator[Defend]:
    """Every defence: finite, but tens of thousands for a rich seat."""
    held = state.city(seat).resources
    splits = product(_splits(held.soldiers, 1), _splits(held.coins, 2), _splits(held.believers, 2))
    for soldiers, coins, believers in splits:
        league, walls = (
            Force(soldiers=s, coins=c, believers=b) for s, c, b in zip(soldiers, coins, believers, strict=True)
        )
        yield Defend(seat=seat, league=league, walls=walls)


def _splits(held: int, step: int) -> list[tuple[int, int]]:
    return [(league, walls) for league in range(0, held + 1, step) for walls in range(0, held - league + 1, step)]
