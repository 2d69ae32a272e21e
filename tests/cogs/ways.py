"""Every way in: each command and each control that changes something, at a moment when it does, and once more would."""

from collections.abc import AsyncIterator, Awaitable, Callable, Container
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import Any

from simcord.results import InteractionResult

from bot.game.actions import Action, Build, Finish, Wall
from bot.game.rules import legal, waiting
from bot.game.state import Phase, State
from bot.local.simulation import Person
from bot.ui.commands import command_text
from bot.ui.custom_ids import BoardId, ControlId, Kind, SettingId
from bot.ui.orders.codes import encode as encode_order
from bot.ui.orders.order import RepairAlways
from bot.ui.panels.codes import encode
from tests.cogs.club import Club
from tests.cogs.handling import board_of, holder, id_of, ping_of, play_on, state_of
from tests.cogs.timed import A_MINUTE, PACE, active_of, days_ahead
from tests.end_to_end.reading import OPTION
from tests.game.characters import BIDDER, RANDOM

LAST = 400  # actions
ANEW = "duomo"  # where the table moves
ACTS = {"bid", "acquire", "income", "withdraw", "move", "build", "wall", "finish", "repair", "defend"}
WORDS = {"card", "building", "as", "section", "first", "second", "discard"}  # options of `/act` that are no numbers

Do = Callable[[], Awaitable[InteractionResult]]


@dataclass(frozen=True, slots=True)
class Way:
    """One interaction: `name` is the command, or the kind of control with the choice of a board's."""

    name: str
    do: Do


