"""The real bot against a simulated Discord: what local play and the tests share.

simcord keeps the world (guilds, channels, messages, people) and runs the unmodified bot in it. It is young and
pinned exactly; only this module and ``bot.local.preview`` know its internals. Each reach into them says why.
"""

import asyncio
import logging
import pickle
import traceback
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Any, NoReturn, Self

import discord
import simcord
from discord.ext import commands
from simcord import _runtime, _settlement
from simcord.actors import MemberActor
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.builders import ChannelHandle, GuildHandle, RoleHandle, UserHandle
from simcord.http import router
from simcord.http._helpers import message_response
from simcord.http.routes import messages
from simcord.results import InteractionResult, ResponseMessage
from simcord.types import HttpLogEntry

MakeBot = Callable[[], commands.Bot]
Shown = discord.Message | ResponseMessage

HORIZON = 0.5  # s: whoever sleeps longer than this is asleep, not busy
IDLE = 0.001  # s: simcord's own 50 ms between two looks make a click 25 times slower
CLOSING = 5.0  # s: a bot that does not close within them hangs
NONCE_LIFE = timedelta(minutes=5)  # Discord says "a few minutes"


class _Discord(Backend):
    """simcord's Discord, which also knows people's locales and the nonces of messages."""

    def __init__(self) -> None:
        super().__init__()
        self.locales: dict[int, str] = {}
        self.nonces: dict[tuple[int, str], tuple[int, datetime]] = {}
        self.answers_to_lose = 0

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            payload = {**payload, **self._locales_of(payload)}
        super().emit(event, payload)

    def _locales_of(self, interaction: Mapping[str, Any]) -> dict[str, str]:
        """The two locales of an interaction: simcord says en-US for everyone, everywhere."""
        user_id = int(interaction.get("member", interaction)["user"]["id"])
        found = {"locale": self.locales.get(user_id, "en-US")}
        if "guild_id" in interaction:
            found["guild_locale"] = self.guilds[int(interaction["guild_id"])].preferred_locale
        return found

    def sent_before(self, channel_id: int, nonce: str) -> int | None:
        """The message this nonce made in this channel, while Discord would still remember it."""
        message_id, when = self.nonces.get((channel_id, nonce), (None, datetime.min.replace(tzinfo=UTC)))
        return message_id if self.clock.now() - when <= NONCE_LIFE else None


def _send_message(request: router.RequestContext) -> Any:
    """Post a message as Discord does: a repeated nonce answers with the message that it made."""
    world, body, channel_id = request.backend, request.body(), request.int_arg("channel_id")
    if not isinstance(world, _Discord):
        return messages.send_message(request)
    nonce = str(body.get("nonce")) if body.get("enforce_nonce") else None
    earlier = world.sent_before(channel_id, nonce) if nonce else None
    if earlier is not None and earlier in world.messages[channel_id]:
        answer = message_response(request, world.get_message(channel_id, earlier))
    else:
        answer = messages.send_message(request)
        if nonce:
            world.nonces[channel_id, nonce] = (int(answer["id"]), world.clock.now())
    if world.answers_to_lose:
        world.answers_to_lose -= 1
        raise BackendError(502, 0, "the message was taken, its answer was lost")
    return {**answer, "nonce": body.get("nonce")}


# simcord drops `nonce`. Its router takes the first of two equal templates: ours stands before its own.
router._ROUTES["POST"].insert(0, (["channels", "{channel_id}", "messages"], _send_message))  # noqa: SLF001 - no hook

_WAITS_FOR_WORK = {f.__code__ for f in (asyncio.Event.wait, asyncio.Queue.get, asyncio.Condition.wait)}
_simcord_park_reason = _settlement._park_reason  # noqa: SLF001 - wrapped below


def _innermost(task: asyncio.Task[Any]) -> Any:
    coroutine: Any = task.get_coro()
    while hasattr(getattr(coroutine, "cr_await", None), "cr_frame"):
        coroutine = coroutine.cr_await
    return coroutine


def _waits_for_work(task: asyncio.Task[Any]) -> bool:
    """Whether a task waits for another to give it work (also through Python 3.11's two-task ``wait_for``)."""
    coroutine = _innermost(task)
    code, frame = getattr(coroutine, "cr_code", None), getattr(coroutine, "cr_frame", None)
    if code is asyncio.wait_for.__code__ and frame is not None:
        inner = frame.f_locals.get("fut")
        return isinstance(inner, asyncio.Task) and not inner.done() and _waits_for_work(inner)
    return code in _WAITS_FOR_WORK


