"""Taps in local play: what a press brings is on the screen, and nothing jumps away under the finger."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.end_to_end.browser import Player, at_the_page, chromium, playing


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    chromium()
    with playing(tmp_path_factory.mktemp("taps"), ["tests.local.trial"]) as address, at_the_page(address) as opened:
        yield opened


def picture(player: Player) -> Locator:
    return player.channel.get_by_role("img", name="A tall picture").last


def test_a_picture_that_comes_late_leaves_the_end_in_view(page: Page) -> None:
    alice = Player(page, "Alice")
    alice.run("table picture")
    expect(picture(alice)).to_have_js_property("complete", True)
    expect(alice.button("Redraw")).to_be_in_viewport(ratio=1)


def test_what_a_press_brings_comes_into_view(page: Page) -> None:
    alice = Player(page, "Alice")
    for _ in range(2):
        alice.run("table picture")
        alice.ask("Answer")
        expect(alice.answers.last).to_be_in_viewport(ratio=1)


def test_a_reader_who_scrolled_away_is_left_alone_until_something_is_asked_for(page: Page) -> None:
    alice = Player(page, "Alice")
    alice.run("table picture")
    first = alice.channel.locator(".channel-message").first
    picture(alice).hover()
    for _ in range(20):
        page.mouse.wheel(0, -400)
    expect(first).to_be_in_viewport()
    bob = Player(page, "Bob")
    bob.run("table board")
    alice.sit_down()
    expect(alice.channel.locator(".channel-message").last).to_contain_text("It is @Bob's turn")
    expect(first).to_be_in_viewport()
    alice.channel.get_by_role("button", name="Answer").first.click()
    expect(alice.answers.last).to_be_in_viewport(ratio=1)


def test_a_form_is_filled_in_with_the_keyboard_at_once(page: Page) -> None:
    alice = Player(page, "Alice")
    alice.run("table picture")
    alice.press("Form")
    expect(alice.channel.get_by_role("textbox", name="Amount")).to_be_focused()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(alice.answers.last).to_contain_text("You typed 7")
    expect(alice.channel.locator("#channel-composer-input")).to_be_focused()


def test_a_picture_is_enlarged_by_a_press(page: Page) -> None:
    alice = Player(page, "Alice")
    alice.run("table picture")
    picture(alice).click()
    enlarged = alice.channel.locator("dialog.media-lightbox img.media-lightbox-image")
    expect(enlarged).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(enlarged).not_to_be_visible()


def test_a_double_click_presses_once_where_another_button_takes_the_place(page: Page) -> None:
    alice = Player(page, "Alice")
    alice.run("table steps")
    alice.button("First").dblclick()
    expect(alice.button("Second")).to_be_visible()
    alice.run("table board")
    expect(alice.channel.locator(".channel-message").last).to_contain_text("It is @Alice's turn")
    expect(alice.button("Second")).to_be_visible()
