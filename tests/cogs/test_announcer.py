"""One sender a table sends what is owed, in order, also after a restart, and never storms (law 2)."""

import asyncio
from datetime import timedelta
from itertools import pairwise

import aiohttp
import pytest

from bot.tables.outbox import Outbox, Owed
from cogs.announcer import FIRST_PAUSE, LONGEST_PAUSE
from tests.cogs.club import Club
from tests.tables.hosting import break_log

LONG = 1300.0  # seconds in which every retry has had its turn


def dm_path(club: Club, place: int) -> str:
    return f"/channels/{club.people[place].dm.id}/messages"


async def test_what_was_owed_at_a_crash_is_sent_by_the_next_program(club: Club) -> None:
    people = await club.start(2)
    club.simulation.inject_error("POST", dm_path(club, 1), status=500, times=None)
    before = club.newest_letter(people[1])
    await club.bid()
    assert await club.owed() == ["turn"]
    club.simulation.heal()
    await club.simulation.crash()
    await club.simulation.settle()
    assert club.newest_letter(people[1]) not in (None, before)
    assert await club.owed() == []


async def test_a_board_that_was_due_at_a_crash_is_drawn_by_the_next_program(club: Club) -> None:
    await club.start(2)
    table_id = (await club.table()).id
    club.simulation.inject_error("*", f"/channels/{club.channel.id}/messages*", status=500, times=None)
    await club.bid()
    assert await club.bot.tables.outbox.board_due(table_id) is not None
    club.simulation.heal()
    await club.simulation.crash()
    await club.simulation.settle()
    assert await club.bot.tables.outbox.board_due(table_id) is None


async def test_a_program_that_starts_with_nothing_owed_sends_nothing(club: Club) -> None:
    await club.start(2)
    await club.simulation.restart()
    club.simulation.requests.clear()
    await club.simulation.settle()
    await club.simulation.advance(LONG)
    assert club.posts("POST", "/channels/*/messages") == club.posts("PATCH", "/channels/*") == 0


@pytest.mark.parametrize("error", [TimeoutError(), OSError("no route"), aiohttp.ServerDisconnectedError()])
async def test_the_pauses_between_tries_double_up_to_the_limit(club: Club, error: Exception) -> None:
    await club.start(2)
    cable = club.cut("POST", dm_path(club, 1), error, times=1000)
    await club.bid()
    await club.simulation.advance(2 * LONG)
    pauses = [(late - early) / timedelta(seconds=1) for early, late in pairwise(cable.met)]
    expected = [min(FIRST_PAUSE * 2**number, LONGEST_PAUSE) for number in range(len(pauses))]
    assert pauses == pytest.approx(expected, abs=0.5)
    assert pauses[-1] == pytest.approx(LONGEST_PAUSE, abs=0.5)


async def test_after_a_success_the_pauses_begin_anew(club: Club) -> None:
    await club.start(2)
    for _ in range(2):
        cable = club.cut("POST", dm_path(club, 1), OSError("no route"), times=3)
        await club.bid()
        await club.simulation.advance(LONG)
        pauses = [(late - early) / timedelta(seconds=1) for early, late in pairwise(cable.met)]
        assert pauses == pytest.approx([FIRST_PAUSE, 2 * FIRST_PAUSE], abs=0.5)
        await club.bid()


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (403, 50013), (404, 10003)])
async def test_a_channel_that_will_never_take_anything_is_not_tried_again_and_again(
    club: Club, status: int, code: int
) -> None:
    await club.start(2)
    club.simulation.inject_error("*", f"/channels/{club.channel.id}/*", status=status, code=code, times=None)
    await club.bid()
    assert club.posts("PATCH", f"/channels/{club.channel.id}/*") == 1
    club.simulation.requests.clear()
    await club.simulation.advance(LONG)
    assert club.simulation.requests == []
    await club.bid()
    assert (await club.table()).version == 3


async def test_a_letter_that_will_never_be_taken_is_dropped_and_the_others_go_out(club: Club) -> None:
    people = await club.start(2)
    club.simulation.inject_error("POST", dm_path(club, 1), status=403, code=50001, times=None)
    await club.bid()
    assert await club.owed() == []
    before = club.newest_letter(people[0])
    await club.bid()
    assert club.newest_letter(people[0]) not in (None, before)


