"""One's own last action taken back: a row of the log, and nobody learns anything by it."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from bot.game.actions import Action, Bid, Income, Withdraw
from bot.game.components import Seat
from bot.game.events import ColumnFilled, InvasionResolved, InvasionStruck, ResourcesLost
from bot.game.observation import observe
from bot.game.rules import apply, legal, waiting
from bot.game.state import Phase, State
from bot.tables.errors import (
    ActedSince,
    NothingToUndo,
    NotRunning,
    NotSeated,
    OutOfDate,
    RevealedSince,
    SealAgain,
    TableArchived,
    TableEnded,
    TableRefusal,
)
from bot.tables.history import History
from bot.tables.log import UNDO, read_log
from bot.tables.model import TableState
from bot.tables.orders import NextIncome, Orders, WhenOutbid
from bot.tables.telling import Ordered, TakenBack
from bot.tables.undoing import last_own, undo_refusal
from tests.game.characters import RANDOM
from tests.game.games import whole_game
from tests.storage.helpers import content
from tests.tables.hosting import BEA, HOST, STRANGER, Hosting, bodies, query
from tests.tables.ordering import WITHDRAW, contested, give, kept, outbid, some_orders
from tests.tables.seats import DAY, PACE, Club, club_at
from tests.tables.solo import begun
from tests.tables.test_log import Row, rows_of

REVEALING = (ColumnFilled, InvasionStruck, InvasionResolved, ResourcesLost)
MINUTE = timedelta(minutes=1)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "comuni.sqlite3") as opened:
        yield opened


async def refused(hosting: Hosting, table_id: int, user_id: int, **options: int) -> type[TableRefusal]:
    """Why an undo is refused; nothing has changed by it."""
    before = query(hosting.path, "SELECT * FROM game_table"), bodies(hosting.path, table_id)
    with pytest.raises(TableRefusal) as caught:
        await hosting.tables.playing.undo(table_id, user_id, **options)
    assert (query(hosting.path, "SELECT * FROM game_table"), bodies(hosting.path, table_id)) == before
    return caught.type


async def take_back(hosting: Hosting, table_id: int, seat: Seat) -> None:
    await hosting.tables.playing.undo(table_id, await hosting.holder(table_id, seat))


@pytest.mark.parametrize("seats", [2, 3, 5])
async def test_an_undo_is_allowed_exactly_until_something_was_revealed(hosting: Hosting, seats: int) -> None:
    rng, table_id = Random(f"undo {seats}"), await hosting.started(seats)
    undone: set[Phase] = set()
    refusals: set[type[TableRefusal]] = set()
    while (before := await hosting.snapshot(table_id)).state.phase is not Phase.OVER:
        seat = rng.choice(waiting(before.state))
        await hosting.play(table_id, RANDOM.act(before.state, seat, rng))
        after = await hosting.snapshot(table_id)
        last = (await hosting.tables.reader.history(await hosting.table(table_id))).entries[-1]
        if after.state.phase is Phase.OVER:
            break
        if before.state.phase is Phase.INVASION or any(isinstance(event, REVEALING) for event in last.events):
            refusals.add(await refused(hosting, table_id, await hosting.holder(table_id, seat)))
            continue
        await take_back(hosting, table_id, seat)
        undone.add(before.state.phase)
        again = await hosting.snapshot(table_id)
        assert again.state == before.state
        assert all(new >= old for new, old in zip(again.prompts, after.prompts, strict=True))
        for asked in waiting(again.state):
            assert again.prompt(asked) > max(before.prompt(asked) or 0, after.prompt(asked) or 0)  # type: ignore[operator]  # it is asked
        await hosting.play(table_id, RANDOM.act(again.state, seat, rng))
    assert undone >= {Phase.PROJECTS, Phase.CONSTRUCTION, Phase.REPAIR}
    assert refusals == {RevealedSince, SealAgain}
    assert read_log(await hosting.store.log(table_id)).snapshot == await hosting.snapshot(table_id)


async def test_actions_are_taken_back_one_by_one(hosting: Hosting) -> None:
    table_id, rng = await hosting.started(2), Random("one by one")
    while True:
        await hosting.play_until(table_id, Phase.CONSTRUCTION, rng)
        start = await hosting.state(table_id)
        seat = start.active
        acted = 0
        while (state := await hosting.state(table_id)).phase is Phase.CONSTRUCTION and state.active == seat:
            await hosting.step(table_id, rng)
            acted += 1
        if acted > 2:
            break
    for _ in range(acted):
        await take_back(hosting, table_id, seat)
    assert await hosting.state(table_id) == start


async def test_an_undo_is_a_row_and_the_version_goes_on(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    action = await hosting.step(table_id, Random(0))
    version = (await hosting.table(table_id)).version
    await take_back(hosting, table_id, action.seat)
    assert (await hosting.table(table_id)).version == version + 1
    assert query(hosting.path, "SELECT kind, author FROM log ORDER BY number DESC LIMIT 1") == [
        (UNDO, await hosting.holder(table_id, action.seat))
    ]
    history = await hosting.tables.reader.history(await hosting.table(table_id))
    assert history.actions == ()
    assert TakenBack(action.seat) in await hosting.tables.reader.told(await hosting.table(table_id), None)


async def test_what_is_done_after_an_undo_is_the_game(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    first = await hosting.step(table_id, Random(0))
    await take_back(hosting, table_id, first.seat)
    second = await hosting.step(table_id, Random(1))
    history = await hosting.tables.reader.history(await hosting.table(table_id))
    assert history.actions == (second,)
    assert read_log(await hosting.store.log(table_id)) == history


async def test_nothing_is_undone_before_somebody_acted(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    assert await refused(hosting, table_id, HOST.user_id) is NothingToUndo


async def test_only_ones_own_last_action_is_undone(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    rng = Random(3)
    first = await hosting.step(table_id, rng)
    while (last := await hosting.step(table_id, rng)).seat == first.seat:
        pass
    assert last.seat != first.seat
    assert await refused(hosting, table_id, await hosting.holder(table_id, first.seat)) is ActedSince


async def test_what_a_steward_did_is_not_undone(hosting: Hosting) -> None:
    table_id, rng = await begun(hosting, 1), Random(2)
    while True:
        await hosting.tables.stewarding.play(table_id)
        seat = (await hosting.table(table_id)).seat_of(HOST.user_id)
        state = await hosting.state(table_id)
        assert seat is not None
        await hosting.play(table_id, RANDOM.act(state, seat, rng))
        if (await hosting.tables.stewarding.asked(await hosting.table(table_id))) is not None:
            break
    await hosting.tables.stewarding.play(table_id)
    assert await refused(hosting, table_id, HOST.user_id) in {ActedSince, RevealedSince, SealAgain}


async def test_a_seal_is_replaced_and_not_undone_whoever_else_has_sealed(hosting: Hosting) -> None:
    table_id, rng = await hosting.started(3), Random("seals")
    await hosting.play_until(table_id, Phase.INVASION, rng)
    people = {seat: await hosting.holder(table_id, seat) for seat in (await hosting.state(table_id)).communes}
    first, second, _ = people
    assert {await refused(hosting, table_id, user_id) for user_id in people.values()} == {RevealedSince}
    for seat in (first, second):
        await hosting.play(table_id, RANDOM.act(await hosting.state(table_id), seat, rng))
        assert await refused(hosting, table_id, people[first]) is SealAgain
    assert await refused(hosting, table_id, people[second]) is SealAgain


async def test_a_button_of_an_earlier_action_undoes_nothing(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    action = await hosting.step(table_id, Random(0))
    user_id = await hosting.holder(table_id, action.seat)
    assert await refused(hosting, table_id, user_id, own=2) is OutOfDate
    assert (await hosting.tables.playing.undo(table_id, user_id, own=1)).action == action
    assert await refused(hosting, table_id, user_id, own=1) is OutOfDate
    await hosting.step(table_id, Random(0))
    assert await refused(hosting, table_id, user_id, own=1) is OutOfDate


async def test_who_may_not_act_may_not_undo(hosting: Hosting) -> None:
    lobby = await hosting.lobby(2, channel=5)
    assert await refused(hosting, lobby, HOST.user_id) is NotRunning
    table_id = await hosting.started(2)
    assert await refused(hosting, table_id, STRANGER.user_id) is NotSeated
    await hosting.tables.playing.stop(table_id, HOST.user_id, manages=False)
    assert await refused(hosting, table_id, HOST.user_id) is TableEnded
    assert (await hosting.table(table_id)).state is TableState.STOPPED


async def test_what_others_see_after_an_undo_is_what_they_saw_before(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    before = await hosting.state(table_id)
    action = await hosting.step(table_id, Random(0))
    await take_back(hosting, table_id, action.seat)
    after = await hosting.state(table_id)
    for seat in (*before.communes, None):
        assert observe(after, seat) == observe(before, seat)


async def refusal(club: Club, table_id: int, seat: Seat) -> type[TableRefusal] | None:
    """Why a seat's person may not undo; None where they may."""
    return await refusal_of(club, table_id, await club.holder(table_id, seat))


