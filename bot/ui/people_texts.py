"""What is said of seats that change hands, and of tables whose channel is lost."""

from collections.abc import Mapping, Sequence

from bot.game.components import Seat
from bot.locale import Translator, msgid
from bot.ui.people import commune, commune_name, escaped

REFUSALS: Mapping[str, str] = {
    "NothingOffered": msgid("No such seat is offered, or no longer. `/comuni handover` shows the offers that stand."),
    "CannotOffer": msgid(
        "You can offer your own seat to somebody else. A seat whose time has run out is offered by the host too, or by "
        "who has the permission Manage Channels in the table's channel."
    ),
    "NotToThem": msgid("A seat cannot be offered to who sits at the table already, or to a computer program."),
    "NothingToReplay": msgid("A rematch follows a game that has ended, and only who sat there can ask for it."),
    "NotSuspended": msgid(
        "Only the host can move this table, or who has the permission Manage Channels in its channel, which is well. "
        "Anybody who sits there can once nothing can be posted in it."
    ),
}
OFFER_BUTTONS: Mapping[str, str] = {
    "accept": msgid("Accept"),
    "decline": msgid("Decline"),
    "recall": msgid("Take the offer back"),
}
LOST: Mapping[str, str] = {
    "gone": msgid("The channel is gone."),
    "removed": msgid("This bot was removed from the server."),
    "closed": msgid("The thread is closed."),
    "refused": msgid("This bot is not allowed to write there."),
    "": msgid("Nothing can be posted there."),
}
PERMISSIONS: Mapping[str, str] = {
    "view_channel": msgid("View Channel"),
    "send_messages": msgid("Send Messages"),
    "send_messages_in_threads": msgid("Send Messages in Threads"),
    "embed_links": msgid("Embed Links"),
    "attach_files": msgid("Attach Files"),
    "read_message_history": msgid("Read Message History"),
}


def loss_text(why: str, t: Translator) -> str:
    """Why nothing can be posted for a table."""
    return t(LOST[why if why in LOST else ""])


def suspended_text(why: str, t: Translator) -> str:
    """To who wants something of the channel of a suspended table."""
    return t(
        "Nothing can be posted in this table's channel. {why} The clock stands still. `/comuni resume` tries again "
        "once that is mended; `/comuni move-table`, used in another channel, has the table go on there.",
        why=loss_text(why, t),
    )


def suspended_letter(seat: Seat, where: str, table: int, why: str, t: Translator) -> str:
    """To who sits at a table that is suspended, in private, above their screen."""
    return t(
        "⚠️ Table {table}, where you are {commune}, can no longer be shown in {where}. {why} Its clock stands still; "
        "here you can play on. `/comuni move-table`, used in another channel, has it go on there, and `/comuni resume` "
        "tries again once its own is mended: anybody at the table may do this.",
        table=table,
        commune=commune(seat),
        where=where,
        why=loss_text(why, t),
    )


def suspended_lobby_text(where: str, why: str, t: Translator) -> str:
    """To the host of a lobby whose channel is lost, in private."""
    return t(
        "⚠️ Your table in {where} can no longer be shown there. {why} `/comuni move-table`, used in another channel, "
        "moves it there; `/comuni resume` tries again once its own is mended.",
        where=where,
        why=loss_text(why, t),
    )


def offer_text(name: str, seat: Seat, where: str, t: Translator) -> str:
    """To whom a person offers a seat, above the board: nothing of it is private."""
    return t(
        "**{name}** offers you a seat at the game in {where}: **{seat}**. This is how the game stands for all to see; "
        "the seat's own screen is shown to you when you accept. You need not answer.",
        name=escaped(name),
        seat=commune(seat),
        where=where,
    )


def offer_line(mention: str, t: Translator) -> str:
    """The public line to whom a seat is offered and no letter reaches."""
    return t("{mention}: a seat is offered to you. Type `/comuni handover`; only you will see it.", mention=mention)


def offered_text(seat: Seat, mention: str, t: Translator) -> str:
    """To who has just offered a seat."""
    return t(
        "**{seat}** is offered to {mention}, who is asked in private. Nothing of its screen is shown before they "
        "accept; until then everything stays as it is.",
        seat=commune(seat),
        mention=mention,
    )


