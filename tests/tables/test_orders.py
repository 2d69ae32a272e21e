"""Standing orders: what each comes to in each situation, and that a person is asked where one does not fit."""

from dataclasses import replace
from random import Random

import pytest

from bot.game.actions import (
    Acquire,
    Action,
    Bid,
    Defend,
    Finish,
    Force,
    Income,
    Move,
    Repair,
    Wall,
    Withdraw,
)
from bot.game.components import Seat
from bot.game.events import EnvoyWithdrawn, InvasionResolved
from bot.game.observation import observe
from bot.game.resources import Resources
from bot.game.rules import apply, legal, waiting
from bot.game.state import Phase, State
from bot.tables.orders import (
    NextAcquire,
    NextDefence,
    NextIncome,
    OrderKind,
    Orders,
    WhenOutbid,
    asked_for,
    carry_out,
    decode_orders,
    used_up,
)
from bot.tables.snapshot import advance
from bot.tables.stepping import course
from tests.game.builders import (
    city_with,
    deal,
    decks_of,
    empty_column,
    first,
    hold,
    hold_alike,
    invaded,
    play,
    reserve_of,
    stand,
    turn_of,
)
from tests.game.games import POOL, whole_game
from tests.game.twisting import twist
from tests.tables.ordering import WITHDRAW, after, done, given_now, left, snapshot_of, some_orders, table_of

BID = Bid(seat="lucca", column=1, coins=3)
BELIEVER = Resources(believers=1)


def moves(*columns: int) -> Orders:
    return Orders(outbid=WhenOutbid(columns=columns))


def contested() -> State:
    """Lucca can outbid Siena's 1 on column 1; Siena stands on 2 too, Firenze with 1 on 3, column 4 is empty."""
    state = stand(stand(stand(first(5), 1, "siena", coins=1), 2, "siena"), 3, "firenze", coins=1)
    state = hold(empty_column(state, 4), "lucca", Resources(coins=3))
    return hold(state, "siena", BELIEVER)


# --- What is given, and how it is kept


@pytest.mark.parametrize(
    ("orders", "kinds"),
    [
        (Orders(), ()),
        (WITHDRAW, ("outbid",)),
        (Orders(defence=NextDefence()), ("defence",)),
        (Orders(turn=NextIncome()), ("turn",)),
        (Orders(repair=0), ("repair",)),
        (Orders(repair=2, finish=True), ("repair", "finish")),
        (Orders(outbid=WhenOutbid(), defence=NextDefence(), turn=NextIncome(), repair=0, finish=True).without("turn"),
         ("outbid", "defence", "repair", "finish")),
    ],
)  # fmt: skip
def test_an_order_that_asks_for_nothing_is_an_order_all_the_same(orders: Orders, kinds: tuple[OrderKind, ...]) -> None:
    assert orders.given == kinds


def test_orders_read_back_as_they_were_given() -> None:
    rng, state = Random("saved"), first(5)
    for _ in range(200):
        orders = some_orders(rng, state)
        assert decode_orders(orders.model_dump_json(exclude_defaults=True)) == orders


UNREADABLE = ["", "{", "null", "[]", "3", '"finish"', "[" * 5000, '{"other": 1}']
NO_ORDERS = [
    '{"finish": 1}', '{"finish": "true"}', '{"repair": 3}', '{"repair": true}', '{"repair": 1.0}', '{"repair": "1"}',
    '{"outbid": []}', '{"outbid": {"columns": [0]}}', '{"outbid": {"columns": [8]}}', '{"outbid": {"columns": [true]}}',
    '{"outbid": {"columns": [1,2,3,4,5,6,7,1]}}', '{"turn": {"columns": []}}',
    '{"turn": {"columns": [1], "choice": []}}', '{"defence": {"league": {"soldiers": -1}}}',
]  # fmt: skip


@pytest.mark.parametrize("text", UNREADABLE + NO_ORDERS)
def test_orders_that_cannot_be_read_are_no_orders(text: str) -> None:
    assert decode_orders(text) == Orders()


