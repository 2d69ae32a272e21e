"""A person without Discord opens the page of `make play`, and two play a game there, with the keyboard or by taps."""

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


def outbid(first: Player, second: Player) -> None:
    """The first bids on a column, the second more, by a form; the first takes the envoy back."""
    first.ask("Act")
    first.choose("Bid on a column…", re.compile("^Column 1"))
    first.press("1 coin")
    expect(first.answers.last).to_contain_text("bids 1 coin on column 1")

    second.sit_down()
    second.ask("Act")
    second.choose("Bid on a column…", re.compile("^Column 1"))
    second.press("Other amount…")
    expect(second.channel.get_by_role("textbox", name="Bid, in coins")).to_be_focused()
    second.page.keyboard.type("2")
    second.page.keyboard.press("Enter")
    second.press("Bid 2 coins")
    expect(second.answers.last).to_contain_text("bids 2 coins on column 1")

    first.sit_down()
    expect(first.dm.locator(".channel-message").last).to_contain_text("outbid you on column 1")
    first.ask("Act")
    first.press("Take back: 1 coin")
    expect(first.answers.last).to_contain_text("withdraws its envoy and takes back 1 coin")


def claim_income(player: Player) -> None:
    """Every commune has something to choose; Milano chooses twice."""
    player.ask("Act")
    player.press("Claim income")
    player.press(re.compile("coins$"))
    expect(player.answers.last).to_contain_text(re.compile("claims income|Choose one more"))
    if "Choose one more" in player.answers.last.inner_text():
        player.press(re.compile("artisans$"))
    expect(player.answers.last).to_contain_text("claims income")


def acquire_and_build(player: Player) -> None:
    """All in the private chat: the cards of the column, the best step with them, and the end."""
    player.press(re.compile(r"^Acquire \d cards?$"), player.dm)
    shown = player.dm.locator(".channel-message").last
    expect(shown).to_contain_text("Construction")
    player.choose("Build or wall…", re.compile("level 1"), player.dm)
    expect(shown).to_contain_text("founds")
    player.press("Finish construction", player.dm)
    expect(shown).to_contain_text("Waiting for")


def test_a_round_is_played_by_taps(tmp_path: Path) -> None:
    with playing(tmp_path, ["bot", "play", "--seats", "2"]) as address, at_the_page(address) as page:
        alice, bob = Player(page, "Alice"), Player(page, "Bob")
        alice.run("comuni new", seats="2")
        bob.sit_down()
        bob.press("Join")
        expect(bob.answers.last).to_contain_text("You sit at the table")
        alice.sit_down()
        alice.press("Start the game")

        first, second = (alice, bob) if waited_for(alice) == alice.name else (bob, alice)
        first.sit_down()
        outbid(first, second)
        claim_income(first)
        second.sit_down()
        expect_turn_of(second)
        acquire_and_build(second)

        first.sit_down()
        expect_turn_of(first)
        for button, answer in (("Log", "acquires column 1"), ("Help", "What you may do"), ("My screen", "your screen")):
            first.tap(board(first).get_by_role("button", name=button, exact=True))
            expect(first.answers.last).to_contain_text(answer)
            expect(first.answers.last).to_be_in_viewport()
        expect(board(first).get_by_role("img", name=re.compile("It is the turn of"))).to_be_attached()
