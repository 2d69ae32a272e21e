"""Panels as Discord takes them: views that keep no timer and no reference; presses go by the custom ids alone."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import discord
from discord.ui import View

from bot.game.components import Seat
from bot.locale import Translator, msgid
from bot.ui.clock_menus import ClockMenu
from bot.ui.custom_ids import BoardId, ControlId, Kind, PageId, SettingId
from bot.ui.limits import ROW_BUTTONS
from bot.ui.notices import HOST_BUTTONS
from bot.ui.panels.parts import Ask, Button, CardMenu, Colour, Do, Go, Menu, Panel, Row
from bot.ui.people_texts import offer_label
from bot.ui.report import FINAL_BUTTONS
from bot.ui.table_texts import BOARD_BUTTONS, LOBBY_BUTTONS
from bot.ui.undo import Undo

STYLES: dict[Colour, discord.ButtonStyle] = {
    "grey": discord.ButtonStyle.secondary,
    "blue": discord.ButtonStyle.primary,
    "green": discord.ButtonStyle.success,
    "red": discord.ButtonStyle.danger,
}
OFFER_STYLES = {"accept": STYLES["green"], "decline": STYLES["grey"], "recall": STYLES["grey"]}
CLOCK_BUTTONS = {"pause": msgid("Pause"), "resume": msgid("Go on"), "back": msgid("I am back")}
NO_CHOICE = "-"
Named = Callable[[Kind, str], str]
Item = discord.ui.Button[View] | discord.ui.Select[View]


def panel_view(panel: Panel, table: int, seat: Seat, prompt: int, undo: Undo | None = None) -> View | None:
    """The controls of a seat's panel, with what it may take back; None where it has none."""
    if not panel.rows:
        return None if undo is None else undo_view(table, seat, undo)

    def named(kind: Kind, choice: str) -> str:
        return str(ControlId(kind, table, seat, prompt, choice))

    view = _panel_view(panel, named)
    if undo is not None:
        view.add_item(_undo_button(table, seat, undo, len(panel.rows)))
    return view


def orders_view(panel: Panel, table: int, seat: Seat) -> View:
    """The controls of a panel of standing orders: their kinds stand before their choices."""
    return _panel_view(panel, lambda kind, choice: _order_id(table, seat, kind, choice))


def with_orders(view: View | None, table: int, seat: Seat, t: Translator) -> View:
    """The controls of a screen, and the button that shows its owner's standing orders beside the last of them."""
    shown = View(timeout=None) if view is None else view
    rows = [item.row or 0 for item in shown.children]
    last = max(rows, default=0)
    full = sum(item.width for item in shown.children if (item.row or 0) == last) == ROW_BUTTONS
    custom_id = _order_id(table, seat, Kind.GO, "")
    shown.add_item(discord.ui.Button(label=t("Orders"), style=STYLES["grey"], custom_id=custom_id, row=last + full))
    return _forgotten(shown)


def undo_view(table: int, seat: Seat, undo: Undo) -> View:
    """For a seat that is not asked, the button that takes back what it did."""
    view = View(timeout=None)
    view.add_item(_undo_button(table, seat, undo))
    return _forgotten(view)


def board_view(table: int, t: Translator) -> View:
    """The buttons under a board; they say the same to everybody."""
    return _public_view(table, BOARD_BUTTONS, t)


def lobby_view(table: int, t: Translator) -> View:
    """The buttons under a lobby."""
    return _public_view(table, LOBBY_BUTTONS, t)


def final_view(table: int, t: Translator) -> View:
    """The buttons under the final report."""
    return _public_view(table, FINAL_BUTTONS, t)


def resigned_view(table: int, t: Translator) -> View:
    """The button by which who is left goes on."""
    view = View(timeout=None)
    view.add_item(_board_button(table, "resume", t(CLOCK_BUTTONS["resume"]), "blue"))
    return _forgotten(view)


def offers_view(table_seats: Sequence[tuple[int, Seat, Sequence[str]]], t: Translator) -> View | None:
    """A row for each offered seat, by its table: those of OFFER_BUTTONS that are the person's."""
    view = View(timeout=None)
    for row, (table, seat, choices) in enumerate(table_seats):
        for choice in choices:
            custom_id = str(ControlId(Kind.SEAT, table, seat, 0, choice))
            label = offer_label(choice, seat, table, t)
            view.add_item(discord.ui.Button(label=label, style=OFFER_STYLES[choice], custom_id=custom_id, row=row))
    return _forgotten(view) if view.children else None


def clock_view(table: int, choices: Sequence[str], asked: Sequence[tuple[Seat, int]], t: Translator) -> View | None:
    """Those of CLOCK_BUTTONS that are `choices`, and what the host may decide: about seats, by their prompts."""
    view = View(timeout=None)
    for choice, label in CLOCK_BUTTONS.items():
        if choice in choices:
            view.add_item(_board_button(table, choice, t(label), "grey"))
    for seat, prompt in asked:
        for item in _host_buttons(table, seat, prompt, t):
            view.add_item(item)
    return _forgotten(view) if view.children else None


