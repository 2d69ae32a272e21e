"""Rules 5.8 and 5.9: taking the cards, and the bonuses."""

from dataclasses import replace

from bot.game.actions import Acquire
from bot.game.events import BonusDue, CardsAcquired, ResourcesChosen, ResourcesLost
from bot.game.resources import NOTHING, Resources
from bot.game.rules import legal
from bot.game.state import Phase, State
from tests.game.builders import begin, deal, events_of, first, hold, play, refused, reserve_of, stand


def test_5_8_all_cards_of_all_own_columns_are_taken() -> None:
    state = stand(stand(stand(begin(), 1, "lucca"), 5, "lucca"), 2, "siena")
    after = play(state, Acquire(seat="lucca"))
    assert after.city("lucca").hand == ("A01", "A02", "A03", "A09", "A10")
    assert after.columns[1].bid is not None
    assert after.phase is Phase.CONSTRUCTION


def test_5_8_cards_in_hand_stay() -> None:
    state = deal(stand(begin(), 4, "lucca"), "lucca", "D01")
    assert play(state, Acquire(seat="lucca", bonus=("coins",))).city("lucca").hand == ("D01", "A08")


def test_5_8_the_envoys_return_and_the_tokens_of_the_bids_are_discarded() -> None:
    state = stand(stand(begin(), 1, "lucca", coins=2), 2, "lucca", coins=1, believers=4)
    after = play(state, Acquire(seat="lucca"))
    assert after.envoys("lucca") == 3
    assert after.city("lucca").resources == state.city("lucca").resources
    assert after.reserve == state.reserve.plus(Resources(coins=3, believers=4))


def test_5_8_the_taken_cards_are_named_to_everybody() -> None:
    state = stand(stand(begin(), 1, "lucca", coins=2), 2, "lucca", believers=2)
    expected = CardsAcquired("lucca", (1, 2), ("A01", "A02", "A03", "A04", "A05"), 2, 2)
    assert events_of(state, Acquire(seat="lucca"))[0] == expected


def test_5_8_without_an_envoy_on_a_column_there_is_nothing_to_acquire() -> None:
    assert refused(stand(begin(), 1, "siena"), Acquire(seat="lucca")).rule == "5.8"


def bonus(*, columns: int = 2) -> State:
    """Lucca's envoys stand on one or both bonus columns of five seats."""
    state = stand(first(5), 4, "lucca")
    return stand(state, 7, "lucca") if columns == 2 else state


def test_5_9_each_bonus_column_gives_one_resource_of_choice() -> None:
    state = bonus()
    after = play(state, Acquire(seat="lucca", bonus=("artisans", "coins")))
    assert after.city("lucca").resources == Resources(coins=3, soldiers=1, believers=3, artisans=2)
    assert BonusDue("lucca", 2) in events_of(state, Acquire(seat="lucca", bonus=("coins", "coins")))


def test_5_9_exactly_as_many_as_are_owed_are_named() -> None:
    for wrong in ((), ("coins",), ("coins",) * 3):
        assert refused(bonus(), Acquire(seat="lucca", bonus=wrong)).rule == "5.9"
    assert refused(stand(begin(), 1, "lucca"), Acquire(seat="lucca", bonus=("coins",))).rule == "5.9"


def test_5_9_the_reserve_must_still_hold_what_is_named() -> None:
    state = reserve_of(bonus(), Resources(coins=1, soldiers=5), "milano")
    assert legal(state, "lucca").contains(Acquire(seat="lucca", bonus=("coins", "soldiers")))
    assert refused(state, Acquire(seat="lucca", bonus=("coins", "coins"))).rule == "5.9"
    assert refused(state, Acquire(seat="lucca", bonus=("soldiers", "artisans"))).rule == "5.9"


def test_5_9_the_tokens_of_the_bids_are_back_in_the_reserve_before_the_bonus() -> None:
    state = reserve_of(hold(stand(begin(), 4, "lucca", coins=1), "lucca"), NOTHING, "siena")
    after = play(state, Acquire(seat="lucca", bonus=("coins",)))
    assert after.city("lucca").resources == Resources(coins=1)
    assert after.reserve == NOTHING
    assert refused(state, Acquire(seat="lucca", bonus=("believers",))).rule == "5.9"


def test_5_9_with_one_token_left_of_all_kinds_one_is_named_and_the_other_is_lost() -> None:
    state = reserve_of(bonus(), Resources(artisans=1), "milano")
    assert list(legal(state, "lucca").of(Acquire)) == [Acquire(seat="lucca", bonus=("artisans",))]
    assert refused(state, Acquire(seat="lucca", bonus=("artisans", "artisans"))).rule == "5.9"
    events = events_of(state, Acquire(seat="lucca", bonus=("artisans",)))
    assert ResourcesLost("lucca", NOTHING, 1) in events


def test_5_9_with_an_empty_reserve_the_bonus_is_lost() -> None:
    state = reserve_of(bonus(columns=1), NOTHING, "milano")
    events = events_of(state, Acquire(seat="lucca"))
    assert ResourcesLost("lucca", NOTHING, 1) in events
    assert not any(isinstance(event, ResourcesChosen) for event in events)
    assert refused(state, Acquire(seat="lucca", bonus=("coins",))).rule == "5.9"


def test_5_9_an_unknown_resource_is_refused() -> None:
    assert refused(bonus(columns=1), Acquire(seat="lucca", bonus=("gold",))).rule == "5.9"


def test_5_9_no_bonus_column_gives_nothing_to_name() -> None:
    state = stand(begin(), 1, "lucca")
    assert list(legal(state, "lucca").of(Acquire)) == [Acquire(seat="lucca")]
    assert not any(isinstance(event, BonusDue) for event in events_of(state, Acquire(seat="lucca")))


def test_5_9_the_choices_are_every_list_that_the_reserve_allows() -> None:
    state = reserve_of(bonus(), Resources(coins=1, soldiers=2), "milano")
    lists = [action.bonus for action in legal(state, "lucca").of(Acquire) if isinstance(action, Acquire)]
    assert lists == [("coins", "soldiers"), ("soldiers", "soldiers")]


def test_5_9_the_refill_of_this_turn_has_no_part_in_the_bonus() -> None:
    state = replace(bonus(columns=1), decks=((), (), (), ()))
    assert play(state, Acquire(seat="lucca", bonus=("coins",))).columns[3].cards == ()
