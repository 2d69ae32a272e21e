"""What a construction step costs, and how it is paid (rules 4.1, 8.1-8.3, 8.5-8.7)."""

from collections.abc import Iterator

from bot.game.components import CARDS, CardId, Seat
from bot.game.errors import PaymentNotExact, Refusal
from bot.game.phases.spending import not_held, odd
from bot.game.resources import Resources
from bot.game.state import State

RULE = "8.7"


def building_due(state: State, card: CardId, level: int) -> int:
    """Artisans due for the next building step with a card to a level."""
    return _action_due(state, state.building_steps) + _missing(card, level)


def wall_due(state: State, card: CardId, level: int) -> int:
    """Artisans due for the next wall step with a card to a level."""
    return _action_due(state, state.wall_steps) + _missing(card, level)


def payment_refused(state: State, seat: Seat, due: int, artisans: int, believers: int) -> Refusal | None:
    """Why a payment is refused: it must be even, exact and held (8.7)."""
    if refused := odd(RULE, believers=believers):
        return refused
    if 2 * artisans + believers != 2 * due:
        return PaymentNotExact(due=due, artisans=artisans, believers=believers)
    return not_held(RULE, state.city(seat).resources, Resources(artisans=artisans, believers=believers))


def payments(due: int, held: Resources) -> Iterator[tuple[int, int]]:
    """Every (artisans, believers) that pays what is due, artisans first."""
    for artisans in range(min(due, held.artisans), -1, -1):
        believers = 2 * (due - artisans)
        if believers <= held.believers:
            yield artisans, believers


def _action_due(state: State, steps: int) -> int:
    """1 when the next step of a kind needs an action beyond the free one and those bought (8.1-8.3)."""
    had = max(1, state.building_steps, state.wall_steps)
    return 1 if steps + 1 > had else 0


def _missing(card: CardId, level: int) -> int:
    return max(0, level - CARDS[card].value)
