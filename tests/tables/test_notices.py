"""Who is told what after a change: whoever is asked anew, and not who has just acted (laws 2, 4; rule 3.5)."""

from dataclasses import replace

import pytest

from bot.game.actions import Acquire, Action, Bid, Defend, Finish, Income, Move, Withdraw
from bot.game.components import Seat
from bot.game.events import InvasionResolved
from bot.game.resources import Resources
from bot.game.rules import may_act
from bot.game.state import Phase, State
from bot.tables.notices import Kind, Notice, after_action, at_start
from bot.tables.snapshot import Snapshot, advance, begin
from tests.game import stages
from tests.game.builders import deal, empty_column, first, hold, hold_alike, invaded, setup, stand
from tests.game.games import whole_game
from tests.tables.hosting import names

Told = list[tuple[str, Seat | None]]


def asked_once(state: State) -> Snapshot:
    return Snapshot(state, (1,) * len(state.communes))


def told(before: State | Snapshot, action: Action) -> Told:
    """Kind and seat of all that is owed after an action."""
    return names(notices(before, action))


def notices(before: State | Snapshot, action: Action) -> list[Notice]:
    snapshot = asked_once(before) if isinstance(before, State) else before
    after, events = advance(snapshot, action)
    return list(after_action(snapshot, after, action.seat, events))


def test_at_the_start_the_commitment_is_told_first_and_then_each_seat_its_screen() -> None:
    snapshot = begin(setup("lucca", "siena", "milano"))
    assert names(list(at_start(snapshot))) == [
        ("commitment", None),
        ("started", "lucca"),
        ("started", "siena"),
        ("started", "milano"),
    ]


def test_what_is_told_at_the_start_stays_true_whatever_happens_meanwhile() -> None:
    assert all(notice.prompt is None for notice in at_start(begin(setup("lucca", "siena"))))


def test_a_bid_that_ends_the_turn_tells_the_next_seat_alone() -> None:
    assert told(first(3), Bid(seat="lucca", column=1)) == [("turn", "firenze")]


def test_who_goes_on_to_construct_is_not_told_so() -> None:
    state = stand(first(3), 1, first(3).active)
    action = Acquire(seat=state.active)
    after, _ = advance(asked_once(state), action)
    assert after.state.phase is Phase.CONSTRUCTION
    assert told(state, action) == []


def challenged() -> State:
    """Firenze bid 1 on column 1; Lucca is active and holds 2 coins."""
    state = hold(stand(first(3), 1, "firenze", coins=1), "firenze", Resources(believers=1))
    return hold(state, "lucca", Resources(coins=2))


def test_the_seat_that_is_outbid_is_told_and_nobody_else() -> None:
    [notice] = notices(challenged(), Bid(seat="lucca", column=1, coins=2))
    assert notice == Notice(Kind.OUTBID, "firenze", 2)


def chain() -> Snapshot:
    """Siena stands on 1 with 3 coins and on 3 with 1, Bologna on 2 with 2; Lucca is active and can bid 4."""
    state = stand(stand(stand(first(4), 1, "siena", coins=3), 2, "bologna", coins=2), 3, "siena", coins=1)
    return asked_once(hold_alike(state, Resources(coins=4, believers=2)))


def test_down_a_chain_of_outbidding_each_seat_is_told_when_it_is_its_turn_to_choose() -> None:
    snapshot, heard = chain(), []
    actions: list[Action] = [
        Bid(seat="lucca", column=1, coins=4),
        Move(seat="siena", column=2),
        Move(seat="bologna", column=3),
        Withdraw(seat="siena"),
    ]
    for action in actions:
        heard.append(told(snapshot, action))
        snapshot, _ = advance(snapshot, action)
    assert heard == [[("outbid", "siena")], [("outbid", "bologna")], [("outbid", "siena")], [("turn", "firenze")]]


def test_when_the_chain_ends_the_active_seat_is_told_that_it_goes_on() -> None:
    snapshot = chain()
    snapshot = replace(snapshot, state=with_card(snapshot.state))
    snapshot, _ = advance(snapshot, Bid(seat="lucca", column=1, coins=4))
    assert told(snapshot, Withdraw(seat="siena")) == [("turn", "lucca")]


def test_an_envoy_that_had_to_go_home_is_told_to_its_seat_before_the_next_turn() -> None:
    nowhere_to_go = empty_column(challenged(), 2, 3, 4, 5)
    heard = told(nowhere_to_go, Bid(seat="lucca", column=1, coins=2))
    assert heard == [("withdrawn", "firenze"), ("turn", "firenze")]


