"""A seat passes to another person, who accepts and gets all that is the seat's; before, nothing of it (laws 4, 6)."""

from random import Random

import discord
import pytest
from simcord.builders import UserHandle

from bot.game.components import Seat
from bot.game.state import Phase
from bot.local.simulation import Person
from bot.locale import translator
from bot.ui.custom_ids import ControlId, Kind
from bot.ui.people_texts import OFFER_BUTTONS
from bot.ui.table_texts import TEXTS
from tests.cogs.club import Club, last_board, told
from tests.cogs.handling import (
    answer_of,
    board_of,
    holder,
    id_of,
    ids,
    panel,
    ping_of,
    play_on,
    play_to,
    public,
    state_of,
    tap,
    tour,
)
from tests.cogs.timed import ask_host, host_of

NEWCOMERS = ("Emi", "Fabio", "Gaia", "Hugo", "Ida", "Leo")
LANGUAGES = ("en", "it", "ja")


async def seat_of(club: Club, person: Person) -> Seat:
    seat = (await club.table()).seat_of(person.id)
    assert seat is not None
    return seat


def newcomer(club: Club, name: str = "Emi", locale: str = "en-US") -> Person:
    """Somebody who does not sit at the table."""
    return club.simulation.person(name, locale=locale)


async def offer(club: Club, person: Person, to: Person, **options: str) -> str:
    """Somebody offers a seat by the command; the answer."""
    return told(await person.slash(club.channel, "comuni handover", person=to.member, **options))


async def offers(club: Club, person: Person) -> discord.Message:
    """The offers that stand, as somebody is shown them."""
    return answer_of(await person.slash(club.channel, "comuni handover"))


async def accept_id(club: Club, seat: Seat, choice: str = "accept") -> str:
    return str(ControlId(Kind.SEAT, (await club.table()).id, seat, 0, choice))


def replace_by(club: Club, old: Person, new: Person) -> None:
    """The club takes the one for the other from now on."""
    club.people[club.people.index(old)] = new


def text_of(message: discord.Message) -> str:
    return str([message.content, *(embed.to_dict() for embed in message.embeds)])


# -------------------------------------------------------------------------------------- from offer to seat


async def test_in_every_phase_a_seat_passes_on_with_what_it_is_asked(club: Club) -> None:
    names = iter(NEWCOMERS)
    async for state in tour(club, seats=3):
        if state.phase is Phase.OVER:
            assert await offer(club, club.people[0], newcomer(club, "Nina")) == TEXTS["TableEnded"]
            continue
        asked = await holder(club, await one_who_is_asked(club))
        seat, new = await seat_of(club, asked), newcomer(club, next(names))
        assert "is offered to" in await offer(club, asked, new)
        assert "now; this is the seat's screen" in (await tap(new, ping_of(new), "Accept")).content
        assert await seat_of(club, new) == seat
        letters = club.letters(new)
        assert [text for text in letters if text.startswith("You have taken over")], state.phase
        assert ids(ping_of(new)), state.phase
        replace_by(club, asked, new)
        await play_on(club, Random(1))


async def one_who_is_asked(club: Club) -> Seat:
    state, table = await state_of(club), await club.table()
    snapshot = await club.bot.tables.reader.snapshot(table)
    return next(seat for seat in state.communes if snapshot.prompt(seat) is not None)


async def test_the_letter_names_game_seat_and_public_standing_and_nothing_else(club: Club) -> None:
    people = await club.start(3)
    await play_to(club, Phase.CONSTRUCTION, Random(4))
    active = await holder(club, (await state_of(club)).active)
    new = newcomer(club)
    await offer(club, active, new)
    letter = ping_of(new)
    assert f"<#{club.channel.id}>" in letter.content
    assert [embed.to_dict() for embed in letter.embeds] == [embed.to_dict() for embed in last_board(club).embeds]
    hand = (await state_of(club)).city(await seat_of(club, active)).hand
    assert hand
    assert not [card for card in hand if card in letter.content]
    assert [embed.title for embed in (await panel(club, new)).embeds] == ["Comuni"], "the screen is not theirs yet"
    assert people


