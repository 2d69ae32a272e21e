"""What a panel is built from, and what all panels share: the frame of the text, numbers in paths, rows of buttons."""

from collections.abc import Sequence
from dataclasses import dataclass

from discord import Embed

from bot.game.components import Seat
from bot.game.observation import CityFront, Observation, Screen
from bot.game.resources import Resources
from bot.game.rules import Choices
from bot.locale import Translator
from bot.ui.board import seat_colour
from bot.ui.limits import EMBED_DESCRIPTION, ROW_BUTTONS, length
from bot.ui.panels.parts import Button, Go
from bot.ui.people import People
from bot.ui.words import every_amount

LONGEST_NUMBER = 3
FIRST = ""  # the path of a phase's first panel
HELP = "help"


class UnfitPath(Exception):
    """A path that leads to no panel now; the phase's first panel is shown instead."""


@dataclass(frozen=True, slots=True)
class Looking:
    """A seat that is shown something: what it may know, who sits where, and its language."""

    observation: Observation
    people: People
    t: Translator

    @property
    def seat(self) -> Seat:
        """The seat that looks."""
        assert self.observation.seat is not None
        return self.observation.seat

    @property
    def city(self) -> CityFront:
        """The front of its city."""
        return self.observation.city(self.seat)

    @property
    def held(self) -> Resources:
        """Its tokens behind the screen."""
        return self._screen.resources

    @property
    def hand(self) -> tuple[str, ...]:
        """Its cards in hand."""
        return self._screen.hand

    @property
    def _screen(self) -> Screen:
        screen = self.observation.screen(self.seat)
        assert screen is not None
        return screen


@dataclass(frozen=True, slots=True)
class Asking(Looking):
    """One asking of a seat: what it may do too."""

    choices: Choices


def page(looking: Looking, title: str, *lines: str) -> Embed:
    """The text of a panel, with what the seat holds below it; empty lines are left out."""
    t = looking.t
    text = "\n".join(fitting([line for line in lines if line], EMBED_DESCRIPTION, t))
    embed = Embed(title=title, description=text, colour=seat_colour(looking.seat))
    embed.add_field(name=t("You hold"), value=every_amount(looking.held, t), inline=False)
    return embed.set_footer(text=t("Only you see this."))


def fitting(lines: Sequence[str], most: int, t: Translator) -> list[str]:
    """The lines that have room in so many characters; how many are left out, where some are."""
    if length("\n".join(lines)) <= most:
        return list(lines)
    kept = list(lines)
    while length("\n".join([*kept, _left_out(len(lines) - len(kept), t)])) > most:
        kept.pop()
    return [*kept, _left_out(len(lines) - len(kept), t)]


def number(text: str) -> int:
    """A number of a path or a form: at most three ASCII digits (law 9). Raises UnfitPath."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
        raise UnfitPath
    return int(text)


def rows_of(buttons: Sequence[Button]) -> list[Sequence[Button]]:
    """Buttons in rows, as many in each as Discord takes."""
    return [buttons[start : start + ROW_BUTTONS] for start in range(0, len(buttons), ROW_BUTTONS)]


def help_button(asking: Asking) -> Button:
    """Leads to the explanation of the phase."""
    return Button(asking.t("Help"), Go(HELP))


def back_button(looking: Looking, path: str = FIRST) -> Button:
    """Leads back."""
    return Button(looking.t("Back"), Go(path))


def _left_out(count: int, t: Translator) -> str:
    return t.plural("… and {count} more", "… and {count} more", count)
