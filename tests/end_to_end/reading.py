"""What a person reads in Discord: messages as text, and in them the commands that the bot names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import discord

SCREEN = re.compile(r": your screen$")
OFFERS = "What you can do now"
SEALED = "Your sealed defence"
EXAMPLE = re.compile(r"^Example: `/act (?P<command>\w+) ?(?P<options>[^`]*)`", re.MULTILINE)
OPTION = re.compile(r"(?P<name>\w+):(?P<value>.*?)(?= \w+:|$)")
CITED = re.compile(r"\(rules? \d+(\.\d+)?\)$")


@dataclass(frozen=True, slots=True)
class Example:
    """A command as the bot writes it for people to copy: its name, and its options as text."""

    command: str
    options: dict[str, str]


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as somebody sees it."""

    content: str
    embeds: Sequence[discord.Embed]

    @property
    def text(self) -> str:
        """Everything there is to read in it."""
        return "\n".join([self.content, *map(embed_text, self.embeds)])

    @property
    def is_screen(self) -> bool:
        """Whether it shows the reader's own screen."""
        return any(SCREEN.search(embed.title or "") for embed in self.embeds)

    @property
    def examples(self) -> list[Example]:
        """What the reader may do now, one example for each command; empty where nothing is asked of them."""
        offers = [embed.description or "" for embed in self.embeds if embed.title == OFFERS]
        return [_example(found) for text in offers for found in EXAMPLE.finditer(text)]

    @property
    def says_sealed(self) -> bool:
        """Whether the reader's own defence is in."""
        return any(field.name == SEALED for embed in self.embeds for field in embed.fields)

    @property
    def cites_rule(self) -> bool:
        """Whether it is a sentence that ends with the number of a rule."""
        return not self.embeds and bool(CITED.search(self.content))


def embed_text(embed: discord.Embed) -> str:
    """Everything there is to read in an embed."""
    fields = [text for field in embed.fields for text in (field.name, field.value)]
    parts = [embed.title, embed.description, *fields, embed.footer.text]
    return "\n".join(part for part in parts if part)


def _example(found: re.Match[str]) -> Example:
    options = {option["name"]: option["value"] for option in OPTION.finditer(found["options"])}
    return Example(found["command"], options)
