"""Everything that hosts tables, put together."""

from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from bot.tables.clocks import Clocks
from bot.tables.correcting import Correcting
from bot.tables.door import Door
from bot.tables.lobby import Lobby
from bot.tables.outbox import Outbox
from bot.tables.people import People
from bot.tables.playing import Playing
from bot.tables.ports import Announcer, Clock, Store
from bot.tables.reading import Reader
from bot.tables.seating import Seating
from bot.tables.stewarding import Stewarding
from bot.tables.timekeeping import Timekeeping


@dataclass(frozen=True, slots=True)
class Tables:
    """What a front, such as Discord, needs to host tables."""

    reader: Reader
    lobby: Lobby
    playing: Playing
    stewarding: Stewarding
    timekeeping: Timekeeping
    seating: Seating
    correcting: Correcting
    outbox: Outbox
    people: People
    door: Door
    clocks: Clocks
    clock: Clock


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """The present instant, in UTC."""
        return datetime.now(UTC)


def host_tables(store: Store, announcer: Announcer, clock: Clock, random: Random) -> Tables:
    """The services over one store. `random` shuffles and salts: unpredictable outside tests (law 10)."""
    reader = Reader(store)
    door = Door(store, reader, announcer, clock)
    clocks = Clocks(store, clock)
    playing = Playing(door, store, reader, clocks)
    return Tables(
        reader=reader,
        lobby=Lobby(door, store, clocks, random),
        playing=playing,
        stewarding=Stewarding(reader, playing, random),
        timekeeping=Timekeeping(door, store, reader, clocks, playing),
        seating=Seating(door, store, reader, clocks),
        correcting=Correcting(door, store, clocks),
        outbox=Outbox(store, reader, clock),
        people=People(store),
        door=door,
        clocks=clocks,
        clock=clock,
    )