def test_every_phase_that_asks_has_its_kind_of_order_and_no_other_has() -> None:
    asking = {state.phase for state in whole_game(0, 5, "mixed").states if waiting(state)}
    assert {phase for phase in Phase if asked_for(phase)} == asking


@pytest.mark.parametrize("phase", Phase)
def test_only_what_was_for_one_turn_or_invasion_is_used_up(phase: Phase) -> None:
    orders = Orders(outbid=WhenOutbid(), defence=NextDefence(), turn=NextIncome(), repair=1, finish=True)
    gone = {Phase.PROJECTS: ("turn",), Phase.INVASION: ("defence",)}.get(phase, ())
    assert set(orders.given) - set(used_up(orders, phase).given) == set(gone)


# --- Outbid


def test_who_ordered_to_withdraw_when_outbid_withdraws_at_once() -> None:
    found = after(contested(), BID, {"siena": WITHDRAW})
    assert done(found) == [Withdraw(seat="siena")]
    assert [(step.author, step.order) for step in found.steps] == [(11, None), (13, "outbid")]
    assert left(found, "siena") == WITHDRAW
    assert any(isinstance(event, EnvoyWithdrawn) and not event.forced for event in found.events)
    assert found.end.state == play(contested(), BID, Withdraw(seat="siena"))


def test_who_ordered_to_move_moves_to_the_first_column_that_takes_the_bid() -> None:
    orders = moves(2, 3, 4, 1, 6, 5)  # an own envoy, no higher bid, no card, the column itself
    found = after(contested(), BID, {"siena": orders})
    assert done(found) == [Move(seat="siena", column=6)]
    assert left(found, "siena") == orders


@pytest.mark.parametrize(
    ("state", "orders"),
    [
        (hold(contested(), "siena", Resources(coins=9, soldiers=9)), moves(6)),
        (contested(), moves(2, 3, 4, 1)),
        (contested(), Orders(defence=NextDefence(), turn=NextIncome(), repair=2, finish=True)),
        (contested(), Orders()),
    ],
    ids=["no believer", "no column takes it", "other orders", "no order"],
)
def test_an_outbid_seat_is_asked_where_no_order_fits(state: State, orders: Orders) -> None:
    found = after(state, BID, {"siena": orders})
    assert done(found) == []
    assert waiting(found.end.state) == ("siena",)
    assert left(found, "siena") == orders


def test_a_column_that_this_game_does_not_have_takes_no_bid() -> None:
    state = hold(stand(first(2), 1, "firenze"), "firenze", BELIEVER)
    found = after(state, Bid(seat="lucca", column=1, coins=1), {"firenze": moves(7, 6, 5, 3)})
    assert done(found) == [Move(seat="firenze", column=3)]


def test_who_could_not_go_anywhere_is_withdrawn_by_the_rules_and_not_by_an_order() -> None:
    state = empty_column(stand(first(2), 1, "firenze"), 2, 3, 4)
    found = after(state, Bid(seat="lucca", column=1, coins=1), {"firenze": WITHDRAW})
    assert done(found) == []
    assert [event.forced for event in found.events if isinstance(event, EnvoyWithdrawn)] == [True]


def test_the_orders_of_several_seats_follow_each_other_in_one_change() -> None:
    state = stand(contested(), 5, "bologna")
    found = after(state, BID, {"siena": moves(5), "bologna": WITHDRAW})
    assert done(found) == [Move(seat="siena", column=5), Withdraw(seat="bologna")]
    assert waiting(found.end.state) == ("firenze",)  # Lucca has no card: its turn is over (8.13)


def test_a_chain_of_orders_stops_at_the_seat_that_has_none() -> None:
    state = stand(contested(), 5, "bologna")
    found = after(state, BID, {"siena": moves(5), "milano": WITHDRAW})
    assert done(found) == [Move(seat="siena", column=5)]
    assert waiting(found.end.state) == ("bologna",)


