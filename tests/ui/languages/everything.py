"""All that a person may be shown in a position, in any language."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from discord import Embed
from discord.ui import View

from bot.game.actions import Acquire, Build, Income, Wall
from bot.game.components import Seat
from bot.game.events import Event, InvasionResolved, visible_to
from bot.game.observation import Observation, observe
from bot.game.rules import Choices
from bot.game.state import Phase, State
from bot.locale import Translator
from bot.ui import options, table_texts
from bot.ui.board import board
from bot.ui.clock import clock_embed
from bot.ui.clock_settings import settings_lines
from bot.ui.lobby import lobby
from bot.ui.log import pages
from bot.ui.notices import KINDS, closed_dm_line, notice
from bot.ui.options import DEFENCE_FIELDS, Option
from bot.ui.panels.panel import help_panel, panel
from bot.ui.panels.parts import Ask, Go
from bot.ui.people import People, told_apart
from bot.ui.picture.description import describe
from bot.ui.report import commitment_notice, final_report, invasion_report, opened_proof
from bot.ui.rules_text import topic, topics
from bot.ui.screen import screen
from cogs.views import board_view, lobby_view, panel_view
from tests.ui.clocks import BANK_UNTIL, INVASION, QUIET, UNTIL, full, settings
from tests.ui.panels.pressing import PROMPT, TABLE, targets
from tests.ui.playing import T
from tests.ui.showing import TIME, choices_of

PLACE = "<#123456789012345678>"
HASH = "ab" * 32


@dataclass(frozen=True, slots=True)
class Message:
    """One message as Discord gets it."""

    content: str | None = None
    embeds: Sequence[Embed] = ()
    view: View | None = None


@dataclass(frozen=True)
class Look:
    """Somebody at a seat, or a spectator, who looks at a position; `events` came before it."""

    state: State
    seat: Seat | None
    people: People
    events: Sequence[Event] = ()
    most_panels: int = 40

    @cached_property
    def own(self) -> Observation:
        """What they may know."""
        return observe(self.state, self.seat)

    @cached_property
    def public(self) -> Observation:
        """What everybody may know."""
        return observe(self.state, None)

    @cached_property
    def choices(self) -> Choices | None:
        """What they may do."""
        return choices_of(self.state, self.seat)

    @cached_property
    def paths(self) -> list[str]:
        """The panels that their presses reach, and some that an amount typed into a form does."""
        found: dict[str, None] = {}
        waiting = [""]
        while waiting and len(found) < self.most_panels:
            path = waiting.pop(0)
            found[path] = None
            for to in targets(panel(self.own, self.choices, self.people, T, path)):
                if isinstance(to, Go):
                    waiting.append(to.path)
                if isinstance(to, Ask):
                    waiting += [f"{to.path}.0", f"{to.path}.1", f"{to.path}.999"]
            waiting = [path for path in dict.fromkeys(waiting) if path not in found]
        return list(found)

    def messages(self, t: Translator) -> Iterator[Message]:
        """What they are sent in this position."""
        yield from self._public_messages(t)
        yield Message(embeds=screen(self.own, self.people, self.choices, t))
        yield Message(embeds=screen(self.own, self.people, None, t, stopped=True))
        yield Message(embeds=help_panel(self.own, self.choices, self.people, t).embeds)
        for path in self.paths:
            shown = panel(self.own, self.choices, self.people, t, path)
            view = panel_view(shown, TABLE, self.seat, PROMPT) if self.seat else None
            yield Message(embeds=shown.embeds, view=view)
        if self.seat is not None:
            for kind in KINDS:
                yield Message(notice(kind, self.own, self.people, t, PLACE))
                yield Message(notice(kind, self.own, self.people, t, PLACE, until=UNTIL, bank_until=BANK_UNTIL))
        told = [event for event in self.events if visible_to(event, self.seat, open_screens=self.state.open_screens)]
        found = pages(told, self.people, t)
        for number, text in enumerate(found, start=1):
            yield Message(embeds=[table_texts.log_embed(text, number, len(found), t)])

    def _public_messages(self, t: Translator) -> Iterator[Message]:
        view = board_view(TABLE, t)
        lately = board(self.public, self.people, self.events, t, table=TABLE, since=len(self.events), time=TIME)
        yield Message(embeds=[lately], view=view)
        yield Message(embeds=[board(self.public, self.people, self.events, t, table=TABLE, stopped=True)])
        for event in self.events:
            if isinstance(event, InvasionResolved):
                yield Message(embeds=[invasion_report(event, self.public, self.people, t)])
        if self.state.phase is Phase.OVER:
            yield Message(embeds=[final_report(self.public, self.people, t)])

    def picture_text(self, t: Translator) -> str:
        """The alternative text of the picture."""
        return describe(self.public, self.people, t)

    def offers(self, t: Translator) -> Iterator[list[Option]]:
        """What autocomplete offers them while nothing is typed."""
        if self.choices is None:
            return
        choices, own = self.choices, self.own
        yield options.column_options(choices, own, "", t)
        for column in (None, *range(1, len(own.columns) + 1)):
            yield options.coin_options(choices, column, "", t)
            yield options.believer_options(choices, column, None, "", t)
        for gain in (Acquire, Income):
            yield options.resource_options(choices, gain, None, "", t)
        for kind in (Build, Wall):
            yield options.card_options(choices, kind, "", t)
            yield options.artisan_options(choices, kind, None, None, "", t)
            yield options.payment_believer_options(choices, kind, None, None, "", t)
        yield options.build_target_options(choices, own, None, "", t)
        yield options.section_options(choices, own, None, "", t)
        yield options.as_options(choices, None, None, "", t)
        yield options.discard_options(choices, "", t)
        yield options.loot_options(choices, "", t)
        for field in DEFENCE_FIELDS if self.state.phase is Phase.INVASION else ():
            yield options.defence_options(choices, own, field, {}, "", t)


def tables(people: People, t: Translator) -> Iterator[Message]:
    """What is said of a table: its lobby, its start, its end, and the rules."""
    names = list(told_apart(dict(enumerate(people.names.values(), start=1))).values())
    for seated in (names[:1], names):
        for open_screens in (False, True):
            yield Message(embeds=[lobby(names[0], seated, 5, open_screens, t, table=TABLE)], view=lobby_view(TABLE, t))
    for clock in settings():
        lines = settings_lines(clock, t)
        yield Message(embeds=[lobby(names[0], names, 5, False, t, table=TABLE, time_lines=lines)])
        for shown in (None, QUIET, full(INVASION)):
            yield Message(embeds=[clock_embed(clock, shown, people, t)])
    yield Message(embeds=[commitment_notice(HASH, people, t)])
    yield Message(opened_proof(HASH[:32], HASH, t))
    yield Message(closed_dm_line("<@123456789012345678>", t))
    for _, title in topics("", t):
        yield Message(embeds=[topic(title, t)])


def texts_of(message: Message) -> Iterator[str]:
    """Every text of a message that a person reads."""
    yield message.content or ""
    for embed in message.embeds:
        yield from (embed.title or "", embed.description or "", embed.footer.text or "")
        for field in embed.fields:
            yield from (str(field.name), str(field.value))
    for row in message.view.to_components() if message.view else ():
        for item in row["components"]:
            yield from (item.get("label") or "", item.get("placeholder") or "")
            for option in item.get("options", ()):
                yield from (option["label"], option.get("description") or "")
