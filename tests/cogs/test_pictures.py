"""The picture of the board: on the board alone, where it shows something new, and described for who cannot see it."""

from random import Random
from typing import Any

import discord

from bot.game.state import Phase
from tests.cogs.club import Club
from tests.cogs.handling import board_of, holder, panel, ping_of, play_on, play_to, public, state_of, tap

LONGEST_DESCRIPTION = 1024
PNG = b"\x89PNG\r\n\x1a\n"


def uploads(club: Club) -> list[tuple[str, list[dict[str, Any]]]]:
    """The requests that attached something to a message, and what."""
    bodies = [(sent, sent.json) for sent in club.simulation.requests if isinstance(sent.json, dict)]
    return [(f"{sent.method} {sent.path}", body["attachments"]) for sent, body in bodies if body.get("attachments")]


async def picture(board: discord.Message) -> bytes:
    """The picture that a board shows."""
    (attachment,) = board.attachments
    assert board.embeds[0].image.url is not None
    return await attachment.read()


async def test_a_board_has_its_picture_with_a_description(club: Club) -> None:
    await club.gather(2, picture=True)
    await club.people[0].slash(club.channel, "comuni start")
    ((_, (file,)),) = uploads(club)
    assert file["filename"] == "board.png"
    assert all(person.name in file["description"] for person in club.people)
    assert 0 < len(file["description"]) <= LONGEST_DESCRIPTION
    board = board_of(club)
    assert board.attachments[0].description == file["description"]
    assert (await picture(board)).startswith(PNG)


async def test_what_changes_the_board_changes_the_picture(club: Club) -> None:
    await club.start(2, picture=True)
    before, board = await picture(board_of(club)), board_of(club).id
    await club.bid()
    assert [len(files) for _, files in uploads(club)] == [1]
    assert board_of(club).id == board
    assert await picture(board_of(club)) != before


async def test_a_board_that_shows_the_same_is_not_uploaded_again(club: Club) -> None:
    people = await club.start(2, picture=True)
    before = await picture(board_of(club))
    await people[1].slash(club.channel, "comuni board")
    await club.simulation.settle()
    assert club.posts("PATCH", f"/channels/{club.channel.id}/messages/{board_of(club).id}") == 1
    assert uploads(club) == []
    assert await picture(board_of(club)) == before


async def test_a_board_that_is_stopped_keeps_its_picture(club: Club) -> None:
    people = await club.start(2, picture=True)
    before = await picture(board_of(club))
    for person in people:
        await person.slash(club.channel, "comuni stop", confirm=True)
    assert "stopped" in str(board_of(club).embeds[0].description)
    assert await picture(board_of(club)) == before


async def test_a_board_that_is_posted_anew_brings_its_picture(club: Club) -> None:
    people = await club.start(2, picture=True)
    before = await picture(board_of(club))
    await people[0].member.send(club.channel, "hello")
    await people[0].slash(club.channel, "comuni board")
    ((request, files),) = uploads(club)
    assert request.startswith("POST")
    assert len(files) == 1
    assert await picture(board_of(club)) == before


async def test_after_a_restart_the_board_still_has_its_picture(club: Club) -> None:
    await club.start(2, picture=True)
    await club.simulation.restart()
    await club.bid()
    assert (await picture(board_of(club))).startswith(PNG)


async def test_the_picture_is_on_the_board_alone(club: Club) -> None:
    people = await club.start(2, picture=True)
    for person in people:
        for label in ("Act", "My screen", "Log", "Help"):
            assert not (await panel(club, person, label)).attachments
    await club.bid()
    for message in club.channel.history():
        assert not message.attachments or message.embeds[0].title == "Comuni"
    assert not any(ping_of(person).attachments for person in people)


async def test_a_seal_changes_the_picture_and_a_change_of_mind_does_not(club: Club) -> None:
    await club.start(2, picture=True)
    state = await play_to(club, Phase.INVASION, Random(4))
    struck, person = await picture(board_of(club)), await holder(club, state.communes[0])
    await tap(person, await panel(club, person), "Seal")
    sealed = await picture(board_of(club))
    assert sealed != struck
    club.simulation.requests.clear()
    await tap(person, await tap(person, await panel(club, person), "League: all"), "Seal")
    assert (await state_of(club)).phase is Phase.INVASION
    assert uploads(club) == []
    assert await picture(board_of(club)) == sealed


async def test_a_table_without_pictures_uploads_nothing(club: Club) -> None:
    await club.start(2)
    random = Random(4)
    for _ in range(20):
        await play_on(club, random)
    assert uploads(club) == []
    assert not board_of(club).attachments
    assert board_of(club).embeds[0].image.url is None
    assert public(club)
    assert (await state_of(club)).turn > 1
