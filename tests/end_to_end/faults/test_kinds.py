"""The list of the kinds of REST calls is complete: every house looks whether all its calls are of one of them."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.end_to_end.faults.kinds import KINDS
from tests.end_to_end.faults.table import SCENES

ROOT = Path(__file__).parents[3]
BEFORE_US = {"log in"}  # discord.py's own; where it fails the program ends with a sentence: tests/test_commands.py
WAYS = {  # by the name of the method that calls Discord: where, and the kinds of call that come of it
    ("cogs.answering", "defer"): {
        "acknowledge a command or a press in public",
        "acknowledge a press in private",
    },
    ("cogs.answering", "edit_original_response"): {"answer", "answer with a file"},
    ("cogs.unclear", "edit_original_response"): {"answer"},
    ("cogs.answering", "send_message"): {"say what failed outside a command"},
    ("cogs.misfits", "autocomplete"): {"offer choices"},
    ("cogs.forms", "send_modal"): {"open a form"},
    ("bot.app", "send_message"): {"say what failed outside a command"},
    ("bot.app", "sync"): {"register the commands"},
    ("cogs.openings", "create_dm"): {"open a private chat"},
    ("cogs.members", "fetch_member"): {"look for a member"},
    ("cogs.verifying", "fetch_message"): {"read the message that started a game"},
    ("cogs.verifying", "read"): set(),  # a file, by its address
    ("cogs.sending", "send"): {
        "write a letter",
        "tell who held a seat",
        "write to the channel",
        "mention somebody",
        "post a board",
        "post a drawn board",
    },
    ("cogs.sending", "edit"): {"edit a board", "edit a drawn board", "retire a board", "put a line over a board"},
    ("cogs.sending", "delete"): {"take back an earlier ping"},
}
BY_DISCORD_PY = {"offer choices"}  # of what our autocompletes give it
CALLING = {name for _, name in WAYS} | {
    "respond",
    "autocomplete",
    "delete_original_response",
    "original_response",
    "edit_message",
    "add_reaction",
    "pin",
    "publish",
    "typing",
    "application_info",
    "leave",
}
OURS = {("cogs.boards", "edit"), ("cogs.tables", "leave"), ("cogs.gathering", "leave")}  # methods of ours of that name


def calls() -> Iterator[tuple[str, str]]:
    """The methods that are awaited in what talks to Discord and may call it, with their modules."""
    for file in [ROOT / "bot" / "app.py", *sorted((ROOT / "cogs").rglob("*.py"))]:
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Await) and isinstance(node.value, ast.Call):
                name = ast.unparse(node.value.func).rpartition(".")[2]
                if name in CALLING or name.startswith(("fetch_", "create_")):
                    yield module, name


def test_every_call_in_the_code_is_of_a_kind() -> None:
    assert set(calls()) - OURS == set(WAYS)
    assert set().union(*WAYS.values()) | BY_DISCORD_PY | BEFORE_US == KINDS


def test_every_kind_has_somebody_who_does_it() -> None:
    assert {scene.kind for scene in SCENES} | BEFORE_US == KINDS
