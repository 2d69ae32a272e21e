"""Nobody learns from any byte what only others may know (law 4)."""

import logging
from pathlib import Path
from random import Random

import pytest

from bot.game.actions import Defend, Force
from bot.game.state import Phase
from tests.end_to_end.chance import chance
from tests.end_to_end.confidential import CARD, Confidence
from tests.end_to_end.house import House, in_phase, open_house
from tests.end_to_end.taps import begin, open_tapped
from tests.end_to_end.traffic import EVERYBODY
from tests.end_to_end.twins import BY_COMMANDS, BY_TAPS, act_by_command, driver_of, normal, twins

# Every seed that ever failed stays here.
GAMES = [(2, 1), (3, 3), (4, 0), (5, 1)]
TAPPED = [(2, 3), (3, 5), (4, 3)]  # with invasions, repair and outbid seats in their first steps
MOST = 70
MOST_TAPPED = 36


@pytest.mark.parametrize(("seats", "seed"), GAMES)
async def test_what_is_hidden_changes_no_byte_that_reaches_a_person(tmp_path: Path, seats: int, seed: int) -> None:
    pair = twins(seats, seed, other_first_deck=False)
    pair.plan(MOST)
    assert len(pair.played) >= 30
    assert pair.differed * 2 >= len(pair.played)
    assert_alike([await pair.bytes_of(which, tmp_path / str(which), BY_COMMANDS) for which in (0, 1)])


@pytest.mark.parametrize(("seats", "seed"), TAPPED)
async def test_what_is_hidden_changes_no_byte_of_panels_controls_and_pictures(
    tmp_path: Path, seats: int, seed: int
) -> None:
    pair = twins(seats, seed, other_first_deck=False)
    pair.plan(MOST_TAPPED)
    assert pair.differed * 2 >= len(pair.played) >= 20
    plays = [await pair.bytes_of(which, tmp_path / str(which), BY_TAPS, picture=seats == 2) for which in (0, 1)]
    assert_alike(plays)


@pytest.mark.parametrize("seed", range(3))
async def test_the_order_of_undrawn_cards_changes_no_byte_either(tmp_path: Path, seed: int) -> None:
    pair = twins(3, seed, other_first_deck=True)
    assert pair.states[0].decks[0] != pair.states[1].decks[0]
    pair.plan(MOST)
    manner = BY_TAPS if seed == 0 else BY_COMMANDS
    assert_alike([await pair.bytes_of(which, tmp_path / str(which), manner) for which in (0, 1)])


def assert_alike(reached: list[list[list[str]]]) -> None:
    """Byte for byte, in every step."""
    for step, (one, other) in enumerate(zip(*reached, strict=True)):
        assert one == other, f"step {step}"


async def to_an_invasion(house: House, seed: int) -> None:
    """The same game of three each time, up to its first invasion with nobody's seal in."""
    await house.begin(3, seed)
    await house.play(chance("turns", seed), until=in_phase(Phase.INVASION))


async def test_before_the_last_seal_nothing_public_tells_who_sealed_or_what(tmp_path: Path) -> None:
    public = []
    for order, random in (((0, 1), chance("some")), ((2, 1), chance("others"))):
        async with open_house(tmp_path / f"{order}.sqlite3") as house:
            await to_an_invasion(house, 0)
            communes = (await house.state()).communes
            start = len(house.simulation.requests)
            for place in order:
                await seal(house, communes[place], random)
                await seal(house, communes[place], random)  # a change of mind
            public.append(public_bytes(house, start))
    assert public[0] == public[1]
    assert len(public[0]) == 2, "the board tells twice how many have sealed, and says nothing of a change"


async def seal(house: House, seat: str, random: Random) -> None:
    """A seat seals some of its soldiers."""
    held = (await house.state()).city(seat).resources.soldiers
    league = random.randint(0, held)
    await act_by_command(house, Defend(seat=seat, league=Force(soldiers=league), walls=Force(soldiers=held - league)))


def public_bytes(house: House, start: int) -> list[str]:
    """All that everybody can see of what was sent."""
    known = {str(driver.person.id) for driver in house.drivers}
    sent = [letter for letter in house.by_reader(start) if letter.reader == EVERYBODY]
    return [normal(f"{letter.request.method} {letter.request.path} {letter.request.json}", known) for letter in sent]


async def test_a_seat_that_has_not_sealed_is_written_to_by_nobodys_seal(house: House) -> None:
    await to_an_invasion(house, 0)
    first, second, last = (await house.state()).communes
    person = (await driver_of(house, last)).person
    before = [message.id for message in person.sees(person.dm)]
    await seal(house, first, chance("some"))
    await seal(house, second, chance("others"))
    assert [message.id for message in person.sees(person.dm)] == before


async def test_open_screens_show_all_to_everybody(tmp_path: Path) -> None:
    async with open_house(tmp_path / "comuni.sqlite3") as house:
        await house.begin(2, 0, open_screens=True)
        await house.play(chance("turns"), until=lambda state: state.turn > 8)
        shown = await house.board_text()
        for city in (await house.state()).cities:
            assert f"🪙 {city.resources.coins} coin" in shown


async def test_the_process_log_carries_ids_and_no_texts(house: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for name in ("discord", "aiosqlite", "asyncio"):
            logging.getLogger(name).setLevel(logging.INFO)
        await house.begin(3, 0)
        await house.play(chance("turns"), watch=[Confidence()], until=lambda state: state.invasions > 0)
        refused = await house.drivers[0].person.slash(house.channel, "act bid", column=99, coins=7)
        assert refused.response is not None
    assert_names_nothing(caplog)


async def test_the_process_log_of_taps_carries_no_controls_either(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_tapped(tmp_path / "comuni.sqlite3") as house:
        with caplog.at_level(logging.DEBUG):
            for name in ("discord", "aiosqlite", "asyncio"):
                logging.getLogger(name).setLevel(logging.INFO)
            await begin(house, 3, 0)
            house.simulation.inject_error("PATCH", "/webhooks/*", status=404, code=10015, times=2)
            await house.play(chance("turns"), until=lambda state: state.invasions > 0)
            house.simulation.inject_error("POST", "/interactions/*", status=404, code=10062, times=1)
            for tapper in house.drivers:
                await tapper.person.click(await house.board(), label="Act")
    assert caplog.records
    assert_names_nothing(caplog)


def assert_names_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing of the game stands in what was logged, neither as text nor as the id of a control."""
    ours = "\n".join(record.getMessage() for record in caplog.records)
    assert not CARD.search(ours)
    for word in ("coins", "soldiers", "believers", "artisans", "league", "column", "Lucca", "Siena", "do:1", ":siena:"):
        assert word not in ours