def host_view(table: int, seat: Seat, prompt: int, t: Translator) -> View:
    """What the host may decide about a seat whose time ran out."""
    view = View(timeout=None)
    for item in _host_buttons(table, seat, prompt, t):
        view.add_item(item)
    return _forgotten(view)


def pages_view(table: int, buttons: Sequence[tuple[int, str]]) -> View | None:
    """The buttons that turn to pages of the log; None where there is no other."""
    view = View(timeout=None)
    for number, label in buttons:
        custom_id = str(PageId(table, number))
        view.add_item(discord.ui.Button(label=label, style=STYLES["grey"], custom_id=custom_id))
    return _forgotten(view) if buttons else None


def settings_view(table: int, menus: Sequence[ClockMenu]) -> View:
    """The menus by which the host sets the clock of a lobby."""
    view = View(timeout=None)
    for menu in menus:
        view.add_item(_setting(table, menu))
    return _forgotten(view)


def _host_buttons(table: int, seat: Seat, prompt: int, t: Translator) -> Iterator[Item]:
    for choice, label in HOST_BUTTONS.items():
        custom_id = str(ControlId(Kind.HOST, table, seat, prompt, choice))
        yield discord.ui.Button(label=t(label), style=STYLES["blue"], custom_id=custom_id)


def _setting(table: int, menu: ClockMenu) -> discord.ui.Select[View]:
    return discord.ui.Select(
        custom_id=str(SettingId(table, menu.name)),
        placeholder=menu.placeholder,
        options=[
            discord.SelectOption(label=label, value=value, default=chosen) for label, value, chosen in menu.options
        ],
        min_values=menu.least,
        max_values=menu.most,
    )


def _public_view(table: int, buttons: Mapping[str, str], t: Translator) -> View:
    view = View(timeout=None)
    for number, (choice, label) in enumerate(buttons.items()):
        view.add_item(_board_button(table, choice, t(label), "grey" if number else "blue"))
    return _forgotten(view)


def _board_button(table: int, choice: str, label: str, colour: Colour) -> discord.ui.Button[View]:
    return discord.ui.Button(label=label, style=STYLES[colour], custom_id=str(BoardId(table, choice)))


def _panel_view(panel: Panel, named: Named) -> View:
    view = View(timeout=None)
    for number, row in enumerate(panel.rows):
        for item in _items(row, named):
            item.row = number
            view.add_item(item)
    return _forgotten(view)


def _order_id(table: int, seat: Seat, kind: Kind, choice: str) -> str:
    return str(ControlId(Kind.ORDER, table, seat, 0, f"{kind}.{choice}"))


def _undo_button(table: int, seat: Seat, undo: Undo, row: int = 0) -> discord.ui.Button[View]:
    custom_id = str(ControlId(Kind.UNDO, table, seat, undo.own, NO_CHOICE))
    return discord.ui.Button(label=undo.label, style=STYLES["grey"], custom_id=custom_id, row=row)


def _forgotten(view: View) -> View:
    view.stop()  # discord.py does not store a stopped view; presses reach the classes of `controls` by their ids
    return view


def _items(row: Row, named: Named) -> Iterator[Item]:
    if isinstance(row, Menu):
        yield _menu(row, named)
    elif isinstance(row, CardMenu):
        yield _card_menu(row, named)
    else:
        yield from (_button(button, named) for button in row)


def _button(button: Button, named: Named) -> discord.ui.Button[View]:
    match button.to:
        case Go(path):
            custom_id = named(Kind.GO, path)
        case Do(code):
            custom_id = named(Kind.DO, code)
        case Ask(path):
            custom_id = named(Kind.ASK, path)
    return discord.ui.Button(
        label=button.label, style=STYLES[button.colour], custom_id=custom_id, disabled=button.disabled
    )


def _menu(menu: Menu, named: Named) -> discord.ui.Select[View]:
    options = [
        discord.SelectOption(label=choice.label, description=choice.description, value=option_value(choice.to))
        for choice in menu.choices
    ]
    return discord.ui.Select(custom_id=named(Kind.MENU, menu.name), placeholder=menu.placeholder, options=options)


def _card_menu(menu: CardMenu, named: Named) -> discord.ui.Select[View]:
    return discord.ui.Select(
        custom_id=named(Kind.CARDS, menu.code),
        placeholder=menu.placeholder,
        options=[discord.SelectOption(label=label, value=card) for label, card in menu.cards],
        min_values=menu.count,
        max_values=menu.count,
    )


def option_value(to: Go | Do) -> str:
    """A menu option's value: where it leads."""
    return f"{Kind.GO}:{to.path}" if isinstance(to, Go) else f"{Kind.DO}:{to.code}"


def order_read(choice: str) -> Go | Do:
    """Where a button of standing orders leads, by the choice in its id; anything else leads to their first panel."""
    kind, _, rest = choice.partition(".")
    return Do(rest) if kind == Kind.DO else Go(rest)


def option_read(value: str) -> Go | Do:
    """The inverse of `option_value`; anything else leads to the first panel."""
    kind, _, rest = value.partition(":")
    return Do(rest) if kind == Kind.DO else Go(rest)
