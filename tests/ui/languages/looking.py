"""What is said of a log: what is new beside the fullest board, its pages, and what is taken back in it."""

from collections.abc import Iterator, Sequence

from bot.game.actions import Acquire, Action, Bid, Build, Finish, Income, Move, Repair, Wall, Withdraw
from bot.game.events import BuildingRaised, CardsAcquired, EnvoyWithdrawn, Event, WallRaised
from bot.game.observation import observe
from bot.game.state import Phase
from bot.locale import Translator
from bot.ui.board import board
from bot.ui.digest import digest, nothing_new_text, whole_log_label
from bot.ui.log import REMARKS, Corrected, Remark, line, lines, page_buttons
from bot.ui.panels.panel import panel
from bot.ui.people import People
from bot.ui.undo import Undo, undo_label, undone_text
from cogs.views import pages_view, panel_view, undo_view
from tests.ui.languages.everything import Message
from tests.ui.panels.positions import asked, full
from tests.ui.panels.pressing import PROMPT, TABLE
from tests.ui.playing import fullest, whole_game
from tests.ui.showing import TIME, choices_of

SEAT = "bologna"
PAGES = (1, 2, 3, 4, 5)

# Every kind of action that can be taken back, with what is told of it, and the button in English.
TAKEN_BACK: Sequence[tuple[Action, tuple[Event, ...], str]] = (
    (Bid(seat=SEAT, column=3, coins=2), (), "bid on column 3"),
    (Acquire(seat=SEAT), (CardsAcquired(SEAT, (2,), ("A01",), 1, 0),), "acquiring column 2"),
    (
        Acquire(seat=SEAT, bonus=("coins",)),
        (CardsAcquired(SEAT, (1, 5, 7), ("A01", "A02", "A03"), 1, 0),),
        "acquiring columns 1, 5 and 7",
    ),
    (Income(seat=SEAT, choice=("coins",)), (), "claiming income"),
    (Withdraw(seat=SEAT), (EnvoyWithdrawn(SEAT, 4, 1, 0, False),), "withdrawing from column 4"),
    (Move(seat=SEAT, column=6), (), "moving to column 6"),
    (
        Build(seat=SEAT, card="D03"),
        (BuildingRaised(SEAT, "D03", 1, "military", 1, 0, 0),),
        "founding a 🟥M military building",
    ),
    (
        Build(seat=SEAT, card="D03", building=2),
        (BuildingRaised(SEAT, "D03", 2, "religious", 4, 0, 0),),
        "expanding a 🟪R religious building to level 4",
    ),
    (Wall(seat=SEAT, card="D03"), (WallRaised(SEAT, 12, 1, 0, 0),), "founding wall section 12"),
    (Wall(seat=SEAT, card="D03", section=1), (WallRaised(SEAT, 1, 3, 0, 0),), "raising wall section 1 to level 3"),
    (Finish(seat=SEAT), (), "finishing construction"),
    (Finish(seat=SEAT, discard=("A01", "A02")), (), "finishing construction, discarding 2 cards"),
    (Repair(seat=SEAT), (), "keeping all loot points"),
    (Repair(seat=SEAT, loot=2), (), "removing 2 loot points"),
)


def log_messages(people: People, t: Translator) -> Iterator[Message]:
    """A whole game as news, much of it and little, over the fullest board; and every page of five."""
    news = [event for _, events in whole_game(1, 5) for event in events]
    for open_screens in (False, True):
        observation = observe(fullest(Phase.INVASION, open_screens=open_screens), None)
        stands = board(observation, people, (), t, table=TABLE, time=TIME)
        for told in (news * 2, news[-1:]):
            view = pages_view(TABLE, [(max(PAGES), whole_log_label(t))])
            yield Message(embeds=[digest(list(lines(told, people, t)), stands, t), stands], view=view)
    for page in PAGES:
        yield Message("-", view=pages_view(TABLE, page_buttons(page, len(PAGES), t)))


def log_sayings(people: People, t: Translator) -> Iterator[str]:
    """What is said to who has seen it all, and what is not of the game."""
    yield nothing_new_text(t)
    yield from (line(Remark(kind, SEAT), people, t) for kind in REMARKS)
    yield from (line(Corrected(count), people, t) for count in (1, 2))


def undo_messages(people: People, t: Translator) -> Iterator[Message]:
    """The button for each kind of action, alone and below the fullest panels; and what is told afterwards."""
    for action, events, _ in TAKEN_BACK:
        yield Message(undone_text(action, events, t), view=undo_view(TABLE, SEAT, _undo(action, events, t)))
    action, events, _ = TAKEN_BACK[-1]
    for state, seat in (*full(), *asked(5, each=3)):
        first = panel(observe(state, seat), choices_of(state, seat), people, t)
        yield Message(embeds=first.embeds, view=panel_view(first, TABLE, seat, PROMPT, _undo(action, events, t)))


def _undo(action: Action, events: Sequence[Event], t: Translator) -> Undo:
    return Undo(PROMPT, undo_label(action, events, t))
