"""The registered commands keep within what Discord takes; it refuses all of them for one fault."""

import re
from collections.abc import Iterator
from typing import Any

from tests.end_to_end.house import House

NAME = re.compile(r"^[-_'\w]{1,32}$")
MOST = 25
GUILD, BOT_DM = 0, 1
SUBCOMMAND = 1
COMUNI = {
    "new",
    "join",
    "leave",
    "kick",
    "stewards",
    "start",
    "stop",
    "board",
    "screen",
    "undo",
    "log",
    "my-tables",
    "handover",
    "resign",
    "move-table",
    "pings",
    "rules",
    "record",
    "verify",
    "clock",
    "away",
    "pause",
    "resume",
}
ACT = {"bid", "acquire", "income", "withdraw", "move", "build", "wall", "finish", "repair", "defend"}
ORDER = {"outbid", "acquire", "income", "defend", "repair", "finish", "show", "cancel"}


def registered(house: House) -> list[dict[str, Any]]:
    """The one registration at the start."""
    (sent,) = [sent for sent in house.simulation.requests if sent.method == "PUT"]
    assert sent.path.endswith("/commands")
    return list(sent.json or ())


def every_part(commands: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Groups, commands and options."""
    for command in commands:
        yield command
        yield from every_part(command.get("options", []))


async def test_each_group_has_its_commands(house: House) -> None:
    groups = {group["name"]: {leaf["name"] for leaf in group["options"]} for group in registered(house)}
    assert groups == {"comuni": COMUNI, "act": ACT, "order": ORDER}


async def test_names_and_descriptions_are_within_the_limits(house: House) -> None:
    for part in every_part(registered(house)):
        assert NAME.match(part["name"]), part["name"]
        assert part["name"] == part["name"].lower()
        assert 1 <= len(part["description"]) <= 100, part["name"]
        assert len(part.get("options", [])) <= MOST
        assert len(part.get("choices", [])) <= MOST
        for choice in part.get("choices", []):
            assert 1 <= len(choice["name"]) <= 100


async def test_names_are_unique_and_required_options_come_first(house: House) -> None:
    for part in every_part(registered(house)):
        options = [option for option in part.get("options", []) if option["type"] != SUBCOMMAND]
        required = [bool(option.get("required")) for option in options]
        assert required == sorted(required, reverse=True), part["name"]
        names = [option["name"] for option in part.get("options", [])]
        assert len(set(names)) == len(names)


async def test_a_group_stays_within_discords_8000_characters(house: House) -> None:
    for group in registered(house):
        texts = [part[key] for part in every_part([group]) for key in ("name", "description")]
        assert sum(map(len, texts)) <= 8000


async def test_commands_are_for_servers_and_the_chat_with_the_bot(house: House) -> None:
    for group in registered(house):
        assert group["contexts"] == [GUILD, BOT_DM]
        assert group["integration_types"] == [0]


async def test_every_option_that_says_more_than_its_name_is_described(house: House) -> None:
    described = [part["description"] for part in every_part(registered(house))]
    assert "…" not in described


async def test_every_command_that_may_be_used_in_a_dm_takes_a_table_that_is_offered(house: House) -> None:
    leaves = {f"{group['name']} {leaf['name']}": leaf for group in registered(house) for leaf in group["options"]}
    for name in [
        *(f"act {name}" for name in ACT),
        *(f"order {name}" for name in ORDER),
        "comuni screen",
        "comuni log",
        "comuni pause",
        "comuni resume",
    ]:
        (table,) = [option for option in leaves[name]["options"] if option["name"] == "table"]
        assert table["autocomplete"]
        assert not table.get("required")
