"""Tables before and between games: who may come, go, start and stop, and where."""

import discord
import pytest

from tests.end_to_end.house import House, answer
from tests.end_to_end.traffic import Visitor


async def said(visitor: Visitor, house: House, command: str, **options: object) -> str:
    """The private answer to a command in the channel."""
    return answer(await visitor.slash(house.channel, command, **options))


async def test_people_sit_down_and_the_board_shows_them(house: House) -> None:
    await house.gather(3)
    shown = await house.board_text()
    assert "3 of 3 seats are taken" in shown
    assert "1. Alice" in shown
    assert r"2. Bob \*x\*" in shown
    assert r"Dante" not in shown


async def test_who_sits_cannot_sit_down_twice_and_a_full_table_takes_nobody(house: House) -> None:
    alice, bob = await house.gather(2)
    assert "sit at this table already" in await said(bob, house, "comuni join")
    assert "All 2 seats" in await said(house.person("Late"), house, "comuni join")
    assert "2 of 2 seats" in await house.board_text()
    assert "sit at this table already" in await said(alice, house, "comuni join")


async def test_who_left_may_come_back(house: House) -> None:
    _, bob = await house.gather(2)
    assert await said(bob, house, "comuni leave") == "You have left the table."
    assert "1 of 2 seats" in await house.board_text()
    assert "You do not sit" in await said(bob, house, "comuni leave")
    assert "You sit at the table" in await said(bob, house, "comuni join")


async def test_the_host_who_leaves_passes_the_table_to_the_next_person(house: House) -> None:
    alice, bob, chiara = await house.gather(3)
    await said(alice, house, "comuni leave")
    assert "Alice" not in await house.board_text()
    assert "Only the host" in await said(chiara, house, "comuni start")
    assert "The game begins" in await said(bob, house, "comuni start")


async def test_the_last_one_who_leaves_closes_the_table_and_another_may_be_opened(house: House) -> None:
    alice, bob = await house.gather(2)
    await said(alice, house, "comuni leave")
    await said(bob, house, "comuni leave")
    assert "closed before a game began" in await house.board_text()
    assert "Your table is open" in await said(bob, house, "comuni new")


async def test_the_host_alone_kicks_and_not_themselves(house: House) -> None:
    alice, bob, chiara = await house.gather(3)
    assert "Only the host" in await said(bob, house, "comuni kick", person=chiara.member)
    assert "use `/comuni leave`" in await said(alice, house, "comuni kick", person=alice.member)
    assert f"<@{bob.id}> no longer sits" in await said(alice, house, "comuni kick", person=bob.member)
    assert "does not sit at this table" in await said(alice, house, "comuni kick", person=bob.member)
    assert "2 of 3 seats" in await house.board_text()


async def test_one_person_alone_cannot_start(house: House) -> None:
    (alice,) = await house.gather(1, seats=3)
    assert "two seats at least" in await said(alice, house, "comuni start")


async def test_a_game_may_start_with_seats_left_and_then_nobody_comes_or_goes(house: House) -> None:
    alice, bob = await house.gather(2, seats=5)
    assert "The game begins" in await said(alice, house, "comuni start")
    late = house.person("Late")
    for person, command in ((late, "comuni join"), (bob, "comuni leave"), (alice, "comuni start")):
        assert "people can no longer come and go" in await said(person, house, command)
    assert "people can no longer come and go" in await said(alice, house, "comuni kick", person=bob.member)


async def test_a_channel_has_one_table_at_a_time(house: House) -> None:
    alice, bob = await house.gather(2)
    assert "This channel has a table already" in await said(bob, house, "comuni new")
    await said(alice, house, "comuni start")
    assert "This channel has a table already" in await said(bob, house, "comuni new")


async def test_stopping_asks_first(house: House) -> None:
    alice, bob = await house.gather(2)
    await said(alice, house, "comuni start")
    assert "If you are sure" in await said(alice, house, "comuni stop")
    assert "Your turn" in (await house.screen(alice)) + (await house.screen(bob))
    assert await said(alice, house, "comuni stop", confirm=True) == "The table is stopped."
    assert "ended already" in await said(alice, house, "comuni stop", confirm=True)


async def test_only_the_host_or_who_manages_channels_stops_a_table(house: House) -> None:
    _, bob = await house.gather(2)
    warden = house.simulation.home.create_role("Warden", permissions=discord.Permissions(manage_channels=True))
    assert "Only the host" in await said(bob, house, "comuni stop", confirm=True)
    assert "Only the host" in await said(house.person("Passer-by"), house, "comuni stop", confirm=True)
    keeper = house.person("Keeper", roles=[warden])
    assert await said(keeper, house, "comuni stop", confirm=True) == "The table is stopped."


async def test_after_stopping_nothing_is_played_and_nobody_waits_for_anybody(house: House) -> None:
    alice, bob = await house.gather(2)
    await said(alice, house, "comuni start")
    await said(alice, house, "comuni stop", confirm=True)
    for person in (alice, bob):
        assert "has ended already" in await said(person, house, "act income", first="coins")
        assert "Your turn" not in await house.screen(person)
    assert "Waiting for" not in await house.board_text()


