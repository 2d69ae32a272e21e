"""The panel of a seat's standing orders: what stands, and controls to give and to cancel each. Drafts are in paths."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.locale import msgid
from bot.ui.orders.checks import bonus_of, columns_held
from bot.ui.orders.codes import columns_code, encode
from bot.ui.orders.drafts import (
    ACQUIRE,
    DRAFT,
    INCOME,
    MOVE,
    acquire_panel,
    defence_panel,
    first_draft,
    income_panel,
    move_panel,
)
from bot.ui.orders.order import (
    AcquireNext,
    Cancel,
    ClaimNext,
    FinishAlways,
    Order,
    OrderKind,
    RepairAlways,
    WhenOutbid,
    kind_of,
)
from bot.ui.orders.ordering import Ordering
from bot.ui.orders.texts import cancelled_text, whole_text
from bot.ui.panels.asking import FIRST, HELP, UnfitPath, back_button, page
from bot.ui.panels.parts import Button, Colour, Do, Go, Panel, Row
from bot.ui.rules_text import topic

SCREEN = "screen"  # the path that leads back to the seat's screen, which is no panel of orders
INNER_PANELS: Mapping[str, Callable[[Ordering, Sequence[str]], Panel]] = {
    MOVE: move_panel,
    INCOME: income_panel,
    ACQUIRE: acquire_panel,
    DRAFT: defence_panel,
}
CANCELS: Mapping[OrderKind, str] = {
    "outbid": msgid("Cancel: outbid"),
    "turn": msgid("Cancel: next turn"),
    "defence": msgid("Cancel: defence"),
    "repair": msgid("Cancel: loot points"),
    "finish": msgid("Cancel: finish"),
}
REPAIRS: Mapping[int, str] = {
    0: msgid("Loot points: keep them"),
    1: msgid("Loot points: remove 1"),
    2: msgid("Loot points: remove 2"),
}


def orders_panel(ordering: Ordering, path: str = FIRST) -> Panel:
    """The panel of a path; the first one for a path that does not fit (any more)."""
    if path == HELP:
        return Panel([topic("Standing orders", ordering.t)], [[back_button(ordering)]])
    head, *rest = path.split(".")
    try:
        return INNER_PANELS[head](ordering, rest)
    except (KeyError, UnfitPath):  # of another release, or forged, or no longer possible
        return _first_panel(ordering)


def _first_panel(ordering: Ordering) -> Panel:
    t = ordering.t
    lines = [f"📌 {whole_text(order, t)}" for order in ordering.given.values()] or [cancelled_text(None, t)]
    embed = page(
        ordering,
        t("Standing orders"),
        *lines,
        t(
            "An order is carried out at once when its time comes, and nobody else sees it before. Where it does not "
            "fit, you are asked. One for what you are asked now acts now."
        ),
    )
    return Panel([embed], list(_rows(ordering)))


def _rows(ordering: Ordering) -> Iterator[Row]:
    t = ordering.t
    move = Button(t("Outbid: move…"), Go(MOVE), _colour(ordering.given.get("outbid"), WhenOutbid))
    yield [_give(ordering, t("Outbid: withdraw"), WhenOutbid()), move, *_cancel(ordering, "outbid")]
    yield [_income_button(ordering), _acquire_button(ordering), *_cancel(ordering, "turn")]
    finish = _give(ordering, t("Finish for me"), FinishAlways())
    yield [_defence_button(ordering), *_cancel(ordering, "defence"), finish, *_cancel(ordering, "finish")]
    repairs = [_give(ordering, t(REPAIRS[loot]), RepairAlways(loot)) for loot in REPAIRS]
    yield [*repairs, *_cancel(ordering, "repair")]
    cancel_all = Button(t("Cancel all"), Do(encode(Cancel())), "red", disabled=not ordering.given)
    yield [cancel_all, Button(t("My screen"), Go(SCREEN)), Button(t("Help"), Go(HELP))]


def _income_button(ordering: Ordering) -> Button:
    return Button(ordering.t("Next turn: income…"), Go(INCOME), _colour(ordering.given.get("turn"), ClaimNext))


def _acquire_button(ordering: Ordering) -> Button:
    """Orders it, or leads to the choice of the bonus; disabled where no envoy stands on a column."""
    t, columns = ordering.t, columns_held(ordering.observation)
    colour = _colour(ordering.given.get("turn"), AcquireNext)
    if bonus_of(columns, ordering.observation):
        return Button(t("Next turn: acquire…"), Go(f"{ACQUIRE}.{columns_code(columns)}"), colour)
    return Button(t("Next turn: acquire"), Do(encode(AcquireNext(columns))), colour, disabled=not columns)


def _defence_button(ordering: Ordering) -> Button:
    colour: Colour = "blue" if "defence" in ordering.given else "grey"
    return Button(ordering.t("Next invasion: defence…"), Go(first_draft(ordering)), colour)


def _give(ordering: Ordering, label: str, order: Order) -> Button:
    """A button that gives an order; blue where it is the one that stands."""
    stands = ordering.given.get(kind_of(order)) == order
    return Button(label, Do(encode(order)), "blue" if stands else "grey")


def _colour(given: Order | None, kind: type[Order]) -> Colour:
    return "blue" if isinstance(given, kind) and given != WhenOutbid() else "grey"


def _cancel(ordering: Ordering, kind: OrderKind) -> list[Button]:
    """What cancels the order of a kind, where one is given."""
    if kind not in ordering.given:
        return []
    return [Button(ordering.t(CANCELS[kind]), Do(encode(Cancel(kind))), "red")]
