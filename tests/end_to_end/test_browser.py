"""A person without Discord opens the page of `make play`, and two play a game there with the keyboard."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.end_to_end.browser import Player, at_the_page, chromium, playing


@pytest.fixture(autouse=True)
def _a_browser() -> None:
    chromium()


WAITED_FOR = r"Waiting for [^()]*\(({})\)"


def board(player: Player) -> Locator:
    """The board in the channel, as this person sees it."""
    return player.channel.locator(".channel-message:not(.is-private)", has_text="Waiting for").last


def waited_for(player: Player) -> str:
    """The name of the person that the board says is waited for."""
    expect(board(player)).to_be_visible()
    found = re.search(WAITED_FOR.format("[^()]*"), board(player).inner_text())
    assert found is not None, board(player).inner_text()
    return found[1]


def expect_turn_of(player: Player) -> None:
    """The board comes to say that this person is waited for."""
    expect(board(player)).to_contain_text(re.compile(WAITED_FOR.format(player.name)))


def income_example(player: Player) -> dict[str, str]:
    """The options with which the bot says that income can be claimed, from this person's private chat."""
    shown = player.dm.locator(".channel-message").last
    expect(shown).to_contain_text("/act income")
    example = re.search(r"/act income((?: \w+:\w+)*)", shown.inner_text())
    assert example is not None, shown.inner_text()
    return dict(option.split(":", 1) for option in example[1].split())


def test_two_players_join_start_and_take_a_turn_each(tmp_path: Path) -> None:
    with playing(tmp_path, ["bot", "play", "--seats", "2"]) as address, at_the_page(address) as page:
        alice, bob = Player(page, "Alice"), Player(page, "Bob")
        alice.run("comuni new", seats="2")
        bob.run("comuni join")
        alice.run("comuni start")

        first, second = (alice, bob) if waited_for(alice) == alice.name else (bob, alice)
        first.run("act bid", "column", "coins")
        expect(first.answers.last).to_contain_text("on column 1")

        expect(page.locator(".person.called")).to_contain_text(second.name)
        second.sit_down()
        expect_turn_of(second)
        expect(second.dm.locator(".channel-message").last).to_contain_text("Your turn")
        second.run("act income", **income_example(second))
        first.sit_down()
        expect_turn_of(first)
        first.run("comuni screen")
        expect(first.answers.last).to_contain_text("Your turn")
