"""The host is asked what to do about a seat whose time ran out: in private, by the panel, and nobody else (law 6)."""

import pytest

from bot.ui.custom_ids import Kind
from tests.cogs.club import Club, told
from tests.cogs.handling import answer_of, board_of, ids, ping_of, public, version
from tests.cogs.timed import (
    DECIDES,
    PACE,
    QUICK,
    active_of,
    ask_host,
    board_text,
    clock_of,
    host_of,
    labels,
    let_run_out,
    press,
)

NOT_HOST = "Only the host"
OUT_OF_DATE = "That was asked earlier and has changed since."


@pytest.mark.parametrize("place", ["letter", "panel"])
async def test_the_host_has_a_steward_act_for_who_is_late(club: Club, place: str) -> None:
    host, late = await ask_host(club)
    asked = ping_of(host) if place == "letter" else await clock_of(club, host)
    assert [label for label in labels(asked) if label in DECIDES] == DECIDES
    before = await version(club)
    shown = await press(host, asked, DECIDES[0])
    assert shown.id == asked.id
    assert shown.content.startswith("A steward acts for the seat")
    assert await version(club) > before
    assert await active_of(club) is not late


@pytest.mark.parametrize("place", ["letter", "panel"])
async def test_the_host_gives_all_the_time_again(club: Club, place: str) -> None:
    host, late = await ask_host(club)
    asked = ping_of(host) if place == "letter" else await clock_of(club, host)
    before = await version(club)
    shown = await press(host, asked, DECIDES[1])
    assert shown.content.startswith("The seat has all its time again")
    assert not set(DECIDES) & set(labels(shown))
    await club.simulation.advance(PACE - 120)
    assert await version(club) == before
    assert await active_of(club) is late
    assert "Time is over" not in await board_text(club)


async def test_in_private_the_host_is_shown_the_clock_without_what_works_in_the_channel_alone(club: Club) -> None:
    host, _ = await ask_host(club)
    shown = await press(host, ping_of(host), DECIDES[1])
    assert shown.embeds[0].title == "Clock"
    assert not shown.components


async def test_who_does_not_decide_has_a_steward_act_in_the_end(club: Club) -> None:
    _, late = await ask_host(club)
    before = await version(club)
    await let_run_out(club)
    assert await version(club) > before
    assert await active_of(club) is not late


@pytest.mark.parametrize("label", DECIDES)
async def test_a_decision_is_out_of_date_once_the_seat_has_acted(club: Club, label: str) -> None:
    host, late = await ask_host(club)
    asked, shown = ping_of(host), await clock_of(club, host)
    await club.bid()
    before = await version(club)
    for message in (asked, shown):
        answer = await press(host, message, label)
        assert answer.content.startswith(OUT_OF_DATE)
        assert answer.embeds[0].title == "Clock"
        assert not set(DECIDES) & set(labels(answer))
    assert await version(club) == before
    assert await active_of(club) is not late


async def test_a_decision_pressed_twice_at_once_counts_once(club: Club) -> None:
    host, _ = await ask_host(club)
    asked = await clock_of(club, host)
    async with club.simulation.together():
        results = [
            await host.click(one, label=label) for one, label in zip((ping_of(host), asked), DECIDES, strict=True)
        ]
    said = [answer_of(result).content for result in results]
    assert [text.startswith(OUT_OF_DATE) for text in said].count(True) == 1


async def test_nobody_but_the_host_decides(club: Club) -> None:
    host, late = await ask_host(club, 3)
    before, stands = await version(club), public(club)
    passer = club.simulation.person("Passer-by")
    decisions = [custom_id for custom_id in ids(ping_of(host)) if custom_id.startswith(Kind.HOST)]
    assert len(decisions) == 2
    decisions += [custom_id.rpartition(":")[0] + ":nonsense" for custom_id in decisions[:1]]
    others = [person for person in club.people if person is not host]
    assert late in others
    for person in (*others, passer):
        assert not set(DECIDES) & set(labels(await clock_of(club, person)))
        for custom_id in decisions:
            answer = answer_of(await person.forge(board_of(club), custom_id))
            assert answer.content.startswith(NOT_HOST)
            assert not answer.embeds
    assert (await version(club), public(club)) == (before, stands)


