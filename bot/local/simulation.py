"""The real bot in a simulated Discord, for tests and local play: people who type, press and read.

async with Simulation(make_bot) as simulation:
    table = simulation.channel("piazza")
    alice = simulation.person("Alice", locale="it")
    answer = await alice.slash(table, "comuni new", seats=3)
"""

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Self

import discord
from discord.ext import commands
from simcord import actors
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.builders import ChannelHandle, GuildHandle, RoleHandle, UserHandle
from simcord.enums import ComponentType, InteractionType
from simcord.results import InteractionResult, ResponseMessage
from simcord.types import HttpLogEntry

from bot.local.world import Mishaps, World

MakeBot = Callable[[], commands.Bot]
Shown = discord.Message | ResponseMessage


@dataclass(frozen=True)
class Person:
    """Someone in a guild, who does what a person can do in Discord and sees what a person would see."""

    member: MemberActor

    @property
    def id(self) -> int:
        """The user id."""
        return self.member.id

    @property
    def name(self) -> str:
        """As Discord shows it."""
        return self.member.user.global_name or self.member.name

    @property
    def dm(self) -> ChannelHandle:
        """This person's private chat with the bot."""
        return self.member.user.dm_channel

    def sees(self, channel: ChannelHandle) -> list[discord.Message]:
        """All messages of a channel, oldest first, with the ephemeral ones that are this person's own."""
        return channel.history(viewer=self.within(channel.id))

    async def slash(self, channel: ChannelHandle, command: str, /, **options: Any) -> InteractionResult:
        """Run a slash command: ``alice.slash(table, "act bid", column=1)``, or in ``alice.dm``."""
        if channel.id == self.dm.id:
            result: InteractionResult = await self.member.user.slash(command, **options)
            return result
        return await self.member.slash(channel, command, **options)

    async def autocomplete(
        self, channel: ChannelHandle, command: str, option: str, typed: str = "", /, **filled: Any
    ) -> list[dict[str, Any]]:
        """The choices (``name``, ``value``) that the bot offers for what was typed into an option."""
        if channel.id == self.dm.id:
            return await self.member.user.autocomplete(command, option, typed, **filled)
        return await self.member.autocomplete(channel, command, option, typed, **filled)

    async def click(
        self, message: Shown, *, label: str | None = None, custom_id: str | None = None
    ) -> InteractionResult:
        """Press the one button of a message that has this label or custom id."""
        actor = self.within(_channel_of(message))
        result: InteractionResult = await actor.click(message, label=label, custom_id=custom_id)
        return result

    async def select(self, message: Shown, values: Sequence[str], *, custom_id: str | None = None) -> InteractionResult:
        """Choose options of a select menu by their values."""
        actor = self.within(_channel_of(message))
        result: InteractionResult = await actor.select(message, values, custom_id=custom_id)
        return result

    async def submit(self, shown: InteractionResult, values: dict[str, Any]) -> InteractionResult:
        """Fill in and send the modal that an interaction showed."""
        actor = self.within(shown._interaction.channel_id)  # noqa: SLF001 - a modal does not say where it is open
        result: InteractionResult = await actor.submit_modal(shown, values)
        return result

    async def forge(
        self, message: Shown, custom_id: str, *, values: Sequence[str] | None = None, typed: str | None = None
    ) -> InteractionResult:
        """Press a control that a message never had: a button, a menu with `values`, or a form with a text `typed`."""
        actor, channel_id = self.within(_channel_of(message)), _channel_of(message)
        stored = copy(self.member._env.backend.get_message(channel_id, message.id))  # noqa: SLF001 - see world.py
        kind = ComponentType.BUTTON if values is None else ComponentType.STRING_SELECT
        control: dict[str, Any] = {"type": kind, "id": 2, "custom_id": custom_id}
        options = [{"label": value, "value": value} for value in values or ["x"]]
        control |= {"label": "x", "style": 1} if values is None else {"options": options, "min_values": 0}
        stored.components = [{"type": ComponentType.ACTION_ROW, "id": 1, "components": [control]}]
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind}
        if values is not None:
            data["values"] = list(values)
        if typed is None:
            return await actors._component_interaction(actor, stored, data)  # noqa: SLF001 - it checks nothing
        return await self._forge_form(actor, stored, custom_id, typed)

    async def _forge_form(
        self, actor: MemberActor | UserHandle, stored: Any, custom_id: str, typed: str
    ) -> InteractionResult:
        env = self.member._env  # noqa: SLF001 - see world.py
        field = {"type": ComponentType.TEXT_INPUT, "id": 2, "custom_id": "x", "value": typed}
        row = {"type": ComponentType.ACTION_ROW, "id": 1, "components": [field]}
        return await actors._dispatch_actor_interaction(  # noqa: SLF001 - it checks nothing
            actor,
            InteractionType.MODAL_SUBMIT,
            ChannelHandle(env, getattr(actor, "guild", None), env.backend.get_channel(stored.channel_id)),
            {"custom_id": custom_id, "components": [row]},
            extra={"message": dict(serializers.message_payload(env.backend, stored))},
            source_message_id=stored.id,
        )

    def within(self, channel_id: int) -> MemberActor | UserHandle:
        """Who acts in a channel: simcord knows a person in a guild and the same person in a DM as two actors."""
        return self.member.user if channel_id == self.dm.id else self.member


def _channel_of(message: Shown) -> int:
    return message.channel_id if isinstance(message, ResponseMessage) else message.channel.id


