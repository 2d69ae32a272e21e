"""Everything that reaches one person, as text to compare and to check."""

from collections.abc import Iterator, Sequence

from discord import Embed

from bot.game.actions import Acquire, Build, Income, Wall
from bot.game.components import Seat
from bot.game.events import Event, InvasionResolved, visible_to
from bot.game.observation import Observation, observe
from bot.game.rules import Choices, legal, may_act
from bot.game.state import Phase, State
from bot.ui import options
from bot.ui.board import board
from bot.ui.limits import check_choices, check_message
from bot.ui.log import pages
from bot.ui.notices import KINDS, notice
from bot.ui.options import DEFENCE_FIELDS, Option
from bot.ui.people import People
from bot.ui.report import final_report, invasion_report
from bot.ui.screen import screen
from tests.ui.playing import T

TIME = "⏳" * 900  # as much as is said of a table's clock


def choices_of(state: State, seat: Seat | None) -> Choices | None:
    """What a seat may do, while it may act."""
    return legal(state, seat) if seat is not None and may_act(state, seat) else None


def text_of(embed: Embed) -> str:
    """All text of an embed."""
    parts = [embed.title, embed.description, *(text for field in embed.fields for text in (field.name, field.value))]
    return "\n".join(part for part in (*parts, embed.footer.text) if part)


def embeds_for(state: State, seat: Seat | None, people: People, events: Sequence[Event]) -> Iterator[list[Embed]]:
    """The messages with embeds that a person may see in a state; each is checked against the limits."""
    public = observe(state, None)
    yield [board(public, people, events, T, table=123456, since=len(events), time=TIME)]
    yield screen(observe(state, seat), people, choices_of(state, seat), T)
    yield from ([invasion_report(event, public, people, T)] for event in events if isinstance(event, InvasionResolved))
    if state.phase is Phase.OVER:
        yield [final_report(public, people, T)]


def shown_to(state: State, seat: Seat | None, people: People, events: Sequence[Event]) -> list[str]:
    """Every text of a state that reaches a person; all of it within Discord's limits."""
    texts: list[str] = []
    for embeds in embeds_for(state, seat, people, events):
        check_message(None, embeds)
        texts += map(text_of, embeds)
    told = [event for event in events if visible_to(event, seat, open_screens=state.open_screens)]
    texts += pages(told, people, T)
    if seat is not None:
        texts += [notice(kind, observe(state, seat), people, T, "<#123456789012345678>") for kind in KINDS]
        texts += map(str, offered_to(state, seat))
    return texts


def offered_to(state: State, seat: Seat) -> list[Option]:
    """What autocomplete offers for each option when nothing was typed; all of it within Discord's limits."""
    choices = choices_of(state, seat)
    if choices is None:
        return []
    found: list[Option] = []
    for offered in _offers(choices, observe(state, seat)):
        check_choices(offered)
        found += offered
    return found


def _offers(choices: Choices, observation: Observation) -> Iterator[list[Option]]:
    yield options.column_options(choices, observation, "", T)
    yield options.coin_options(choices, None, "", T)
    yield options.believer_options(choices, None, None, "", T)
    yield options.resource_options(choices, Acquire, None, "", T)
    yield options.resource_options(choices, Income, None, "", T)
    yield options.build_target_options(choices, observation, None, "", T)
    yield options.section_options(choices, observation, None, "", T)
    yield options.as_options(choices, None, None, "", T)
    yield options.discard_options(choices, "", T)
    yield options.loot_options(choices, "", T)
    for kind in (Build, Wall):
        yield options.card_options(choices, kind, "", T)
        yield options.artisan_options(choices, kind, None, None, "", T)
        yield options.payment_believer_options(choices, kind, None, None, "", T)
    for field in DEFENCE_FIELDS if observation.phase is Phase.INVASION else ():
        yield options.defence_options(choices, observation, field, {}, "", T)
