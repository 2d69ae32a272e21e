"""What is known of people: the name they go by, the locale last seen, and where their DM is."""

from contextlib import suppress
from dataclasses import replace
from enum import StrEnum

from bot.tables.errors import NotSaved
from bot.tables.model import Person, Table
from bot.tables.ports import PersonRow, Store


class Pings(StrEnum):
    """How a person wants to hear that something waits for them."""

    DM = "dm"
    MENTION = "mention"
    NONE = "none"


class People:
    """Keeps what Discord says of people whenever they act; a DM itself has no locale."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._noted: dict[int, Person] = {}

    async def note(self, person: Person) -> None:
        """Remember a person's name and locale; writes only where they changed since last noted.

        In a private chat nobody is called as a server calls them: there their name stays until their account's changes.
        """
        noted = self._noted.get(person.user_id)
        if noted is not None and person.private and person.account == noted.account:
            person = replace(person, name=noted.name)
        if noted is not None and (noted.name, noted.locale) == (person.name, person.locale):
            self._noted[person.user_id] = person
            return
        with suppress(NotSaved):  # no reason to refuse what they want; it is noted the next time
            async with self._store.write() as writer:
                await writer.save_person(person.user_id, person.name, person.locale)
        self._noted[person.user_id] = person

    async def known(self, user_id: int) -> PersonRow | None:
        """What is known of a person."""
        return (await self._store.people([user_id])).get(user_id)

    async def dm_found(self, user_id: int, channel_id: int) -> None:
        """Remember a person's DM channel: without it each message would cost another call."""
        async with self._store.write() as writer:
            await writer.save_dm(user_id, channel_id)

    async def pings(self, user_id: int) -> Pings:
        """How a person wants to be pinged; in a DM unless they said otherwise."""
        known = await self.known(user_id)
        return Pings(known.pings) if known else Pings.DM

    async def want_pings(self, user_id: int, pings: Pings) -> None:
        """A person says how they want to be pinged, at all their tables."""
        async with self._store.write() as writer:
            await writer.save_pings(user_id, pings)

    async def looked(self, table: Table, user_id: int) -> None:
        """Note that a person at a table has looked at all that has happened there."""
        seated = next((each for each in table.people if each.user_id == user_id), None)
        if seated is None or seated.looked >= table.version:
            return
        with suppress(NotSaved):  # what they have read is shown to them as new once more
            async with self._store.write() as writer:
                await writer.save_looked(table.id, user_id, table.version)
