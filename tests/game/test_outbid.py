"""Rules 5.4-5.7: outbid seats withdraw or move, one after the other."""

from bot.game.actions import Bid, Move, Withdraw
from bot.game.events import EnvoyMoved, EnvoyOutbid, EnvoyWithdrawn
from bot.game.resources import Resources
from bot.game.rules import legal, waiting
from bot.game.state import Displaced, Phase, StandingBid, State
from tests.game.builders import begin, empty_column, events_of, first, hold, play, refused, stand

RICH = Resources(coins=9, believers=9)


def outbid_siena(state: State | None = None, coins: int = 1) -> State:
    """Lucca has just outbid Siena's bid of `coins` on column 1."""
    state = stand(state or begin(), 1, "siena", coins=coins)
    return play(hold(state, "lucca", RICH), Bid(seat="lucca", column=1, coins=coins + 1))


def test_5_4_the_outbid_seat_is_asked_at_once_and_the_active_seat_stays_active() -> None:
    state = outbid_siena()
    assert (state.phase, state.active, waiting(state)) == (Phase.OUTBID, "lucca", ("siena",))
    assert state.outbid == Displaced(StandingBid("siena", 1, 0), 1)
    assert state.envoys("siena") == 2


def test_5_4_withdrawing_takes_the_tokens_home_as_they_were_placed() -> None:
    state = hold(stand(begin(), 1, "siena", coins=1, believers=4), "lucca", RICH)
    state = hold(state, "siena", Resources(soldiers=1))
    after = play(state, Bid(seat="lucca", column=1, coins=4), Withdraw(seat="siena"))
    assert after.city("siena").resources == Resources(coins=1, soldiers=1, believers=4)
    assert after.envoys("siena") == 3
    assert after.outbid is None


def test_5_4_a_chosen_withdrawal_is_not_called_forced() -> None:
    assert events_of(outbid_siena(), Withdraw(seat="siena"))[0] == EnvoyWithdrawn("siena", 1, 1, 0, forced=False)


def test_5_5_moving_costs_one_believer_and_keeps_the_bid() -> None:
    state = hold(outbid_siena(), "siena", Resources(believers=2))
    after = play(state, Move(seat="siena", column=3))
    assert after.columns[2].bid == StandingBid("siena", 1, 0)
    assert after.city("siena").resources == Resources(believers=1)
    assert after.reserve.believers == state.reserve.believers + 1
    assert events_of(state, Move(seat="siena", column=3))[0] == EnvoyMoved("siena", 1, 3)


def test_5_5_neither_coins_nor_the_tokens_of_the_bid_pay_for_a_move() -> None:
    state = hold(stand(begin(), 1, "siena", believers=2), "lucca", RICH)
    state = hold(state, "siena", Resources(coins=9, soldiers=9, artisans=9))
    state = play(state, Bid(seat="lucca", column=1, coins=2))
    assert refused(state, Move(seat="siena", column=2)).rule == "5.5"


def test_5_5_a_move_needs_a_free_column_or_a_lower_bid() -> None:
    state = hold(stand(stand(begin(), 2, "firenze", coins=2), 3, "firenze", coins=1), "siena", RICH)
    state = outbid_siena(state, coins=2)
    moves = [move.column for move in legal(state, "siena").of(Move) if isinstance(move, Move)]
    assert moves == [3, 4, 5]
    assert refused(state, Move(seat="siena", column=2)).rule == "5.5"


def test_5_5_a_move_never_goes_back_to_the_column_it_was_outbid_on() -> None:
    assert refused(outbid_siena(), Move(seat="siena", column=1)).rule == "5.5"


def test_5_5_a_move_obeys_5_2() -> None:
    state = outbid_siena(empty_column(stand(begin(), 2, "siena"), 3))
    assert refused(state, Move(seat="siena", column=2)).rule == "5.2"
    assert refused(state, Move(seat="siena", column=3)).rule == "5.2"
    assert refused(state, Move(seat="siena", column=6)).rule == "5.2"
    assert refused(state, Move(seat="siena", column=0)).rule == "5.2"


