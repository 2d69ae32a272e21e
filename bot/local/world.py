"""The simulated Discord: simcord, with what it leaves out and we need.

simcord keeps guilds, channels, messages and people in memory and runs an unmodified bot among them. It is young
and pinned exactly; the modules of this package alone know its internals. Each reach into them says why.
"""

import asyncio
import logging
import pickle
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NoReturn

import simcord
from discord.ext import commands
from simcord import _runtime
from simcord.backend import Backend
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError
from simcord.enums import OptionType
from simcord.http import router
from simcord.http._helpers import message_response
from simcord.http.routes import messages

from bot.local import settling as _settling  # noqa: F401 - puts simcord right before any world runs
from bot.local.servers import invite, open_for_message

log = logging.getLogger(__name__)

HORIZON = 0.5  # s: whoever sleeps longer than this is asleep, not busy
IDLE = 0.001  # s: simcord's own 50 ms between two looks make a click 25 times slower
CLOSING = 4.0  # s: a bot that does not close within them hangs
UPLOADS = f"{CDN_BASE}/attachments/"
NONCE_LIFE = timedelta(minutes=5)  # Discord says "a few minutes"
SUBCOMMANDS = (OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP)
LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Discord(Backend):
    """simcord's Discord, which also knows people's locales and the nonces of messages."""

    PASSING = frozenset({"subscribers", "transcript", "http_requests", "faults", "answers_to_lose", "deliveries"})

    def __init__(self) -> None:
        super().__init__()
        self.bot_user.name = "Comuni"
        self.locales: dict[int, str] = {}
        self.nonces: dict[tuple[int, str], tuple[int, datetime]] = {}
        self.answers_to_lose = 0
        self.deliveries = 1  # of each interaction

    def create_guild(self, name: str, **settings: Any) -> Any:
        """A guild that has invited the bot."""
        guild = super().create_guild(name, **settings)
        invite(self, guild)
        return guild

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        """Tell whoever listens of an event, an interaction with its locales and full name."""
        if event == "INTERACTION_CREATE":
            payload = {**payload, **self._locales_of(payload)}
            self._name_in_full(payload)
            for _ in range(self.deliveries - 1):
                self.repeat(event, payload)
        super().emit(event, payload)

    def repeat(self, event: str, payload: Mapping[str, Any]) -> None:
        """Tell whoever listens of an event once more, as it was told."""
        for listener in self.subscribers:
            listener(event, payload)

    def _name_in_full(self, interaction: Mapping[str, Any]) -> None:
        """Let an answer say "/act bid" is what it answers, where simcord says "/act"."""
        record, data = self.interactions[int(interaction["id"])], interaction["data"]
        while record.command_name and data.get("options") and data["options"][0]["type"] in SUBCOMMANDS:
            data = data["options"][0]
            record.command_name += f" {data['name']}"

    def _locales_of(self, interaction: Mapping[str, Any]) -> dict[str, str]:
        """Both locales of an interaction: simcord says en-US for everyone, everywhere."""
        user_id = int(interaction.get("member", interaction)["user"]["id"])
        found = {"locale": self.locales.get(user_id, "en-US")}
        if "guild_id" in interaction:
            found["guild_locale"] = self.guilds[int(interaction["guild_id"])].preferred_locale
        return found

    def sent_before(self, channel_id: int, nonce: str) -> int | None:
        """The message this nonce made in this channel, while Discord would still remember it."""
        message_id, when = self.nonces.get((channel_id, nonce), (None, LONG_AGO))
        forgotten = message_id not in self.messages.get(channel_id, {}) or self.clock.now() - when > NONCE_LIFE
        return None if forgotten else message_id

    def dump(self) -> bytes:
        """The world without what lives only in this process, as bytes for ``load``."""
        return pickle.dumps({name: part for name, part in vars(self).items() if name not in self.PASSING})

    def load(self, dumped: bytes) -> None:
        """Take over a dumped world. Pickle runs what it reads: give only bytes that this program wrote itself."""
        vars(self).update(pickle.loads(dumped))  # noqa: S301 - see above

    def set_clock(self, now: datetime) -> None:
        """Set the time of a world that is not running yet. It never goes back: ids are made of it."""
        self.clock._epoch, self.clock.elapsed = max(now, self.clock.now()), 0.0  # noqa: SLF001 - it only advances

    def drop_private_answers(self) -> None:
        """Ephemeral messages do not outlive the reader's Discord."""
        for channel in self.messages.values():
            for message in [each for each in channel.values() if each.is_ephemeral]:
                del channel[message.id]

    def forget(self) -> None:
        """Drop what simcord keeps for ever: traffic, interactions after 15 minutes, files that no message shows."""
        self.transcript.clear()
        self.http_requests.clear()
        self._forget_uploads()
        now = self.now_iso()
        for interaction in [i for i in self.interactions.values() if (i.expires_at or now) < now]:
            del self.interactions[interaction.id]
            del self.interaction_tokens[interaction.token]

    def _forget_uploads(self) -> None:
        shown = {
            attachment["url"]
            for channel in self.messages.values()
            for message in channel.values()
            for attachment in message.attachments
        }
        files = self.cdn._blobs  # noqa: SLF001 - it only ever adds
        for url in [url for url in files if url.startswith(UPLOADS) and url not in shown]:
            del files[url]


