"""One person's interactions are worked on one at a time and not too fast; nobody else waits for them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from simcord.results import InteractionResult

from bot.local.simulation import Person
from bot.locale import translator
from bot.ui.table_texts import TEXTS, still_working_text, too_fast_text
from cogs.budgets import WAITING, Budgets, Spent
from tests.cogs.club import Club, told
from tests.cogs.handling import board_of, controls, panel, ping_of

CLICKS = 1000
AT_ONCE = 1 + WAITING
ENGLISH = translator("en")
WORKING = still_working_text(ENGLISH)
PER_MINUTE = 60
MORNING = datetime(2030, 1, 1, 8, tzinfo=UTC)


class Worked:
    """Whose interactions were worked on and whose actions committed, in order; how many of a person's at once."""

    def __init__(self, club: Club) -> None:
        self.order: list[tuple[str, int]] = []
        self.at_once: Counter[int] = Counter()
        self.seen: Counter[int] = Counter()
        self._now: Counter[int] = Counter()
        tables = club.bot.tables
        note, act, sight = tables.people.note, tables.playing.act, tables.reader.sight

        async def noted(person: Any) -> None:
            self.order.append(("worked on", person.user_id))
            await note(person)

        async def acted(table_id: int, user_id: int, *given: Any, **options: Any) -> Any:
            events = await act(table_id, user_id, *given, **options)
            self.order.append(("committed", user_id))
            return events

        async def seen(table_id: int, user_id: int | None) -> Any:
            with self._counted(user_id):
                return await sight(table_id, user_id)

        for part, name, wrapped in (
            (tables.people, "note", noted),
            (tables.playing, "act", acted),
            (tables.reader, "sight", seen),
        ):
            setattr(part, name, wrapped)

    def on(self, person: Person) -> int:
        return self.order.count(("worked on", person.id))

    def before_commit(self, crowd: Person, other: Person) -> int:
        return self.order[: self.order.index(("committed", other.id))].count(("worked on", crowd.id))

    @contextmanager
    def _counted(self, user_id: int | None) -> Iterator[None]:
        if user_id is None:  # a board's
            yield
            return
        self._now[user_id] += 1
        self.seen[user_id] += 1
        self.at_once[user_id] = max(self.at_once[user_id], self._now[user_id])
        yield
        self._now[user_id] -= 1