def again_outbid(believers: int) -> State:
    """Siena's move to 5 sends Bologna's 0.5 from there to 2, where Siena stands with nothing."""
    state = hold(stand(contested(), 5, "bologna", believers=1), "bologna", BELIEVER)
    return hold(state, "siena", Resources(believers=believers))


def test_a_seat_whose_own_order_leads_to_its_being_outbid_again_follows_it_again() -> None:
    orders = {"siena": moves(5, 6), "bologna": moves(2)}
    found = after(again_outbid(2), BID, orders)
    assert done(found) == [
        Move(seat="siena", column=5),
        Move(seat="bologna", column=2),
        Move(seat="siena", column=6),
    ]


def test_a_seat_outbid_again_that_has_spent_its_believer_is_asked() -> None:
    found = after(again_outbid(1), BID, {"siena": moves(5, 6), "bologna": moves(2)})
    assert done(found) == [Move(seat="siena", column=5), Move(seat="bologna", column=2)]
    assert waiting(found.end.state) == ("siena",)
    assert found.end.prompt("siena") == 2


def test_the_active_seat_may_be_outbid_by_an_order_and_follows_its_own() -> None:
    state = stand(hold(contested(), "lucca", Resources(coins=3, believers=1)), 6, "lucca")
    found = after(state, BID, {"siena": moves(6), "lucca": moves(7)})
    assert done(found) == [Move(seat="siena", column=6), Move(seat="lucca", column=7)]


# --- The next invasion


def before_the_invasion() -> State:
    """Lucca's acquiring column 1 draws the last card of deck A; every seat holds 3 of each kind."""
    return hold_alike(stand(decks_of(first(3), 3, 9, 9, 9), 1, "lucca"), Resources(3, 3, 3, 3))


STRIKES = Acquire(seat="lucca")
AHEAD = NextDefence(league=Force(soldiers=1), walls=Force(soldiers=2, coins=2))


def sealed(seat: Seat) -> Defend:
    """What that comes to."""
    return Defend(seat=seat, league=AHEAD.league, walls=AHEAD.walls)


def test_a_defence_sealed_ahead_is_sealed_when_the_invasion_comes() -> None:
    found = after(before_the_invasion(), STRIKES, {"siena": Orders(defence=AHEAD, finish=True)})
    assert done(found) == [sealed("siena")]
    assert found.end.state.phase is Phase.INVASION
    assert waiting(found.end.state) == ("lucca", "firenze")
    assert left(found, "siena") == Orders(finish=True)


def test_who_brings_the_invasion_about_may_have_sealed_ahead_too() -> None:
    found = after(before_the_invasion(), STRIKES, {"lucca": Orders(defence=AHEAD)})
    assert done(found) == [sealed("lucca")]
    assert found.end.state.city("lucca").sealed is not None


def test_where_all_have_sealed_ahead_the_defences_are_opened_in_the_same_change() -> None:
    state = before_the_invasion()
    found = after(state, STRIKES, {seat: Orders(defence=AHEAD) for seat in state.communes})
    assert {action.seat for action in done(found)} == set(state.communes)
    assert sum(isinstance(event, InvasionResolved) for event in found.events) == 1
    assert found.end.state.phase is Phase.CONSTRUCTION
    assert all(left(found, seat) == Orders() for seat in state.communes)


def test_an_empty_defence_may_be_sealed_ahead() -> None:
    found = after(hold(before_the_invasion(), "siena"), STRIKES, {"siena": Orders(defence=NextDefence())})
    assert done(found) == [Defend(seat="siena")]


