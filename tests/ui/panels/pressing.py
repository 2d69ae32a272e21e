"""Panels as a person uses them: what is on them, where each control leads, and a walk over all that can be reached."""

from collections.abc import Iterator
from itertools import combinations

from discord import ButtonStyle, SelectOption
from discord.ui import Button as DiscordButton
from discord.ui import Item, Select, View

from bot.game.actions import Action, parse_action
from bot.game.components import Seat
from bot.game.observation import observe
from bot.game.rules import legal
from bot.game.state import State
from bot.ui.custom_ids import ControlId, Kind, template
from bot.ui.limits import check_message
from bot.ui.panels.codes import decode
from bot.ui.panels.panel import panel, typed
from bot.ui.panels.parts import Ask, Button, CardMenu, Choice, Do, Go, Menu, Panel
from tests.ui.playing import T, people_of
from tests.ui.showing import choices_of

TABLE, PROMPT = 999_999_999_999, 999_999
KINDS: dict[type[Go | Do | Ask], Kind] = {Go: Kind.GO, Do: Kind.DO, Ask: Kind.ASK}


def shown(state: State, seat: Seat, path: str = "") -> Panel:
    """The panel of a seat for a path."""
    return panel(observe(state, seat), choices_of(state, seat), people_of(state.communes), T, path)


def buttons(found: Panel) -> list[Button]:
    """Its buttons, the disabled ones included."""
    return [item for row in found.rows if not isinstance(row, Menu | CardMenu) for item in row]


def options(found: Panel) -> list[Choice]:
    """The options of its menus."""
    return [choice for row in found.rows if isinstance(row, Menu) for choice in row.choices]


def card_menus(found: Panel) -> list[CardMenu]:
    """Its menus of cards."""
    return [row for row in found.rows if isinstance(row, CardMenu)]


def targets(found: Panel) -> Iterator[Go | Do | Ask]:
    """Where its controls lead that can be pressed; of a menu of cards, every selection."""
    yield from (button.to for button in buttons(found) if not button.disabled)
    yield from (choice.to for choice in options(found))
    for menu in card_menus(found):
        for cards in combinations([card for _, card in menu.cards], menu.count):
            yield Do(".".join((menu.code, *cards)))


def walk(state: State, seat: Seat, *, most: int = 200) -> dict[str, Panel]:
    """The panels that presses reach from the first one, by path; the nearest ones where there are more than `most`."""
    found: dict[str, Panel] = {}
    waiting = [""]
    while waiting and len(found) < most:
        path = waiting.pop(0)
        found[path] = shown(state, seat, path)
        paths = [to.path for to in targets(found[path]) if isinstance(to, Go)]
        waiting += [path for path in dict.fromkeys(paths) if path not in found and path not in waiting]
    return found


def actions(found: Panel, state: State, seat: Seat) -> list[Action]:
    """The actions that its controls submit."""
    return [action_of(to, state, seat) for to in targets(found) if isinstance(to, Do)]


def reachable(state: State, seat: Seat, *, most: int = 200) -> list[Action]:
    """The actions that can be submitted after any presses, without typing."""
    return [action for found in walk(state, seat, most=most).values() for action in actions(found, state, seat)]


def typed_actions(state: State, seat: Seat, amounts: range) -> Iterator[Action]:
    """The actions that can be submitted after an amount was typed into a form."""
    for found in walk(state, seat).values():
        for form in (to for to in targets(found) if isinstance(to, Ask)):
            for amount in amounts:
                leads = typed(form.path, str(amount))
                assert isinstance(leads, Go)
                yield from actions(shown(state, seat, leads.path), state, seat)


def action_of(to: Do, state: State, seat: Seat) -> Action:
    """The action that a control submits for a seat."""
    return parse_action({**decode(to.code), "seat": seat}, state.communes)


def check(found: Panel) -> None:
    """The panel within Discord's limits, with the longest ids there may be; what is pressed can be read back."""
    check_message(None, list(found.embeds), view_of(found) if found.rows else None)
    for to in targets(found):
        assert template(KINDS[type(to)]).fullmatch(_id(KINDS[type(to)], _choice(to)))


def view_of(found: Panel) -> View:
    """The panel as Discord gets it."""
    view = View(timeout=None)
    for number, row in enumerate(found.rows):
        for item in _items(row):
            item.row = number
            view.add_item(item)
    return view


def _items(row: object) -> Iterator[Item[View]]:
    if isinstance(row, Menu):
        listed = [SelectOption(label=c.label, description=c.description, value=_value(c.to)) for c in row.choices]
        yield Select(custom_id=_id(Kind.MENU, row.name), placeholder=row.placeholder, options=listed)
    elif isinstance(row, CardMenu):
        listed = [SelectOption(label=label, value=card) for label, card in row.cards]
        custom_id = _id(Kind.CARDS, row.code)
        yield Select(custom_id=custom_id, options=listed, min_values=row.count, max_values=row.count)
    else:
        assert isinstance(row, list | tuple)
        for button in row:
            custom_id = _id(KINDS[type(button.to)], _choice(button.to))
            yield DiscordButton(label=button.label, style=ButtonStyle.grey, custom_id=custom_id)


def _choice(to: Go | Do | Ask) -> str:
    return to.code if isinstance(to, Do) else to.path


def _value(to: Go | Do) -> str:
    return f"{KINDS[type(to)]}:{_choice(to)}"


def _id(kind: Kind, choice: str) -> str:
    return str(ControlId(kind, TABLE, "firenze", PROMPT, choice))


def is_legal(action: Action, state: State) -> bool:
    """Whether the rules take the action."""
    return legal(state, action.seat).contains(action)