def _park_reason(
    state: Any, task: asyncio.Task[Any], deadline: float, seen: set[int] | None = None
) -> str | None:
    reason = _simcord_park_reason(state, task, deadline, seen)
    waiter = getattr(task, "_fut_waiter", None)
    if reason is None and waiter is not None and not waiter.done() and _waits_for_work(task):
        return "waits for work"
    return reason


# A sender that waits for its next message is idle; simcord takes it for a bot that never comes to rest.
_settlement._park_reason = _park_reason  # noqa: SLF001 - no hook


class _Mishaps(logging.Handler):
    """Collects what went wrong and nobody caught: whatever was logged as an error by whomever."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(logging.Formatter("%(name)s: %(message)s").format(record))

    def add(self, error: BaseException) -> None:
        self.found.append("".join(traceback.format_exception(error)))


class _Env(simcord.Env):
    """simcord's environment: patient with a slow machine, quick on a fast one, and able to hold still."""

    def __init__(self, bot: commands.Bot, mishaps: _Mishaps, patience: float) -> None:
        super().__init__(bot, check_errors=False, settle_timeout=HORIZON)
        self.backend: _Discord = _Discord()
        self.mishaps = mishaps
        self.patience = patience
        self.holding = False

    def _capture_errors(self) -> None:
        """Leave the bot's own error handlers in place: what they let through is logged, and collected there."""

    def _record_error(self, error: BaseException) -> None:
        """Errors of tasks and callbacks, which simcord keeps from asyncio's own log."""
        self.mishaps.add(error)

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - simcord's signature
        idle: float = IDLE,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Settle; a busy bot gets ``patience`` seconds, where simcord's one number is the horizon as well."""
        del idle  # simcord's callers leave it at 50 ms
        started = asyncio.get_running_loop().time()
        while not self.holding:
            try:
                return await super()._settle_internal(
                    timeout=timeout, idle=IDLE, dispatch=dispatch, _deadline=_deadline
                )
            except TimeoutError:
                waited = asyncio.get_running_loop().time() - started
                if _deadline is not None or waited > self.patience:
                    raise

    async def attach(self, bot: commands.Bot) -> None:
        await _runtime._attach_bot(self, bot)  # noqa: SLF001 - restart_bot() drains first: that is no crash


async def _cut(*_args: object, **_kwargs: object) -> NoReturn:
    raise ConnectionResetError("the process has crashed")


@dataclass(frozen=True)
class Person:
    """Someone in a guild: does what a person can do in Discord, and sees what they would see."""

    member: MemberActor

    @property
    def id(self) -> int:
        return self.member.id

    @property
    def name(self) -> str:
        return self.member.user.global_name or self.member.name

    @property
    def dm(self) -> ChannelHandle:
        """This person's private chat with the bot."""
        return self.member.user.dm_channel

    def sees(self, channel: ChannelHandle) -> list[discord.Message]:
        """All messages of a channel as this person sees them, oldest first, with their own ephemeral ones."""
        return channel.history(viewer=self._in(channel.id))

    def _in(self, channel_id: int) -> MemberActor | UserHandle:
        return self.member.user if channel_id == self.dm.id else self.member

    async def slash(self, channel: ChannelHandle, command: str, /, **options: Any) -> InteractionResult:
        """Run a slash command, subcommands spelled out: ``alice.slash(table, "act bid", column=1)``."""
        if channel.id == self.dm.id:
            result: InteractionResult = await self.member.user.slash(command, **options)
            return result
        return await self.member.slash(channel, command, **options)

    async def autocomplete(
        self, channel: ChannelHandle, command: str, option: str, typed: str = "", /, **filled: Any
    ) -> list[dict[str, Any]]:
        """The choices (``name``, ``value``) the bot offers while this person types into an option."""
        if channel.id == self.dm.id:
            return await self.member.user.autocomplete(command, option, typed, **filled)
        return await self.member.autocomplete(channel, command, option, typed, **filled)

    async def click(
        self, message: Shown, *, label: str | None = None, custom_id: str | None = None
    ) -> InteractionResult:
        """Press one button of a message."""
        actor = self._in(_channel_of(message))
        result: InteractionResult = await actor.click(message, label=label, custom_id=custom_id)
        return result

    async def select(
        self, message: Shown, values: Sequence[str], *, custom_id: str | None = None
    ) -> InteractionResult:
        """Choose options of a select menu by their values."""
        actor = self._in(_channel_of(message))
        result: InteractionResult = await actor.select(message, values, custom_id=custom_id)
        return result

    async def submit(self, shown: InteractionResult, values: dict[str, Any]) -> InteractionResult:
        """Fill in and send the modal that an interaction showed."""
        result: InteractionResult = await self.member.submit_modal(shown, values)
        return result


def _channel_of(message: Shown) -> int:
    return message.channel_id if isinstance(message, ResponseMessage) else message.channel.id
