"""Rules 5.1-5.3 and 4: bids, and how their tokens count."""

import pytest

from bot.game.actions import Acquire, Bid, Income
from bot.game.events import EnvoyOutbid, EnvoyPlaced
from bot.game.resources import Resources
from bot.game.rules import legal
from bot.game.state import Phase, StandingBid
from tests.game.builders import begin, empty_column, events_of, first, hold, play, refused, stand, turn_of

RICH = Resources(coins=9, soldiers=9, believers=9, artisans=9)


def test_5_1_a_bid_of_nothing_takes_a_free_column() -> None:
    state = play(begin(), Bid(seat="lucca", column=1))
    assert state.columns[0].bid == StandingBid("lucca", 0, 0)
    assert state.envoys("lucca") == 2
    assert state.active == "firenze"


def test_5_1_the_tokens_of_a_bid_leave_the_screen_and_are_not_in_the_reserve() -> None:
    before = begin()
    state = play(before, Bid(seat="lucca", column=2, coins=1, believers=2))
    assert state.city("lucca").resources == Resources(coins=1, soldiers=1, believers=1, artisans=1)
    assert state.reserve == before.reserve


def test_5_1_a_bid_is_public_with_its_tokens() -> None:
    assert events_of(begin(), Bid(seat="lucca", column=2, coins=1, believers=2))[0] == EnvoyPlaced("lucca", 2, 1, 2)


@pytest.mark.parametrize(("coins", "believers", "beaten"), [(2, 0, False), (1, 2, False), (0, 4, False), (3, 0, True)])
def test_5_1_a_bid_must_be_higher_than_two_coins(coins: int, believers: int, beaten: bool) -> None:
    state = hold(stand(begin(), 1, "siena", coins=2), "lucca", RICH)
    action = Bid(seat="lucca", column=1, coins=coins, believers=believers)
    assert legal(state, "lucca").contains(action) is beaten


@pytest.mark.parametrize(("coins", "believers", "beaten"), [(0, 2, False), (1, 0, False), (1, 2, True), (2, 0, True)])
def test_5_1_two_believers_of_a_bid_are_worth_one_coin(coins: int, believers: int, beaten: bool) -> None:
    state = hold(stand(begin(), 1, "siena", believers=2), "lucca", RICH)
    action = Bid(seat="lucca", column=1, coins=coins, believers=believers)
    assert legal(state, "lucca").contains(action) is beaten


def test_5_1_whoever_stood_there_is_outbid() -> None:
    state = stand(begin(), 1, "siena")
    action = Bid(seat="lucca", column=1, coins=1)
    assert EnvoyOutbid("siena", 1, "lucca") in events_of(state, action)
    assert play(state, action).phase is Phase.OUTBID


def test_4_2_believers_of_a_bid_come_in_pairs() -> None:
    assert refused(begin(), Bid(seat="lucca", column=1, believers=1)).rule == "5.1"


def test_4_3_a_bid_is_no_more_than_the_seat_holds() -> None:
    assert refused(begin(), Bid(seat="lucca", column=1, coins=3)).rule == "5.1"
    assert refused(begin(), Bid(seat="lucca", column=1, believers=4)).rule == "5.1"


def test_4_1_neither_soldiers_nor_artisans_serve_as_coins() -> None:
    state = hold(begin(), "lucca", Resources(soldiers=9, artisans=9))
    assert [bid.coins + bid.believers for bid in legal(state, "lucca").of(Bid) if isinstance(bid, Bid)] == [0] * 5


def test_5_2_one_envoy_a_column() -> None:
    state = stand(begin(), 1, "lucca")
    assert refused(state, Bid(seat="lucca", column=1, coins=1)).rule == "5.2"


def test_5_2_no_bid_on_a_column_without_a_card() -> None:
    assert refused(empty_column(begin(), 4), Bid(seat="lucca", column=4)).rule == "5.2"


@pytest.mark.parametrize(("seats", "column"), [(2, 5), (3, 6), (4, 7), (5, 8), (2, 0), (5, 0)])
def test_5_2_no_bid_on_a_column_that_is_not_in_use(seats: int, column: int) -> None:
    assert refused(first(seats), Bid(seat="lucca", column=column)).rule == "5.2"


def test_5_3_with_all_three_envoys_out_the_seat_must_acquire() -> None:
    state = stand(stand(stand(begin(), 1, "lucca"), 2, "lucca"), 3, "lucca")
    assert refused(state, Bid(seat="lucca", column=4)).rule == "5.3"
    assert refused(state, Income(seat="lucca", choice=("coins",))).rule == "5.3"
    assert legal(state, "lucca").kinds == (Acquire,)


def test_5_3_with_two_envoys_out_all_three_are_open() -> None:
    state = stand(stand(begin(), 1, "lucca"), 2, "lucca")
    assert legal(state, "lucca").kinds == (Bid, Acquire, Income)


def test_5_exactly_one_of_bid_acquire_and_income_is_done_a_turn() -> None:
    state = play(begin(), Bid(seat="lucca", column=1))
    assert refused(state, Bid(seat="lucca", column=2)).rule == "turn"


def test_the_choices_of_a_bid_are_every_payment_that_a_column_takes() -> None:
    state = hold(stand(begin("lucca", "siena"), 1, "siena", coins=1), "lucca", Resources(coins=2, believers=3))
    bids = [bid for bid in legal(state, "lucca").of(Bid) if isinstance(bid, Bid) and bid.column == 1]
    assert [(bid.coins, bid.believers) for bid in bids] == [(1, 2), (2, 0), (2, 2)]


def test_a_bid_of_another_seat_than_the_active_one_is_refused() -> None:
    state = turn_of(begin(), "siena")
    assert refused(state, Bid(seat="lucca", column=1)).rule == "turn"
