"""Phase 5, notables: they come and go by themselves (rule 9)."""

from collections.abc import Mapping

from bot.game.actions import Action
from bot.game.components import BUILDING_TYPES, BuildingType, Seat
from bot.game.events import Event, NotableWon
from bot.game.phases import ActionModule
from bot.game.replacing import replace
from bot.game.state import Phase, State

ACTIONS: Mapping[type[Action], ActionModule] = {}
FIRST_AWARD_LEVEL = 2


def asked(state: State) -> tuple[Seat, ...]:
    """Nobody."""
    return ()


def proceed(state: State, events: list[Event]) -> State:
    """Check each type once (9.3)."""
    pairs = zip(BUILDING_TYPES, state.notables, strict=True)
    holders = tuple(_holder(state, kind, before) for kind, before in pairs)
    for kind, seat, before in zip(BUILDING_TYPES, holders, state.notables, strict=True):
        if seat is not None and seat != before:
            events.append(NotableWon(seat, kind, before))
    return replace(state, phase=Phase.REPAIR, notables=holders)


def _holder(state: State, kind: BuildingType, before: Seat | None) -> Seat | None:
    return _first(state, kind) if before is None else _strongest(state, kind, before)


def _first(state: State, kind: BuildingType) -> Seat | None:
    """Only the active seat has built since the last check, so it alone can be first (9.1)."""
    reached = state.city(state.active).top_level(kind) >= FIRST_AWARD_LEVEL
    return state.active if reached else None


def _strongest(state: State, kind: BuildingType, holder: Seat) -> Seat:
    """A tie changes nothing: the holder keeps it against all but one seat strictly above everybody (9.2, 9.3)."""
    vps = {city.seat: city.type_vp(kind) for city in state.cities}
    best = max(vps.values())
    leaders = [seat for seat, vp in vps.items() if vp == best]
    return leaders[0] if len(leaders) == 1 else holder
