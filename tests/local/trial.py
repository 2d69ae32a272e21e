"""A small bot that does a little of everything: the simulation is tested with it, not with the game."""

import argparse
import asyncio
import io
import re
import sys
from pathlib import Path
from typing import Any, Literal, Self

import discord
from discord import app_commands
from discord.ext import commands
from PIL import Image

from bot.local.options import add_options
from bot.local.play import run

STEPS = {"First": "Second", "Second": "Third"}
PICTURE_SIZE = 100, 600
FRUIT = ("apple", "apricot", "banana", "cherry")


class Trial(commands.Bot):
    """Keeps nothing but a count of its lives, and a sender that waits for work as the real one does."""

    def __init__(self) -> None:
        super().__init__(commands.when_mentioned, intents=discord.Intents.default())
        self.tree.add_command(fruit)
        self.tree.add_command(Table())
        self.outbox: asyncio.Queue[tuple[int, str]] = asyncio.Queue()
        self.at_once = 0
        self.most_at_once = 0
        self.closed_cleanly = False

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Next, Tap)
        await self.tree.sync()
        self.sender = asyncio.create_task(self.send_all())

    async def send_all(self) -> None:
        while True:
            user_id, text = await self.outbox.get()
            user = await self.fetch_user(user_id)
            await user.send(text, nonce=f"for {user_id}")

    async def close(self) -> None:
        if not self.sender.done():  # cancelling a task that failed would hide its error
            self.sender.cancel()
        await super().close()
        self.closed_cleanly = True


class Next(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"next:(?P<at>[0-9]+)"):
    """A button that looks the same after it was pressed, and is another."""

    def __init__(self, at: int) -> None:
        super().__init__(discord.ui.Button(label="Next", custom_id=f"next:{at}"))
        self.at = at

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls(int(match["at"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(Next(self.at + 1))
        view.stop()
        await interaction.response.edit_message(view=view)


class Tap(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"tap:(?P<what>[A-Z][a-z]+)"):
    """A button that answers in private, or with a form, or puts another picture or button into its message."""

    def __init__(self, what: str) -> None:
        super().__init__(discord.ui.Button(label=what, custom_id=f"tap:{what}"))
        self.what = what

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> Self:
        return cls(match["what"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if self.what == "Form":
            await interaction.response.send_modal(Form())
        elif self.what == "Redraw":
            await interaction.response.edit_message(attachments=[picture()])
        elif self.what in STEPS:
            view = discord.ui.View(timeout=None)
            view.add_item(Tap(STEPS[self.what]))
            view.stop()
            await interaction.response.edit_message(view=view)
        else:
            await interaction.response.send_message("Here you are", ephemeral=True)


class Form(discord.ui.Modal, title="A form"):
    """Says what was typed into it."""

    amount: discord.ui.TextInput[Self] = discord.ui.TextInput(label="Amount")

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"You typed {self.amount.value}", ephemeral=True)


def picture() -> discord.File:
    """A tall picture, another one each time; some 60 kB that cannot be packed."""
    png = io.BytesIO()
    Image.effect_noise(PICTURE_SIZE, 80).save(png, "PNG")
    return discord.File(io.BytesIO(png.getvalue()), "picture.png", description="A tall picture")


@app_commands.command(description="Say how you like a fruit")
async def fruit(
    interaction: discord.Interaction[Trial], name: str, count: int, how: Literal["raw", "cooked"] = "raw"
) -> None:
    await interaction.response.send_message(f"{count} {name}, {how}", ephemeral=True)


@fruit.autocomplete("name")
async def fruits(interaction: discord.Interaction[Trial], typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=f"{each} ({len(each)})", value=each) for each in FRUIT if typed in each]


class Table(app_commands.Group, name="table", description="A table"):
    """Commands that answer in every way Discord knows."""

    @app_commands.command(description="Show the board")
    async def board(self, interaction: discord.Interaction[Trial], title: str = "Board") -> None:
        embed = discord.Embed(title=title, description=f"It is {interaction.user.mention}'s turn")
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Bid", custom_id="bid"))
        view.add_item(Next(0))
        view.stop()
        await interaction.response.send_message(embed=embed, view=view)

    @app_commands.command(description="One button after another, in one place")
    async def steps(self, interaction: discord.Interaction[Trial]) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(Tap("First"))
        view.stop()
        await interaction.response.send_message("Steps", view=view)

    @app_commands.command(description="Show a picture")
    async def picture(self, interaction: discord.Interaction[Trial]) -> None:
        embed = discord.Embed(title="Picture").set_image(url="attachment://picture.png")
        view = discord.ui.View(timeout=None)
        for what in ("Answer", "Form", "Redraw"):
            view.add_item(Tap(what))
        view.stop()
        await interaction.response.send_message(embed=embed, view=view, file=picture())

    @app_commands.command(description="Where am I?")
    async def locales(self, interaction: discord.Interaction[Trial]) -> None:
        await interaction.response.send_message(f"{interaction.locale} {interaction.guild_locale}")

    @app_commands.command(description="Tell me in private")
    async def whisper(self, interaction: discord.Interaction[Trial], text: str) -> None:
        await interaction.response.send_message("You have mail", ephemeral=True)
        interaction.client.outbox.put_nowait((interaction.user.id, text))

    @app_commands.command(description="Tell me in private, a little later")
    async def later(self, interaction: discord.Interaction[Trial], text: str) -> None:
        await interaction.response.send_message("Wait for it", ephemeral=True)
        bot, user_id = interaction.client, interaction.user.id
        asyncio.get_running_loop().call_later(2, bot.outbox.put_nowait, (user_id, text))

    @app_commands.command(description="Take a moment")
    async def slow(self, interaction: discord.Interaction[Trial]) -> None:
        bot = interaction.client
        bot.at_once += 1
        bot.most_at_once = max(bot.most_at_once, bot.at_once)
        await asyncio.sleep(0.02)
        bot.at_once -= 1
        await interaction.response.send_message("Done")

    @app_commands.command(description="Break")
    async def broken(self, interaction: discord.Interaction[Trial]) -> None:
        msg = f"{interaction.user} broke it"
        raise RuntimeError(msg)


def with_database(database: Path) -> Trial:
    """The trial bot does not need the file that the real one would open."""
    database.touch()
    return Trial()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    add_options(parser)
    sys.exit(run(parser.parse_args(), with_database))
