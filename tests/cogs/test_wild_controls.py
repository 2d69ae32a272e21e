"""Whatever custom ids, values and texts are sent, nobody is told of a failure and nothing is done for others."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.game.state import Phase
from bot.local.forging import forge_form
from bot.local.simulation import Person
from bot.tables.model import Table
from bot.ui.custom_ids import Kind, template
from tests.cogs.club import Club
from tests.cogs.handling import answer_of, board_of, control_ids, id_of, panel, play_to, state_of
from tests.cogs.wild import STRANGE, STRANGE_TEXT, Standing, mutated, refused_clearly, standing, values_of

EACH = 100  # examples
OF_A_SEAT = frozenset(Kind) - {Kind.BOARD, Kind.SET, Kind.PAGE}


def is_ours(custom_id: str, given: dict[str, Any]) -> bool:
    """Whether a control, or the form of one, is called so."""
    kinds = [Kind.ASK] if "typed" in given else list(Kind)
    return any(template(kind).fullmatch(custom_id) for kind in kinds)


async def shown(club: Club, phase: Phase) -> tuple[list[str], list[str]]:
    """The ids of all controls that people were shown on the way to a phase and in it, and the values of their menus."""
    await play_to(club, phase, Random(4))
    for person in club.people:
        for command in ("comuni screen", "order show", "comuni clock", "comuni log"):
            await person.slash(club.channel, command)
        await panel(club, person)
    sent = [request.json for request in club.simulation.requests]
    return sorted(set(control_ids(club))), sorted({value for body in sent for value in values_of(body)})


def presses(ids: list[str], values: list[str]) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    """A control, and what was chosen in its menu or typed into its form, if it is one."""
    chosen = st.lists(mutated(values) | st.sampled_from(values), max_size=3).map(lambda found: {"values": found})
    typed = STRANGE_TEXT.map(lambda text: {"typed": text})
    return st.tuples(mutated(ids) | st.sampled_from(ids), st.just({}) | chosen | typed)


def answered(world: Standing, person: Person, custom_id: str, given: dict[str, Any]) -> None:
    """Private words or a form for what is called as a control of ours; anything else is left alone."""
    result = world.wait(person.forge(board_of(world.club), custom_id, **given))
    assert result.acknowledged == is_ours(custom_id, given)
    if result.acknowledged and result.modal is None:
        refused_clearly(world, result)
    assert world.club.simulation.errors == []


@pytest.mark.parametrize("phase", [Phase.OUTBID, Phase.INVASION])
def test_a_passer_by_changes_nothing_by_whatever_they_press(tmp_path: Path, phase: Phase) -> None:
    with standing(tmp_path) as world:
        club = world.club
        found = world.wait(shown(club, phase))
        passer = club.simulation.person("Passer-by")
        world.wait(passer.slash(club.channel, "comuni screen"))
        before = world.content()

        @settings(max_examples=EACH)
        @given(presses(*found))
        def check(pressed: tuple[str, dict[str, Any]]) -> None:
            custom_id, given = pressed
            answered(world, passer, custom_id, given)
            assert world.content() == before

        check()


async def rows_by(club: Club, table: Table) -> list[int | None]:
    """Who has done what was done since a table was as it is told here."""
    history = await club.bot.tables.reader.history(await club.table())
    return [entry.author for entry in history.entries][table.version - 1 :]


@pytest.mark.parametrize("phase", [Phase.PROJECTS, Phase.CONSTRUCTION])
def test_a_person_does_nothing_in_another_s_place_by_whatever_they_press(tmp_path: Path, phase: Phase) -> None:
    with standing(tmp_path, seats=3) as world:
        club = world.club
        found = world.wait(shown(club, phase))

        @settings(max_examples=EACH)
        @given(presses(*found), st.integers(0, 2))
        def check(pressed: tuple[str, dict[str, Any]], number: int) -> None:
            (custom_id, given), person = pressed, club.people[number]
            before, now = world.content(), world.wait(club.table())
            answered(world, person, custom_id, given)
            if custom_id.startswith(tuple(OF_A_SEAT)) and f":{now.seat_of(person.id)}:" not in custom_id:
                assert world.content() == before
            assert set(world.wait(rows_by(club, now))) <= {person.id}

        check()


FIELD = {"type": 4, "id": 2, "custom_id": "x", "value": "1"}
ROW = {"type": 1, "id": 1, "components": [FIELD]}


FORMS = [
    [],
    [ROW, ROW],
    [{**ROW, "components": []}],
    [{**ROW, "components": [FIELD, FIELD]}],
    [{"type": 18, "id": 1, "component": FIELD}],
    [{**ROW, "components": [{"type": 4, "id": 2, "custom_id": "x"}]}],
    *([{**ROW, "components": [{**FIELD, "value": value}]}] for value in (None, 1, True, ["1"], *STRANGE)),
]


async def test_a_form_of_other_parts_than_ours_holds_no_number(club: Club) -> None:
    active, _ = await club.start(2)
    before = await state_of(club)
    custom_id = await id_of(club, Kind.ASK, before.active, "bid.1")
    for parts in FORMS:
        told = answer_of(await forge_form(active, club.channel, custom_id, parts)).content
        assert told.startswith("That is not a number that can be used here; nothing was done."), parts
    assert await state_of(club) == before
