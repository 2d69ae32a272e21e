"""`/comuni verify`: the channel's finished game against the message that started it, and any record attached."""

import json
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from bot.game.actions import dump_action
from bot.game.proof import commitment, proof
from bot.game.record import export
from bot.game.rules import apply, start, waiting
from bot.game.state import Phase
from bot.local.simulation import Person
from bot.tables.history import History
from cogs.verifying import LARGEST
from tests.cogs.club import Club, rewrite, told
from tests.game.characters import RANDOM
from tests.game.games import whole_game
from tests.game.test_proof import record_of

SALT = "0123456789abcdef0123456789abcdef"
DECKS_ARE_RIGHT = "✅ The decks are those of the fingerprint"
COMPARE = "⚠️ It is not the last finished game here."


async def play_out(club: Club) -> History:
    """A game of two that is played to its end; its history."""
    await club.start(2)
    rng, playing, reader = Random(5), club.bot.tables.playing, club.bot.tables.reader
    while (state := (await reader.snapshot(await club.table())).state).phase is not Phase.OVER:
        action = RANDOM.act(state, rng.choice(waiting(state)), rng)
        data = {name: value for name, value in dump_action(action).items() if name != "seat"}
        table = await club.table()
        await playing.act(table.id, table.holder(action.seat).user_id, data)
    await club.simulation.settle()
    return await reader.history(await club.table())


def record(history: History) -> dict[str, Any]:
    """Its record, as `/comuni record` gives it."""
    return export(history.setup, history.actions, proof(history.setup, history.salt))


def another_course(history: History) -> dict[str, Any]:
    """A record of other actions with the same deal, up to another end."""
    rng, state, actions = Random(6), start(history.setup), []
    while state.phase is not Phase.OVER:
        actions.append(RANDOM.act(state, rng.choice(waiting(state)), rng))
        state, _ = apply(state, actions[-1])
    return export(history.setup, actions, proof(history.setup, history.salt))


async def verify(club: Club, person: Person, data: object = None, *, in_dm: bool = False) -> str:
    """What somebody is told, with a file or without."""
    place = person.dm if in_dm else club.channel
    if data is None:
        return told(await person.slash(place, "comuni verify"))
    content = data if isinstance(data, bytes) else json.dumps(data).encode()
    return told(await person.slash(place, "comuni verify", record=("game.jsonl", content)))


def start_message(club: Club, history: History) -> discord.Message:
    """The message with the fingerprint."""
    promise = commitment(history.setup, history.salt)
    return next(one for one in club.channel.history() if any(promise in str(e.to_dict()) for e in one.embeds))


async def test_a_finished_game_is_checked_against_the_message_that_started_it(club: Club) -> None:
    history = await play_out(club)
    lines = (await verify(club, club.simulation.person("Passer-by"))).splitlines()
    assert lines[0] == f"{DECKS_ARE_RIGHT} `{commitment(history.setup, history.salt)}`."
    assert lines[1].startswith(f"✅ All {len(history.actions)} actions are legal, and the game is over: ")
    link = start_message(club, history).jump_url
    assert lines[2] == f"✅ [The message that started the game]({link}) shows this fingerprint."
    assert len(lines) == 3


@pytest.mark.parametrize(
    ("locale", "words"), [("it", "I mazzi sono quelli dell'impronta"), ("ja", "山札はフィンガープリント")]
)
async def test_each_person_is_told_in_their_language(club: Club, locale: str, words: str) -> None:
    history = await play_out(club)
    person = club.simulation.person("Emi", locale=locale)
    for data in (None, record(history)):
        said = await verify(club, person, data)
        assert words in said
        assert "fingerprint" not in said


async def test_a_start_message_that_is_gone_or_was_changed_is_noticed(club: Club) -> None:
    history = await play_out(club)
    person, shown = club.people[0], start_message(club, history)
    message = club.bot.get_partial_messageable(club.channel.id).get_partial_message(shown.id)
    await message.edit(embeds=shown.embeds)
    assert "❌ [The message that started the game]" in await verify(club, person)
    await message.edit(embeds=[discord.Embed(title="Comuni: the game begins")])
    assert "shows another fingerprint, or was changed." in await verify(club, person)
    await message.delete()
    assert "⚠️ The message that started the game cannot be read here." in await verify(club, person)


async def test_a_start_message_that_was_posted_as_plain_words_is_compared_too(club: Club) -> None:
    people = await club.gather(2)
    club.simulation.inject_error("POST", f"/channels/{club.channel.id}/messages", status=400, code=50035)
    await people[0].slash(club.channel, "comuni start")
    assert len(club.simulation.errors) == 1
    club.simulation.errors.clear()
    await people[0].slash(club.channel, "comuni stop", confirm=True)
    for person in people:
        await person.slash(club.channel, "comuni record", agree=True)
    start, *_ = [message for message in club.channel.history() if "This is its fingerprint" in message.content]
    assert not start.embeds
    assert f"✅ [The message that started the game]({start.jump_url})" in await verify(club, people[0])


async def test_where_the_start_message_was_not_kept_people_compare_it_themselves(club: Club) -> None:
    await play_out(club)
    await rewrite(club.database, "DELETE FROM message WHERE kind = 'commitment'")
    said = await verify(club, club.people[0])
    assert said.startswith(DECKS_ARE_RIGHT)
    assert "⚠️ The message that started the game cannot be read here." in said


async def test_while_discord_does_not_give_the_start_message_the_rest_is_told(club: Club) -> None:
    history = await play_out(club)
    club.cut("GET", f"/channels/*/messages/{start_message(club, history).id}", OSError("cut"))
    said = await verify(club, club.people[0])
    assert said.startswith(DECKS_ARE_RIGHT)
    assert "cannot be read here" in said


