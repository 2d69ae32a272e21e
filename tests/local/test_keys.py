"""The command line of local play takes keys as Discord's does."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.end_to_end.browser import Player, at_the_page, chromium, playing


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    chromium()
    with playing(tmp_path_factory.mktemp("keys"), ["tests.local.trial"]) as address, at_the_page(address) as opened:
        yield opened


def test_a_command_is_typed_sent_and_answered_with_the_keyboard_alone(page: Page) -> None:
    alice, bob = Player(page, "Alice"), Player(page, "Bob")
    alice.run("table board")
    expect(alice.channel.locator(".channel-message")).to_contain_text("It is @Alice's turn")
    alice.run("fruit", "name", count="3")
    expect(alice.answers.last).to_contain_text("3 apple, raw")
    alice.run("fruit", name="ban", count="12", how="coo")
    expect(alice.answers.last).to_contain_text("12 banana, cooked")
    expect(alice.answers.first).not_to_contain_text("apple", use_inner_text=True)
    alice.answers.first.get_by_role("button", name="Show").click()
    expect(alice.answers.first).to_contain_text("apple", use_inner_text=True)
    bob.sit_down()
    expect(bob.channel.locator(".channel-message")).to_have_count(1)


def test_what_was_typed_in_full_is_sent_by_enter_and_not_suggested_for_ever(page: Page) -> None:
    alice = Player(page, "Alice")
    alice.run("fruit", count="1", name="cherry")
    expect(alice.answers.last).to_contain_text("1 cherry, raw")


def test_a_person_called_in_private_is_marked_until_someone_plays_as_them(page: Page) -> None:
    alice, bob = Player(page, "Alice"), Player(page, "Bob")
    bob.run("table later", text="psst")
    alice.sit_down()
    marked = page.locator(".person.called")
    expect(marked).to_have_text(["BBobEnglish"])
    bob.sit_down()
    expect(bob.dm.locator(".channel-message")).to_contain_text("psst")
    expect(marked).to_have_count(0)


def test_a_private_answer_can_be_dismissed(page: Page) -> None:
    alice = Player(page, "Alice")
    alice.run("fruit", "name", count="3")
    answer = alice.answers.last
    expect(answer).to_contain_text("3 apple, raw")
    answer.get_by_role("button", name="Dismiss").click()
    expect(answer).not_to_be_visible()


def test_a_bot_that_does_not_answer_is_told_about(page: Page) -> None:
    alice = Player(page, "Alice")
    alice.run("table board")
    alice.channel.get_by_role("button", name="Bid").last.click()
    expect(alice.channel.get_by_role("alert")).to_contain_text("The bot gave no answer")