class StoppedClock:
    """Stands still until it is put on, or back."""

    def __init__(self) -> None:
        self.time = MORNING

    def now(self) -> datetime:
        return self.time

    def put(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


async def two_tables(club: Club) -> tuple[Person, Person, discord.Message]:
    """Somebody at a table of their own, the active person of another; the board of the first."""
    crowd = club.simulation.person("Crowd")
    club.place = "duomo"
    await crowd.slash(club.channel, "comuni new", picture=False)
    await crowd.slash(club.channel, "comuni stewards", count=1)
    await crowd.slash(club.channel, "comuni start")
    board = board_of(club)
    club.place = "piazza"
    active, _ = await club.start(2)
    return crowd, active, board


def shown(results: Sequence[InteractionResult]) -> list[str]:
    """The private answers; of a screen what its first embed is called."""
    answers = []
    for result in results:
        assert result.response is not None
        assert result.response.ephemeral
        answers.append(result.response.content or str(result.response.message.embeds[0].title))
    return answers


async def test_while_a_thousand_clicks_of_one_person_wait_another_table_s_action_is_committed_first(club: Club) -> None:
    crowd, active, board = await two_tables(club)
    worked = Worked(club)
    async with club.simulation.together():
        clicks = [await crowd.click(board, label="My screen") for _ in range(CLICKS)]
        before = worked.on(crowd)
        await active.slash(club.channel, "act bid", column=1)
    assert worked.before_commit(crowd, active) - before <= WAITING
    assert worked.on(crowd) == AT_ONCE
    answers = shown(clicks)
    assert answers[AT_ONCE:] == [WORKING] * (CLICKS - AT_ONCE)
    assert WORKING not in answers[:AT_ONCE]


async def test_however_many_of_one_person_s_clicks_wait_they_let_others_through(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.budgets.WAITING", CLICKS)
    crowd, active, board = await two_tables(club)
    worked = Worked(club)
    async with club.simulation.together():
        for _ in range(8 * WAITING):
            await crowd.click(board, label="My screen")
        await active.slash(club.channel, "act bid", column=1)
    assert worked.before_commit(crowd, active) <= WAITING
    assert worked.on(crowd) == 8 * WAITING


async def test_one_person_s_clicks_at_two_tables_are_worked_on_one_after_another(club: Club) -> None:
    crowd, active, board = await two_tables(club)
    worked = Worked(club)
    async with club.simulation.together():
        clicks = []
        for _ in range(AT_ONCE // 2):
            clicks += [await active.click(board, label="My screen"), await active.click(board_of(club), label="Log")]
        other = await crowd.click(board, label="My screen")
    assert WORKING not in shown([*clicks, other])
    assert worked.at_once[active.id] == 1
    assert worked.on(active) == AT_ONCE
    assert worked.order.index(("worked on", crowd.id)) < worked.on(active)


async def test_many_people_at_one_table_are_all_answered(club: Club) -> None:
    people = await club.start(5)
    board, worked = board_of(club), Worked(club)
    async with club.simulation.together():
        clicks = [await each.click(board, label="My screen") for _ in range(AT_ONCE) for each in people]
    assert WORKING not in shown(clicks)
    assert [worked.on(each) for each in people] == [AT_ONCE] * len(people)
    assert all(worked.at_once[each.id] == 1 for each in people)


async def test_what_a_person_does_is_done_in_the_order_in_which_it_came(club: Club) -> None:
    await club.gather(1)
    [alice], place = club.people, club.channel
    async with club.simulation.together():
        for count in (3, 1, 4, 0, 2):
            await alice.slash(place, "comuni stewards", count=count)
        await alice.slash(place, "comuni start")
    assert len((await club.table()).people) == 1 + 2
    assert (await club.table()).version > 0


async def test_a_panel_from_which_too_much_was_pressed_can_still_be_pressed(club: Club) -> None:
    active, _ = await club.start(2)
    async with club.simulation.together():
        for _ in range(2 * AT_ONCE):
            await active.click(ping_of(active), label="Help")
    turned_away = [one for one in active.sees(active.dm) if one.content == WORKING]
    assert len(turned_away) == AT_ONCE
    assert all(one.flags.ephemeral for one in turned_away)
    assert controls(ping_of(active))


async def test_a_reply_that_hangs_holds_up_nothing_else_that_the_person_does(club: Club) -> None:
    active, _ = await club.start(2)
    cable = club.hang("PATCH", "/webhooks/*")
    async with club.simulation.together():
        await active.click(board_of(club), label="My screen")
        await cable.reached.wait()
    assert (await panel(club, active)).embeds
    await club.simulation.advance(club.call_seconds + 1)


async def test_who_is_too_fast_is_told_how_long_to_wait_and_nothing_is_done(club: Club) -> None:
    club.actions_per_minute = PER_MINUTE
    await club.simulation.restart()
    alice, bob = await club.gather(2)  # one interaction each
    worked = Worked(club)
    for _ in range(PER_MINUTE // 2 - 1):
        assert told(await bob.slash(club.channel, "comuni join")) == TEXTS["AlreadySeated"]
    assert told(await bob.slash(club.channel, "comuni leave")) == too_fast_text(1, ENGLISH)
    assert worked.on(bob) == PER_MINUTE // 2 - 1
    assert len((await club.table()).people) == 2
    assert told(await alice.slash(club.channel, "comuni join")) == TEXTS["AlreadySeated"]
    await club.simulation.advance(1)
    assert told(await bob.slash(club.channel, "comuni leave")) == "You have left the table."


async def test_of_what_a_person_types_only_the_newest_is_looked_up(club: Club) -> None:
    active, other = await club.start(2)
    worked = Worked(club)
    club.simulation.requests.clear()
    async with club.simulation.together():
        for _ in range(10):
            await active.autocomplete(club.channel, "act bid", "column")
        await other.autocomplete(club.channel, "act bid", "coins")
    offered = [bool(sent.json["data"]["choices"]) for sent in club.simulation.requests if sent.json]
    assert len(offered) == 11
    assert sum(offered) == 2  # the first, which was under way, and the last
    assert worked.seen == {active.id: 2, other.id: 1}
    assert worked.at_once[active.id] == 1


@pytest.mark.parametrize("per_minute", [0, PER_MINUTE])
async def test_who_rests_is_forgotten(per_minute: int) -> None:
    clock = StoppedClock()
    budgets = Budgets(per_minute, clock)
    for user_id in range(CLICKS):
        with budgets.place(user_id) as turn:
            async with turn:
                clock.put(1)
    assert len(budgets._people) <= 2  # noqa: SLF001 - cannot be seen otherwise


async def test_who_does_not_rest_is_not_forgotten() -> None:
    clock = StoppedClock()
    budgets = Budgets(PER_MINUTE, clock)
    for _ in range(PER_MINUTE // 2):
        with budgets.place(1), budgets.place(2):
            pass
    with pytest.raises(Spent) as spent, budgets.place(1):
        pass
    assert spent.value.seconds == 1