class Simulation:
    """One world with one bot in it. Leaving the context closes the bot and raises what it left as errors."""

    def __init__(
        self,
        make_bot: MakeBot,
        *,
        world: bytes | None = None,
        now: datetime | None = None,
        patience: float = 10.0,
    ) -> None:
        """A new world or a dumped one, without its ephemeral messages, at simulated time ``now``.

        A step of the bot may take ``patience`` real seconds.
        """
        self.make_bot = make_bot
        self._mishaps = Mishaps()
        self.world = World(make_bot(), self._mishaps, patience)
        if world is not None:
            self.world.backend.load(world)
            self.world.backend.drop_private_answers()
        if now is not None:
            self.world.backend.set_clock(now)

    @property
    def bot(self) -> commands.Bot:
        """The bot that runs now; another object after a crash or restart."""
        return self.world.bot  # type: ignore[return-value]  # we put a commands.Bot in

    async def start(self) -> Self:
        """Start the world and log the bot in; its commands are registered when this returns."""
        logging.getLogger().addHandler(self._mishaps)
        try:
            await self.world.start()
        except BaseException:
            logging.getLogger().removeHandler(self._mishaps)
            await self.bot.close()  # what it has opened so far would keep the process alive
            raise
        return self

    async def close(self) -> None:
        """Close the bot as SIGTERM would, then end the world."""
        try:
            await self.world.close_bot()
        finally:
            await self.world.shutdown()
            logging.getLogger().removeHandler(self._mishaps)

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
        if error is None and self.errors:
            raise AssertionError("\n".join(self.errors))

    # ------------------------------------------------------------------------------------------------ the world

    def guild(self, name: str, *, locale: str = "en-US") -> GuildHandle:
        """A new guild with the bot in it."""
        return self.world.create_guild(name, preferred_locale=locale)

    @property
    def home(self) -> GuildHandle:
        """The first guild, made when first asked for: where channels and people go unless told otherwise."""
        first = next(iter(self.world.backend.guilds.values()), None)
        return self.guild("Comuni") if first is None else GuildHandle(self.world, first)

    def channel(self, name: str, guild: GuildHandle | None = None) -> ChannelHandle:
        """The text channel of this name, made where there is none."""
        place = guild or self.home
        return place.channels.get(name) or place.create_text_channel(name)

    def person(
        self,
        name: str,
        *,
        locale: str = "en-US",
        guild: GuildHandle | None = None,
        roles: Sequence[RoleHandle] = (),
    ) -> Person:
        """A new person in a guild, whose Discord speaks ``locale``."""
        user = self.world.create_user(name.lower(), global_name=name)
        self.world.backend.locales[user.id] = locale
        return Person((guild or self.home).add_member(user, roles=list(roles)))

    @property
    def people(self) -> list[Person]:
        """Everyone made by ``person`` who is in the first guild, in that order, also in a world that was loaded."""
        home, users = self.home, self.world.backend.users
        known = [users[user_id] for user_id in self.world.backend.locales if user_id in home.member_ids()]
        return [Person(MemberActor(self.world, home, UserHandle(self.world, user))) for user in known]

    def locale(self, person: Person) -> str:
        """The language of a person's Discord."""
        return self.world.backend.locales[person.id]

    def dump(self) -> bytes:
        """The whole world without the bot, for ``Simulation(world=...)``."""
        return self.world.backend.dump()

    # ------------------------------------------------------------------------------------------------ time, trouble

    def now(self) -> datetime:
        """The simulated time, UTC; it stands still except in ``advance``."""
        return self.world.now()

    async def settle(self) -> None:
        """Wait until the bot has nothing left to do but to wait."""
        await self.world.settle()

    async def advance(self, seconds: float) -> None:
        """Let simulated time pass, with every timer of the bot that falls due in it."""
        await self.world.pass_time(timedelta(seconds=seconds))

    @asynccontextmanager
    async def together(self) -> AsyncIterator[None]:
        """Nothing inside waits for the bot; all is in flight at once when the block ends, and then settles.

        ``async with simulation.together(): await alice.click(...); await bob.slash(...)``
        """
        self.world.holding = True
        try:
            yield
        finally:
            self.world.holding = False
        await self.settle()

    async def crash(self, make_bot: MakeBot | None = None) -> None:
        """The process dies where it stands, also inside ``together``; a new bot starts in the same world."""
        await self.world.exchange((make_bot or self.make_bot)(), crash=True)

    async def restart(self, make_bot: MakeBot | None = None) -> None:
        """The bot ends as on SIGTERM and a new one starts in the same world."""
        await self.world.exchange((make_bot or self.make_bot)(), crash=False)

    def inject_error(self, method: str, path: str, *, status: int, code: int = 0, times: int | None = 1) -> None:
        """Discord refuses the next ``times`` matching calls, or all: ``("POST", f"/channels/{dm.id}/messages")``."""
        self.world.inject_error(method, path, status=status, code=code, message="injected", times=times)

    def heal(self) -> None:
        """Take back every injected error."""
        self.world.backend.faults.clear()

    def lose_answers(self, times: int = 1) -> None:
        """Discord posts the next ``times`` messages, but the bot is told 502 and cannot know."""
        self.world.backend.answers_to_lose = times

    # ------------------------------------------------------------------------------------------------ what happened

    @property
    def requests(self) -> list[HttpLogEntry]:
        """Every REST call of the bot: method, path, params, json. Clear it to look at what comes next."""
        return self.world.http_requests

    @property
    def errors(self) -> list[str]:
        """Everything logged at ERROR and above, and exceptions of tasks. Clear it after looking for an expected one."""
        return self._mishaps.found
