"""Everything the bot sent, by who could read it; and people whose interactions are noted for that."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simcord.builders import ChannelHandle
from simcord.results import InteractionResult, ResponseMessage
from simcord.types import HttpLogEntry

from bot.local.simulation import Person, Shown, Simulation

EVERYBODY = 0
INTERACTION = re.compile(r"^/(interactions|webhooks)/\d+/(?P<token>[^/]+)")
POSTED = re.compile(r"^/channels/(?P<channel>\d+)/messages")
UPDATES = (6, 7)  # answers to a press that put what follows into the pressed message


@dataclass(frozen=True, slots=True)
class Sent:
    """A request of the bot that somebody reads: one person, by user id, or EVERYBODY in the channel."""

    reader: int
    request: HttpLogEntry

    @property
    def text(self) -> str:
        """All text in its body."""
        return "\n".join(_texts(self.request.json))

    @property
    def embeds(self) -> list[dict[str, Any]]:
        """Its embeds."""
        body = self.request.json or {}
        return list(body.get("embeds") or ())


class Traffic:
    """Takes note of who acts, and so knows who reads the answers."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._acting: list[tuple[int, int, bool]] = []  # from which request on, who, and by a control that all can see

    def note(self, person: Person, pressed: Shown | None = None) -> None:
        """From now on it is this person who acts, perhaps by pressing a control of a message."""
        public = pressed is not None and not pressed.flags.ephemeral and _place(pressed) != person.dm.id
        self._acting.append((len(self._simulation.requests), person.id, public))

    def by_reader(self, private: Mapping[int, int], start: int = 0) -> Iterator[Sent]:
        """The requests from a number on that somebody reads; `private` channels belong to a person each.

        Answers to interactions are read by the one who acted alone, unless they update a message that all can see.
        """
        updating: set[str] = set()  # tokens of interactions
        for number, request in enumerate(self._simulation.requests[start:], start=start):
            if found := INTERACTION.match(request.path):
                _, actor, public = self._acting[bisect_right(self._acting, number, key=lambda acted: acted[0]) - 1]
                if public and isinstance(request.json, dict) and request.json.get("type") in UPDATES:
                    updating.add(found["token"])
                yield Sent(EVERYBODY if found["token"] in updating else actor, request)
            elif found := POSTED.match(request.path):
                yield Sent(private.get(int(found["channel"]), EVERYBODY), request)


@dataclass(frozen=True)
class Visitor(Person):
    """A person of whose interactions note is taken."""

    traffic: Traffic

    async def slash(self, channel: ChannelHandle, command: str, /, **options: Any) -> InteractionResult:
        """See Person."""
        self.traffic.note(self)
        return await super().slash(channel, command, **options)

    async def autocomplete(
        self, channel: ChannelHandle, command: str, option: str, typed: str = "", /, **filled: Any
    ) -> list[dict[str, Any]]:
        """See Person."""
        self.traffic.note(self)
        return await super().autocomplete(channel, command, option, typed, **filled)

    async def click(
        self, message: Shown, *, label: str | None = None, custom_id: str | None = None
    ) -> InteractionResult:
        """See Person."""
        self.traffic.note(self, message)
        return await super().click(message, label=label, custom_id=custom_id)

    async def select(self, message: Shown, values: Sequence[str], *, custom_id: str | None = None) -> InteractionResult:
        """See Person."""
        self.traffic.note(self, message)
        return await super().select(message, values, custom_id=custom_id)

    async def forge(
        self, message: Shown, custom_id: str, *, values: Sequence[str] | None = None, typed: str | None = None
    ) -> InteractionResult:
        """See Person."""
        self.traffic.note(self, message)
        return await super().forge(message, custom_id, values=values, typed=typed)

    async def submit(self, shown: InteractionResult, values: dict[str, Any]) -> InteractionResult:
        """See Person; a form is opened from private messages alone."""
        self.traffic.note(self)
        return await super().submit(shown, values)


def pinged(request: HttpLogEntry) -> list[int]:
    """The people whom a message notifies."""
    body = request.json or {}
    return [int(user) for user in (body.get("allowed_mentions") or {}).get("users", ())]


def _place(message: Shown) -> int:
    return message.channel_id if isinstance(message, ResponseMessage) else message.channel.id


def _texts(body: Any) -> Iterator[str]:
    if isinstance(body, str):
        yield body
    elif isinstance(body, dict | list):
        for part in body.values() if isinstance(body, dict) else body:
            yield from _texts(part)
