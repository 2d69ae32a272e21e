"""The clock in words: who has until when, how it is set, and that nothing of it tells who has sealed (3.5)."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.game.components import COMMUNES
from bot.locale import LANGUAGES, translator
from bot.tables.model import TimeOut, Vacation
from bot.tables.table_clock import Stage
from bot.ui.clock import TimeShown, clock_embed, instant, time_text
from bot.ui.clock_settings import TIME_OUTS, VACATIONS, duration, settings_lines, short_duration
from bot.ui.limits import check_message, length
from bot.ui.people import People, commune_name
from tests.ui.clocks import (
    BANK_INSTANT,
    BANK_UNTIL,
    INSTANT,
    INVASION,
    LONGEST,
    QUIET,
    RUNNING,
    UNTIL,
    USUAL,
    clocks,
    full,
    settings,
)
from tests.ui.playing import T, people_of, plain_people
from tests.ui.showing import TIME, text_of

LONGEST_TEXT = 900  # characters
PEOPLE = plain_people(*COMMUNES)
SHOWN_UNTIL = f"<t:{INSTANT}:f> (<t:{INSTANT}:R>)"
SHOWN_BANK_UNTIL = f"<t:{BANK_INSTANT}:f> (<t:{BANK_INSTANT}:R>)"

languages = pytest.mark.parametrize("language", LANGUAGES)


def said(shown: TimeShown) -> str:
    return time_text(shown, PEOPLE, T)


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (0, "0 minutes"),
        (1, "1 minute"),
        (15, "15 minutes"),
        (60, "1 hour"),
        (90, "1 hour 30 minutes"),
        (24 * 60, "24 hours"),
        (36 * 60, "36 hours"),
        (48 * 60, "2 days"),
        (7 * 24 * 60, "7 days"),
        (2 * 24 * 60 + 61, "2 days 1 hour 1 minute"),
    ],
)
def test_a_duration_is_said_in_the_largest_units(minutes: int, text: str) -> None:
    assert duration(minutes, T) == text


@pytest.mark.parametrize(
    ("language", "text"), [("en", "1 hour 30 minutes"), ("it", "1 ora 30 minuti"), ("ja", "1時間30分")]
)
def test_a_duration_is_counted_in_every_language(language: str, text: str) -> None:
    assert duration(90, translator(language)) == text


@pytest.mark.parametrize(("minutes", "text"), [(0, "0 min"), (45, "45 min"), (720, "12 h"), (150, "2 h 30 min")])
def test_a_duration_is_short_where_there_is_little_room(minutes: int, text: str) -> None:
    assert short_duration(minutes, T) == text


def test_an_instant_is_shown_by_each_readers_own_discord() -> None:
    assert instant(datetime(2030, 5, 4, 12, 0, 0, 999, tzinfo=UTC)) == SHOWN_UNTIL


def test_a_seat_has_until_the_pace_is_over_and_then_its_bank() -> None:
    assert (
        said(RUNNING)
        == f"⏳ **🟢 Siena (Carla)** has until {SHOWN_UNTIL}; its bank then lasts until {SHOWN_BANK_UNTIL}."
    )


@pytest.mark.parametrize("bank_until", [UNTIL, None])
def test_an_empty_bank_is_not_spoken_of(bank_until: datetime | None) -> None:
    assert said(replace(RUNNING, bank_until=bank_until)) == f"⏳ **🟢 Siena (Carla)** has until {SHOWN_UNTIL}."


@pytest.mark.parametrize(
    ("stage", "text"),
    [
        (Stage.HOST, f"⌛ Time is over for **{{seat}}**. The host decides until {SHOWN_UNTIL}; then a steward acts."),
        (Stage.WAITING, "⌛ Time is over for **{seat}**; the table waits."),
        (Stage.TIMED_OUT, "⌛ Time is over for **{seat}**; a steward acts."),
        (Stage.STAND_IN, "⌛ A steward plays for **{seat}**, whose time ran out, until the end of the turn."),
    ],
)
def test_it_is_said_what_comes_after_the_time_of_a_seat(stage: Stage, text: str) -> None:
    assert said(replace(RUNNING, stage=stage)) == text.format(seat="🟢 Siena (Carla)")


@pytest.mark.parametrize(
    "shown",
    [
        QUIET,
        replace(RUNNING, until=None, bank_until=None),
        replace(INVASION, until=None, bank_until=None),
        replace(RUNNING, stage=Stage.AWAY, until=None, bank_until=None),
        replace(QUIET, banks=(("siena", 0), ("milano", 0))),
    ],
)
def test_where_there_is_nothing_to_say_nothing_is_said(shown: TimeShown) -> None:
    assert said(shown) == ""


def test_in_an_invasion_all_seats_have_the_same_time() -> None:
    assert said(INVASION) == (
        f"⏳ All seats have until {SHOWN_UNTIL}. Then the banks run, for all alike until {SHOWN_BANK_UNTIL}."
    )
    assert said(replace(INVASION, bank_until=UNTIL)) == f"⏳ All seats have until {SHOWN_UNTIL}."
    assert said(replace(INVASION, stage=Stage.WAITING)) == "⌛ Time is over; the table waits until all have sealed."


@languages
@pytest.mark.parametrize("stage", Stage)
def test_in_an_invasion_no_seat_is_named_and_nobody_is_said_to_be_late(language: str, stage: Stage) -> None:
    t = translator(language)
    texts = {time_text(replace(INVASION, stage=stage), people, t) for people in (PEOPLE, People({}, {}))}
    (text,) = texts
    assert not [seat for seat in COMMUNES if commune_name(seat) in text]
    running = time_text(INVASION, PEOPLE, t)
    assert text == (
        running if stage is not Stage.WAITING else t("⌛ Time is over; the table waits until all have sealed.")
    )


def test_whoever_is_away_is_named_with_what_the_table_does_meanwhile() -> None:
    away = replace(QUIET, away=(("siena", UNTIL), ("milano", BANK_UNTIL)))
    assert said(away) == (
        f"🧳 **🟢 Siena** is away until <t:{INSTANT}:f>; a steward plays.\n"
        f"🧳 **🟡 Milano** is away until <t:{BANK_INSTANT}:f>; a steward plays."
    )
    waiting = replace(RUNNING, away=away.away[:1], away_waits=True)
    assert said(waiting).splitlines()[1:] == [f"🧳 **🟢 Siena** is away until <t:{INSTANT}:f>; the table waits."]


def test_a_paused_clock_names_no_instant_and_nobodys_wish() -> None:
    paused = replace(RUNNING, paused=True, wishes=("siena", "milano"))
    assert said(paused) == "⏸️ Paused: the clock stands still. `/comuni resume` lets it run again."


def test_a_wish_for_a_pause_says_how_it_comes_true() -> None:
    assert said(replace(QUIET, wishes=("siena",))) == (
        "⏸️ **🟢 Siena** would like a pause; `/comuni pause` by another seat stops the clock."
    )


def test_banks_are_listed_where_there_are_any() -> None:
    banks = (("siena", 12 * 3600), ("milano", 3 * 3600 + 59), ("lucca", 0))
    assert said(replace(QUIET, banks=banks)) == "Banks: Siena 12 h, Milano 3 h, Lucca 0 min"


@languages
def test_the_fullest_clock_has_room_on_the_board(language: str) -> None:
    people = people_of(tuple(COMMUNES))
    lengths = [length(time_text(shown, people, translator(language))) for shown in clocks()]
    assert max(lengths) <= LONGEST_TEXT == len(TIME)


def test_every_way_of_the_tables_has_its_words() -> None:
    assert set(TIME_OUTS) == set(TimeOut)
    assert set(VACATIONS) == set(Vacation)


def test_the_usual_clock_is_told_in_a_few_sentences() -> None:
    assert settings_lines(USUAL, T) == [
        "Pace: 24 hours for each thing that a seat is asked.",
        "Bank: 12 hours more for each seat; a quarter of it comes back with each of its turns.",
        "When time is over, a steward acts.",
        "While somebody is away, a steward plays for them.",
        "Days and dates are those of the time zone `UTC`.",
    ]


def test_a_clock_without_a_limit_has_neither_bank_nor_days_off_nor_time_out() -> None:
    assert settings_lines(replace(LONGEST, pace=None, zone="UTC", vacation="wait"), T) == [
        "Pace: no limit; the table waits for everybody.",
        "While somebody is away, the table waits for them.",
        "Days and dates are those of the time zone `UTC`.",
    ]


def test_days_off_and_a_missing_bank_are_told() -> None:
    lines = settings_lines(replace(USUAL, bank=0, days_off=(5, 6), time_out="host"), T)
    assert lines[1:4] == [
        "Bank: none; when the pace is over, time is over.",
        "Days off: Saturday and Sunday; no time runs then.",
        "When time is over, the host is asked; in an invasion a steward seals.",
    ]


def test_the_clock_of_a_lobby_says_who_sets_it_and_that_of_a_game_how_it_stands() -> None:
    lobby, game = text_of(clock_embed(USUAL, None, None, T)), text_of(clock_embed(USUAL, RUNNING, PEOPLE, T))
    assert "The host sets the clock" in lobby
    assert "The host sets the clock" not in game
    assert said(RUNNING) in game
    assert "Nobody's time runs now." in text_of(clock_embed(USUAL, QUIET, PEOPLE, T))
    for text in (lobby, game):
        assert "Pace: 24 hours" in text
        for command in ("`/comuni pause`", "`/comuni resume`", "`/comuni away until:2030-12-24`"):
            assert command in text


@languages
def test_every_clock_fits_into_its_message(language: str) -> None:
    people = people_of(tuple(COMMUNES))
    for chosen in settings():
        for shown in (None, QUIET, full(RUNNING), full(INVASION)):
            check_message(None, [clock_embed(chosen, shown, people, translator(language))])
