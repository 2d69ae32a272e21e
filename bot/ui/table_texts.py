"""What a table says that is not of the game: refusals, confirmations, and public lines about the table itself."""

from collections.abc import Mapping, Sequence

from discord import Embed

from bot.locale import Translator, msgid
from bot.ui.limits import length
from bot.ui.people_texts import REFUSALS as PEOPLE_REFUSALS
from bot.ui.undo import REFUSALS as UNDO_REFUSALS

BOARD_BUTTONS: Mapping[str, str] = {
    "act": msgid("Act"),
    "screen": msgid("My screen"),
    "log": msgid("Log"),
    "clock": msgid("Clock"),
    "help": msgid("Help"),
}
LOBBY_BUTTONS: Mapping[str, str] = {
    "join": msgid("Join"),
    "leave": msgid("Leave"),
    "engage": msgid("Add a steward"),
    "dismiss": msgid("Send a steward away"),
    "start": msgid("Start the game"),
    "clock": msgid("Clock"),
    "rules": msgid("How it is played"),
}
STATE_NAMES: Mapping[str, str] = {
    "lobby": msgid("people gather"),
    "running": msgid("running"),
    "archived": msgid("archived"),
    "over": msgid("over"),
    "stopped": msgid("stopped"),
}
SHOWN = 1800  # characters of a message's 2000
Data = Mapping[str, str | int]

TEXTS: Mapping[str, str] = {
    "NoTable": msgid("There is no table here. Start one in a server's channel with `/comuni new`."),
    "ManyTables": msgid("You sit at {tables} running tables. Say which one with the option `table`."),
    "ChannelHasTable": msgid(
        "This channel has a table already: `/comuni board` shows it. Use another channel or a thread."
    ),
    "NotInLobby": msgid("The game at this table has begun; people can no longer come and go."),
    "PersonNotSeated": msgid("That person does not sit at this table; its message in the channel shows who does."),
    "NothingPlayed": msgid("No game was begun at this table, so there is nothing of it to show."),
    "GameGoesOn": msgid("The record is given when the game is over. Until then `/comuni log` shows what you may know."),
    "NotRunning": msgid("No game is running at this table. The host starts it with `/comuni start`."),
    "LobbyFull": msgid(
        "All {seats} seats of this table are taken. Open another with `/comuni new` in another channel or a thread."
    ),
    "TooFewPeople": msgid(
        "A game needs two seats at least. Others join with `/comuni join`, or take a computer player with "
        "`/comuni stewards`. (rule 1.1)"
    ),
    "NoSteward": msgid("No steward sits at the table."),
    "AlreadySeated": msgid("You sit at this table already."),
    "NotSeated": msgid("You do not sit at this table. `/comuni my-tables` shows where you do."),
    "NotHost": msgid(
        "Only the host of the table may do this, or who has the permission Manage Channels in its channel."
    ),
    "CannotKickSelf": msgid("To leave your own table use `/comuni leave`; the next person becomes host."),
    "TableEnded": msgid("This table has ended already. Start a new one with `/comuni new`."),
    "RecordClosed": msgid(
        "This game was stopped. Its record is given when all seats agree to open it: `/comuni record` with `agree` set "
        "to True. Agreed so far: {agreed} of {seats}."
    ),
    "NothingToOpen": msgid("Only a game that was stopped waits for its seats to agree."),
    "TableAside": msgid(
        "This table's saved game cannot be read, so it was set aside; nothing is lost. The operator of this bot "
        "must look at it, or the host can stop it with `/comuni stop`."
    ),
    "UnknownRules": msgid(
        "This table's game was begun under rules that this version of the bot does not know, so it was set aside; "
        "nothing of it is changed. It goes on when the operator of this bot runs a version that knows them, or the "
        "host can stop it with `/comuni stop`."
    ),
    "TableArchived": msgid(
        "This game is archived, and stands still. Who sits at the table goes on with `/comuni resume`."
    ),
    "PausedAlready": msgid("The clock stands still already; `/comuni resume` lets it run again."),
    "NotPaused": msgid("The clock of this table is not paused."),
    "PauseWanted": msgid("You have asked for a pause already; the clock stops when another seat uses `/comuni pause`."),
    "NotAway": msgid("You are not away. To say until when you are, use `/comuni away until:` with a date."),
    "WrongDate": msgid(
        "That is no date that can be used here. Type year, month and day, such as `2030-12-24`: from tomorrow to "
        "{days} days ahead."
    ),
    "NoSuchZone": msgid("That is no time zone known here. Type its name, such as `Europe/Rome` or `UTC`."),
    "NothingToDecide": msgid("There is nothing left to decide: the seat has acted, or its time runs again."),
    "OutOfDate": msgid("That was asked earlier and has changed since; nothing was done."),
    "SeatNotYours": msgid("These buttons belong to another seat than yours. `/comuni screen` shows yours."),
    "NotAPlace": msgid("Say `new`, or the number of your building or wall section as `/comuni screen` shows it."),
    "NotSaved": msgid(
        "This could not be saved, so nothing was done. Try again in a few minutes; if it stays so, tell who runs this "
        "bot."
    ),
    "NotInServer": msgid("Use this in the server's channel where the table is."),
    **UNDO_REFUSALS,
    **PEOPLE_REFUSALS,
}


def table_refusal_text(key: str, data: Data, t: Translator) -> str:
    """The one private sentence for a refusal of a table, by its key."""
    return t(TEXTS[key], **data)


def unexpected_text(code: str, t: Translator) -> str:
    """What a person sees where the program failed; the code stands in the process log too."""
    return t(
        "Something went wrong on our side; your table is unharmed. Try again; if it stays so, report code {code}.",
        code=code,
    )


