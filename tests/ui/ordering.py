"""Standing orders to show: every sort of them, and a walk over all panels that presses reach."""

from collections.abc import Iterable, Iterator

from bot.game.actions import Force
from bot.game.components import Seat
from bot.game.observation import observe
from bot.game.state import State
from bot.locale import Translator
from bot.ui.orders.codes import decode
from bot.ui.orders.order import (
    AcquireNext,
    Cancel,
    ClaimNext,
    FinishAlways,
    Given,
    Order,
    RepairAlways,
    SealNext,
    WhenOutbid,
    kind_of,
)
from bot.ui.orders.ordering import Ordering
from bot.ui.orders.panel import SCREEN, orders_panel
from bot.ui.panels.parts import Do, Go, Panel
from bot.ui.people import People
from tests.ui.panels.pressing import targets
from tests.ui.playing import T, people_of

EVERYTHING = Force(soldiers=40, coins=40, believers=40)
ORDERS: tuple[Order, ...] = (
    WhenOutbid(),
    WhenOutbid((3,)),
    WhenOutbid((7, 6, 5, 4, 3, 2, 1)),
    AcquireNext((1,)),
    AcquireNext((1, 4, 7), ("believers", "believers")),
    ClaimNext(("coins",)),
    ClaimNext(("believers", "artisans")),
    SealNext(Force(), Force()),
    SealNext(EVERYTHING, EVERYTHING),
    RepairAlways(0),
    RepairAlways(1),
    RepairAlways(2),
    FinishAlways(),
)


def given(*orders: Order) -> Given:
    """The orders, by kind."""
    return {kind_of(order): order for order in orders}


FULLEST = given(ORDERS[2], ORDERS[4], ORDERS[8], ORDERS[11], ORDERS[12])


def ordering(
    state: State, seat: Seat, orders: Given | None = None, people: People | None = None, t: Translator = T
) -> Ordering:
    """A seat that looks at its orders."""
    return Ordering(observe(state, seat), people or people_of(state.communes), t, orders or {})


def walk(looking: Ordering, *, most: int = 200) -> dict[str, Panel]:
    """The panels that presses reach from the first one, by path; the nearest ones where there are more."""
    found: dict[str, Panel] = {}
    waiting = [""]
    while waiting and len(found) < most:
        path = waiting.pop(0)
        found[path] = orders_panel(looking, path)
        paths = [to.path for to in targets(found[path]) if isinstance(to, Go) and to.path != SCREEN]
        waiting += [path for path in dict.fromkeys(paths) if path not in found and path not in waiting]
    return found


def wishes(panels: Iterable[Panel]) -> Iterator[Order | Cancel]:
    """What the controls of panels give and cancel."""
    for found in panels:
        yield from (decode(to.code) for to in targets(found) if isinstance(to, Do))
