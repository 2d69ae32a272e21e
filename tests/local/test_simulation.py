"""The simulated Discord behaves where the real one would, and simcord alone does not."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import cast

import discord
import pytest
import pytest_asyncio

from bot.local.simulation import Simulation
from tests.local.trial import Trial


@pytest_asyncio.fixture
async def simulation() -> AsyncIterator[Simulation]:
    async with Simulation(Trial) as running:
        yield running


def trial(simulation: Simulation) -> Trial:
    return cast("Trial", simulation.bot)


async def test_a_person_runs_a_command_with_options_and_alone_sees_the_private_answer(
    simulation: Simulation,
) -> None:
    table, alice, bob = simulation.channel("piazza"), simulation.person("Alice"), simulation.person("Bob")
    answer = await alice.slash(table, "fruit", name="apple", count=3)
    assert answer.response is not None
    assert answer.response.content == "3 apple, raw"
    assert [message.content for message in alice.sees(table)] == ["3 apple, raw"]
    assert bob.sees(table) == []


async def test_autocomplete_offers_what_the_bot_offers(simulation: Simulation) -> None:
    table, alice = simulation.channel("piazza"), simulation.person("Alice")
    offered = await alice.autocomplete(table, "fruit", "name", "ap")
    assert [choice["value"] for choice in offered] == ["apple", "apricot"]
    assert len(await alice.autocomplete(alice.dm, "fruit", "name")) == 4


async def test_each_person_and_guild_has_a_locale(simulation: Simulation) -> None:
    club = simulation.guild("Club", locale="ja")
    emi = simulation.person("Emi", locale="it", guild=club)
    there = await emi.slash(simulation.channel("piazza", club), "table locales")
    private = await emi.slash(emi.dm, "table locales")
    assert there.response is not None
    assert private.response is not None
    assert there.response.content == "it ja"
    assert private.response.content == "it None"


async def test_a_repeated_nonce_makes_no_second_message_for_five_minutes(simulation: Simulation) -> None:
    channel = simulation.bot.get_channel(simulation.channel("piazza").id)
    assert isinstance(channel, discord.TextChannel)
    first = await channel.send("hello", nonce="n1")
    again = await channel.send("hello", nonce="n1")
    other = await channel.send("hello", nonce="n2")
    assert first.id == again.id != other.id
    await simulation.advance(timedelta(minutes=6).total_seconds())
    assert (await channel.send("hello", nonce="n1")).id not in (first.id, other.id)


async def test_no_message_comes_into_a_channel_that_there_is_not(simulation: Simulation) -> None:
    with pytest.raises(discord.NotFound):
        await simulation.bot.get_partial_messageable(5).send("hello", nonce="first")


async def test_a_lost_answer_leaves_the_message_and_the_nonce_finds_it(simulation: Simulation) -> None:
    table = simulation.channel("piazza")
    channel = simulation.bot.get_channel(table.id)
    assert isinstance(channel, discord.TextChannel)
    simulation.lose_answers()
    with pytest.raises(discord.HTTPException):
        await channel.send("hello", nonce="n1")
    await channel.send("hello", nonce="n1")
    assert [message.content for message in table.history()] == ["hello"]


async def test_a_sender_that_waits_for_work_does_not_hold_anyone_up(simulation: Simulation) -> None:
    table, alice = simulation.channel("piazza"), simulation.person("Alice")
    await alice.slash(table, "table whisper", text="psst")
    assert [message.content for message in alice.sees(alice.dm)] == ["psst"]


@pytest.mark.parametrize("limit", [None, 60.0])
async def test_waiting_for_an_event_is_rest_with_and_without_a_time_limit(limit: float | None) -> None:
    class Waiter(Trial):
        async def send_all(self) -> None:
            while True:
                await asyncio.wait_for(asyncio.Event().wait(), limit)

    simulation = await Simulation(Waiter, patience=1.0).start()
    await simulation.settle()
    await simulation.close()
    assert simulation.errors == []


async def test_interactions_sent_together_are_in_flight_at_once(simulation: Simulation) -> None:
    table = simulation.channel("piazza")
    people = [simulation.person(name) for name in ("Alice", "Bob", "Chiara")]
    async with simulation.together():
        answers = [await person.slash(table, "table slow") for person in people]
    assert trial(simulation).most_at_once == 3
    assert [answer.response.content for answer in answers if answer.response] == ["Done"] * 3


async def test_after_one_by_one_nothing_was_at_once(simulation: Simulation) -> None:
    table = simulation.channel("piazza")
    for name in ("Alice", "Bob"):
        await simulation.person(name).slash(table, "table slow")
    assert trial(simulation).most_at_once == 1


async def test_a_crash_in_the_middle_of_an_answer_keeps_the_world_and_loses_the_answer(
    simulation: Simulation,
) -> None:
    table, alice = simulation.channel("piazza"), simulation.person("Alice")
    await alice.slash(table, "table board")
    old = trial(simulation)
    async with simulation.together():
        await alice.slash(table, "table slow")
        await asyncio.sleep(0.01)
        await simulation.crash()
    assert old is not trial(simulation)
    assert old.at_once == 1
    assert old.closed_cleanly
    assert [message.embeds[0].title for message in alice.sees(table)] == ["Board"]
    await alice.slash(table, "table whisper", text="I live")
    assert [message.content for message in alice.sees(alice.dm)] == ["I live"]


async def test_a_restart_lets_the_old_bot_finish(simulation: Simulation) -> None:
    table, alice = simulation.channel("piazza"), simulation.person("Alice")
    async with simulation.together():
        await alice.slash(table, "table slow")
        await asyncio.sleep(0.01)
    old = trial(simulation)
    await simulation.restart()
    assert old.closed_cleanly
    assert [message.content for message in alice.sees(table)] == ["Done"]


async def test_a_dumped_world_goes_on_with_its_people(simulation: Simulation) -> None:
    table, alice = simulation.channel("piazza"), simulation.person("Alice", locale="it")
    simulation.person("Bob", locale="ja")
    await alice.slash(table, "table board")
    await alice.slash(table, "fruit", name="apple", count=1)
    dumped = simulation.dump()
    later = simulation.now() + timedelta(days=2)
    await simulation.close()
    async with Simulation(Trial, world=dumped, now=later) as again:
        assert again.now() == later
        assert [(person.name, again.locale(person)) for person in again.people] == [
            ("Alice", "it"),
            ("Bob", "ja"),
        ]
        alice, table = again.people[0], again.channel("piazza")
        answer = await alice.slash(table, "table locales")
        assert answer.response is not None
        assert answer.response.content == "it en-US"
        assert len(alice.sees(table)) == 2


async def test_an_injected_error_reaches_the_bot_until_it_is_healed() -> None:
    simulation = await Simulation(Trial).start()
    table, alice = simulation.channel("piazza"), simulation.person("Alice")
    simulation.inject_error("POST", f"/channels/{alice.dm.id}/messages", status=403, code=50007, times=None)
    await alice.slash(table, "table whisper", text="psst")
    simulation.heal()
    await simulation.restart()
    assert len(simulation.errors) == 1
    assert "50007" in simulation.errors[0]
    await alice.slash(table, "table whisper", text="psst")
    assert [message.content for message in alice.sees(alice.dm)] == ["psst"]
    await simulation.close()


async def test_an_error_that_nobody_dealt_with_fails_the_test() -> None:
    async def break_it() -> None:
        async with Simulation(Trial) as simulation:
            await simulation.person("Alice").slash(simulation.channel("piazza"), "table broken")

    with pytest.raises(AssertionError, match="alice broke it"):
        await break_it()


async def test_a_bot_that_fails_to_start_is_closed() -> None:
    class Unstartable(Trial):
        async def setup_hook(self) -> None:
            await super().setup_hook()
            raise OSError("no disk")

    simulation = Simulation(Unstartable)
    with pytest.raises(OSError, match="no disk"):
        await simulation.start()
    assert trial(simulation).closed_cleanly


async def test_every_request_of_the_bot_is_recorded(simulation: Simulation) -> None:
    table, alice = simulation.channel("piazza"), simulation.person("Alice")
    simulation.requests.clear()
    await alice.slash(table, "fruit", name="apple", count=1)
    assert [request.json["data"]["content"] for request in simulation.requests if request.json] == ["1 apple, raw"]
