"""What a press does: acknowledged first, checked against the database, answered where only the person sees it."""

from collections.abc import Awaitable, Callable, Mapping

from bot.tables.errors import NoTable, SeatNotYours
from bot.tables.model import Table, TableState
from bot.ui import table_texts
from bot.ui.custom_ids import BoardId, ControlId, Kind, PageId, SettingId
from bot.ui.panels.codes import BadCode, decode
from bot.ui.panels.panel import help_panel, typed
from bot.ui.panels.parts import Do, Go
from bot.ui.rules_text import topic
from cogs import clock_panel, gathering, order_panel, seats, undoing
from cogs.acting import act, panel_answer, screen_answer, see
from cogs.answering import Answer, answer
from cogs.forms import open_form, typed_into
from cogs.hosting import Interaction, people_of, private_language, table_reached
from cogs.looking import log_answer
from cogs.views import option_read, order_read


async def seat(interaction: Interaction, control: ControlId, values: list[str]) -> None:
    """A control of a seat's panel was pressed. A form is opened first, and checked when it comes back."""
    if control.kind is Kind.ASK:
        await open_form(interaction, control)
        return
    await answer(interaction, lambda: _follow(interaction, control, _target(control, values)))


async def form(interaction: Interaction) -> None:
    """A form was sent; one that is none of ours is left alone."""
    found = typed_into(interaction)
    if found is not None:
        control, text = found
        await answer(interaction, lambda: _follow(interaction, control, typed(control.choice, text)))


async def board(interaction: Interaction, control: BoardId) -> None:
    """A button under the board was pressed; a board belongs to its channel, so nobody looks in from elsewhere."""
    await answer(interaction, lambda: _board(interaction, control))


async def page(interaction: Interaction, control: PageId) -> None:
    """A button of the log was pressed, in the table's channel or by who sits there; nobody else looks in."""

    async def turn() -> Answer:
        table = await table_reached(interaction, control.table)
        if table.channel_id != interaction.channel_id and not table.sits(interaction.user.id):
            raise NoTable
        return await log_answer(interaction, table, control.number)

    await answer(interaction, turn)


async def setting(interaction: Interaction, control: SettingId, values: list[str]) -> None:
    """A menu of the lobby's clock was used; it belongs to the channel, as the board does."""

    async def choose() -> Answer:
        table = await _of_this_channel(interaction, control.table)
        return await clock_panel.choose(interaction, table, control.name, values)

    await answer(interaction, choose)


async def order(interaction: Interaction, control: ControlId, values: list[str]) -> None:
    """A control of the panel of standing orders was pressed."""
    to = option_read("".join(values[:1])) if values else order_read(control.choice)
    await answer(interaction, lambda: order_panel.follow(interaction, control, to))


async def host(interaction: Interaction, control: ControlId) -> None:
    """The host was asked about a seat, in private or in the channel, and decides."""
    await answer(interaction, lambda: clock_panel.decide(interaction, control))


async def offer(interaction: Interaction, control: ControlId) -> None:
    """A seat is offered to or by the person, who decides."""
    await answer(interaction, lambda: seats.press(interaction, control))


async def undo(interaction: Interaction, control: ControlId) -> None:
    """A person takes back what they did."""
    await answer(interaction, lambda: undoing.press(interaction, control))


def _target(control: ControlId, values: list[str]) -> Go | Do:
    if control.kind is Kind.MENU:
        return option_read("".join(values[:1]))
    if control.kind is Kind.CARDS:
        return Do(".".join((control.choice, *values)))
    return Do(control.choice) if control.kind is Kind.DO else Go(control.choice)


async def _follow(interaction: Interaction, control: ControlId, to: Go | Do | None) -> Answer:
    sight = await see(interaction, control.table)
    if sight.seat != control.seat:
        raise SeatNotYours
    t = private_language(interaction)
    if sight.prompt != control.prompt:
        return await panel_answer(interaction, sight, text=table_texts.out_of_date_text(t))
    if to is None:
        return await panel_answer(interaction, sight, text=table_texts.not_a_number_text(t))
    if isinstance(to, Go):
        return await panel_answer(interaction, sight, path=to.path)
    try:
        data = decode(to.code)
    except BadCode:  # of another release, or forged
        return await panel_answer(interaction, sight, text=table_texts.out_of_date_text(t))
    return await act(interaction, sight.table, data, control.prompt)


async def _board(interaction: Interaction, control: BoardId) -> Answer:
    table = await _of_this_channel(interaction, control.table)
    return await BOARD.get(control.choice, _gone)(interaction, table)


async def _of_this_channel(interaction: Interaction, table_id: int) -> Table:
    table = await table_reached(interaction, table_id)
    if table.channel_id != interaction.channel_id:
        raise NoTable
    return table


async def _act(interaction: Interaction, table: Table) -> Answer:
    return await panel_answer(interaction, await see(interaction, table.id))


async def _screen(interaction: Interaction, table: Table) -> Answer:
    return await screen_answer(interaction, await see(interaction, table.id))


async def _log(interaction: Interaction, table: Table) -> Answer:
    return await log_answer(interaction, (await see(interaction, table.id)).table)


async def _help(interaction: Interaction, table: Table) -> Answer:
    sight = await see(interaction, table.id)
    if sight.observation is None or sight.table.state is TableState.STOPPED:
        return await screen_answer(interaction, sight)
    t = private_language(interaction)
    found = help_panel(sight.observation, sight.choices, people_of(sight.table, t), t)
    return Answer(embeds=found.embeds)


async def _rules(interaction: Interaction, _table: Table) -> Answer:
    return Answer(embeds=[topic("", private_language(interaction))])


async def _gone(interaction: Interaction, _table: Table) -> Answer:
    """A button that an older release put under its boards."""
    return Answer(table_texts.out_of_date_text(private_language(interaction)))


BOARD: Mapping[str, Callable[[Interaction, Table], Awaitable[Answer]]] = {
    "act": _act,
    "screen": _screen,
    "log": _log,
    "help": _help,
    "join": gathering.join,
    "leave": gathering.leave,
    "engage": gathering.engage,
    "dismiss": gathering.dismiss,
    "start": gathering.start,
    "rules": _rules,
    "clock": clock_panel.show,
    "pause": clock_panel.pause,
    "resume": clock_panel.resume,
    "rematch": gathering.rematch,
    "back": clock_panel.back,
}
