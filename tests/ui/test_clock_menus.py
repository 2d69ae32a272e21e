"""The menus of a lobby's clock: what they offer, what is chosen now, and that only what they offer is read."""

from dataclasses import asdict, replace
from typing import Any

import pytest

from bot.locale import LANGUAGES, translator
from bot.tables.model import TableSettings, TimeOut, Vacation
from bot.ui.clock_menus import BANKS, DAYS_OFF, MOST_DAYS_OFF, PACES, ClockMenu, days_off_read, menus, read_menu
from bot.ui.clock_settings import ClockSettings
from bot.ui.limits import PLACEHOLDER, ROWS, SELECT_OPTIONS, SELECT_TEXT, length
from tests.ui.clocks import LONGEST, USUAL, settings
from tests.ui.playing import T


def menu(name: str, chosen: ClockSettings) -> ClockMenu:
    return next(found for found in menus(chosen, T) if found.name == name)


def chosen_in(found: ClockMenu) -> list[str]:
    return [value for _, value, chosen in found.options if chosen]


def taken(changes: dict[str, Any]) -> TableSettings:
    """The settings of a table with what a menu gave. Raises ValidationError."""
    ways = {
        name: kind(changes[name]) for name, kind in (("time_out", TimeOut), ("vacation", Vacation)) if name in changes
    }
    return TableSettings(**{**changes, **ways})


@pytest.mark.parametrize("chosen", [*settings(), replace(USUAL, days_off=(5, 6))])
def test_what_is_chosen_in_the_menus_is_how_the_clock_is_set(chosen: ClockSettings) -> None:
    found: dict[str, Any] = {"zone": chosen.zone}
    for each in menus(chosen, T):
        assert each.least <= len(chosen_in(each)) <= each.most
        found |= read_menu(each.name, chosen_in(each))
    assert found == asdict(chosen)


def test_a_table_takes_whatever_is_offered() -> None:
    for each in menus(USUAL, T):
        for _, value, _ in each.options:
            taken(read_menu(each.name, [value]))
    for name in DAYS_OFF:
        taken({"days_off": days_off_read(name)})


def test_the_usual_paces_and_banks_are_offered_and_any_other_that_is_set() -> None:
    assert [int(value) for _, value, _ in menu("pace", USUAL).options] == sorted(PACES)
    assert [int(value) for _, value, _ in menu("bank", USUAL).options] == sorted(BANKS)
    assert ("Pace: 1 hour 30 minutes", "90", True) in menu("pace", replace(USUAL, pace=90)).options
    assert ("Bank: none", "0", True) in menu("bank", replace(USUAL, bank=0)).options


def test_no_day_off_is_chosen_by_leaving_the_menu_empty() -> None:
    assert menu("daysoff", USUAL).least == 0
    assert menu("daysoff", USUAL).placeholder == "Days off: none"
    assert read_menu("daysoff", []) == {"days_off": ()}
    assert menu("daysoff", LONGEST).most == MOST_DAYS_OFF


@pytest.mark.parametrize(
    ("value", "days"),
    [("none", ()), ("weekend", (5, 6)), ("friday", (4,)), ("fridaysaturday", (4, 5)), ("6,5", (5, 6)), ("0", (0,))],
)
def test_days_off_are_read_by_name_or_by_number(value: str, days: tuple[int, ...]) -> None:
    assert days_off_read(value) == days


@pytest.mark.parametrize("value", ["", "7", "1,", "1, 2", "-1", "１", "Sunday", "0,1,2,3,4,5,6", "0,0x1"])
def test_other_days_off_are_refused(value: str) -> None:
    with pytest.raises(ValueError, match="no days off"):
        days_off_read(value)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("pace", ["14"]),
        ("pace", ["10081"]),
        ("pace", ["１５"]),
        ("pace", ["1_5"]),
        ("pace", ["15", "60"]),
        ("pace", []),
        ("bank", ["-1"]),
        ("bank", ["100000"]),
        ("daysoff", ["5", "7"]),
        ("timeout", ["nobody"]),
        ("vacation", ["host"]),
        ("zone", ["UTC"]),
    ],
)
def test_what_no_menu_offers_is_refused(name: str, values: list[str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_menu(name, values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menus_fit_into_one_message_in_every_language(language: str) -> None:
    for chosen in settings():
        found = menus(chosen, translator(language))
        assert len({each.name for each in found}) == len(found) <= ROWS
        for each in found:
            assert 0 < length(each.placeholder) <= PLACEHOLDER
            assert 0 <= each.least <= each.most <= len(each.options) <= SELECT_OPTIONS
            assert len({value for _, value, _ in each.options}) == len(each.options)
            assert all(0 < length(label) <= SELECT_TEXT for label, _, _ in each.options)
