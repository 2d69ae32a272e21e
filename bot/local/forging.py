"""Slash commands and forms that no honest client sends: any values of any shape, for tests alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simcord import actors
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.builders import ChannelHandle, UserHandle
from simcord.enums import InteractionType, OptionType
from simcord.interactions import command_leaves, nest_options
from simcord.results import InteractionResult

from bot.local.simulation import Person, Simulation

Option = Mapping[str, Any]
SLASH, TYPING = InteractionType.APPLICATION_COMMAND, InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE


def registered(simulation: Simulation) -> dict[str, list[Option]]:
    """The options of every command that the bot has registered, by its whole name."""
    return {name: list(leaf.get("options", [])) for name, _, leaf in _leaves(simulation)}


async def forge_slash(
    simulation: Simulation,
    person: Person,
    channel: ChannelHandle,
    command: str,
    values: Mapping[str, object],
    *,
    focused: str | None = None,
) -> InteractionResult:
    """Send a command with whatever values, unchecked: each with the type that its option is registered with.

    With `focused` the person is still typing in that option. A command or option that is not registered is sent too.
    """
    found = {name: (root, leaf) for name, root, leaf in _leaves(simulation)}
    root, leaf = found.get(command, ({}, {}))
    types = {option["name"]: option["type"] for option in leaf.get("options", [])}
    options = [
        {"name": name, "type": types.get(name, OptionType.STRING), "value": value}
        | ({"focused": True} if name == focused else {})
        for name, value in values.items()
    ]
    name, *nesting = command.split(" ")
    nested = nest_options(root, nesting, options) if root else [{"name": nesting[0], "type": 1, "options": options}]
    data = {"id": root.get("id", "1"), "name": name, "type": 1, "options": nested}
    return await _send(person, channel, SLASH if focused is None else TYPING, data | _resolved(person, values))


async def forge_form(
    person: Person, channel: ChannelHandle, custom_id: str, components: Sequence[Mapping[str, Any]]
) -> InteractionResult:
    """Send a form that was never shown, of whatever parts."""
    data = {"custom_id": custom_id, "components": list(components)}
    return await _send(person, channel, InteractionType.MODAL_SUBMIT, data)


async def _send(
    person: Person, channel: ChannelHandle, kind: InteractionType, data: dict[str, Any]
) -> InteractionResult:
    actor: MemberActor | UserHandle = person.within(channel.id)
    return await actors._dispatch_actor_interaction(actor, kind, channel, data)  # noqa: SLF001 - it checks nothing


def _leaves(simulation: Simulation) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    for root in simulation.world.backend.commands[None].values():
        for path, leaf in command_leaves(root):
            yield " ".join(path), root, leaf


def _resolved(person: Person, values: Mapping[str, object]) -> dict[str, Any]:
    """Discord resolves the ids of people that it knows."""
    backend = person.member._env.backend  # noqa: SLF001 - see world.py
    known = {str(user_id): user for user_id, user in backend.users.items()}
    named = [value for value in values.values() if isinstance(value, str) and value in known]
    users = {user_id: dict(serializers.user_payload(known[user_id])) for user_id in named}
    return {"resolved": {"users": users}} if users else {}
