"""All that is said of standing orders: panels with none and with the fullest of them, and what is answered."""

from collections.abc import Iterator

from bot.game.actions import Force
from bot.game.observation import observe
from bot.game.state import Phase
from bot.locale import Translator
from bot.ui.orders import options, texts
from bot.ui.orders.checks import refused
from bot.ui.orders.order import ORDER_KINDS, AcquireNext, RepairAlways, SealNext, WhenOutbid
from bot.ui.people import People
from bot.ui.screen import screen
from cogs.views import orders_view, with_orders
from tests.game import stages
from tests.game.builders import begin, empty_column, hold, stand
from tests.ui.languages.everything import Message
from tests.ui.ordering import FULLEST, ORDERS, ordering, walk
from tests.ui.panels.pressing import TABLE
from tests.ui.playing import fullest
from tests.ui.showing import choices_of

REFUSED = (WhenOutbid((9,)), WhenOutbid((1, 1)), AcquireNext((1,)), SealNext(Force(coins=1), Force()), RepairAlways(9))


def order_messages(people: People, t: Translator) -> Iterator[Message]:
    """Panels of orders in positions with most and least to say, and screens that tell of orders."""
    for state, seat in (
        (fullest(Phase.PROJECTS), "milano"),
        (fullest(Phase.INVASION), "milano"),
        (stages.all_out(), "lucca"),
        (stages.invasion(), "firenze"),
        (empty_column(stand(hold(begin("lucca", "siena"), "lucca"), 1, "lucca"), 2), "lucca"),
    ):
        for given in ({}, FULLEST):
            for panel in walk(ordering(state, seat, given, people, t), most=40).values():
                yield Message(embeds=panel.embeds, view=orders_view(panel, TABLE, seat))
        shown = screen(observe(state, seat), people, choices_of(state, seat), t, orders=texts.order_lines(FULLEST, t))
        yield Message(embeds=shown, view=with_orders(None, TABLE, seat, t))


def order_sayings(people: People, t: Translator) -> Iterator[str]:
    """What is answered to who gives or cancels an order, and what is offered while they type."""
    state = stand(stages.outbid(), 7, "siena")
    looking = ordering(state, "siena", FULLEST, people, t)
    yield from (texts.given_text(order, t) for order in ORDERS)
    yield from (texts.order_text(AcquireNext((1, 4)), t), texts.order_text(WhenOutbid((1,)), t))
    yield from (texts.cancelled_text(kind, t) for kind in (*ORDER_KINDS, None))
    yield from (texts.not_now_text(t), texts.for_the_next_text(t), texts.no_such_order_text(t))
    yield from (texts.no_columns_text(t), texts.columns_unused_text(t))
    yield from (refused(order, looking, None) or "" for order in REFUSED)
    for offered in (options.move_options(looking, ""), options.cancel_options(looking, "")):
        yield from (option.name for option in offered)
