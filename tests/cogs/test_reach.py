"""No command, autocomplete or control reaches a table from another server, nor from the DM of who has no part in it."""

import pytest

from bot.ui.custom_ids import Kind, template
from bot.ui.table_texts import TEXTS
from tests.cogs.club import Club, told
from tests.cogs.handling import answer_of, board_of, state_of
from tests.cogs.reaching import LISTS_ALL, Scene, commands, controls_of, values
from tests.cogs.timed import days_ahead

NOTHING = TEXTS["NoTable"]


async def test_no_command_reaches_a_table_from_afar(club: Club) -> None:
    scene = await Scene.of(club)
    before, tried = await scene.rows(), 0
    for person, in_dm in scene.visitors():
        for command in commands(club):
            secrets = await scene.texts(person, command.qualified_name)
            for all_of_them in (True, False):
                place = scene.place(person, command.name, in_dm=in_dm)
                given = await values(scene, command, all_of_them=all_of_them)
                answer = answer_of(await person.slash(place, command.qualified_name, **given))
                read = str([answer.content, *(embed.to_dict() for embed in answer.embeds), *answer.attachments])
                if command.qualified_name != LISTS_ALL or not scene.has_part(person):
                    assert not [text for text in secrets if text in read], (command.qualified_name, read)
                assert await scene.rows() == before, command.qualified_name
                tried += 1
    assert tried > 5 * 2 * 30


async def test_no_autocomplete_reaches_a_table_from_afar(club: Club) -> None:
    scene = await Scene.of(club)
    table_id, tried = str((await club.table()).id), 0
    for person, in_dm in scene.visitors():
        secrets = await scene.texts(person)
        for command in commands(club):
            given = await values(scene, command, all_of_them=True)
            for option in (each for each in command.parameters if each.autocomplete):
                name, place = str(option.display_name), scene.place(person, command.name, in_dm=in_dm)
                for filled in ({}, {"table": table_id} if "table" in given else {}):
                    filled.pop(name, None)
                    offered = await person.autocomplete(place, command.qualified_name, name, "", **filled)
                    assert not [text for text in secrets if text in str(offered)], (command.qualified_name, name)
                    assert table_id not in [each["value"] for each in offered if name == "table"]
                    tried += 1
    assert tried > 5 * 2 * 30


async def test_no_control_reaches_a_table_from_afar(club: Club) -> None:
    scene = await Scene.of(club)
    state, before = await state_of(club), await scene.rows()
    prompt = (await club.bot.tables.reader.snapshot(await club.table())).prompt(state.active)
    controls = await controls_of(club, state.active, prompt or 0)
    assert set(controls) == set(Kind)
    for person, in_dm in scene.visitors():
        place = scene.place(person, "square", in_dm=in_dm)
        message = (await person.slash(place, "comuni rules")).response
        assert message is not None
        for kind, of_kind in controls.items():
            for custom_id, chosen in of_kind:
                assert template(kind).fullmatch(custom_id)
                typed = "1" if kind is Kind.ASK else None
                told = answer_of(await person.forge(message, custom_id, values=chosen, typed=typed))
                refusal = TEXTS["NothingOffered"] if kind is Kind.SEAT else NOTHING
                assert (told.content, told.embeds, told.components) == (refusal, [], []), custom_id
    assert await scene.rows() == before


async def test_the_same_controls_reach_it_from_its_own_channel(club: Club) -> None:
    scene = await Scene.of(club)
    state = await state_of(club)
    prompt = (await club.bot.tables.reader.snapshot(await club.table())).prompt(state.active)
    for kind, of_kind in (await controls_of(club, state.active, prompt or 0)).items():
        custom_id, chosen = of_kind[0]
        typed = "1" if kind is Kind.ASK else None
        person = {Kind.HOST: scene.host, Kind.SEAT: scene.guest}.get(kind, scene.late)
        told = answer_of(await person.forge(board_of(club), custom_id, values=chosen, typed=typed))
        assert told.content not in (NOTHING, TEXTS["NothingOffered"]), custom_id


async def test_in_a_dm_all_of_one_s_own_tables_are_offered_and_reached(club: Club) -> None:
    scene = await Scene.of(club)
    table_id = str((await club.table()).id)
    late = scene.abroad(scene.late)
    for person, place, found in (
        (late, late.dm, True),
        (scene.late, club.simulation.channel("loggia"), True),
        (late, club.simulation.channel("square", scene.guild), False),
    ):
        offered = await person.autocomplete(place, "comuni screen", "table")
        assert [each["value"] for each in offered] == [table_id] * found
        shown = answer_of(await person.slash(place, "comuni screen", table=table_id))
        assert bool(shown.embeds) == found


async def test_who_is_away_is_so_at_the_tables_of_that_server_and_from_a_dm_at_all(club: Club) -> None:
    scene = await Scene.of(club)
    late = scene.abroad(scene.late)
    other, day = club.simulation.channel("square", scene.guild), days_ahead(club, 3)
    await late.slash(other, "comuni new", picture=False)
    await late.slash(other, "comuni stewards", count=1)
    await late.slash(other, "comuni start")
    for place, away in ((other, [False, True]), (late.dm, [True, True])):
        await late.slash(place, "comuni away", until=day)
        found = [await club.bot.tables.reader.table_of_channel(each.id) for each in (club.channel, other)]
        parts = [table.clock.of(str(table.seat_of(late.id))) for table in found]
        assert [part is not None and part.away_until is not None for part in parts] == away


@pytest.mark.parametrize("why", ["gone", "removed", "refused", None])
async def test_a_table_goes_to_another_server_only_where_it_has_lost_its_own_place(club: Club, why: str | None) -> None:
    scene = await Scene.of(club)
    late, square = scene.abroad(scene.late), club.simulation.channel("square", scene.guild)
    stranger = club.simulation.person("Stranger", guild=scene.guild)
    table = await club.table()
    club.table_id = table.id
    if why is not None:
        await club.bot.tables.seating.suspend(table.id, why)
    goes = why in ("gone", "removed")
    offered = await late.autocomplete(square, "comuni move-table", "table")
    assert [each["value"] for each in offered] == [str(table.id)] * goes
    for person, options in ((stranger, {}), (stranger, {"table": str(table.id)}), (scene.abroad(scene.guest), {})):
        assert told(await person.slash(square, "comuni move-table", **options)) == NOTHING
    answer = told(await late.slash(square, "comuni move-table", table=str(table.id)))
    assert (answer == NOTHING) != goes
    assert (await club.table()).guild_id == (scene.guild.id if goes else club.simulation.home.id)