def _send_message(request: router.RequestContext) -> Any:
    """Post a message as Discord does: a repeated nonce answers with the message that it made."""
    open_for_message(request)
    discord, body, channel_id = request.backend, request.body(), request.int_arg("channel_id")
    if not isinstance(discord, Discord):
        return messages.send_message(request)
    nonce = str(body.get("nonce")) if body.get("enforce_nonce") else None
    earlier = discord.sent_before(channel_id, nonce) if nonce else None
    if earlier:
        answer = message_response(request, discord.get_message(channel_id, earlier))
    else:
        answer = messages.send_message(request)
        if nonce:
            discord.nonces[channel_id, nonce] = (int(answer["id"]), discord.clock.now())
    if discord.answers_to_lose:
        discord.answers_to_lose -= 1
        raise BackendError(502, 0, "the message was taken and its answer lost")
    return {**answer, "nonce": body.get("nonce")}


# simcord ignores `nonce`. Its router takes the first of two equal templates, so ours stands before its own.
_SENDING = ["channels", "{channel_id}", "messages"]
router._ROUTES["POST"].insert(0, (_SENDING, _send_message))  # noqa: SLF001 - there is no way to replace a route


class Mishaps(logging.Handler):
    """Collects what went wrong and nobody dealt with: whatever is logged as an error, by whomever."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.setFormatter(logging.Formatter("%(name)s: %(message)s"))
        self.found: list[str] = []
        self.ignoring = False

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the text of a record."""
        if not self.ignoring:
            self.found.append(self.format(record))


async def _cut(*_args: object, **_kwargs: object) -> NoReturn:
    raise ConnectionResetError("the process has crashed")


class World(simcord.Env):
    """A running world around one bot: patient on a slow machine, quick on a fast one, and able to hold still."""

    def __init__(self, bot: commands.Bot, mishaps: Mishaps, patience: float) -> None:
        super().__init__(bot, check_errors=False, settle_timeout=HORIZON)
        self.backend: Discord = Discord()
        self.mishaps = mishaps
        self.patience = patience
        self.idle = IDLE
        self.holding = False

    def _capture_errors(self) -> None:
        """Leave the bot's own error handlers in place: what they do not deal with is logged, and found there."""

    def _record_error(self, error: BaseException) -> None:
        """A task or a callback failed, and simcord caught it before asyncio could say so."""
        if not self.mishaps.ignoring:
            log.error("A task of the bot failed", exc_info=error)

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - simcord's signature
        idle: float = IDLE,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Settle. simcord has one number for "asleep" and for "hangs"; a busy bot gets ``patience`` seconds."""
        clock = asyncio.get_running_loop().time
        began = clock()
        at_rest = self.holding
        while not at_rest:
            try:
                await super()._settle_internal(
                    timeout=timeout, idle=min(idle, self.idle), dispatch=dispatch, _deadline=_deadline
                )
                at_rest = True
            except TimeoutError:
                if _deadline is not None or clock() > began + self.patience:
                    raise

    async def exchange(self, new: commands.Bot, *, crash: bool) -> None:
        """Put a new bot into the world. The old one drains and closes first, or dies in the middle of its work.

        simcord's ``restart_bot`` always drains and never closes. Discord hears nothing from a bot that crashed.
        """
        old: Any = self.bot
        self._begin_operation("exchange")
        try:
            self.holding = False
            self.mishaps.ignoring = crash
            if crash:
                old.http.request = _cut
                self._webhook_adapter.request = _cut
                await self._detach_bot()
                await old.close()
            else:
                await self._settle_internal()
                await self.close_bot()
                await self._detach_bot()
            self.mishaps.ignoring = False
            await _runtime._attach_bot(self, new)  # noqa: SLF001 - as restart_bot does
        finally:
            self.mishaps.ignoring = False
            self._end_operation()

    async def close_bot(self) -> None:
        """Close the bot as its own process would: simcord never does, and a database thread would stay."""
        async with asyncio.timeout(CLOSING):
            with self._bot_scope():
                await self.bot.close()

    async def pass_time(self, span: timedelta) -> None:
        """Let simulated time pass. simcord gives a whole span the real time of one step; here each step gets it."""
        end, clock = self.now() + span, asyncio.get_running_loop().time
        before, began = LONG_AGO, 0.0
        while True:
            if self.now() > before:
                before, began = self.now(), clock()
            try:
                return await self.advance_time(max(0.0, (end - self.now()).total_seconds()))
            except TimeoutError:
                if clock() > began + self.patience:
                    raise