@pytest.mark.parametrize(
    ("held", "defence"),
    [
        (Resources(coins=2, soldiers=2), AHEAD),
        (Resources(coins=1, soldiers=3), AHEAD),
        (Resources(9, 9, 9, 9), NextDefence(walls=Force(coins=1))),
        (Resources(9, 9, 9, 9), NextDefence(league=Force(believers=3))),
    ],
    ids=["soldiers spent", "coins spent", "odd coins", "odd believers"],
)
def test_a_defence_that_is_no_longer_affordable_is_asked_for_and_the_order_is_used_up(
    held: Resources, defence: NextDefence
) -> None:
    found = after(hold(before_the_invasion(), "siena", held), STRIKES, {"siena": Orders(defence=defence, repair=1)})
    assert done(found) == []
    assert "siena" in waiting(found.end.state)
    assert left(found, "siena") == Orders(repair=1)


def test_a_defence_given_while_the_invasion_is_open_is_sealed_at_once() -> None:
    state = invaded(hold_alike(first(3), Resources(3, 3, 3, 3)))
    found = given_now(state, {"siena": Orders(defence=AHEAD)})
    assert done(found) == [sealed("siena")]
    assert left(found, "siena") == Orders()


def test_a_defence_given_by_the_last_who_must_seal_opens_them_all() -> None:
    state = play(invaded(hold_alike(first(2), Resources(3, 3, 3, 3))), Defend(seat="lucca"))
    found = given_now(state, {"firenze": Orders(defence=AHEAD)})
    assert any(isinstance(event, InvasionResolved) for event in found.events)


def test_a_defence_given_by_a_seat_that_has_sealed_is_for_the_next_invasion() -> None:
    state = play(invaded(hold_alike(first(3), Resources(3, 3, 3, 3))), Defend(seat="siena"))
    found = given_now(state, {"siena": Orders(defence=AHEAD)})
    assert done(found) == []
    assert left(found, "siena") == Orders(defence=AHEAD)
    found = after(state, Defend(seat="lucca"), {"siena": Orders(defence=AHEAD)})
    assert left(found, "siena") == Orders(defence=AHEAD)


def test_a_defence_given_too_late_and_not_affordable_is_not_kept_for_the_next_invasion() -> None:
    found = given_now(invaded(hold_alike(first(3))), {"siena": Orders(defence=AHEAD)})
    assert done(found) == []
    assert left(found, "siena") == Orders()


def test_the_emperor_is_met_by_orders_too_and_the_game_is_over() -> None:
    state = play(invaded(first(2), 3), Defend(seat="lucca"))
    found = given_now(state, {"firenze": Orders(defence=NextDefence(), turn=NextIncome(), repair=1)})
    assert found.end.state.phase is Phase.OVER
    assert left(found, "firenze") == Orders(turn=NextIncome(), repair=1)


# --- The next turn


def turn_before(state: State) -> tuple[State, Action]:
    """It is Lucca's turn, without a card, and Firenze's comes at once after Lucca's income."""
    return turn_of(state, "lucca"), Income(seat="lucca", choice=("coins",))


def order_for_turn(state: State, turn: NextAcquire | NextIncome) -> tuple[list[Action], Orders]:
    """What the order of Firenze for its next turn comes to, and what is left of it."""
    start, action = turn_before(state)
    found = after(start, action, {"firenze": Orders(turn=turn, repair=1)})
    return done(found), left(found, "firenze")


def envoys(*columns: int) -> State:
    """Firenze's envoys stand on these columns."""
    state = first(5)
    for column in columns:
        state = stand(state, column, "firenze", coins=1)
    return state


def test_income_is_claimed_as_ordered_when_the_turn_comes() -> None:
    actions, kept = order_for_turn(first(5), NextIncome(choice=("soldiers",)))
    assert actions == [Income(seat="firenze", choice=("soldiers",))]
    assert kept == Orders(repair=1)


@pytest.mark.parametrize(
    ("state", "choice"),
    [
        (first(5), ()),
        (first(5), ("coins", "coins")),
        (first(5), ("gold",)),
        (reserve_of(first(5), Resources(9, 0, 9, 9), "milano"), ("soldiers",)),
        (envoys(1, 2, 3), ("coins",)),
    ],
    ids=["too few", "too many", "no such resource", "not in the reserve", "all envoys are out"],
)
def test_income_that_no_longer_fits_is_asked_for_and_the_order_is_used_up(
    state: State, choice: tuple[str, ...]
) -> None:
    assert order_for_turn(state, NextIncome(choice=choice)) == ([], Orders(repair=1))


