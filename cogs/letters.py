"""What is written to seats and channels, from what they may know when it is sent (law 4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord

from bot.game.actions import Defend
from bot.game.events import InvasionResolved, visible_to
from bot.game.observation import Observation
from bot.game.proof import commitment
from bot.locale import Translator, translator
from bot.tables.log import History
from bot.tables.model import Table, TableState
from bot.tables.notices import REPORTS, Kind, Notice
from bot.tables.service import Tables
from bot.ui import table_texts
from bot.ui.board import board
from bot.ui.clock import time_text
from bot.ui.clock_settings import settings_lines
from bot.ui.clock_texts import archived_line, host_line
from bot.ui.lobby import lobby
from bot.ui.notices import Kind as NoticeKind
from bot.ui.notices import closed_dm_line, host_question, notice
from bot.ui.panels.panel import panel
from bot.ui.people import People
from bot.ui.report import commitment_notice, final_report, invasion_report, opened_proof
from bot.ui.screen import screen
from cogs.hosting import name_of, people_of
from cogs.timing import settings_shown, time_left, time_shown
from cogs.views import board_view, host_view, lobby_view, panel_view

PRIVATE: dict[Kind, NoticeKind] = {
    Kind.STARTED: "started",
    Kind.TURN: "turn",
    Kind.OUTBID: "outbid",
    Kind.WITHDRAWN: "withdrawn",
    Kind.INVASION: "invasion",
    Kind.OVER: "over",
    Kind.REMINDER: "reminder",
    Kind.TIMED_OUT: "time out",
}
LINES: dict[Kind, Callable[[Translator], str]] = {
    Kind.STOPPED: table_texts.stopped_line,
    Kind.ASIDE: table_texts.aside_line,
    Kind.ARCHIVED: archived_line,
}


@dataclass(frozen=True, slots=True)
class Letter:
    """The content of a message; with a picture, what it is to show is a spectator's observation."""

    content: str | None = None
    embeds: Sequence[discord.Embed] = ()
    view: discord.ui.View | None = None
    picture: Observation | None = None


async def private_letter(tables: Tables, table: Table, told: Notice, user_id: int) -> Letter:
    """To the holder of a seat: why they are written to, and their screen as it is now; to the host a question."""
    known = await tables.people.known(user_id)
    t = translator((known and known.locale) or table.settings.language)
    if told.kind is Kind.ASK_HOST:
        return await _question(tables, table, told, t)
    sight, shown = await tables.reader.sight(table.id, user_id), await time_shown(tables, table)
    assert sight.observation is not None
    assert sight.seat is not None
    people = people_of(table, t)
    until, bank_until = (None, None) if sight.prompt is None else time_left(shown, sight.seat)
    text = notice(PRIVATE[told.kind], sight.observation, people, t, _place(table), until=until, bank_until=bank_until)
    embeds = screen(sight.observation, people, sight.choices, t)
    if sight.prompt is None:
        return Letter(text, embeds)
    controls = panel_view(panel(sight.observation, sight.choices, people, t), table.id, sight.seat, sight.prompt)
    return Letter(text, embeds, controls)


def public_ping(table: Table, told: Notice, user_id: int) -> Letter:
    """In the channel, for who is not told in private: the same whatever the reason, in an invasion for all (3.5).

    Only what the host is asked is no secret.
    """
    t, mention = translator(table.settings.language), f"<@{user_id}>"
    if told.kind is Kind.ASK_HOST and told.seat is not None:
        return Letter(host_line(mention, told.seat, people_of(table, t), t))
    return Letter(closed_dm_line(mention, t))


async def public_letter(tables: Tables, table: Table, kind: Kind) -> Letter:
    """To the channel, in the table's language."""
    t = translator(table.settings.language)
    if kind in LINES:
        return Letter(LINES[kind](t))
    if kind is Kind.FINAL:
        return await _final(tables, table, t)
    if kind in REPORTS:
        return await _report(tables, table, REPORTS[kind], t)
    history = await tables.reader.history(table)
    promise = commitment(history.setup, history.salt)
    if kind is Kind.COMMITMENT:
        return Letter(embeds=[commitment_notice(promise, people_of(table, t), t)])
    return Letter(opened_proof(history.salt, promise, t))


async def board_letter(tables: Tables, table: Table) -> Letter:
    """The board, or the lobby before the game."""
    t = translator(table.settings.language)
    if table.version == 0:
        closed = table.state is TableState.STOPPED
        if closed:
            return Letter(table_texts.lobby_closed_line(t))
        return Letter(embeds=[_lobby(table, t)], view=lobby_view(table.id, t))
    sight = await tables.reader.sight(table.id, None)
    assert sight.observation is not None
    people = people_of(table, t)
    embed = board(
        sight.observation,
        people,
        await tables.reader.events(table, None),
        t,
        table=table.id,
        stopped=table.state is TableState.STOPPED,
        since=_since_a_person(table, await tables.reader.history(table)),
        time=await _time(tables, table, people, t),
    )
    pictured = sight.observation if table.settings.picture else None
    return Letter(embeds=[embed], view=board_view(table.id, t), picture=pictured)


def _lobby(table: Table, t: Translator) -> discord.Embed:
    names = {person.user_id: name_of(person, t) for person in table.people}
    return lobby(
        names.get(table.host_id, ""),
        list(names.values()),
        table.settings.seats,
        table.settings.open_screens,
        t,
        time_lines=settings_lines(settings_shown(table.settings), t),
    )


async def _time(tables: Tables, table: Table, people: People, t: Translator) -> str:
    if table.state is TableState.ARCHIVED:
        return table_texts.table_refusal_text("TableArchived", {}, t)
    return time_text(await time_shown(tables, table), people, t)


def _since_a_person(table: Table, history: History) -> int:
    """How many public events came with and after the last action of a person; who sealed when is secret (3.5)."""
    opened = history.setup.open_screens or table.opened
    by_people = [
        place
        for place, (action, reason) in enumerate(zip(history.actions, history.reasons, strict=True))
        if reason is None and not isinstance(action, Defend)
    ]
    newest = history.events[max(by_people, default=0) :]
    return sum(visible_to(event, None, open_screens=opened) for events in newest for event in events)


async def _question(tables: Tables, table: Table, told: Notice, t: Translator) -> Letter:
    assert told.seat is not None
    assert told.prompt is not None
    until = (await time_shown(tables, table)).until
    text = host_question(told.seat, people_of(table, t), t, _place(table), until)
    return Letter(text, view=host_view(table.id, told.seat, told.prompt, t))


def _place(table: Table) -> str:
    return f"<#{table.channel_id}>"


async def _report(tables: Tables, table: Table, deck: str, t: Translator) -> Letter:
    sight = await tables.reader.sight(table.id, None)
    events = await tables.reader.events(table, None)
    report = next(event for event in events if isinstance(event, InvasionResolved) and event.deck == deck)
    assert sight.observation is not None
    return Letter(embeds=[invasion_report(report, sight.observation, people_of(table, t), t)])


async def _final(tables: Tables, table: Table, t: Translator) -> Letter:
    sight, history = await tables.reader.sight(table.id, None), await tables.reader.history(table)
    assert sight.observation is not None
    proof = opened_proof(history.salt, commitment(history.setup, history.salt), t)
    return Letter(proof, [final_report(sight.observation, people_of(table, t), t)])
