"""Phase 3: a defence put together by small steps, weighed before it is sealed (rules 7, 11)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from bot.game.actions import Defend, Force
from bot.locale import Translator, msgid
from bot.ui.offers import most_soldiers
from bot.ui.panels.asking import Asking, Looking, help_button, page
from bot.ui.panels.codes import encode
from bot.ui.panels.draft import ALL, Draft, defence_of, draft_of, other_payments, paid, path_of, read_draft
from bot.ui.panels.parts import Button, Do, Go, Panel, Row
from bot.ui.panels.weighing import weighing
from bot.ui.status import own_status
from bot.ui.words import amounts, force_text, invader_name

Side = Literal["league", "walls"]
STEPS: tuple[int | str, ...] = (-1, 1, 3, ALL)
LABELS: Mapping[Side, Mapping[int | str, str]] = {
    "league": {-1: msgid("League −1"), 1: msgid("League +1"), 3: msgid("League +3"), ALL: msgid("League: all")},
    "walls": {-1: msgid("Walls −1"), 1: msgid("Walls +1"), 3: msgid("Walls +3"), ALL: msgid("Walls: all")},
}


def invasion_panel(asking: Asking) -> Panel:
    """The draft that stands for what is sealed already, or an empty one."""
    return _panel(asking, draft_of(asking.observation.defence, asking.held))


def draft_panel(asking: Asking, rest: Sequence[str]) -> Panel:
    """A draft. `rest`: soldiers for the League and for the walls, pairs of coins and of believers among them."""
    return _panel(asking, read_draft(rest, asking.held))


def _panel(asking: Asking, draft: Draft) -> Panel:
    t, observation, defence = asking.t, asking.observation, defence_of(draft, asking.held, asking.seat)
    assert observation.invasion is not None
    embed = page(
        asking,
        t("Invasion: {invader}", invader=invader_name(observation.invasion.deck, t)),
        f"**{own_status(observation, asking.people, t)}**",
        *weighing(asking, defence),
    )
    for place, (name, value) in enumerate(_fields(asking, defence)):
        embed.insert_field_at(place, name=name, value=value, inline=False)
    return Panel([embed], list(_rows(asking, draft, defence)))


def _fields(asking: Asking, defence: Defend) -> Iterator[tuple[str, str]]:
    t, sealed = asking.t, asking.observation.defence
    if sealed is not None:
        yield t("Your sealed defence"), sides_text(sealed.league, sealed.walls, t)
    yield t("What you would seal now"), sides_text(defence.league, defence.walls, t)


def sides_text(league: Force, walls: Force, t: Translator) -> str:
    """Both sides of a defence, a line each."""
    return t("League: {league}\nWalls: {walls}", league=force_text(league, t), walls=force_text(walls, t))


def draft_rows(looking: Looking, draft: Draft) -> Iterator[Row]:
    """The controls that change a draft: steps of each side, and other tokens for it."""
    if most_soldiers(looking.held):
        yield [_step_button(looking, draft, "league", step) for step in STEPS]
        yield [_step_button(looking, draft, "walls", step) for step in STEPS]
    if others := list(other_payments(draft, looking.held)):
        yield [_payment_button(looking, other) for other in others]


def _rows(asking: Asking, draft: Draft, defence: Defend) -> Iterator[Row]:
    t = asking.t
    yield from draft_rows(asking, draft)
    label = t("Seal again") if asking.observation.defence else t("Seal")
    yield [Button(label, Do(encode(defence)), "green"), help_button(asking)]


def _step_button(looking: Looking, draft: Draft, side: Side, step: int | str) -> Button:
    """A step of one side; disabled where it would take more than is held, or less than nothing."""
    now = draft.league if side == "league" else draft.walls
    free = most_soldiers(looking.held) - draft.total
    target: int | str = now + step if isinstance(step, int) else step
    disabled = not -now <= step <= free if isinstance(step, int) else not free
    return Button(looking.t(LABELS[side][step]), Go(path_of(draft, **{side: target})), "blue", disabled)


def _payment_button(looking: Looking, other: Draft) -> Button:
    t = looking.t
    tokens = amounts(paid(other, looking.held).tokens, t)
    return Button(t("Send {tokens} instead", tokens=tokens), Go(path_of(other)))
