"""Options are looked at before their command: discord.py hands on whatever was sent (law 9).

Discord checks them too, but by what was last registered: that may be another release's.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.enums import AppCommandOptionType as Type

from bot.ui.misfits import changed_command_text, misfit_text
from cogs.answering import Answer, answer
from cogs.hosting import NOT_TAKEN, Interaction, private_language

SUBCOMMANDS = (Type.subcommand.value, Type.subcommand_group.value)
LONGEST_TEXT = 6000  # Discord's limit
WIDEST = (-(2**53), 2**53)  # Discord's limits of a number

log = logging.getLogger(__name__)

Data = Mapping[str, Any]
Misfit = tuple[str, app_commands.Parameter | None]  # why, and of which option; None: of none that the command has


async def fits(interaction: Interaction) -> bool:
    """Whether a command is one of ours with options that it takes. If not, its person is told what it takes.

    While they are typing nothing is offered then.
    """
    found = next(_misfits(interaction), None)
    if found is None:
        return True
    if interaction.type is discord.InteractionType.autocomplete:
        await _offer_nothing(interaction)
    else:
        await answer(interaction, lambda: _told(interaction, *found))
    return False


async def _offer_nothing(interaction: Interaction) -> None:
    try:
        await interaction.response.autocomplete([])
    except NOT_TAKEN as error:
        log.warning("interaction %s was offered nothing: %s", interaction.id, type(error).__name__)


async def _told(interaction: Interaction, why: str, option: app_commands.Parameter | None) -> Answer:
    t = private_language(interaction)
    if option is None:
        return Answer(changed_command_text(t))
    return Answer(misfit_text(why, option.display_name, _bounds(option), t))


def _misfits(interaction: Interaction) -> Iterator[Misfit]:
    command, data = interaction.command, dict[str, Any](interaction.data or {})
    if not isinstance(command, app_commands.Command):
        yield "changed", None
        return
    sent: dict[str, Data] = {option["name"]: option for option in _options(data)}
    resolved: Data = data.get("resolved") or {}
    known = {option.display_name: option for option in command.parameters}
    if sent.keys() - known.keys():
        yield "changed", None
    elif interaction.type is discord.InteractionType.autocomplete:
        yield from (("string", known[name]) for name in sent if not _can_begin(known[name], sent[name].get("value")))
    else:
        yield from (("missing", option) for name, option in known.items() if option.required and name not in sent)
        found = ((_misfit(known[name], option, resolved), known[name]) for name, option in sent.items())
        yield from ((why, option) for why, option in found if why is not None)


def _options(data: Data) -> Sequence[Data]:
    options = data.get("options") or []
    while options and options[0].get("type") in SUBCOMMANDS:
        options = options[0].get("options") or []
    return list(options)


def _misfit(expected: app_commands.Parameter, sent: Data, resolved: Data) -> str | None:
    """Why a value is none that the option takes."""
    value = sent.get("value")
    if sent.get("type") != expected.type.value:
        return expected.type.name
    if not _is_taken(expected, value, resolved):
        return expected.type.name
    if expected.choices and value not in [choice.value for choice in expected.choices]:
        return "choice"
    return None


def _can_begin(expected: app_commands.Parameter, value: object) -> bool:
    """Whether it may be being typed: what is to be a number may be anything still, and comes as text."""
    return expected.type is not Type.string or _is_text(value)


def _is_taken(expected: app_commands.Parameter, value: object, resolved: Data) -> bool:
    match expected.type:
        case Type.string:
            return _is_text(value)
        case Type.integer:
            least, most = _bounds(expected)
            return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        case Type.boolean:
            return isinstance(value, bool)
    return isinstance(value, str) and value in (resolved.get(f"{expected.type.name}s") or {})


def _is_text(value: object) -> bool:
    """Whether it is text; half of a surrogate pair is none, though JSON can say it."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return False
    return not any("\ud800" <= character <= "\udfff" for character in value)


def _bounds(option: app_commands.Parameter) -> tuple[int, int]:
    least, most = WIDEST
    return (
        least if option.min_value is None else int(option.min_value),
        most if option.max_value is None else int(option.max_value),
    )
