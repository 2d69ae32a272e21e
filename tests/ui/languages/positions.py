"""Positions in which every sentence of the game is said by somebody, and those with most or least to show."""

from collections.abc import Iterator
from dataclasses import replace

from bot.game.components import COMMUNES
from bot.game.events import BidLost, Event, ResourcesLost
from bot.game.resources import Resources
from bot.game.state import Phase, State
from bot.ui.people import People
from tests.game import stages
from tests.game.builders import begin, city_with, deal, decks_of, fortify, found, hold, invaded, reserve_of, turn_of
from tests.ui.languages.everything import Look
from tests.ui.panels.positions import asked, full, ordered
from tests.ui.playing import fullest, whole_game

FEW_PANELS = 25
RARE: tuple[Event, ...] = (
    ResourcesLost("lucca", Resources(coins=1), 0),
    ResourcesLost("lucca", Resources(), 1),
    BidLost("siena", 1, 2, 1),
)


def ended(people: People) -> Iterator[Look]:
    """Whole games at their end, with all that happened in them."""
    for seed, seats in ((1, 5), (3, 4), (1, 2)):
        game = whole_game(seed, seats)
        last, _ = game[-1]
        events = [*(event for _, events in game for event in events)]
        for seat in (None, last.communes[0], last.communes[-1]):
            yield Look(last, seat, people, events)


def running(people: People) -> Iterator[Look]:
    """Seats that are asked, in random and in ordered positions; one that is not, and a spectator."""
    for state, seat in (*asked(2, each=3), *asked(5, each=3), *ordered()):
        yield Look(state, seat, people, (), FEW_PANELS)
    for state in (stages.projects(), stages.invasion(), stages.outbid()):
        yield Look(state, "firenze", people)
        yield Look(state, None, people)


def rare(people: People) -> Iterator[Look]:
    """What seldom happens: the last turns, an empty reserve, nothing to pay with."""
    last = decks_of(begin(), 0, 0, 0, 0)
    near_the_end = (last, replace(last, final_turns=3), replace(last, final_turns=1), invaded(begin(), 3))
    reserves = (Resources(), Resources(coins=1))
    scarce = [reserve_of(build(), left, "milano") for build in (stages.projects, stages.all_out) for left in reserves]
    for state in (*near_the_end, *scarce, unpaid(), unable()):
        yield Look(state, "lucca", people, RARE, FEW_PANELS)


def fullest_of_all(people: People) -> Iterator[Look]:
    """Upper bounds of what is shown, with screens closed and open."""
    for state, seat in full():
        yield Look(state, seat, people, (), FEW_PANELS)
    events = [event for _, events in whole_game(1, 5) for event in events]
    for open_screens in (False, True):
        for phase in (Phase.INVASION, Phase.OVER):
            yield Look(fullest(phase, open_screens=open_screens), "milano", people, events, FEW_PANELS)


def emptiest(people: People) -> Iterator[Look]:
    """Two seats before anything happened, and a seat that has as little as it may, in every phase."""
    start = hold(begin("lucca", "siena"), "lucca")
    building = deal(turn_of(start, "lucca", Phase.CONSTRUCTION), "lucca", "D01")
    repairing = hold(city_with(turn_of(start, "lucca", Phase.REPAIR), "lucca", loot=1), "lucca", Resources(believers=1))
    for state in (start, building, repairing, invaded(start)):
        yield Look(state, "lucca", people)
    yield Look(start, None, people)


def unpaid() -> State:
    """Lucca has built and walled for nothing, and can pay for no more; it must discard."""
    state = replace(stages.construction(), building_steps=1, wall_steps=1)
    return hold(state, "lucca", Resources(artisans=1, believers=1))


def unable() -> State:
    """Lucca can pay for nothing, and need not discard."""
    state = found(deal(turn_of(begin(), "lucca", Phase.CONSTRUCTION), "lucca", "D01"), "lucca", "military")
    return hold(replace(fortify(state, "lucca", 1), building_steps=1, wall_steps=1), "lucca")


def plain(names: tuple[str, ...]) -> People:
    """People of these names at all seats."""
    return People(dict(zip(COMMUNES, names, strict=True)), dict.fromkeys(COMMUNES, 1))
