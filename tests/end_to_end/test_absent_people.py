"""People go away and come back, tables pause, sleep and wake: nobody is waited for who said that they are not there."""

from datetime import timedelta

import pytest

from bot.game.state import Phase
from bot.tables.model import TableState
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House, answer, in_phase
from tests.end_to_end.timed import (
    DAY,
    MINUTE,
    PACE,
    QUICK,
    TIME_RAN_OUT,
    TIME_RUNS,
    answered,
    awaited,
    clock_of,
    count,
    day,
    ever_written,
    labels,
    letters,
    nothing_happens_for,
    press,
    stamp,
    text_of,
    time_field,
)

LONG = {"pace": "10080", "bank": "0"}


async def away(house: House, driver: Driver, days: int) -> str:
    """Somebody says until when they are away; the answer."""
    return answer(await driver.person.slash(house.channel, "comuni away", until=day(house, days)))


async def others_turn(house: House, driver: Driver) -> None:
    """Everybody acts until the game waits for somebody else than one."""
    while (other := await awaited(house)) is driver:
        await other.look()
        await other.act()


async def own_turn(house: House, driver: Driver) -> None:
    """Everybody else acts until the game waits for one."""
    while (other := await awaited(house)) is not driver:
        await other.look()
        await other.act()


async def test_a_steward_plays_at_once_for_who_is_away_and_they_come_back_by_a_button(house: House) -> None:
    await house.begin(2, 0, clock=LONG)
    here, gone = house.drivers
    await own_turn(house, here)
    back_at = house.simulation.now().replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=3)
    assert stamp(back_at) in await away(house, gone, 3)
    assert "is away until" in await time_field(house)
    assert "a steward plays." in await time_field(house)
    house.deliver()
    for _ in range(6):
        if await awaited(house) is here:
            await here.look()
            await here.act()
        assert await awaited(house) is here
    assert count(ever_written(house, gone.person.dm), "Your turn") == 0
    assert count(ever_written(house, gone.person.dm), TIME_RAN_OUT) == 0
    shown = await clock_of(house, gone.person)
    assert labels(shown) == ["Pause", "I am back"]
    shown = await press(gone.person, shown, "I am back")
    assert shown.content.startswith("You are back")
    assert "is away until" not in await time_field(house)
    await own_turn(house, gone)
    assert await gone.look()


async def test_who_goes_away_in_their_own_turn_is_played_for_at_once(house: House) -> None:
    await house.begin(2, 0, clock=LONG)
    gone = house.drivers[1]
    await own_turn(house, gone)
    await away(house, gone, 2)
    assert await awaited(house) is not gone
    assert (await gone.look()).examples == []


async def test_who_is_away_comes_back_by_themselves_when_their_day_begins(house: House) -> None:
    await house.begin(2, 0, clock=LONG)
    here, gone = house.drivers
    await own_turn(house, here)
    await away(house, gone, 1)
    await nothing_happens_for(house, DAY)
    assert "is away until" not in await time_field(house)
    await own_turn(house, gone)
    assert any("Your turn" in letter or "outbid" in letter for letter in letters(gone.person))


async def test_a_table_may_wait_for_who_is_away(house: House) -> None:
    await house.begin(2, 0, clock={**QUICK, "vacation": "wait"})
    here, gone = house.drivers
    await own_turn(house, here)
    await away(house, gone, 1)
    await others_turn(house, here)
    assert await awaited(house) is gone
    assert "the table waits." in await time_field(house)
    midnight = house.simulation.now().replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    assert f"has until {stamp(midnight + timedelta(seconds=PACE))}." in await time_field(house)
    await house.simulation.advance(3 * PACE)
    assert count(ever_written(house, gone.person.dm), TIME_RUNS) == 0
    await nothing_happens_for(house, (midnight - house.simulation.now()).total_seconds() + PACE - MINUTE)
    assert await awaited(house) is gone
    assert count(ever_written(house, gone.person.dm), TIME_RUNS) == 1
    await house.simulation.advance(MINUTE + 1)
    assert await awaited(house) is here
    assert count(letters(gone.person), TIME_RAN_OUT) == 1


async def test_who_is_away_when_an_invasion_strikes_is_sealed_for(house: House) -> None:
    await house.begin(2, 2, clock=LONG)
    here, gone = house.drivers
    await away(house, gone, 10)
    house.drivers = [here]
    await house.play(chance("turns"), until=in_phase(Phase.INVASION))
    assert "1 of 2 seats have sealed" in await house.board_text()
    assert count(ever_written(house, gone.person.dm), "invasion") == 0
    assert "Your defence is sealed" in await house.screen(gone.person)


