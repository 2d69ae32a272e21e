"""A browser at the page of local play, and people who use it with keyboard and mouse, as people do."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
Name = str | re.Pattern[str]
PATIENCE = 60_000  # ms: how long a slow machine may take for one step
LONGEST_LIST = 30


def chromium() -> str:
    """The installed browser. Without one the test is skipped, but fails where CI has to have it."""
    found = next((path for path in map(shutil.which, PROGRAMS) if path), None)
    if found is None and os.environ.get("CI"):
        pytest.fail("CI must have Chromium: this test may not be skipped there.")
    if found is None:
        pytest.skip("There is no Chromium on this machine.")
    return found


@contextmanager
def playing(folder: Path, command: Sequence[str]) -> Iterator[str]:
    """Local play with this command, in a folder of its own; the address of its page."""
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", *command, "--no-browser", "--port", "0"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        said = [process.stdout.readline()]
        while said[-1] and not said[-1].startswith("Play at "):
            said.append(process.stdout.readline())
        assert said[-1], f"It ended before it could be played: {said}"
        yield said[-1].split()[2]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE / 1000)
    assert process.returncode == 0


@contextmanager
def at_the_page(address: str, *, width: int = 1400, height: int = 900) -> Iterator[Page]:
    """The page in a browser window; whatever its scripts complain of fails the test."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        yield page
        browser.close()
    assert complaints == []


class Player:
    """Someone who plays at the page: plays as one person, types, and reads."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name

    @property
    def channel(self) -> FrameLocator:
        return self.page.frame_locator("#channel iframe:not(.away)")

    @property
    def dm(self) -> FrameLocator:
        return self.page.frame_locator("#dm iframe:not(.away)")

    @property
    def answers(self) -> Locator:
        """The private answers in the channel, oldest first."""
        return self.channel.locator(".channel-message.is-private")

    def sit_down(self) -> None:
        """Play as this person; the command line is ready when this returns."""
        self.page.locator(".person", has_text=self.name).click()
        expect(self.channel.locator("#channel-composer-input")).to_be_focused()

    def run(self, command: str, *options: str, **typed: str) -> None:
        """Type a command and send it. The ``options`` take the first suggestion, ``typed`` what fits the text best."""
        self.sit_down()
        self.page.keyboard.type(f"/{command}")
        first = self.channel.locator(".command-entry.is-active strong")
        expect(first).to_have_text(f"/{command}")
        self.page.keyboard.press("Enter")
        expect(self.channel.locator(".command-chip")).to_have_text(f"/{command}")
        for option in (*options, *typed):
            field = self._go_to(option)
            self.page.keyboard.type(typed.get(option, ""))
            if field.get_attribute("aria-autocomplete"):
                expect(self._suggestions.first).to_be_visible()
                self.page.keyboard.press("Tab" if option in typed else "Enter")
        self.page.keyboard.press("Enter")
        expect(self.channel.locator(".command-row")).to_have_count(0)

    def button(self, name: Name, where: FrameLocator | None = None) -> Locator:
        """The newest button of this name, in the channel or else where."""
        return (where or self.channel).get_by_role("button", name=name, exact=True).last

    def press(self, name: Name, where: FrameLocator | None = None) -> None:
        """Press the newest button of this name, in the channel or else where."""
        self.tap(self.button(name, where), where)

    def tap(self, control: Locator, where: FrameLocator | None = None) -> None:
        """Press a control once the page has come to rest: a press in the middle of its being drawn anew is lost."""
        expect((where or self.channel).locator("#preview-app")).to_have_attribute("aria-busy", "false")
        control.click()

    def ask(self, name: str) -> None:
        """Press the newest button of this name in the channel, and wait until it has brought another private answer."""
        before = self.answers.count()
        self.press(name)
        expect(self.answers).to_have_count(before + 1)

    def choose(self, menu: str, option: Name, where: FrameLocator | None = None) -> None:
        """Open the newest menu of this name, in the channel or else where, and take the first such option."""
        place = where or self.channel
        self.tap(place.get_by_role("combobox", name=menu).last, where)
        place.get_by_role("option", name=option).first.click()

    @property
    def _suggestions(self) -> Locator:
        return self.channel.locator(".command-popup:not([hidden]) .command-suggestion")

    def _go_to(self, option: str) -> Locator:
        """Put the cursor into an option, by Tab; one that may be left out is chosen from the list of those."""
        field = self.channel.locator(f'.command-option-input[data-option="{option}"]')
        for _ in range(LONGEST_LIST):
            if field.count() and field.evaluate("field => field === document.activeElement"):
                return field
            if self.channel.locator(".command-suggestion-ellipsis").count():
                self._add(option)
            else:
                self.page.keyboard.press("Tab")
        raise AssertionError(f"There is no option {option}")

    def _add(self, option: str) -> None:
        wanted = re.compile(rf"^{re.escape(option)}\b")
        for _ in range(LONGEST_LIST):
            if self.channel.locator(".command-suggestion.is-active").filter(has_text=wanted).count():
                break
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Tab")