async def test_a_letter_that_we_cannot_write_holds_up_nobody_else_and_is_logged_with_a_code(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await club.gather(2)
    table = await club.table()
    original = club.bot.tables.people.known

    async def broken(user_id: int) -> object:
        if user_id == people[0].id:
            raise KeyError("broken")
        return await original(user_id)

    with monkeypatch.context() as patched:
        patched.setattr(club.bot.tables.people, "known", broken)
        await people[0].slash(club.channel, "comuni start")
    assert [len(club.letters(person)) for person in people] == [0, 1]
    assert await club.bot.tables.outbox.board_due(table.id) is None
    assert all("code " in logged for logged in club.simulation.errors)
    assert len(club.simulation.errors) == 1
    club.simulation.errors.clear()
    await club.simulation.advance(LONG)
    assert [len(club.letters(person)) for person in people] == [1, 1]


async def test_letters_of_one_person_arrive_in_order(club: Club) -> None:
    await club.start(2)
    for _ in range(4):
        await club.bid()
    posted = [each.json["nonce"] for each in club.simulation.requests if each.path == dm_path(club, 0) and each.json]
    assert len(posted) == 2
    assert posted == sorted(posted, key=lambda nonce: int(nonce.rpartition("-")[2]))


async def test_every_message_has_a_nonce_of_its_own_that_discord_enforces_and_takes(club: Club) -> None:
    await club.start(3)
    for _ in range(4):
        await club.bid()
    sent = [each.json for each in club.simulation.requests if each.method == "POST" and each.path.endswith("/messages")]
    nonces = [body["nonce"] for body in sent if body]
    assert len(nonces) == len(set(nonces)) == len(sent)
    assert all(len(nonce) <= 25 for nonce in nonces)
    assert all(body["enforce_nonce"] for body in sent if body)


async def test_tables_do_not_wait_for_each_other_s_letters(club: Club) -> None:
    people = await club.start(2)
    club.hang("POST", dm_path(club, 1))
    other = club.simulation.channel("duomo")
    async with club.simulation.together():
        await people[0].slash(club.channel, "act bid", column=1)
    await people[0].slash(other, "comuni new")
    assert [message for message in other.history() if message.embeds and not message.flags.ephemeral]
    await club.simulation.advance(club.call_seconds + 10)


@pytest.mark.parametrize("waiting", ["pause", "call"])
async def test_closing_while_a_sender_waits_ends_at_once_and_keeps_what_is_owed(club: Club, waiting: str) -> None:
    people = await club.start(2)
    before = club.newest_letter(people[1])
    if waiting == "pause":
        club.cut("POST", dm_path(club, 1), OSError("no route"), times=4)
        await club.bid()
        await club.simulation.advance(5)
    else:
        cable = club.hang("POST", dm_path(club, 1))
        async with club.simulation.together():
            await people[0].slash(club.channel, "act bid", column=1)
            await cable.reached.wait()
    assert await club.owed() == ["turn"]
    now = club.simulation.now()
    await asyncio.wait_for(club.simulation.restart(), timeout=club.call_seconds)
    assert club.simulation.now() == now
    await club.simulation.settle()
    assert club.newest_letter(people[1]) not in (None, before)
    assert await club.owed() == []


async def test_a_table_that_cannot_be_read_says_so_in_its_channel_and_the_others_play_on(club: Club) -> None:
    await club.start(2)
    table = await club.table()
    await club.simulation.world.close_bot()
    break_log(club.database, table.id)
    await club.simulation.crash()
    await club.simulation.settle()
    assert (await club.table()).aside == "unreadable"
    assert len([line for line in club.lines() if "set aside" in line]) == 1
    other = club.simulation.channel("duomo")
    alice = club.people[0]
    answer = await alice.slash(other, "comuni new")
    assert answer.response is not None
    shown = (await alice.slash(club.channel, "comuni screen")).response
    assert shown is not None
    assert "set aside" in shown.content


async def test_a_table_of_rules_that_the_program_does_not_know_says_so_until_a_program_knows_them(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.start(2)
    alice, state = club.people[0], (await club.bot.tables.reader.snapshot(await club.table())).state
    monkeypatch.setattr("bot.tables.log.KNOWN_RULES", frozenset({2}))
    await club.simulation.restart()
    await club.simulation.settle()
    told = [line for line in club.lines() if "under rules that this version of the bot does not know" in line]
    assert len(told) == 1
    for command in ("comuni screen", "comuni log", "act income"):
        shown = (await alice.slash(club.channel, command)).response
        assert shown is not None
        assert shown.content == told[0]
    own = (await alice.slash(club.channel, "comuni my-tables")).response
    assert own is not None
    assert "of rules that this version of the bot does not know" in str(own.embeds[0].description)
    monkeypatch.undo()
    await club.simulation.restart()
    await club.simulation.settle()
    assert (await club.bot.tables.reader.snapshot(await club.table())).state == state
    await club.bid()


async def test_a_sender_ends_when_there_is_nothing_left(club: Club) -> None:
    await club.start(2)
    await club.bid()
    announcer = club.bot.get_cog("Announcer")
    assert announcer is not None
    assert announcer._senders == {}  # type: ignore[attr-defined]  # noqa: SLF001 - cannot be seen otherwise


async def test_how_long_a_steward_thinks_does_not_decide_what_is_sent_first(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    (alice,) = await club.gather(1)
    await alice.slash(club.channel, "comuni stewards", count=1)
    await alice.slash(club.channel, "comuni start")
    pending = Outbox.pending

    async def until_the_steward_has_acted(self: Outbox, table_id: int) -> list[Owed]:
        found = await pending(self, table_id)
        while await club.bot.tables.stewarding.asked(await club.table()) is not None:  # noqa: ASYNC110 - no event says so
            await asyncio.sleep(0.001)
        return found

    monkeypatch.setattr(Outbox, "pending", until_the_steward_has_acted)
    club.simulation.requests.clear()
    await club.bid()
    sent = [sent.path for sent in club.simulation.requests if sent.path.startswith("/channels/")]
    letter = f"/channels/{alice.dm.id}/messages"
    assert sent.count(letter) == 1
    assert not [path for path in sent[: sent.index(letter)] if path.startswith(f"/channels/{club.channel.id}/messages")]
