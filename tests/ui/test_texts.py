"""Lobby, notices, guide, and the words they are made of."""

import pytest

from bot.game.actions import Force
from bot.game.components import BUILDING_TYPES, CARDS, DECKS
from bot.game.observation import observe
from bot.game.resources import RESOURCES, Resources
from bot.game.state import StandingBid
from bot.ui.cards import card_label, card_with_id
from bot.ui.limits import check_message
from bot.ui.lobby import lobby
from bot.ui.notices import KINDS, closed_dm_line, host_question, notice
from bot.ui.people import escaped
from bot.ui.rules_text import topic, topics
from bot.ui.words import (
    amounts,
    bid_text,
    force_text,
    half_coins,
    invader_name,
    listed,
    notable_name,
    number,
    resource_name,
    type_name,
)
from tests.game import stages
from tests.game.builders import begin
from tests.ui.clocks import BANK_INSTANT, BANK_UNTIL, INSTANT, UNTIL
from tests.ui.playing import SIX, T, plain_people
from tests.ui.showing import text_of

MENTION = f"<@{2**63}>"

PEOPLE = plain_people("lucca", "firenze", "siena")


@pytest.mark.parametrize(("card", "label"), [("D03", "🟥M3"), ("C10", "🟨E🟪R 2"), ("C11", "🟨E🟥M🟦C🟪R 1")])
def test_a_card_shows_its_types_by_colour_and_letter_and_its_value(card: str, label: str) -> None:
    assert card_label(card) == label
    assert card_with_id(card) == f"{card} {label}"


def test_every_card_can_be_told_by_its_letters_alone() -> None:
    for card in CARDS.values():
        letters = [letter for letter in card_label(card.id) if letter.isascii() and letter.isupper()]
        assert letters == [kind[0].upper() for kind in card.types]


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (1, "½"), (2, "1"), (5, "2½")])
def test_half_coins_are_shown_as_a_fraction(value: int, text: str) -> None:
    assert half_coins(value) == text


def test_amounts_name_what_is_there() -> None:
    assert amounts(Resources(coins=1, artisans=2), T) == "1 coin + 2 artisans"
    assert amounts(Resources(), T) == "nothing"


def test_a_bid_says_what_its_believers_make_it_worth() -> None:
    assert bid_text(StandingBid("siena", 2, 0), T) == "2 coins"
    assert bid_text(StandingBid("siena", 0, 2), T) == "2 believers (worth 1)"


def test_a_force_says_how_many_soldiers_its_substitutes_make() -> None:
    assert force_text(Force(soldiers=2), T) == "2 soldiers"
    assert force_text(Force(soldiers=1, coins=4), T) == "4 coins + 1 soldier = 3 soldiers"


def test_a_list_ends_with_and() -> None:
    assert listed(["a", "b", "c"], T) == "a, b and c"
    assert listed(["a"], T) == "a"
    assert listed([], T) == "nothing"


def test_numbers_below_zero_have_a_minus_sign() -> None:
    assert number(-3) == "−3"
    assert number(3) == "3"


def test_everything_in_the_box_has_a_name() -> None:
    assert [invader_name(deck, T) for deck in DECKS] == ["Venice", "the Pope", "France", "the Emperor"]
    assert [notable_name(kind, T) for kind in BUILDING_TYPES] == ["Treasurer", "Captain", "Architect", "Bishop"]
    assert [type_name(kind, T) for kind in BUILDING_TYPES] == list(BUILDING_TYPES)
    assert [resource_name(kind, T) for kind in RESOURCES] == list(RESOURCES)


@pytest.mark.parametrize("names", [(), SIX[:1], SIX])
def test_a_lobby_fits_however_full_it_is(names: tuple[str, ...]) -> None:
    for open_screens in (False, True):
        check_message(None, [lobby(MENTION, [f"{escaped(name)} ({MENTION})" for name in names], 5, open_screens, T)])


def test_a_lobby_says_who_is_there_and_how_to_join_and_start() -> None:
    text = text_of(lobby(r"Ann\_a", [r"Ann\_a", "Bob"], 5, False, T, table=7))
    assert r"Ann\_a opened a table" in text
    assert "2 of 5 seats are taken." in text
    assert "2. Bob" in text
    assert "`/comuni join`" in text
    assert "`/comuni start`" in text
    assert "Table 7" in text


def test_a_lobby_says_what_it_still_needs_and_whether_screens_are_open() -> None:
    assert "two seats at least" in text_of(lobby("Anna", ["Anna"], 5, False, T))
    assert "two seats at least" not in text_of(lobby("Anna", ["Anna", "Bob"], 5, False, T))
    assert "Open: everybody sees" in text_of(lobby("Anna", ["Anna"], 5, True, T))
    assert "Closed: " in text_of(lobby("Anna", ["Anna"], 5, False, T))


