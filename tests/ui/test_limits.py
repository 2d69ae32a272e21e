"""Discord's limits: at each one a message passes, one step beyond it is refused by name."""

from typing import Any

import pytest
from discord import ButtonStyle, Embed, SelectOption
from discord.ui import Button, Item, Select, View

from bot.ui.limits import LimitExceeded, check_choices, check_message, fit, length
from bot.ui.options import Option


def embed_with(**parts: Any) -> Embed:
    """An embed with a description, or with exactly the parts named."""
    footer, author, fields = parts.pop("footer", None), parts.pop("author", None), parts.pop("fields", [])
    embed = Embed(**parts)
    if footer is not None:
        embed.set_footer(text=footer)
    if author is not None:
        embed.set_author(name=author)
    for name, value in fields:
        embed.add_field(name=name, value=value)
    return embed


def view_of(*items: Item[View]) -> View:
    view = View(timeout=None)
    for item in items:
        view.add_item(item)
    return view


def button(**changes: Any) -> Button[View]:
    return Button(**{"custom_id": "a", "label": "b", **changes})


def select(count: int = 1, **changes: Any) -> Select[View]:
    options = [SelectOption(label=f"l{number}", value=f"v{number}") for number in range(count)]
    return Select(**{"custom_id": "s", "options": options, **changes})


@pytest.mark.parametrize(
    ("what", "within", "beyond"),
    [
        ("content", ("x" * 2000, []), ("x" * 2001, [])),
        ("content", ("🏰" * 1000, []), ("🏰" * 1001, [])),
        ("embeds", (None, 10 * [embed_with(title="a")]), (None, 11 * [embed_with(title="a")])),
        ("embed title", (None, [embed_with(title="x" * 256)]), (None, [embed_with(title="x" * 257)])),
        (
            "embed description",
            (None, [embed_with(description="x" * 4096)]),
            (None, [embed_with(description="x" * 4097)]),
        ),
        (
            "embed footer",
            (None, [embed_with(title="a", footer="x" * 2048)]),
            (None, [embed_with(title="a", footer="x" * 2049)]),
        ),
        (
            "embed author",
            (None, [embed_with(title="a", author="x" * 256)]),
            (None, [embed_with(title="a", author="x" * 257)]),
        ),
        (
            "embed fields",
            (None, [embed_with(fields=25 * [("a", "b")])]),
            (None, [embed_with(fields=26 * [("a", "b")])]),
        ),
        (
            "field name",
            (None, [embed_with(fields=[("x" * 256, "b")])]),
            (None, [embed_with(fields=[("x" * 257, "b")])]),
        ),
        (
            "field value",
            (None, [embed_with(fields=[("a", "x" * 1024)])]),
            (None, [embed_with(fields=[("a", "x" * 1025)])]),
        ),
        (
            "all embeds together",
            (None, [embed_with(description="x" * 3000), embed_with(description="x" * 3000)]),
            (None, [embed_with(description="x" * 3000), embed_with(description="x" * 3001)]),
        ),
    ],
)
def test_a_text_may_be_as_long_as_its_limit_and_no_longer(what: str, within: Any, beyond: Any) -> None:
    check_message(*within)
    with pytest.raises(LimitExceeded, match=what):
        check_message(*beyond)


@pytest.mark.parametrize(
    ("what", "embed"),
    [
        ("field name", embed_with(fields=[("", "b")])),
        ("field name", embed_with(fields=[("  ", "b")])),
        ("field value", embed_with(fields=[("a", "")])),
        ("the embed", embed_with()),
    ],
)
def test_an_empty_part_is_refused(what: str, embed: Embed) -> None:
    with pytest.raises(LimitExceeded, match=f"{what} is empty"):
        check_message(None, [embed])


def test_an_empty_message_is_refused() -> None:
    with pytest.raises(LimitExceeded, match="message is empty"):
        check_message("", [])


@pytest.mark.parametrize(
    "view",
    [
        view_of(button(custom_id="x" * 100, label="x" * 80)),
        view_of(button(label=None, emoji="🏰")),
        view_of(Button(style=ButtonStyle.link, url="https://example.org", label="a")),
        view_of(select(25, custom_id="x" * 100, placeholder="x" * 150, max_values=25)),
        view_of(*(button(custom_id=str(number)) for number in range(25))),
    ],
)
def test_components_within_the_limits_pass(view: View) -> None:
    check_message(None, [], view)


@pytest.mark.parametrize(
    ("what", "view"),
    [
        ("custom id", view_of(button(custom_id="x" * 101))),
        ("button label", view_of(button(label="x" * 81))),
        ("button label is empty", view_of(button(label=None))),
        ("custom id stands there twice", view_of(button(), button())),
        ("select options", view_of(select(26))),
        ("has no options", view_of(select(0))),
        ("placeholder", view_of(select(placeholder="x" * 151))),
        ("values of a select", view_of(select(2, max_values=3))),
        ("option label", view_of(select(options=[SelectOption(label="x" * 101, value="v")]))),
        ("option value", view_of(select(options=[SelectOption(label="l", value="x" * 101)]))),
        ("option description", view_of(select(options=[SelectOption(label="l", value="v", description="x" * 101)]))),
        ("stands there twice", view_of(select(options=2 * [SelectOption(label="l", value="v")]))),
    ],
)
def test_components_beyond_a_limit_are_refused(what: str, view: View) -> None:
    with pytest.raises(LimitExceeded, match=what):
        check_message("a", [], view)


@pytest.mark.parametrize(
    ("what", "options"),
    [
        ("choices", [Option("a", number) for number in range(26)]),
        ("choice name", [Option("x" * 101, 1)]),
        ("choice name is empty", [Option("", 1)]),
        ("choice value", [Option("a", "x" * 101)]),
        ("stands there twice", [Option("a", 1), Option("b", 1)]),
    ],
)
def test_choices_beyond_a_limit_are_refused(what: str, options: list[Option]) -> None:
    with pytest.raises(LimitExceeded, match=what):
        check_choices(options)


def test_choices_within_the_limits_pass() -> None:
    check_choices([Option("x" * 100, f"{number:0>100}") for number in range(25)])
    check_choices([])


def test_length_counts_as_discords_clients_do() -> None:
    assert length("aé李") == 3
    assert length("🏰") == 2
    assert length("\ud800") == 1


def test_a_name_that_fits_stays_as_it_is() -> None:
    assert fit("abc", 3) == "abc"
    assert fit("abcd", 3) == "ab…"