async def test_the_old_person_is_told_and_their_controls_are_dead(club: Club) -> None:
    people = await club.start(2)
    old, new = people[0], newcomer(club)
    seat, shown = await seat_of(club, old), await panel(club, old)
    await offer(club, old, new)
    await tap(new, ping_of(new), "Accept")
    told_them = [text for text in club.letters(old) if "is played by Emi now" in text]
    assert len(told_them) == 1
    before = public(club)
    answer = answer_of(await old.forge(shown, await id_of(club, Kind.DO, seat, "b.1.0.0")))
    assert answer.content == TEXTS["SeatNotYours"]
    assert told(await old.slash(club.channel, "act bid", column=1)) == TEXTS["NotSeated"]
    assert [embed.title for embed in answer_of(await old.click(board_of(club), label="My screen")).embeds] == ["Comuni"]
    assert public(club) == before
    answer = answer_of(await new.forge(ping_of(new), await id_of(club, Kind.DO, seat, "b.1.0.0")))
    assert "bids" in answer.content


async def test_the_new_person_reads_what_happened_and_goes_on_where_the_old_one_was(club: Club) -> None:
    people = await club.start(2)
    for _ in range(4):
        await club.bid()
    new = newcomer(club)
    await offer(club, people[0], new)
    await tap(new, ping_of(new), "Accept")
    digest = next(one for one in new.dm.history() if one.content.startswith("You have taken over"))
    assert [embed.title for embed in digest.embeds][-1] == "What happened last"
    assert "bids 0 coins on column 4" in str(digest.embeds[-1].description)
    turn = ping_of(new)
    assert turn.content.startswith("In <#")
    assert turn.id != digest.id


async def test_who_is_not_asked_gets_their_screen_and_no_ping(club: Club) -> None:
    people = await club.start(2)
    new = newcomer(club)
    await offer(club, people[1], new)
    await tap(new, ping_of(new), "Accept")
    assert not [text for text in club.letters(new) if "Your turn" in text]
    assert len([text for text in club.letters(new) if text.startswith("You have taken over")]) == 1


async def test_a_seat_that_passes_on_twice_leaves_the_first_no_letter_with_its_screen(club: Club) -> None:
    people = await club.start(2)
    first, second = newcomer(club, "Emi"), newcomer(club, "Fabio")
    await offer(club, people[0], first)
    await tap(first, ping_of(first), "Accept")
    await offer(club, first, second)
    await tap(second, ping_of(second), "Accept")
    assert not [text for text in club.letters(first) if text.startswith(("You have taken over", "In <#"))]


# -------------------------------------------------------------------------------------- who may, and who may not


async def test_only_who_is_offered_a_seat_can_accept_it(club: Club) -> None:
    people = await club.start(3)
    new, stranger = newcomer(club), newcomer(club, "Stranger")
    seat = await seat_of(club, people[0])
    await offer(club, people[0], new)
    for person in (*people, stranger):
        answer = answer_of(await person.forge(board_of(club), await accept_id(club, seat)))
        assert answer.content == TEXTS["NothingOffered"]
    assert (
        answer_of(await stranger.forge(board_of(club), await accept_id(club, seat, "recall"))).content
        == (TEXTS["NothingOffered"])
    )
    assert await seat_of(club, people[0]) == seat
    other = await accept_id(club, await seat_of(club, people[1]))
    assert answer_of(await new.forge(board_of(club), other)).content == TEXTS["NothingOffered"]


@pytest.mark.parametrize("choice", ["", "x", "accept.1"])
async def test_a_choice_that_no_button_has_does_nothing(club: Club, choice: str) -> None:
    people = await club.start(2)
    new = newcomer(club)
    await offer(club, people[0], new)
    answer = answer_of(await new.forge(ping_of(new), await accept_id(club, await seat_of(club, people[0]), choice)))
    assert answer.content.startswith("That was asked earlier")
    assert not (await club.table()).sits(new.id)


async def test_a_seat_is_offered_neither_to_who_sits_there_nor_to_a_program(club: Club) -> None:
    people = await club.start(2)
    robot: UserHandle = club.simulation.world.create_user("robot", bot=True)
    program = Person(club.simulation.home.add_member(robot))
    for to in (people[1], people[0], program):
        assert await offer(club, people[0], to) == TEXTS["NotToThem"]