def still_working_text(t: Translator) -> str:
    """To who asks for more while much of theirs waits already."""
    return t("This was not done: several of your last steps are still being worked on. Wait for their answers first.")


def too_fast_text(seconds: int, t: Translator) -> str:
    """To who asks for more than a person needs, and may again in some seconds."""
    return t.plural(
        "This was not done: that was too much at once. Try again in a second.",
        "This was not done: that was too much at once. Try again in {count} seconds.",
        seconds,
    )


def not_taken_text(t: Translator) -> str:
    """To who may see for ever that the bot thinks: it does not."""
    return t("Discord did not take this in time; nothing was done. Please try again.")


def opened_lobby_text(t: Translator) -> str:
    """To the host of a new table."""
    return t("Your table is open. Others join with `/comuni join`; when all are there, you begin with `/comuni start`.")


def joined_text(t: Translator) -> str:
    """To who has just sat down."""
    return t("You sit at the table. When the host starts, your screen comes to you in a private message.")


def left_text(t: Translator) -> str:
    """To who has just stood up."""
    return t("You have left the table.")


def kicked_text(mention: str, t: Translator) -> str:
    """To the host who sent somebody away."""
    return t("{mention} no longer sits at the table.", mention=mention)


def stewards_text(count: int, t: Translator) -> str:
    """To the host who has just set the stewards."""
    if not count:
        return t(TEXTS["NoSteward"])
    return t.plural("{count} steward sits at the table.", "{count} stewards sit at the table.", count)


def started_text(t: Translator) -> str:
    """To the host who has just started the game."""
    return t("The game begins. Everybody gets their screen in a private message; `/comuni screen` shows it any time.")


def confirm_stop_text(t: Translator) -> str:
    """The question before a table is stopped."""
    return t(
        "This ends the table for everybody and cannot be taken back; nothing hidden is shown. "
        "If you are sure, run `/comuni stop` again with `confirm` set to True."
    )


def lobby_closed_line(t: Translator) -> str:
    """In place of a lobby that was given up."""
    return t("This table was closed before a game began. `/comuni new` opens another.")


def lobby_begun_line(t: Translator) -> str:
    """In place of a lobby whose game has begun."""
    return t("The game of this table has begun; its board is below.")


def confirm_close_text(t: Translator) -> str:
    """The question before a lobby is given up."""
    return t(
        "This closes the table for everybody. If you are sure, run `/comuni stop` again with `confirm` set to True."
    )


def stopped_text(t: Translator) -> str:
    """To who has just stopped a table."""
    return t("The table is stopped.")


def stopped_line(t: Translator) -> str:
    """To the channel when its table is stopped."""
    return t(
        "This table was stopped. Nothing hidden is shown, unless everybody who sat here agrees: "
        "`/comuni record` with `agree` set to True."
    )


def agreed_text(t: Translator) -> str:
    """To who has just agreed to open a stopped game."""
    return t("You agree that everything is shown. It is, once everybody who sat here has agreed.")


def corrected_line(count: int, t: Translator) -> str:
    """To the channel whose game the operator has taken back by so many actions."""
    return t.plural(
        "🔧 The operator of this bot has taken back {count} action, the last: the game stands again where it stood "
        "before it. It stays in the log, and nothing else was changed: the decks keep the order of their fingerprint. "
        "Who is asked now is asked anew, with all the time for it.",
        "🔧 The operator of this bot has taken back the last {count} actions: the game stands again where it stood "
        "before them. They stay in the log, and nothing else was changed: the decks keep the order of their "
        "fingerprint. Who is asked now is asked anew, with all the time for it.",
        count,
    )


def board_coming_text(t: Translator) -> str:
    """To who asked for the board where it must be posted anew."""
    return t("The board is being posted in the channel.")


def no_log_text(t: Translator) -> str:
    """Where no game has begun."""
    return t("Nothing has happened yet: the game has not started.")


def no_screen_text(t: Translator) -> str:
    """Where no game has begun."""
    return t("The game has not started; screens are dealt when the host uses `/comuni start`.")


def log_embed(text: str, page: int, pages: int, t: Translator) -> Embed:
    """One page of the log."""
    embed = Embed(title=t("What happened"), description=text)
    embed.set_footer(text=t("Page {page} of {pages}", page=page, pages=pages))
    return embed


PINGS: Mapping[str, str] = {
    "dm": msgid("When something waits for you, a private message tells you, with the buttons for it."),
    "mention": msgid("When something waits for you, a line in the table's channel mentions you."),
    "none": msgid("You are not told when something waits for you. `/comuni screen` shows it."),
}


def pings_text(how: str, t: Translator) -> str:
    """To who has just chosen how to be pinged."""
    return t(PINGS[how])


def record_text(t: Translator) -> str:
    """With the file of a finished game."""
    return t("The whole game as data. `/comuni verify` checks it, and `python -m bot verify FILE` on any machine.")


def happened_text(lines: Sequence[str], t: Translator) -> str:
    """After a person's action: what it did, the last of it where it is too much for one message."""
    kept: list[str] = []
    for text in reversed(lines):
        if sum(map(length, kept)) + len(kept) + length(text) > SHOWN:
            break
        kept.insert(0, text)
    return "\n".join(kept) or t("Done.")


def out_of_date_text(t: Translator) -> str:
    """To who pressed a control whose time is over."""
    return t("That was asked earlier and has changed since. This is how things stand now.")


def not_a_number_text(t: Translator) -> str:
    """To who typed something else into a form."""
    return t("That is not a number that can be used here; nothing was done. Type digits only, such as 7.")


def form_title(t: Translator) -> str:
    """Over the form for an amount that has no button."""
    return t("Bid another amount")


def form_label(t: Translator) -> str:
    """Beside the field of that form."""
    return t("Bid, in coins")
