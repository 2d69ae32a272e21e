"""Tables that nobody plays: a lobby closes after 7 days, a game falls asleep after 30 and can be woken."""

from typing import Any

import pytest

from bot.game.actions import Defend
from bot.game.components import Seat
from bot.game.state import Phase
from bot.stewards import Character
from bot.tables.errors import ChannelHasTable, NotSeated, TableArchived, TableEnded
from bot.tables.model import TableState
from bot.tables.table_clock import Stage
from tests.tables.hosting import BEA, CARLO, CHANNEL, DINA, GUILD, HOST, STRANGER, seeded
from tests.tables.timed import DAY, MINUTE, SHORT, Timed, by_whom

PACE, BANK = SHORT * MINUTE, SHORT * MINUTE / 2
WEEK, MONTH = 7 * DAY, 30 * DAY


async def state_of(timed: Timed, table_id: int) -> TableState:
    return (await timed.table(table_id)).state


# Lobbies.


async def test_a_lobby_closes_seven_days_after_the_last_person_joined(timed: Timed) -> None:
    await timed.tables.clocks.beat()
    table_id = await timed.gather(2)
    await timed.pass_by(6 * DAY)
    await timed.tables.lobby.join(table_id, CARLO)
    await timed.settle(table_id)
    assert await timed.due(table_id) == timed.now + WEEK
    await timed.pass_by(WEEK - MINUTE)
    assert await state_of(timed, table_id) is TableState.LOBBY
    assert not await timed.board_due(table_id)
    await timed.pass_by(MINUTE)
    assert await state_of(timed, table_id) is TableState.STOPPED
    assert await timed.board_due(table_id)
    assert await timed.owed(table_id) == []  # the board itself says so
    assert await timed.due(table_id) is None
    with pytest.raises(TableEnded):
        await timed.tables.lobby.join(table_id, DINA)
    assert await timed.gather(1) != table_id  # its channel is free


async def test_nothing_but_a_person_who_joins_keeps_a_lobby_open(timed: Timed) -> None:
    await timed.tables.clocks.beat()
    table_id = await timed.gather(3)
    due = await timed.due(table_id)
    await timed.pass_by(DAY)
    lobby = timed.tables.lobby
    await lobby.set_clock(table_id, HOST.user_id, pace=None)
    await lobby.set_stewards(table_id, HOST.user_id, 1, Character.STEWARD)
    await lobby.engage(table_id, HOST.user_id)
    await lobby.leave(table_id, HOST.user_id)
    await lobby.kick(table_id, BEA.user_id, CARLO.user_id)
    assert await timed.due(table_id) == due


async def test_of_a_lobby_that_its_last_person_left_nothing_falls_due(timed: Timed) -> None:
    table_id = await timed.gather(1)
    await timed.tables.lobby.leave(table_id, HOST.user_id)
    assert await timed.due(table_id) is None


async def test_a_lobby_that_starts_as_it_grows_old_is_a_game(timed: Timed) -> None:
    await timed.tables.clocks.beat()
    table_id = await timed.gather(2)
    await timed.skip(WEEK)
    await timed.tables.lobby.start(table_id, HOST.user_id)
    await timed.tick()
    assert await state_of(timed, table_id) is TableState.RUNNING
    await timed.wholly_consistent(table_id)


# Games that fall asleep.


async def asleep(timed: Timed, phase: Phase = Phase.PROJECTS, **clock: Any) -> int:
    """A game in which Bea was asked 30 days ago, and nobody has acted since; nothing is owed."""
    table_id = await timed.begin(3, **{"pace": None, **clock})
    await timed.reach_phase(table_id, phase, BEA)
    await timed.pass_by(MONTH)
    assert await state_of(timed, table_id) is TableState.ARCHIVED
    await timed.settle(table_id)
    return table_id


