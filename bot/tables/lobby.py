"""The lobby: people gather at a table, and the host starts the game."""

from collections.abc import Sequence
from random import Random

from bot.stewards import Character
from bot.tables.clocks import Clocks
from bot.tables.deal import Deal, deal
from bot.tables.door import Change, Door
from bot.tables.errors import (
    AlreadySeated,
    CannotKickSelf,
    ChannelHasTable,
    LobbyFull,
    NoSteward,
    NoSuchZone,
    NothingToReplay,
    NotInLobby,
    NotSeated,
    PersonNotSeated,
    TableAside,
    TableEnded,
    TooFewPeople,
)
from bot.tables.log import SETUP, setup_body
from bot.tables.model import ENDED, Person, Seated, Table, TableSettings, TableState
from bot.tables.moments import Moment
from bot.tables.notices import at_start
from bot.tables.obligations import begun
from bot.tables.ports import Store, Writer
from bot.tables.powers import require_power
from bot.tables.snapshot import RULES_VERSION, begin, encode
from bot.tables.working_time import is_zone

FEWEST = 2  # rule 1.1


class Lobby:
    """Every change to a table before its game; each raises a TableRefusal where it is not allowed.

    What is the host's is also that of who `manages` the channel.
    """

    def __init__(self, door: Door, store: Store, clocks: Clocks, random: Random) -> None:
        self._door = door
        self._store = store
        self._clocks = clocks
        self._random = random

    async def open(self, guild_id: int, channel_id: int, host: Person, settings: TableSettings) -> int:
        """A new table in a channel with its host at it; gives its id. Raises ChannelHasTable."""
        return await self._open(guild_id, channel_id, host, settings)

    async def rematch(self, table: Table, host: Person) -> int:
        """A new table in the channel of an ended one, with its settings and all who sat there; gives its id.

        Who asks for it is the host. Raises NothingToReplay or ChannelHasTable.
        """
        if table.state not in ENDED or table.version == 0 or not table.sits(host.user_id):
            raise NothingToReplay
        others = [seated for seated in table.people if seated.user_id != host.user_id]
        return await self._open(table.guild_id, table.channel_id, host, table.settings, others)

    async def _open(
        self, guild_id: int, channel_id: int, host: Person, settings: TableSettings, others: Sequence[Seated] = ()
    ) -> int:
        async def create() -> int:
            moment = await self._clocks.moment(settings)
            async with self._store.write() as writer:
                if await self._store.open_table(channel_id) is not None:  # nobody else writes now
                    raise ChannelHasTable
                table_id = await writer.create_table(
                    guild_id=guild_id,
                    channel_id=channel_id,
                    host_id=host.user_id,
                    settings=settings.model_dump_json(),
                    at=self._door.now(),
                )
                await _seat(writer, table_id, host)
                await _seat_again(writer, table_id, others)
                await self._clocks.begin(writer, table_id, moment)
            return table_id

        return await self._door.open(channel_id, create)

    async def join(self, table_id: int, person: Person) -> None:
        """Sit down. Raises AlreadySeated or LobbyFull."""

        async def plan(table: Table) -> Change[None]:
            _require_lobby(table)
            if table.sits(person.user_id):
                raise AlreadySeated
            if len(table.people) >= table.settings.seats:
                raise LobbyFull(seats=table.settings.seats)
            moment = await self._clocks.moment(table.settings)
            return Change(lambda writer: self._join(writer, table_id, person, moment), None)

        await self._door.change(table_id, plan)

    async def leave(self, table_id: int, user_id: int) -> None:
        """Stand up; the host's leaving passes the table to the next person, the last one's ends it."""

        async def plan(table: Table) -> Change[None]:
            _require_lobby(table)
            if not table.sits(user_id):
                raise NotSeated
            moment = await self._clocks.moment(table.settings)
            return Change(lambda writer: self._leave(writer, table, user_id, moment), None)

        await self._door.change(table_id, plan)

    async def kick(self, table_id: int, user_id: int, whom: int, *, manages: bool = False) -> None:
        """The host sends somebody away; where it is the host who goes, the table passes on as when they leave."""

        async def plan(table: Table) -> Change[None]:
            _require_lobby(table)
            require_power(table, user_id, manages=manages)
            if user_id == whom:
                raise CannotKickSelf
            if not table.sits(whom):
                raise PersonNotSeated
            moment = await self._clocks.moment(table.settings)
            return Change(lambda writer: self._leave(writer, table, whom, moment), None)

        await self._door.change(table_id, plan)

    async def set_clock(
        self, table_id: int, user_id: int, *, manages: bool = False, **changes: object
    ) -> TableSettings:
        """The host sets some of the settings of the clock; gives all of them. Raises NoSuchZone.

        The names are those of TableSettings; anything but a zone must be within its bounds already.
        """

        async def plan(table: Table) -> Change[TableSettings]:
            _require_lobby(table)
            require_power(table, user_id, manages=manages)
            if not is_zone(str(changes.get("zone", table.settings.zone))):
                raise NoSuchZone
            settings = TableSettings.model_validate({**dict(table.settings), **changes})
            return Change(lambda writer: _set(writer, table_id, settings), settings)

        return await self._door.change(table_id, plan)

    async def set_stewards(
        self, table_id: int, user_id: int, count: int, character: Character, *, manages: bool = False
    ) -> None:
        """The host fills so many seats with computer players, in place of those there were. Raises LobbyFull."""

        async def plan(table: Table) -> Change[None]:
            _require_lobby(table)
            require_power(table, user_id, manages=manages)
            if len(table.humans) + count > table.settings.seats:
                raise LobbyFull(seats=table.settings.seats)
            return Change(lambda writer: _fill(writer, table, count, character), None)

        await self._door.change(table_id, plan)

    async def engage(self, table_id: int, user_id: int, *, manages: bool = False) -> int:
        """The host seats one more computer player; gives how many there are then. Raises LobbyFull."""

        async def plan(table: Table) -> Change[int]:
            _require_lobby(table)
            require_power(table, user_id, manages=manages)
            if len(table.people) >= table.settings.seats:
                raise LobbyFull(seats=table.settings.seats)
            return Change(lambda writer: _engage(writer, table, Character.STEWARD), len(table.stewards) + 1)

        return await self._door.change(table_id, plan)

    async def dismiss(self, table_id: int, user_id: int, *, manages: bool = False) -> int:
        """The host sends the last computer player away; gives how many are left. Raises NoSteward."""

        async def plan(table: Table) -> Change[int]:
            _require_lobby(table)
            require_power(table, user_id, manages=manages)
            if not table.stewards:
                raise NoSteward
            return Change(lambda writer: _dismiss(writer, table, table.stewards[-1:]), len(table.stewards) - 1)

        return await self._door.change(table_id, plan)

    async def start(self, table_id: int, user_id: int, *, manages: bool = False) -> None:
        """Deal the communes, shuffle, and begin; the deal is committed to before anybody acts (law 10)."""

        async def plan(table: Table) -> Change[None]:
            _require_lobby(table)
            require_power(table, user_id, manages=manages)
            if len(table.people) < FEWEST:
                raise TooFewPeople(people=len(table.people))
            people = [person.user_id for person in table.people]
            dealt = deal(people, self._random, open_screens=table.settings.open_screens)
            moment = await self._clocks.moment(table.settings)
            return Change(lambda writer: self._begin(writer, table, dealt, moment, user_id), None)

        await self._door.change(table_id, plan)

    async def _join(self, writer: Writer, table_id: int, person: Person, moment: Moment) -> None:
        await _seat(writer, table_id, person)
        await self._clocks.begin(writer, table_id, moment)

    async def _leave(self, writer: Writer, table: Table, user_id: int, moment: Moment) -> None:
        await _unseat(writer, table, user_id)
        left = [person.user_id for person in table.humans if person.user_id != user_id]
        if not left:
            await writer.set_state(table.id, TableState.STOPPED)
            await self._clocks.save(writer, table, table.clock, moment, TableState.STOPPED)
        elif user_id == table.host_id:
            await writer.set_host(table.id, left[0])

    async def _begin(self, writer: Writer, table: Table, dealt: Deal, moment: Moment, by: int) -> None:
        snapshot = begin(dealt.setup)
        await writer.append_log(table.id, 0, SETUP, by, self._door.now(), setup_body(dealt))
        await writer.save_snapshot(table.id, 1, RULES_VERSION, encode(snapshot))
        for user_id, commune in dealt.communes.items():
            await writer.set_commune(table.id, user_id, commune)
        await writer.set_state(table.id, TableState.RUNNING)
        seats = [dealt.communes[seated.user_id] for seated in table.humans]
        clock = begun(table.clock, seats, snapshot, moment)
        await self._clocks.save(writer, table, clock, moment, TableState.RUNNING)
        await writer.want_board(table.id)
        told = [notice for notice in at_start(snapshot) if notice.seat is None or notice.seat in seats]
        await self._door.owe(writer, table.id, told)


