"""What Discord's gateway does beside telling news: it tells things twice, and greets a bot again and again."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from simcord.backend import serializers

from bot.local.simulation import Simulation

Told = tuple[str, Mapping[str, Any]]  # an event, as its kind and what it says


class Gateway:
    """The gateway of a running simulation."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._discord = simulation.world.backend

    @contextmanager
    def telling(self, times: int) -> Iterator[None]:
        """Inside, each interaction reaches the bot so often, with the same id and token."""
        self._discord.deliveries = times
        try:
            yield
        finally:
            self._discord.deliveries = 1

    @property
    def told(self) -> list[Told]:
        """All that the bot was told since the world began or was saved, oldest first."""
        return [(event, payload) for kind, event, payload in self._discord.transcript if kind == "GATEWAY"]

    def newest(self, event: str) -> Told:
        """What the bot was told last of a kind."""
        return next(told for told in reversed(self.told) if told[0] == event)

    async def repeat(self, *told: Told) -> None:
        """Tell the bot again, all at once, as a gateway does that is not sure what had reached it."""
        for event, payload in told:
            self._discord.repeat(event, payload)
        await self._simulation.settle()

    async def greet(self) -> None:
        """A new session: the bot is told that it is ready, and what servers there are."""
        user = dict(serializers.user_payload(self._discord.bot_user))
        application = {"id": str(self._discord.application_id), "flags": 0}
        ready = {"v": 10, "user": user, "guilds": [], "session_id": "simulated", "application": application}
        guilds = [serializers.guild_create_payload(self._discord, each) for each in self._discord.guilds.values()]
        await self.repeat(("READY", ready), *(("GUILD_CREATE", guild) for guild in guilds))

    async def resume(self) -> None:
        """The session goes on after an interruption."""
        await self.repeat(("RESUMED", {"__shard_id__": None}))
