"""What the tests of who reaches a table share: people who try from another server, and all that could be tried."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from random import Random
from typing import Any

from discord import AppCommandOptionType, app_commands
from simcord.builders import ChannelHandle, GuildHandle

from bot.game.components import COMMUNES, Seat
from bot.local.simulation import Person
from bot.tables.model import Table
from bot.ui.custom_ids import BoardId, ControlId, Kind, PageId, SettingId
from bot.ui.notices import HOST_BUTTONS
from bot.ui.panels.codes import encode
from bot.ui.people import commune_name
from bot.ui.people_texts import OFFER_BUTTONS
from cogs.pressing import BOARD
from tests.cogs.club import Club
from tests.cogs.handling import state_of
from tests.cogs.timed import ask_host, days_ahead
from tests.game.characters import RANDOM

Command = app_commands.Command[Any, ..., Any]
Control = tuple[str, list[str] | None]  # a custom id, and what is chosen where it is a menu
LISTS_ALL = "comuni my-tables"
OF_ALL_GAMES = "comuni rules"  # it names communes


class Scene:
    """A game whose host is asked about a late seat, which is offered to a guest; and another server."""

    club: Club
    host: Person
    late: Person
    guest: Person
    guild: GuildHandle

    @classmethod
    async def of(cls, club: Club) -> "Scene":
        scene = cls()
        scene.club = club
        scene.host, scene.late = await ask_host(club)
        scene.guild = club.simulation.guild("Abroad")  # not before: the first one is home
        scene.guest = club.simulation.person("Guest")
        seat = (await club.table()).seat_of(scene.late.id)
        await scene.host.slash(club.channel, "comuni handover", person=scene.guest.member, seat=seat)
        assert any(each.offered_to == scene.guest.id for each in (await club.table()).people)
        return scene

    def abroad(self, person: Person) -> Person:
        """The same person in the other server."""
        return Person(self.guild.add_member(person.member.user))

    def has_part(self, person: Person) -> bool:
        """Whether somebody sits at the table or is offered a seat there."""
        return person.id in (self.host.id, self.late.id, self.guest.id)

    def visitors(self) -> Iterator[tuple[Person, bool]]:
        """Who tries from afar, and whether in their DM: abroad those who have a part in the game, and a stranger."""
        for person in (self.host, self.late, self.guest):
            yield self.abroad(person), False
        stranger = self.club.simulation.person("Stranger", guild=self.guild)
        yield from ((stranger, False), (stranger, True))

    def place(self, person: Person, name: str, *, in_dm: bool) -> ChannelHandle:
        """Where somebody tries something: each thing in a channel of its own."""
        return person.dm if in_dm else self.club.simulation.channel(name, self.guild)

    async def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """All that the database has of the table."""
        table_id = (await self.club.table()).id
        with closing(sqlite3.connect(f"file:{self.club.database}?mode=ro", uri=True)) as connection:
            return dict(_rows(connection, table_id))

    async def texts(self, person: Person, command: str = "") -> list[str]:
        """What somebody could read of the table alone."""
        table = await self.club.table()
        people = [each.name for each in table.people if each.user_id != person.id]
        communes = [] if command == OF_ALL_GAMES else [commune_name(each) for each in COMMUNES]
        return [*people, *communes, f"#{self.club.place}", str(table.channel_id), "your screen"]


def commands(club: Club) -> list[Command]:
    """Every command that is registered."""
    return [each for each in club.bot.tree.walk_commands() if isinstance(each, app_commands.Command)]


async def values(scene: Scene, command: Command, *, all_of_them: bool) -> dict[str, Any]:
    """Values for a command's options: numbers and texts are the table's own number, where they are nothing better."""
    table = await scene.club.table()
    typed = {"until": days_ahead(scene.club, 5), "zone": "Europe/Rome", "seat": str(table.seat_of(scene.late.id))}
    return {
        str(each.display_name): _value(each, table, scene.guest, typed)
        for each in command.parameters
        if each.type is not AppCommandOptionType.attachment and (all_of_them or each.required)
    }


async def controls_of(club: Club, seat: Seat, prompt: int) -> dict[Kind, list[Control]]:
    """Controls of each kind, as the table's own are now, or would be."""
    table, state = await club.table(), await state_of(club)
    history = await club.bot.tables.reader.history(table)
    code = encode(RANDOM.act(state, seat, Random(3)))

    def of(kind: Kind, choice: str, number: int = prompt) -> str:
        return str(ControlId(kind, table.id, seat, number, choice))

    return {
        Kind.BOARD: [(str(BoardId(table.id, choice)), None) for choice in BOARD],
        Kind.SET: [(str(SettingId(table.id, "pace")), ["60"])],
        Kind.PAGE: [(str(PageId(table.id, 1)), None)],
        Kind.HOST: [(of(Kind.HOST, choice), None) for choice in HOST_BUTTONS],
        Kind.GO: [(of(Kind.GO, ""), None)],
        Kind.DO: [(of(Kind.DO, code), None)],
        Kind.ASK: [(of(Kind.ASK, "draft"), None)],
        Kind.MENU: [(of(Kind.MENU, "columns"), [f"do:{code}"])],
        Kind.CARDS: [(of(Kind.CARDS, "f"), ["C01"])],
        Kind.ORDER: [(of(Kind.ORDER, choice, 0), None) for choice in ("go.", "do.finish")],
        Kind.SEAT: [(of(Kind.SEAT, choice, 0), None) for choice in OFFER_BUTTONS],
        Kind.UNDO: [(of(Kind.UNDO, "-", history.own_rows(seat)), None)],
    }


def _value(option: app_commands.Parameter, table: Table, whom: Person, typed: Mapping[str, str]) -> Any:
    if option.choices:
        return option.choices[0].value
    match option.type:
        case AppCommandOptionType.user:
            return whom.member.user
        case AppCommandOptionType.boolean:
            return True
        case AppCommandOptionType.integer:
            return max(table.id, int(option.min_value or 0))
    return typed.get(str(option.display_name), str(table.id))


def _rows(connection: sqlite3.Connection, table_id: int) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        columns = [column for _, column, *_ in connection.execute(f"PRAGMA table_info({name})")]
        key = "table_id" if "table_id" in columns else "id" if name == "game_table" else None
        if key is not None:
            sql = f"SELECT * FROM {name} WHERE {key} = ?"  # noqa: S608 - names of our own schema
            yield name, connection.execute(sql, (table_id,)).fetchall()
