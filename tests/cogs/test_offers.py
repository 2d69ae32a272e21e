"""Autocomplete offers only the caller's own, and an error in it is logged under a code (laws 3, 4)."""

import pytest
from discord import app_commands

from cogs.offers import OFFERS
from cogs.play import PlayCog
from tests.cogs.club import Club


async def test_every_option_of_every_action_but_the_table_has_an_offer() -> None:
    options = {
        (command.name, str(parameter.display_name))
        for command in PlayCog().walk_app_commands()
        if isinstance(command, app_commands.Command)
        for parameter in command.parameters
        if parameter.name != "table"
    }
    assert options == set(OFFERS)


async def test_an_error_while_offering_is_logged_with_a_code_and_offers_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await club.start(2)

    async def broken(_user_id: int) -> None:
        raise RuntimeError("a secret")

    with monkeypatch.context() as patched:
        patched.setattr(club.bot.tables.reader, "tables_of", broken)
        for command, option in [("act bid", "table"), ("comuni screen", "table"), ("comuni log", "table")]:
            assert await people[0].autocomplete(club.channel, command, option) == []
        assert await people[0].autocomplete(people[0].dm, "act bid", "column") == []
    assert len(club.simulation.errors) == 4
    assert all("code " in logged for logged in club.simulation.errors)
    club.simulation.errors.clear()
    assert await people[0].autocomplete(club.channel, "act bid", "column")


async def test_too_long_an_offer_is_an_error_and_not_sent(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    people = await club.start(2)

    def endless(_asked: object) -> list[app_commands.Choice[int]]:
        return [app_commands.Choice(name=str(number), value=number) for number in range(26)]

    with monkeypatch.context() as patched:
        patched.setitem(OFFERS, ("bid", "column"), endless)
        assert await people[0].autocomplete(club.channel, "act bid", "column") == []
    [logged] = club.simulation.errors
    assert "LimitExceeded" in logged
    club.simulation.errors.clear()


async def test_whoever_may_not_act_is_offered_nothing_and_that_is_no_error(club: Club) -> None:
    people = await club.start(2)
    stranger = club.simulation.person("Zeno")
    for person in (people[1], stranger):
        assert await person.autocomplete(club.channel, "act bid", "column") == []
    assert await stranger.autocomplete(stranger.dm, "act bid", "column") == []
    empty = club.simulation.channel("duomo")
    assert await people[0].autocomplete(empty, "act bid", "column") == []


async def test_only_one_s_own_tables_are_offered_the_running_ones_first(club: Club) -> None:
    people = await club.start(2)
    duomo = club.simulation.channel("duomo")
    await people[0].slash(duomo, "comuni new")
    stranger = club.simulation.person("Zeno")
    offered = await people[0].autocomplete(club.channel, "comuni screen", "table")
    assert [choice["value"] for choice in offered] == ["1", "2"]
    assert await people[1].autocomplete(club.channel, "comuni screen", "table") != offered
    assert await stranger.autocomplete(club.channel, "comuni screen", "table") == []
    found = await people[0].autocomplete(club.channel, "comuni screen", "table", "DUOMO")
    assert [choice["value"] for choice in found] == ["2"]


async def test_a_table_that_is_not_one_s_own_cannot_be_named(club: Club) -> None:
    people = await club.start(2)
    stranger = club.simulation.person("Zeno")
    for person, named in [(stranger, "1"), (people[0], "2"), (people[0], "x"), (people[0], "１")]:
        shown = (await person.slash(club.channel, "comuni screen", table=named)).response
        assert shown is not None
        assert shown.content.startswith("There is no table here")


async def test_autocomplete_does_not_wait_for_a_change_of_the_table(club: Club) -> None:
    people = await club.start(2)
    async with club.bot.tables.door._lock((await club.table()).id):  # noqa: SLF001 - a change that takes long
        assert await people[0].autocomplete(club.channel, "act bid", "column")