async def test_a_stopped_game_is_opened_when_all_agree(house: House) -> None:
    alice, bob = await house.gather(2)
    await said(alice, house, "comuni start")
    assert "Only a game that was stopped" in await said(alice, house, "comuni record", agree=True)
    await said(alice, house, "comuni stop", confirm=True)
    assert "You do not sit" in await said(house.person("Passer-by"), house, "comuni record", agree=True)
    assert "You agree" in await said(alice, house, "comuni record", agree=True)
    assert "Agreed so far: 1 of 2" in await said(bob, house, "comuni record")
    assert not [sent for sent in house.posts(house.channel) if "Proof of the decks" in str(sent.json)]
    await said(bob, house, "comuni record", agree=True)
    assert [sent for sent in house.posts(house.channel) if "Proof of the decks" in str(sent.json)]
    given = await alice.slash(house.channel, "comuni record")
    assert given.response is not None
    assert given.response.attachments


async def test_a_lobby_that_was_stopped_speaks_of_no_game(house: House) -> None:
    alice, _ = await house.gather(2)
    await said(alice, house, "comuni stop", confirm=True)
    texts = [message.content for message in house.channel.history(viewer=house.person("Passer-by").member)]
    assert "closed before a game began" in await house.board_text()
    assert not [text for text in texts if "Nothing hidden" in text]


async def test_after_a_stopped_game_a_new_one_goes_on_in_the_channel(house: House) -> None:
    alice, bob = await house.gather(2)
    await said(alice, house, "comuni start")
    await said(alice, house, "comuni stop", confirm=True)
    assert "Your table is open" in await said(bob, house, "comuni new", seats=2)
    await said(alice, house, "comuni join")
    assert "Only the host" in await said(alice, house, "comuni start")
    await said(bob, house, "comuni start")
    assert "Your turn" in (await house.screen(alice)) + (await house.screen(bob))


async def test_where_no_table_is_nothing_is_found(house: House) -> None:
    alice = house.person("Alice")
    for command in ("join", "leave", "start", "board", "screen", "log", "record"):
        assert "There is no table here" in await said(alice, house, f"comuni {command}")
    assert "There is no table here" in await said(alice, house, "act withdraw")
    assert answer(await alice.slash(alice.dm, "comuni screen")).startswith("There is no table here")


async def test_tables_are_made_in_channels_only(house: House) -> None:
    alice = house.person("Alice")
    for command in ("new", "join", "leave", "start", "board", "record"):
        assert "in the server's channel" in answer(await alice.slash(alice.dm, f"comuni {command}"))


async def test_who_does_not_sit_sees_the_board_and_plays_nothing(house: House) -> None:
    alice, _ = await house.gather(2)
    await said(alice, house, "comuni start")
    passer = house.person("Passer-by")
    assert "You do not sit" in await said(passer, house, "act income", first="coins")
    assert await passer.autocomplete(house.channel, "act bid", "column") == []
    shown = await house.screen(passer)
    assert "Project columns" in shown
    assert "your screen" not in shown


async def test_nobody_names_a_table_at_which_they_do_not_sit(house: House) -> None:
    alice, _ = await house.gather(2)
    await said(alice, house, "comuni start")
    abroad = house.simulation.guild("Abroad")
    square = house.simulation.channel("square", abroad)
    stranger = house.person("Stranger", guild=abroad)
    assert await stranger.autocomplete(square, "comuni screen", "table") == []
    for command in ("comuni screen", "comuni log"):
        refused = await stranger.slash(square, command, table="1")
        assert "There is no table here" in answer(refused)
    refused = await stranger.slash(square, "act income", first="coins", table="1")
    assert "There is no table here" in answer(refused)


@pytest.mark.parametrize("typed", ["1", "999", "piazza", "１", "-1", "1.0"])
async def test_a_table_is_named_only_as_it_was_offered(house: House, typed: str) -> None:
    alice, _ = await house.gather(2)
    await said(alice, house, "comuni start")
    shown = await alice.slash(alice.dm, "comuni screen", table=typed)
    assert shown.response is not None
    assert bool(shown.response.embeds) == (typed == "1")


async def test_who_sits_at_two_tables_names_one_in_private_and_only_there(house: House) -> None:
    alice, bob = await house.gather(2)
    await said(alice, house, "comuni start")
    market = house.simulation.channel("market")
    await alice.slash(market, "comuni new", seats=3)
    chiara = house.person("Chiara")
    await chiara.slash(market, "comuni join")
    await alice.slash(market, "comuni start")
    assert "Say which one" in answer(await alice.slash(alice.dm, "comuni screen"))
    assert "Say which one" in answer(await alice.slash(alice.dm, "act income", first="coins"))
    assert await alice.autocomplete(alice.dm, "act bid", "column") == []
    offered = await alice.autocomplete(alice.dm, "act bid", "table")
    assert {choice["value"] for choice in offered} == {"1", "2"}
    assert all("running" in choice["name"] for choice in offered)
    assert {choice["name"] for choice in offered if "market" in choice["name"]}
    assert [choice["value"] for choice in await bob.autocomplete(bob.dm, "act bid", "table")] == ["1"]
    assert [choice["value"] for choice in await chiara.autocomplete(chiara.dm, "comuni log", "table")] == ["2"]
    for value in ("1", "2"):
        shown = await alice.slash(alice.dm, "comuni screen", table=value)
        assert shown.response is not None
        assert "your screen" in str(shown.response.embeds[0].title)
    assert "your screen" in await house.screen(alice)
