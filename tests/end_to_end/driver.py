"""Plays one seat by slash commands, knowing only what the bot showed this person.

That is: their private messages, the answers to their own commands, the choices offered while they type, and the
menu of commands that Discord's client shows. The rules of the game are not known here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from bot.local.simulation import Person
from tests.end_to_end.reading import Example, Shown

INTEGER = 4  # Discord's type of an option that takes whole numbers
MORE_WANTED = ", then "  # the choice says that the list is not yet complete

Menu = Mapping[str, list[dict[str, Any]]]
Options = dict[str, Any]

NONSENSE: Mapping[str, Options] = {
    "bid": {"column": 99},
    "acquire": {"first": "gold"},
    "income": {"first": "gold"},
    "withdraw": {},
    "move": {"column": 99},
    "build": {"card": "z99", "building": "new"},
    "wall": {"card": "z99", "section": "new"},
    "finish": {"discard": "z99"},
    "repair": {"loot": 9},
    "defend": {"league_soldiers": 1, "walls_coins": 1},
}
HARMLESS = {"withdraw", "acquire", "income"}  # as nonsense they may be legal: all they take may be left out


@dataclass(frozen=True, slots=True)
class Habits:
    """How somebody plays: how much they like each command, whether they type by hand, and how they fight."""

    likes: Mapping[str, float] = field(default_factory=dict)
    sloppy: bool = False
    sends_all: bool = False
    prefers_dm: float = 0.3


CAREFUL = Habits(likes={"acquire": 2})
SLOPPY = Habits(likes={"acquire": 2}, sloppy=True)
BUILDER = Habits(likes={"acquire": 4, "build": 9, "wall": 3, "finish": 0.5})
SOLDIER = Habits(likes={"income": 3, "bid": 2, "wall": 3}, sends_all=True)
CHARACTERS = (CAREFUL, SLOPPY, BUILDER, SOLDIER)


class Driver:
    """Somebody at a table. `unread` and `pinged` are the badges that Discord's client shows them."""

    def __init__(self, person: Person, channel: ChannelHandle, menu: Menu, random: Random, habits: Habits) -> None:
        self.person = person
        self.channel = channel
        self.menu = menu
        self.random = random
        self.habits = habits
        self.screen: Shown | None = None
        self.unread = False
        self.pinged = False
        self.refused = 0

    async def asked(self) -> bool:
        """Whether this person believes that the bot waits for them, by what they were told last."""
        if self.pinged or self.screen is None:
            await self.look()
        elif self.unread:
            self._read_messages()
        self.unread = self.pinged = False
        assert self.screen is not None
        return bool(self.screen.examples) and not self.screen.says_sealed

    async def look(self) -> Shown:
        """Ask for one's screen."""
        shown = await self.say("comuni screen", {})
        assert shown.is_screen, shown.text
        return shown

    async def act(self) -> Shown:
        """Do one of the things that the screen offers; the answer."""
        if self.habits.sloppy and self.random.random() < 0.3:
            await self.blunder()
        command, options = await self.decide()
        shown = await self.say(command, options)
        assert shown.is_screen, f"offered and refused: {command} {options}: {shown.text}"
        return shown

    async def decide(self) -> tuple[str, Options]:
        """One of the things that the screen offers, as a command to type."""
        assert self.screen is not None
        example = self._choose(self.screen.examples)
        if self.habits.sloppy and self.random.random() < 0.5:
            return f"act {example.command}", self._retyped(example)
        return f"act {example.command}", await self.fill(example.command)

    async def blunder(self) -> None:
        """Type something that cannot be right; it is refused in private with a rule, and changes nothing."""
        assert self.screen is not None
        offered = {example.command for example in self.screen.examples}
        command = self.random.choice([name for name in NONSENSE if name not in offered or name not in HARMLESS])
        before = await self.look()
        shown = await self.say(f"act {command}", NONSENSE[command])
        assert shown.cites_rule, f"{command} {NONSENSE[command]}: {shown.text}"
        assert (await self.look()).text == before.text
        self.refused += 1

    async def say(self, command: str, options: Options) -> Shown:
        """Run a command, here or in the private chat; the private answer."""
        place = self.person.dm if self.random.random() < self.habits.prefers_dm else self.channel
        return self.heard(await self.person.slash(place, command, **options))

    def heard(self, result: InteractionResult) -> Shown:
        """The private answer to a command; where it never came, the screen is not known any more."""
        answer = result.response
        if answer is None or not (answer.content or answer.embeds):
            self.screen = None
            return Shown("", ())
        assert answer.ephemeral
        shown = Shown(answer.content, answer.embeds)
        if shown.is_screen:
            self.screen = shown
        return shown

    async def fill(self, command: str) -> Options:
        """The options of a command, each from what is offered for it."""
        filled: Options = {}
        for option in self.menu[f"act {command}"]:
            if option["name"] == "table" and self.random.random() < 0.9:
                continue
            value = await self._offered(command, option, filled)
            assert value is not None or not option.get("required"), f"nothing offered for {command} {option['name']}"
            if value is not None:
                filled[option["name"]] = value
        return filled

    async def _offered(self, command: str, option: Mapping[str, Any], filled: Options) -> Any:
        choices = await self._choices(command, option["name"], "", filled)
        if not choices:
            return None
        choice = self._pick(option["name"], choices)
        while MORE_WANTED in choice["name"]:
            choices = await self._choices(command, option["name"], f"{choice['value']} ", filled)
            choice = self.random.choice(choices)
        return choice["value"]

    def _pick(self, option: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
        if self.habits.sends_all and option.endswith("_soldiers"):
            return choices[-1]
        return self.random.choice(choices)

    async def _choices(self, command: str, option: str, typed: str, filled: Options) -> list[dict[str, Any]]:
        return await self.person.autocomplete(self.channel, f"act {command}", option, typed, **filled)

    def _choose(self, examples: list[Example]) -> Example:
        weights = [self.habits.likes.get(example.command, 1.0) for example in examples]
        return self.random.choices(examples, weights)[0]

    def _retyped(self, example: Example) -> Options:
        """The example typed by hand: small letters, and commas where the bot writes spaces."""
        kinds = {option["name"]: option["type"] for option in self.menu[f"act {example.command}"]}
        return {
            name: int(value) if kinds[name] == INTEGER else value.lower().replace(" ", ",")
            for name, value in example.options.items()
        }

    def _read_messages(self) -> None:
        for message in reversed(self.person.sees(self.person.dm)):
            shown = Shown(message.content, message.embeds)
            if shown.is_screen:
                self.screen = shown
                return