async def test_who_does_not_sit_there_offers_nothing(club: Club) -> None:
    people = await club.start(2)
    stranger, new = newcomer(club, "Stranger"), newcomer(club)
    assert await offer(club, stranger, new) == TEXTS["NotSeated"]
    assert await offer(club, stranger, new, seat=await seat_of(club, people[0])) == TEXTS["CannotOffer"]


@pytest.mark.parametrize("typed", ["roma", "x" * 200, "1", "siena; drop"])
async def test_a_seat_that_is_none_is_not_offered(club: Club, typed: str) -> None:
    await club.start(2)
    assert await offer(club, await host_of(club), newcomer(club), seat=typed) == TEXTS["CannotOffer"]


async def test_before_the_game_nobody_has_a_seat_to_offer(club: Club) -> None:
    host, _ = await club.gather(2)
    assert await offer(club, host, newcomer(club)) == TEXTS["NotRunning"]


# -------------------------------------------------------------------------------------- the host, once time is over


async def test_the_host_offers_a_seat_whose_time_ran_out_and_is_offered_no_other(club: Club) -> None:
    host, late = await ask_host(club, 3)
    seat, new = await seat_of(club, late), newcomer(club)
    offered = await host.autocomplete(club.channel, "comuni handover", "seat")
    assert [choice["value"] for choice in offered] == [seat]
    assert late.name in offered[0]["name"]
    in_time = next(person for person in club.people if person not in (host, late))
    assert await in_time.autocomplete(club.channel, "comuni handover", "seat") == []
    assert await offer(club, host, new, seat=await seat_of(club, in_time)) == TEXTS["CannotOffer"]
    assert await offer(club, in_time, new, seat=seat) == TEXTS["CannotOffer"]
    assert "is offered to" in await offer(club, host, new, seat=seat)
    await tap(new, ping_of(new), "Accept")
    assert await seat_of(club, new) == seat
    assert [text for text in club.letters(late) if "is played by Emi now" in text]


async def test_who_comes_back_in_time_keeps_the_seat_that_the_host_had_offered(club: Club) -> None:
    host, late = await ask_host(club)
    new, seat = newcomer(club), await seat_of(club, late)
    await offer(club, host, new, seat=seat)
    await late.slash(club.channel, "act bid", column=1)
    assert (await tap(new, ping_of(new), "Accept")).content == TEXTS["NothingOffered"]
    assert await seat_of(club, late) == seat


# -------------------------------------------------------------------------------------- the list of offers


async def test_offers_are_listed_with_their_buttons_and_end_by_either_side(club: Club) -> None:
    people = await club.start(2)
    new = newcomer(club)
    assert (await offers(club, people[0])).content.startswith("No seat is offered to you")
    for person, says in ((new, "Decline"), (people[0], "Take the offer back")):
        await offer(club, people[0], new)
        assert "is offered to you" in (await offers(club, new)).content
        assert f"is offered to <@{new.id}>." in (await offers(club, people[0])).content
        answer = await tap(person, await offers(club, person), says)
        assert answer.content == "The offer is no longer there."
        assert (await offers(club, new)).content.startswith("No seat is offered to you")
    assert (await tap(new, ping_of(new), "Accept")).content == TEXTS["NothingOffered"]


async def test_offers_of_two_seats_are_told_apart(club: Club) -> None:
    people = await club.start(3)
    new = newcomer(club)
    for person in people[:2]:
        await offer(club, person, new)
    listed = await offers(club, new)
    assert len(ids(listed)) == 4
    second = await seat_of(club, people[1])
    await new.click(listed, custom_id=await accept_id(club, second))
    assert await seat_of(club, new) == second
    assert (await offers(club, new)).content.startswith("No seat is offered to you")


async def test_more_offers_than_have_room_are_counted(club: Club) -> None:
    new = newcomer(club)
    for place in ("piazza", "duomo", "porto"):
        club.place = place
        for person in (await club.start(2))[:2]:
            await offer(club, person, new)
    listed = await offers(club, new)
    assert len(ids(listed)) == 10
    assert "1 more offer is shown after these." in listed.content


