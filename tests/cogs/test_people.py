"""People give up seats, ask for a rematch, and look for their tables."""

from datetime import timedelta
from random import Random

import discord
import pytest

from bot.game.state import Phase
from bot.local.simulation import Person
from bot.stewards import Character
from bot.tables.model import TableState
from bot.ui.table_texts import TEXTS
from tests.cogs.club import Club, told
from tests.cogs.handling import answer_of, board_of, ids, play_to, state_of, tap, tour
from tests.cogs.losing import delete
from tests.cogs.timed import board_text, guest_of, host_of, idle_for
from tests.tables.hosting import break_log

FINAL = "Comuni: final scores"
LANGUAGES = ("en", "it", "ja")


async def resign(club: Club, person: Person, *, confirm: bool = True) -> str:
    return told(await person.slash(club.channel, "comuni resign", confirm=confirm))


async def my_tables(person: Person, **options: int) -> discord.Message:
    """The list of somebody's tables, as they see it in private."""
    return answer_of(await person.slash(person.dm, "comuni my-tables", **options))


async def lines_of(person: Person, **options: int) -> list[str]:
    return str((await my_tables(person, **options)).embeds[0].description).splitlines()


def final_of(club: Club) -> discord.Message:
    return next(one for one in reversed(club.channel.history()) if one.embeds and one.embeds[0].title == FINAL)


# -------------------------------------------------------------------------------------- giving up


async def test_who_resigns_is_asked_first_and_told_what_happens(club: Club) -> None:
    people = await club.start(3)
    assert "A steward, a computer player, plays it to the end." in await resign(club, people[1], confirm=False)
    assert (await club.table()).sits(people[1].id)
    assert (await resign(club, people[1])).startswith("You have given up")
    table = await club.table()
    assert not table.sits(people[1].id)
    assert len(table.stewards) == 1
    assert table.state is TableState.RUNNING
    assert "Steward" in await board_text(club)
    assert await resign(club, people[1]) == TEXTS["NotSeated"]


async def test_in_every_phase_a_seat_that_is_given_up_is_played_by_a_steward(club: Club) -> None:
    async for state in tour(club, seats=5, each=1):
        if state.phase is Phase.OVER:
            break
        if len((await club.table()).humans) > 1:
            person = club.people[-1]
            await resign(club, person)
            club.people.remove(person)
            await club.simulation.settle()
            assert not (await club.table()).sits(person.id)
    assert (await club.table()).state is TableState.OVER


async def test_of_two_the_one_who_is_left_goes_on_by_the_button(club: Club) -> None:
    people = await club.start(2)
    asked = await resign(club, people[1], confirm=False)
    assert "stands still, unless the other person goes on against a steward" in asked
    await resign(club, people[1])
    assert (await club.table()).state is TableState.ARCHIVED
    (line,) = [one for one in club.channel.history() if one.content.startswith("A person has resigned")]
    for person in (people[1], club.simulation.person("Stranger")):
        assert (await tap(person, line, "Go on")).content == TEXTS["NotSeated"]
    assert (await tap(people[0], line, "Go on")).content.startswith("The table goes on")
    assert (await club.table()).state is TableState.RUNNING
    await club.bid()
    await club.simulation.settle()
    assert (await club.table()).version > 2, "the steward plays"


async def test_the_line_of_a_resignation_is_not_told_late(club: Club) -> None:
    people = await club.start(2)
    club.simulation.inject_error("POST", f"/channels/{club.channel.id}/messages", status=500, times=None)
    await resign(club, people[1])
    await people[0].slash(club.channel, "comuni resume")
    club.simulation.heal()
    await club.simulation.advance(1300)
    assert not [line for line in club.lines() if line.startswith("A person has resigned")]


async def test_the_board_of_a_game_that_stands_still_does_not_say_that_nobody_played(club: Club) -> None:
    people = await club.start(2)
    await resign(club, people[1])
    assert "30 days" not in await board_text(club)
    assert "This game is archived" in await board_text(club)
    assert "30 days" not in told(await people[0].slash(club.channel, "act bid", column=1))


async def test_the_last_person_ends_the_game(club: Club) -> None:
    (person,) = await club.gather(1)
    await person.slash(club.channel, "comuni stewards", count=2)
    await person.slash(club.channel, "comuni start")
    assert "the game is stopped" in await resign(club, person, confirm=False)
    await resign(club, person)
    assert (await club.table()).state is TableState.STOPPED


