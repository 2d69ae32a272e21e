"""What people do so that the bot makes a kind of call, and what they see of it."""

import re
from collections import Counter
from fnmatch import fnmatch
from typing import ClassVar

import pytest
from simcord.results import InteractionResult

from tests.end_to_end.faults.wired import WiredHouse
from tests.end_to_end.traffic import Visitor

CODE = re.compile(r"report code [0-9a-f]{6}")
NOTHING_DONE = "Discord did not take this in time; nothing was done. Please try again."


class Scene:
    """Something that can be done again and again in one house.

    `kind` is the kind of call that it shows, `title` what it is called in the table of results. `in_spite`: it can be
    done while such calls fail.
    """

    kind: ClassVar[str]
    title: ClassVar[str] = ""
    in_spite: ClassVar[bool] = False
    host: Visitor

    def __init__(self, house: WiredHouse) -> None:
        self.house = house

    async def open(self) -> None:
        """Make ready, once."""

    def close(self) -> None:
        """Put back what was changed outside the house."""

    async def prepare(self) -> None:
        """Take note of how things stand, before each time."""

    @property
    def call(self) -> tuple[str, str]:
        """The method and path of the calls that are to fail."""
        raise NotImplementedError

    async def act(self) -> None:
        """Do it."""
        raise NotImplementedError

    async def seen(self) -> str:
        """What has come of it so far, in a few words; fails where somebody sees less than one outcome, or two."""
        raise NotImplementedError

    async def acted(self) -> bool:
        """Whether what was done last counts."""
        raise NotImplementedError

    async def mend(self) -> None:
        """What the host does once there is no trouble any more."""
        if (await self.house.table()).suspended is not None:
            await self.host.slash(self.house.channel, "comuni resume")

    def retried(self, words: str) -> str:
        """The same words, saying whether more than one such call was made."""
        method, path = self.call
        tries = Counter(each for each in self.house.wire.tries if each[0] == method and fnmatch(each[1], path))
        return f"retried, {words}" if max(tries.values()) > 1 else words


class Asked(Scene):
    """A person does something and is answered."""

    result: InteractionResult

    def answer(self) -> str:
        """What the person is shown."""
        response = self.result.response
        if response is not None and response.content == NOTHING_DONE:
            return "told that nothing was done"
        if response is not None and CODE.search(response.content):
            return "told a code"
        if response is not None and (response.content or response.embeds):
            return "answered"
        return "no answer comes" if self.result.acknowledged else "Discord says that it failed"

    async def done(self) -> bool:
        """Whether what was wanted has happened."""
        raise NotImplementedError

    async def seen(self) -> str:
        """Whether it was done, and what the person is shown."""
        done, answer = await self.done(), self.answer()
        if done and answer != "answered":
            await self.shown_by_board()
            return f"done, {answer}, the board shows it"
        return f"{'done' if done else 'not done'}, {answer}"

    async def shown_by_board(self) -> None:
        """The board must show what was done, where no answer does."""


class Lobby(Asked):
    """Somebody joins a lobby of three, or leaves it."""

    async def open(self) -> None:
        """A host with a lobby, and somebody at the door."""
        self.bob = self.house.person("Bob")
        (self.host,) = await self.house.gather(3, [self.house.person("Alice")])

    async def prepare(self) -> None:
        """Whether they sit there."""
        self.sat = (await self.house.table()).sits(self.bob.id)

    async def act(self) -> None:
        """Join or leave."""
        self.result = await self.bob.slash(self.house.channel, "comuni leave" if self.sat else "comuni join")

    async def done(self) -> bool:
        """Whether they do not sit where they sat."""
        return (await self.house.table()).sits(self.bob.id) is not self.sat

    async def acted(self) -> bool:
        """See `done`."""
        return await self.done()

    async def shown_by_board(self) -> None:
        """Their name stands there, or no longer."""
        assert ("Bob" in str((await self.house.shown_board()).embeds)) is not self.sat


class Acknowledged(Lobby):
    """A command is acknowledged."""

    kind = "acknowledge a command or a press in public"
    call = ("POST", "/interactions/*/callback")


class Pressed(Acknowledged):
    """A button that all can see is pressed."""

    title = "acknowledge a press in public"

    async def act(self) -> None:
        """Press it."""
        label = "Leave" if self.sat else "Join"
        self.result = await self.bob.click(await self.house.board(), label=label)


class Answered(Lobby):
    """A command is answered."""

    kind = "answer"
    in_spite = True
    call = ("PATCH", "/webhooks/*")


