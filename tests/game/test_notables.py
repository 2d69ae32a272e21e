"""Rule 9: notables come and go by themselves, in phase 5 of every turn."""

from bot.game.actions import Build, Finish, Income
from bot.game.components import BuildingType, CardId
from bot.game.events import NotableWon
from bot.game.resources import Resources
from bot.game.state import Phase, State
from tests.game.builders import (
    begin,
    deal,
    events_of,
    first,
    found,
    hold,
    holder,
    notable_of,
    play,
    turn_of,
)

MILITARY: BuildingType = "military"


def building(*cards: CardId, state: State | None = None) -> State:
    """Lucca builds with these cards in hand."""
    state = deal(turn_of(state or begin(), "lucca", Phase.CONSTRUCTION), "lucca", *cards)
    return hold(state, "lucca", Resources(artisans=9))


def idle(state: State) -> State:
    """The active seat claims income and the turn is over."""
    return play(state, Income(seat=state.active, choice=("coins",)))


def test_9_1_a_building_of_level_2_wins_the_notable_of_its_type() -> None:
    state = found(building("D03"), "lucca", MILITARY)
    build = Build(seat="lucca", card="D03", building=1)
    assert NotableWon("lucca", MILITARY, None) in events_of(state, build)
    after = play(state, build)
    assert after.notables == (None, "lucca", None, None)


def test_9_1_buildings_of_level_1_do_not_win_it() -> None:
    state = found(found(building("D03"), "lucca", MILITARY), "lucca", MILITARY)
    assert holder(play(state, Build(seat="lucca", card="D03")), MILITARY) is None


def test_9_1_a_notable_that_is_held_is_not_won_by_level_2() -> None:
    state = notable_of(found(found(building("D03"), "lucca", MILITARY), "siena", MILITARY, 2), MILITARY, "siena")
    after = play(state, Build(seat="lucca", card="D03", building=1))
    assert holder(after, MILITARY) == "siena"


def test_9_2_it_goes_to_the_seat_with_the_most_vp_in_that_type() -> None:
    state = notable_of(found(found(building("D03"), "lucca", MILITARY, 2), "siena", MILITARY, 2), MILITARY, "siena")
    build = Build(seat="lucca", card="D03", building=1)
    assert NotableWon("lucca", MILITARY, "siena") in events_of(state, build)
    assert holder(play(state, build), MILITARY) == "lucca"


def test_9_2_the_vp_of_all_buildings_of_the_type_are_added() -> None:
    state = found(building("D03", "D04"), "siena", MILITARY, 2)
    for _ in range(2):
        state = found(state, "lucca", MILITARY)
    state = notable_of(state, MILITARY, "siena")
    state = play(state, Build(seat="lucca", card="D03"), Build(seat="lucca", card="D04", artisans=1))
    assert state.city("lucca").type_vp(MILITARY) == 4
    assert holder(state, MILITARY) == "lucca"


def test_9_3_a_tie_with_the_holder_changes_nothing() -> None:
    state = notable_of(found(found(building("D03"), "lucca", MILITARY), "siena", MILITARY, 2), MILITARY, "siena")
    after = play(state, Build(seat="lucca", card="D03", building=1))
    assert after.city("lucca").type_vp(MILITARY) == after.city("siena").type_vp(MILITARY) == 3
    assert holder(after, MILITARY) == "siena"


def test_9_3_two_seats_tied_above_the_holder_change_nothing() -> None:
    state = found(found(building("D03"), "siena", MILITARY, 3), "lucca", MILITARY, 2)
    state = found(notable_of(state, MILITARY, "firenze"), "firenze", MILITARY, 2)
    after = play(state, Build(seat="lucca", card="D03", building=1))
    assert after.city("lucca").type_vp(MILITARY) == after.city("siena").type_vp(MILITARY) == 6
    assert holder(after, MILITARY) == "firenze"


def test_9_3_it_moves_once_one_of_the_tied_seats_is_strictly_above() -> None:
    state = found(found(building("D03", state=first(5)), "siena", MILITARY, 3), "lucca", MILITARY, 3)
    state = found(notable_of(state, MILITARY, "firenze"), "firenze", MILITARY, 2)
    assert holder(play(state, Build(seat="lucca", card="D03")), MILITARY) == "lucca"


def test_9_3_on_the_first_award_only_level_2_counts_and_most_vp_from_the_next_turn_on() -> None:
    state = found(building("D03"), "lucca", MILITARY)
    for _ in range(5):
        state = found(state, "siena", MILITARY)
    after = play(state, Build(seat="lucca", card="D03", building=1))
    assert holder(after, MILITARY) == "lucca"
    assert holder(idle(after), MILITARY) == "siena"


def test_9_3_every_type_is_checked_in_phase_5_of_every_turn() -> None:
    state = notable_of(found(begin(), "siena", "economic", 2), "economic", "firenze")
    state = notable_of(found(state, "firenze", "religious", 2), "religious", "siena")
    after = idle(state)
    assert after.notables == ("siena", None, None, "firenze")


def test_9_3_nothing_moves_before_phase_5() -> None:
    state = notable_of(found(building("D03", "D01"), "lucca", MILITARY, 2), MILITARY, "siena")
    during = play(state, Build(seat="lucca", card="D03", building=1))
    assert holder(during, MILITARY) == "siena"
    assert holder(play(during, Finish(seat="lucca")), MILITARY) == "lucca"


def test_a_holder_that_stays_is_not_reported_again() -> None:
    state = notable_of(found(begin(), "siena", MILITARY, 2), MILITARY, "siena")
    events = events_of(state, Income(seat="lucca", choice=("coins",)))
    assert not any(isinstance(event, NotableWon) for event in events)
