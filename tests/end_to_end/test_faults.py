"""Whatever Discord does, the table stays whole and nobody loses what is theirs."""

import re

import pytest

from bot.game.state import State
from bot.local.simulation import Person
from bot.tables.model import Table
from bot.tables.notices import Notice
from bot.tables.service import Tables
from cogs.letters import Letter, private_letter
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House

CODE = re.compile(r"\b[0-9a-f]{6}\b")
LONG = 1300  # seconds in which every retry has had its turn


async def two(house: House) -> tuple[Driver, Driver]:
    """A game for two that has begun: whose turn it is, and the other."""
    await house.begin(2, 0)
    (active,) = await house.asked()
    return active, next(driver for driver in house.drivers if driver is not active)


async def income(house: House, driver: Driver) -> str:
    """A seat claims income, and the turn passes; what it is told."""
    return (await driver.say("act income", await driver.fill("income"))).text


def letters(person: Person) -> list[tuple[int, str]]:
    """The private messages that somebody has, each with its id; answers to their own commands are none."""
    return [(message.id, message.content) for message in person.sees(person.dm) if not message.flags.ephemeral]


def newest(person: Person) -> int:
    """The id of somebody's only private message: each takes the place of the one before."""
    ((message_id, _),) = letters(person)
    return message_id


async def same(house: House, before: State) -> bool:
    """Whether nothing has happened in the game."""
    return await house.state() == before


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (500, 0), (401, 50027)])
async def test_what_is_not_acknowledged_is_not_applied(house: House, status: int, code: int) -> None:
    active, _ = await two(house)
    before, options = await house.state(), await active.fill("income")
    house.simulation.inject_error("POST", "/interactions/*/callback", status=status, code=code)
    result = await active.person.slash(house.channel, "act income", **options)
    assert not result.acknowledged
    assert await same(house, before)
    assert "Your turn" in await house.screen(active.person)
    await income(house, active)
    assert not await same(house, before)


@pytest.mark.parametrize(("status", "code"), [(404, 10015), (401, 50027), (500, 0)])
async def test_an_action_whose_answer_fails_stands(house: House, status: int, code: int) -> None:
    active, other = await two(house)
    options = await active.fill("income")
    house.simulation.inject_error("PATCH", "/webhooks/*", status=status, code=code)
    active.heard(await active.person.slash(house.channel, "act income", **options))
    house.deliver()
    assert await house.asked() == [other]
    assert "Waiting for" in await house.screen(active.person)


async def test_a_message_whose_answer_is_lost_is_no_second_message(house: House) -> None:
    active, other = await two(house)
    house.simulation.lose_answers()
    before = newest(other.person)
    await income(house, active)
    (written,) = {message_id for message_id, _ in letters(other.person)} - {before}
    await house.simulation.advance(LONG)
    assert newest(other.person) == written


async def test_a_board_whose_answer_is_lost_is_no_second_board(house: House) -> None:
    people = await house.gather(2)
    await people[0].member.send(house.channel, "hello")
    before = len(house.channel.history())
    house.simulation.lose_answers(3)  # the commitment, and a board
    await people[0].slash(house.channel, "comuni start")
    await house.simulation.advance(LONG)
    public = [message for message in house.channel.history()[before:] if not message.flags.ephemeral]
    assert len(public) == 2


@pytest.mark.parametrize("times", [1, 3])
async def test_a_notice_that_discord_does_not_take_is_sent_later_and_once(house: House, times: int) -> None:
    active, other = await two(house)
    path = f"/channels/{other.person.dm.id}/messages"
    house.simulation.inject_error("POST", path, status=500, times=times)
    before = newest(other.person)
    await income(house, active)
    assert newest(other.person) == before
    await house.simulation.advance(1)
    assert newest(other.person) == before
    await house.simulation.advance(LONG)
    ((written, text),) = letters(other.person)
    assert written > before
    assert "Your turn" in text


async def test_one_persons_trouble_holds_up_nobody_else(house: House) -> None:
    active, other = await two(house)
    house.simulation.inject_error("POST", f"/channels/{other.person.dm.id}/messages", status=500, times=None)
    seen = await house.board_text()
    await income(house, active)
    assert await house.board_text() != seen
    before = newest(active.person)
    await other.look()
    await income(house, other)
    assert newest(active.person) > before
    house.simulation.heal()
    await house.simulation.advance(LONG)


