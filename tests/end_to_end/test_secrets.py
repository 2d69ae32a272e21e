"""Nobody learns from any byte what only others may know (law 4)."""

import asyncio
import logging
from itertools import takewhile, zip_longest
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase as Stage
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.game.actions import Defend, Force
from bot.game.state import Phase
from tests.end_to_end.chance import chance
from tests.end_to_end.confidential import CARD, Confidence
from tests.end_to_end.house import House, in_phase, open_house
from tests.end_to_end.plots import Play, Plot
from tests.end_to_end.routes import Route
from tests.end_to_end.secrecy import Record, Scene, acted_out
from tests.end_to_end.taps import begin, open_tapped
from tests.end_to_end.traffic import EVERYBODY
from tests.end_to_end.twins import act_by_command, driver_of, normal

ROUTES = st.lists(st.sampled_from(Route), min_size=3, max_size=9).map(tuple)
SINCE = st.sampled_from([Phase.PROJECTS, Phase.INVASION, Phase.OUTBID, Phase.CONSTRUCTION, Phase.REPAIR])
DRAWN = 3  # plays for each number of seats
LEAST = 6  # moments that are compared
TOLD = "what is hidden is told"
ALIKE = "too little differs that is to be hidden"

# Each route, each kind of observer, and every play that ever failed; with what the others hide that must differ in it.
SLASH, TAP, DEADLINE, ORDER, STEWARD, UNDO, OPERATOR = Route
PLAYS = {
    "typed": (Play(3, 0, (SLASH,), steps=6), {"resources"}),
    "pressed": (Play(3, 4, (TAP,), since=Phase.INVASION), {"resources", "hands", "walls", "seals"}),
    "deadline": (Play(3, 4, (DEADLINE, SLASH), steps=8, pings="mention"), {"resources"}),
    "ordered": (Play(2, 9, (ORDER, SLASH), since=Phase.INVASION), {"resources", "hands", "walls"}),
    "idle orders": (Play(3, 5, (ORDER, SLASH), steps=6), {"resources"}),
    "stewards": (Play(3, 24, (SLASH, TAP), stewards=1, since=Phase.INVASION), {"resources"}),
    "sealed last": (
        Play(3, 79, (SLASH, TAP, ORDER), since=Phase.INVASION, steps=7, pings="mention"),
        {"seals", "who has sealed"},
    ),
    "taken back": (Play(3, 2, (SLASH, UNDO, TAP, UNDO), 1, since=Phase.CONSTRUCTION), {"resources"}),
    "operator": (Play(3, 28, (SLASH, OPERATOR, DEADLINE, OPERATOR), None, since=Phase.INVASION), {"seals"}),
    "steward in a hurry": (
        Play(3, 436, (ORDER, OPERATOR, DEADLINE), stewards=1, since=Phase.CONSTRUCTION, steps=14, pings="mention"),
        {"resources"},
    ),
    "spectator": (Play(3, 3, (ORDER, DEADLINE, SLASH, TAP, UNDO), None), {"resources"}),
    "pictures": (Play(2, 3, (TAP, DEADLINE), since=Phase.CONSTRUCTION, steps=6, picture=True), {"resources"}),
    "undrawn": (Play(3, 1, (ORDER, SLASH, TAP, DEADLINE), undrawn=True), {"undrawn"}),
}


def plays(seats: int) -> st.SearchStrategy[Play]:
    """Plays with so many seats."""
    return st.builds(
        Play,
        seats=st.just(seats),
        seed=st.integers(0, 10**6),
        routes=ROUTES,
        observer=st.none() | st.integers(0, seats - 1),
        stewards=st.integers(0, seats - 2),
        since=SINCE,
        picture=st.sampled_from([False, False, True]),
        pings=st.sampled_from(["dm", "mention"]),
    )


def planned(play: Play) -> Plot:
    """The plan of a play."""
    plot = Plot(play)
    plot.plan()
    return plot


@pytest.mark.parametrize("name", PLAYS)
async def test_what_is_hidden_changes_no_byte_that_leaves_the_process(name: str) -> None:
    play, hidden = PLAYS[name]
    plot = planned(play)
    assert plot.hidden >= hidden, f"{ALIKE}: {plot.hidden}"
    await assert_nothing_is_told(plot)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_is_hidden_changes_no_byte_whoever_looks_on_and_however_all_comes_about(seats: int) -> None:
    @settings(max_examples=DRAWN, phases=[Stage.generate])  # to shrink a game takes longer than to read it
    @given(plays(seats))
    def holds(play: Play) -> None:
        plot = planned(play)
        assume(plot.seen >= LEAST and plot.differed * 2 >= plot.seen)
        asyncio.run(assert_nothing_is_told(plot))

    holds()


async def assert_nothing_is_told(plot: Plot, scene_of: type[Scene] | None = None) -> None:
    """Both plays, byte for byte, in every step; and they are those that were planned."""
    assert plot.seen >= LEAST, f"{ALIKE}: {plot.seen}"
    assert plot.differed * 2 >= plot.seen, f"{ALIKE}: {plot.differed} of {plot.seen}"
    with TemporaryDirectory() as folder:
        one = await acted_out(plot, 0, Path(folder), lambda _: None, scene_of)
    with TemporaryDirectory() as folder:
        other = await acted_out(plot, 1, Path(folder), lambda record: assert_alike(one, record), scene_of)
    assert len(one.steps) == len(other.steps)
    assert [one.state, other.state] == plot.states


def assert_alike(one: Record, other: Record) -> None:
    """The last step."""
    step = len(other.steps) - 1
    told = first_difference(one.steps[step], other.steps[step])
    assert told is None, f"{TOLD}, at step {step}: {told}"


def first_difference(one: list[str], other: list[str]) -> tuple[str, str] | None:
    """The first two texts that differ, cut to where they do."""
    for first, second in zip_longest(one, other, fillvalue=""):
        if first != second:
            same = takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))
            begins = max(0, len(list(same)) - 100)
            return first[begins : begins + 200], second[begins : begins + 200]
    return None


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
