"""Every command is acknowledged first and in private, and has one outcome that the person sees (law 2)."""

import re
from collections.abc import Iterator

import aiohttp
import pytest

from bot.tables.errors import TableRefusal
from bot.tables.model import TableState
from bot.ui.table_texts import TEXTS
from tests.cogs.club import Club, told

CODE = re.compile(r"report code ([0-9a-f]{6})")
NETWORK = [aiohttp.ServerDisconnectedError(), aiohttp.ClientPayloadError(), ConnectionResetError(104, "reset")]
SILENT = 4.0  # seconds: longer than Discord waits for an acknowledgement


async def test_the_acknowledgement_is_private_and_goes_out_before_anything_is_read_or_written(club: Club) -> None:
    alice, _ = await club.gather(2)
    cable = club.hang("POST", "/interactions/*/callback")
    before = _changes(club)
    club.simulation.requests.clear()
    async with club.simulation.together():
        await alice.slash(club.channel, "comuni start")
        await cable.reached.wait()
        assert _changes(club) == before
        cable.mended.set()
    acknowledged, *_ = club.simulation.requests
    assert acknowledged.json == {"type": 5, "data": {"flags": 64}}
    assert (await club.table()).state is TableState.RUNNING


@pytest.mark.parametrize("error", NETWORK, ids=lambda error: type(error).__name__)
async def test_where_the_acknowledgement_does_not_get_through_nothing_is_applied(club: Club, error: Exception) -> None:
    _, bob = await club.gather(2)
    cable = club.cut("POST", "/interactions/*/callback", error)
    await bob.slash(club.channel, "comuni leave")
    assert len(cable.met) == 1
    assert len((await club.table()).people) == 2


async def test_where_the_acknowledgement_hangs_nothing_is_applied(club: Club) -> None:
    _, bob = await club.gather(2)
    cable = club.hang("POST", "/interactions/*/callback")
    async with club.simulation.together():
        await bob.slash(club.channel, "comuni leave")
        await cable.reached.wait()
    await club.simulation.advance(SILENT)
    assert len((await club.table()).people) == 2
    assert told(await bob.slash(club.channel, "comuni leave")) == "You have left the table."


@pytest.mark.parametrize("error", NETWORK, ids=lambda error: type(error).__name__)
async def test_an_answer_that_does_not_get_through_undoes_nothing(club: Club, error: Exception) -> None:
    _, bob = await club.gather(2)
    cable = club.cut("PATCH", "/webhooks/*", error)
    await bob.slash(club.channel, "comuni leave")
    assert len(cable.met) == 1
    assert len((await club.table()).people) == 1


async def test_an_answer_that_hangs_is_given_up(club: Club) -> None:
    _, bob = await club.gather(2)
    cable = club.hang("PATCH", "/webhooks/*")
    async with club.simulation.together():
        await bob.slash(club.channel, "comuni leave")
        await cable.reached.wait()
    await club.simulation.advance(club.call_seconds + 1)
    assert len((await club.table()).people) == 1


async def test_an_answer_that_is_too_long_for_discord_is_a_code_and_no_crash(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.gather(2)
    chiara = club.simulation.person("Chiara")
    monkeypatch.setattr("bot.ui.table_texts.joined_text", lambda _t: "x" * 2001)
    answer = told(await chiara.slash(club.channel, "comuni join"))
    [logged] = club.simulation.errors
    club.simulation.errors.clear()
    [code] = CODE.findall(answer)
    assert f"code {code}" in logged
    assert "LimitExceeded" in logged


async def test_a_refusal_is_one_private_sentence_and_no_error(club: Club) -> None:
    _, bob = await club.gather(2)
    assert told(await bob.slash(club.channel, "comuni start")) == TEXTS["NotHost"]
    assert told(await bob.slash(club.channel, "comuni join")) == TEXTS["AlreadySeated"]
    assert told(await bob.slash(bob.dm, "comuni join")) == TEXTS["NotInServer"]


def kinds(refusal: type[TableRefusal]) -> Iterator[type[TableRefusal]]:
    """All that a person may be told, of whatever kind of a kind."""
    for kind in refusal.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_every_refusal_of_a_table_has_its_sentence() -> None:
    assert set(TEXTS) == {refusal.__name__ for refusal in kinds(TableRefusal)}


async def test_answers_ping_nobody(club: Club) -> None:
    people = await club.start(3)
    for person in people:
        await person.slash(club.channel, "comuni screen")
    answers = [each.json for each in club.simulation.requests if each.method == "PATCH" and each.json]
    assert len(answers) == 3
    assert all(answer["allowed_mentions"] == {"parse": []} for answer in answers)


async def test_a_person_who_acts_again_is_not_written_again(club: Club) -> None:
    alice, bob = await club.gather(2)
    before = _changes(club)
    for person in (alice, bob, alice):
        await person.slash(club.channel, "comuni screen")
    assert _changes(club) == before


def _changes(club: Club) -> int:
    """Grows with every commit, seen from another connection that looks at the write-ahead log."""
    return club.database.with_name(f"{club.database.name}-wal").stat().st_size