async def test_a_game_falls_asleep_thirty_days_after_a_person_acted_last(timed: Timed) -> None:
    table_id = await timed.begin(3, pace=None)
    await timed.reach_phase(table_id, Phase.PROJECTS, BEA)
    await timed.pass_by(20 * DAY)
    await timed.act(table_id, BEA, seeded(1))
    await timed.settle(table_id)
    await timed.pass_by(MONTH - MINUTE)
    assert await state_of(timed, table_id) is TableState.RUNNING
    await timed.pass_by(MINUTE)
    assert await state_of(timed, table_id) is TableState.ARCHIVED
    assert await timed.owed(table_id) == [("archived", None)]
    assert await timed.board_due(table_id)
    assert (await timed.timing(table_id)).asked is None
    await timed.wholly_consistent(table_id)


async def test_what_stewards_do_keeps_no_game_awake(timed: Timed) -> None:
    table_id = await timed.begin(2, pace=2 * 24 * 60, bank=0)
    await timed.pass_by(MONTH)
    assert await state_of(timed, table_id) is TableState.ARCHIVED
    authors = {author for author, _ in by_whom(timed.path, table_id, 1)}
    assert authors == {None}


@pytest.mark.parametrize("phase", [Phase.PROJECTS, Phase.INVASION])
async def test_nothing_is_done_in_a_game_that_sleeps_and_each_is_told_why(timed: Timed, phase: Phase) -> None:
    table_id = await asleep(timed, phase)
    keeping, bea = timed.tables.timekeeping, BEA.user_id
    with pytest.raises(TableArchived):
        await timed.tables.playing.act(table_id, bea, {"type": "defend"})
    with pytest.raises(TableArchived):
        await keeping.pause(table_id, bea)
    with pytest.raises(TableArchived):
        await keeping.away(table_id, bea, "2026-04-20")
    with pytest.raises(TableArchived):
        await keeping.back(table_id, bea)
    with pytest.raises(TableArchived):
        await keeping.decide(table_id, HOST.user_id, await timed.seat(table_id, BEA), 1, steward=True)
    await timed.pass_by(300 * DAY)
    assert await state_of(timed, table_id) is TableState.ARCHIVED
    assert await timed.owed(table_id) == []
    sight = await timed.tables.reader.sight(table_id, bea)
    assert (sight.prompt, sight.choices) == (None, None)


# Games that are woken.


@pytest.mark.parametrize("person", [HOST, CARLO])
async def test_anybody_at_the_table_wakes_it_and_all_that_is_asked_is_asked_anew(timed: Timed, person: Any) -> None:
    table_id = await asleep(timed, pace=SHORT, time_out="wait")
    await timed.skip(100 * DAY)
    await timed.tables.timekeeping.resume(table_id, person.user_id)
    seat = await timed.seat(table_id, BEA)
    assert await state_of(timed, table_id) is TableState.RUNNING
    assert await timed.owed(table_id) == [("turn", seat)]
    assert await timed.board_due(table_id)
    asked = (await timed.timing(table_id)).asked
    assert asked is not None
    assert (asked.seat, asked.stage, asked.until) == (seat, Stage.RUNNING, timed.now + PACE)
    await timed.wholly_consistent(table_id)
    await timed.act(table_id, BEA, seeded(1))
    await timed.settle(table_id)
    await timed.pass_by(MONTH)
    assert await state_of(timed, table_id) is TableState.ARCHIVED


async def test_a_game_is_not_woken_by_strangers_or_where_another_has_taken_its_channel(timed: Timed) -> None:
    table_id = await asleep(timed)
    with pytest.raises(NotSeated):
        await timed.tables.timekeeping.resume(table_id, STRANGER.user_id)
    other = await timed.gather(1)
    with pytest.raises(ChannelHasTable):
        await timed.tables.timekeeping.resume(table_id, BEA.user_id)
    assert await state_of(timed, table_id) is TableState.ARCHIVED
    await timed.tables.lobby.leave(other, HOST.user_id)
    await timed.tables.timekeeping.resume(table_id, BEA.user_id)
    with pytest.raises(ChannelHasTable):
        await timed.tables.lobby.open(GUILD, CHANNEL, DINA, (await timed.table(table_id)).settings)