async def test_who_cannot_give_up_is_told_why(club: Club) -> None:
    host, _ = await club.gather(2)
    stranger = club.simulation.person("Stranger")
    for confirm in (False, True):
        assert await resign(club, host, confirm=confirm) == TEXTS["NotRunning"]
    await host.slash(club.channel, "comuni start")
    for confirm in (False, True):
        assert await resign(club, stranger, confirm=confirm) == TEXTS["NotSeated"]
    await host.slash(club.channel, "comuni stop", confirm=True)
    assert await resign(club, host) == TEXTS["TableEnded"]


# -------------------------------------------------------------------------------------- once more


async def over(club: Club, seats: int = 2) -> None:
    """A game that is played to its end."""
    await club.start(seats)
    await play_to(club, Phase.OVER, Random(4))


async def test_a_rematch_seats_the_same_people_and_says_so_in_private(club: Club) -> None:
    await over(club, 3)
    before, final = await club.table(), final_of(club)
    asker = next(person for person in club.people if person.id != before.host_id)
    answer = await tap(asker, final, "Rematch")
    assert answer.flags.ephemeral
    assert answer.content.startswith("A new table is open")
    table = await club.table()
    assert (table.state, table.host_id, table.settings) == (TableState.LOBBY, asker.id, before.settings)
    assert {person.user_id for person in table.people} == {person.user_id for person in before.people}
    assert table.id != before.id
    assert "start" in str(ids(board_of(club)))
    await asker.slash(club.channel, "comuni start")
    assert (await state_of(club)).phase is Phase.PROJECTS


async def test_a_rematch_is_open_to_who_sat_there_and_once(club: Club) -> None:
    await over(club)
    final, first = final_of(club), (await club.table()).id
    assert (await tap(club.simulation.person("Stranger"), final, "Rematch")).content == TEXTS["NothingToReplay"]
    for person, says in ((club.people[0], "A new table is open"), (club.people[1], TEXTS["ChannelHasTable"])):
        assert (await tap(person, final, "Rematch")).content.startswith(says)
    assert (await club.table()).id == first + 1


async def test_a_rematch_with_stewards_has_them_again(club: Club) -> None:
    (person,) = await club.gather(1)
    await person.slash(club.channel, "comuni stewards", count=1, character="novice")
    await person.slash(club.channel, "comuni start")
    await play_to(club, Phase.OVER, Random(4))
    await tap(person, final_of(club), "Rematch")
    assert [seated.steward for seated in (await club.table()).people] == [None, Character.NOVICE]


async def test_a_game_that_runs_has_no_rematch(club: Club) -> None:
    people = await club.start(2)
    table = await club.table()
    answer = answer_of(await people[0].forge(board_of(club), f"board:{table.id}:rematch"))
    assert answer.content == TEXTS["NothingToReplay"]


# -------------------------------------------------------------------------------------- where am I?


async def test_who_sits_nowhere_is_told_how_to_begin(club: Club) -> None:
    stranger = club.simulation.person("Stranger")
    assert (await my_tables(stranger)).content.startswith("You sit at no table.")


async def test_the_tables_that_wait_come_first_with_a_link_to_the_board_and_the_time(club: Club) -> None:
    host, guest = await club.gather(2)
    boards = {}
    for place in ("piazza", "duomo", "porto"):
        club.place = place
        if place != "piazza":
            await host.slash(club.channel, "comuni new", picture=False)
            await guest.slash(club.channel, "comuni join")
        await host.slash(club.channel, "comuni start")
        table = await club.table()
        kept = await club.bot.tables.outbox.board_message(table.id)
        assert kept is not None
        boards[table.id] = f"https://discord.com/channels/{table.guild_id}/{club.channel.id}/{kept.message_id}"
    await club.bid()
    for person in (host, guest):
        lines = await lines_of(person)
        assert len(lines) == 3
        assert sum("🔔" in line for line in lines) + sum("▫️" in line for line in lines) == 3
        assert [line.startswith("🔔") for line in lines] == sorted(
            (line.startswith("🔔") for line in lines), reverse=True
        )
        for line in lines:
            assert sum(link in line for link in boards.values()) == 1
            assert ("You have until <t:" in line) == line.startswith("🔔")
            assert ("Your turn" in line) == line.startswith("🔔")


