"""Why a construction step is not offered: every card on every building and section, paid for as well as possible."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.game.actions import Build, Wall
from bot.game.components import CARDS, CardId
from bot.game.errors import PaymentNotExact, Refusal, WrongType
from bot.game.resources import Resources
from bot.ui.cards import TYPE_MARKS, card_with_id
from bot.ui.panels.asking import Asking
from bot.ui.refusals import refusal_text
from bot.ui.steps import Step, place_of
from bot.ui.words import amounts, is_wild, listed

PAIR = 2  # believers that stand for an artisan (8.7)


class _Reason(NamedTuple):
    """What those cards have in common that cannot be placed somewhere."""

    kind: type[Step]
    place: int | None
    refused: type[Refusal]
    due: int


def step_reasons(asking: Asking) -> Iterator[str]:
    """A sentence for each place and reason, with the cards that it concerns."""
    found: dict[_Reason, tuple[Refusal, list[CardId]]] = {}
    for step in _tries(asking):
        if refused := _refused(asking, step):
            reason = _Reason(type(step), place_of(step), type(refused), _due(refused))
            found.setdefault(reason, (refused, []))[1].append(step.card)
    for reason, (refused, cards) in found.items():
        yield _text(asking, reason, refused, cards)


def _tries(asking: Asking) -> Iterator[Step]:
    """Every card in hand on everything there is, and as something new."""
    seat = asking.seat
    for place in (None, *range(1, len(asking.city.buildings) + 1)):
        for card in asking.hand:
            declared = CARDS[card].types[0] if place is None and is_wild(card) else None
            yield Build(seat=seat, card=card, building=place, declared=declared)
    for place in (None, *range(1, len(asking.city.walls) + 1)):
        for card in asking.hand:
            yield Wall(seat=seat, card=card, section=place)


def _refused(asking: Asking, step: Step) -> Refusal | None:
    """Why a step is refused even when it is paid for in artisans, and in believers for those that are missing."""
    refused = asking.choices.refusal(step)
    if not isinstance(refused, PaymentNotExact):
        return refused
    artisans = min(_due(refused), asking.held.artisans)
    paid = {"artisans": artisans, "believers": PAIR * (_due(refused) - artisans)}
    return refused if asking.choices.refusal(step.model_copy(update=paid)) else None


def _due(refused: Refusal) -> int:
    due = refused.data.get("due", 0)
    assert isinstance(due, int)
    return due


def _text(asking: Asking, reason: _Reason, refused: Refusal, cards: list[CardId]) -> str:
    t, what = asking.t, _place_text(asking, reason)
    names = listed(map(card_with_id, cards), t)
    if isinstance(refused, PaymentNotExact):
        return t(
            "{what} with {cards}: costs {due}, and you have {tokens}; 2 believers count as 1 artisan. (rule {rule})",
            what=what,
            cards=names,
            due=amounts(Resources(artisans=reason.due), t),
            tokens=amounts(asking.held._replace(coins=0, soldiers=0), t),
            rule=refused.rule,
        )
    if isinstance(refused, WrongType):
        return t("{what}: not of its type are {cards}. (rule {rule})", what=what, cards=names, rule=refused.rule)
    return t("{what}: {why}", what=what, why=refusal_text(refused, asking.people, t))


def _place_text(asking: Asking, reason: _Reason) -> str:
    t, place = asking.t, reason.place
    if reason.kind is Wall:
        return t("New wall section") if place is None else t("Wall section {number}", number=place)
    if place is None:
        return t("New building")
    return t("Building {number} {type}", number=place, type=TYPE_MARKS[asking.city.buildings[place - 1].type])
