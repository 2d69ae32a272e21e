"""What no honest client sends is refused in private and changes nothing: others' controls, forged ids and texts."""

import pytest

from bot.ui.custom_ids import Kind, template
from tests.cogs.club import Club
from tests.cogs.handling import (
    answer_of,
    board_of,
    holder,
    id_of,
    ids,
    panel,
    ping_of,
    public,
    state_of,
    tap,
    tour,
    version,
)

NOT_YOURS = "These buttons belong to another seat than yours. `/comuni screen` shows yours."


async def test_the_controls_of_a_seat_are_refused_to_everybody_else_in_every_phase(club: Club) -> None:
    passer = club.simulation.person("Passer-by")
    async for state in tour(club):
        before, stands = await version(club), public(club)
        for seat in state.communes:
            theirs = await panel(club, await holder(club, seat))
            choices = [custom_id for custom_id in ids(theirs) if not custom_id.startswith((Kind.ASK, Kind.MENU))]
            for person in (*club.people, passer):
                if person.id == (await club.table()).holder(seat).user_id:
                    continue
                for custom_id in choices:
                    values = ["C01"] if custom_id.startswith(Kind.CARDS) else None
                    told = answer_of(await person.forge(board_of(club), custom_id, values=values))
                    assert told.content == NOT_YOURS
                    assert not told.embeds
        assert (await version(club), public(club)) == (before, stands)


FORGED = [
    "do:{table}:{seat}:{prompt}:zzz",
    "do:{table}:{seat}:{prompt}:",
    "do:{table}:{seat}:{prompt}:b",
    "do:{table}:{seat}:{prompt}:b.1",
    "do:{table}:{seat}:{prompt}:b.1.1.1.1",
    "do:{table}:{seat}:{prompt}:b.0.0.0",
    "do:{table}:{seat}:{prompt}:b.1.999999.0",
    "do:{table}:{seat}:{prompt}:b.-1.0.0",
    "do:{table}:{seat}:{prompt}:b.1.0.1",
    "do:{table}:{seat}:{prompt}:a.gold",
    "do:{table}:{seat}:{prompt}:i.coins.coins.coins.coins",
    "do:{table}:{seat}:{prompt}:w.1",
    "do:{table}:{seat}:{prompt}:w",
    "do:{table}:{seat}:{prompt}:m.99",
    "do:{table}:{seat}:{prompt}:B.Z99.-.-.0.0",
    "do:{table}:{seat}:{prompt}:B.A01.-.gold.0.0",
    "do:{table}:{seat}:{prompt}:W.A01.999999.0.0",
    "do:{table}:{seat}:{prompt}:f.A01.A01",
    "do:{table}:{seat}:{prompt}:r.9",
    "do:{table}:{seat}:{prompt}:d.0.0.0.0.0",
    "do:{table}:{seat}:{prompt}:d.999999.0.0.0.0.0",
    "do:{table}:{seat}:999999:b.1.0.0",
    "do:{table}:{seat}:0:b.1.0.0",
    "go:{table}:{seat}:{prompt}:bid.99.0",
    "go:{table}:{seat}:{prompt}:....",
    "go:{table}:{seat}:{prompt}:draft.999.999.999.999",
    "go:{table}:{seat}:{prompt}:steps.999",
    "go:{table}:{seat}:{prompt}:pay.A01.-.-",
    "do:{table}:{other}:{prompt}:b.1.0.0",
    "do:999999999999:{seat}:{prompt}:b.1.0.0",
    "do:000000000000:{seat}:{prompt}:b.1.0.0",
    "ask:{table}:{seat}:{prompt}:draft",
    "undo:{table}:{seat}:0:-",
    "undo:{table}:{seat}:0:b.1.0.0",
    "undo:{table}:{seat}:999999:-",
    "undo:{table}:{other}:0:-",
    "undo:999999999999:{seat}:0:-",
    "page:{table}:0",
    "page:{table}:999999",
    "page:999999999999:1",
    "board:999999999999:act",
    "board:{table}:undo",
    "board:{table}:start",
    "board:{table}:join",
    "board:{table}:leave",
]


