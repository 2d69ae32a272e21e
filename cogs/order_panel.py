"""A person's standing orders as they are shown in private, given and cancelled, typed or pressed."""

from collections.abc import Sequence

from bot.game.events import Event
from bot.game.state import Phase
from bot.tables.errors import NotSeated, SeatNotYours
from bot.tables.model import Sight
from bot.tables.orders import asked_for
from bot.tables.playing import require_running
from bot.ui import table_texts
from bot.ui.custom_ids import ControlId
from bot.ui.log import line
from bot.ui.orders.checks import refused
from bot.ui.orders.codes import decode
from bot.ui.orders.order import Cancel, Order, kind_of
from bot.ui.orders.ordering import Ordering
from bot.ui.orders.panel import SCREEN, orders_panel
from bot.ui.orders.texts import cancelled_text, for_the_next_text, given_text, not_now_text
from bot.ui.panels.codes import BadCode
from bot.ui.panels.parts import Do, Go
from cogs.acting import panel_answer, screen_answer, see
from cogs.answering import Answer
from cogs.hosting import Interaction, people_of, private_language
from cogs.ordering import change, given_at
from cogs.views import orders_view


async def own(interaction: Interaction, table_id: int) -> Sight:
    """What a person who sits in a running game sees of it. Raises what says why they do not."""
    sight = await see(interaction, table_id)
    require_running(sight.table)
    if sight.seat is None:
        raise NotSeated
    return sight


def ordering_of(interaction: Interaction, sight: Sight) -> Ordering:
    """What panels of orders are built from."""
    assert sight.observation is not None
    assert sight.seat is not None
    t = private_language(interaction)
    return Ordering(sight.observation, people_of(sight.table, t), t, given_at(sight.table, sight.seat))


def orders_answer(interaction: Interaction, sight: Sight, *, path: str = "", text: str | None = None) -> Answer:
    """The panel of a path."""
    assert sight.seat is not None
    shown = orders_panel(ordering_of(interaction, sight), path)
    return Answer(text, shown.embeds, view=orders_view(shown, sight.table.id, sight.seat))


async def give(interaction: Interaction, sight: Sight, wish: Order | Cancel, *, pressed: bool = False) -> Answer:
    """Give an order, or cancel some; what it does at once is told as an action's answer."""
    looking = ordering_of(interaction, sight)
    if not isinstance(wish, Cancel) and (why := refused(wish, looking, sight.choices)):
        return orders_answer(interaction, sight, text=why)
    tables, t = interaction.client.tables, looking.t
    events = await tables.playing.order(sight.table.id, interaction.user.id, change(wish))
    after = await see(interaction, sight.table.id)
    if events:
        told = _happened(events, wish, ordering_of(interaction, after))
        return await (panel_answer if pressed else screen_answer)(interaction, after, text=told)
    if isinstance(wish, Cancel):
        return orders_answer(interaction, after, text=cancelled_text(wish.kind, t))
    return orders_answer(interaction, after, text=_kept_text(wish, ordering_of(interaction, after)))


async def follow(interaction: Interaction, control: ControlId, to: Go | Do) -> Answer:
    """A control of the panel of orders was pressed. Raises SeatNotYours."""
    if (await see(interaction, control.table)).seat != control.seat:
        raise SeatNotYours
    sight = await own(interaction, control.table)
    if isinstance(to, Go):
        if to.path == SCREEN:
            return await screen_answer(interaction, sight)
        return orders_answer(interaction, sight, path=to.path)
    try:
        wish = decode(to.code)
    except BadCode:  # of another release, or forged
        return orders_answer(interaction, sight, text=table_texts.out_of_date_text(private_language(interaction)))
    return await give(interaction, sight, wish, pressed=True)


def _happened(events: Sequence[Event], wish: Order | Cancel, after: Ordering) -> str:
    lines = [line(event, after.people, after.t) for event in events]
    if not isinstance(wish, Cancel) and after.given.get(kind_of(wish)) == wish:
        lines.append(given_text(wish, after.t))
    return table_texts.happened_text(lines, after.t)


def _kept_text(order: Order, after: Ordering) -> str:
    """What is to come of an order that waits for its time."""
    t, observation = after.t, after.observation
    if after.given.get(kind_of(order)) != order:  # its time came between the press and the door, and it did not fit
        return table_texts.out_of_date_text(t)
    text = given_text(order, t)
    if after.seat not in observation.asked or asked_for(observation.phase) != kind_of(order):
        return text
    hint = for_the_next_text if observation.phase is Phase.INVASION else not_now_text
    return f"{text}\n{hint(t)}"