async def refusal_of(club: Club, table_id: int, user_id: int) -> type[TableRefusal] | None:
    table = await club.table(table_id)
    seat = table.seat_of(user_id)
    assert seat is not None
    found = undo_refusal(await club.tables.reader.history(table), seat, user_id)
    return None if found is None else type(found)


# --- What an order did


async def test_what_an_own_order_did_is_taken_back_like_any_action(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    await outbid(club, table_id, seats)
    assert [await refusal(club, table_id, seat) for seat in seats] == [None, ActedSince, NothingToUndo]
    await take_back(club, table_id, seats[0])
    assert waiting(await club.state(table_id)) == (seats[0],)
    history = read_log(await club.store.log(table_id))
    assert history.snapshot == await club.snapshot(table_id)
    assert [type(action) for action in history.actions] == [Bid, Bid]
    told = await club.tables.reader.told(await club.table(table_id), await club.holder(table_id, seats[0]))
    assert told.index(Ordered(seats[0])) < told.index(TakenBack(seats[0]))


async def test_an_order_that_was_taken_back_is_not_carried_out_again_where_it_was(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    await outbid(club, table_id, seats)
    await take_back(club, table_id, seats[0])
    rows = len(bodies(club.path, table_id))
    await give(club, table_id, seats[0], WITHDRAW.model_copy(update={"repair": 1}))
    await give(club, table_id, seats[2], Orders(finish=True))
    assert len(bodies(club.path, table_id)) == rows
    assert waiting(await club.state(table_id)) == (seats[0],)
    await give(club, table_id, seats[0], Orders(outbid=WhenOutbid(columns=(3,))))  # another order is
    assert waiting(await club.state(table_id)) == (seats[2],)


async def test_an_order_for_one_turn_that_was_taken_back_is_used_up(club: Club) -> None:
    table_id, seats = await contested(club, 2)
    choice = ("coins", "coins") if seats[1] == "milano" else ("coins",)
    await give(club, table_id, seats[1], Orders(turn=NextIncome(choice=choice), finish=True))
    assert await kept(club, table_id, seats[1]) == Orders(finish=True)  # done at once
    await take_back(club, table_id, seats[1])
    assert await kept(club, table_id, seats[1]) == Orders(finish=True)
    assert waiting(await club.state(table_id)) == (seats[1],)


async def test_no_undo_goes_behind_what_an_order_of_another_seat_did(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    await outbid(club, table_id, seats)
    assert await refused(club, table_id, await club.holder(table_id, seats[1])) is ActedSince
    await take_back(club, table_id, seats[0])
    await take_back(club, table_id, seats[1])  # now nobody has acted since
    assert waiting(await club.state(table_id)) == (seats[1],)


async def test_an_order_that_another_seat_has_given_and_that_did_nothing_bars_no_undo(club: Club) -> None:
    table_id, seats = await contested(club)
    await outbid(club, table_id, seats)
    await give(club, table_id, seats[0], Orders(outbid=WhenOutbid(columns=(1,)), repair=2))
    assert await refusal(club, table_id, seats[1]) is None


@pytest.mark.parametrize("count", [2, 5])
async def test_in_a_game_full_of_orders_exactly_what_nobody_has_seen_the_end_of_is_taken_back(
    club: Club, count: int
) -> None:
    rng, table_id = Random(f"orders undone {count}"), await club.begin(count)
    undone: set[tuple[Phase, bool]] = set()
    while (state := await club.state(table_id)).phase is not Phase.OVER:
        if rng.random() < 0.4:
            await give(club, table_id, rng.choice(state.communes), some_orders(rng, state))
        else:
            await club.step(table_id, rng)
        history = await club.tables.reader.history(await club.table(table_id))
        people = {seat: await club.holder(table_id, seat) for seat in state.communes}
        allowed = [seat for seat in people if undo_refusal(history, seat, people[seat]) is None]
        assert allowed == list(undoable(history, people))
        if allowed and history.snapshot.state.phase is not Phase.OVER and rng.random() < 0.3:
            last, version = history.standing[-1], history.version
            await take_back(club, table_id, allowed[0])
            after = await club.state(table_id)
            undone.add((after.phase, last.order is not None))
            assert (await club.table(table_id)).version == version + 1
            assert waiting(after) == (allowed[0],)
            assert apply(after, last.action)[0] == history.snapshot.state  # type: ignore[arg-type]  # it has one
            await club.play(table_id, RANDOM.act(after, allowed[0], rng))
    assert {phase for phase, _ in undone} >= {Phase.PROJECTS, Phase.CONSTRUCTION, Phase.REPAIR}
    assert any(ordered for _, ordered in undone)
    assert read_log(await club.store.log(table_id)).snapshot == await club.snapshot(table_id)


def undoable(history: History, people: dict[Seat, int]) -> Iterator[Seat]:
    """Who may undo: the author of the last action, unless it was a seal or showed something."""
    last = history.standing[-1] if history.standing else None
    if last is None or history.snapshot.state.phase is Phase.INVASION:
        return
    if last.author == people[last.seat] and not any(isinstance(event, REVEALING) for event in last.events):
        yield last.seat


# --- In each phase


def unseen(state: State) -> Action | None:
    """An action that ends what its seat is asked, and shows nothing hidden."""
    for action in legal(state, waiting(state)[0]):
        after, events = apply(state, action)
        if after.phase is not state.phase and not any(isinstance(event, REVEALING) for event in events):
            return action
    return None


def has_unseen(state: State) -> bool:
    """Whether there is such an action; where the turn goes on after it, its seat builds next."""
    action = unseen(state)
    return action is not None and (state.phase is not Phase.PROJECTS or bool(state.city(state.active).hand))


UNDONE = [Phase.PROJECTS, Phase.OUTBID, Phase.CONSTRUCTION, Phase.REPAIR]


async def acted(club: Club, table_id: int) -> Action:
    """Who is asked ends that after 20 minutes, and has second thoughts after 10 more."""
    action = unseen(await club.state(table_id))
    assert action is not None
    club.clock.instant += 20 * MINUTE
    await club.play(table_id, action)
    club.clock.instant += 10 * MINUTE
    return action


@pytest.mark.parametrize("phase", UNDONE)
async def test_in_each_phase_an_action_is_taken_back_and_who_was_asked_in_between_is_not_any_more(
    club: Club, phase: Phase
) -> None:
    table_id = await club.begin()
    await club.reach(table_id, phase, has_unseen)
    before = await club.state(table_id)
    seat = (await acted(club, table_id)).seat
    pings = [owed.notice for owed in await club.tables.outbox.pending(table_id) if owed.notice.prompt]
    await take_back(club, table_id, seat)
    assert await club.state(table_id) == before
    table = await club.table(table_id)
    assert [await club.tables.outbox.applies(table, notice) for notice in pings] == [False] * len(pings)
    assert await club.board_due(table_id)
    assert [owed.seat for owed in table.clock.obligations] == [seat]


@pytest.mark.parametrize("phase", UNDONE)
async def test_what_is_asked_once_more_has_the_time_that_was_left(club: Club, phase: Phase) -> None:
    table_id = await club.begin()
    await club.reach(table_id, phase, has_unseen)
    for left in (PACE - 20, PACE - 40, 0):
        seat = (await acted(club, table_id)).seat
        await take_back(club, table_id, seat)
        owed = await club.owes(table_id, seat)
        assert owed is not None
        assert (owed.phase, owed.left) == (phase, 60 * left)


async def test_what_follows_once_more_has_the_time_that_was_left_too(club: Club) -> None:
    table_id = await club.begin()
    await club.reach(table_id, Phase.PROJECTS, has_unseen)
    seat = (await acted(club, table_id)).seat
    await take_back(club, table_id, seat)
    await acted(club, table_id)
    owed = await club.owes(table_id, seat)
    assert owed is not None
    assert (owed.phase, owed.left) == (Phase.CONSTRUCTION, 60 * (PACE - 10))


async def test_actions_taken_back_one_by_one_each_have_the_time_that_was_left(club: Club) -> None:
    table_id = await club.begin()
    seat = await club.reach(
        table_id, Phase.PROJECTS, lambda state: has_unseen(state) and bool(state.city(state.active).loot)
    )
    await acted(club, table_id)
    await acted(club, table_id)
    assert (await club.state(table_id)).phase is Phase.REPAIR
    for phase, left in ((Phase.CONSTRUCTION, PACE - 30), (Phase.PROJECTS, PACE - 20)):
        await take_back(club, table_id, seat)
        owed = await club.owes(table_id, seat)
        assert owed is not None
        assert (owed.phase, owed.left) == (phase, 60 * left)


async def test_whose_time_had_run_out_before_the_undo_of_another_has_none_when_asked_once_more(club: Club) -> None:
    table_id = await club.begin(2, time_out="host", bank=0)
    first, second = (await club.state(table_id)).communes
    if await club.holder(table_id, second) == HOST.user_id:
        first, second = second, first
        await club.step(table_id, Random(0))
    action = Income(seat=first, choice=("coins",) * (2 if first == "milano" else 1))
    await club.play(table_id, action)
    await club.pass_by(PACE * MINUTE)
    assert "ask host" in await club.told(table_id, second)
    await take_back(club, table_id, first)
    await club.play(table_id, action)
    owed = await club.owes(table_id, second)
    assert owed is not None
    assert owed.left == 0


@pytest.mark.parametrize("spent", [0, 10, 40])
async def test_a_turn_that_had_begun_gave_nothing_to_the_bank(club: Club, spent: int) -> None:
    table_id, seats = await contested(club, 2)
    club.clock.instant += (PACE + spent) * MINUTE
    choice = ("coins",) * (2 if seats[1] == "milano" else 1)
    await club.play(table_id, Income(seat=seats[1], choice=choice))
    bid = Bid(seat=seats[0], column=2)
    bank = (await club.table(table_id)).clock.bank(seats[1])
    assert bank == 60 * (PACE - spent)
    for _ in range(3):
        await club.play(table_id, bid)
        assert (await club.table(table_id)).clock.bank(seats[1]) == min(60 * PACE, bank + 15 * 60)
        await take_back(club, table_id, seats[0])
        assert (await club.table(table_id)).clock.bank(seats[1]) == bank


async def test_after_a_game_was_kept_and_goes_on_all_is_asked_with_all_its_time(club: Club) -> None:
    table_id = await club.begin(vacation="wait", time_out="wait")
    await club.reach(table_id, Phase.PROJECTS, has_unseen)
    seat = (await acted(club, table_id)).seat
    await take_back(club, table_id, seat)
    await club.pass_by(31 * DAY)
    user_id = await club.holder(table_id, seat)
    assert await refused(club, table_id, user_id) is TableArchived
    await club.tables.timekeeping.resume(table_id, user_id)
    owed = await club.owes(table_id, seat)
    assert owed is not None
    assert owed.left == 60 * PACE


# --- Barriers


async def test_what_the_reserve_had_not_is_seen_once_and_no_undo_goes_behind_it() -> None:
    """Else a seat could claim income, learn what the reserve lacks (3.6), and do something else."""
    barred = 0
    for seats in (4, 5):
        game = whole_game(0, seats, "hoarders")
        rows = rows_of(game)
        for number, step in enumerate(game.steps, start=1):
            lost = any(isinstance(event, ResourcesLost) for event in step.events)
            drawn = any(isinstance(event, REVEALING[:3]) for event in step.events)
            if lost and not drawn:
                acted = Row(number, rows[number].kind, rows[number].body, author=HOST.user_id)
                history = read_log([*rows[:number], acted])
                assert isinstance(undo_refusal(history, step.action.seat, HOST.user_id), RevealedSince)
                assert last_own(history, step.action.seat, HOST.user_id) is None
                barred += 1
                break
    assert barred


async def test_what_a_steward_did_in_place_of_its_person_is_not_taken_back(club: Club) -> None:
    table_id, seats = await contested(club)
    await outbid(club, table_id, seats)
    await club.pass_by(2 * PACE * MINUTE)
    assert (await club.tables.reader.history(await club.table(table_id))).standing[-1].author is None
    assert await refused(club, table_id, await club.holder(table_id, seats[0])) is ActedSince
    assert await refused(club, table_id, await club.holder(table_id, seats[1])) is ActedSince


async def test_when_the_game_is_over_nothing_is_taken_back(club: Club) -> None:
    table_id = await club.begin(2)
    await club.finish(table_id)
    for person in (HOST, BEA):
        assert await refused(club, table_id, person.user_id) is TableEnded


async def test_who_has_resigned_takes_nothing_back_and_nobody_does_for_them(club: Club) -> None:
    table_id, seats = await contested(club)
    user_id = await club.holder(table_id, seats[0])
    await club.tables.seating.resign(table_id, user_id)
    assert await refused(club, table_id, user_id) is NotSeated
    assert await refused(club, table_id, await club.holder(table_id, seats[1])) is NothingToUndo


async def test_an_undo_after_an_undo_takes_back_what_was_done_before(club: Club) -> None:
    table_id, seats = await contested(club, 2)
    await outbid(club, table_id, seats)
    await club.play(table_id, Withdraw(seat=seats[0]))
    await club.play(table_id, Bid(seat=seats[0], column=2))
    for _ in range(2):
        await take_back(club, table_id, seats[0])
    assert waiting(await club.state(table_id)) == (seats[0],)
    assert (await club.state(table_id)).phase is Phase.OUTBID
    assert await refusal(club, table_id, seats[0]) is ActedSince
    assert await refusal(club, table_id, seats[1]) is None


@pytest.mark.parametrize("write", range(5))
async def test_a_crash_at_any_write_of_an_undo_leaves_the_action_standing(hosting: Hosting, write: int) -> None:
    table_id = await hosting.started(2)
    action = await hosting.step(table_id, Random(0))
    before, count = content(hosting.path), 0

    async def die(*_: object) -> None:
        nonlocal count
        count += 1
        if count > write:
            raise sqlite3.OperationalError("disk I/O error")

    names = ("append_log", "save_snapshot", "save_clock", "want_board", "commit")
    hosting.store.before = dict.fromkeys(names, die)
    with pytest.raises(sqlite3.OperationalError):
        await take_back(hosting, table_id, action.seat)
    hosting.store.before = {}
    assert content(hosting.path) == before
    await take_back(hosting, table_id, action.seat)
    assert waiting(await hosting.state(table_id)) == (action.seat,)


async def test_law_4_whether_one_may_undo_does_not_tell_what_others_hide_or_order(tmp_path: Path) -> None:
    found = []
    for number, orders in enumerate((Orders(), WITHDRAW, Orders(repair=1, finish=True, turn=NextIncome()))):
        async with club_at(tmp_path / str(number)) as club:
            table_id, seats = await contested(club)
            for seat in seats[1:]:
                await give(club, table_id, seat, orders.without("turn") if seat == seats[1] else orders)
            found.append([await refusal(club, table_id, seat) for seat in seats])
    assert found == [[None, NothingToUndo, NothingToUndo]] * 3
