"""Names are text that strangers chose."""

import pytest

from bot.game.components import COMMUNES
from bot.ui.limits import length
from bot.ui.people import COMMUNE_MARKS, People, commune, escaped, plain, told_apart
from tests.ui.playing import SIX, people_of


def test_a_seat_is_called_by_its_commune_and_its_person() -> None:
    people = People({"siena": "Alice"}, {"siena": 7})
    assert people.label("siena") == "Siena (Alice)"
    assert people.marked("siena") == "🟢 Siena (Alice)"
    assert people.mention("siena") == "<@7>"


def test_a_seat_without_a_person_is_called_by_its_commune() -> None:
    people = People({}, {})
    assert people.label("siena") == "Siena"
    assert people.mention("siena") == "Siena"


def test_every_commune_has_a_mark_of_its_own_and_its_name() -> None:
    assert set(COMMUNE_MARKS) == set(COMMUNES)
    assert len(set(COMMUNE_MARKS.values())) == 5
    assert [commune(seat).split()[1] for seat in COMMUNES] == ["Lucca", "Firenze", "Siena", "Bologna", "Milano"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("**Bob**", r"\*\*Bob\*\*"),
        ("a_b", r"a\_b"),
        ("||x||", r"\|\|x\|\|"),
        ("[a](http://b)", r"\[a\]\(http\://b\)"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("@everyone", "@\u200beveryone"),
        ("# big", r"\# big"),
        ("<:x:1>", r"\<\:x\:1\>"),
        ("a\nb\tc", "a b c"),
        ("\u202eevil\u202c", "evil"),
        ("\u200b\u2800\u3164", "?"),
        ("", "?"),
        ("Zoë 李 🏰", "Zoë 李 🏰"),
        ("שרה", "\u2068שרה\u2069"),
        ("\u2067مريم\u2069 *x*", "\u2068مريم \\*x\\*\u2069"),
        ("👨‍👩‍👧", "👨👩👧"),
        ("z\u0301\u0301\u0301\u0301", "z\u0301\u0301"),
    ],
)
def test_nothing_in_a_name_has_effect(name: str, shown: str) -> None:
    assert escaped(name) == shown


def test_people_whose_names_look_alike_are_mentioned_behind_them() -> None:
    names = {1: "Ann_a", 2: "ａnn_A\u200b", 3: "Bob", 4: "🤖 Steward", -1: "🤖 Steward", 5: "", 6: "\u3164"}
    assert told_apart(names) == {
        1: r"Ann\_a (<@1>)",
        2: r"ａnn\_A (<@2>)",
        3: "Bob",
        4: "🤖 Steward (<@4>)",
        -1: "🤖 Steward",
        5: "? (<@5>)",
        6: "? (<@6>)",
    }


def test_a_name_that_is_not_markdown_is_only_cleaned() -> None:
    assert plain("**Bob**\u202e\n") == "**Bob**"


def test_a_name_is_cut_at_32_characters() -> None:
    assert plain("x" * 33) == "x" * 31 + "…"
    assert plain("x" * 32) == "x" * 32


def test_the_longest_label_is_short_enough_for_every_place() -> None:
    people = people_of(tuple(COMMUNES))
    assert all(len(name) == 32 for name in SIX)
    assert max(length(people.marked(seat)) for seat in COMMUNES) <= 80
