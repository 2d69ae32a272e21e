"""What the tests of controls share: messages as people see them, their controls, and games brought to a phase."""

from collections.abc import AsyncIterator, Iterator
from random import Random
from typing import Any

import discord
from simcord.results import InteractionResult, ResponseMessage

from bot.game.components import Seat
from bot.game.rules import waiting
from bot.game.state import Phase, State
from bot.local.simulation import Person, Shown
from bot.ui.custom_ids import ControlId, Kind
from bot.ui.panels.codes import encode
from tests.cogs.club import Club
from tests.game.characters import RANDOM

Control = discord.Button | discord.SelectMenu
EVERY_PHASE = (Phase.PROJECTS, Phase.OUTBID, Phase.INVASION, Phase.CONSTRUCTION, Phase.REPAIR, Phase.OVER)


async def state_of(club: Club) -> State:
    """The game as the database has it."""
    return (await club.bot.tables.reader.snapshot(await club.table())).state


async def version(club: Club) -> int:
    """How much has happened at the table."""
    return (await club.table()).version


async def holder(club: Club, seat: Seat) -> Person:
    """Who holds a seat."""
    user_id = (await club.table()).holder(seat).user_id
    return next(person for person in club.people if person.id == user_id)


async def play_on(club: Club, random: Random) -> None:
    """One of those who are asked does something, whatever the panels offer."""
    state = await state_of(club)
    seat = random.choice(waiting(state))
    person, code = await holder(club, seat), encode(RANDOM.act(state, seat, random))
    await person.forge(board_of(club), await id_of(club, Kind.DO, seat, code))


async def id_of(club: Club, kind: Kind, seat: Seat, choice: str) -> str:
    """The custom id of a seat's control, as it would be now."""
    table = await club.table()
    prompt = (await club.bot.tables.reader.snapshot(table)).prompt(seat)
    return str(ControlId(kind, table.id, seat, prompt or 1, choice))


async def play_to(club: Club, phase: Phase, random: Random) -> State:
    """Play until a phase begins."""
    while (state := await state_of(club)).phase is not phase:
        await play_on(club, random)
    return state


async def tour(club: Club, seats: int = 2, seed: int = 4, each: int = 1) -> AsyncIterator[State]:
    """A whole game that pauses in every phase, `each` times at most, and when it is over."""
    await club.start(seats)
    random, left = Random(seed), dict.fromkeys(EVERY_PHASE, each)
    while True:
        state = await state_of(club)
        if left[state.phase]:
            left[state.phase] -= 1
            yield state
        if state.phase is Phase.OVER:
            break
        await play_on(club, random)
    assert not any(left[phase] == each for phase in EVERY_PHASE), "the game does not show every phase"


def board_of(club: Club) -> discord.Message:
    """The last message in the channel that all can see and that has controls."""
    return next(one for one in reversed(club.channel.history()) if one.components and not one.flags.ephemeral)


def ping_of(person: Person) -> discord.Message:
    """The last private message that somebody was sent."""
    return next(one for one in reversed(person.dm.history()) if not one.flags.ephemeral)


def controls(message: Shown) -> list[Control]:
    """All controls of a message, disabled ones too."""
    seen = message.message if isinstance(message, ResponseMessage) else message
    rows = [row.children for row in seen.components if isinstance(row, discord.ActionRow)]
    return [control for row in rows for control in row if isinstance(control, discord.Button | discord.SelectMenu)]


def ids(message: Shown) -> list[str]:
    """Their custom ids."""
    return [str(control.custom_id) for control in controls(message)]


def asking(message: Shown) -> list[str]:
    """Those that answer what is asked: not those that take back, turn pages, or lead to standing orders."""
    return [custom_id for custom_id in ids(message) if not custom_id.startswith((Kind.UNDO, Kind.PAGE, Kind.ORDER))]


def control_ids(club: Club) -> Iterator[str]:
    """The custom id of every control that the bot has sent, options not counted."""
    for sent in club.simulation.requests:
        yield from _ids_within(sent.json)


def _ids_within(body: Any) -> Iterator[str]:
    if isinstance(body, dict):
        if "custom_id" in body:
            yield body["custom_id"]
        for part in body.values():
            yield from _ids_within(part)
    elif isinstance(body, list):
        for part in body:
            yield from _ids_within(part)


def answer_of(result: InteractionResult) -> discord.Message:
    """What a person was answered, where only they can see it."""
    assert result.response is not None
    message = result.response.message
    assert result.response.ephemeral or message.guild is None
    return message


async def panel(club: Club, person: Person, label: str = "Act") -> discord.Message:
    """The panel that the board shows somebody."""
    return answer_of(await person.click(board_of(club), label=label))


async def tap(person: Person, message: Shown, label: str) -> discord.Message:
    """Press the first button, or take the first option, whose text begins so; the answer."""
    for control in controls(message):
        if isinstance(control, discord.Button) and (control.label or "").startswith(label):
            return answer_of(await person.click(message, custom_id=control.custom_id))
        for option in control.options if isinstance(control, discord.SelectMenu) else ():
            if option.label.startswith(label):
                return answer_of(await person.select(message, [option.value], custom_id=control.custom_id))
    raise AssertionError(f"nothing to press says {label}: {ids(message)}")


def public(club: Club) -> list[Any]:
    """All that stands in the channel for everybody."""
    return [
        (one.id, one.content, [embed.to_dict() for embed in one.embeds], [row.to_dict() for row in one.components])
        for one in club.channel.history()
        if not one.flags.ephemeral
    ]
