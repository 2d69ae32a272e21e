"""Every control: one DynamicItem class a kind, whose custom id is all that is remembered of it (law 6)."""

import re
from typing import Any, Self

import discord
from discord.ext import commands
from discord.ui import DynamicItem

from bot.ui.custom_ids import BoardId, Kind, PageId, SettingId, read, template
from cogs import pressing
from cogs.hosting import HostingBot, Interaction

Item = discord.ui.Item[Any]


class BoardButton(DynamicItem[Item], template=template(Kind.BOARD)):
    """A button under the board: anybody may press it, and is answered in private."""

    def __init__(self, item: Item, control: BoardId) -> None:
        super().__init__(item)
        self._control = control

    @classmethod
    async def from_custom_id(cls, _interaction: discord.Interaction[Any], item: Item, match: re.Match[str], /) -> Self:
        """Parse only: discord.py swallows what is raised here."""
        return cls(item, BoardId(int(match["table"]), match["choice"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Answer."""
        await pressing.board(interaction, self._control)


class ClockSelect(DynamicItem[Item], template=template(Kind.SET)):
    """A menu of the lobby's clock: the host's."""

    def __init__(self, item: Item, control: SettingId) -> None:
        super().__init__(item)
        self._control = control

    @classmethod
    async def from_custom_id(cls, _interaction: discord.Interaction[Any], item: Item, match: re.Match[str], /) -> Self:
        """Parse only: discord.py swallows what is raised here."""
        return cls(item, SettingId(int(match["table"]), match["choice"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Set what was chosen, if the person is the host."""
        await pressing.setting(interaction, self._control, _values(self.item))


class PageButton(DynamicItem[Item], template=template(Kind.PAGE)):
    """Turns to a page of the log: what stands there is for who presses."""

    def __init__(self, item: Item, control: PageId) -> None:
        super().__init__(item)
        self._control = control

    @classmethod
    async def from_custom_id(cls, _interaction: discord.Interaction[Any], item: Item, match: re.Match[str], /) -> Self:
        """Parse only: discord.py swallows what is raised here."""
        return cls(item, PageId(int(match["table"]), int(match["number"])))

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Show the page."""
        await pressing.page(interaction, self._control)


class SeatControl(DynamicItem[Item], template="(?!)"):
    """A control of a seat's panel; its subclasses differ in their kind alone."""

    kind: Kind

    def __init__(self, item: Item, match: re.Match[str]) -> None:
        super().__init__(item)
        self._control = read(self.kind, match)

    @classmethod
    async def from_custom_id(cls, _interaction: discord.Interaction[Any], item: Item, match: re.Match[str], /) -> Self:
        """Parse only: discord.py swallows what is raised here."""
        return cls(item, match)

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Do what the control says, if its seat is the person's and its prompt is not over."""
        await pressing.seat(interaction, self._control, _values(self.item))


class GoButton(SeatControl, template=template(Kind.GO)):
    """Shows another panel."""

    kind = Kind.GO


class DoButton(SeatControl, template=template(Kind.DO)):
    """Submits an action."""

    kind = Kind.DO


class AskButton(SeatControl, template=template(Kind.ASK)):
    """Opens a form."""

    kind = Kind.ASK


class MenuSelect(SeatControl, template=template(Kind.MENU)):
    """Takes one option."""

    kind = Kind.MENU


class CardsSelect(SeatControl, template=template(Kind.CARDS)):
    """Takes some cards."""

    kind = Kind.CARDS


class OrderControl(SeatControl, template=template(Kind.ORDER)):
    """A button or menu of the panel of standing orders."""

    kind = Kind.ORDER

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Show, give or cancel, if the seat is the person's."""
        await pressing.order(interaction, self._control, _values(self.item))


class UndoButton(SeatControl, template=template(Kind.UNDO)):
    """Takes an action back."""

    kind = Kind.UNDO

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Take it back, if it is the last one and the person's own."""
        await pressing.undo(interaction, self._control)


class OfferButton(SeatControl, template=template(Kind.SEAT)):
    """Accepts, declines or takes back the offer of a seat."""

    kind = Kind.SEAT

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Do so, if the seat is offered to or by the person."""
        await pressing.offer(interaction, self._control)


class HostButton(SeatControl, template=template(Kind.HOST)):
    """Decides about another's seat whose time ran out."""

    kind = Kind.HOST

    async def callback(self, interaction: discord.Interaction[Any]) -> Any:
        """Decide, if the person is the host and the seat is still asked the same."""
        await pressing.host(interaction, self._control)


CONTROLS = (
    BoardButton,
    ClockSelect,
    PageButton,
    GoButton,
    DoButton,
    AskButton,
    MenuSelect,
    CardsSelect,
    OrderControl,
    UndoButton,
    OfferButton,
    HostButton,
)


def _values(item: Item) -> list[str]:
    return list(item.values) if isinstance(item, discord.ui.Select) else []


class Forms(commands.Cog):
    """Forms that were filled in; nothing is kept of an open one, so it works after a restart too."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Go on with the path of the form."""
        if interaction.type is discord.InteractionType.modal_submit:
            await pressing.form(interaction)


async def setup(bot: HostingBot) -> None:
    """Called by discord.py when the extension is loaded."""
    bot.add_dynamic_items(*CONTROLS)
    await bot.add_cog(Forms())