class BoardEdited(Lobby):
    """A lobby is edited where it stands."""

    kind = "edit a board"
    in_spite = True

    @property
    def call(self) -> tuple[str, str]:
        """Every edit in the channel."""
        return "PATCH", f"/channels/{self.house.channel.id}/messages/*"

    async def prepare(self) -> None:
        """Which message it is."""
        await super().prepare()
        self.before = (await self.house.shown_board()).id

    async def seen(self) -> str:
        """Where the lobby shows who sits there."""
        words = await board_seen(self, self.before, "edited")
        if words.endswith(("edited", "posted anew")):
            await self.shown_by_board()
        return words


class BoardPosted(Scene):
    """A lobby is shown anew at the end of its channel."""

    kind = "post a board"

    async def open(self) -> None:
        """A lobby, and somebody who chats."""
        (self.host,) = await self.house.gather(3, [self.house.person("Alice")])

    @property
    def call(self) -> tuple[str, str]:
        """Every message in the channel."""
        return "POST", f"/channels/{self.house.channel.id}/messages"

    async def prepare(self) -> None:
        """It stands no longer at the end."""
        await self.host.member.send(self.house.channel, "hello")
        self.before = await self.house.shown_board()

    async def act(self) -> None:
        """Ask for it."""
        await self.host.slash(self.house.channel, "comuni board")

    async def seen(self) -> str:
        """Whether it stands at the end."""
        return await board_seen(self, self.before.id, "not posted")


class BoardRetired(BoardPosted):
    """An older board loses its buttons; `Retired` says of a board in play, whose words stay."""

    kind = "put a line over a board"
    place = "piazza"

    @property
    def call(self) -> tuple[str, str]:
        """The edit of the board that is left behind."""
        return "PATCH", f"/channels/{self.before.channel_id}/messages/{self.before.id}"

    async def prepare(self) -> None:
        """Where the table is."""
        self.before = await self.house.shown_board()

    async def act(self) -> None:
        """Move to the other channel."""
        self.house.place = "duomo" if self.house.place == "piazza" else "piazza"
        await self.host.slash(self.house.channel, "comuni move-table")

    async def seen(self) -> str:
        """What stands where the table was, and that it is where it went."""
        assert (await self.house.shown_board()).components
        stays = self.before.components or not self.before.content
        return "the old board stays" if stays else self.retried("done")


class Offered(Scene):
    """Choices are offered while somebody types."""

    kind = "offer choices"
    call = ("POST", "/interactions/*/callback")

    async def open(self) -> None:
        """Somebody with a table."""
        (self.host,) = await self.house.gather(3, [self.house.person("Alice")])

    async def act(self) -> None:
        """Begin to type."""
        self.found = await self.host.autocomplete(self.house.channel, "comuni rules", "about", "")

    async def seen(self) -> str:
        """Whether anything was offered."""
        return "offered" if self.found else "nothing is offered; what is typed counts"


async def board_seen(scene: Scene, before: int, same: str) -> str:
    """Where a table's board is and whether it shows what is so; the one message of it that has buttons."""
    house, table = scene.house, await scene.house.table()
    if table.suspended is not None:
        return "table suspended"
    if await house.bot.tables.outbox.board_due(table.id) is not None:
        return "waits"
    now = (await house.shown_board()).id
    return scene.retried(same if now == before else "posted anew")


async def broken(_interaction: object) -> bool:
    """In the place of the look at a command's options."""
    raise RuntimeError


class Unexpected(Asked):
    """A command is typed, and something of ours breaks before the command itself begins."""

    kind = "say what failed outside a command"
    call = ("POST", "/interactions/*/callback")

    async def open(self) -> None:
        """Break it."""
        (self.host,) = await self.house.gather(3, [self.house.person("Alice")])
        self.patches = pytest.MonkeyPatch()
        self.patches.setattr("bot.app.fits", broken)

    def close(self) -> None:
        """Mend it."""
        self.patches.undo()

    async def act(self) -> None:
        """Type one."""
        self.result = await self.host.slash(self.house.channel, "act withdraw")

    async def seen(self) -> str:
        """What they are told."""
        return self.answer()


class Registered(Scene):
    """The bot starts and registers its commands."""

    kind = "register the commands"
    call = ("PUT", "/applications/*/commands")

    async def open(self) -> None:
        """A table; simcord lets no time pass while a bot starts, so the limit of a call is a real second."""
        (self.host,) = await self.house.gather(3, [self.house.person("Alice")])
        self.house.call_seconds = 1.0

    async def act(self) -> None:
        """Start it anew."""
        await self.house.simulation.restart()

    async def seen(self) -> str:
        """Whether they are registered; those of before serve in any case."""
        told = await self.host.slash(self.house.channel, "comuni my-tables")
        assert told.response is not None
        assert told.response.embeds
        return "registered" if "registration" not in str(self.house.simulation.errors) else "those of before serve"
