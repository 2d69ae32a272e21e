"""Autocomplete of days and time zones."""

from collections.abc import Iterator
from datetime import date, timedelta

from babel.dates import format_date
from discord import app_commands

from bot.locale import Translator
from bot.tables.working_time import zone_names

MOST = 25
DAYS = range(1, 15)  # ahead
WEEKS = range(3, 13)  # ahead
COMMON_ZONES = (
    "UTC",
    "Europe/London",
    "Europe/Lisbon",
    "Europe/Madrid",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Rome",
    "Europe/Athens",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "America/Sao_Paulo",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
)


def offer_days(today: date, typed: str, t: Translator) -> list[app_commands.Choice[str]]:
    """The next days and weeks, as dates that are read; what is sent is YYYY-MM-DD."""
    named = [(format_date(day, format="full", locale=t.language), day.isoformat()) for day in _ahead(today)]
    found = [(name, value) for name, value in named if typed.strip().casefold() in f"{name} {value}".casefold()]
    return [app_commands.Choice(name=name, value=value) for name, value in found[:MOST]]


def offer_zones(typed: str) -> list[app_commands.Choice[str]]:
    """The time zones with what was typed in their names; of all, the common ones."""
    wanted = typed.strip().casefold().replace(" ", "_")
    known = (*COMMON_ZONES, *(name for name in zone_names() if name not in COMMON_ZONES))
    found = [name for name in known if wanted in name.casefold()]
    return [app_commands.Choice(name=name, value=name) for name in found[:MOST]]


def _ahead(today: date) -> Iterator[date]:
    yield from (today + timedelta(days=days) for days in DAYS)
    yield from (today + timedelta(weeks=weeks) for weeks in WEEKS)