def test_who_withdraws_of_their_own_will_is_told_nothing() -> None:
    kinds = told(stages.outbid(), Withdraw(seat="siena"))
    assert ("withdrawn", "siena") not in kinds
    assert "siena" not in [seat for kind, seat in kinds if kind != "turn"]


def struck(seats: int) -> tuple[Snapshot, Snapshot, list[Notice]]:
    """The first invasion that strikes in a random game: before and after it, and what is told."""
    game = whole_game(1, seats, "mixed")
    snapshot = begin(game.setup)
    for action in game.actions:
        after, events = advance(snapshot, action)
        if after.state.phase is Phase.INVASION:
            return snapshot, after, list(after_action(snapshot, after, action.seat, events))
        snapshot = after
    raise AssertionError("no invasion")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_an_invasion_is_told_to_all_alike_also_to_whose_action_drew_the_last_card(seats: int) -> None:
    _, after, heard = struck(seats)
    assert names(heard) == [("invasion", seat) for seat in after.state.communes]
    assert [notice.prompt for notice in heard] == [after.prompt(seat) for seat in after.state.communes]


def test_a_seal_tells_nobody_anything() -> None:
    state = invaded(first(4))
    snapshot = asked_once(state)
    for seat in (*state.communes[:3], state.communes[0]):
        assert told(snapshot, Defend(seat=seat)) == []
        snapshot, _ = advance(snapshot, Defend(seat=seat))


def last_seal(state: State, last: Seat) -> Told:
    """What is told after the last seal, which is one seat's."""
    snapshot = asked_once(state)
    for seat in state.communes:
        if seat != last:
            snapshot, _ = advance(snapshot, Defend(seat=seat))
    return told(snapshot, Defend(seat=last))


def with_card(state: State) -> State:
    """The active seat has a card to build with, so that it goes on after an invasion or a chain."""
    return deal(state, state.active, "D01")


def test_after_an_invasion_the_report_is_told_and_the_active_seat_that_it_goes_on() -> None:
    state = with_card(invaded(first(3)))
    other = next(seat for seat in state.communes if seat != state.active)
    assert last_seal(state, other) == [("report A", None), ("turn", state.active)]


def test_what_is_told_after_an_invasion_does_not_show_who_sealed_last() -> None:
    state = with_card(invaded(first(3)))
    assert {tuple(last_seal(state, seat)) for seat in state.communes} == {(("report A", None), ("turn", state.active))}


@pytest.mark.parametrize(("invasions", "report"), [(0, "report A"), (1, "report B"), (2, "report C")])
def test_each_invasion_has_its_own_report(invasions: int, report: str) -> None:
    state = with_card(invaded(first(3), invasions))
    assert last_seal(state, state.active)[0] == (report, None)


def test_the_end_is_told_to_the_channel_and_then_to_every_seat() -> None:
    state = invaded(first(3), 3)
    everybody = [("over", seat) for seat in state.communes]
    assert last_seal(state, state.communes[0]) == [("report D", None), ("final", None), *everybody]


@pytest.mark.parametrize("cast", ["mixed", "bidders", "soldiers"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_over_whole_games_exactly_those_are_told_who_are_asked_anew_and_did_not_act(seats: int, cast: str) -> None:
    game = whole_game(3, seats, cast)
    snapshot = begin(game.setup)
    for action in game.actions:
        after, events = advance(snapshot, action)
        heard = list(after_action(snapshot, after, action.seat, events))
        asked = [notice for notice in heard if notice.prompt is not None]
        anew = [seat for seat in after.state.communes if after.prompt(seat) not in (None, snapshot.prompt(seat))]
        everybody = Phase.INVASION in (snapshot.state.phase, after.state.phase)
        assert [notice.seat for notice in asked] == [seat for seat in anew if everybody or seat != action.seat]
        assert all(notice.seat and notice.prompt == after.prompt(notice.seat) for notice in asked)
        assert all(may_act(after.state, notice.seat) for notice in asked if notice.seat)
        reports = [notice for notice in heard if notice.kind.value.startswith("report")]
        assert len(reports) == sum(isinstance(event, InvasionResolved) for event in events)
        assert (Notice(Kind.FINAL) in heard) == (after.state.phase is Phase.OVER)
        snapshot = after


def test_income_and_finish_tell_their_author_nothing() -> None:
    assert told(first(3), Income(seat="lucca", choice=("coins",))) == [("turn", "firenze")]
    heard = told(stages.construction(), Finish(seat="lucca", discard=("D01", "D02", "D03")))
    assert heard == [("turn", "firenze")]
