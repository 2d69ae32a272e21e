"""Plays one seat by taps, knowing only what the bot showed this person.

That is: messages with their text and controls, and the badges of what is new. The rules of the game are not known
here, nor what a control does: people read what is written on it, in their own language.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import discord
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from bot.local.simulation import Person
from bot.locale import translator

OUT_OF_DATE = "That was asked earlier and has changed since. This is how things stand now."
MOST_TAPS = 80  # until somebody has done something
GREEN, BLUE = discord.ButtonStyle.success, discord.ButtonStyle.primary
NO_NUMBERS = ("１０", "1_0", "-1", "1.0", "ten", "+1", "0x1", "⑦")
NUMBERS = tuple(str(number) for number in range(1, 10))

Tap = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Taste:
    """How somebody plays: how much they like each sort of control, and whether they stay in private messages."""

    finals: float = 4.0  # green buttons
    menus: float = 4.0
    steps: float = 1.0  # blue ones
    others: float = 0.3
    forms: float = 2.0
    regrets: float = 0.4  # what takes back
    prefers_dm: float = 0.5


CALM = Taste()
BUILDER = Taste(menus=9.0, finals=3.0)
CURIOUS = Taste(others=1.5, forms=4.0, prefers_dm=0.2)
PRIVATE = Taste(prefers_dm=1.0)
TASTES = (CALM, BUILDER, CURIOUS, PRIVATE)


class Tapper:
    """Somebody at a table. `unread` and `pinged` are the badges that Discord's client shows them.

    `misled`: how often they answered what was asked no more, for somebody had taken something back.
    """

    def __init__(self, person: Person, channel: ChannelHandle, languages: tuple[str, str], random: Random) -> None:
        """`languages` are the channel's and the person's own."""
        self.person = person
        self.channel = channel
        self.public, self.own = map(translator, languages)
        self.random = random
        self.taste = random.choice(TASTES)
        self.panel: discord.Message | None = None
        self.unread = False
        self.pinged = False
        self.mistyped = self.misled = 0
        self.pressed: list[tuple[str, bool]] = []  # for those who look on: custom ids, and whether in private messages

    async def asked(self) -> bool:
        """Whether this person believes that the bot waits for them, by what they were told last."""
        if self.unread and self.random.random() < self.taste.prefers_dm:
            self._read_messages()
        elif self.unread or self.pinged or self.panel is None:
            await self.look()
        self.unread = self.pinged = False
        return self.panel is not None and self._asks(self.panel) and not self._has_sealed(self.panel)

    async def look(self) -> None:
        """Press a button of the board that shows one's panel."""
        label = self.public(self.random.choice(["Act", "Act", "My screen"]))
        self.heard(await self.person.click(self.board(label), label=label))

    async def act(self) -> None:
        """Tap until something is done."""
        for _ in range(MOST_TAPS):
            if await self.tap():
                return
        raise AssertionError(f"nothing came of {MOST_TAPS} taps")

    async def tap(self) -> bool:
        """Tap one control of the open panel; whether it did something, which the answer then says."""
        assert self.panel is not None
        control = self._choose(controls(self.panel))
        self.pressed.append((str(control.custom_id), self.panel.channel.id == self.person.dm.id))
        if isinstance(control, discord.SelectMenu):
            values = self.random.sample([option.value for option in control.options], max(1, control.min_values))
            result = await self.person.select(self.panel, values, custom_id=control.custom_id)
        else:
            result = await self.person.click(self.panel, custom_id=control.custom_id)
        if result.modal is not None:
            await self._fill(result)
            return False
        self.heard(result)
        self.misled += self.panel is not None and self.panel.content == self.own(OUT_OF_DATE)
        return self.panel is None or bool(self.panel.content)

    def board(self, label: str) -> discord.Message:
        """The last message in the channel that all can see and that has such a button."""
        for message in reversed(self.channel.history()):
            labels = {control.label for control in controls(message) if isinstance(control, discord.Button)}
            if not message.flags.ephemeral and label in labels:
                return message
        raise AssertionError(f"nothing in the channel says {label}")

    def heard(self, result: InteractionResult) -> None:
        """The private answer to a tap; where it never came, or is gone by now, the panel is not known any more."""
        answer = result.response
        if answer is None or not (answer.content or answer.embeds):
            self.panel = None
            return
        assert answer.ephemeral or answer.channel_id == self.person.dm.id
        self.panel = answer.message

    async def _fill(self, shown: InteractionResult) -> None:
        """Type an amount into a form; what is no number is refused in one sentence, and the panel stays."""
        mistypes = self.random.random() < 0.4
        typed = self.random.choice(NO_NUMBERS if mistypes else NUMBERS)
        assert shown.modal is not None
        ((field,),) = [row["components"] for row in shown.modal["components"]]
        self.heard(await self.person.submit(shown, {field["custom_id"]: typed}))
        assert self.panel is not None
        assert self.panel.components
        assert bool(self.panel.content) == mistypes, self.panel.content
        self.mistyped += mistypes

    def _choose(self, found: Sequence[discord.Button | discord.SelectMenu]) -> discord.Button | discord.SelectMenu:
        return self.random.choices(found, [self._liking(control) for control in found])[0]

    def _liking(self, control: discord.Button | discord.SelectMenu) -> float:
        if isinstance(control, discord.SelectMenu):
            return self.taste.menus
        if control.label == self.own("Other amount…"):
            return self.taste.forms
        if self._is_beside(control):
            return 0.0 if control.label == self.own("Orders") else self.taste.regrets
        return {GREEN: self.taste.finals, BLUE: self.taste.steps}.get(control.style, self.taste.others)

    def _asks(self, message: discord.Message) -> bool:
        """Whether there is something to press that answers what is asked."""
        return not all(map(self._is_beside, controls(message)))

    def _is_beside(self, control: discord.Button | discord.SelectMenu) -> bool:
        """What takes back what the reader did, and what is ordered in advance."""
        words = (self.own("Take back: {action}", action=""), self.own("Orders"))
        return isinstance(control, discord.Button) and str(control.label).startswith(words)

    def _has_sealed(self, message: discord.Message) -> bool:
        """Whether it says that the reader's own defence is in."""
        return any(field.name == self.own("Your sealed defence") for embed in message.embeds for field in embed.fields)

    def _read_messages(self) -> None:
        messages = [message for message in self.person.sees(self.person.dm) if not message.flags.ephemeral]
        self.panel = messages[-1] if messages else None


def controls(message: discord.Message) -> list[discord.Button | discord.SelectMenu]:
    """What can be pressed on a message."""
    rows = [row.children for row in message.components if isinstance(row, discord.ActionRow)]
    found = [control for row in rows for control in row if isinstance(control, discord.Button | discord.SelectMenu)]
    return [control for control in found if not control.disabled]