def test_what_stands_is_acquired_as_ordered_when_the_turn_comes() -> None:
    actions, kept = order_for_turn(envoys(1, 3), NextAcquire(columns=(3, 1)))
    assert actions == [Acquire(seat="firenze")]
    assert kept == Orders(repair=1)


def test_an_order_for_some_columns_takes_all_where_envoys_stand() -> None:
    actions, _ = order_for_turn(envoys(1, 3), NextAcquire(columns=(3,)))
    assert actions == [Acquire(seat="firenze")]


@pytest.mark.parametrize(
    ("state", "turn"),
    [
        (envoys(1), NextAcquire(columns=(1, 3))),
        (envoys(), NextAcquire(columns=(1,))),
        (stand(envoys(1), 3, "siena"), NextAcquire(columns=(1, 3))),
        (envoys(1, 4), NextAcquire(columns=(1,))),
        (envoys(1), NextAcquire(columns=(1,), bonus=("coins",))),
        (envoys(4), NextAcquire(columns=(4,), bonus=("gold",))),
        (reserve_of(envoys(4), Resources(9, 0, 9, 9), "milano"), NextAcquire(columns=(4,), bonus=("soldiers",))),
    ],
    ids=["one is gone", "all are gone", "another stands there", "more bonus", "less bonus", "no such", "none left"],
)
def test_an_acquisition_that_no_longer_fits_is_asked_for_and_the_order_is_used_up(
    state: State, turn: NextAcquire
) -> None:
    assert order_for_turn(state, turn) == ([], Orders(repair=1))


@pytest.mark.parametrize(
    ("columns", "bonus"), [((4,), ("coins",)), ((7,), ("soldiers",)), ((4, 7), ("coins", "artisans"))]
)
def test_the_bonus_is_chosen_as_ordered(columns: tuple[int, ...], bonus: tuple[str, ...]) -> None:
    actions, _ = order_for_turn(envoys(*columns), NextAcquire(columns=columns, bonus=bonus))
    assert actions == [Acquire(seat="firenze", bonus=bonus)]


def test_an_envoy_outbid_in_between_makes_the_order_for_it_void() -> None:
    state = hold(envoys(1, 3), "lucca", Resources(coins=2))
    bid = Bid(seat="lucca", column=3, coins=2)
    orders = Orders(outbid=WhenOutbid(), turn=NextAcquire(columns=(1, 3)))
    found = after(turn_of(state, "lucca"), bid, {"firenze": orders})
    assert done(found) == [Withdraw(seat="firenze")]
    assert found.end.state.active == "firenze"
    assert left(found, "firenze") == Orders(outbid=WhenOutbid())


def test_an_envoy_moved_by_an_order_stands_where_the_order_for_the_turn_wants_it() -> None:
    state = hold(hold(envoys(1, 3), "lucca", Resources(coins=2)), "firenze", BELIEVER)
    bid = Bid(seat="lucca", column=3, coins=2)
    orders = Orders(outbid=WhenOutbid(columns=(5,)), turn=NextAcquire(columns=(1, 5)))
    found = after(turn_of(state, "lucca"), bid, {"firenze": orders})
    assert done(found) == [Move(seat="firenze", column=5), Acquire(seat="firenze")]


def test_an_order_for_the_turn_given_in_that_turn_is_carried_out_at_once() -> None:
    found = given_now(first(5), {"lucca": Orders(turn=NextIncome(choice=("coins",)))})
    assert done(found) == [Income(seat="lucca", choice=("coins",))]
    assert left(found, "lucca") == Orders()


