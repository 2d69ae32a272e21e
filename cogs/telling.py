"""What a log tells, in the words of `bot.ui`."""

from bot.game.events import Event
from bot.stewards import Reason
from bot.tables.telling import Corrected, Ordered, StoodIn, TakenBack, Told
from bot.ui import log
from bot.ui.log import Remark, ToldAtOnce
from bot.ui.log import Told as Shown
from bot.ui.reasons import Thought

REMARKS: dict[type[Told], str] = {TakenBack: "taken back", StoodIn: "stood in", Ordered: "ordered"}


def shown(item: Told) -> Shown:
    """An item of the log as pages of the log take it."""
    return Thought(item.motive, item.data) if isinstance(item, Reason) else told_at_once(item)


def told_at_once(item: Event | TakenBack | StoodIn | Ordered | Corrected) -> ToldAtOnce:
    """An item that is told while the game goes on too."""
    if isinstance(item, Corrected):
        return log.Corrected(item.count)
    return item if isinstance(item, Event) else Remark(REMARKS[type(item)], item.seat)
