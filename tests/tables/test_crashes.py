"""A crash at any write of anything that moves a clock changes nothing: all of it is done, or nothing (laws 1, 2)."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.game.actions import Defend
from bot.game.rules import legal, waiting
from bot.game.state import Phase
from bot.stewards import STEWARDS, Character
from bot.tables.model import TableState
from storage import Writer
from tests.storage.helpers import content
from tests.tables.hosting import BEA, CARLO, HOST, seeded
from tests.tables.solo import decided, first_legal
from tests.tables.timed import DAY, HOUR, MINUTE, SHORT, Timed, timed_at

PACE, BANK = SHORT * MINUTE, SHORT * MINUTE / 2
WRITES = [name for name in vars(Writer) if not name.startswith("_")]

Step = Callable[[Timed], Awaitable[object]]


class Crashed(Exception):
    """The program, or the disk under it."""


def crash_at(world: Timed, number: int) -> None:
    """From now on the writes are counted, and that one fails; the commit of a transaction is the last of its writes."""
    seen = 0

    async def count(*_: object) -> None:
        nonlocal seen
        seen += 1
        if seen == number:
            raise Crashed

    world.store.before.update(dict.fromkeys([*WRITES, "commit"], count))


async def with_crashes(world: Timed, step: Step) -> int:
    """The program dies at each write of a step, one after the other, and is started anew; gives how often."""
    before, crashes = content(world.path), 0
    while True:
        crash_at(world, crashes + 1)
        try:
            await step(world)
        except Crashed:  # counted, and nothing has changed by it
            crashes += 1
            assert content(world.path) == before
        else:
            return crashes
        finally:
            world.store.before.clear()
            world.restart()
            await world.wholly_consistent(1, moved=True)


async def in_both(unlucky: Timed, lucky: Timed, steps: list[tuple[Step, Step]]) -> None:
    """Steps, each prepared before, in a world where every write fails once and in one where none does."""
    for prepare, step in steps:
        for world in (unlucky, lucky):
            await prepare(world)
        assert await with_crashes(unlucky, step) > 1, step
        await step(lucky)
        assert content(unlucky.path) == content(lucky.path), step


async def steward_acts(world: Timed) -> None:
    """The next thing that a steward does, and no more."""
    await (await decided(world, 1))()


async def bea_acts(world: Timed) -> None:
    await world.act(1, BEA, seeded("act"))


async def bea_is_asked(world: Timed) -> None:
    await world.reach_phase(1, Phase.PROJECTS, BEA)
    await world.tick()


async def bea_is_late(world: Timed) -> None:
    """Her bank is in use."""
    await bea_is_asked(world)
    await world.live(PACE + 10 * MINUTE)
    await world.tick()


async def time_is_out(world: Timed) -> None:
    """It is not noticed yet."""
    await bea_is_asked(world)
    await world.live(PACE - MINUTE)
    await world.tick()
    await world.live(BANK + MINUTE)


async def host_is_asked(world: Timed) -> None:
    await time_is_out(world)
    await world.ring()


async def decide(world: Timed, *, steward: bool) -> None:
    seat = await world.seat(1, BEA)
    prompt = (await world.snapshot(1)).prompt(seat)
    assert prompt is not None
    await world.tables.timekeeping.decide(1, HOST.user_id, seat, prompt, steward=steward)


async def more_time(world: Timed) -> None:
    await decide(world, steward=False)


async def steward(world: Timed) -> None:
    await decide(world, steward=True)


async def pause(world: Timed) -> None:
    await world.tables.timekeeping.pause(1, HOST.user_id)


async def resume(world: Timed) -> None:
    await world.tables.timekeeping.resume(1, CARLO.user_id)


async def go_away(world: Timed) -> None:
    date = (world.now + 2 * DAY).date().isoformat()
    await world.tables.timekeeping.away(1, BEA.user_id, date)


async def come_back(world: Timed) -> None:
    await world.tables.timekeeping.back(1, BEA.user_id)


async def days_pass(world: Timed) -> None:
    await world.skip(2 * DAY)


async def fall_silent(world: Timed) -> None:
    await bea_is_late(world)
    world.jump(5 * HOUR)


async def beat(world: Timed) -> None:
    await world.tables.clocks.beat()


async def invade(world: Timed) -> None:
    await world.reach_phase(1, Phase.INVASION, BEA)


async def seal_late(world: Timed) -> None:
    await world.play(1, Defend(seat=await world.seat(1, CARLO)))


async def sealing_is_late(world: Timed) -> None:
    await invade(world)
    await world.live(PACE + 10 * MINUTE)
    await world.tick()


async def sealing_is_over(world: Timed) -> None:
    await world.live(BANK - 10 * MINUTE)


async def nothing(_world: Timed) -> None:
    """The step before has prepared this one."""


async def a_month_passes(world: Timed) -> None:
    await bea_is_asked(world)
    await pause(world)
    await world.skip(30 * DAY)


STEPS: list[tuple[Step, Step]] = [
    (bea_is_asked, bea_acts),
    (bea_is_late, bea_acts),
    (time_is_out, Timed.ring),  # the host is asked
    (nothing, more_time),
    (host_is_asked, steward),
    (nothing, steward_acts),
    (bea_is_late, pause),
    (Timed.tick, resume),
    (bea_is_late, go_away),
    (nothing, come_back),
    (bea_is_asked, go_away),
    (nothing, steward_acts),
    (days_pass, Timed.ring),  # Bea is back
    (fall_silent, beat),
    (nothing, Timed.ring),  # what was due lies later
    (sealing_is_late, seal_late),
    (sealing_is_over, Timed.ring),
    (nothing, steward_acts),
    (nothing, steward_acts),  # the defences are opened
    (a_month_passes, Timed.ring),  # the table falls asleep
    (nothing, resume),
]


async def test_a_crash_at_any_write_changes_nothing_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(STEWARDS, Character.STEWARD, first_legal)
    async with timed_at(tmp_path / "a.sqlite3") as unlucky, timed_at(tmp_path / "b.sqlite3") as lucky:
        for world in (unlucky, lucky):
            assert await world.begin(3, time_out="host") == 1
        await in_both(unlucky, lucky, STEPS)
        for world in (unlucky, lucky):
            for person in (HOST, BEA):
                await world.tables.timekeeping.away(1, person.user_id, "2026-05-20")
            while (await world.table(1)).state is not TableState.OVER:
                await world.tick()
                state, seat = await world.state(1), await world.seat(1, CARLO)
                if seat in waiting(state):
                    await world.play(1, next(iter(legal(state, seat))))
        assert content(unlucky.path) == content(lucky.path)


async def join(world: Timed) -> None:
    await world.tables.lobby.join(1, BEA)


async def set_clock(world: Timed) -> None:
    await world.tables.lobby.set_clock(1, HOST.user_id, pace=15, days_off=(6,))


async def start(world: Timed) -> None:
    await world.tables.lobby.start(1, HOST.user_id)


async def a_week_passes(world: Timed) -> None:
    await world.skip(7 * DAY)


@pytest.mark.parametrize(
    "steps", [[(nothing, join), (nothing, set_clock), (nothing, start)], [(a_week_passes, Timed.ring)]]
)
async def test_a_crash_at_any_write_leaves_a_lobby_as_it_was(tmp_path: Path, steps: list[tuple[Step, Step]]) -> None:
    async with timed_at(tmp_path / "a.sqlite3") as unlucky, timed_at(tmp_path / "b.sqlite3") as lucky:
        for world in (unlucky, lucky):
            await world.tables.clocks.beat()
            assert await world.gather(1) == 1
        await in_both(unlucky, lucky, steps)
