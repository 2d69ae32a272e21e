"""Orders that are put together by several presses; what was chosen so far is in the path."""

from collections.abc import Callable, Sequence

from bot.game.components import COMMUNES
from bot.game.resources import RESOURCES, Resource
from bot.game.state import Defence, Phase
from bot.ui.cards import cards_row
from bot.ui.columns import columns_text
from bot.ui.offers import most_soldiers
from bot.ui.orders.checks import bonus_of, columns_held
from bot.ui.orders.codes import columns_code, columns_read, encode
from bot.ui.orders.order import AcquireNext, ClaimNext, Order, SealNext, WhenOutbid, resources
from bot.ui.orders.ordering import Ordering
from bot.ui.orders.texts import for_the_next_text, order_text
from bot.ui.panels.asking import FIRST, UnfitPath, back_button, number, page
from bot.ui.panels.choosing import question
from bot.ui.panels.draft import Draft, defence_of, draft_of, path_of, read_draft
from bot.ui.panels.invasion import draft_rows, sides_text
from bot.ui.panels.parts import Button, Choice, Do, Go, Menu, Panel, Row
from bot.ui.panels.weighing import weighing
from bot.ui.people import commune_name
from bot.ui.words import RESOURCE_EMOJI, half_coins, invader_name, resource_name

MOVE, INCOME, ACQUIRE, DRAFT = "move", "income", "acquire", "draft"


def move_panel(ordering: Ordering, rest: Sequence[str]) -> Panel:
    """The columns to move to when outbid, one after the other. `rest`: those chosen before."""
    t, chosen = ordering.t, tuple(map(number, rest))
    columns = range(1, len(ordering.observation.columns) + 1)
    if len(set(chosen)) < len(chosen) or not set(chosen) <= set(columns):
        raise UnfitPath
    embed = page(
        ordering,
        t("When outbid: move"),
        order_text(WhenOutbid(chosen), t) if chosen else "",
        t("Choose columns, the one you like best first. A move costs 1 believer. (rule 5.5)"),
        columns_text(ordering.observation, t),
    )
    order = Button(t("Order this"), Do(encode(WhenOutbid(chosen))), "green", disabled=not chosen)
    shorter = Button(t("Take the last one away"), Go(_path(MOVE, *rest[:-1])), disabled=not chosen)
    rows: list[Row] = [[order, shorter, back_button(ordering)]]
    if left := [column for column in columns if column not in chosen]:
        rows.insert(0, Menu(MOVE, t("Then to column…"), [_column_choice(ordering, rest, column) for column in left]))
    return Panel([embed], rows)


def income_panel(ordering: Ordering, rest: Sequence[str]) -> Panel:
    """The next resource of choice to name for an income. `rest`: those named before."""
    owed = COMMUNES[ordering.seat].choices
    return _choice_panel(ordering, ordering.t("Next turn: claim income"), _named(rest), owed, INCOME, ClaimNext)


def acquire_panel(ordering: Ordering, rest: Sequence[str]) -> Panel:
    """The next bonus resource to name. `rest`: the columns where envoys must stand still, and those named before."""
    columns = columns_read(rest[0]) if rest else ()
    if not columns or not set(columns) <= set(columns_held(ordering.observation)):
        raise UnfitPath
    owed, title = bonus_of(columns, ordering.observation), ordering.t("Next turn: acquire")

    def order(names: tuple[str, ...]) -> Order:
        return AcquireNext(columns, names)

    return _choice_panel(ordering, title, _named(rest[1:]), owed, _path(ACQUIRE, columns_code(columns)), order)


def defence_panel(ordering: Ordering, rest: Sequence[str]) -> Panel:
    """The next defence, put together by small steps. `rest`: as of a draft in an invasion."""
    t, observation, draft = ordering.t, ordering.observation, read_draft(rest, ordering.held)
    defence = defence_of(draft, ordering.held, ordering.seat)
    assert observation.invasion is not None
    sealed = observation.phase is Phase.INVASION and observation.defence is not None
    title = (
        t("Next invasion")
        if sealed
        else t("Next invasion: {invader}", invader=invader_name(observation.invasion.deck, t))
    )
    embed = page(ordering, title, *([for_the_next_text(t)] if sealed else weighing(ordering, defence)))
    now = sides_text(defence.league, defence.walls, t)
    embed.insert_field_at(0, name=t("What you would seal"), value=now, inline=False)
    order = Button(t("Order this"), Do(encode(SealNext(defence.league, defence.walls))), "green")
    return Panel([embed], [*draft_rows(ordering, draft), [order, back_button(ordering)]])


def first_draft(ordering: Ordering) -> str:
    """The path of the defence that is ordered, where its tokens are there; else of an empty one."""
    match ordering.given.get("defence"):
        case SealNext(league, walls):
            draft = draft_of(Defence(league, walls), ordering.held)
            return path_of(draft if draft.total <= most_soldiers(ordering.held) else Draft())
    return path_of(Draft())


def _choice_panel(
    ordering: Ordering,
    title: str,
    named: tuple[Resource, ...],
    owed: int,
    head: str,
    order: Callable[[tuple[str, ...]], Order],
) -> Panel:
    if len(named) >= owed:
        raise UnfitPath
    buttons = [_resource_button(ordering, (*named, name), owed, head, order) for name in RESOURCES]
    before = _path(head, *named[:-1]) if named else FIRST
    embed = page(ordering, title, question(named, owed, ordering.t))
    return Panel([embed], [buttons, [back_button(ordering, before)]])


def _resource_button(
    ordering: Ordering,
    named: tuple[Resource, ...],
    owed: int,
    head: str,
    order: Callable[[tuple[str, ...]], Order],
) -> Button:
    label = f"{RESOURCE_EMOJI[named[-1]]} {resource_name(named[-1], ordering.t)}"
    if len(named) < owed:
        return Button(label, Go(_path(head, *named)))
    return Button(label, Do(encode(order(tuple(sorted(named, key=RESOURCES.index))))), "green")


def _column_choice(ordering: Ordering, rest: Sequence[str], column: int) -> Choice:
    t, shown = ordering.t, ordering.observation.columns[column - 1]
    label = t("Column {column}: {cards}", column=column, cards=cards_row(shown.cards) or t("empty"))
    standing = t("no bid")
    if shown.bid is not None:
        standing = t("{seat} bids {bid}", seat=commune_name(shown.bid.seat), bid=half_coins(shown.bid.value))
    return Choice(label, Go(_path(MOVE, *rest, str(column))), standing)


def _named(rest: Sequence[str]) -> tuple[Resource, ...]:
    named = resources(rest)
    if len(named) < len(rest):
        raise UnfitPath
    return named


def _path(*parts: str) -> str:
    return ".".join(parts)
