"""Two games at once that look alike to one person and differ in what is hidden from this person (law 4)."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bot.game.actions import Action, Defend, Force, dump_action
from bot.game.components import COMMUNES, DECKS, cards_in_use, columns_in_use
from bot.game.events import Event, visible_to
from bot.game.observation import Observation, observe
from bot.game.rules import apply, legal, start, waiting
from bot.game.state import Phase, Setup, State
from tests.end_to_end.chance import chance
from tests.end_to_end.driver import Driver, Options
from tests.end_to_end.house import House, open_house
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

    async def bytes_of(self, which: int, database: Path) -> list[list[str]]:
        """Act out one of the two plays: all that reaches the observer, step by step."""
        async with open_house(database, random=Dealer(self.decks[which], which)) as house:
            await house.begin(self.seats, 0)
            reached = [await probe(house)]
            for actions in self.played:
                await act(house, actions[which])
                reached.append(await probe(house))
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


async def probe(house: House) -> list[str]:
    """All that reached the first person since last, who now looks at everything there is to look at."""
    driver = house.drivers[0]
    house.deliver()
    for command in ("comuni screen", "comuni log"):
        driver.heard(await driver.person.slash(house.channel, command))
    assert driver.screen is not None
    for example in driver.screen.examples:
        for option in house.menu[f"act {example.command}"]:
            await driver.person.autocomplete(house.channel, f"act {example.command}", option["name"])
    known = {str(driver.person.id) for driver in house.drivers} | {str(house.channel.id)}
    sent = [letter for letter in house.unread_by_watchers() if letter.reader in (EVERYBODY, driver.person.id)]
    return [
        normal(f"{letter.request.method} {letter.request.path} {json.dumps(letter.request.json)}", known)
        for letter in sent
    ]


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


async def act(house: House, action: Action) -> None:
    """Have the driver of a seat type an action."""
    driver = await driver_of(house, action.seat)
    command, options = typed(action)
    shown = driver.heard(await driver.person.slash(house.channel, command, **options))
    assert shown.is_screen, shown.text


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
