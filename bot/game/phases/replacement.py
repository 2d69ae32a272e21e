"""Phase 2, replace project cards: empty columns are refilled, left to right (rule 6)."""

from collections.abc import Mapping

from bot.game.actions import Action
from bot.game.components import DECKS, CardId, Seat, columns_in_use
from bot.game.events import ColumnFilled, DeckRanOut, Event, InvasionStruck
from bot.game.phases import ActionModule
from bot.game.phases.columns import set_column
from bot.game.replacing import replace
from bot.game.state import Column, Phase, State

ACTIONS: Mapping[type[Action], ActionModule] = {}


def asked(state: State) -> tuple[Seat, ...]:
    """Nobody."""
    return ()


def proceed(state: State, events: list[Event]) -> State:
    """Refill; the last card of A, B or C calls its invasion, of D the final round (7.1, 12.1)."""
    before = state.deck
    for number, column in enumerate(state.columns, start=1):
        if not column.cards:
            state = _fill(state, number, events)
    if before is None or state.decks[before]:
        return replace(state, phase=Phase.CONSTRUCTION)
    events.append(DeckRanOut(DECKS[before]))
    if state.deck is None:
        return replace(state, phase=Phase.CONSTRUCTION)
    events.append(InvasionStruck(DECKS[before]))
    return replace(state, phase=Phase.INVASION)


def _fill(state: State, number: int, events: list[Event]) -> State:
    spaces = columns_in_use(len(state.communes))[number - 1].spaces
    drawn, decks = draw(state.decks, spaces)
    if not drawn:
        return state
    events.append(ColumnFilled(number, drawn))
    return set_column(replace(state, decks=decks), number, Column(drawn))


def draw(
    decks: tuple[tuple[CardId, ...], ...], count: int
) -> tuple[tuple[CardId, ...], tuple[tuple[CardId, ...], ...]]:
    """Draw from the current deck and on into the next (6.2); fewer where D ends (6.3)."""
    drawn: tuple[CardId, ...] = ()
    left = []
    for deck in decks:
        taken = deck[: count - len(drawn)]
        drawn += taken
        left.append(deck[len(taken) :])
    return drawn, tuple(left)
