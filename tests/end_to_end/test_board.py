"""The board in the channel: edited where it stands, posted anew where it would be lost, and what else shows a game."""

import discord
import pytest

from bot.game.state import Phase
from bot.local.simulation import Person
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import Driver
from tests.end_to_end.house import House, answer, in_phase
from tests.end_to_end.reading import embed_text

HOUR = 3600


async def turn(house: House) -> Driver:
    """Somebody's turn passes: they claim income. Who."""
    (driver,) = await house.asked()
    await driver.say("act income", await driver.fill("income"))
    house.deliver()
    return driver


async def written_below(house: House) -> None:
    """Somebody talks in the channel."""
    await house.drivers[0].person.member.send(house.channel, "What a game!")


async def construction(house: House) -> Driver:
    """Somebody is in construction with a card; who."""
    await house.play(chance("turns"), until=in_phase(Phase.CONSTRUCTION))
    (driver,) = await house.asked()
    return driver


async def test_a_fresh_board_that_stands_last_is_edited_in_place(house: House) -> None:
    await house.begin(2, 0)
    first = await house.board()
    driver = await turn(house)
    second = await house.board()
    assert first.id == second.id == house.channel.history(viewer=house.person("Passer-by").member)[-1].id
    assert embed_text(first.embeds[0]) != embed_text(second.embeds[0])
    assert f"{(await house.seat_of(driver)).capitalize()} claims income" in await house.board_text()


async def test_when_the_turn_passes_below_talk_the_board_is_posted_anew(house: House) -> None:
    await house.begin(2, 0)
    await turn(house)
    old = await house.board()
    await written_below(house)
    await turn(house)
    new = await house.board()
    assert new.id > old.id
    retired = [sent.json for sent in house.simulation.requests if sent.path.endswith(f"/{old.id}")][-1]
    assert retired is not None
    assert retired["components"] == []


async def test_where_nobody_knows_what_stands_last_the_board_is_posted_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.begin(2, 0)
    await turn(house)
    old = await house.board()
    monkeypatch.setattr(type(house.bot), "get_channel", lambda *_: None)  # as before the gateway has told of any
    await turn(house)
    assert (await house.board()).id > old.id


async def test_within_a_turn_the_board_stays_where_it_is(house: House) -> None:
    await house.begin(2, 0)
    driver = await construction(house)
    old = await house.board()
    await written_below(house)
    await driver.say("act wall", await driver.fill("wall"))
    assert (await house.state()).phase is Phase.CONSTRUCTION
    assert (await house.board()).id == old.id


async def test_after_an_hour_the_board_is_posted_anew_when_the_turn_passes(house: House) -> None:
    await house.begin(2, 0)
    old = await house.board()
    await house.simulation.advance(HOUR - 60)
    await turn(house)
    assert (await house.board()).id == old.id
    await house.simulation.advance(61)
    await turn(house)
    assert (await house.board()).id > old.id


async def test_a_deleted_board_comes_back(house: House) -> None:
    await house.begin(2, 0)
    mighty = house.simulation.home.create_role("Mighty", permissions=discord.Permissions(manage_messages=True))
    old = await house.board()
    await house.person("Moderator", roles=[mighty]).member.delete(old)
    await turn(house)
    assert (await house.board()).id > old.id


async def test_a_board_too_old_to_edit_is_posted_anew(house: House) -> None:
    await house.begin(2, 0)
    old = await house.board()
    path = f"/channels/{house.channel.id}/messages/{old.id}"
    house.simulation.inject_error("PATCH", path, status=429, code=30046)
    await turn(house)
    assert (await house.board()).id > old.id


async def test_a_person_calls_the_board_to_the_end_of_the_channel(house: House) -> None:
    await house.begin(2, 0)
    old = await house.board()
    passer = house.person("Passer-by")
    await passer.slash(house.channel, "comuni board")
    assert (await house.board()).id == old.id
    await written_below(house)
    assert "board" in answer(await passer.slash(house.channel, "comuni board"))
    new = await house.board()
    assert new.id > old.id
    public = [message for message in house.channel.history() if not message.flags.ephemeral]
    assert public[-1].id == new.id


async def test_after_a_crash_the_same_board_goes_on(house: House) -> None:
    await house.begin(2, 0)
    old = await house.board()
    await house.simulation.crash()
    await turn(house)
    assert (await house.board()).id == old.id


async def test_the_log_has_pages_and_says_what_each_may_know(house: House) -> None:
    await house.begin(3, 0)
    for _ in range(120):
        await house.step(chance("turns"))
    passer, driver = house.person("Passer-by"), house.drivers[0]
    public, own = await page(house, passer, 1), await page(house, driver.person, 1)
    assert public.startswith("What happened")
    assert "chooses" not in public
    assert f"{(await house.seat_of(driver)).capitalize()} chooses" in own
    last = await page(house, driver.person, 1000)
    assert "Page 1 of" in own
    assert last != own
    assert await page(house, passer, None) == await page(house, passer, 1000)


async def test_a_game_that_has_just_begun_has_an_empty_log(house: House) -> None:
    await house.begin(2, 0)
    for person in (house.drivers[0].person, house.person("Passer-by")):
        assert "Nothing has happened yet." in await page(house, person, None)


async def page(house: House, person: Person, number: int | None) -> str:
    """A page of the log, as somebody in the channel reads it."""
    options = {} if number is None else {"page": number}
    shown = (await person.slash(house.channel, "comuni log", **options)).response
    assert shown is not None
    assert shown.ephemeral
    (embed,) = shown.embeds
    return embed_text(embed)


async def test_before_the_game_there_is_neither_log_nor_screen(house: House) -> None:
    alice, _ = await house.gather(2)
    assert "the game has not started" in answer(await alice.slash(house.channel, "comuni log"))
    assert "The game has not started" in answer(await alice.slash(house.channel, "comuni screen"))
    assert await alice.autocomplete(house.channel, "act bid", "column") == []


async def test_the_rules_are_explained_topic_by_topic(house: House) -> None:
    person = house.person("Newcomer")
    offered = await person.autocomplete(house.channel, "comuni rules", "about")
    assert 3 <= len(offered) <= 25
    shown = set()
    for choice in [None, *offered]:
        options = {} if choice is None else {"about": choice["value"]}
        response = (await person.slash(house.channel, "comuni rules", **options)).response
        assert response is not None
        assert response.ephemeral
        shown.add("\n".join(map(embed_text, response.embeds)))
    assert len(shown) >= len(offered)
    typed = await person.autocomplete(house.channel, "comuni rules", "about", str(offered[0]["name"])[:4])
    assert offered[0] in typed


@pytest.mark.parametrize("typed", ["", "nonsense", "🏰", "x" * 200])
async def test_the_rules_answer_whatever_is_asked(house: House, typed: str) -> None:
    person = house.person("Newcomer")
    response = (await person.slash(person.dm, "comuni rules", about=typed)).response
    assert response is not None
    assert response.embeds or response.content
