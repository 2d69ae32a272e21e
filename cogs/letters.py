"""What is written to seats and channels, from what they may know when it is sent (law 4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord

from bot.game.events import InvasionResolved
from bot.game.observation import Observation
from bot.game.proof import commitment
from bot.locale import Translator, translator
from bot.stewards import Reason
from bot.tables.history import Correction, History
from bot.tables.model import Sight, Table, TableState
from bot.tables.notices import REPORTS, Kind, Notice
from bot.tables.reading import aside_refusal
from bot.tables.service import Tables
from bot.ui import table_texts
from bot.ui.board import board
from bot.ui.clock import time_text
from bot.ui.clock_settings import settings_lines
from bot.ui.clock_texts import archived_line, host_line
from bot.ui.digest import last_told
from bot.ui.limits import CONTENT
from bot.ui.lobby import lobby
from bot.ui.log import lines
from bot.ui.notices import Kind as NoticeKind
from bot.ui.notices import closed_dm_line, host_question, notice
from bot.ui.panels.panel import panel
from bot.ui.people import People, told_apart
from bot.ui.people_texts import offer_line, resigned_line, still_archived_line, suspended_letter
from bot.ui.report import commitment_notice, final_report, invasion_report, opened_proof
from bot.ui.screen import screen
from cogs.hosting import name_of, people_of
from cogs.ordering import order_texts
from cogs.telling import shown, told_at_once
from cogs.timing import settings_shown, time_left, time_shown
from cogs.views import board_view, final_view, host_view, lobby_view, panel_view, resigned_view

PRIVATE: dict[Kind, NoticeKind] = {
    Kind.STARTED: "started",
    Kind.TURN: "turn",
    Kind.OUTBID: "outbid",
    Kind.WITHDRAWN: "withdrawn",
    Kind.INVASION: "invasion",
    Kind.OVER: "over",
    Kind.REMINDER: "reminder",
    Kind.TIMED_OUT: "time out",
    Kind.TAKEN_OVER: "taken over",
}
LINES: dict[Kind, Callable[[Translator], str]] = {
    Kind.STOPPED: table_texts.stopped_line,
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
    t = await language_of_reader(tables, table, user_id)
    if told.kind is Kind.ASK_HOST:
        return await _question(tables, table, told, t)
    sight = await tables.reader.sight(table.id, user_id)
    assert sight.observation is not None
    assert sight.seat is not None
    people = people_of(table, t)
    text, orders = await _why(tables, sight, told.kind, t), order_texts(table, sight.seat, t)
    embeds = screen(sight.observation, people, sight.choices, t, orders=orders)
    if told.kind is Kind.TAKEN_OVER:
        said = [shown(item) for item in await tables.reader.told(table, user_id)]
        embeds.append(last_told(list(lines(said, people, t)), embeds, t))
    if sight.prompt is None:
        return Letter(text, embeds)
    controls = panel_view(panel(sight.observation, sight.choices, people, t), table.id, sight.seat, sight.prompt)
    return Letter(text, embeds, controls)


def plain_letter(letter: Letter) -> Letter:
    """The words of a letter alone: its own, or where it has none those of its embeds."""
    embeds = [] if letter.content else letter.embeds
    words = [letter.content, *(text for embed in embeds for text in (embed.title, embed.description))]
    words += [field.value for embed in embeds for field in embed.fields]
    return Letter("\n".join(filter(None, words))[:CONTENT])


async def language_of_reader(tables: Tables, table: Table, user_id: int) -> Translator:
    """The catalogue for what a person is written: the language last seen of them, else the table's."""
    known = await tables.people.known(user_id)
    return translator((known and known.locale) or table.settings.language)


async def _why(tables: Tables, sight: Sight, kind: Kind, t: Translator) -> str:
    """Why the holder of a seat is written to."""
    assert sight.observation is not None
    assert sight.seat is not None
    table = sight.table
    if kind is Kind.SUSPENDED:
        return suspended_letter(sight.seat, place(table), table.id, table.suspended or "", t)
    time, people = await time_shown(tables, table), people_of(table, t)
    until, bank_until = (None, None) if sight.prompt is None else time_left(time, sight.seat)
    return notice(PRIVATE[kind], sight.observation, people, t, place(table), until=until, bank_until=bank_until)


