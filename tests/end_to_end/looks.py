"""Somebody looks at everything there is to look at: commands, what is offered to who types, buttons, refusals."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import discord
from simcord.results import InteractionResult

from bot.game.actions import Action
from bot.tables.undoing import undo_refusal
from bot.ui.custom_ids import Kind
from tests.end_to_end.driver import Driver, Options
from tests.end_to_end.house import House
from tests.end_to_end.reading import Shown
from tests.end_to_end.routes import typed
from tests.end_to_end.tapping import controls
from tests.end_to_end.traffic import Visitor
from tests.end_to_end.twins import control_of

# What is the same in any state is looked at now and then, what changes each time.
ALWAYS: list[tuple[str, Options]] = [("screen", {}), ("log", {})]
IN_TURN: list[tuple[str, Options]] = [
    ("record", {}),
    ("log", {"page": 1}),
    ("my-tables", {}),
    ("verify", {}),
    ("log", {"page": 1000}),
    ("clock", {}),
    ("record", {"agree": True}),
]
BUTTONS = ("My screen", "Log", "Help", "Clock")
BEHIND = (Kind.PAGE, Kind.ORDER)  # what the answers lead on to
ORDERS = ("outbid", "defend", "acquire", "income", "cancel")


@dataclass
class Onlooker:
    """Who looks on: somebody at the table, by place, or a spectator."""

    house: House
    person: Visitor
    place: int | None
    files: list[bytes] = field(default_factory=list)

    async def looks(self, strange: Sequence[Action], number: int) -> list[bytes]:
        """Look round, by commands and by taps in turn, and try what is refused; the files that were given."""
        self.files = []
        await self._types(number)
        await self._taps(thoroughly=number % 2 == 1)
        for action in strange:
            command, options = typed(action)
            await self._slash(command, **options)
        await self._takes_nothing_back()
        return self.files

    @property
    def _driver(self) -> Driver | None:
        return None if self.place is None else self.house.drivers[self.place]

    async def _slash(self, command: str, **options: object) -> InteractionResult:
        result = await self.person.slash(self.house.channel, command, **options)
        if result.response is not None:
            self.files += [await attachment.read() for attachment in result.response.attachments]
        return result

    async def _types(self, number: int) -> None:
        for name, options in (*ALWAYS, *(IN_TURN[(number * 2 + more) % len(IN_TURN)] for more in (0, 1))):
            shown = await self._slash(f"comuni {name}", **options)
            if self._driver is not None:
                self._driver.heard(shown)
        if self._driver is not None:
            await self._is_offered(ORDERS[number % len(ORDERS)])

    async def _is_offered(self, order: str) -> None:
        """What is offered for every option of what may be done now, and of an order."""
        shown = (await self._slash("comuni screen")).response
        assert shown is not None
        examples = Shown(shown.content, shown.embeds).examples
        for command in (*(f"act {example.command}" for example in examples), f"order {order}"):
            for option in self.house.menu[command]:
                if option.get("autocomplete"):
                    await self.person.autocomplete(self.house.channel, command, option["name"])

    async def _taps(self, *, thoroughly: bool) -> None:
        """Press every button of the board, and open everything that is a tap away from the panel."""
        board = await self.house.board()
        for label in BUTTONS if thoroughly else ():
            shown = (await self.person.click(board, label=label)).response
            assert shown is not None
            for control in controls(shown.message):
                if str(control.custom_id).startswith(BEHIND):
                    await self.person.forge(shown, str(control.custom_id))
        opened = (await self.person.click(board, label="Act")).response
        assert opened is not None
        for control in controls(opened.message) if thoroughly else ():
            await self._opens(opened.message, control)
        if thoroughly:
            for typed_in in ("7", "x"):
                await self.person.forge(opened, control_of(opened.message, Kind.ASK, "bid.1.0"), typed=typed_in)

    async def _opens(self, panel: discord.Message, control: discord.Button | discord.SelectMenu) -> None:
        kind = str(control.custom_id).partition(":")[0]
        if isinstance(control, discord.SelectMenu):
            for option in control.options if kind == Kind.MENU else ():
                if option.value.startswith(Kind.GO):
                    await self.person.forge(panel, str(control.custom_id), values=[option.value])
        elif kind not in (Kind.DO, Kind.UNDO):
            await self.person.forge(panel, str(control.custom_id))

    async def _takes_nothing_back(self) -> None:
        """Try to take back what cannot be taken back."""
        table = await self.house.table()
        seat = table.seat_of(self.person.id)
        history = await self.house.bot.tables.reader.history(table)
        if seat is None or undo_refusal(history, seat, self.person.id) is not None:
            await self._slash("comuni undo")
