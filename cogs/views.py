"""Panels as Discord takes them: views that keep no timer and no reference; presses go by the custom ids alone."""

from collections.abc import Callable, Iterator, Mapping

import discord
from discord.ui import View

from bot.game.components import Seat
from bot.locale import Translator
from bot.ui.custom_ids import BoardId, ControlId, Kind
from bot.ui.panels.parts import Ask, Button, CardMenu, Colour, Do, Go, Menu, Panel, Row
from bot.ui.table_texts import BOARD_BUTTONS, LOBBY_BUTTONS

STYLES: dict[Colour, discord.ButtonStyle] = {
    "grey": discord.ButtonStyle.secondary,
    "blue": discord.ButtonStyle.primary,
    "green": discord.ButtonStyle.success,
    "red": discord.ButtonStyle.danger,
}
Named = Callable[[Kind, str], str]
Item = discord.ui.Button[View] | discord.ui.Select[View]


def panel_view(panel: Panel, table: int, seat: Seat, prompt: int) -> View | None:
    """The controls of a seat's panel; None where it has none."""
    if not panel.rows:
        return None

    def named(kind: Kind, choice: str) -> str:
        return str(ControlId(kind, table, seat, prompt, choice))

    view = View(timeout=None)
    for number, row in enumerate(panel.rows):
        for item in _items(row, named):
            item.row = number
            view.add_item(item)
    return _forgotten(view)


def board_view(table: int, t: Translator) -> View:
    """The buttons under a board; they say the same to everybody."""
    return _public_view(table, BOARD_BUTTONS, t)


def lobby_view(table: int, t: Translator) -> View:
    """The buttons under a lobby."""
    return _public_view(table, LOBBY_BUTTONS, t)


def _public_view(table: int, buttons: Mapping[str, str], t: Translator) -> View:
    view = View(timeout=None)
    for number, (choice, label) in enumerate(buttons.items()):
        style = STYLES["grey" if number else "blue"]
        view.add_item(discord.ui.Button(label=t(label), style=style, custom_id=str(BoardId(table, choice))))
    return _forgotten(view)


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


def option_read(value: str) -> Go | Do:
    """The inverse of `option_value`; anything else leads to the first panel."""
    kind, _, rest = value.partition(":")
    return Do(rest) if kind == Kind.DO else Go(rest)