class Script:
    """A club that goes through its life, each step of it by one of the ways; whoever asks for a way must take it."""

    def __init__(self, club: Club) -> None:
        self.club = club
        club.people = [club.simulation.person(name) for name in ("Alice", "Bob", "Chiara")]
        self.alice, self.bob, self.chiara = club.people
        self.emi = club.simulation.person("Emi")

    async def ways(self) -> AsyncIterator[Way]:
        """All of them, from the lobby to the rematch."""
        for part in (self.lobby, self.clock, self.orders, self.undoing, self.people, self.ends):
            async for way in part():
                yield way

    async def lobby(self) -> AsyncIterator[Way]:
        """People come and go."""
        club, alice, bob, chiara = self.club, self.alice, self.bob, self.chiara
        yield self.slash(alice, "comuni new", picture=False)
        yield self.slash(bob, "comuni join")
        yield await self.board(chiara, "join")
        yield await self.board(chiara, "leave")
        yield await self.board(chiara, "join")
        yield self.slash(chiara, "comuni leave")
        yield self.slash(chiara, "comuni join")
        yield self.slash(alice, "comuni kick", person=chiara.member)
        yield self.slash(alice, "comuni stewards", count=1)
        yield await self.board(alice, "engage")
        yield await self.board(alice, "dismiss")
        yield await self.board(alice, "dismiss")
        yield self.slash(alice, "comuni clock", pace="15", bank="0")
        yield Way(Kind.SET, self.menu(alice, str(SettingId((await club.table()).id, "timeout")), "host"))
        yield self.slash(alice, "comuni pings", how="mention")
        yield self.slash(alice, "comuni pings", how="dm")
        await chiara.slash(club.channel, "comuni join")
        yield await self.board(alice, "start")
        club.table_id = (await club.table()).id
        other = club.simulation.channel("forum")
        await alice.slash(other, "comuni new", picture=False)
        await alice.slash(other, "comuni stewards", count=1)
        yield Way("comuni start", lambda: alice.slash(other, "comuni start"))
        await alice.slash(other, "comuni stop", confirm=True)

    async def clock(self) -> AsyncIterator[Way]:
        """People are away, pause, and are late."""
        club, alice, bob = self.club, self.alice, self.bob
        yield self.slash(bob, "comuni away", until=days_ahead(club, 3))
        yield await self.board(bob, "back")
        await bob.slash(club.channel, "comuni away", until=days_ahead(club, 3))
        yield self.slash(bob, "comuni away")
        yield self.slash(bob, "comuni pause")  # the wish of one seat
        yield self.slash(alice, "comuni pause")
        yield self.slash(bob, "comuni resume")
        yield await self.board(alice, "pause")
        yield await self.board(bob, "resume")
        while await active_of(club) is alice:
            await club.bid()
        late = (await state_of(club)).active
        await club.simulation.advance(PACE + A_MINUTE)
        yield await self.control(Kind.HOST, alice, late, "more")

    async def orders(self) -> AsyncIterator[Way]:
        """People order in advance what is not asked now."""
        club = self.club
        for _ in club.people:
            await club.bid()
        asked = await active_of(club)
        person = next(one for one in club.people if one is not asked)
        own = (await club.table()).seat_of(person.id) or ""
        yield self.slash(person, "order outbid", do="withdraw")
        yield self.slash(person, "order defend", league_soldiers=0)
        yield self.slash(person, "order acquire")
        yield self.slash(person, "order income", first="coins")
        yield self.slash(person, "order cancel", what="turn")
        yield self.slash(person, "order repair", loot="1")
        yield self.slash(person, "order finish", on=True)
        given = await id_of(club, Kind.ORDER, own, f"{Kind.DO}.{encode_order(RepairAlways(0))}")
        yield Way(Kind.ORDER, self.press(person, given))
        yield self.slash(person, "order cancel", what="all")

    async def undoing(self) -> AsyncIterator[Way]:
        """Somebody who has built twice in a row takes the second back."""
        random = Random(3)
        for by_button in (False, True):
            person, own = await self._built_twice(random)
            table = await self.club.table()
            control = str(ControlId(Kind.UNDO, table.id, table.seat_of(person.id) or "", own, "-"))
            yield Way(Kind.UNDO, self.press(person, control)) if by_button else self.slash(person, "comuni undo")

    async def _built_twice(self, random: Random) -> tuple[Person, int]:
        """Play until somebody has, and nobody has acted since: who, and how many rows of the log are theirs."""
        for _ in range(LAST):
            await play_on(self.club, random)
            history = await self.club.bot.tables.reader.history(await self.club.table())
            done = [entry for entry in history.standing[-2:] if isinstance(entry.action, Build | Wall)]
            if len(done) == 2 and done[0].seat == done[1].seat:
                return await holder(self.club, done[0].seat), history.own_rows(done[0].seat)
        raise AssertionError("nobody has built twice in a row")

    async def people(self) -> AsyncIterator[Way]:
        """Seats change hands, and the table moves."""
        club, chiara, emi = self.club, self.chiara, self.emi
        seat = (await club.table()).seat_of(chiara.id) or ""
        yield self.slash(chiara, "comuni handover", person=emi.member)
        yield await self.control(Kind.SEAT, chiara, seat, "recall")
        await chiara.slash(club.channel, "comuni handover", person=emi.member)
        yield await self.control(Kind.SEAT, emi, seat, "accept", place=emi)
        club.people[2] = emi
        yield self.slash(emi, "comuni resign", confirm=True)
        yield Way("comuni move-table", lambda: self.alice.slash(club.simulation.channel(ANEW), "comuni move-table"))
        club.place = ANEW
        yield self.slash(self.alice, "comuni board")
        yield self.slash(self.alice, "comuni log")

    async def ends(self) -> AsyncIterator[Way]:
        """The table is stopped, opened, and there is a rematch."""
        yield self.slash(self.alice, "comuni stop", confirm=True)
        yield self.slash(self.bob, "comuni record", agree=True)
        yield await self.board(self.bob, "rematch")

    async def acts(self) -> AsyncIterator[Way]:
        """A game by commands, buttons and menus in turn, until every kind of action was done by command."""
        await self.club.start(2)
        random, missing, others = Random(4), set(ACTS), cycle([self._pressed, self._chosen])
        while missing:
            state = await state_of(self.club)
            action = _next(state, missing, random)
            person = await holder(self.club, action.seat)
            yield await (self._typed if action.type in missing else next(others))(person, action)
            missing.discard(action.type)

    async def _typed(self, person: Person, action: Action) -> Way:
        text = command_text(action).strip("`/").partition(f"act {action.type}")[2]
        given = {option["name"]: option["value"] for option in OPTION.finditer(text.strip())}
        options = {name: value if name in WORDS else int(value) for name, value in given.items()}
        return self.slash(person, f"act {action.type}", **options)

    async def _pressed(self, person: Person, action: Action) -> Way:
        return await self.control(Kind.DO, person, action.seat, encode(action), place=person)

    async def _chosen(self, person: Person, action: Action) -> Way:
        """From a menu of actions, or of the cards that are discarded."""
        kind, code, values = Kind.MENU, "x", [f"{Kind.DO}:{encode(action)}"]
        if isinstance(action, Finish) and action.discard:
            kind, code, values = Kind.CARDS, "f", list(action.discard)
        control = await id_of(self.club, kind, action.seat, code)
        return Way(kind, lambda: person.forge(ping_of(person), control, values=values))

    def slash(self, person: Person, command: str, /, **options: Any) -> Way:
        """A command in the table's channel."""
        return Way(command, lambda: person.slash(self.club.channel, command, **options))

    async def board(self, person: Person, choice: str) -> Way:
        """A button under the board."""
        control = str(BoardId((await self.club.table()).id, choice))
        return Way(f"{Kind.BOARD} {choice}", self.press(person, control))

    async def control(self, kind: Kind, person: Person, seat: str, choice: str, *, place: Person | None = None) -> Way:
        """A control about a seat, on the board or in somebody's private chat."""
        return Way(kind, self.press(person, await id_of(self.club, kind, seat, choice), place=place))

    def press(self, person: Person, control: str, *, place: Person | None = None) -> Do:
        """A press of a button."""
        return lambda: person.forge(ping_of(place) if place else board_of(self.club), control)

    def menu(self, person: Person, control: str, value: str) -> Do:
        """A choice from a menu."""
        return lambda: person.forge(board_of(self.club), control, values=[value])


def _next(state: State, missing: Container[str], random: Random) -> Action:
    """What somebody who is asked does, above all what nobody has done yet."""
    seat = random.choice(waiting(state))
    action = random.choice((RANDOM, BIDDER)).act(state, seat, random)
    new = [] if state.phase is Phase.INVASION else [each for each in legal(state, seat) if each.type in missing]
    return random.choice(new) if new else action