def test_5_6_a_chain_runs_through_three_seats_and_back_to_the_active_one() -> None:
    state = first(4)
    for column, seat, coins in ((1, "bologna", 3), (2, "siena", 2), (3, "firenze", 1), (4, "lucca", 0)):
        state = hold(stand(state, column, seat, coins=coins), seat, RICH)
    state = play(state, Bid(seat="lucca", column=1, coins=4))
    for seat, column, next_seat in (("bologna", 2, "siena"), ("siena", 3, "firenze"), ("firenze", 4, "lucca")):
        assert waiting(state) == (seat,)
        assert EnvoyOutbid(next_seat, column, seat) in events_of(state, Move(seat=seat, column=column))
        state = play(state, Move(seat=seat, column=column))
    assert (state.active, waiting(state)) == ("lucca", ("lucca",))
    assert state.phase is Phase.OUTBID
    after = play(state, Move(seat="lucca", column=5))
    assert [column.bid and column.bid.seat for column in after.columns] == [
        "lucca",
        "bologna",
        "siena",
        "firenze",
        "lucca",
        None,
    ]
    assert (after.active, after.phase) == ("firenze", Phase.PROJECTS)


def test_5_6_the_active_seat_may_withdraw_at_the_end_of_a_chain() -> None:
    state = hold(stand(outbid_siena(), 2, "lucca"), "siena", RICH)
    state = play(state, Move(seat="siena", column=2))
    assert waiting(state) == ("lucca",)
    after = play(state, Withdraw(seat="lucca"))
    assert after.envoys("lucca") == 2
    assert after.active == "firenze"


def test_5_6_phase_1_ends_when_nobody_is_left_to_choose() -> None:
    assert play(outbid_siena(), Withdraw(seat="siena")).active == "firenze"


def block(state: State, *columns: int) -> State:
    """Bologna's bids of 3 coins stand on these columns, more than its envoys would allow."""
    for column in columns:
        state = stand(state, column, "bologna", coins=3)
    return state


def test_5_7_a_bid_that_no_column_could_take_is_withdrawn_without_asking() -> None:
    state = stand(block(begin("lucca", "siena", "bologna"), 2, 3, 4, 5), 1, "siena", coins=1)
    state = hold(hold(state, "lucca", RICH), "siena", RICH)
    bid = Bid(seat="lucca", column=1, coins=2)
    assert EnvoyWithdrawn("siena", 1, 1, 0, forced=True) in events_of(state, bid)
    after = play(state, bid)
    assert after.active == "siena"
    assert after.city("siena").resources == RICH.plus(Resources(coins=1))
    assert after.envoys("siena") == 3


def test_5_7_own_envoys_and_empty_columns_could_not_take_the_bid_either() -> None:
    state = stand(block(begin("lucca", "siena", "bologna"), 3, 4), 2, "siena")
    state = hold(stand(empty_column(state, 5), 1, "siena", coins=1), "lucca", RICH)
    assert play(state, Bid(seat="lucca", column=1, coins=2)).active == "siena"


def test_5_7_a_chain_can_end_in_a_withdrawal_without_asking() -> None:
    state = stand(block(begin("lucca", "siena", "bologna"), 3, 4, 5), 2, "lucca")
    state = hold(hold(stand(state, 1, "siena", coins=1), "lucca", RICH), "siena", RICH)
    state = play(state, Bid(seat="lucca", column=1, coins=2))
    assert waiting(state) == ("siena",)
    move = Move(seat="siena", column=2)
    assert EnvoyWithdrawn("lucca", 2, 0, 0, forced=True) in events_of(state, move)
    assert play(state, move).active == "siena"


def test_5_7_a_seat_that_merely_lacks_the_believer_is_asked_and_can_only_withdraw() -> None:
    state = hold(outbid_siena(), "siena", Resources(coins=9))
    assert waiting(state) == ("siena",)
    assert list(legal(state, "siena")) == [Withdraw(seat="siena")]


def test_the_outbid_phase_knows_no_bid_and_asks_no_other_seat() -> None:
    state = outbid_siena()
    assert refused(state, Bid(seat="siena", column=2)).rule == "phase"
    assert refused(state, Withdraw(seat="lucca")).rule == "turn"