def test_a_lobby_says_how_its_clock_is_set() -> None:
    assert "Time\nPace: 24 hours.\nBank: none." in text_of(
        lobby("Anna", ["Anna"], 5, False, T, time_lines=["Pace: 24 hours.", "Bank: none."])
    )
    assert "Time" not in text_of(lobby("Anna", ["Anna"], 5, False, T))


def test_every_notice_says_where_and_as_whom() -> None:
    for kind in KINDS:
        text = notice(kind, observe(begin(), "lucca"), PEOPLE, T, "<#5>")
        assert "<#5>" in text
        assert "🔵 Lucca" in text
        check_message(text, [])


def test_a_notice_says_what_is_to_do() -> None:
    assert "Your turn: bid or claim income." in notice("turn", observe(begin(), "lucca"), PEOPLE, T, "<#5>")
    outbid = notice("outbid", observe(stages.outbid(), "siena"), PEOPLE, T, "<#5>")
    assert "Lucca (Alice) outbid you on column 1, where you bid 1 coin: withdraw your envoy or move it." in outbid
    invasion = notice("invasion", observe(stages.invasion(), "siena"), PEOPLE, T, "<#5>")
    assert "Seal your defence, even an empty one. 1 of 5 seats have sealed." in invasion


def test_a_reminder_says_how_long_the_time_still_runs() -> None:
    own = observe(begin(), "lucca")
    reminder = notice("reminder", own, PEOPLE, T, "<#5>", until=UNTIL, bank_until=BANK_UNTIL)
    assert reminder == (
        "⏰ Your time is running out: in <#5> you are 🔵 Lucca. Your turn: bid or claim income.\n"
        f"You have until <t:{INSTANT}:f> (<t:{INSTANT}:R>); "
        f"your bank then lasts until <t:{BANK_INSTANT}:f> (<t:{BANK_INSTANT}:R>)."
    )
    assert "bank" not in notice("reminder", own, PEOPLE, T, "<#5>", until=UNTIL, bank_until=UNTIL)


def test_in_an_invasion_a_reminder_gives_everybody_the_same_time() -> None:
    for seat in ("lucca", "siena"):
        reminder = notice(
            "reminder", observe(stages.invasion(), seat), PEOPLE, T, "<#5>", until=UNTIL, bank_until=BANK_UNTIL
        )
        assert reminder.splitlines()[-1] == (
            f"You have until <t:{INSTANT}:f> (<t:{INSTANT}:R>). "
            f"Then the banks run, for all alike until <t:{BANK_INSTANT}:f> (<t:{BANK_INSTANT}:R>)."
        )


def test_whoever_ran_out_of_time_learns_what_a_steward_did_and_how_to_be_away() -> None:
    text = notice("time out", observe(begin(), "siena"), PEOPLE, T, "<#5>")
    assert "your time ran out, and a steward acted for you" in text
    assert "`/comuni away until:`" in text


def test_the_host_is_asked_about_a_seat_and_told_what_comes_without_an_answer() -> None:
    asked = host_question("siena", PEOPLE, T, "<#5>", UNTIL)
    assert "In <#5> time is over for **🟢 Siena (Carla)**." in asked
    assert f"If you do not decide, a steward acts <t:{INSTANT}:f>" in asked
    assert "If you do not decide" not in host_question("siena", PEOPLE, T, "<#5>", None)


def test_the_line_for_closed_messages_points_to_the_screen_and_says_nothing_else() -> None:
    assert closed_dm_line("<@7>", T) == (
        "<@7>: there is something for you. Type `/comuni screen`; only you will see it."
    )


@pytest.mark.parametrize("name", [title for _, title in topics("", T)])
def test_every_topic_of_the_guide_fits_and_has_text(name: str) -> None:
    embed = topic(name, T)
    check_message(None, [embed])
    assert embed.title == name
    assert embed.description


def test_every_chapter_of_the_rules_is_in_the_guide() -> None:
    text = "\n".join(text_of(topic(name, T)) for _, name in topics("", T))
    for chapter in ("1.", "2", "3.", "4.", "5.", "6", "7", "8.", "9", "10.", "11.", "12."):
        assert chapter in text


def test_a_topic_is_found_by_its_beginning_and_any_other_text_gives_the_first() -> None:
    assert topic("inva", T).title == "Invasion"
    assert topic("time", T).title == "Time"
    assert topic("nonsense", T).title == topics("", T)[0][1]
    assert topic("", T).title == topics("", T)[0][1]