def offer_to_you(seat: Seat, where: str, table: int, t: Translator) -> str:
    """An offer among others, to who may accept it."""
    return t("**{seat}**, table {table} in {where}, is offered to you.", seat=commune(seat), table=table, where=where)


def offer_by_you(seat: Seat, mention: str, where: str, table: int, t: Translator) -> str:
    """An offer among others, to who may take it back."""
    return t(
        "**{seat}**, table {table} in {where}, is offered to {mention}.",
        seat=commune(seat),
        table=table,
        where=where,
        mention=mention,
    )


def offer_label(choice: str, seat: Seat, table: int, t: Translator) -> str:
    """What a button of OFFER_BUTTONS says where there may be several offers."""
    return t("{what}: {seat}, table {table}", what=t(OFFER_BUTTONS[choice]), seat=commune_name(seat), table=table)


def no_offers_text(t: Translator) -> str:
    """Where no offer is made to or by a person."""
    return t("No seat is offered to you, and you offer none. `/comuni handover person:` offers yours to somebody.")


def more_offers_text(count: int, t: Translator) -> str:
    """Below the offers that are shown, where there are more."""
    return t.plural("{count} more offer is shown after these.", "{count} more offers are shown after these.", count)


def declined_text(t: Translator) -> str:
    """To who has just refused an offer, or taken it back."""
    return t("The offer is no longer there.")


def accepted_text(seat: Seat, t: Translator) -> str:
    """To who has just taken a seat over."""
    return t("You are **{seat}** now; this is the seat's screen.", seat=commune(seat))


def handed_text(seat: Seat, where: str, name: str, t: Translator) -> str:
    """To who held a seat that another has taken over, in private."""
    return t(
        "**{seat}** in {where} is played by {name} now. Your buttons for it no longer work, and what you had ordered "
        "in advance is gone.",
        seat=commune(seat),
        where=where,
        name=escaped(name),
    )


def confirm_resign_text(seat: Seat, humans: int, seats: int, t: Translator) -> str:
    """The question before a seat is given up, at a table of so many people and seats."""
    if humans == 1:
        what = t("You are the only person at the table, so the game is stopped.")
    elif seats == humans == 2:
        what = t("The game then stands still, unless the other person goes on against a steward.")
    else:
        what = t("A steward, a computer player, plays it to the end.")
    return t(
        "You give up **{seat}** for good. {what} If you are sure, run `/comuni resign` again with `confirm` set to "
        "True; to let somebody else play on use `/comuni handover`.",
        seat=commune(seat),
        what=what,
    )


def resigned_text(seat: Seat, t: Translator) -> str:
    """To who has just given up a seat."""
    return t("You have given up **{seat}**.", seat=commune(seat))


def resigned_line(t: Translator) -> str:
    """To the channel where one of two people has resigned."""
    return t(
        "A person has resigned, so this game stands still, and its channel is free. Who is left may go on against a "
        "steward: with the button below, or with `/comuni resume`."
    )


def still_archived_line(t: Translator) -> str:
    """On the board and the clock of an archived game, whatever the reason."""
    return t("This game is archived. Nothing is lost: who sits at the table goes on with `/comuni resume`.")


def rematch_text(t: Translator) -> str:
    """To who has just asked for a rematch."""
    return t(
        "A new table is open, with the same people and settings; the communes are dealt anew. You are its host, and "
        "begin with `/comuni start`."
    )


def moved_text(t: Translator) -> str:
    """To who has just moved a table into a channel."""
    return t("The table goes on in this channel.")


def here_already_text(t: Translator) -> str:
    """To who wants to move a table where it is."""
    return t("The table is in this channel already.")


def moved_line(where: str, t: Translator) -> str:
    """In place of the board in the channel that a table has left."""
    return t("This table has moved to {where}.", where=where)


def missing_permissions_text(names: Sequence[str], t: Translator) -> str:
    """To who wants a table in a channel where the bot may not do all that it needs; `names` of PERMISSIONS."""
    missing = ", ".join(t(PERMISSIONS[name]) for name in names)
    return t(
        "A table cannot be shown here: this bot lacks {permissions}. Who manages the channel can permit it.",
        permissions=missing,
    )


def locked_text(t: Translator) -> str:
    """To who wants a table in a thread where nothing can be written."""
    return t("A table cannot be shown here: this thread is locked. Who manages threads can unlock it.")
