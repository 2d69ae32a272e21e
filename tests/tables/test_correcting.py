"""The operator takes a game back by a row of its log: nothing is deleted, and nothing that was used is used again."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.game.actions import Defend
from bot.game.components import Seat
from bot.game.proof import proof, verify
from bot.game.record import export
from bot.game.rules import waiting
from bot.game.state import Phase, State
from bot.tables.checking import problems
from bot.tables.correcting import CannotCorrect
from bot.tables.errors import CorrectedSince, NoTable, NothingToUndo, OutOfDate
from bot.tables.history import Correction, History, Unread
from bot.tables.log import CORRECTION, LogUnreadable, correction_body, read_log, read_on
from bot.tables.model import TableState
from bot.tables.orders import Orders
from bot.tables.table_clock import Stage
from bot.tables.telling import Corrected, TakenBack
from tests.game.games import whole_game
from tests.storage.helpers import content
from tests.tables.hosting import BEA, HOST, Hosting, bodies, break_log, query, seeded, tamper, typed
from tests.tables.ordering import WITHDRAW, contested, give, kept, outbid
from tests.tables.seats import Club, club_at
from tests.tables.test_log import Row, rows_of
from tests.tables.timed import DAY, HOUR, MINUTE, Timed, timed_at

MOST = 7  # corrections in a whole game
OTHER_RULES = "UPDATE log SET body = json_set(body, '$.rules', 7) WHERE number = 0"


@pytest.fixture
async def timed(tmp_path: Path) -> AsyncIterator[Timed]:
    async with timed_at(tmp_path / "timed.sqlite3") as opened:
        yield opened


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "club.sqlite3") as opened:
        yield opened


async def correct(hosting: Hosting, table_id: int, before: int) -> History:
    return await hosting.tables.correcting.correct(table_id, before)


async def history_of(hosting: Hosting, table_id: int) -> History:
    return await hosting.tables.reader.history(await hosting.table(table_id))


async def refused(hosting: Hosting, table_id: int, before: int) -> str:
    """Why a game is not taken back; nothing has changed by it."""
    before_it = content(hosting.path)
    with pytest.raises(CannotCorrect) as caught:
        await correct(hosting, table_id, before)
    assert content(hosting.path) == before_it
    return str(caught.value)


async def sound(hosting: Hosting, table_id: int) -> bool:
    """Whether the log of a table folds to its snapshot."""
    row = await hosting.store.table(table_id)
    found = problems(row, await hosting.store.log(table_id), await hosting.store.snapshot(table_id))
    return list(found) == []


async def play(hosting: Hosting, table_id: int, rng: Random, actions: int) -> list[State]:
    """Random actions; the states before each row from the present one on, and the last."""
    states = [await hosting.state(table_id)]
    for _ in range(actions):
        await hosting.step(table_id, rng)
        states.append(await hosting.state(table_id))
    return states


# --- What it does to a game


async def test_a_game_stands_where_it_stood_and_is_played_to_an_end_that_can_be_verified(hosting: Hosting) -> None:
    rng, table_id, phases = Random("corrected"), await hosting.started(2), list[Phase]()
    states = [await hosting.state(table_id)]  # by the number of the row that came then
    highest = [0, 0]
    while (await hosting.state(table_id)).phase is not Phase.OVER:
        states += (await play(hosting, table_id, rng, 1))[1:]
        snapshot = await hosting.snapshot(table_id)
        highest = list(map(max, highest, snapshot.prompts))
        if rng.random() > 0.2 or snapshot.state.phase is Phase.OVER or len(states) < 9 or len(phases) == MOST:
            continue
        before = rng.randrange(len(states) - 8, len(states))
        try:
            history = await correct(hosting, table_id, before)
        except CannotCorrect:  # a correction itself, or nothing but a seal that was replaced
            continue
        phases.append(states[before - 1].phase)
        assert history.snapshot.state == states[before - 1] == await hosting.state(table_id)
        assert min(history.snapshot.prompts) > max(highest), "a prompt is used again"
        states.append(history.snapshot.state)
    assert {*phases} >= {Phase.PROJECTS, Phase.CONSTRUCTION}
    history = await history_of(hosting, table_id)
    assert history == read_log(await hosting.store.log(table_id))
    assert sum(isinstance(row, Correction) for row in history.rows) == MOST
    assert verify(export(history.setup, history.actions, proof(history.setup, history.salt))).last == states[-1]
    assert await sound(hosting, table_id)


async def test_a_correction_is_a_row_of_nobody_and_what_it_takes_back_stays(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    await play(hosting, table_id, Random(1), 6)
    before = bodies(hosting.path, table_id)
    await correct(hosting, table_id, 3)
    assert bodies(hosting.path, table_id)[:-1] == before
    last = query(hosting.path, "SELECT number, kind, author, reason FROM log ORDER BY number DESC LIMIT 1")
    assert last == [(7, CORRECTION, None, None)]
    assert (await hosting.table(table_id)).version == 8
    assert len((await history_of(hosting, table_id)).actions) == 2


async def test_undone_actions_before_the_row_stay_undone_and_later_undos_are_taken_back_too(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    first = await hosting.step(table_id, Random(0))
    await hosting.tables.playing.undo(table_id, await hosting.holder(table_id, first.seat))
    second = await hosting.step(table_id, Random(1))
    there = await hosting.state(table_id)
    await hosting.tables.playing.undo(table_id, await hosting.holder(table_id, second.seat))
    await hosting.step(table_id, Random(2))
    history = await correct(hosting, table_id, 4)
    assert history.actions == (second,)
    assert await hosting.state(table_id) == there


async def test_a_correction_of_what_came_before_another_takes_that_back_too(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    states = await play(hosting, table_id, Random(4), 8)
    await correct(hosting, table_id, 6)
    await play(hosting, table_id, Random(5), 2)
    history = await correct(hosting, table_id, 3)
    assert history.snapshot.state == states[2]
    assert [row.count for row in history.rows if isinstance(row, Correction)] == [3, 5]
    assert await sound(hosting, table_id)


async def test_it_is_told_in_the_log_to_everybody_and_so_is_what_was_taken_back(hosting: Hosting) -> None:
    table_id = await hosting.started(3)
    await play(hosting, table_id, Random(6), 5)
    table = await hosting.table(table_id)
    readers = [None, *(person.user_id for person in table.people)]
    before = [await hosting.tables.reader.told(table, reader) for reader in readers]
    for person in table.people:
        await hosting.tables.people.looked(table, person.user_id)
    await correct(hosting, table_id, 2)
    table = await hosting.table(table_id)
    for reader, told in zip(readers, before, strict=True):
        assert await hosting.tables.reader.told(table, reader) == [*told, Corrected(4)]
    assert await hosting.tables.reader.news(table, HOST.user_id) == [Corrected(4)]


async def test_who_is_asked_then_is_told_with_the_channel_and_what_was_owed_of_the_game_is_forgotten(
    hosting: Hosting,
) -> None:
    table_id, rng = await hosting.started(3), Random("reports")
    await hosting.play_until(table_id, Phase.INVASION, rng)
    row = (await hosting.table(table_id)).version
    while (await hosting.state(table_id)).phase is Phase.INVASION:
        await hosting.step(table_id, rng)
    assert ("report A", None) in await hosting.owed(table_id)
    await correct(hosting, table_id, row)
    seats = (await hosting.state(table_id)).communes
    assert await hosting.owed(table_id) == [("corrected", None), *(("invasion", seat) for seat in seats)]
    assert await hosting.board_due(table_id)
    table = await hosting.table(table_id)
    for owed in await hosting.tables.outbox.pending(table_id):
        assert await hosting.tables.outbox.applies(table, owed.notice)


async def test_what_is_owed_for_other_reasons_is_still_owed(hosting: Hosting) -> None:
    table_id = await hosting.lobby(2)
    await hosting.tables.lobby.start(table_id, HOST.user_id)
    started = await hosting.owed(table_id)
    await play(hosting, table_id, Random(1), 3)
    await correct(hosting, table_id, 1)
    owed = await hosting.owed(table_id)
    assert owed[: len(started)] == started
    assert [kind for kind, _ in owed[len(started) :]] == ["corrected", "turn"]


# --- Seals are secret


async def sealing(hosting: Hosting, seats: int = 3) -> tuple[int, tuple[Seat, ...]]:
    table_id = await hosting.started(seats)
    await hosting.play_until(table_id, Phase.INVASION, Random("sealing"))
    return table_id, (await hosting.state(table_id)).communes


async def test_how_often_somebody_sealed_is_not_counted(hosting: Hosting) -> None:
    table_id, seats = await sealing(hosting)
    first = (await hosting.table(table_id)).version
    for _ in range(4):
        await hosting.play(table_id, Defend(seat=seats[0]))
    await hosting.play(table_id, Defend(seat=seats[1]))
    history = await correct(hosting, table_id, first)
    assert history.rows[-1] == Correction(first, 2)


async def test_all_seats_are_asked_alike_whoever_has_a_seal_that_stands(hosting: Hosting) -> None:
    table_id, seats = await sealing(hosting)
    for seat in seats[:2]:
        await hosting.play(table_id, Defend(seat=seat))
    history = await correct(hosting, table_id, (await hosting.table(table_id)).version - 1)
    assert [city.sealed is None for city in history.snapshot.state.cities] == [False, True, True]
    assert len(set(history.snapshot.prompts)) == 1
    owed = await hosting.owed(table_id)
    assert [each for each in owed if each[0] == "invasion"] == [("invasion", seat) for seat in seats]


async def test_a_seal_that_was_replaced_is_not_brought_back_alone(hosting: Hosting) -> None:
    table_id, seats = await sealing(hosting)
    for _ in range(2):
        await hosting.play(table_id, Defend(seat=seats[0]))
    last = (await hosting.table(table_id)).version - 1
    assert "No action that stands" in await refused(hosting, table_id, last)


# --- Rows that cannot be read


@pytest.mark.parametrize("row", [1, 5, 9])
async def test_a_table_whose_log_cannot_be_read_goes_on_from_before_the_row_that_is_wrong(
    hosting: Hosting, row: int
) -> None:
    table_id, rng = await hosting.started(3), Random(7)
    states = await play(hosting, table_id, rng, 9)
    highest = max((await hosting.snapshot(table_id)).prompts)
    break_log(hosting.path, table_id, row)
    hosting.tables = hosting.restarted()
    await hosting.tables.playing.check_all()
    assert (await hosting.table(table_id)).aside == "unreadable"
    history = await correct(hosting, table_id, row)
    assert (await hosting.table(table_id)).aside is None
    assert history.snapshot.state == states[row - 1] == await hosting.state(table_id)
    assert history.rows[row - 1 : 9] == (Unread("action"),) * (10 - row)
    assert history.rows[-1] == Correction(row, 10 - row)
    assert min(history.snapshot.prompts) > highest
    assert "aside" not in dict(await hosting.owed(table_id))
    hosting.tables = hosting.restarted()
    await hosting.tables.playing.check_all()
    await hosting.play_until(table_id, Phase.INVASION, rng)
    assert await sound(hosting, table_id)


async def test_what_follows_a_row_that_cannot_be_read_is_not_played_though_it_would_fit(hosting: Hosting) -> None:
    table_id, seats = await sealing(hosting)
    row = (await hosting.table(table_id)).version
    for seat in seats[:2]:
        await hosting.play(table_id, Defend(seat=seat))
    break_log(hosting.path, table_id, row)
    hosting.tables = hosting.restarted()
    history = await correct(hosting, table_id, row)
    assert history.rows[row - 1 :] == (Unread("action"), Unread("action"), Correction(row, 2))
    assert all(city.sealed is None for city in history.snapshot.state.cities)


def test_a_history_that_was_kept_reads_on_over_rows_that_a_correction_takes_back() -> None:
    rows = rows_of(whole_game(5, 2, "mixed"))[:9]
    kept, broken = read_log(rows[:5]), [*rows[:5], Row(5, "action", "{"), *rows[6:]]
    corrected = [*broken, Row(9, CORRECTION, correction_body(broken, 5))]
    assert read_on(kept, corrected[5:]) == read_log(corrected)


@pytest.mark.parametrize(
    "body", ['{"before": 0, "prompts": 1000}', '{"before": 9, "prompts": 1000}', '{"before": 3, "prompts": 1}', "{}"]
)
def test_a_correction_that_takes_nothing_back_or_uses_a_prompt_again_is_unreadable(body: str) -> None:
    rows = rows_of(whole_game(5, 2, "mixed"))[:9]
    with pytest.raises(LogUnreadable) as caught:
        read_log([*rows, Row(9, CORRECTION, body)])
    assert caught.value.number == 9


# --- Prompts, undo and orders


async def test_no_control_of_before_does_anything_afterwards(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    first = await hosting.step(table_id, Random(0))
    user_id, own = (
        await hosting.holder(table_id, first.seat),
        (await history_of(hosting, table_id)).own_rows(first.seat),
    )
    prompts = (1, *(await hosting.snapshot(table_id)).prompts)
    break_log(hosting.path, table_id, 1)
    hosting.tables = hosting.restarted()
    await correct(hosting, table_id, 1)
    for prompt in prompts:
        with pytest.raises(OutOfDate):
            await hosting.tables.playing.act(table_id, user_id, typed(first), prompt=prompt)
    await hosting.play(table_id, first)
    with pytest.raises(OutOfDate):
        await hosting.tables.playing.undo(table_id, user_id, own=own)


async def test_nothing_is_undone_across_a_correction_but_what_follows_it(hosting: Hosting) -> None:
    table_id = await hosting.started(2)
    first, second = [await hosting.step(table_id, Random(0)) for _ in range(2)]
    one, other = [await hosting.holder(table_id, action.seat) for action in (first, second)]
    await correct(hosting, table_id, 2)
    for user_id, refusal in ((one, CorrectedSince), (other, NothingToUndo)):
        with pytest.raises(refusal):
            await hosting.tables.playing.undo(table_id, user_id)
    again = await hosting.step(table_id, Random(1))
    await hosting.tables.playing.undo(table_id, other)
    assert (await hosting.tables.reader.told(await hosting.table(table_id), None))[-1] == TakenBack(again.seat)
    with pytest.raises(CorrectedSince):
        await hosting.tables.playing.undo(table_id, one)


async def test_an_order_is_kept_and_does_not_answer_what_is_asked_once_more(club: Club) -> None:
    table_id, seats = await contested(club)
    await give(club, table_id, seats[0], WITHDRAW)
    await outbid(club, table_id, seats)
    row = (await club.table(table_id)).version - 1
    await correct(club, table_id, row)
    assert waiting(await club.state(table_id)) == (seats[0],)
    assert await kept(club, table_id, seats[0]) == WITHDRAW
    await give(club, table_id, seats[2], Orders(finish=True))
    assert waiting(await club.state(table_id)) == (seats[0],), "it was carried out, and that was taken back"


# --- The clock


async def test_what_is_asked_again_has_all_its_time_and_no_bank_is_charged(timed: Timed) -> None:
    table_id = await timed.begin(3)
    await timed.reach_phase(table_id, Phase.CONSTRUCTION, BEA)
    row = (await timed.table(table_id)).version
    await timed.live(HOUR + 10 * MINUTE)
    await timed.act(table_id, BEA, seeded(1))
    bank = await timed.bank(table_id, BEA)
    await correct(timed, table_id, row)
    owed = await timed.owes(table_id, BEA)
    assert owed is not None
    assert (owed.phase, owed.left, owed.since, owed.stage) == (Phase.CONSTRUCTION, 3600, timed.now, Stage.RUNNING)
    assert await timed.bank(table_id, BEA) == bank
    await timed.wholly_consistent(table_id)


async def test_a_pause_goes_on(timed: Timed) -> None:
    table_id = await timed.begin(2)
    await play(timed, table_id, Random(1), 4)
    await timed.tables.timekeeping.pause(table_id, HOST.user_id)
    await correct(timed, table_id, 2)
    assert (await timed.table(table_id)).clock.paused_at == timed.now
    await timed.skip(DAY)
    await timed.tables.timekeeping.resume(table_id, HOST.user_id)
    await timed.tick()
    assert {owed.stage for owed in (await timed.table(table_id)).clock.obligations} == {Stage.RUNNING}
    await timed.wholly_consistent(table_id)


async def test_a_table_that_was_set_aside_for_long_is_not_archived_when_it_is_mended(timed: Timed) -> None:
    table_id = await timed.begin(2, pace=None)
    await play(timed, table_id, Random(1), 4)
    break_log(timed.path, table_id, 2)
    timed.restart()
    await timed.tables.playing.check_all()
    await timed.skip(40 * DAY)
    await correct(timed, table_id, 2)
    await timed.tick()
    assert (await timed.table(table_id)).state is TableState.RUNNING


async def test_an_archived_table_is_mended_and_stays_archived_until_somebody_resumes_it(timed: Timed) -> None:
    table_id = await timed.begin(2, pace=None)
    await play(timed, table_id, Random(1), 4)
    await timed.skip(31 * DAY)
    await timed.tick()
    await timed.settle(table_id)
    history = await correct(timed, table_id, 3)
    assert (await timed.table(table_id)).state is TableState.ARCHIVED
    assert await timed.owed(table_id) == [("corrected", None)]
    await timed.tables.timekeeping.resume(table_id, HOST.user_id)
    assert await timed.snapshot(table_id) == history.snapshot
    await timed.wholly_consistent(table_id)


async def test_a_steward_that_is_asked_again_acts_again(timed: Timed) -> None:
    table_id = await timed.begin(1, stewards=2)
    await timed.tick()
    while not any(entry.author is None for entry in (await history_of(timed, table_id)).entries):
        await timed.act(table_id, HOST, seeded(1))
        await timed.tick()
    entries = (await history_of(timed, table_id)).entries
    row = next(number for number, entry in enumerate(entries, start=1) if entry.author is None)
    await correct(timed, table_id, row)
    assert "turn" not in dict(await timed.owed(table_id))
    await timed.tick()
    assert (await timed.tables.stewarding.asked(await timed.table(table_id))) is None
    assert (await history_of(timed, table_id)).standing[row - 1].author is None


# --- What is refused


async def test_what_cannot_be_mended_or_must_not_be_is_refused_and_stays_as_it_is(hosting: Hosting) -> None:
    lobby, table_id = await hosting.lobby(2, channel=8), await hosting.started(2)
    await play(hosting, table_id, Random(1), 4)
    assert await refused(hosting, lobby, 1) == f"No game was begun at table {lobby}."
    for row in (-1, 0, 5, 99):
        assert f"there is no row {row} in it" in await refused(hosting, table_id, row)
    break_log(hosting.path, table_id, 2)
    assert await refused(hosting, table_id, 3) == (
        "Row 2 cannot be read: the game must be taken back to before that row or an earlier one."
    )
    for statement, words in (
        (OTHER_RULES, "begun under rules 7, which this program does not know"),
        ("UPDATE log SET body = '{' WHERE number = 0", "row 0, cannot be read: use a backup"),
        ("UPDATE game_table SET clock = '['", "its clock cannot be read"),
        ("UPDATE game_table SET settings = '['", "its settings cannot be read"),
        ("UPDATE game_table SET version = 9", "has lost rows"),
        ("UPDATE game_table SET state = 'stopped'", "has ended"),
    ):
        tamper(hosting.path, statement)
        hosting.tables = hosting.restarted()
        assert words in await refused(hosting, table_id, 2)


async def test_a_game_that_is_over_is_not_opened_again(club: Club) -> None:
    table_id = await club.begin(2)
    await club.finish(table_id)
    assert await refused(club, table_id, 20) == f"Table {table_id} has ended: its game stays as it is."


async def test_a_table_that_there_is_not_cannot_be_corrected(hosting: Hosting) -> None:
    with pytest.raises(NoTable):
        await correct(hosting, 99, 1)
