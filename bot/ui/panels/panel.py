"""The panel of a seat: what it sees and presses when it must decide. A path says which one; the draft is in it."""

from collections.abc import Callable, Mapping, Sequence

from discord import Embed

from bot.game.observation import Observation
from bot.game.rules import Choices
from bot.game.state import Phase
from bot.locale import Translator
from bot.ui.board import QUIET_COLOUR
from bot.ui.panels.asking import FIRST, HELP, Asking, UnfitPath
from bot.ui.panels.bids import bid_panel, typed_amount
from bot.ui.panels.choosing import acquire_panel, income_panel
from bot.ui.panels.construction import construction_panel, payment_panel, steps_panel
from bot.ui.panels.help import help_page, help_while_waiting
from bot.ui.panels.invasion import draft_panel, invasion_panel
from bot.ui.panels.outbid import outbid_panel
from bot.ui.panels.parts import Do, Go, Panel
from bot.ui.panels.projects import projects_panel
from bot.ui.panels.repair import repair_panel
from bot.ui.people import People
from bot.ui.status import own_status, status

FIRST_PANELS: Mapping[Phase, Callable[[Asking], Panel]] = {
    Phase.PROJECTS: projects_panel,
    Phase.OUTBID: outbid_panel,
    Phase.INVASION: invasion_panel,
    Phase.CONSTRUCTION: construction_panel,
    Phase.REPAIR: repair_panel,
}
# By the head of the path; they are given what follows it.
INNER_PANELS: Mapping[Phase, Mapping[str, Callable[[Asking, Sequence[str]], Panel]]] = {
    Phase.PROJECTS: {"bid": bid_panel, "acquire": acquire_panel, "income": income_panel},
    Phase.INVASION: {"draft": draft_panel},
    Phase.CONSTRUCTION: {"steps": steps_panel, "pay": payment_panel},
}


def panel(observation: Observation, choices: Choices | None, people: People, t: Translator, path: str = FIRST) -> Panel:
    """The panel of the observing seat for a path; the phase's first one for a path that does not fit (any more).

    Without `choices`, or any legal action among them, it only says what is awaited.
    """
    if choices is None or not choices.kinds:
        return _waiting_panel(observation, people, t)
    asking = Asking(observation, people, t, choices)
    if path == HELP:
        return help_page(asking)
    try:
        return _inner_panel(asking, path)
    except UnfitPath:  # of another release, or forged, or no longer possible
        return FIRST_PANELS[observation.phase](asking)


def help_panel(observation: Observation, choices: Choices | None, people: People, t: Translator) -> Panel:
    """What the phase is, what the seat may do, and why other things are not offered, with the rules' numbers."""
    if choices is None or not choices.kinds:
        return help_while_waiting(observation, people, t)
    return help_page(Asking(observation, people, t, choices))


def typed(path: str, text: str) -> Go | Do | None:
    """Where a number leads that was typed into the form of a path; None for anything else (law 9)."""
    head, *rest = path.split(".")
    try:
        return typed_amount(rest, text.strip()) if head == "bid" else None
    except UnfitPath:  # no number: the person is told what to type
        return None


def _inner_panel(asking: Asking, path: str) -> Panel:
    head, *rest = path.split(".")
    builder = INNER_PANELS.get(asking.observation.phase, {}).get(head)
    if builder is None:
        raise UnfitPath
    return builder(asking, rest)


def _waiting_panel(observation: Observation, people: People, t: Translator) -> Panel:
    awaited = (status if observation.seat is None else own_status)(observation, people, t)
    return Panel([Embed(description=awaited, colour=QUIET_COLOUR)])
