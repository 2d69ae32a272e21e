"""Phase 4: a menu of every legal step, best first, and finishing with what must be discarded (rule 8)."""

from collections.abc import Sequence

from discord import Embed

from bot.game.actions import Finish
from bot.locale import Translator
from bot.ui.board import steps_text
from bot.ui.cards import card_with_id, cards_with_ids
from bot.ui.legal import legal_of
from bot.ui.limits import SELECT_OPTIONS, SELECT_TEXT, fit
from bot.ui.panels.asking import Asking, UnfitPath, back_button, help_button, number, page, rows_of
from bot.ui.panels.codes import encode
from bot.ui.panels.parts import Button, CardMenu, Choice, Do, Go, Menu, Panel, Row
from bot.ui.panels.ranking import HEAD, Plan, ranked
from bot.ui.panels.step_texts import detail_text, paid_text, plan_text
from bot.ui.status import own_status
from bot.ui.words import cards_count


def construction_panel(asking: Asking) -> Panel:
    """The best steps, and the end of the phase."""
    return _steps_panel(asking, 1)


def steps_panel(asking: Asking, rest: Sequence[str]) -> Panel:
    """A page of the steps. `rest`: its number from 1."""
    if len(rest) != 1:
        raise UnfitPath
    return _steps_panel(asking, number(rest[0]))


def payment_panel(asking: Asking, rest: Sequence[str]) -> Panel:
    """The ways to pay for a step. `rest`: the step, as `Plan.path` writes it."""
    t, path = asking.t, ".".join((HEAD, *rest))
    plan = next((plan for plan in ranked(asking) if plan.path == path), None)
    if plan is None:
        raise UnfitPath
    embed = page(asking, t("How to pay"), plan_text(asking, plan), t("2 believers count as 1 artisan. (rule 8.7)"))
    buttons = [Button(paid_text(step, t), Do(encode(step)), "green") for step in plan.payments]
    return Panel([embed], [*rows_of(buttons), [back_button(asking)]])


def _steps_panel(asking: Asking, page_number: int) -> Panel:
    plans = ranked(asking)
    start = (page_number - 1) * SELECT_OPTIONS
    if start < 0 or start >= max(1, len(plans)):
        raise UnfitPath
    shown = plans[start : start + SELECT_OPTIONS]
    rows: list[Row] = []
    if shown:
        rows.append(_menu(asking, page_number, shown))
    if len(plans) > SELECT_OPTIONS:
        rows.append(_page_buttons(page_number, -(-len(plans) // SELECT_OPTIONS), asking.t))
    return Panel([_embed(asking, plans)], [*rows, *_finish_rows(asking, plans)])


def _embed(asking: Asking, plans: list[Plan]) -> Embed:
    t, observation = asking.t, asking.observation
    excess = len(_discards(asking)[0].discard)
    return page(
        asking,
        t("Construction"),
        f"**{own_status(observation, asking.people, t)}**",
        steps_text(observation, t),
        t("Your hand: {cards}", cards=cards_with_ids(asking.hand)),
        t("The steps are listed best first: most VP for what they cost, then the walls.") if plans else "",
        "" if plans else t("There is no step that you can pay for."),
        t("To finish now you must discard {cards}. (rule 8.11)", cards=cards_count(excess, t)) if excess else "",
    )


def _menu(asking: Asking, page_number: int, shown: list[Plan]) -> Menu:
    choices = [_choice(asking, plan) for plan in shown]
    return Menu(f"steps{page_number}", asking.t("Build or wall…"), choices)


def _choice(asking: Asking, plan: Plan) -> Choice:
    to = Do(encode(plan.step)) if len(plan.payments) == 1 else Go(plan.path)
    return Choice(fit(plan_text(asking, plan), SELECT_TEXT), to, detail_text(plan, asking.t))


def _page_buttons(page_number: int, pages: int, t: Translator) -> list[Button]:
    back = Button(t("◀ Better steps"), Go(f"steps.{page_number - 1}"), disabled=page_number == 1)
    on = Button(
        t("More steps ({page} of {pages}) ▶", page=page_number, pages=pages),
        Go(f"steps.{page_number + 1}"),
        disabled=page_number == pages,
    )
    return [back, on]


def _finish_rows(asking: Asking, plans: list[Plan]) -> list[Row]:
    """Finish as the only control where there is nothing else to do; else beside Help."""
    t, first = asking.t, _discards(asking)[0]
    if first.discard:
        return [_discard_menu(asking, len(first.discard)), [help_button(asking)]]
    finish = Button(t("Finish construction"), Do(encode(first)), "grey" if plans else "green")
    return [[finish, help_button(asking)] if plans else [finish]]


def _discard_menu(asking: Asking, excess: int) -> CardMenu:
    t = asking.t
    placeholder = t("Finish, discarding {cards}: choose…", cards=cards_count(excess, t))
    cards = [(card_with_id(card), card) for card in asking.hand]
    return CardMenu(encode(Finish(seat=asking.seat)), placeholder, cards, excess)


def _discards(asking: Asking) -> list[Finish]:
    return legal_of(asking.choices, Finish)
