"""Two games at once that look alike to one person and differ in what is hidden from this person (law 4)."""

import json
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import discord

from bot.game.actions import Action, Defend, Force, dump_action
from bot.game.components import COMMUNES, DECKS, cards_in_use, columns_in_use
from bot.game.events import Event, visible_to
from bot.game.observation import Observation, observe
from bot.game.rules import apply, legal, start, waiting
from bot.game.state import Phase, Setup, State
from bot.ui.custom_ids import Kind
from bot.ui.panels.codes import encode
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import Driver, Options
from tests.end_to_end.house import House, open_house
from tests.end_to_end.tapping import controls
from tests.end_to_end.traffic import EVERYBODY

ID = re.compile(r"[0-9]{15,}")
FINGERPRINT = re.compile(r"[0-9a-f]{64}")
LIKES = {"acquire": 4.0, "bid": 2.0, "income": 1.5, "build": 2.0}
TRIES = 40

Decks = dict[str, list[str]]


class Dealer(Random):
    """Deals these decks, and the communes in seat order, where the bot asks for a shuffle."""

    def __init__(self, decks: Decks, salt: int) -> None:
        super().__init__(salt)
        self._decks = decks

    def sample(self, population: Sequence[Any], k: int, *, counts: Any = None) -> list[Any]:
        """The dealer's order of whatever is to be shuffled."""
        if set(population) == set(COMMUNES):
            return list(COMMUNES)[:k]
        return list(self._decks[population[0][0]])


@dataclass
class Twins:
    """Two plays of a game that are to look alike to the first seat, made by the rules alone."""

    seats: int
    random: Random
    decks: tuple[Decks, Decks]
    states: list[State]
    played: list[tuple[Action, Action]] = field(default_factory=list)
    differed: int = 0

    @property
    def seat(self) -> str:
        """The seat whose person observes; the first person at the table holds it."""
        return self.states[0].communes[0]

    def plan(self, steps: int) -> None:
        """Play on while the observer can know no difference."""
        while len(self.played) < steps and self.states[0].phase is not Phase.OVER:
            seat = self.random.choice(waiting(self.states[0]))
            actions = self._alike(seat)
            if actions is None:
                return
            self.played.append(actions)
            self.states = [apply(state, action)[0] for state, action in zip(self.states, actions, strict=True)]
            self.differed += self._behind(0) != self._behind(1)

    async def bytes_of(self, which: int, database: Path, manner: "Manner", **settings: Any) -> list[list[str]]:
        """Act out one of the two plays: all that reaches the observer, step by step."""
        async with open_house(database, random=Dealer(self.decks[which], which)) as house:
            await house.begin(self.seats, 0, **settings)
            reached = [await manner.probe(house)]
            for actions in self.played:
                await manner.act(house, actions[which])
                reached.append(await manner.probe(house))
            assert await house.state() == self.states[which]
            assert await house.seat_of(house.drivers[0]) == self.seat
        return reached

    def _alike(self, seat: str) -> tuple[Action, Action] | None:
        """An action for each play such that the observer sees the same; different ones where there are such."""
        for _ in range(TRIES):
            first = self._pick(seat)
            seen = self._seen(0, first)
            alike = [action for action in self._others(first) if self._seen(1, action) == seen]
            if alike:
                return first, min(alike, key=lambda action: action == first)
        return None

    def _others(self, first: Action) -> list[Action]:
        """What may stand for an action in the other play: the observer's own actions are the same in both."""
        if first.seat != self.seat:
            found = candidates(self.states[1], first.seat, self.random)
            return [action for action in found if action.type == first.type]
        return [first] if legal(self.states[1], first.seat).contains(first) else []

    def _pick(self, seat: str) -> Action:
        found = list(candidates(self.states[0], seat, self.random))
        kinds = sorted({action.type for action in found})
        kind = self.random.choices(kinds, [LIKES.get(kind, 1.0) for kind in kinds])[0]
        return self.random.choice([action for action in found if action.type == kind])

    def _seen(self, which: int, action: Action) -> tuple[Observation, list[Event]]:
        after, events = apply(self.states[which], action)
        return observe(after, self.seat), [
            event for event in events if visible_to(event, self.seat, open_screens=False)
        ]

    def _behind(self, which: int) -> list[Any]:
        """What the others have behind their screens."""
        others = [city for city in self.states[which].cities if city.seat != self.seat]
        return [(city.resources, sorted(city.hand), city.walls, city.sealed) for city in others]


def twins(seats: int, seed: int, *, other_first_deck: bool) -> Twins:
    """Two games that have just begun and show the same; the hidden decks differ, from deck A on or from deck B on."""
    random = chance("twins", seats, seed)
    decks: Decks = {
        name: random.sample(sorted(cards_in_use(name, seats)), len(cards_in_use(name, seats))) for name in DECKS
    }
    others = reshuffled(decks, seats, random, first_deck=other_first_deck)
    communes = tuple(COMMUNES)[:seats]
    setups = [Setup(communes, tuple(tuple(dealt[name]) for name in DECKS)) for dealt in (decks, others)]
    return Twins(seats, random, (decks, others), [start(setup) for setup in setups])