async def test_every_kind_of_table_has_its_line_in_their_order(club: Club) -> None:
    host, guest = await club.gather(2)
    await host.slash(club.channel, "comuni start")
    for place in ("duomo", "porto", "forum", "borgo"):
        club.place = place
        await host.slash(club.channel, "comuni new", picture=False)
        await guest.slash(club.channel, "comuni join")
    for place in ("porto", "forum", "borgo"):
        club.place = place
        await host.slash(club.channel, "comuni start")
    club.place = "forum"
    await idle_for(club, timedelta(days=30))
    club.place = "porto"
    await host.slash(club.channel, "comuni stop", confirm=True)
    club.place = "borgo"
    await delete(club, club.channel)
    lines = await lines_of(host)
    stands = ["Your turn", "Waiting for", "People gather.", "It is archived", "It was stopped."]
    found = [next((each for each in stands if each in line), line) for line in lines]
    assert found == sorted(found, key=stands.index)
    (lost,) = [line for line in lines if "⚠️" in line]
    assert "The channel is gone." in lost
    assert "https://" not in lost
    assert "move-table" in lost


async def test_of_ended_tables_the_last_few_are_listed(club: Club) -> None:
    alice = club.simulation.person("Alice")
    for _ in range(7):
        await alice.slash(club.channel, "comuni new", picture=False)
        await alice.slash(club.channel, "comuni stop", confirm=True)
    lines = await lines_of(alice)
    assert [line.split("]")[0].rpartition(" ")[2] for line in lines] == ["7", "6", "5", "4", "3"]


async def test_fifty_tables_are_turned_by_pages(club: Club) -> None:
    alice, bob = (club.simulation.person(name) for name in ("Alice", "Bob"))
    for number in range(50):
        channel = club.simulation.channel(f"place-{number}")
        await alice.slash(channel, "comuni new", picture=False)
        if number % 5 == 0:
            await bob.slash(channel, "comuni join")
            await alice.slash(channel, "comuni start")
    shown = await my_tables(alice)
    footer = str(shown.embeds[0].footer.text)
    assert footer.startswith("Page 1 of ")
    count = int(footer.rpartition(" ")[2])
    lines = [line for page in range(1, count + 1) for line in await lines_of(alice, page=page)]
    assert len(lines) == 50
    waiting = [line.startswith("🔔") for line in lines]
    assert waiting == sorted(waiting, reverse=True)
    assert await lines_of(alice, page=1000) == await lines_of(alice, page=count)


async def test_offers_are_listed_above_the_tables(club: Club) -> None:
    people = await club.start(2)
    new = club.simulation.person("Emi")
    await people[0].slash(club.channel, "comuni handover", person=new.member)
    lines = await lines_of(new)
    assert lines[0].startswith("🤝")
    assert "/comuni handover" in lines[1]
    assert len(lines) == 2
    assert not [line for line in await lines_of(people[0]) if line.startswith("🤝")]


async def test_who_has_sealed_is_not_waited_for(club: Club) -> None:
    people = await club.start(2)
    await play_to(club, Phase.INVASION, Random(4))
    assert (await lines_of(people[0]))[0].startswith("🔔")
    await people[0].slash(club.channel, "act defend")
    assert (await lines_of(people[0]))[0].startswith("▫️")
    assert (await lines_of(people[1]))[0].startswith("🔔")


async def test_a_table_that_cannot_be_read_is_listed_all_the_same(club: Club) -> None:
    people = await club.start(2)
    table = await club.table()
    await club.simulation.world.close_bot()
    break_log(club.database, table.id)
    await club.simulation.crash()
    (line,) = await lines_of(people[0])
    assert "It cannot be read, and was set aside." in line


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_list_is_in_the_language_of_its_reader(club: Club, language: str) -> None:
    person = club.simulation.person("Alice", locale=language)
    await person.slash(club.channel, "comuni new", picture=False)
    title = str((await my_tables(person)).embeds[0].title)
    assert title == {"en": "Your tables", "it": "I tuoi tavoli", "ja": "あなたのテーブル"}[language]


async def test_the_same_from_a_channel_and_in_private(club: Club) -> None:
    await club.start(2)
    host, guest = await host_of(club), await guest_of(club)
    for person in (host, guest):
        here = answer_of(await person.slash(club.channel, "comuni my-tables"))
        assert here.flags.ephemeral
        assert here.embeds[0].to_dict() == (await my_tables(person)).embeds[0].to_dict()
