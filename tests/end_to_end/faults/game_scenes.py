"""What people do in a game so that the bot makes a kind of call, and what they see of it."""

import asyncio
import re
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta

import pytest
from simcord.results import InteractionResult

from bot.game.actions import Income
from bot.game.rules import legal
from bot.ui.custom_ids import ControlId, Kind
from bot.ui.panels.codes import encode
from tests.end_to_end.faults.kinds import FINGERPRINT
from tests.end_to_end.faults.scenes import Asked, Scene, board_seen
from tests.end_to_end.faults.wired import WiredHouse
from tests.end_to_end.routes import typed
from tests.end_to_end.traffic import Visitor

STILL_FRESH = timedelta(minutes=40)
LINE = re.compile(r"^<@(\d+)>")


class Game(Scene):
    """Two people take turns, and do nothing but claim income: the game never ends."""

    picture = False

    async def open(self) -> None:
        """A game that has just begun."""
        self.host, self.guest = await self.house.gather(2, picture=self.picture, clock={"vacation": "wait"})
        await self.host.slash(self.house.channel, "comuni start")

    async def prepare(self) -> None:
        """Whose turn it is, who is to be told next, and what they have been told."""
        state, table = await self.house.state(), await self.house.table()
        self.active, self.other = sorted(
            (self.host, self.guest), key=lambda person: table.seat_of(person.id) != state.active
        )
        self.version = table.version
        self.had, self.lines = letters(self.house, self.other), lines(self.house, self.other)

    async def act(self) -> None:
        """A turn passes."""
        command, options = typed(await self.action())
        await self.active.slash(self.house.channel, command, **options)

    async def action(self) -> Income:
        """Some income for the seat whose turn it is."""
        state = await self.house.state()
        return next(action for action in legal(state, state.active) if isinstance(action, Income))

    async def acted(self) -> bool:
        """Whether the turn has passed."""
        return (await self.house.table()).version == self.version + 1

    async def told(self) -> str:
        """How the one who is asked next is told so."""
        written, lines_now = letters(self.house, self.other) - self.had, lines(self.house, self.other) - self.lines
        assert await self.acted()
        assert len(written) + len(lines_now) <= 1, "told twice"
        table = await self.house.table()
        if table.suspended is not None:
            assert written
            return "table suspended, told in private"
        if written:
            (letter,) = (m for m in self.house.messages(self.other.dm) if m.id in written)
            return self.retried("told in private" if letter.embeds else "told in private in plain words")
        if lines_now:
            return self.retried("told in the channel")
        if await self.house.bot.tables.outbox.pending(table.id):
            return "waits"
        assert await self.house.bot.tables.outbox.board_due(table.id) is None
        return "not told, the board shows it"


class Lettered(Game):
    """Who is asked is written to."""

    kind = "write a letter"
    in_spite = True

    @property
    def call(self) -> tuple[str, str]:
        """Every private message to them."""
        return "POST", f"/channels/{self.other.dm.id}/messages"

    async def seen(self) -> str:
        """How they are told."""
        return await self.told()


class Mentioned(Game):
    """Who wants no private messages is mentioned in the channel."""

    kind = "mention somebody"
    in_spite = True

    async def open(self) -> None:
        """Both want to be mentioned."""
        await super().open()
        for person in (self.host, self.guest):
            await person.slash(self.house.channel, "comuni pings", how="mention")

    @property
    def call(self) -> tuple[str, str]:
        """Every message in the channel."""
        return "POST", f"/channels/{self.house.channel.id}/messages"

    async def seen(self) -> str:
        """How they are told."""
        return await self.told()


class LookedFor(Mentioned):
    """Before a mention the bot asks whether that person is still there."""

    kind = "look for a member"
    in_spite = True

    @property
    def call(self) -> tuple[str, str]:
        """The question."""
        return "GET", f"/guilds/{self.house.simulation.home.id}/members/*"

    async def seen(self) -> str:
        """How they are told; who is taken to have left is shown as away."""
        table = await self.house.table()
        seat = table.seat_of(self.other.id)
        assert seat is not None
        clock = table.clock.of(seat)
        assert clock is not None
        if clock.away_until is not None:
            return "counts as away, the board shows it"
        return await self.told()

    async def mend(self) -> None:
        """Who was taken to have left says that they are there."""
        await super().mend()
        await self.other.slash(self.house.channel, "comuni away")


class PingRemoved(Game):
    """An earlier letter is taken back when the next is written."""

    kind = "take back an earlier ping"
    in_spite = True

    @property
    def call(self) -> tuple[str, str]:
        """Every deletion in their private chat."""
        return "DELETE", f"/channels/{self.other.dm.id}/messages/*"

    async def seen(self) -> str:
        """Whether it is gone, and the next is there."""
        written = letters(self.house, self.other) - self.had
        assert len(written) == 1
        kept = await self.house.bot.tables.outbox.ping((await self.house.table()).id, await self.seat())
        assert kept is not None
        assert {kept.message_id} == written, "the next is not known"
        return (
            self.retried("taken back")
            if self.newest not in letters(self.house, self.other)
            else "the earlier one stays too"
        )

    async def prepare(self) -> None:
        """Which letter it is."""
        await super().prepare()
        self.newest = max(self.had)

    async def seat(self) -> str:
        """Theirs."""
        seat = (await self.house.table()).seat_of(self.other.id)
        assert seat is not None
        return seat