async def test_a_letter_that_cannot_be_written_holds_up_nobody_else(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    active, other = await two(house)

    async def broken_for_one(tables: Tables, table: Table, notice: Notice, user_id: int) -> Letter:
        if user_id == other.person.id:
            raise ValueError
        return await private_letter(tables, table, notice, user_id)

    with monkeypatch.context() as patched:
        patched.setattr("cogs.courier.private_letter", broken_for_one)
        seen = await house.board_text()
        await income(house, active)
        assert await house.board_text() != seen
        await other.look()
        before = newest(active.person)
        await income(house, other)
        assert newest(active.person) > before
    assert all(CODE.search(logged) for logged in house.simulation.errors)
    assert house.simulation.errors
    house.simulation.errors.clear()
    await house.simulation.advance(LONG)


async def test_a_notice_that_came_too_late_is_not_sent_any_more(house: House) -> None:
    active, other = await two(house)
    house.simulation.inject_error("POST", f"/channels/{other.person.dm.id}/messages", status=500, times=None)
    before = newest(other.person)
    await income(house, active)
    await other.look()
    await income(house, other)
    house.simulation.heal()
    await house.simulation.advance(LONG)
    assert newest(other.person) == before


async def test_where_a_private_chat_cannot_be_opened_now_it_is_tried_again(house: House) -> None:
    people = await house.gather(2)
    house.simulation.inject_error("POST", "/users/@me/channels", status=403, code=40003)
    await people[0].slash(house.channel, "comuni start")
    await house.simulation.advance(LONG)
    assert [len(letters(person)) for person in people] == [1, 1]
    assert not [message for message in house.channel.history() if "Type `/comuni screen`;" in message.content]


@pytest.mark.parametrize("code", [50007, 50278])
async def test_where_a_private_chat_cannot_be_opened_at_all_the_channel_says_so(house: House, code: int) -> None:
    people = await house.gather(2)
    house.simulation.inject_error("POST", "/users/@me/channels", status=403, code=code, times=None)
    await people[0].slash(house.channel, "comuni start")
    lines = [message.content for message in house.channel.history() if not message.flags.ephemeral]
    for person in people:
        assert [line for line in lines if line.startswith(f"<@{person.id}>") and "/comuni screen" in line]


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (403, 50013), (404, 10003)])
async def test_a_channel_that_takes_nothing_does_not_stop_a_game(house: House, status: int, code: int) -> None:
    active, other = await two(house)
    before, path = len(house.simulation.requests), f"/channels/{house.channel.id}/messages"
    house.simulation.inject_error("*", f"{path}*", status=status, code=code, times=None)
    for driver in (active, other, active):
        house.deliver()
        assert await house.asked() == [driver]
        await income(house, driver)
    house.simulation.heal()
    tried = [sent for sent in house.simulation.requests[before:] if sent.path.startswith(path)]
    assert len(tried) == 1, "it is tried again and again"
    await other.person.slash(house.channel, "comuni resume")
    assert "Waiting for" in await house.board_text()


async def test_an_unexpected_failure_is_told_with_a_code_and_harms_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    active, _ = await two(house)
    before = await house.state()

    async def broken(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("believers everywhere")

    with monkeypatch.context() as patched:
        patched.setattr(type(house.bot.tables.playing), "act", broken)
        told = await income(house, active)
    (code,) = CODE.findall(told)
    assert "went wrong on our side" in told
    assert "believers everywhere" not in told
    (logged,) = house.simulation.errors
    assert code in logged
    house.simulation.errors.clear()
    assert await same(house, before)
    await income(house, active)
    assert not await same(house, before)


async def test_a_failure_while_offering_is_logged_and_offers_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    active, _ = await two(house)

    async def broken(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(type(house.bot.tables.reader), "sight", broken)
        assert await active.person.autocomplete(house.channel, "act bid", "column") == []
    (logged,) = house.simulation.errors
    assert CODE.search(logged)
    house.simulation.errors.clear()
    assert await active.person.autocomplete(house.channel, "act bid", "column")


async def test_many_act_at_once_and_one_action_counts(house: House) -> None:
    active, other = await two(house)
    before = (await house.table()).version
    options = await active.fill("income")
    async with house.simulation.together():
        for _ in range(3):
            await active.person.slash(house.channel, "act income", **options)
        await other.person.slash(house.channel, "act withdraw")
    assert (await house.table()).version == before + 1