FORGED = [
    "host:{table}:{seat}:{prompt}:nonsense",
    "host:{table}:{seat}:{prompt}:",
    "host:{table}:{seat}:{prompt}:Steward",
    "host:{table}:{seat}:999999:steward",
    "host:{table}:{seat}:0:more",
    "host:{table}:{own}:{prompt}:steward",
    "host:{table}:{empty}:{prompt}:steward",
    "host:999999999999:{seat}:{prompt}:steward",
]


@pytest.mark.parametrize("form", FORGED)
async def test_a_forged_decision_changes_nothing(club: Club, form: str) -> None:
    host, late = await ask_host(club)
    table = await club.table()
    seat, own = table.seat_of(late.id), table.seat_of(host.id)
    assert seat is not None
    prompt = (await club.bot.tables.reader.snapshot(table)).prompt(seat)
    empty = next(name for name in ("siena", "lucca", "milano") if name not in (seat, own))
    custom_id = form.format(table=table.id, seat=seat, own=own, empty=empty, prompt=prompt)
    for message in (board_of(club), await clock_of(club, host), ping_of(host)):
        answer = answer_of(await host.forge(message, custom_id))
        assert answer.content.startswith((OUT_OF_DATE, "There is no table here"))
    assert (await club.table()).clock == table.clock
    assert await version(club) == table.version


@pytest.mark.parametrize("way", ["restart", "crash"])
async def test_the_host_decides_after_the_program_has_ended(club: Club, way: str) -> None:
    host, late = await ask_host(club)
    asked = ping_of(host)
    await (club.simulation.restart() if way == "restart" else club.simulation.crash())
    assert (await press(host, asked, DECIDES[0])).content.startswith("A steward acts")
    assert await active_of(club) is not late


async def test_the_question_takes_no_ping_of_the_host_s_own_seat_away(club: Club) -> None:
    host, _ = await ask_host(club)
    assert len(club.letters(host)) == 2
    await press(host, ping_of(host), DECIDES[0])
    await let_run_out(club)
    assert sum("time is over for" in text for text in club.letters(host)) <= 1


async def test_a_host_whose_letters_do_not_arrive_is_asked_in_the_channel(club: Club) -> None:
    people = await club.gather(2, clock={"time_out": "host", **QUICK})
    club.simulation.inject_error("POST", f"/channels/{people[0].dm.id}/messages", status=403, code=50007, times=None)
    await people[0].slash(club.channel, "comuni start")
    while await active_of(club) is people[0]:
        await club.bid()
    await let_run_out(club)
    (line,) = [line for line in club.lines() if "you decide" in line]
    assert line.startswith(f"<@{people[0].id}>: time is over for")
    assert set(DECIDES) <= set(labels(await clock_of(club, people[0])))


@pytest.mark.parametrize(("how", "lines"), [("mention", 1), ("none", 0)])
async def test_a_host_is_asked_as_they_want_to_be_pinged(club: Club, how: str, lines: int) -> None:
    people = await club.gather(2, clock={"time_out": "host", **QUICK})
    assert told(await people[0].slash(club.channel, "comuni pings", how=how))
    await people[0].slash(club.channel, "comuni start")
    while await active_of(club) is people[0]:
        await club.bid()
    await let_run_out(club)
    assert len([line for line in club.lines() if "you decide" in line]) == lines
    assert not [text for text in club.letters(people[0]) if "time is over for" in text]
    assert set(DECIDES) <= set(labels(await clock_of(club, people[0])))


async def test_the_host_is_not_asked_about_their_own_seat(club: Club) -> None:
    await club.start(2, clock={"time_out": "host", **QUICK})
    host = await host_of(club)
    while await active_of(club) is not host:
        await club.bid()
    before = await version(club)
    await let_run_out(club)
    assert not [text for text in club.letters(host) if "time is over for" in text]
    assert await version(club) > before