async def test_the_host_stops_the_clock_and_a_guest_lets_it_go_on_with_what_was_left(house: House) -> None:
    await house.begin(3, 0, clock=QUICK)
    host, guest, _ = house.drivers
    asked = await awaited(house)
    await house.simulation.advance(5 * MINUTE)
    shown = await press(host.person, await clock_of(house, host.person), "Pause")
    assert shown.content.startswith("The clock stands still.")
    assert "Paused" in await time_field(house)
    sent = len(house.simulation.requests)
    await house.simulation.advance(4 * PACE)
    assert len(house.simulation.requests) == sent, "something was told while the clock stood still"
    assert await awaited(house) is asked
    shown = await press(guest.person, await clock_of(house, guest.person), "Go on")
    assert labels(shown) == ["Pause"]
    until = stamp(house.simulation.now() + timedelta(seconds=PACE - 5 * MINUTE))
    assert f"has until {until}." in await time_field(house)
    await house.simulation.advance(PACE - 5 * MINUTE + 1)
    assert await awaited(house) is not asked
    assert count(ever_written(house, asked.person.dm), TIME_RUNS) == 1
    assert count(ever_written(house, asked.person.dm), TIME_RAN_OUT) == 1


async def test_two_seats_stop_the_clock_together_and_people_may_still_play(house: House) -> None:
    await house.begin(3, 0, clock=QUICK)
    _, one, other = house.drivers
    shown = await press(one.person, await clock_of(house, one.person), "Pause")
    assert shown.content.startswith("You would like a pause")
    assert "would like a pause" in await time_field(house)
    shown = await press(other.person, await clock_of(house, other.person), "Pause")
    assert shown.content.startswith("The clock stands still.")
    asked = await awaited(house)
    await asked.look()
    await asked.act()
    following = await awaited(house)
    assert following is not asked
    await house.simulation.advance(2 * PACE)
    assert await awaited(house) is following
    assert answer(await one.person.slash(house.channel, "comuni resume")).startswith("The table goes on")
    assert f"has until {stamp(house.simulation.now() + timedelta(seconds=PACE))}." in await time_field(house)


@pytest.mark.parametrize("people", [1, 2])
async def test_a_lobby_that_nobody_joins_for_a_week_closes(house: House, people: int) -> None:
    host, *_ = await house.gather(people, seats=3)
    board = await house.board()
    await nothing_happens_for(house, 7 * DAY - MINUTE)
    assert (await house.table()).state is TableState.LOBBY
    await house.simulation.advance(2 * MINUTE)
    said = [message.content for message in house.channel.history() if message.id >= board.id]
    assert any("closed before a game began" in text for text in said)
    assert answer(await host.slash(house.channel, "comuni new")).startswith("Your table is open")


async def test_who_joins_keeps_a_lobby_open_for_another_week(house: House) -> None:
    await house.gather(1, seats=3)
    await nothing_happens_for(house, 6 * DAY)
    await house.person("Late").slash(house.channel, "comuni join")
    await nothing_happens_for(house, 6 * DAY)
    assert (await house.table()).state is TableState.LOBBY


async def test_a_game_that_nobody_plays_for_a_month_is_archived_and_goes_on_when_somebody_comes_back(
    house: House,
) -> None:
    await house.begin(2, 0, clock={**QUICK, "time_out": "wait"})
    host, guest = house.drivers
    asked, state = await awaited(house), await house.state()
    await nothing_happens_for(house, 30 * DAY - MINUTE)
    before = len(house.posts(house.channel))
    await house.simulation.advance(2 * MINUTE)
    said = [str((sent.json or {}).get("content")) for sent in house.posts(house.channel)[before:]]
    assert count(said, "this game is archived") == 1
    board = next(message for message in reversed(house.channel.history()) if message.components)
    assert "archived" in text_of(board)
    shown = answered(await asked.person.click(board, label="Act"))
    assert "This game is archived" in shown.content
    assert not [label for label in labels(shown) if label.startswith("Bid")]
    another = await host.person.slash(house.channel, "comuni new", seats=3)
    assert answer(another).startswith("Your table is open")
    refused = answer(await guest.person.slash(house.channel, "comuni resume"))
    assert refused.startswith("This channel has a table already")
    await host.person.slash(house.channel, "comuni stop", confirm=True)
    asked.pinged = asked.unread = False
    house.deliver()
    assert answer(await guest.person.slash(house.channel, "comuni resume")).startswith("The table goes on")
    house.deliver()
    assert (await house.state()) == state
    assert await asked.asked()
    assert f"has until {stamp(house.simulation.now() + timedelta(seconds=PACE))}." in await time_field(house)
    await asked.look()
    await asked.act()