@pytest.mark.parametrize("form", FORGED)
async def test_a_forged_control_is_answered_in_private_and_changes_nothing(club: Club, form: str) -> None:
    active, _ = await club.start(2)
    table, state = await club.table(), await state_of(club)
    prompt = (await club.bot.tables.reader.snapshot(table)).prompt(state.active)
    seats = {"seat": state.active, "other": next(one for one in state.communes if one != state.active)}
    custom_id = form.format(table=table.id, prompt=prompt, **seats)
    assert any(template(kind).fullmatch(custom_id) for kind in Kind)
    stands = public(club)
    for message in (board_of(club), await panel(club, active), ping_of(active)):
        result = await active.forge(message, custom_id)
        if result.modal is None:
            told = answer_of(result)
            assert told.content or told.embeds
            assert "went wrong" not in told.content
    assert await state_of(club) == state
    assert public(club) == stands


@pytest.mark.parametrize("kind", [Kind.MENU, Kind.CARDS])
@pytest.mark.parametrize("values", [[], ["do:zzz"], ["go:bid.99.99"], ["do:b.1.999.0"], ["x" * 100], ["C01", "A01"]])
async def test_a_forged_choice_of_a_menu_changes_nothing(club: Club, kind: Kind, values: list[str]) -> None:
    active, _ = await club.start(2)
    before, stands = await state_of(club), public(club)
    for choice in ("columns", "f", "b.1", ""):
        custom_id = await id_of(club, kind, before.active, choice)
        told = answer_of(await active.forge(await panel(club, active), custom_id, values=values))
        assert "went wrong" not in told.content
    assert await state_of(club) == before
    assert public(club) == stands


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "x",
        "do",
        "do:1",
        "do:1:siena:1",
        "do:1:atlantis:1:w",
        "do:x:siena:1:w",
        "do:1:siena:1:" + "x" * 61,
        "undo:1:siena",
        "undo:1:siena:-:-",
        "page:1",
        "page:1:-1",
        "page:1:x",
        "go:1:2",
    ],
)
async def test_what_no_control_of_ours_is_called_is_left_alone(club: Club, custom_id: str) -> None:
    active, _ = await club.start(2)
    before = await state_of(club)
    result = await active.forge(await panel(club, active), custom_id)
    assert not result.acknowledged
    assert await state_of(club) == before


async def test_a_board_cannot_be_pressed_from_another_channel_by_who_does_not_sit_there(club: Club) -> None:
    await club.start(2)
    table = await club.table()
    abroad = club.simulation.guild("Abroad")
    square = club.simulation.channel("square", abroad)
    stranger = club.simulation.person("Stranger", guild=abroad)
    mine = await stranger.member.send(square, "hello")
    for choice in ("act", "screen", "log", "help", "join", "leave", "start"):
        told = answer_of(await stranger.forge(mine, f"board:{table.id}:{choice}"))
        assert "There is no table here" in told.content
        assert not told.embeds


async def test_pages_of_the_log_are_turned_in_the_channel_or_by_who_sits_there(club: Club) -> None:
    active, _ = await club.start(2)
    table = await club.table()
    other = club.simulation.channel("loggia")
    passer = club.simulation.person("Passer-by")
    for person, message, found in (
        (passer, board_of(club), True),
        (active, board_of(club), True),
        (active, ping_of(active), True),
        (active, await active.member.send(other, "hello"), True),
        (passer, await passer.member.send(other, "hello"), False),
    ):
        told = answer_of(await person.forge(message, f"page:{table.id}:1"))
        assert bool(told.embeds) == found
        assert ("There is no table here" in told.content) != found


@pytest.mark.parametrize("typed", ["１０", "1_0", "-1", "", "1.0", "⑩", "0x1", "1e1", "1000", "9" * 3000, "一", "\x00"])
async def test_what_is_typed_is_read_strictly(club: Club, typed: str) -> None:
    active, _ = await club.start(2)
    amounts = await tap(active, await panel(club, active), "Column 1")
    (custom_id,) = [custom_id for custom_id in ids(amounts) if custom_id.startswith(Kind.ASK)]
    shown = answer_of(await active.forge(amounts, custom_id, typed=typed))
    assert shown.content.startswith("That is not a number")
    assert ids(shown) == ids(await panel(club, active))
    assert await version(club) == 1
