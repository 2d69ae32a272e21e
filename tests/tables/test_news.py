"""What happened since a person last looked: exactly that, as far as they may know of it (law 4)."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.game.actions import Defend
from bot.game.events import DefenceSealed, EnvoyPlaced, Event, InvasionResolved, OwnEvent
from bot.game.observation import observe
from bot.game.state import Phase
from bot.stewards import Reason
from bot.tables.model import Person
from bot.tables.orders import NextIncome, Orders
from bot.tables.telling import Ordered, StoodIn, TakenBack
from tests.storage.helpers import content
from tests.tables.hosting import BEA, CARLO, DINA, HOST, STRANGER, seeded
from tests.tables.seats import HOUR, NEWCOMER, Club, club_at

Items = list[Any]


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "comuni.sqlite3") as opened:
        yield opened


async def news(club: Club, table_id: int, person: Person) -> Items:
    return list(await club.tables.reader.news(await club.table(table_id), person.user_id))


async def told(club: Club, table_id: int, person: Person) -> Items:
    return list(await club.tables.reader.told(await club.table(table_id), person.user_id))


async def look(club: Club, table_id: int, *looking: Person) -> None:
    for person in looking:
        await club.tables.people.looked(await club.table(table_id), person.user_id)


async def act(club: Club, table_id: int, count: int) -> None:
    """So many things happen."""
    for number in range(count):
        await club.act(table_id, await club.asked(table_id), seeded(number))


async def test_who_never_looked_is_told_everything(club: Club) -> None:
    table_id = await club.begin()
    assert await news(club, table_id, BEA) == []
    await act(club, table_id, 10)
    assert await news(club, table_id, BEA) == await told(club, table_id, BEA) != []


@pytest.mark.parametrize("before", [0, 1, 7])
async def test_who_looked_is_told_what_came_after_and_nothing_twice(club: Club, before: int) -> None:
    table_id = await club.begin()
    await act(club, table_id, before)
    seen = await told(club, table_id, BEA)
    await look(club, table_id, BEA)
    assert await news(club, table_id, BEA) == []
    for _ in range(5):
        await act(club, table_id, 1)
        assert await news(club, table_id, BEA) == (await told(club, table_id, BEA))[len(seen) :] != []
    await look(club, table_id, BEA)
    assert await news(club, table_id, BEA) == []


async def test_everybody_has_looked_for_themselves(club: Club) -> None:
    table_id = await club.begin()
    await act(club, table_id, 4)
    await look(club, table_id, BEA)
    await act(club, table_id, 3)
    await look(club, table_id, CARLO)
    assert await news(club, table_id, CARLO) == []
    assert 0 < len(await news(club, table_id, BEA)) < len(await news(club, table_id, HOST))


async def test_after_a_restart_it_is_the_same(club: Club) -> None:
    table_id = await club.begin()
    await act(club, table_id, 4)
    await look(club, table_id, BEA)
    await act(club, table_id, 3)
    before = await news(club, table_id, BEA)
    club.tables = club.restarted()
    assert await news(club, table_id, BEA) == before


async def test_an_action_that_was_taken_back_is_told_with_that(club: Club) -> None:
    table_id = await club.begin()
    await look(club, table_id, HOST, BEA, CARLO)
    person = await club.asked(table_id)
    seat = await club.seat(table_id, person)
    action = await club.act(table_id, person)
    happened = await news(club, table_id, person)
    await club.tables.playing.undo(table_id, person.user_id)
    assert await news(club, table_id, person) == [*happened, TakenBack(seat)]
    await look(club, table_id, person)
    await club.play(table_id, action)
    assert await news(club, table_id, person) == happened


async def test_what_is_taken_back_after_a_look_is_news(club: Club) -> None:
    table_id = await club.begin()
    person = await club.asked(table_id)
    seat = await club.seat(table_id, person)
    await club.act(table_id, person)
    await look(club, table_id, HOST, BEA, CARLO)
    await club.tables.playing.undo(table_id, person.user_id)
    for other in (HOST, BEA, CARLO):
        assert await news(club, table_id, other) == [TakenBack(seat)]


async def test_an_older_look_that_comes_late_takes_nothing_back(club: Club) -> None:
    table_id = await club.begin()
    await act(club, table_id, 2)
    older = await club.table(table_id)
    await act(club, table_id, 2)
    await look(club, table_id, BEA)
    await club.tables.people.looked(older, BEA.user_id)
    assert await news(club, table_id, BEA) == []


async def test_what_comes_while_a_person_looks_is_news_still(club: Club) -> None:
    table_id = await club.begin()
    await act(club, table_id, 2)
    shown = await club.table(table_id)
    seen = await told(club, table_id, BEA)
    await act(club, table_id, 1)
    await club.tables.people.looked(shown, BEA.user_id)
    assert await news(club, table_id, BEA) == (await told(club, table_id, BEA))[len(seen) :] != []


async def test_to_look_again_at_the_same_writes_nothing(club: Club) -> None:
    table_id = await club.begin()
    await look(club, table_id, BEA)
    writes: list[object] = []

    async def note(*_: object) -> None:
        writes.append(1)

    club.store.before["save_looked"] = note
    await look(club, table_id, BEA, STRANGER)
    assert writes == []
    await act(club, table_id, 1)
    await look(club, table_id, BEA)
    assert writes == [1]


async def test_that_a_person_looked_is_told_to_nobody(club: Club) -> None:
    table_id = await club.begin()
    await act(club, table_id, 5)
    others = (HOST.user_id, CARLO.user_id, STRANGER.user_id, None)
    before, woken = [await club.knows(table_id, user_id) for user_id in others], list(club.heard.woken)
    await look(club, table_id, BEA)
    assert [await club.knows(table_id, user_id) for user_id in others] == before
    assert club.heard.woken == woken


async def test_who_does_not_sit_there_is_told_all_that_is_public_whenever_they_look(club: Club) -> None:
    table_id = await club.begin()
    await act(club, table_id, 8)
    before = content(club.path)
    await look(club, table_id, STRANGER)
    assert content(club.path) == before
    every = await news(club, table_id, STRANGER)
    assert every == await club.tables.reader.told(await club.table(table_id), None)


async def test_who_takes_a_seat_over_is_told_everything_that_the_seat_may_know(club: Club) -> None:
    table_id = await club.begin()
    await act(club, table_id, 12)
    await look(club, table_id, BEA)
    every = await told(club, table_id, BEA)
    await club.hand(table_id, BEA)
    assert await news(club, table_id, NEWCOMER) == every
    await look(club, table_id, NEWCOMER)
    await act(club, table_id, 2)
    assert await news(club, table_id, NEWCOMER) == (await told(club, table_id, NEWCOMER))[len(every) :] != []
    public = await club.tables.reader.told(await club.table(table_id), None)
    assert await news(club, table_id, BEA) == public


async def test_after_the_end_the_news_are_open_and_reach_no_further_back(club: Club) -> None:
    table_id = await club.begin(1, stewards=1)
    while await club.tables.stewarding.asked(await club.table(table_id)) is None:
        await club.act(table_id, HOST)
    await look(club, table_id, HOST)
    await club.tables.stewarding.play(table_id)
    seen, before = await told(club, table_id, HOST), await news(club, table_id, HOST)
    assert not [item for item in before if isinstance(item, Reason)]
    await club.tables.playing.stop(table_id, HOST.user_id, manages=False)
    await club.tables.playing.agree(table_id, HOST.user_id)
    after, every = await news(club, table_id, HOST), await told(club, table_id, HOST)
    assert [item for item in after if isinstance(item, Reason)]
    assert [item for item in after if item in before] == before
    assert every[-len(after) :] == after
    assert len(every) - len(after) == len(seen) - len(before)


async def test_the_end_of_a_game_is_news(club: Club) -> None:
    table_id = await club.begin()
    await club.reach(table_id, Phase.REPAIR)
    await look(club, table_id, BEA)
    seen = len(await told(club, table_id, BEA))
    await club.finish(table_id)
    found, every = await news(club, table_id, BEA), await told(club, table_id, BEA)
    assert len(every) - len(found) >= seen > 0  # what was before is told in full now, but it is no news
    assert every[-len(found) :] == found
    assert isinstance(found[-1], Event)


async def test_a_steward_that_stood_in_is_news_and_a_standing_order_to_its_person_alone(club: Club) -> None:
    table_id = await club.begin(2)
    first = await club.asked(table_id)
    later = BEA if first == HOST else HOST
    one, other = await club.seat(table_id, first), await club.seat(table_id, later)
    choice = ("coins", "coins") if other == "milano" else ("coins",)
    await club.tables.playing.order(table_id, later.user_id, lambda _: Orders(turn=NextIncome(choice=choice)))
    await look(club, table_id, first, later)
    await club.pass_by(2 * HOUR)
    for person in (first, later):
        assert StoodIn(one) in await news(club, table_id, person)
        assert (Ordered(other) in await news(club, table_id, person)) == (person == later)


async def test_an_open_invasion_is_no_news_but_for_ones_own_seal(tmp_path: Path) -> None:
    """In one game Bea seals and in the other Carlo, after Dina has looked."""
    async with AsyncExitStack() as opened:
        clubs = [await opened.enter_async_context(club_at(tmp_path / name)) for name in ("one", "other")]
        for club, sealing in zip(clubs, (BEA, CARLO), strict=True):
            table_id = await club.begin(4)
            await club.reach(table_id, Phase.INVASION)
            await look(club, table_id, DINA, HOST)
            await club.seal(table_id, sealing)
        states = [observe(await club.state(table_id), await clubs[0].seat(table_id, BEA)) for club in clubs]
        assert states[0] != states[1]
        for step in range(3):
            for club in clubs:
                if step == 1:
                    await club.seal(table_id, DINA)
                if step == 2:
                    await look(club, table_id, DINA)
                    await club.seal(table_id, HOST)
            for user_id in (DINA.user_id, HOST.user_id, STRANGER.user_id, None):
                one, other = [await club.knows(table_id, user_id) for club in clubs]
                assert one == other
        seat = await clubs[0].seat(table_id, HOST)
        assert [type(item) for item in await news(clubs[0], table_id, HOST)] == [DefenceSealed]
        assert seat == (await news(clubs[0], table_id, HOST))[0].seat
        assert await news(clubs[0], table_id, DINA) == []


async def test_opened_defences_are_news_to_all_alike(club: Club) -> None:
    table_id = await club.begin()
    await club.reach(table_id, Phase.INVASION)
    await club.seal(table_id, HOST)
    await look(club, table_id, HOST, BEA, CARLO)
    await club.seal(table_id, BEA)
    await club.play(table_id, Defend(seat=await club.seat(table_id, CARLO)))
    for person in (HOST, BEA, CARLO):
        assert [type(item) for item in await news(club, table_id, person)].count(InvasionResolved) == 1


async def test_only_what_the_seat_may_know_is_news(club: Club) -> None:
    table_id = await club.begin()
    await act(club, table_id, 5)
    await look(club, table_id, BEA)
    await club.reach(table_id, Phase.CONSTRUCTION)
    seat = await club.seat(table_id, BEA)
    found = await news(club, table_id, BEA)
    assert {item.seat for item in found if isinstance(item, OwnEvent)} <= {seat}
    assert [item for item in found if isinstance(item, EnvoyPlaced) and item.seat != seat]
