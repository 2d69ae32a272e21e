"""The menus by which a host sets the clock of a lobby, and what was chosen in them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.locale import Translator, msgid
from bot.ui.clock_settings import (
    DAY,
    HOUR,
    TIME_OUT_LINES,
    VACATION_LINES,
    WEEKDAYS,
    ClockSettings,
    duration,
)

PACES = (15, HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 0)  # minutes; 0: no limit
BANKS = (0, 15, HOUR, 4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY)  # minutes; 0: none
SHORTEST_PACE = 15
LONGEST = 7 * DAY
MOST_DAYS_OFF = 6
DAYS_OFF: Mapping[str, str] = {
    "none": msgid("None"),
    "weekend": msgid("Saturday and Sunday"),
    "sunday": msgid("Sunday"),
    "saturday": msgid("Saturday"),
    "friday": msgid("Friday"),
    "fridaysaturday": msgid("Friday and Saturday"),
}
_MEANT: Mapping[str, tuple[int, ...]] = {
    "none": (),
    "weekend": (5, 6),
    "sunday": (6,),
    "saturday": (5,),
    "friday": (4,),
    "fridaysaturday": (4, 5),
}
_DAYS = re.compile(r"[0-6](,[0-6])*")
_MINUTES = re.compile(r"[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class ClockMenu:
    """A select menu of one setting: options are label, value and whether it is chosen now.

    From `least` to `most` options are taken together.
    """

    name: str
    placeholder: str
    options: tuple[tuple[str, str, bool], ...]
    least: int = 1
    most: int = 1


def menus(settings: ClockSettings, t: Translator) -> list[ClockMenu]:
    """The five menus of the clock; where a setting is none of those offered, it is offered too."""
    return [
        ClockMenu("pace", t("Pace"), _paces(settings.pace or 0, t)),
        ClockMenu("bank", t("Bank"), _banks(settings.bank, t)),
        ClockMenu("daysoff", t("Days off: none"), _days(settings.days_off, t), 0, MOST_DAYS_OFF),
        ClockMenu("timeout", t("When time is over"), _lines(TIME_OUT_LINES, settings.time_out, t)),
        ClockMenu("vacation", t("While somebody is away"), _lines(VACATION_LINES, settings.vacation, t)),
    ]


def read_menu(name: str, values: Sequence[str]) -> dict[str, object]:
    """The settings that a choice in the menu of this name makes. Raises ValueError for what no menu offers."""
    if name not in _READ:
        raise ValueError(name)
    return _READ[name](values)


def days_off_read(value: str) -> tuple[int, ...]:
    """The days off of a name of DAYS_OFF, or of numbers such as "5,6"; at most six. Raises ValueError for others."""
    if value in _MEANT:
        return _MEANT[value]
    days = tuple(sorted({int(day) for day in value.split(",")})) if _DAYS.fullmatch(value) else ()
    if not 0 < len(days) <= MOST_DAYS_OFF:
        raise ValueError("no days off")
    return days


def _paces(chosen: int, t: Translator) -> tuple[tuple[str, str, bool], ...]:
    def label(minutes: int) -> str:
        return t("Pace: {time}", time=duration(minutes, t)) if minutes else t("Pace: no limit")

    return _options({*PACES, chosen}, chosen, label)


def _banks(chosen: int, t: Translator) -> tuple[tuple[str, str, bool], ...]:
    def label(minutes: int) -> str:
        return t("Bank: {time}", time=duration(minutes, t)) if minutes else t("Bank: none")

    return _options({*BANKS, chosen}, chosen, label)


def _options(offered: Iterable[int], chosen: int, label: Callable[[int], str]) -> tuple[tuple[str, str, bool], ...]:
    return tuple((label(minutes), str(minutes), minutes == chosen) for minutes in sorted(offered))


def _days(chosen: tuple[int, ...], t: Translator) -> tuple[tuple[str, str, bool], ...]:
    return tuple(
        (t("Day off: {day}", day=t(WEEKDAYS[number])), str(number), number in chosen) for number in range(len(WEEKDAYS))
    )


def _lines(lines: Mapping[str, str], chosen: str, t: Translator) -> tuple[tuple[str, str, bool], ...]:
    return tuple((t(lines[value]), value, value == chosen) for value in lines)


def _minutes(values: Sequence[str], shortest: int) -> int:
    (value,) = values
    minutes = int(value) if _MINUTES.fullmatch(value) else -1
    if minutes != 0 and not shortest <= minutes <= LONGEST:
        raise ValueError("no duration that is offered")
    return minutes


def _one_of(known: Iterable[str], values: Sequence[str]) -> str:
    (value,) = values
    if value not in known:
        raise ValueError(value)
    return value


_READ: Mapping[str, Callable[[Sequence[str]], dict[str, object]]] = {
    "pace": lambda values: {"pace": _minutes(values, SHORTEST_PACE) or None},
    "bank": lambda values: {"bank": _minutes(values, 1)},
    "daysoff": lambda values: {"days_off": days_off_read(",".join(values) or "none")},
    "timeout": lambda values: {"time_out": _one_of(TIME_OUT_LINES, values)},
    "vacation": lambda values: {"vacation": _one_of(VACATION_LINES, values)},
}