@dataclass(frozen=True, slots=True)
class Manner:
    """How people act, and how the observer looks at everything there is to look at."""

    act: Callable[[House, Action], Awaitable[None]]
    look: Callable[[House], Awaitable[None]]

    async def probe(self, house: House) -> list[str]:
        """All that reached the first person since last, who now looks round."""
        person = house.drivers[0].person
        house.deliver()
        await self.look(house)
        known = {str(driver.person.id) for driver in house.drivers} | {str(house.channel.id)}
        sent = [letter for letter in house.unread_by_watchers() if letter.reader in (EVERYBODY, person.id)]
        pictures = [await attachment.read() for attachment in (await house.board()).attachments]
        return [
            *map(repr, pictures),
            *(
                normal(f"{letter.request.method} {letter.request.path} {json.dumps(letter.request.json)}", known)
                for letter in sent
            ),
        ]


async def look_by_commands(house: House) -> None:
    """The observer runs every command that shows something, and types into every option."""
    driver = house.drivers[0]
    for command in ("comuni screen", "comuni log"):
        driver.heard(await driver.person.slash(house.channel, command))
    assert driver.screen is not None
    for example in driver.screen.examples:
        for option in house.menu[f"act {example.command}"]:
            await driver.person.autocomplete(house.channel, f"act {example.command}", option["name"])


async def look_by_taps(house: House) -> None:
    """The observer presses every button of the board, and opens everything that is a tap away from the panel."""
    person, board = house.drivers[0].person, await house.board()
    for label in ("My screen", "Log", "Help"):
        await person.click(board, label=label)
    opened = (await person.click(board, label="Act")).response
    assert opened is not None
    for control in controls(opened.message):
        kind = str(control.custom_id).partition(":")[0]
        if isinstance(control, discord.SelectMenu):
            for option in control.options if kind == Kind.MENU else ():
                if option.value.startswith(Kind.GO):
                    await person.forge(opened, str(control.custom_id), values=[option.value])
        elif kind not in (Kind.DO, Kind.UNDO):
            await person.forge(opened, str(control.custom_id))
    for typed in ("7", "x"):
        await person.forge(opened, _control_of(opened.message, Kind.ASK, "bid.1.0"), typed=typed)


def normal(text: str, known: set[str]) -> str:
    """Text without the ids that differ from run to run, and without the fingerprint, which is of the hidden decks."""
    return ID.sub(lambda found: found[0] if found[0] in known else "ID", FINGERPRINT.sub("FINGERPRINT", text))


def reshuffled(decks: Decks, seats: int, random: Random, *, first_deck: bool) -> Decks:
    """The decks with the cards that lie open at the start in place; deck A's other cards move if wanted."""
    kept = sum(column.spaces for column in columns_in_use(seats)) if first_deck else len(decks["A"])
    rest = decks["A"][kept:]
    moved = {name: random.sample(cards, len(cards)) for name, cards in decks.items()}
    return {**moved, "A": decks["A"][:kept] + random.sample(rest, len(rest))}


def candidates(state: State, seat: str, random: Random) -> Iterator[Action]:
    """Legal actions of a seat: all, but of the many defences some."""
    if state.phase is not Phase.INVASION:
        yield from legal(state, seat)
        return
    held = state.city(seat).resources
    for _ in range(TRIES):
        soldiers = random.randint(0, held.soldiers)
        coins = 2 * random.randint(0, held.coins // 2)
        league = Force(soldiers=random.randint(0, soldiers))
        walls = Force(soldiers=soldiers - league.soldiers, coins=coins)
        yield Defend(seat=seat, league=league, walls=walls)


async def act_by_tap(house: House, action: Action) -> None:
    """Have the driver of a seat press the control for an action on their panel."""
    person = (await driver_of(house, action.seat)).person
    opened = (await person.click(await house.board(), label="Act")).response
    assert opened is not None
    pressed = (await person.forge(opened, _control_of(opened.message, Kind.DO, encode(action)))).response
    assert pressed is not None
    assert "your screen" in str(pressed.embeds[0].title) or pressed.components


def _control_of(opened: discord.Message, kind: Kind, choice: str) -> str:
    """The custom id that a control of an open panel would have."""
    seat_controls = [str(control.custom_id).split(":") for control in controls(opened)]
    return ":".join((kind, *(seat_controls[0][1:4] if seat_controls else ("1", "lucca", "1")), choice))


async def act_by_command(house: House, action: Action) -> None:
    """Have the driver of a seat type an action."""
    driver = await driver_of(house, action.seat)
    command, options = typed(action)
    shown = driver.heard(await driver.person.slash(house.channel, command, **options))
    assert shown.is_screen, shown.text


BY_COMMANDS = Manner(act_by_command, look_by_commands)
BY_TAPS = Manner(act_by_tap, look_by_taps)


async def driver_of(house: House, seat: str) -> Driver:
    """Who drives a seat."""
    table = await house.table()
    return next(driver for driver in house.drivers if table.seat_of(driver.person.id) == seat)


def typed(action: Action) -> tuple[str, Options]:
    """An action as the command that a person types for it."""
    data = {key: value for key, value in dump_action(action).items() if key not in ("seat", "type")}
    return f"act {action.type}", {key: value for key, value in _options(action.type, data).items() if value is not None}


def _options(kind: str, data: dict[str, Any]) -> Options:
    match kind:
        case "acquire" | "income":
            return dict(zip(("first", "second"), data["bonus" if kind == "acquire" else "choice"], strict=False))
        case "build" | "wall":
            place = "building" if kind == "build" else "section"
            return {**data, place: str(data[place] or "new")}
        case "finish":
            return {"discard": " ".join(data["discard"])} if data["discard"] else {}
        case "defend":
            sides = ("league", "walls")
            return {f"{side}_{token}": count for side in sides for token, count in data[side].items()}
    return data
