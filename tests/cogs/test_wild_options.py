"""Whatever is sent as options of a command is refused in private, says what the option takes, and changes nothing."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.local.forging import Option, forge_slash, registered
from bot.locale import translator
from bot.ui.misfits import TAKES
from tests.cogs.club import Club, told
from tests.cogs.wild import ANYTHING, STRANGE_TEXT, Standing, refused_clearly, standing

STRING, INTEGER, BOOLEAN, USER, FILE = 3, 4, 5, 6, 11
Values = dict[str, Any]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Standing]:
    with standing(tmp_path_factory.mktemp("options")) as opened:
        yield opened


def good_value(option: Option) -> object:
    """Some value that an option takes."""
    if option.get("choices"):
        return option["choices"][0]["value"]
    return {STRING: "1", INTEGER: max(1, option.get("min_value", 1)), BOOLEAN: False}[option["type"]]


def takes(option: Option, value: object) -> bool:
    """Whether Discord's own client could send this."""
    if option.get("choices"):
        return value in [choice["value"] for choice in option["choices"]] and isinstance(value, str)
    if option["type"] == INTEGER:
        return type(value) is int and option["min_value"] <= value <= option["max_value"]
    if option["type"] == BOOLEAN:
        return isinstance(value, bool)
    return option["type"] == STRING and isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


def filled(options: list[Option], name: str, value: object) -> Values:
    """One option with this value, and whatever else the command needs."""
    needed = {other["name"]: other for other in options if other.get("required") and other["type"] != USER}
    return {**{other: good_value(needed[other]) for other in needed}, name: value}


@st.composite
def sent(draw: st.DrawFn, menu: dict[str, list[Option]]) -> tuple[str, Option, Values]:
    """A command with one option of any value."""
    command = draw(st.sampled_from(sorted(name for name, options in menu.items() if options)))
    option = draw(st.sampled_from(menu[command]))
    return command, option, filled(menu[command], option["name"], draw(ANYTHING))


def test_what_an_option_does_not_take_is_refused_and_changes_nothing(world: Standing) -> None:
    club, menu = world.club, registered(world.club.simulation)
    person, met = club.people[0], set[str]()

    @settings(max_examples=200)
    @given(sent(menu), st.booleans())
    def check(example: tuple[str, Option, Values], in_private: bool) -> None:
        command, option, values = example
        if takes(option, values[option["name"]]):
            return
        before, place = world.content(), person.dm if in_private else club.channel
        said = refused_clearly(world, world.wait(forge_slash(club.simulation, person, place, command, values)))
        assert f"`{option['name']}`" in said
        assert said.endswith("Nothing was done.")
        assert world.content() == before
        met.add(f"{option['type']} {bool(option.get('choices'))}")

    check()
    assert met >= {"3 False", "3 True", "4 False", "5 False", "6 False", "11 False"}


def test_text_that_an_option_takes_and_nobody_means_is_refused_and_changes_nothing(world: Standing) -> None:
    club, menu = world.club, registered(world.club.simulation)
    person = club.people[0]
    text = [
        (command, option)
        for command, options in menu.items()
        for option in options
        if option["type"] == STRING and not option.get("choices") and not command.endswith(("rules", "away"))
    ]

    @settings(max_examples=250)
    @given(st.sampled_from(text), STRANGE_TEXT.filter(lambda value: re.search(r"[^\s,\ud800-\udfff]", value)))
    def check(one: tuple[str, Option], value: str) -> None:
        command, option = one
        values = filled(menu[command], option["name"], value)
        result = world.wait(forge_slash(club.simulation, person, club.channel, command, values))
        refused_clearly(world, result)

    before = (world.wait(club.table())).version
    check()
    assert (world.wait(club.table())).version == before


def test_while_somebody_types_anything_something_is_offered_or_nothing(world: Standing) -> None:
    club, menu = world.club, registered(world.club.simulation)
    typed = [(command, option) for command, options in menu.items() for option in options if option.get("autocomplete")]

    @settings(max_examples=150)
    @given(st.sampled_from(typed), ANYTHING, st.data())
    def check(one: tuple[str, Option], value: object, data: st.DataObject) -> None:
        command, option = one
        others = [other["name"] for other in menu[command] if other is not option and other["type"] != USER]
        values: Values = {name: data.draw(ANYTHING) for name in others if data.draw(st.booleans())}
        values[option["name"]] = value
        work = forge_slash(club.simulation, club.people[0], club.channel, command, values, focused=option["name"])
        result = world.wait(work)
        assert club.simulation.errors == []
        assert result.autocomplete_choices is not None
        assert len(result.autocomplete_choices) <= 25

    before = world.content()
    check()
    assert world.content() == before


@pytest.mark.parametrize(
    ("command", "values", "expected"),
    [
        ("act bid", {"column": True}, "`column` takes a whole number from 0 to 999, in digits such as 7."),
        ("act bid", {"column": 10**30}, "`column` takes a whole number from 0 to 999, in digits such as 7."),
        ("act bid", {"column": "１"}, "`column` takes a whole number from 0 to 999, in digits such as 7."),
        ("act bid", {}, "`column` is missing; the command needs it."),
        ("comuni new", {"seats": 6}, "`seats` takes a whole number from 2 to 5, in digits such as 7."),
        ("comuni pings", {"how": "pigeon"}, "`how` takes one of the choices that Discord shows; choose from the list."),
        ("comuni stop", {"confirm": 1}, "`confirm` takes True or False."),
        ("comuni kick", {"person": "1"}, "`person` takes a person; choose one from the list that Discord shows."),
        ("comuni verify", {"record": "1"}, "`record` takes a file; attach it to the command."),
        ("act finish", {"discard": ["A01"]}, "`discard` takes plain text; type it anew."),
    ],
)
async def test_who_sends_a_misfit_reads_what_the_option_takes(
    club: Club, command: str, values: Values, expected: str
) -> None:
    alice, _ = await club.start(2)
    result = await forge_slash(club.simulation, alice, club.channel, command, values)
    assert told(result) == f"{expected} Nothing was done."


@pytest.mark.parametrize("command", ["comuni fly", "fly high"])
async def test_a_command_that_is_none_of_ours_is_said_to_have_changed(club: Club, command: str) -> None:
    alice, _ = await club.start(2)
    result = await forge_slash(club.simulation, alice, club.channel, command, {})
    assert told(result).startswith("This command has changed since your Discord learnt it.")


async def test_an_option_that_a_command_no_longer_has_is_said_to_have_changed(club: Club) -> None:
    alice, _ = await club.start(2)
    result = await forge_slash(club.simulation, alice, club.channel, "comuni screen", {"colour": "red"})
    assert told(result).startswith("This command has changed since your Discord learnt it.")


async def test_a_misfit_is_told_in_the_language_of_who_sent_it(club: Club) -> None:
    italian = club.simulation.person("Ida", locale="it")
    result = await forge_slash(club.simulation, italian, club.channel, "comuni stop", {"confirm": 1})
    assert told(result).startswith(translator("it")(TAKES["boolean"], option="confirm"))
