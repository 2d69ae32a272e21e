"""How every command is answered: acknowledged first, in private, with one outcome that the person sees."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord

from bot.tables.errors import TableRefusal
from bot.ui.limits import check_message
from bot.ui.table_texts import still_working_text, table_refusal_text, too_fast_text, unexpected_text
from cogs.budgets import Spent
from cogs.hosting import NOT_TAKEN, Interaction, calling, never_taken, person_of, private_language
from cogs.unclear import is_unclear, tell, tell_unclear

C = TypeVar("C")
T = TypeVar("T")
P = ParamSpec("P")

ACKNOWLEDGED_WITHIN = 3.0  # seconds; later Discord has given the interaction up

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person is told in private."""

    content: str | None = None
    embeds: Sequence[discord.Embed] = ()
    files: Sequence[discord.File] = ()
    view: discord.ui.View | None = None


def answered(
    command: Callable[Concatenate[C, Interaction, P], Awaitable[Answer]],
) -> Callable[Concatenate[C, Interaction, P], Coroutine[Any, Any, None]]:
    """Make a cog's method that gives an Answer into the callback of a command; see `answer`."""

    @wraps(command)
    async def callback(cog: C, interaction: Interaction, /, *args: P.args, **options: P.kwargs) -> None:
        await answer(interaction, lambda: command(cog, interaction, *args, **options))

    return callback


async def answer(interaction: Interaction, work: Callable[[], Awaitable[Answer]]) -> None:
    """Acknowledge, then do the work and tell its outcome to the person alone (law 2).

    Where the acknowledgement fails nothing is applied. Refusals become one sentence; anything unexpected is logged
    under a short code, which the person sees. What is beyond their budget is neither worked on nor waits.
    """
    try:
        with interaction.client.budgets.place(interaction.user.id) as turn:
            await _answer(interaction, work, turn)
    except Spent as spent:
        await _turn_away(interaction, spent)


async def _answer(interaction: Interaction, work: Callable[[], Awaitable[Answer]], turn: asyncio.Lock) -> None:
    began = asyncio.get_running_loop().time()
    try:
        async with asyncio.timeout(ACKNOWLEDGED_WITHIN):
            await acknowledge(interaction)
    except NOT_TAKEN as error:
        log.warning("interaction %s was not acknowledged: %s", interaction.id, type(error).__name__)
        if is_unclear(error, asyncio.get_running_loop().time() - began):
            await tell_unclear(interaction)
        return
    async with turn:  # not while it is sent: one reply that hangs would hold up all that the person does
        outcome = await _outcome(interaction, work)
    try:
        await _send(interaction, outcome)
    except NOT_TAKEN as error:
        log.warning("interaction %s was not answered: %s", interaction.id, type(error).__name__)
        if never_taken(error):
            code = failure_code("answer", interaction.id, error)
            await tell(interaction, unexpected_text(code, private_language(interaction)))


async def offered(interaction: Interaction, work: Coroutine[Any, Any, list[T]]) -> list[T]:
    """The outcome of an autocomplete, where nobody can be told what failed: nothing is offered then.

    Nor is anything where the person has typed on meanwhile.
    """
    try:
        return await interaction.client.budgets.newest(interaction.user.id, work)
    except TableRefusal:
        return []  # the command itself says why
    except Exception as error:  # noqa: BLE001 - discord.py would swallow it; it is logged with a code
        failure_code("autocomplete", interaction.id, error)
        return []


async def acknowledge(interaction: Interaction) -> None:
    """Say that an answer comes, so that `edit_original_response` then reaches the person alone.

    The only place that chooses how: a press on a private message has that message updated; anything else gets a new
    private reply. Without `thinking` a press on a public message would put the answer into that message.
    """
    message = interaction.message
    if message is not None and (message.flags.ephemeral or interaction.guild_id is None):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


def failure_code(what: str, number: int, error: Exception) -> str:
    """Log an exception under a new short code, with what failed and its id."""
    code = secrets.token_hex(3)
    log.error("code %s: %s %s failed", code, what, number, exc_info=error)
    return code


async def _turn_away(interaction: Interaction, spent: Spent) -> None:
    """One new private reply: a panel that was pressed stays as it is, to be pressed again."""
    t = private_language(interaction)
    text = still_working_text(t) if spent.seconds is None else too_fast_text(spent.seconds, t)
    try:
        async with asyncio.timeout(ACKNOWLEDGED_WITHIN):
            await interaction.response.send_message(text, ephemeral=True)
    except NOT_TAKEN as error:
        log.info("interaction %s was not turned away: %s", interaction.id, type(error).__name__)


async def _outcome(interaction: Interaction, work: Callable[[], Awaitable[Answer]]) -> Answer:
    t = private_language(interaction)
    try:
        await interaction.client.tables.people.note(person_of(interaction))
        outcome = await work()
        check_message(outcome.content, outcome.embeds, outcome.view)
    except TableRefusal as refusal:
        return Answer(table_refusal_text(refusal.key, refusal.data, t))
    except Exception as error:  # noqa: BLE001 - the person must see one outcome, whatever failed
        return Answer(unexpected_text(failure_code("interaction", interaction.id, error), t))
    return outcome


async def _send(interaction: Interaction, outcome: Answer) -> None:
    async with calling(interaction.client):
        await interaction.edit_original_response(
            content=outcome.content,
            embeds=list(outcome.embeds),
            attachments=list(outcome.files),
            view=outcome.view,
            allowed_mentions=discord.AllowedMentions.none(),
        )