def public_ping(table: Table, told: Notice, user_id: int) -> Letter:
    """In the channel, for who is not told in private: the same whatever the reason, in an invasion for all (3.5).

    Only what the host is asked, and that a seat is offered, is no secret.
    """
    t, mention = translator(table.settings.language), f"<@{user_id}>"
    if told.kind is Kind.ASK_HOST and told.seat is not None:
        return Letter(host_line(mention, told.seat, people_of(table, t), t))
    return Letter((offer_line if told.kind is Kind.OFFERED else closed_dm_line)(mention, t))


async def public_letter(tables: Tables, table: Table, told: Notice) -> Letter:
    """To the channel, in the table's language."""
    t, kind = translator(table.settings.language), told.kind
    if kind is Kind.RESIGNED:
        return Letter(resigned_line(t), view=resigned_view(table.id, t))
    if kind is Kind.ASIDE:
        return Letter(table_texts.table_refusal_text(aside_refusal(table.aside).key, {}, t))
    if kind in LINES:
        return Letter(LINES[kind](t))
    if kind is Kind.FINAL:
        return await _final(tables, table, t)
    if kind in REPORTS:
        return await _report(tables, table, REPORTS[kind], t)
    return _of_log(await tables.reader.history(table), table, told, t)


def _of_log(history: History, table: Table, told: Notice, t: Translator) -> Letter:
    """What the deal promised, that it is opened, or that the operator took the game back."""
    if told.kind is Kind.CORRECTED:
        row = history.rows[(told.prompt or 0) - 1]
        return Letter(table_texts.corrected_line(row.count if isinstance(row, Correction) else 0, t))
    promise = commitment(history.setup, history.salt)
    if told.kind is Kind.COMMITMENT:
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
    pictured = sight.observation if table.settings.picture else None
    return Letter(embeds=[await board_embed(tables, sight, t)], view=board_view(table.id, t), picture=pictured)


async def board_embed(tables: Tables, sight: Sight, t: Translator, *, latest: bool = True) -> discord.Embed:
    """The board of a game, for everybody; `sight` must be a spectator's. Without `latest` only how things stand."""
    assert sight.observation is not None
    table = sight.table
    people, recent = people_of(table, t), await tables.reader.told(table, None) if latest else []
    return board(
        sight.observation,
        people,
        [told_at_once(item) for item in recent if not isinstance(item, Reason)],
        t,
        table=table.id,
        stopped=table.state is TableState.STOPPED,
        since=await tables.reader.since_person(table) if latest else 0,
        time=await _time(tables, table, people, t),
    )


def _lobby(table: Table, t: Translator) -> discord.Embed:
    names = told_apart({person.user_id: name_of(person, t) for person in table.people})
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
        return still_archived_line(t)
    return time_text(await time_shown(tables, table), people, t)


async def _question(tables: Tables, table: Table, told: Notice, t: Translator) -> Letter:
    assert told.seat is not None
    assert told.prompt is not None
    until = (await time_shown(tables, table)).until
    text = host_question(told.seat, people_of(table, t), t, place(table), until)
    return Letter(text, view=host_view(table.id, told.seat, told.prompt, t))


def place(table: Table) -> str:
    """A link to the table's channel."""
    return f"<#{table.channel_id}>"


async def _report(tables: Tables, table: Table, deck: str, t: Translator) -> Letter:
    sight = await tables.reader.sight(table.id, None)
    events = await tables.reader.events(table, None)
    reports = [event for event in events if isinstance(event, InvasionResolved) and event.deck == deck]
    assert sight.observation is not None
    return Letter(embeds=[invasion_report(reports[-1], sight.observation, people_of(table, t), t)])


async def _final(tables: Tables, table: Table, t: Translator) -> Letter:
    sight, history = await tables.reader.sight(table.id, None), await tables.reader.history(table)
    assert sight.observation is not None
    proof = opened_proof(history.salt, commitment(history.setup, history.salt), t)
    report = final_report(sight.observation, people_of(table, t), t)
    return Letter(proof, [report], view=final_view(table.id, t))
