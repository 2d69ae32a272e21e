"""Seats that change hands: offered, accepted, declined, given up; typed or pressed."""

import discord

from bot.game.components import Seat
from bot.locale import Translator
from bot.tables.errors import CannotOffer, NoTable, NothingOffered, NotSeated, NotToThem
from bot.tables.model import Person, Seated, Table, TableState
from bot.tables.playing import require_running
from bot.tables.seating import is_late
from bot.ui import people_texts
from bot.ui.custom_ids import ControlId
from bot.ui.people import commune_name, plain
from bot.ui.table_texts import out_of_date_text
from cogs.acting import panel_answer, see
from cogs.answering import Answer
from cogs.hosting import (
    Interaction,
    TableChoice,
    has_power,
    manages,
    own_tables,
    people_of,
    person_of,
    private_language,
    table_meant,
    table_reached,
    within_reach,
)
from cogs.letters import place
from cogs.views import offers_view

OFFERS_SHOWN = 5  # rows of buttons

Offer = tuple[Table, Seated]


async def offer(interaction: Interaction, to: discord.User | discord.Member, named: str | None, typed: str) -> Answer:
    """Offer the person's seat, or with the host's power a late one, to somebody. Raises CannotOffer or NotToThem."""
    table, t = await table_meant(interaction, named), private_language(interaction)
    if to.bot:
        raise NotToThem
    seat = _seat_typed(table, typed) if typed else table.seat_of(interaction.user.id)
    seating = interaction.client.tables.seating
    whom, power = Person(to.id, to.display_name), manages(interaction, table)
    await seating.offer(table.id, interaction.user.id, whom, seat=seat, manages=power)
    assert seat is not None  # else the offer was refused
    view = offers_view([(table.id, seat, ("recall",))], t)
    return Answer(people_texts.offered_text(seat, to.mention, t), view=view)


async def offers(interaction: Interaction, text: str | None = None) -> Answer:
    """All offers to the person and by them, with buttons."""
    t, found = private_language(interaction), await _offers(interaction)
    if not found:
        return Answer(text or people_texts.no_offers_text(t))
    shown = found[:OFFERS_SHOWN]
    lines = [text] if text else []
    lines += [_line(interaction, table, seated, t) for table, seated in shown]
    if len(found) > len(shown):
        lines.append(people_texts.more_offers_text(len(found) - len(shown), t))
    buttons = [(table.id, seated.seat, _choices(interaction, seated)) for table, seated in shown if seated.seat]
    return Answer("\n".join(lines), view=offers_view(buttons, t))


async def late_seats(interaction: Interaction, named: str | None, typed: str) -> list[TableChoice]:
    """Autocomplete of the option `seat`: those that the person may offer with the host's power."""
    table, t = await table_meant(interaction, named), private_language(interaction)
    if table.state is not TableState.RUNNING or not has_power(interaction, table):
        return []
    people = people_of(table, t)
    names = [(f"{commune_name(seat)} ({plain(people.names[seat])})", seat) for seat in _late(table)]
    return [discord.app_commands.Choice(name=name, value=seat) for name, seat in names if typed.lower() in name.lower()]


async def press(interaction: Interaction, control: ControlId) -> Answer:
    """Accept, decline or take back an offer. Raises NothingOffered; nothing is from another server."""
    try:
        await table_reached(interaction, control.table)
    except NoTable:
        raise NothingOffered from None  # most often it was, to who presses an old letter
    match control.choice:
        case "accept":
            return await _accept(interaction, control)
        case "decline" | "recall":
            seating = interaction.client.tables.seating
            await seating.decline(control.table, interaction.user.id, seat=control.seat)
            return await offers(interaction, people_texts.declined_text(private_language(interaction)))
    return Answer(out_of_date_text(private_language(interaction)))


async def resign(interaction: Interaction, named: str | None, *, confirmed: bool) -> Answer:
    """Ask, then give the person's seat up."""
    table, t = await table_meant(interaction, named), private_language(interaction)
    require_running(table)
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise NotSeated
    if not confirmed:
        return Answer(people_texts.confirm_resign_text(seat, len(table.humans), len(table.people), t))
    await interaction.client.tables.seating.resign(table.id, interaction.user.id)
    return Answer(people_texts.resigned_text(seat, t))


async def _accept(interaction: Interaction, control: ControlId) -> Answer:
    tables = interaction.client.tables
    before = (await tables.reader.table(control.table)).people
    seat = await tables.seating.accept(control.table, person_of(interaction), seat=control.seat)
    former = next(seated for seated in before if seated.seat == seat)
    interaction.client.tell_former(control.table, seat, former.user_id, f"f-{interaction.id}")
    text = people_texts.accepted_text(seat, private_language(interaction))
    return await panel_answer(interaction, await see(interaction, control.table), text=text)


def _late(table: Table) -> list[Seat]:
    return [seated.seat for seated in table.humans if seated.seat is not None and is_late(table, seated.seat)]


def _seat_typed(table: Table, typed: str) -> Seat:
    """A seat of the table by its name. Raises CannotOffer."""
    name = typed.strip().lower()
    if not any(seated.seat == name for seated in table.people):
        raise CannotOffer
    return name


async def _offers(interaction: Interaction) -> list[Offer]:
    """Those to the person first; in a server only those of its tables."""
    reader, user_id = interaction.client.tables.reader, interaction.user.id
    own = [table for table in await own_tables(interaction) if table.state is TableState.RUNNING]
    offered = [table for table in await reader.offered_to(user_id) if within_reach(interaction, table)]
    to_them = [(table, each) for table in offered for each in table.people]
    by_them = [(table, each) for table in own for each in table.people]
    return [
        *((table, each) for table, each in to_them if each.offered_to == user_id),
        *((table, each) for table, each in by_them if each.offered_to and user_id in (each.user_id, each.offered_by)),
    ]


def _choices(interaction: Interaction, seated: Seated) -> tuple[str, ...]:
    return ("accept", "decline") if seated.offered_to == interaction.user.id else ("recall",)


def _line(interaction: Interaction, table: Table, seated: Seated, t: Translator) -> str:
    assert seated.seat is not None
    if seated.offered_to == interaction.user.id:
        return people_texts.offer_to_you(seated.seat, place(table), table.id, t)
    return people_texts.offer_by_you(seated.seat, f"<@{seated.offered_to}>", place(table), table.id, t)
