"""What is left to say where nobody knows whether Discord took an acknowledgement, or where it refused an answer."""

import logging

import discord

from bot.ui.table_texts import not_taken_text
from cogs.hosting import NOT_TAKEN, Interaction, calling, private_language

log = logging.getLogger(__name__)

ALREADY_ACKNOWLEDGED = 40060
TRIED_AGAIN_AFTER = 1.0  # seconds that discord.py lets pass at least before it repeats a call


def is_unclear(error: Exception, seconds: float) -> bool:
    """Whether an acknowledgement that failed so, after so long, may have been taken, and then nothing follows it.

    That it was taken already is said at once to an interaction that came twice: it is answered where it came first.
    Said later, it means an earlier try of our own.
    """
    if not isinstance(error, discord.HTTPException):
        return not isinstance(error, discord.RateLimited)
    return error.status >= 500 or (error.code == ALREADY_ACKNOWLEDGED and seconds >= TRIED_AGAIN_AFTER)


async def tell_unclear(interaction: Interaction) -> None:
    """Say that nothing was done, where Discord may show for ever that we think."""
    await tell(interaction, not_taken_text(private_language(interaction)))


async def tell(interaction: Interaction, text: str) -> None:
    """Put a private sentence where the answer should be, trying once; `acknowledge` has chosen who sees it."""
    try:
        async with calling(interaction.client):
            await interaction.edit_original_response(content=text, allowed_mentions=discord.AllowedMentions.none())
    except NOT_TAKEN as error:
        log.info("interaction %s is told nothing: %s", interaction.id, type(error).__name__)
