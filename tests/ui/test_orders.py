"""Standing orders: their short forms, what is said of them, and what is refused."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from bot.game.actions import Acquire, Force, Income
from bot.game.components import Seat
from bot.game.resources import Resources
from bot.game.rules import legal
from bot.game.state import State
from bot.ui.orders.checks import refused
from bot.ui.orders.codes import decode, encode
from bot.ui.orders.order import (
    ORDER_KINDS,
    AcquireNext,
    Cancel,
    ClaimNext,
    FinishAlways,
    Order,
    RepairAlways,
    SealNext,
    WhenOutbid,
    kind_of,
)
from bot.ui.orders.panel import orders_panel
from bot.ui.orders.texts import given_text, order_text
from bot.ui.panels.codes import BadCode
from tests.game import stages
from tests.game.builders import first, hold, hold_alike, invaded, stand, turn_of
from tests.ui.ordering import ORDERS, ordering
from tests.ui.playing import T
from tests.ui.showing import choices_of

LATER = turn_of(first(5), "firenze")  # Lucca is not asked


@pytest.mark.parametrize("wish", [*ORDERS, Cancel(), *map(Cancel, ORDER_KINDS)], ids=encode)
def test_what_a_control_carries_can_be_read_back(wish: Order | Cancel) -> None:
    assert decode(encode(wish)) == wish
    assert len(encode(wish)) <= 50


MALFORMED = (
    "", "nonsense", "outbid.", "outbid.x", "outbid.-1", "outbid.１", "acquire", "acquire.x", "acquire.1x", "defence",
    "defence.1.2.3.4.5", "defence.1.2.3.4.5.6.7", "defence.1.2.3.4.5.x", "defence.-1.0.0.0.0.0", "repair", "repair.x",
    "repair.1.1", "finish.1", "cancel", "cancel.x", "cancel.all.all", "repair.1000",
)  # fmt: skip


@pytest.mark.parametrize("code", MALFORMED)
def test_what_no_control_carries_is_no_order(code: str) -> None:
    with pytest.raises(BadCode):
        decode(code)


@drawn(st.text(st.characters(codec="utf-8"), max_size=30))
def test_any_other_text_is_no_order_or_one_that_can_be_looked_at(code: str) -> None:
    try:
        wish = decode(code)
    except BadCode:  # refused by name, and nothing else: as a forged code has to be
        return
    assert isinstance(wish, Cancel) or refused(wish, ordering(LATER, "lucca"), None) or order_text(wish, T)


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (WhenOutbid(), "**When outbid:** your envoy comes home with its tokens."),
        (
            WhenOutbid((3,)),
            "**When outbid:** your envoy moves for 1 believer to column 3, if that takes your bid.",
        ),
        (
            WhenOutbid((3, 5, 1)),
            "**When outbid:** your envoy moves for 1 believer to the first of the columns 3, 5, 1 that takes your bid.",
        ),
        (AcquireNext((2,)), "**Next turn:** acquire, if your envoy still stands on column 2."),
        (
            AcquireNext((1, 4), ("coins",)),
            "**Next turn:** acquire, if your envoys still stand on the columns 1 and 4. As a bonus choose coins.",
        ),
        (ClaimNext(("coins", "artisans")), "**Next turn:** claim income, and choose coins + artisans."),
        (
            SealNext(Force(soldiers=2), Force(coins=2)),
            "**Next invasion:** seal 2 soldiers for the League, 2 coins = 1 soldier for your walls.",
        ),
        (RepairAlways(0), "**Loot points:** always keep them."),
        (RepairAlways(1), "**Loot points:** remove 1 loot point at the end of each of your turns, if you can."),
        (
            RepairAlways(2),
            "**Loot points:** remove 2 loot points at the end of each of your turns, or as many as you can.",
        ),
        (FinishAlways(), "**Construction:** finish where nothing can be placed and nothing must be discarded."),
    ],
)
def test_an_order_is_told_in_a_sentence(order: Order, text: str) -> None:
    assert order_text(order, T) == text
    assert given_text(order, T).startswith(f"📌 {text} This ")
    assert given_text(order, T).endswith("Where it does not fit, you are asked.")


@pytest.mark.parametrize(
    ("kind", "ends"),
    [
        ("outbid", "until you cancel it"),
        ("turn", "for your next turn alone"),
        ("defence", "for the next invasion alone"),
        ("repair", "until you cancel it"),
        ("finish", "until you cancel it"),
    ],
)
def test_who_gives_an_order_reads_when_it_ends(kind: str, ends: str) -> None:
    for order in ORDERS:
        if kind_of(order) == kind:
            assert ends in given_text(order, T)


def why(order: Order, state: State = LATER, seat: Seat = "lucca") -> str:
    """The sentence by which an order is refused; empty where it is taken."""
    return refused(order, ordering(state, seat), choices_of(state, seat)) or ""


@pytest.mark.parametrize("columns", [(0,), (8,), (1, 99), (0, 0)])
def test_columns_that_are_not_there_are_refused(columns: tuple[int, ...]) -> None:
    assert why(WhenOutbid(columns)).startswith("Columns are numbers from 1 to 7")
    assert why(AcquireNext(columns), stand(LATER, 1, "lucca")).startswith("Columns are numbers from 1 to 7")


def test_columns_of_a_larger_game_are_refused_in_a_smaller_one() -> None:
    small = turn_of(first(2), "firenze")
    assert why(WhenOutbid((5,)), small).startswith("Columns are numbers from 1 to 4")
    assert not why(WhenOutbid((4,)), small)


def test_a_column_named_twice_is_refused() -> None:
    assert why(WhenOutbid((1, 2, 1))) == "A column is named twice; name each column once."
    state = stand(LATER, 1, "lucca")
    assert why(AcquireNext((1, 1)), state) == "A column is named twice; name each column once."


def test_acquiring_without_an_envoy_on_a_column_is_refused() -> None:
    assert why(AcquireNext((1,))).startswith("You have no envoy on a column")
    assert why(AcquireNext(())).startswith("You have no envoy on a column")


def test_acquiring_where_another_s_envoy_stands_is_refused() -> None:
    state = stand(stand(LATER, 1, "lucca"), 2, "siena")
    assert why(AcquireNext((1, 2)), state).startswith("Column 2: no envoy of yours stands there")
    assert not why(AcquireNext((1,)), state)
    assert why(AcquireNext(()), state).startswith("Columns are numbers")


@pytest.mark.parametrize(
    ("columns", "bonus", "taken"),
    [
        ((1, 4, 7), ("coins", "coins"), True),
        ((1, 4, 7), ("coins",), False),
        ((1, 4), ("coins",), True),  # if the envoy on 7 is outbid
        ((1, 4), ("coins", "artisans"), True),  # if it is not
        ((1,), (), True),
        ((1,), ("coins", "coins", "coins"), False),
        ((4,), (), False),
    ],
)
def test_as_many_resources_as_the_columns_may_give_are_named(
    columns: tuple[int, ...], bonus: tuple[str, ...], taken: bool
) -> None:
    state = stand(stand(stand(LATER, 1, "lucca"), 4, "lucca"), 7, "lucca")
    assert (not why(AcquireNext(columns, bonus), state)) == taken
    if not taken:
        assert why(AcquireNext(columns, bonus), state).startswith("You must name 2 resources of choice")


def test_an_income_names_what_its_commune_may_choose() -> None:
    assert not why(ClaimNext(("coins",)))
    assert why(ClaimNext(())).startswith("You must name 1 resource of choice, and you named 0.")
    assert why(ClaimNext(("coins", "coins"))).startswith("You must name 1 resource of choice")
    assert not why(ClaimNext(("coins", "coins")), seat="milano")
    assert why(ClaimNext(("coins",)), seat="milano").startswith("You must name 2 resources of choice")


def test_what_is_no_resource_is_refused() -> None:
    assert why(ClaimNext(("gold",))).startswith("Resource 1 is unknown")
    assert why(AcquireNext((4,), ("gold",)), stand(LATER, 4, "lucca")).startswith("Resource 1 is unknown")


def test_a_defence_takes_pairs_and_what_is_held() -> None:
    state = hold(LATER, "lucca", Resources(coins=3, soldiers=2, believers=2))
    assert not why(SealNext(Force(soldiers=2, coins=2), Force(believers=2)), state)
    assert not why(SealNext(Force(), Force()), state)
    assert why(SealNext(Force(coins=1), Force(coins=1)), state).startswith("You named 1: coins stand in")
    assert why(SealNext(Force(), Force(believers=1)), state).startswith("You named 1: believers stand in")
    assert why(SealNext(Force(soldiers=2), Force(soldiers=1)), state) == (
        "That takes 3 soldiers and you have 2 soldiers; spend less. (rule 11.2)"
    )


def test_at_most_two_loot_points_are_removed_in_a_turn() -> None:
    assert [bool(why(RepairAlways(loot))) for loot in range(5)] == [False, False, False, True, True]


def test_what_would_act_at_once_must_be_legal_now() -> None:
    state = stand(first(5), 1, "lucca")
    for order, action in (
        (ClaimNext(("coins",)), Income(seat="lucca", choice=("coins",))),
        (ClaimNext(()), Income(seat="lucca")),
        (AcquireNext((1,)), Acquire(seat="lucca")),
        (AcquireNext((1,), ("coins",)), Acquire(seat="lucca", bonus=("coins",))),
    ):
        assert (not why(order, state)) == legal(state, "lucca").contains(action)
    assert why(ClaimNext(("coins",)), stages.all_out()).startswith("All three of your envoys are on columns")
    sealing = invaded(hold_alike(first(5), Resources(soldiers=1)))
    assert not why(SealNext(Force(soldiers=1), Force()), sealing)
    assert why(SealNext(Force(soldiers=2), Force()), sealing).startswith("That takes 2 soldiers")


def test_while_the_reserve_is_short_fewer_are_named_at_once_but_not_for_a_turn_to_come() -> None:
    short = stages.poor_reserve()
    assert not why(AcquireNext((4, 7), ("coins", "soldiers")), short)
    assert why(AcquireNext((4, 7), ("coins", "coins")), short).startswith("The reserve does not hold so many")
    assert not why(AcquireNext((4, 7), ("coins", "coins")), turn_of(short, "firenze"))


def test_who_has_sealed_may_order_for_the_next_invasion() -> None:
    assert not why(SealNext(Force(soldiers=3), Force()), stages.invasion(), "firenze")
    panel = orders_panel(ordering(stages.invasion(), "firenze"), "draft.1.0.0.0")
    assert panel.embeds[0].title == "Next invasion"
    assert "sealed already" in str(panel.embeds[0].description)
    assert orders_panel(ordering(stages.invasion(), "lucca"), "draft.1.0.0.0").embeds[0].title == (
        "Next invasion: Venice"
    )