async def test_a_game_that_sleeps_can_be_stopped_and_then_not_be_woken(timed: Timed) -> None:
    table_id = await asleep(timed)
    await timed.tables.playing.stop(table_id, HOST.user_id, manages=False)
    with pytest.raises(TableEnded):
        await timed.tables.timekeeping.resume(table_id, BEA.user_id)
    assert await timed.due(table_id) is None


async def test_a_paused_game_is_woken_with_its_clock_running_and_nobody_s_wish_left(timed: Timed) -> None:
    table_id = await timed.begin(3)
    for person in (BEA, CARLO):
        await timed.tables.timekeeping.pause(table_id, person.user_id)
    await timed.pass_by(MONTH)
    await timed.tables.timekeeping.resume(table_id, CARLO.user_id)
    shown = await timed.timing(table_id)
    assert (shown.paused, shown.pause_wishes) == (False, ())
    assert not await timed.tables.timekeeping.pause(table_id, BEA.user_id)


async def test_who_is_away_when_a_game_is_woken_is_not_asked_and_a_steward_plays(timed: Timed) -> None:
    table_id = await timed.begin(3, pace=None, vacation="steward")
    await timed.reach_phase(table_id, Phase.PROJECTS, HOST)
    await timed.tables.timekeeping.away(table_id, BEA.user_id, "2026-05-20")
    await timed.reach_phase(table_id, Phase.PROJECTS, BEA)
    await timed.pass_by(MONTH)
    await timed.settle(table_id)
    version = (await timed.table(table_id)).version
    await timed.tables.timekeeping.resume(table_id, HOST.user_id)
    assert await timed.owed(table_id) == []
    await timed.tick()
    assert by_whom(timed.path, table_id, version)[0] == (None, True)


async def sealed(timed: Timed, table_id: int) -> list[Seat]:
    """The seats whose defences are in."""
    return [city.seat for city in (await timed.state(table_id)).cities if city.sealed is not None]


async def asleep_in_an_invasion(timed: Timed) -> int:
    """Bea has sealed, the others have not; all is paused until it sleeps."""
    table_id = await timed.begin(3)
    await timed.reach_phase(table_id, Phase.INVASION, BEA)
    await timed.play(table_id, Defend(seat=await timed.seat(table_id, BEA)))
    await timed.tables.timekeeping.pause(table_id, HOST.user_id)
    return table_id


async def test_a_defence_that_was_in_before_a_game_fell_asleep_is_in_when_it_is_woken(timed: Timed) -> None:
    table_id = await asleep_in_an_invasion(timed)
    await timed.pass_by(MONTH)
    await timed.settle(table_id)
    await timed.tables.timekeeping.resume(table_id, CARLO.user_id)
    asked = [("invasion", seat) for seat in (await timed.state(table_id)).communes]
    assert await timed.owed(table_id) == asked  # all alike (3.5)
    assert await sealed(timed, table_id) == [await timed.seat(table_id, BEA)]
    await timed.settle(table_id)
    await timed.pass_by(PACE + BANK)
    told = {person.name: "time out" in await timed.told(table_id, person) for person in (HOST, BEA, CARLO)}
    assert told == {"Ada": True, "Bea": False, "Carlo": True}
    banks = [await timed.bank(table_id, person) for person in (HOST, BEA, CARLO)]
    assert banks == [0 * MINUTE, BANK, 0 * MINUTE]


async def test_for_who_is_away_when_a_game_is_woken_in_an_invasion_no_steward_seals_at_once(timed: Timed) -> None:
    """That would tell whether their defence is in (3.5)."""
    table_id = await asleep_in_an_invasion(timed)
    for person in (BEA, CARLO):
        await timed.tables.timekeeping.away(table_id, person.user_id, "2026-05-20")
    await timed.pass_by(MONTH)
    await timed.settle(table_id)
    await timed.tables.timekeeping.resume(table_id, HOST.user_id)
    await timed.tick()
    assert await sealed(timed, table_id) == [await timed.seat(table_id, BEA)]
    assert [seat for _, seat in await timed.owed(table_id)] == list((await timed.state(table_id)).communes)
    await timed.wholly_consistent(table_id)
    await timed.pass_by(PACE + BANK)
    assert (await timed.state(table_id)).phase is not Phase.INVASION
