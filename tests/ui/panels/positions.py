"""Positions of every phase to show panels of: from random games, ordered ones, and the fullest there may be."""

from collections import defaultdict
from collections.abc import Iterator

from bot.game.components import Seat
from bot.game.rules import waiting
from bot.game.state import Phase, State
from tests.game import stages
from tests.ui.playing import fullest, whole_game

ASKING = (Phase.PROJECTS, Phase.OUTBID, Phase.INVASION, Phase.CONSTRUCTION, Phase.REPAIR)
ORDERED = (
    (stages.projects, "lucca"),
    (stages.all_out, "lucca"),
    (stages.poor_reserve, "lucca"),
    (stages.outbid, "siena"),
    (stages.outbid_without_believer, "siena"),
    (stages.construction, "lucca"),
    (stages.repair, "lucca"),
    (stages.invasion, "lucca"),
    (stages.invasion, "firenze"),
)


def asked(seats: int, *, each: int = 8, seed: int = 5) -> Iterator[tuple[State, Seat]]:
    """Seats that are asked in a random game, spread over it: at most `each` in every phase."""
    found: dict[Phase, list[tuple[State, Seat]]] = defaultdict(list)
    for state, _ in whole_game(seed, seats)[:-1]:
        found[state.phase] += [(state, seat) for seat in waiting(state)]
    for positions in found.values():
        yield from positions[:: -(-len(positions) // each)]


def ordered() -> list[tuple[State, Seat]]:
    """The positions to order, with the seat that is asked."""
    return [(build(), seat) for build, seat in ORDERED]


def full() -> Iterator[tuple[State, Seat]]:
    """Upper bounds of what is shown, in the phases that they fit."""
    for phase in (Phase.PROJECTS, Phase.INVASION, Phase.CONSTRUCTION, Phase.REPAIR):
        yield fullest(phase), "milano"