async def test_the_later_of_two_offers_of_a_seat_counts(club: Club) -> None:
    people = await club.start(2)
    first, second = newcomer(club, "Emi"), newcomer(club, "Fabio")
    for new in (first, second):
        await offer(club, people[0], new)
    assert club.letters(first) == [], "the later letter took the place of the earlier"
    answer = answer_of(await first.forge(board_of(club), await accept_id(club, await seat_of(club, people[0]))))
    assert answer.content == TEXTS["NothingOffered"]
    await tap(second, ping_of(second), "Accept")
    assert (await club.table()).sits(second.id)


# -------------------------------------------------------------------------------------- ways and languages


async def test_whom_no_letter_reaches_is_mentioned_and_accepts_where_only_they_see_it(club: Club) -> None:
    people = await club.start(2)
    new = newcomer(club)
    club.simulation.inject_error("POST", f"/channels/{new.dm.id}/messages", status=403, code=50007, times=None)
    seat = await seat_of(club, people[0])
    await offer(club, people[0], new)
    (line,) = [line for line in club.lines() if f"<@{new.id}>" in line]
    assert "/comuni handover" in line
    answer = await tap(new, await offers(club, new), "Accept")
    assert answer.flags.ephemeral
    assert "your screen" in text_of(answer) or "Your turn" in text_of(answer)
    assert await seat_of(club, new) == seat


@pytest.mark.parametrize("how", ["none", "mention"])
async def test_an_offer_reaches_people_as_they_want(club: Club, how: str) -> None:
    people = await club.start(2)
    new = newcomer(club)
    await new.slash(club.channel, "comuni pings", how=how)
    await offer(club, people[0], new)
    assert club.letters(new) == []
    assert len([line for line in club.lines() if f"<@{new.id}>" in line]) == (how == "mention")
    await tap(new, await offers(club, new), "Accept")
    assert (await club.table()).sits(new.id)
    assert club.letters(new) == []


async def test_an_offer_takes_no_ping_of_the_seat_away(club: Club) -> None:
    people = await club.start(2)
    before = ping_of(people[0]).id
    await offer(club, people[0], newcomer(club))
    assert ping_of(people[0]).id == before


async def test_who_gave_the_seat_away_and_wants_no_pings_is_not_told(club: Club) -> None:
    people = await club.start(2)
    await people[0].slash(club.channel, "comuni pings", how="none")
    letters, new = club.letters(people[0]), newcomer(club)
    await offer(club, people[0], new)
    await tap(new, ping_of(new), "Accept")
    assert set(club.letters(people[0])) <= set(letters)


async def test_who_gave_the_seat_away_and_takes_no_letters_holds_nobody_up(club: Club) -> None:
    people = await club.start(2)
    new = newcomer(club)
    club.simulation.inject_error("POST", f"/channels/{people[0].dm.id}/messages", status=403, code=50007, times=None)
    await offer(club, people[0], new)
    await tap(new, ping_of(new), "Accept")
    assert (await club.table()).sits(new.id)
    assert await club.owed() == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_offer_is_read_in_the_language_of_who_reads_it(club: Club, language: str) -> None:
    people, t = await club.start(2), translator(language)
    new = newcomer(club, locale=language)
    await new.slash(new.dm, "comuni rules")
    await offer(club, people[0], new)
    accepted = await tap(new, ping_of(new), t(OFFER_BUTTONS["accept"]))
    assert accepted.embeds[0].title in {str(embed.title) for embed in (await panel(club, new)).embeds}
    assert ping_of(new).content


async def test_offers_outlive_a_restart_and_a_crash(club: Club) -> None:
    people = await club.start(2)
    new = newcomer(club)
    await offer(club, people[0], new)
    await club.simulation.crash()
    await tap(new, ping_of(new), "Accept")
    assert (await club.table()).sits(new.id)


async def test_accepting_twice_at_once_takes_the_seat_once(club: Club) -> None:
    people = await club.start(2)
    new = newcomer(club)
    await offer(club, people[0], new)
    letter = ping_of(new)
    async with club.simulation.together():
        for _ in range(2):
            await new.click(letter, custom_id=await accept_id(club, await seat_of(club, people[0])))
    table = await club.table()
    assert [person.user_id for person in table.people].count(new.id) == 1
    assert [text for text in club.letters(people[0]) if "is played by Emi now" in text]
