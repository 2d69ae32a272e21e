"""How a table counts time, in words: durations, and the settings that its host chose."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.locale import Translator, msgid
from bot.ui.words import listed

HOUR = 60  # minutes
DAY = 24 * HOUR
WEEKDAYS = (
    msgid("Monday"),
    msgid("Tuesday"),
    msgid("Wednesday"),
    msgid("Thursday"),
    msgid("Friday"),
    msgid("Saturday"),
    msgid("Sunday"),
)
TIME_OUTS: Mapping[str, str] = {
    "steward": msgid("A steward acts"),
    "host": msgid("The host is asked"),
    "wait": msgid("The table waits"),
}
VACATIONS: Mapping[str, str] = {"steward": msgid("A steward plays"), "wait": msgid("The table waits")}
TIME_OUT_LINES: Mapping[str, str] = {
    "steward": msgid("When time is over, a steward acts."),
    "host": msgid("When time is over, the host is asked; in an invasion a steward seals."),
    "wait": msgid("When time is over, the table still waits."),
}
VACATION_LINES: Mapping[str, str] = {
    "steward": msgid("While somebody is away, a steward plays for them."),
    "wait": msgid("While somebody is away, the table waits for them."),
}


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """What the host chose for the clock: `pace` (None: no limit) and `bank` in minutes, an IANA time zone.

    Days off are 0 for Monday to 6 for Sunday; `time_out` is one of TIME_OUTS, `vacation` one of VACATIONS.
    """

    pace: int | None
    bank: int
    days_off: tuple[int, ...]
    zone: str
    time_out: str
    vacation: str


def duration(minutes: int, t: Translator) -> str:
    """A span of whole minutes: "15 minutes", "1 hour 30 minutes", "24 hours"; days from two on."""
    days, rest = divmod(minutes, DAY) if minutes >= 2 * DAY else (0, minutes)
    hours, rest = divmod(rest, HOUR)
    parts = []
    if days:
        parts.append(t.plural("{count} day", "{count} days", days))
    if hours:
        parts.append(t.plural("{count} hour", "{count} hours", hours))
    if rest or not parts:
        parts.append(t.plural("{count} minute", "{count} minutes", rest))
    return _joined(parts, t)


def short_duration(minutes: int, t: Translator) -> str:
    """The same where there is little room: "12 h", "2 h 30 min", "0 min"."""
    hours, rest = divmod(minutes, HOUR)
    parts = [t("{count} h", count=hours)] if hours else []
    if rest or not parts:
        parts.append(t("{count} min", count=rest))
    return _joined(parts, t)


def settings_lines(settings: ClockSettings, t: Translator) -> list[str]:
    """The clock of a table in whole sentences, one a line."""
    return list(_lines(settings, t))


def _lines(settings: ClockSettings, t: Translator) -> Iterator[str]:
    if settings.pace is None:
        yield t("Pace: no limit; the table waits for everybody.")
    else:
        yield t("Pace: {time} for each thing that a seat is asked.", time=duration(settings.pace, t))
        yield _bank(settings.bank, t)
        if settings.days_off:
            days = listed((t(WEEKDAYS[day]) for day in settings.days_off), t)
            yield t("Days off: {days}; no time runs then.", days=days)
        yield t(TIME_OUT_LINES[settings.time_out])
    yield t(VACATION_LINES[settings.vacation])
    yield t("Days and dates are those of the time zone {zone}.", zone=f"`{settings.zone}`")


def _bank(minutes: int, t: Translator) -> str:
    if not minutes:
        return t("Bank: none; when the pace is over, time is over.")
    return t(
        "Bank: {time} more for each seat; a quarter of it comes back with each of its turns.", time=duration(minutes, t)
    )


def _joined(parts: list[str], t: Translator) -> str:
    longer, *shorter = parts
    for part in shorter:
        longer = t("{longer} {shorter}", longer=longer, shorter=part)
    return longer
