"""Every legal action can be had by presses."""

import pytest

from bot.game.actions import Action, Bid, Defend, Force
from bot.game.components import BUILDING_TYPES, Seat
from bot.game.resources import Resources
from bot.game.rules import legal
from bot.game.state import Phase, State
from tests.game import stages
from tests.game.builders import begin, deal, first, found, hold, invaded, turn_of
from tests.ui.panels.positions import asked, ordered
from tests.ui.panels.pressing import reachable, typed_actions

EXACT = (Phase.OUTBID, Phase.CONSTRUCTION, Phase.REPAIR)


def _same(state: State, seat: Seat, kinds: tuple[type[Action], ...] | None = None) -> None:
    """What can be pressed is what is legal, but for the order within lists."""
    wanted = {action for action in legal(state, seat) if kinds is None or isinstance(action, kinds)}
    pressed = {action for action in reachable(state, seat, most=2000) if kinds is None or isinstance(action, kinds)}
    assert pressed == wanted


def _others(state: State, seat: Seat) -> tuple[type[Action], ...]:
    return tuple(kind for kind in legal(state, seat).kinds if kind is not Bid)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_step_payment_discard_move_and_repair_can_be_pressed(seats: int) -> None:
    for state, seat in asked(seats):
        if state.phase in EXACT:
            _same(state, seat)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_column_and_every_choice_of_resources_can_be_pressed(seats: int) -> None:
    for state, seat in asked(seats):
        if state.phase is Phase.PROJECTS:
            _same(state, seat, _others(state, seat))
            wanted = {action.column for action in legal(state, seat).of(Bid) if isinstance(action, Bid)}
            pressed = {action.column for action in reachable(state, seat) if isinstance(action, Bid)}
            assert pressed == wanted


def test_every_action_of_the_ordered_positions_can_be_pressed() -> None:
    for state, seat in ordered():
        if state.phase is not Phase.INVASION:
            _same(state, seat, _others(state, seat))


def test_steps_on_later_pages_can_be_pressed() -> None:
    state = deal(turn_of(first(5), "lucca", Phase.CONSTRUCTION), "lucca", "D12", "C11", "C16", "B14", "D01", "D02")
    for kind in BUILDING_TYPES:
        state = found(state, "lucca", kind)
    state = hold(state, "lucca", Resources(artisans=2, believers=5))
    assert len(list(legal(state, "lucca"))) > 60
    _same(state, "lucca")


def test_every_bid_can_be_had_by_presses_or_by_typing() -> None:
    state = hold(begin(), "lucca", Resources(coins=14, believers=7))
    bids = {action for action in reachable(state, "lucca") if isinstance(action, Bid)}
    bids |= {action for action in typed_actions(state, "lucca", range(30)) if isinstance(action, Bid)}
    assert bids == set(legal(state, "lucca").of(Bid))


def test_the_amounts_on_buttons_are_the_least_bid_and_nine_coins_more() -> None:
    state = hold(begin(), "lucca", Resources(coins=40))
    values = [a.coins for a in reachable(state, "lucca") if isinstance(a, Bid) and a.column == 1]
    assert values == list(range(10))


def _sent(action: Defend) -> tuple[int, int, Resources]:
    return action.league.strength, action.walls.strength, action.league.tokens.plus(action.walls.tokens)


@pytest.mark.parametrize(
    "tokens",
    [
        Resources(3, 3, 3, 3),
        Resources(coins=5, believers=4),
        Resources(coins=1, soldiers=2, believers=4),
        Resources(soldiers=3),
        Resources(coins=1, believers=1),
    ],
)
def test_every_split_of_soldiers_and_every_choice_of_tokens_for_it_can_be_sealed(tokens: Resources) -> None:
    state = hold(invaded(begin()), "lucca", tokens)
    wanted = {_sent(action) for action in legal(state, "lucca").of(Defend) if isinstance(action, Defend)}
    pressed = {_sent(action) for action in reachable(state, "lucca", most=2000) if isinstance(action, Defend)}
    assert pressed == wanted


def test_a_seat_without_anything_to_send_can_seal_an_empty_defence() -> None:
    state = hold(invaded(begin()), "lucca")
    assert reachable(state, "lucca") == [Defend(seat="lucca")]


def test_what_is_sealed_can_be_sealed_otherwise() -> None:
    again = reachable(stages.invasion(), "firenze", most=2000)
    assert Defend(seat="firenze", league=Force(soldiers=1), walls=Force(soldiers=2)) in again
