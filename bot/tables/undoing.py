"""Taking back one's own last action, until anything hidden was shown or anybody else has acted."""

from bot.game.components import Seat
from bot.game.events import ColumnFilled, Event, InvasionResolved, InvasionStruck, ResourcesLost
from bot.game.state import Phase
from bot.tables.errors import ActedSince, CorrectedSince, NothingToUndo, RevealedSince, SealAgain, TableRefusal
from bot.tables.history import Entry, History

# Cards were drawn, defences opened, or a seat saw that the reserve had not what was due to it (3.6).
REVEALING = (ColumnFilled, InvasionStruck, InvasionResolved, ResourcesLost)


def undo_refusal(history: History, seat: Seat, user_id: int) -> TableRefusal | None:
    """Why a person may not take back the last action; None where they may.

    While an invasion is open this depends on the seat's own seal alone, whoever else has sealed (3.5).
    """
    state = history.snapshot.state
    if state.phase is Phase.INVASION:
        return RevealedSince() if state.city(seat).sealed is None else SealAgain()
    standing = history.standing
    if not any(entry.author == user_id for entry in standing):
        return NothingToUndo()
    last = standing[-1]
    if last.author != user_id or last.seat != seat:
        return ActedSince()
    if history.just_corrected:
        return CorrectedSince()
    return RevealedSince() if any(map(_reveals, last.events)) else None


def last_own(history: History, seat: Seat, user_id: int) -> Entry | None:
    """The action that a person could take back now."""
    return history.standing[-1] if undo_refusal(history, seat, user_id) is None else None


def _reveals(event: Event) -> bool:
    return isinstance(event, REVEALING)
