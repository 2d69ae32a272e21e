"""What the tests of lost channels share: channels deleted, forbidden, or gone with the whole server."""

from random import Random

import discord
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from bot.game.rules import waiting
from bot.local.simulation import Person
from bot.tables.model import Table
from bot.ui.custom_ids import Kind
from bot.ui.panels.codes import encode
from tests.cogs.club import Club
from tests.cogs.handling import holder, id_of, ping_of, state_of
from tests.game.characters import RANDOM

MAY_WRITE = ("send_messages", "send_messages_in_threads")


class Server:
    """A server that can send the bot away, and invite it again with all its channels and people."""

    def __init__(self, club: Club) -> None:
        self._simulation = club.simulation
        self._discord = club.simulation.world.backend
        self._guild = self._discord.guilds[club.simulation.home.id]
        kept = [*self._guild.channel_ids, *self._guild.thread_ids]
        self._channels = {number: (self._discord.channels[number], self._discord.messages[number]) for number in kept}

    async def kick(self) -> None:
        """The bot is no longer there."""
        self._discord.remove_guild(self._guild.id)
        await self._simulation.settle()

    async def invite(self) -> None:
        """The bot is there again, and so is everything else."""
        self._discord.guilds[self._guild.id] = self._guild
        for number, (channel, messages) in self._channels.items():
            self._discord.channels[number], self._discord.messages[number] = channel, messages
        self._discord.emit("GUILD_CREATE", serializers.guild_create_payload(self._discord, self._guild))
        await self._simulation.settle()


async def delete(club: Club, channel: ChannelHandle) -> Table:
    """A channel or thread is deleted; its table, which the club goes on to follow."""
    club.table_id = (await club.bot.tables.reader.table_of_channel(channel.id)).id
    club.simulation.world.backend.delete_channel(channel.id)
    await club.simulation.settle()
    return await club.table()


async def forbid(club: Club, channel: ChannelHandle, *names: str) -> None:
    """The bot is no longer permitted something in a channel; without names, to write there."""
    denied = discord.Permissions(**dict.fromkeys(names or MAY_WRITE, True)).value
    backend = club.simulation.world.backend
    backend.set_overwrite(channel.id, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, deny=denied))
    await club.simulation.settle()


async def permit(club: Club, channel: ChannelHandle) -> None:
    """The bot is permitted everything again that was forbidden."""
    backend = club.simulation.world.backend
    backend.delete_overwrite(channel.id, backend.bot_user.id)
    await club.simulation.settle()


async def mark(club: Club, channel: ChannelHandle, **marks: bool) -> None:
    """A moderator has a thread `archived`, `locked`, or not."""
    club.simulation.world.backend.edit_channel(channel.id, {}, thread_metadata=marks)
    await club.simulation.settle()


def thread(club: Club, name: str) -> ChannelHandle:
    """A thread in the club's channel."""
    backend = club.simulation.world.backend
    made = backend.create_thread(club.channel.id, name, club.people[0].id if club.people else backend.bot_user.id)
    return ChannelHandle(club.simulation.world, club.simulation.home, made)


async def play_in_private(club: Club, random: Random) -> Person:
    """One of those who are asked does something by the controls of a letter; who."""
    state = await state_of(club)
    seat = random.choice(waiting(state))
    person, code = await holder(club, seat), encode(RANDOM.act(state, seat, random))
    await person.forge(ping_of(person), await id_of(club, Kind.DO, seat, code))
    return person


def calls_to(club: Club, channel: ChannelHandle) -> list[str]:
    """What the bot tried in a channel."""
    path = f"/channels/{channel.id}"
    return [sent.method for sent in club.simulation.requests if sent.path.startswith(path)]