@pytest.mark.parametrize("phase", [Phase.CONSTRUCTION, Phase.REPAIR])
def test_an_order_for_the_turn_given_later_in_one_is_for_the_next(phase: Phase) -> None:
    state = city_with(deal(turn_of(first(5), "lucca", phase), "lucca", "D01"), "lucca", loot=1)
    orders = Orders(turn=NextIncome(choice=("coins",)))
    found = given_now(state, {"lucca": orders})
    assert done(found) == []
    assert left(found, "lucca") == orders


def test_turns_follow_each_other_by_orders_as_long_as_these_last() -> None:
    state, action = turn_before(first(3))
    found = after(state, action, {seat: Orders(turn=NextIncome(choice=("coins",))) for seat in state.communes})
    assert [action.seat for action in done(found)] == ["firenze", "siena", "lucca"]
    assert waiting(found.end.state) == ("firenze",)


# --- Loot and the end of construction


def looted(loot: int, believers: int) -> State:
    """Lucca has no card, so that its turn goes on to its loot points as soon as it has claimed income."""
    state = city_with(first(5), "lucca", loot=loot)
    return hold(state, "lucca", Resources(believers=believers))


@pytest.mark.parametrize(
    ("wanted", "loot", "believers", "removed"),
    [
        (0, 3, 9, 0), (1, 3, 9, 1), (2, 3, 9, 2), (2, 1, 9, 1), (2, 3, 2, 1), (2, 3, 0, 0), (1, 1, 0, 0), (2, 2, 3, 2),
    ],
)  # fmt: skip
def test_as_much_loot_is_removed_as_was_ordered_or_as_can_be(
    wanted: int, loot: int, believers: int, removed: int
) -> None:
    state = replace(looted(loot, believers), phase=Phase.REPAIR)
    found = given_now(state, {"lucca": Orders(repair=wanted)})
    assert done(found) == [Repair(seat="lucca", loot=removed)]
    assert left(found, "lucca") == Orders(repair=wanted)


def test_loot_is_removed_as_ordered_turn_after_turn() -> None:
    action = Income(seat="lucca", choice=("believers",))
    found = after(looted(3, 0), action, {"lucca": Orders(repair=1)})
    assert done(found) == [Repair(seat="lucca", loot=1)]
    assert found.end.state.active == "firenze"


def test_without_an_order_loot_is_asked_about() -> None:
    found = after(looted(3, 0), Income(seat="lucca", choice=("believers",)), {"lucca": Orders(finish=True)})
    assert done(found) == []
    assert found.end.state.phase is Phase.REPAIR


def last_step(*hand: str, artisans: int = 0, believers: int = 0) -> tuple[State, Action]:
    """Lucca has built its step of the turn and sets D01 as its wall's; these cards stay in hand."""
    state = deal(turn_of(first(5), "lucca", Phase.CONSTRUCTION), "lucca", "D01", *hand)
    state = replace(hold(state, "lucca", Resources(artisans=artisans, believers=believers)), building_steps=1)
    return state, Wall(seat="lucca", card="D01")


def test_construction_is_ended_as_ordered_where_nothing_can_be_placed() -> None:
    state, action = last_step("D02", "D03", believers=1)
    found = after(state, action, {"lucca": Orders(finish=True)})
    assert done(found) == [Finish(seat="lucca")]
    assert left(found, "lucca") == Orders(finish=True)


@pytest.mark.parametrize(
    ("state", "action"),
    [last_step("D02", artisans=1), last_step("D02", believers=2), last_step("D02", "D03", "D04")],
    ids=["an artisan buys an action", "two believers do", "a card must be discarded"],
)
def test_construction_is_asked_about_where_there_is_something_to_decide(state: State, action: Action) -> None:
    found = after(state, action, {"lucca": Orders(finish=True)})
    assert done(found) == []
    assert waiting(found.end.state) == ("lucca",)