async def _seat(writer: Writer, table_id: int, person: Person) -> None:
    await writer.save_person(person.user_id, person.name, person.locale)
    await writer.add_seat(table_id, person.user_id)
    await writer.want_board(table_id)


async def _seat_again(writer: Writer, table_id: int, others: Sequence[Seated]) -> None:
    for seated in others:
        if seated.steward is None:
            await writer.add_seat(table_id, seated.user_id)
        else:
            await writer.add_steward(table_id, seated.steward)


async def _set(writer: Writer, table_id: int, settings: TableSettings) -> None:
    await writer.save_settings(table_id, settings.model_dump_json())
    await writer.want_board(table_id)


async def _fill(writer: Writer, table: Table, count: int, character: Character) -> None:
    await _dismiss(writer, table, table.stewards)
    for _ in range(count):
        await _engage(writer, table, character)


async def _engage(writer: Writer, table: Table, character: Character) -> None:
    await writer.add_steward(table.id, character)
    await writer.want_board(table.id)


async def _dismiss(writer: Writer, table: Table, stewards: Sequence[Seated]) -> None:
    for seated in stewards:
        await writer.remove_seat(table.id, seated.user_id)
    await writer.want_board(table.id)


async def _unseat(writer: Writer, table: Table, user_id: int) -> None:
    await writer.remove_seat(table.id, user_id)
    await writer.want_board(table.id)


def _require_lobby(table: Table) -> None:
    if table.state in ENDED:
        raise TableEnded
    if table.state is not TableState.LOBBY:
        raise NotInLobby
    if table.aside is not None:
        raise TableAside
