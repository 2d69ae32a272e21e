"""What the panels of standing orders are built from."""

from dataclasses import dataclass

from bot.ui.orders.order import Given
from bot.ui.panels.asking import Looking


@dataclass(frozen=True, slots=True)
class Ordering(Looking):
    """A seat that looks at its orders."""

    given: Given
