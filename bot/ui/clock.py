"""A table's clock as everybody sees it: who has until when, banks, absences, pauses."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from discord import Embed

from bot.game.components import Seat
from bot.locale import Translator, msgid
from bot.ui.clock_settings import ClockSettings, settings_lines, short_duration
from bot.ui.people import People, commune, commune_name

COLOUR = 0x8A7F72
MINUTE = 60  # seconds
_OVER: Mapping[str, str] = {
    "waiting": msgid("⌛ Time is over for **{seat}**; the table waits."),
    "timed out": msgid("⌛ Time is over for **{seat}**; a steward acts."),
    "stand in": msgid("⌛ A steward plays for **{seat}**, whose time ran out, until the end of the turn."),
}
_GONE: Mapping[str, str] = {
    "waits": msgid("🧳 **{seat}** cannot be reached, and is away; the table waits."),
    "played for": msgid("🧳 **{seat}** cannot be reached, and is away; a steward plays until they act again."),
}


@dataclass(frozen=True, slots=True)
class TimeShown:
    """The public part of a clock. `seat` is whose time runs, None for all seats alike, who are to seal (3.5).

    `stage` is how far that has come, as the table names it (None: no person is asked); `until` is the end of the pace,
    `bank_until` of the bank behind it (None: no limit). Banks are in seconds; who is away until when (None: until they
    act). `away_waits`: while somebody is away the table waits, and no steward plays.
    """

    seat: Seat | None
    stage: str | None
    until: datetime | None
    bank_until: datetime | None
    paused: bool
    wishes: tuple[Seat, ...]
    banks: tuple[tuple[Seat, int], ...]
    away: tuple[tuple[Seat, datetime | None], ...]
    away_waits: bool


def instant(when: datetime) -> str:
    """An instant, and how far away it is, as every reader's own Discord shows it."""
    return f"{moment(when)} (<t:{int(when.timestamp())}:R>)"


def moment(when: datetime) -> str:
    """An instant in every reader's own time zone and language."""
    return f"<t:{int(when.timestamp())}:f>"


def time_text(shown: TimeShown, people: People, t: Translator) -> str:
    """The clock for everybody, line by line; empty where there is nothing to say.

    In an invasion it says the same whoever has sealed (3.5).
    """
    return "\n".join(_lines(shown, people, t))


def running_text(until: datetime, bank_until: datetime | None, *, all_alike: bool, t: Translator) -> str:
    """How long who reads it has; in an invasion the banks run for all alike (3.5)."""
    if bank_until is None or bank_until <= until:
        return t("You have until {until}.", until=instant(until))
    if all_alike:
        return t(
            "You have until {until}. Then the banks run, for all alike until {bank_until}.",
            until=instant(until),
            bank_until=instant(bank_until),
        )
    return t(
        "You have until {until}; your bank then lasts until {bank_until}.",
        until=instant(until),
        bank_until=instant(bank_until),
    )


def clock_embed(settings: ClockSettings, shown: TimeShown | None, people: People | None, t: Translator) -> Embed:
    """The clock of a table: how it is set, how it stands in a game, and what to do. In a lobby nothing is shown."""
    embed = Embed(title=t("Clock"), description="\n".join(settings_lines(settings, t)), colour=COLOUR)
    if shown is None or people is None:
        text = t("The host sets the clock before the game starts: here, or with the options of `/comuni clock`.")
        embed.add_field(name=t("To set it"), value=text, inline=False)
    else:
        standing = time_text(shown, people, t) or t("Nobody's time runs now.")
        embed.add_field(name=t("Now"), value=standing, inline=False)
    return embed.add_field(name=t("During the game"), value=_how(t), inline=False)


def _how(t: Translator) -> str:
    return "\n".join(
        (
            t("`/comuni away until:2030-12-24`: you are away until that day begins. Without a date: you are back."),
            t("`/comuni pause` stops the clock: the host alone may do this, or two seats together."),
            t("`/comuni resume` lets it run again: anybody at the table may do this."),
            t("`/comuni rules about:Time` explains it all."),
        )
    )


def _lines(shown: TimeShown, people: People, t: Translator) -> Iterator[str]:
    if shown.paused:
        yield t("⏸️ Paused: the clock stands still. `/comuni resume` lets it run again.")
    else:
        yield from _asked(shown, people, t)
        for seat in shown.wishes:
            yield t(
                "⏸️ **{seat}** would like a pause; `/comuni pause` by another seat stops the clock.", seat=commune(seat)
            )
    for seat, until in shown.away:
        yield _away(seat, until, waits=shown.away_waits, t=t)
    if any(seconds for _, seconds in shown.banks):
        banks = ", ".join(f"{commune_name(seat)} {short_duration(bank // MINUTE, t)}" for seat, bank in shown.banks)
        yield t("Banks: {banks}", banks=banks)


def _away(seat: Seat, until: datetime | None, *, waits: bool, t: Translator) -> str:
    if until is None:
        return t(_GONE["waits" if waits else "played for"], seat=commune(seat))
    if waits:
        return t("🧳 **{seat}** is away until {until}; the table waits.", seat=commune(seat), until=moment(until))
    return t("🧳 **{seat}** is away until {until}; a steward plays.", seat=commune(seat), until=moment(until))


def _asked(shown: TimeShown, people: People, t: Translator) -> Iterator[str]:
    if shown.seat is None:
        yield from _all_asked(shown, t)
    elif shown.stage is not None and shown.stage in _OVER:
        yield t(_OVER[shown.stage], seat=people.marked(shown.seat))
    elif shown.until is not None:
        yield _one_asked(people.marked(shown.seat), shown.stage, shown.until, shown.bank_until, t)


def _one_asked(seat: str, stage: str | None, until: datetime, bank_until: datetime | None, t: Translator) -> str:
    if stage == "host":
        return t(
            "⌛ Time is over for **{seat}**. The host decides until {until}; then a steward acts.",
            seat=seat,
            until=instant(until),
        )
    if bank_until is None or bank_until <= until:
        return t("⏳ **{seat}** has until {until}.", seat=seat, until=instant(until))
    return t(
        "⏳ **{seat}** has until {until}; its bank then lasts until {bank_until}.",
        seat=seat,
        until=instant(until),
        bank_until=instant(bank_until),
    )


def _all_asked(shown: TimeShown, t: Translator) -> Iterator[str]:
    if shown.stage == "waiting":
        yield t("⌛ Time is over; the table waits until all have sealed.")
    elif shown.until is not None and (shown.bank_until is None or shown.bank_until <= shown.until):
        yield t("⏳ All seats have until {until}.", until=instant(shown.until))
    elif shown.until is not None and shown.bank_until is not None:
        yield t(
            "⏳ All seats have until {until}. Then the banks run, for all alike until {bank_until}.",
            until=instant(shown.until),
            bank_until=instant(shown.bank_until),
        )