class ChatOpened(Lettered):
    """Who was never written to is: their private chat is opened first."""

    kind = "open a private chat"
    in_spite = True
    call = ("POST", "/users/@me/channels")

    async def prepare(self) -> None:
        """Their chat is not known yet."""
        await super().prepare()
        chats = self.house.bot._connection._private_channels_by_user  # noqa: SLF001 - discord.py remembers it too
        chats.pop(self.other.id, None)

        def forget() -> None:
            with closing(sqlite3.connect(self.house.database)) as connection, connection:
                connection.execute("UPDATE person SET dm_channel_id = NULL WHERE user_id = ?", (self.other.id,))

        await asyncio.to_thread(forget)


class PressedInPrivate(Game, Asked):
    """A control of a letter is pressed."""

    kind = "acknowledge a press in private"
    call = ("POST", "/interactions/*/callback")

    async def act(self) -> None:
        """Claim income by it."""
        self.result = await self.press(Kind.DO, encode(await self.action()))

    async def press(self, kind: Kind, choice: str) -> InteractionResult:
        """Press such a control of their newest letter."""
        table = await self.house.table()
        prompt = (await self.house.bot.tables.reader.sight(table.id, self.active.id)).prompt
        seat = table.seat_of(self.active.id)
        assert seat is not None
        assert prompt is not None
        newest = await self.house.bot.get_partial_messageable(self.active.dm.id).fetch_message(
            max(letters(self.house, self.active))
        )
        return await self.active.forge(newest, str(ControlId(kind, table.id, seat, prompt, choice)))

    async def done(self) -> bool:
        """Whether it was claimed."""
        return (await self.house.table()).version > self.version

    async def seen(self) -> str:
        """What is there instead of the letter."""
        return await Asked.seen(self)


class FormOpened(PressedInPrivate):
    """A button of a letter opens a form."""

    kind = "open a form"

    async def act(self) -> None:
        """Press it."""
        self.result = await self.press(Kind.ASK, "bid.1.0")

    async def seen(self) -> str:
        """Whether there is a form."""
        assert not await self.done()
        return "a form" if self.result.modal is not None else "Discord says that it failed"


class Retired(Game):
    """A new board takes the buttons of the one before."""

    kind = "retire a board"

    async def prepare(self) -> None:
        """The board no longer stands at the end."""
        await super().prepare()
        await self.host.member.send(self.house.channel, "hello")
        self.before = await self.house.shown_board()

    @property
    def call(self) -> tuple[str, str]:
        """The edit of the board that is left behind."""
        return "PATCH", f"/channels/{self.house.channel.id}/messages/{self.before.id}"

    async def act(self) -> None:
        """Ask for it at the end."""
        await self.host.slash(self.house.channel, "comuni board")

    async def seen(self) -> str:
        """Whether it has buttons still, beside those of the new one."""
        assert (await self.house.shown_board()).components
        return "the old board keeps its buttons" if self.before.components else self.retried("retired")


class Drawn(Game):
    """A board with a picture."""

    picture = True

    async def open(self) -> None:
        """What is drawn is not looked at here."""
        self.patches = pytest.MonkeyPatch()
        self.patches.setattr("cogs.pictures.draw", lambda _: b"\x89PNG")
        await super().open()

    def close(self) -> None:
        """Draw again."""
        self.patches.undo()

    async def pictured(self, words: str) -> str:
        """Whether the board has its picture."""
        board = await self.house.shown_board()
        return words if board.attachments or words == "waits" else f"{words} without its picture"


class DrawnEdited(Drawn):
    """A drawn board is edited where it stands."""

    kind = "edit a drawn board"
    in_spite = True

    @property
    def call(self) -> tuple[str, str]:
        """Every edit in the channel."""
        return "PATCH", f"/channels/{self.house.channel.id}/messages/*"

    async def prepare(self) -> None:
        """One that is not old stands at the end."""
        kept = await self.house.bot.tables.outbox.board_message((await self.house.table()).id)
        assert kept is not None
        if self.house.simulation.now() - datetime.fromisoformat(kept.posted_at) > STILL_FRESH:
            await self.host.member.send(self.house.channel, "hello")
            await self.host.slash(self.house.channel, "comuni board")
        await super().prepare()
        self.before = (await self.house.shown_board()).id

    async def seen(self) -> str:
        """Where the board is."""
        return await self.pictured(await board_seen(self, self.before, "edited"))


class DrawnPosted(Drawn):
    """A drawn board is posted anew."""

    kind = "post a drawn board"

    @property
    def call(self) -> tuple[str, str]:
        """Every message in the channel."""
        return "POST", f"/channels/{self.house.channel.id}/messages"

    async def prepare(self) -> None:
        """It no longer stands at the end."""
        await super().prepare()
        await self.host.member.send(self.house.channel, "hello")
        self.before = (await self.house.shown_board()).id

    async def act(self) -> None:
        """Ask for it at the end."""
        await self.host.slash(self.house.channel, "comuni board")

    async def seen(self) -> str:
        """Where the board is."""
        return await self.pictured(await board_seen(self, self.before, "not posted"))