def test_the_free_action_is_never_given_up_by_an_order() -> None:
    state, action = last_step("D02")
    orders = {"lucca": Orders(finish=True)}
    assert done(given_now(replace(state, building_steps=0), orders)) == []
    assert done(after(replace(state, building_steps=0), action, orders)) == []  # it has a building step still (8.1)


def test_a_whole_turn_may_be_orders() -> None:
    state, action = last_step("D02")
    orders = Orders(finish=True, repair=1, turn=NextIncome(choice=("coins",)))
    found = after(city_with(state, "lucca", loot=1), action, {"lucca": orders, "firenze": orders})
    assert done(found) == [
        Finish(seat="lucca"),
        Repair(seat="lucca", loot=0),
        Income(seat="firenze", choice=("coins",)),
    ]


# --- In any state


def asked_states(game: tuple[int, int, str]) -> list[State]:
    return [state for state in whole_game(*game).states if waiting(state)]


@pytest.mark.parametrize("game", POOL[::4])
def test_orders_come_to_what_the_rules_accept_and_leave_nothing_that_would_fit(game: tuple[int, int, str]) -> None:
    rng = Random(f"any {game}")
    for step in whole_game(*game).steps[::3]:
        orders = {seat: some_orders(rng, step.before) for seat in step.before.communes}
        found = after(step.before, step.action, orders)
        snapshot = snapshot_of(step.before)
        for each in found.steps:
            assert each.before == snapshot
            snapshot, events = advance(snapshot, each.action)
            assert (each.after, each.events) == (snapshot, events)
        end = found.end.state
        for seat in waiting(end):
            if end.phase is not Phase.INVASION or step.before.phase is not Phase.INVASION:
                assert carry_out(left(found, seat), observe(end, seat), legal(end, seat)) is None
        assert all(set(left(found, seat).given) <= set(orders[seat].given) for seat in orders)


@pytest.mark.parametrize("game", POOL[::4])
def test_law_4_an_order_comes_to_the_same_in_worlds_that_look_alike_to_its_seat(game: tuple[int, int, str]) -> None:
    rng, different, compared = Random(f"twins {game}"), 0, 0
    for state in asked_states(game)[::3]:
        seat = rng.choice(waiting(state))
        other = twist(state, seat, rng)
        for _ in range(5):
            orders = some_orders(rng, state)
            action = carry_out(orders, observe(state, seat), legal(state, seat))
            assert carry_out(orders, observe(other, seat), legal(other, seat)) == action
            compared += action is not None
            different += action is not None and other != state
    assert compared > 20
    assert different > compared / 2


@pytest.mark.parametrize("orders", [WITHDRAW, moves(6)])
def test_what_a_seat_is_asked_already_is_not_answered_by_an_order_that_it_had_then(orders: Orders) -> None:
    asked = after(contested(), BID, {}).end
    table = table_of(asked.state, {"siena": orders})
    assert course(table, asked, None, {**table.orders, "milano": Orders(finish=True)}).steps == ()
    changed = orders.model_copy(update={"finish": True})
    assert course(table, asked, None, {"siena": changed}).steps == ()


def test_of_whom_nothing_is_asked_nothing_is_carried_out() -> None:
    state: State = first(3)
    everything = Orders(outbid=WhenOutbid(), defence=NextDefence(), turn=NextIncome(), repair=0, finish=True)
    assert carry_out(everything, observe(state, None), legal(state, "lucca")) is None
    over = play(invaded(first(2), 3), Defend(seat="lucca"), Defend(seat="firenze"))
    assert carry_out(everything, observe(over, "lucca"), legal(over, "lucca")) is None
    seats: list[Seat] = list(state.communes)
    assert given_now(over, dict.fromkeys(seats[:2], everything)).steps == ()


def test_orders_change_nothing_of_a_step_that_asks_nobody_who_has_any() -> None:
    found = after(contested(), BID, {"milano": WITHDRAW})
    assert found.end.state == apply(contested(), BID)[0]
    assert found.orders == {"milano": WITHDRAW}