async def test_a_running_game_is_not_checked_and_a_record_attached_there_tells_nothing_of_it(club: Club) -> None:
    person, *_ = await club.start(2)
    assert (await verify(club, person)).startswith("The record is given when the game is over.")
    said = await verify(club, person, record_of(whole_game(0, 2, "mixed")))
    assert said.splitlines()[2].startswith(COMPARE)


async def test_a_stopped_game_that_all_have_opened_has_a_sound_deal_and_no_end(club: Club) -> None:
    await club.start(2)
    await club.bid()
    table = await club.table()
    host = next(person for person in club.people if person.id == table.host_id)
    await host.slash(club.channel, "comuni stop", confirm=True)
    assert "Its record is given when all seats agree" in await verify(club, host)
    for person in club.people:
        await person.slash(club.channel, "comuni record", agree=True)
    lines = (await verify(club, host)).splitlines()
    assert lines[0].startswith(DECKS_ARE_RIGHT)
    assert lines[1] == "❌ The game is not over: its 1 actions are legal, and the rest is missing."
    assert "shows this fingerprint" in lines[2]


async def test_the_record_of_the_channels_own_game_is_recognized_and_another_course_of_it_too(club: Club) -> None:
    history = await play_out(club)
    person = club.people[0]
    own = (await verify(club, person, record(history))).splitlines()
    assert own[0].startswith(DECKS_ARE_RIGHT)
    assert own[2] == "✅ It is the game that was played in this channel, action by action."
    assert "shows this fingerprint" in own[3]
    other = another_course(history)
    pairs = enumerate(zip(other["actions"], map(dump_action, history.actions), strict=False))
    first = next(number for number, (one, played) in pairs if one != played)
    assert (await verify(club, person, other)).splitlines()[2] == (
        f"❌ The decks are those of this channel's game, but action {first} is not what was played here. "
        "(Actions are counted from 0.)"
    )


async def test_what_was_changed_in_a_record_is_named(club: Club) -> None:
    data = record_of(whole_game(0, 2, "mixed"))
    person = club.simulation.person("Alice")
    await person.slash(club.channel, "comuni new", picture=False)
    decks, opened = data["decks"], data["proof"]
    without = {name: value for name, value in data.items() if name != "proof"}
    again = {**data, "actions": [data["actions"][0], *data["actions"]]}
    for changed, words in (
        ({**data, "decks": {**decks, "C": decks["C"][::-1]}}, "❌ The salt, the communes or the decks were changed"),
        ({**data, "proof": {**opened, "salt": "f" * 32}}, "they do not match the fingerprint."),
        ({**data, "decks": {**decks, "C": ["C99", *decks["C"][1:]]}}, "❌ Deck C does not hold exactly the cards"),
        (again, "❌ Action 1 is of a seat that was not asked. (Actions are counted from 0.)"),
        ({**data, "actions": ["?"]}, "❌ Action 0 cannot be read."),
        ({**data, "actions": [{**data["actions"][0], "column": 99}]}, "❌ Action 0 is not legal (rule 5.2)."),
        ({**data, "actions": data["actions"][:9]}, "❌ The game is not over: its 9 actions are legal"),
        (without, "❌ The record holds no proof"),
    ):
        assert words in await verify(club, person, changed)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no JSON",
        b"[]",
        b"7",
        b"\xff\xfe",
        b"{}",
        b'{"format": "comuni-record"}',
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b"9" * 100_000,
        f"{json.dumps(record_of(whole_game(0, 2, 'mixed')))}\n".encode() * 2,
    ],
    ids=lambda content: repr(content[:12]) + str(len(content)),
)
async def test_a_file_that_is_something_else_is_refused_in_a_sentence(club: Club, content: bytes) -> None:
    person = club.simulation.person("Alice")
    assert await verify(club, person, content, in_dm=True) == (
        "❌ The file is no record of one game, as `/comuni record` gives it."
    )


async def test_a_record_may_be_spread_over_lines_and_be_checked_in_a_dm(club: Club) -> None:
    person = club.simulation.person("Alice")
    content = json.dumps(record_of(whole_game(0, 2, "mixed")), indent=1).encode()
    lines = (await verify(club, person, content, in_dm=True)).splitlines()
    assert lines[0].startswith(DECKS_ARE_RIGHT)
    assert lines[2].startswith(COMPARE)


async def test_without_a_record_there_is_nothing_to_check_in_a_dm_or_where_no_table_was(club: Club) -> None:
    person = club.simulation.person("Alice")
    assert "Use this in the server's channel" in await verify(club, person, in_dm=True)
    assert "There is no table here." in await verify(club, person)


async def test_a_large_file_is_not_even_fetched(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(_attachment: discord.Attachment) -> bytes:
        raise AssertionError

    monkeypatch.setattr(discord.Attachment, "read", never)
    person = club.simulation.person("Alice")
    said = await verify(club, person, b" " * (LARGEST * 1024 + 1), in_dm=True)
    assert said == f"❌ The file is too large for a record: at most {LARGEST} KB are read."


async def test_a_file_that_discord_does_not_give_is_asked_for_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(_attachment: discord.Attachment) -> bytes:
        raise ConnectionResetError

    monkeypatch.setattr(discord.Attachment, "read", lost)
    said = await verify(club, club.simulation.person("Alice"), b"{}", in_dm=True)
    assert said == "The file could not be fetched from Discord; try again."


async def test_the_file_that_the_bot_gives_is_the_one_that_it_takes(club: Club, tmp_path: Path) -> None:
    await play_out(club)
    given = await club.people[0].slash(club.channel, "comuni record")
    assert given.response is not None
    (attachment,) = given.response.attachments
    content = await attachment.read()
    assert "✅ It is the game that was played in this channel" in await verify(club, club.people[1], content)
