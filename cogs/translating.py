"""Descriptions of commands in the languages of the catalogue.

The names stay as they are: people of one table, whatever their languages, tell each other what to type.
"""

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Place

from bot.locale import LANGUAGES, translator

TRANSLATED = (Place.command_description, Place.group_description, Place.parameter_description, Place.choice_name)


class CommandTranslator(app_commands.Translator):
    """Asked by discord.py for every text of every command at registration."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in a locale; None where it stays in English."""
        language = str(locale).partition("-")[0]
        if language not in LANGUAGES or context.location not in TRANSLATED:
            return None
        translated = translator(language).verbatim(string.message)
        return None if translated == string.message else translated
