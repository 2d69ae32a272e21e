"""What is written to seats and channels, from what they may know when it is sent (law 4)."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.game.events import InvasionResolved
from bot.game.observation import Observation
from bot.locale import Translator, translator
from bot.tables.deal import commitment
from bot.tables.model import Table, TableState
from bot.tables.notices import REPORTS, Kind
from bot.tables.service import Tables
from bot.ui import table_texts
from bot.ui.board import board
from bot.ui.lobby import lobby
from bot.ui.notices import Kind as NoticeKind
from bot.ui.notices import notice
from bot.ui.panels.panel import panel
from bot.ui.report import commitment_notice, final_report, invasion_report, opened_proof
from bot.ui.screen import screen
from cogs.hosting import name_of, people_of
from cogs.views import board_view, lobby_view, panel_view

PRIVATE: dict[Kind, NoticeKind] = {
    Kind.STARTED: "started",
    Kind.TURN: "turn",
    Kind.OUTBID: "outbid",
    Kind.WITHDRAWN: "withdrawn",
    Kind.INVASION: "invasion",
    Kind.OVER: "over",
}


@dataclass(frozen=True, slots=True)
class Letter:
    """The content of a message; with a picture, what it is to show is a spectator's observation."""

    content: str | None = None
    embeds: Sequence[discord.Embed] = ()
    view: discord.ui.View | None = None
    picture: Observation | None = None


async def private_letter(tables: Tables, table: Table, kind: Kind, user_id: int) -> Letter:
    """To the holder of a seat: why they are written to, and their screen as it is now."""
    known = await tables.people.known(user_id)
    t = translator((known and known.locale) or table.settings.language)
    sight = await tables.reader.sight(table.id, user_id)
    assert sight.observation is not None
    people, place = people_of(table, t), f"<#{table.channel_id}>"
    text = notice(PRIVATE[kind], sight.observation, people, t, place)
    embeds = screen(sight.observation, people, sight.choices, t)
    if sight.seat is None or sight.prompt is None:
        return Letter(text, embeds)
    controls = panel_view(panel(sight.observation, sight.choices, people, t), table.id, sight.seat, sight.prompt)
    return Letter(text, embeds, controls)


async def public_letter(tables: Tables, table: Table, kind: Kind) -> Letter:
    """To the channel, in the table's language."""
    t = translator(table.settings.language)
    if kind is Kind.STOPPED:
        return Letter(table_texts.stopped_line(t))
    if kind is Kind.ASIDE:
        return Letter(table_texts.aside_line(t))
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
    recent = await tables.reader.events(table, None)
    stopped = table.state is TableState.STOPPED
    embed = board(sight.observation, people_of(table, t), recent, t, table=table.id, stopped=stopped)
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
    )


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
