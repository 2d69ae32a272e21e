"""Every power of a table's host: how it is used, and what then is so."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import discord

from bot.local.simulation import Person
from bot.tables.model import Table, TableState
from bot.ui.custom_ids import BoardId, ControlId, Kind, SettingId
from tests.cogs.club import Club
from tests.cogs.handling import answer_of, board_of

ELSEWHERE = "duomo"
NEWCOMER = "Newcomer"
MAY_WISH = ""  # they may do less, and are not refused

Use = Callable[[Club, Person], Awaitable[discord.Message]]


@dataclass(frozen=True)
class Power:
    """A way to use the power of a method of `bot.tables`, and whether it was used.

    In a lobby of three with a steward, or else where the host is asked about a late seat. `refused` says which refusal
    "other", at the table, and "stranger" read, where it is not that of the host's powers.
    """

    of: str
    use: Use
    used: Callable[[Club, Table], bool]
    running: bool = False
    refused: Mapping[str, str] = field(default_factory=dict)


def late_seat(table: Table) -> str:
    """The seat about which the host is asked."""
    return next(str(seated.seat) for seated in table.people if table.host_decides(seated.seat))


def _slash(command: str, **options: object) -> Use:
    async def use(club: Club, person: Person) -> discord.Message:
        return answer_of(await person.slash(club.channel, command, **options))

    return use


def _press(choice: str) -> Use:
    async def use(club: Club, person: Person) -> discord.Message:
        return answer_of(await person.forge(board_of(club), str(BoardId((await club.table()).id, choice))))

    return use


def decide(choice: str) -> Use:
    """Decide about the late seat, by a button under the board."""

    async def use(club: Club, person: Person) -> discord.Message:
        return answer_of(await person.forge(board_of(club), await decide_id(club, choice)))

    return use


async def decide_id(club: Club, choice: str) -> str:
    """The control by which the host decides."""
    table = await club.table()
    seat = late_seat(table)
    prompt = (await club.bot.tables.reader.snapshot(table)).prompt(seat)
    return str(ControlId(Kind.HOST, table.id, seat, prompt or 0, choice))


async def _kick(club: Club, person: Person) -> discord.Message:
    return answer_of(await person.slash(club.channel, "comuni kick", person=club.people[2].member))


async def _choose_pace(club: Club, person: Person) -> discord.Message:
    custom_id = str(SettingId((await club.table()).id, "pace"))
    return answer_of(await person.forge(board_of(club), custom_id, values=["60"]))


async def _offer(club: Club, person: Person) -> discord.Message:
    to, seat = club.simulation.person(NEWCOMER).member, late_seat(await club.table())
    return answer_of(await person.slash(club.channel, "comuni handover", person=to, seat=seat))


async def move(club: Club, person: Person) -> discord.Message:
    """Have the table go on in another channel."""
    place, table = club.simulation.channel(ELSEWHERE), await club.table()
    return answer_of(await person.slash(place, "comuni move-table", table=str(table.id)))


def _stopped(_club: Club, table: Table) -> bool:
    return table.state is TableState.STOPPED


def _begun(_club: Club, table: Table) -> bool:
    return table.state is TableState.RUNNING


def _quick(_club: Club, table: Table) -> bool:
    return table.settings.pace == 60


def _decided(_club: Club, table: Table) -> bool:
    return not any(table.host_decides(seated.seat) for seated in table.people)


POWERS: Mapping[str, Power] = {
    "kick": Power("Lobby.kick", _kick, lambda _, table: len(table.humans) == 2),
    "set stewards": Power(
        "Lobby.set_stewards", _slash("comuni stewards", count=2), lambda _, table: len(table.stewards) == 2
    ),
    "engage": Power("Lobby.engage", _press("engage"), lambda _, table: len(table.stewards) == 2),
    "dismiss": Power("Lobby.dismiss", _press("dismiss"), lambda _, table: not table.stewards),
    "start": Power("Lobby.start", _slash("comuni start"), _begun),
    "press start": Power("Lobby.start", _press("start"), _begun),
    "set clock": Power("Lobby.set_clock", _slash("comuni clock", pace="60"), _quick),
    "choose pace": Power("Lobby.set_clock", _choose_pace, _quick),
    "close": Power("Playing.stop", _slash("comuni stop", confirm=True), _stopped),
    "stop": Power("Playing.stop", _slash("comuni stop", confirm=True), _stopped, running=True),
    "have a steward act": Power("Timekeeping.decide", decide("steward"), _decided, running=True),
    "give more time": Power("Timekeeping.decide", decide("more"), _decided, running=True),
    "pause": Power(
        "Timekeeping.pause",
        _slash("comuni pause"),
        lambda _, table: table.clock.paused_at is not None,
        running=True,
        refused={"other": MAY_WISH, "stranger": "NotSeated"},
    ),
    "offer a late seat": Power(
        "Seating.offer",
        _offer,
        lambda _, table: any(seated.offered_to for seated in table.people),
        running=True,
        refused={"other": "CannotOffer", "stranger": "CannotOffer"},
    ),
    "move": Power(
        "Seating.move",
        move,
        lambda club, table: table.channel_id != club.channel.id,
        running=True,
        refused={"other": "NotSuspended", "stranger": "NoTable"},
    ),
}
