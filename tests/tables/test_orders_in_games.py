"""Standing orders at a table: done in the change that led to them, logged, and never told but to their own seat."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.game.actions import Action, Bid, Defend, Finish, Income, Move, Withdraw
from bot.game.components import Seat
from bot.game.events import EnvoyWithdrawn, TurnBegan
from bot.game.resources import Resources
from bot.game.rules import apply, legal, waiting
from bot.game.state import Phase, State
from bot.stewards import Motive, Reason
from bot.tables.errors import NotRunning, NotSeated, OutOfDate, TableAside, TableEnded
from bot.tables.log import read_log, reason_body
from bot.tables.moments import FOR_GOOD
from bot.tables.orders import NextDefence, NextIncome, Orders, WhenOutbid
from bot.tables.snapshot import RULES_VERSION, Snapshot, encode
from bot.tables.table_clock import Stage
from bot.tables.telling import Ordered
from tests.game.builders import deal, hold, stand
from tests.game.characters import Character, often
from tests.storage.helpers import content
from tests.tables.hosting import HOST, STRANGER, break_log, query, tamper, typed
from tests.tables.ordering import WITHDRAW, contested, give, kept, outbid, some_orders
from tests.tables.seats import HOUR, PACE, Club, club_at

PATIENT = Character(often({Finish: 0.01}))
STEWARD = reason_body(Reason(Motive.SAVE))


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "comuni.sqlite3") as opened:
        yield opened


async def staged(club: Club, table_id: int, state: State) -> None:
    """The game stands elsewhere; only for tests that never read the log."""
    snapshot = await club.snapshot(table_id)
    prompts = tuple(number + 1 for number in snapshot.prompts)
    async with club.store.write() as writer:
        version = (await club.table(table_id)).version
        await writer.save_snapshot(table_id, version, RULES_VERSION, encode(Snapshot(state, prompts)))
    club.tables.reader._snapshots.clear()  # noqa: SLF001 - what is kept of it is no longer so


# --- In one change, in the log


async def test_an_order_is_a_row_of_its_own_with_its_person_and_its_kind(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    await outbid(club, table_id, seats)
    rows = query(club.path, "SELECT kind, author, reason FROM log WHERE number > 1 ORDER BY number")
    first, second = [await club.holder(table_id, seat) for seat in seats[:2]]
    assert rows == [("action", second, None), ("action", first, '{"order":"outbid"}')]
    history = await club.tables.reader.history(await club.table(table_id))
    last = history.entries[-1]
    assert (last.author, last.order, last.action) == (first, "outbid", Withdraw(seat=seats[0]))
    assert history.snapshot == await club.snapshot(table_id)
    assert await kept(club, table_id, seats[0]) == WITHDRAW


async def test_what_an_order_answers_pings_nobody_and_who_is_asked_after_it_is_pinged(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    await club.settle(table_id)
    await outbid(club, table_id, seats)
    assert await club.owed(table_id) == [("turn", seats[2])]


async def test_to_give_an_order_is_told_to_nobody(club: Club) -> None:
    table_id, seats = await contested(club)
    version = (await club.table(table_id)).version
    due = query(club.path, "SELECT clock, due_at, version FROM game_table")
    assert await give(club, table_id, seats[0], WITHDRAW) == ()
    assert query(club.path, "SELECT clock, due_at, version FROM game_table") == due
    assert (await club.table(table_id)).version == version
    assert await club.owed(table_id) == []
    assert not await club.board_due(table_id)


async def test_an_order_for_what_is_asked_is_done_at_once_and_its_person_is_told_what_happened(club: Club) -> None:
    table_id, seats = await contested(club)
    await outbid(club, table_id, seats)
    await club.settle(table_id)
    told = await give(club, table_id, seats[0], WITHDRAW)
    assert any(isinstance(event, EnvoyWithdrawn) and event.seat == seats[0] for event in told)
    assert waiting(await club.state(table_id)) == (seats[2],)
    assert await club.owed(table_id) == [("turn", seats[2])]
    assert await club.board_due(table_id)


async def test_an_order_taken_back_in_time_does_nothing(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    user_id = await club.holder(table_id, seats[0])
    await club.tables.playing.order(table_id, user_id, lambda orders: orders.without("outbid"))
    await outbid(club, table_id, seats)
    assert waiting(await club.state(table_id)) == (seats[0],)


async def test_an_order_lasts_until_it_is_carried_out_and_over_a_restart(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], Orders(outbid=WhenOutbid(columns=(3, 2)), repair=0, finish=True))
    club.tables = club.restarted()
    await outbid(club, table_id, seats)
    assert (await club.state(table_id)).columns[2].bid is not None


@pytest.mark.parametrize("text", ["{", "[]", '{"outbid": 3}', '{"later": {}}'])
async def test_a_person_whose_orders_cannot_be_read_is_asked(club: Club, text: str) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    tamper(club.path, f"UPDATE seat SET orders = '{text}' WHERE commune = '{seats[0]}'")  # noqa: S608 - no input
    await outbid(club, table_id, seats)
    assert waiting(await club.state(table_id)) == (seats[0],)
    assert ("outbid", seats[0]) in await club.owed(table_id)
    await give(club, table_id, seats[0], WITHDRAW)
    assert waiting(await club.state(table_id)) == (seats[2],)
    assert await kept(club, table_id, seats[0]) == WITHDRAW


async def test_only_who_sits_at_a_running_table_orders_anything(club: Club) -> None:
    lobby = await club.lobby(2, channel=9)
    table_id = await club.begin(2)
    order = club.tables.playing.order
    assert await club.refused(order(lobby, HOST.user_id, lambda _: WITHDRAW)) is NotRunning
    assert await club.refused(order(table_id, STRANGER.user_id, lambda _: WITHDRAW)) is NotSeated
    await club.tables.playing.stop(table_id, HOST.user_id, manages=False)
    assert await club.refused(order(table_id, HOST.user_id, lambda _: WITHDRAW)) is TableEnded


@pytest.mark.parametrize("change", ["order", "undo"])
async def test_a_table_that_an_order_or_an_undo_finds_unreadable_is_set_aside(club: Club, change: str) -> None:
    table_id = await club.begin(2)
    break_log(club.path, table_id)
    club.tables = club.restarted()
    playing = club.tables.playing
    with pytest.raises(TableAside):
        await (playing.undo(table_id, 11) if change == "undo" else playing.order(table_id, 11, lambda _: WITHDRAW))
    assert (await club.table(table_id)).aside
    assert await club.owed(table_id) == [("aside", None)]


async def test_the_answer_to_an_action_holds_what_orders_made_of_it(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    bid = typed(Bid(seat=seats[1], column=1, coins=1))
    told = await club.tables.playing.act(table_id, await club.holder(table_id, seats[1]), bid)
    assert EnvoyWithdrawn(seats[0], 1, 0, 0, forced=False) in told
    assert TurnBegan(seats[2], 3) in told


async def test_an_action_for_an_earlier_prompt_comes_too_late_after_an_order(club: Club) -> None:
    table_id, seats = await contested(club)
    await outbid(club, table_id, seats)
    prompt = (await club.snapshot(table_id)).prompt(seats[0])
    user_id = await club.holder(table_id, seats[0])
    await give(club, table_id, seats[0], WITHDRAW)
    with pytest.raises(OutOfDate):
        await club.tables.playing.act(table_id, user_id, {"type": "withdraw"}, prompt=prompt)


# --- People who go


async def test_the_orders_of_who_hands_a_seat_over_do_not_act_for_the_next_person(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    await club.hand(table_id, await club.person(table_id, seats[0]))
    assert await kept(club, table_id, seats[0]) == Orders()
    await outbid(club, table_id, seats)
    assert waiting(await club.state(table_id)) == (seats[0],)
    await give(club, table_id, seats[0], WITHDRAW)  # the next person has orders of their own
    assert waiting(await club.state(table_id)) == (seats[2],)


async def test_the_orders_of_who_resigns_do_not_act_for_the_steward(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    await club.tables.seating.resign(table_id, await club.holder(table_id, seats[0]))
    await outbid(club, table_id, seats)
    assert waiting(await club.state(table_id)) == (seats[0],)
    await club.tables.stewarding.play(table_id)
    history = await club.tables.reader.history(await club.table(table_id))
    assert [(entry.author, entry.order) for entry in history.entries if entry.seat == seats[0]][1:] == [(None, None)]


async def test_who_is_away_and_has_ordered_needs_no_steward(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    user_id = await club.holder(table_id, seats[0])
    await club.tables.timekeeping.away(table_id, user_id, "2026-03-20")
    await outbid(club, table_id, seats)
    assert waiting(await club.state(table_id)) == (seats[2],)
    part = (await club.table(table_id)).clock.of(seats[0])
    assert part is not None
    assert part.away_until is not None


async def test_a_defence_sealed_ahead_takes_nothing_of_the_bank(club: Club) -> None:
    table_id = await club.begin(3)
    await club.reach(table_id, Phase.PROJECTS, strikes)
    state = await club.state(table_id)
    ahead, later = [seat for seat in state.communes if seat != state.active]
    await give(club, table_id, ahead, Orders(defence=NextDefence()))
    banks = {seat: (await club.table(table_id)).clock.bank(seat) for seat in state.communes}
    await club.play(table_id, striking(state))
    club.clock.instant += (PACE + 5) * HOUR / 60
    await club.play(table_id, Defend(seat=state.active))
    await club.play(table_id, Defend(seat=later))
    clock = (await club.table(table_id)).clock
    assert clock.bank(ahead) == banks[ahead]
    assert clock.bank(later) == banks[later] - 5 * 60


def strikes(state: State) -> bool:
    return any(apply(state, action)[0].phase is Phase.INVASION for action in legal(state, state.active))


def striking(state: State) -> Action:
    """What brings the invasion about."""
    actions = legal(state, state.active)
    return next(action for action in actions if apply(state, action)[0].phase is Phase.INVASION)


# --- A crash comes before all of it or after


async def chain(club: Club) -> tuple[int, Bid]:
    """A table, and a bid that three orders follow: a move, a withdrawal, and the next turn."""
    table_id = await club.begin(3)
    one, two, three = (await club.state(table_id)).communes
    await club.play(table_id, Bid(seat=one, column=1, coins=1))
    await club.play(table_id, Bid(seat=two, column=2))
    await give(club, table_id, one, Orders(outbid=WhenOutbid(columns=(2,)), turn=NextIncome(choice=("coins",) * 3)))
    await give(club, table_id, two, WITHDRAW)
    await club.settle(table_id)
    return table_id, Bid(seat=three, column=1, coins=2)


WRITES = ("save_orders", "append_log", "save_snapshot", "want_board", "set_state", "save_clock", "add_outbox", "commit")


async def test_orders_and_what_they_answer_are_one_transaction(club: Club) -> None:
    table_id, bid = await chain(club)
    made: list[str] = []

    def noting(name: str) -> Any:
        async def note(*_: object) -> None:
            made.append(name)

        return note

    club.store.before = {name: noting(name) for name in WRITES}
    woken = len(club.heard.woken)
    await club.play(table_id, bid)
    assert made == [
        "save_orders",
        *["append_log"] * 3,
        "save_snapshot",
        "want_board",
        "save_clock",
        "add_outbox",
        "commit",
    ]
    assert len(club.heard.woken) == woken + 1


@pytest.mark.parametrize("write", range(9))
async def test_a_crash_at_any_write_comes_before_all_of_it_and_never_between(club: Club, write: int) -> None:
    table_id, bid = await chain(club)
    before, count = content(club.path), 0

    async def die(*_: object) -> None:
        nonlocal count
        count += 1
        if count > write:
            raise sqlite3.OperationalError("disk I/O error")

    club.store.before = dict.fromkeys(WRITES, die)
    with pytest.raises(sqlite3.OperationalError):
        await club.play(table_id, bid)
    club.store.before = {}
    assert content(club.path) == before
    club.tables = club.restarted()
    await club.play(table_id, bid)
    history = read_log(await club.store.log(table_id))
    assert history.snapshot == await club.snapshot(table_id)
    assert [entry.order for entry in history.entries] == [None, None, None, "outbid", "outbid"]
    assert [type(entry.action) for entry in history.entries[-2:]] == [Move, Withdraw]
    assert await kept(club, table_id, bid.seat) == Orders()


# --- Whole games


@pytest.mark.parametrize("count", [2, 3, 5])
async def test_in_a_game_full_of_orders_the_state_is_always_the_fold_of_the_log(club: Club, count: int) -> None:
    rng, table_id = Random(f"orders {count}"), await club.begin(count)
    kinds = set()
    while (state := await club.state(table_id)).phase is not Phase.OVER:
        await club.settle(table_id)
        before = await club.snapshot(table_id)
        if rng.random() < 0.4:
            author = rng.choice(state.communes)
            await give(club, table_id, author, some_orders(rng, state))
        else:
            author = rng.choice(waiting(state))
            await club.play(table_id, PATIENT.act(state, author, rng))
        table, snapshot = await club.table(table_id), await club.snapshot(table_id)
        history = await club.tables.reader.history(table)
        assert (history.snapshot, history.version) == (snapshot, table.version)
        kinds |= {entry.order for entry in history.entries}
        await check_pings(club, table_id, author, before)
    assert kinds > {None, "defence", "turn"}
    history = read_log(await club.store.log(table_id))
    assert history.snapshot == await club.snapshot(table_id)
    table = await club.table(table_id)
    assert all(entry.author == table.holder(entry.seat).user_id for entry in history.entries)


async def check_pings(club: Club, table_id: int, author: Seat, before: Snapshot) -> None:
    """Whoever is asked anew is pinged once for it, but who is there; in an invasion and after it all are (3.5)."""
    snapshot, table = await club.snapshot(table_id), await club.table(table_id)
    owed = [each.notice for each in await club.tables.outbox.pending(table_id) if each.notice.prompt is not None]
    assert all([await club.tables.outbox.applies(table, notice) for notice in owed])
    asked = {
        seat
        for seat, number in zip(snapshot.state.communes, before.prompts, strict=True)
        if snapshot.prompt(seat) not in (None, number)
    }
    there = {author} if Phase.INVASION not in (before.state.phase, snapshot.state.phase) else set()
    assert sorted(str(notice.seat) for notice in owed) == sorted(asked - there)


# --- Whom an order is told to


async def test_that_an_order_acted_is_told_to_its_own_seat_alone_until_the_game_is_over(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    await outbid(club, table_id, seats)
    table, told = await club.table(table_id), club.tables.reader.told
    people = [await club.holder(table_id, seat) for seat in seats]
    assert Ordered(seats[0]) in await told(table, people[0])
    for user_id in (*people[1:], STRANGER.user_id, None):
        assert Ordered(seats[0]) not in await told(table, user_id)
    await club.finish(table_id)
    assert Ordered(seats[0]) in await told(await club.table(table_id), None)


async def test_with_open_screens_too_an_order_is_told_to_its_own_seat_alone(club: Club) -> None:
    table_id, seats = await contested(club, open_screens=True)
    await give(club, table_id, seats[0], WITHDRAW)
    await outbid(club, table_id, seats)
    told = await club.tables.reader.told(await club.table(table_id), await club.holder(table_id, seats[1]))
    assert Ordered(seats[0]) not in told


async def test_what_orders_did_meanwhile_is_news_to_their_person(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    user_id = await club.holder(table_id, seats[0])
    await club.tables.people.looked(await club.table(table_id), user_id)
    await outbid(club, table_id, seats)
    news = await club.tables.reader.news(await club.table(table_id), user_id)
    assert [item for item in news if isinstance(item, Ordered)] == [Ordered(seats[0])]
    assert any(isinstance(item, EnvoyWithdrawn) for item in news)


# --- Who is there


async def test_an_order_does_not_count_as_its_person_s_being_there(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    await club.tables.seating.left(table_id, await club.holder(table_id, seats[0]))
    active = (await club.table(table_id)).clock.active_at
    club.clock.instant += HOUR / 2
    await outbid(club, table_id, seats)
    part = (await club.table(table_id)).clock.of(seats[0])
    assert part is not None
    assert part.away_until == FOR_GOOD
    assert (await club.table(table_id)).clock.active_at == active + HOUR / 2  # type: ignore[operator]  # somebody acted


async def test_what_orders_do_for_a_steward_s_action_is_nobody_s_activity(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    active = (await club.table(table_id)).clock.active_at
    await club.tables.seating.left(table_id, await club.holder(table_id, seats[1]))
    club.clock.instant += HOUR / 2
    bid = typed(Bid(seat=seats[1], column=1, coins=1))
    await club.tables.playing.act(table_id, await club.holder(table_id, seats[1]), bid, reason=STEWARD)
    assert waiting(await club.state(table_id)) == (seats[2],)
    assert (await club.table(table_id)).clock.active_at == active


async def test_a_turn_that_a_steward_plays_is_not_given_back_by_an_order(club: Club) -> None:
    table_id = await club.begin(3)
    seats = (await club.state(table_id)).communes
    state = hold(await club.state(table_id), seats[0], Resources(coins=3))
    state = stand(stand(deal(state, seats[0], "D01"), 1, seats[1], coins=1), 2, seats[0])
    await staged(club, table_id, hold(state, seats[1], Resources(believers=1)))
    await give(club, table_id, seats[0], WITHDRAW)
    await give(club, table_id, seats[1], Orders(outbid=WhenOutbid(columns=(2,))))
    club.clock.instant += 3 * HOUR
    await club.tables.timekeeping.ring(table_id)
    bid = typed(Bid(seat=seats[0], column=1, coins=2))
    await club.tables.playing.act(table_id, await club.holder(table_id, seats[0]), bid, reason=STEWARD)
    assert (await club.state(table_id)).phase is Phase.CONSTRUCTION
    owed = await club.owes(table_id, seats[0])
    assert owed is not None
    assert owed.stage is Stage.STAND_IN


async def test_who_acts_before_the_steward_that_should_is_told_of_no_steward(club: Club) -> None:
    table_id = await club.begin(2)
    seat = (await club.state(table_id)).active
    club.clock.instant += 3 * HOUR
    await club.tables.timekeeping.ring(table_id)
    assert (await club.owes(table_id, seat)).stage is Stage.TIMED_OUT  # type: ignore[union-attr]  # it is asked
    await club.play(table_id, Income(seat=seat, choice=("coins",) * (2 if seat == "milano" else 1)))
    assert "time out" not in await club.told(table_id, seat)


async def test_who_is_asked_anew_after_a_steward_stood_in_for_them_is_pinged(club: Club) -> None:
    table_id, seats = await contested(club, 2)
    await outbid(club, table_id, seats)
    await club.settle(table_id)
    club.clock.instant += 3 * HOUR
    await club.tables.timekeeping.ring(table_id)
    user_id = await club.holder(table_id, seats[0])
    await club.tables.playing.act(table_id, user_id, {"type": "withdraw"}, reason=STEWARD)
    assert waiting(await club.state(table_id)) == (seats[0],)  # the next turn is its own
    assert await club.told(table_id, seats[0]) == ["time out", "turn"]
