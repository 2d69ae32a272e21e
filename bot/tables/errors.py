"""Why a table refuses: named, with data for the message. The rules have refusals of their own."""


class TableRefusal(Exception):
    """Something that this table does not allow this person now."""

    def __init__(self, **data: str | int) -> None:
        self.data = data
        super().__init__(data)

    @property
    def key(self) -> str:
        """The name of the message in the catalogue."""
        return type(self).__name__


class NoTable(TableRefusal):
    """There is no table here, or no such table for this person."""


class ManyTables(TableRefusal):
    """The person sits at several tables and must name one."""


class ChannelHasTable(TableRefusal):
    """A table in lobby or running is in this channel already."""


class NotInLobby(TableRefusal):
    """The game has started, or is over: people no longer come and go."""


class NotRunning(TableRefusal):
    """The game has not started, or is over."""


class LobbyFull(TableRefusal):
    """All seats are taken."""


class TooFewPeople(TableRefusal):
    """A game needs two people (rule 1.1)."""


class NoSteward(TableRefusal):
    """No computer player sits at the table."""


class AlreadySeated(TableRefusal):
    """The person sits at this table."""


class PersonNotSeated(TableRefusal):
    """Somebody else who does not sit at this table."""


class NotSeated(TableRefusal):
    """The person does not sit at this table."""


class NotHost(TableRefusal):
    """Only the host may do this, or who may manage the channel."""


class CannotKickSelf(TableRefusal):
    """The host leaves instead."""


class TableEnded(TableRefusal):
    """The table is over or stopped."""


class NothingPlayed(TableRefusal):
    """No game was begun at this table."""


class GameGoesOn(TableRefusal):
    """The record is given when the game is over."""


class RecordClosed(TableRefusal):
    """The record of a stopped game is given when all its seats have agreed."""


class NothingToOpen(TableRefusal):
    """Only a stopped game waits for its seats to agree."""


class TableAside(TableRefusal):
    """The table could not be read and is set aside until the operator has mended it."""


class UnknownRules(TableAside):
    """The game was begun under rules that this program does not play, and waits for one that does."""


class TableArchived(TableRefusal):
    """Nobody played for long; the table is kept, and goes on when somebody who sits there resumes it."""


class PausedAlready(TableRefusal):
    """The clock of the table stands still already."""


class NotPaused(TableRefusal):
    """The table is neither paused nor archived."""


class PauseWanted(TableRefusal):
    """The person has asked for a pause already, and another seat must."""


class NotAway(TableRefusal):
    """The person is here."""


class WrongDate(TableRefusal):
    """What was typed is no date, or none from tomorrow to the furthest."""


class NoSuchZone(TableRefusal):
    """What was typed is no time zone."""


class NothingToDecide(TableRefusal):
    """No time has run out that the host must decide about."""


class NothingOffered(TableRefusal):
    """No seat of the table is offered to the person."""


class CannotOffer(TableRefusal):
    """A seat is offered by its person, or once its time has run out by the host or who may manage the channel."""


class NotToThem(TableRefusal):
    """A seat cannot be offered to who sits there, or to a computer program."""


class NothingToReplay(TableRefusal):
    """A rematch follows a game that has ended, for those who sat there."""


class NotSuspended(TableRefusal):
    """Only the host, or who may manage the channel, moves a table from one that is well."""


class NothingToUndo(TableRefusal):
    """The person has done nothing at this table that stands."""


class ActedSince(TableRefusal):
    """Somebody else has acted since the person's last action."""


class RevealedSince(TableRefusal):
    """Something hidden was shown since the person's last action."""


class CorrectedSince(TableRefusal):
    """The operator has taken the game back since the person's last action."""


class SealAgain(TableRefusal):
    """A seal is not taken back; it is replaced by another until the last seat has sealed (11.9)."""


class NotSaved(TableRefusal):
    """The database could not be written, so nothing was done; the operator must see to it."""


class NotInServer(TableRefusal):
    """A table is made and kept in a server's channel, not in a DM."""


class NotAPlace(TableRefusal):
    """What was typed for a building or a wall section is neither "new" nor a number."""


class SeatNotYours(TableRefusal):
    """The seat of a control is not the person's."""


class OutOfDate(TableRefusal):
    """What a control was for is no longer asked."""
