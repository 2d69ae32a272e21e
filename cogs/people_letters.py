"""What is written to people who hold no seat, or none any more."""

from bot.game.components import Seat
from bot.tables.model import Table
from bot.tables.service import Tables
from bot.ui.people_texts import handed_text, offer_text, suspended_lobby_text
from cogs.hosting import name_of
from cogs.letters import Letter, board_embed, language_of_reader, place
from cogs.views import offers_view


async def offer_letter(tables: Tables, table: Table, seat: Seat, user_id: int) -> Letter:
    """To whom a seat is offered: by whom, and how the game stands for everybody to see."""
    t, offered = await language_of_reader(tables, table, user_id), table.holder(seat)
    by = next((name_of(each, t) for each in table.people if each.user_id == offered.offered_by), "")
    board = await board_embed(tables, await tables.reader.sight(table.id, None), t)
    view = offers_view([(table.id, seat, ("accept", "decline"))], t)
    return Letter(offer_text(by, seat, place(table), t), [board], view)


async def lobby_lost_letter(tables: Tables, table: Table) -> Letter:
    """To the host of a lobby that cannot be shown."""
    t = await language_of_reader(tables, table, table.host_id)
    return Letter(suspended_lobby_text(place(table), table.suspended or "", t))


async def handed_letter(tables: Tables, table: Table, seat: Seat, user_id: int) -> Letter:
    """To who held a seat that another has now."""
    t = await language_of_reader(tables, table, user_id)
    return Letter(handed_text(seat, place(table), name_of(table.holder(seat), t), t))
