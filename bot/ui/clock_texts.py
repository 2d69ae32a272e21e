"""What is said of a table's clock when people change it, or when it has changed the table."""

from datetime import datetime

from bot.game.components import Seat
from bot.locale import Translator
from bot.ui.clock import instant
from bot.ui.people import People


def archived_line(t: Translator) -> str:
    """To the channel of a game that nobody has played for long."""
    return t(
        "Nobody has played here for 30 days, so this game is archived, and its channel is free. Nothing is lost: who "
        "sits at the table goes on with `/comuni resume`."
    )


def clock_set_text(t: Translator) -> str:
    """To the host who has just set the clock of a lobby."""
    return t("The clock is set. Everybody sees it in the lobby.")


def paused_text(stands_still: bool, t: Translator) -> str:
    """To who has just asked for a pause."""
    if stands_still:
        return t(
            "The clock stands still. Anybody at the table lets it run again with `/comuni resume`; you may still play."
        )
    return t("You would like a pause, and the board says so. The clock stops when another seat uses `/comuni pause`.")


def resumed_text(t: Translator) -> str:
    """To who has just had a table go on."""
    return t("The table goes on, and its clock runs again.")


def away_text(until: datetime, tables: int, t: Translator) -> str:
    """To who has just gone away from so many tables, and is back at an instant."""
    return t.plural(
        "You are away until {until}. At your table a steward plays for you, or the table waits: `/comuni clock` says "
        "which. When you are back sooner, use `/comuni away` without a date.",
        "You are away until {until}, at {count} tables. A steward plays for you, or the table waits: `/comuni clock` "
        "says which. When you are back sooner, use `/comuni away` without a date.",
        tables,
        until=instant(until),
    )


def back_text(t: Translator) -> str:
    """To who has just come back."""
    return t("You are back: what is asked of you is yours to answer again.")


def decided_text(steward: bool, t: Translator) -> str:
    """To the host who has just decided about a seat whose time ran out."""
    if steward:
        return t("A steward acts for the seat.")
    return t("The seat has all its time again.")


def host_line(mention: str, seat: Seat, people: People, t: Translator) -> str:
    """To the host, in the channel, where a question about a seat cannot reach them in private."""
    return t(
        "{mention}: time is over for **{seat}**, and you decide. Type `/comuni clock`; only you will see it.",
        mention=mention,
        seat=people.marked(seat),
    )