class FormerTold(Game):
    """A seat goes from one to another, and the first is told."""

    kind = "tell who held a seat"

    async def open(self) -> None:
        """Somebody looks on who would play."""
        await super().open()
        self.people = [self.guest, self.house.person("Zoe")]

    async def prepare(self) -> None:
        """Who holds the seat."""
        table = await self.house.table()
        self.former, self.next = sorted(self.people, key=lambda person: not table.sits(person.id))
        self.had = letters(self.house, self.former)

    @property
    def call(self) -> tuple[str, str]:
        """Every private message to them."""
        return "POST", f"/channels/{self.former.dm.id}/messages"

    async def act(self) -> None:
        """They offer it, and the offer is accepted."""
        table = await self.house.table()
        seat = table.seat_of(self.former.id)
        assert seat is not None
        await self.former.slash(self.house.channel, "comuni handover", person=self.next.member)
        offer = await self.house.bot.get_partial_messageable(self.next.dm.id).fetch_message(
            max(letters(self.house, self.next))
        )
        await self.next.forge(offer, str(ControlId(Kind.SEAT, table.id, seat, 0, "accept")))

    async def seen(self) -> str:
        """What they are told; their seat has changed hands."""
        assert (await self.house.table()).sits(self.next.id)
        written = letters(self.house, self.former) - self.had
        assert len(written) <= 1
        return self.retried("told in private") if written else "not told, the board shows it"


class Ended(Asked):
    """A game was stopped and opened."""

    async def open(self) -> None:
        """So it was."""
        self.host, guest = await self.house.gather(2)
        await self.host.slash(self.house.channel, "comuni start")
        await self.host.slash(self.house.channel, "comuni stop", confirm=True)
        for person in (self.host, guest):
            await person.slash(self.house.channel, "comuni record", agree=True)

    async def done(self) -> bool:
        """Nothing is to be done."""
        return True


class Filed(Ended):
    """A command is answered with a file."""

    kind = "answer with a file"
    call = ("PATCH", "/webhooks/*")

    async def act(self) -> None:
        """Ask for the record."""
        self.result = await self.host.slash(self.house.channel, "comuni record")

    async def seen(self) -> str:
        """Whether it is there."""
        if self.result.response is not None and self.result.response.attachments:
            return self.retried("a file")
        return self.answer()


class StartRead(Ended):
    """The message that started a game is read again."""

    kind = "read the message that started a game"

    @property
    def call(self) -> tuple[str, str]:
        """Every reading in the channel."""
        return "GET", f"/channels/{self.house.channel.id}/messages/*"

    async def act(self) -> None:
        """Ask for the check."""
        self.result = await self.host.slash(self.house.channel, "comuni verify")

    async def seen(self) -> str:
        """What is said about it."""
        response = self.result.response
        assert response is not None
        if not response.content:
            return "waits"
        known = "shows this fingerprint" in response.content
        return "compared" if known else "the rest is told, and that it cannot be read"


def letters(house: WiredHouse, person: Visitor) -> set[int]:
    """The ids of somebody's private messages; answers to their own presses are none."""
    return {message.id for message in house.messages(person.dm)}


def lines(house: WiredHouse, person: Visitor) -> set[int]:
    """The lines in the channel that mention somebody."""
    found = [(message.id, LINE.match(message.content or "")) for message in house.messages(house.channel)]
    return {message_id for message_id, line in found if line and int(line[1]) == person.id}


class Begun(Scene):
    """A game begins, and the commitment to its deal is posted: a table of its own for each time."""

    kind = "write to the channel"

    async def open(self) -> None:
        """Two people."""
        self.host, self.guest = self.house.person("Alice"), self.house.person("Bob")

    async def prepare(self) -> None:
        """A lobby in a channel of its own."""
        self.house.place = f"piazza-{len(self.house.simulation.home.channels)}"
        await self.house.gather(2, [self.host, self.guest])
        self.before = len(self.house.messages(self.house.channel))

    @property
    def call(self) -> tuple[str, str]:
        """Every message in it."""
        return "POST", f"/channels/{self.house.channel.id}/messages"

    async def act(self) -> None:
        """Begin."""
        await self.host.slash(self.house.channel, "comuni start")

    async def seen(self) -> str:
        """Whether the fingerprint stands in the channel."""
        table = await self.house.table()
        assert table.version == 1
        found = [(m.content, m.embeds) for m in self.house.messages(self.house.channel)]
        posted = [embeds for content, embeds in found if FINGERPRINT.search(f"{content}{embeds}")]
        assert len(posted) <= 1
        if table.suspended is not None:
            return "table suspended"
        if posted:
            return self.retried("posted" if posted[0] else "posted as plain text")
        return "waits" if await self.house.bot.tables.outbox.pending(table.id) else "not posted"
