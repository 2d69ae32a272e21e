"""What is shown of seats that change hands and of all one's tables: much of it, and little."""

from collections.abc import Iterator
from itertools import product

from bot.game.components import COMMUNES
from bot.game.observation import observe
from bot.game.state import Phase
from bot.locale import Translator
from bot.ui.clock import running_text
from bot.ui.digest import last_told
from bot.ui.log import lines
from bot.ui.own_tables import STANDS, OwnTable, no_tables_text, own_tables_embed, pages
from bot.ui.people import People
from bot.ui.people_texts import LOST, offer_to_you
from bot.ui.screen import screen
from bot.ui.status import own_status
from cogs.views import final_view, offers_view, resigned_view
from tests.ui.clocks import BANK_UNTIL, UNTIL
from tests.ui.languages.everything import PLACE, Message
from tests.ui.panels.pressing import TABLE
from tests.ui.playing import fullest, whole_game
from tests.ui.showing import choices_of

SEAT = "bologna"
MANY = 50  # tables
ROWS = 5
LINK = "https://discord.com/channels/123456789012345678/123456789012345678/123456789012345678"


def coming_messages(people: People, t: Translator) -> Iterator[Message]:
    """Letters, lists and buttons: nothing told beside the fullest screen, and a whole game; one table, and fifty."""
    told = [event for _, events in whole_game(1, 5) for event in events]
    for phase, events in product((Phase.INVASION, Phase.PROJECTS), ([], told)):
        state = fullest(phase)
        shown = screen(observe(state, SEAT), people, choices_of(state, SEAT), t)
        yield Message(embeds=[*shown, last_told(list(lines(events, people, t)), shown, t)])
    for tables, offers in (([], 1), (some_tables(people, t), 0), (many_tables(people, t), len(COMMUNES))):
        lines_of_offers = [offer_to_you(SEAT, PLACE, TABLE, t)] * offers
        found = pages(tables, lines_of_offers, t)
        for number, text in enumerate(found, start=1):
            yield Message(embeds=[own_tables_embed(text, number, len(found), t)])
    yield Message(no_tables_text(t), view=final_view(TABLE, t))
    yield Message("-", view=resigned_view(TABLE, t))
    for choices in (("accept", "decline"), ("recall",)):
        yield Message("-", view=offers_view([(TABLE + row, SEAT, choices) for row in range(ROWS)], t))


def some_tables(people: People, t: Translator) -> list[OwnTable]:
    """One of each kind."""
    plain = [OwnTable(TABLE, PLACE, LINK, SEAT, stands) for stands in STANDS]
    return [*plain, *(OwnTable(TABLE, PLACE, None, None, "lobby", lost=why) for why in LOST)]


def many_tables(people: People, t: Translator) -> list[OwnTable]:
    """As many as somebody may have, each with all that can be said of it."""
    status = own_status(observe(fullest(Phase.INVASION), SEAT), people, t)
    time = running_text(UNTIL, BANK_UNTIL, all_alike=True, t=t)
    table = OwnTable(10**12 - 1, PLACE, LINK, SEAT, "running", waits=True, status=status, time=time, lost="refused")
    return [table] * MANY
